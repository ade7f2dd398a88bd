"""How games ended, seat by seat, and the ratings that follow."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("games", sa.Column("is_rated", sa.Boolean, nullable=False, server_default=sa.false()))
    _add_results()


def downgrade() -> None:
    for table in ("result_seats", "results"):
        op.drop_table(table)
    op.drop_column("games", "is_rated")


def _add_results() -> None:
    op.create_table(
        "results",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game_id", sa.Text, nullable=False, unique=True),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("n_seats", sa.Integer, nullable=False),
        sa.Column("is_teams", sa.Boolean, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("control", sa.Text, nullable=True),
        sa.Column("listing", sa.Text, nullable=False),
        sa.Column("termination", sa.Text, nullable=False),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
        sa.Column("finished_ms", sa.BigInteger, nullable=False, index=True),
        sa.Column("n_plies", sa.Integer, nullable=False),
    )
    op.create_table(
        "result_seats",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("owner", sa.Text, nullable=True, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("robot", sa.Text, nullable=True),
        sa.Column("colour", sa.Text, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("line_length", sa.Integer, nullable=False),
        sa.Column("has_loop", sa.Boolean, nullable=False),
        sa.Column("is_quitter", sa.Boolean, nullable=False),
    )

"""The lobby: challenges and their seats, who waits in a pool, which games came of it, who is here."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision: str | None = "0009"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    _create_challenges()
    op.create_table(
        "seeks",
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "meetings",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "visitors",
        sa.Column("server", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("is_playing", sa.Boolean, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
    )


def _create_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=True),
        sa.Column("invited", sa.Text, nullable=True, index=True),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("low", sa.Integer, nullable=True),
        sa.Column("high", sa.Integer, nullable=True),
        sa.Column("is_slow", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "challenge_seats",
        sa.Column("challenge_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=True),
        sa.Column("wishes", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("challenge_id", "user_id"),
    )


def downgrade() -> None:
    for table in ("visitors", "meetings", "seeks", "challenge_seats", "challenges"):
        op.drop_table(table)

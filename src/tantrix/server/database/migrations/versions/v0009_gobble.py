"""Rooms of Gobble, the journal of their commands, and results of the solitaire of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision: str | None = "0008"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "rushes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("listing", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("started_ms", sa.BigInteger, nullable=True),
        sa.Column("finished_ms", sa.BigInteger, nullable=True),
        sa.Column("result", sa.Text, nullable=True),
        sa.Column("rematch", sa.Text, nullable=True),
    )
    op.create_index("rushes_by_listing", "rushes", ["listing", "created_ms"])
    op.create_table(
        "rush_journal",
        sa.Column("rush_id", sa.Text, sa.ForeignKey("rushes.id"), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("message_id", sa.Text, nullable=True),
    )
    op.create_index("rush_messages", "rush_journal", ["rush_id", "message_id"], unique=True)
    op.create_table(
        "rush_players",
        sa.Column("rush_id", sa.Text, sa.ForeignKey("rushes.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
    )
    op.create_index("rush_players_by_user", "rush_players", ["user_id"])
    op.create_table(
        "solitaire_results",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("result", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("solitaire_results", "rush_players", "rush_journal", "rushes"):
        op.drop_table(table)

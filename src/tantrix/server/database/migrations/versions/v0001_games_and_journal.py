"""Games, and the journal that holds what happened in them."""

import sqlalchemy as sa
from alembic import op

from tantrix.server.database.migrations.only_grows import refuse_changes

revision = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("finished_ms", sa.BigInteger, nullable=True),
        sa.Column("result", sa.Text, nullable=True),
    )
    op.create_index("games_of_owner", "games", ["owner", "created_ms"])
    op.create_table(
        "journal",
        sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("message_id", sa.Text, nullable=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    refuse_changes("journal", "the journal is append-only")


def downgrade() -> None:
    op.drop_table("journal")
    op.drop_table("games")

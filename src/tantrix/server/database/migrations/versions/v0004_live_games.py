"""What live play keeps beside the journal's lines: time given back, wishes, proposals, the next game."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("journal", sa.Column("lag_ms", sa.Integer, nullable=False, server_default="0"))
    op.add_column("journal", sa.Column("delay_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sittings", sa.Column("wishes", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "proposals",
        sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("offers", sa.Text, nullable=False),
    )
    op.create_table(
        "rematches",
        sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("next_id", sa.Text, sa.ForeignKey("games.id"), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("rematches")
    op.drop_table("proposals")
    op.drop_column("sittings", "wishes")
    for column in ("delay_ms", "lag_ms"):
        op.drop_column("journal", column)

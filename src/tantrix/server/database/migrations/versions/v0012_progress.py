"""How far accounts have come with their puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision: str | None = "0011"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "puzzle_progress",
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("goal", sa.Text, primary_key=True),
        sa.Column("best_ms", sa.BigInteger, nullable=True),
        sa.Column("solved_on", sa.Text, nullable=True),
        sa.Column("helped_by", sa.Text, nullable=True),
        sa.Column("helped_on", sa.Text, nullable=True),
        sa.Column("best", sa.Integer, nullable=True),
        sa.Column("laid", sa.Text, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.Column("help", sa.Text, nullable=True),
        sa.Column("left_ms", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("puzzle_progress")

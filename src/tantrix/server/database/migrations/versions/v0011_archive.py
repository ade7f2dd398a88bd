"""The archive: the record of every finished game, those that were imported, and what it is searched by."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision: str | None = "0010"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False, index=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("records_by_day", "records", ["day", "digest"])
    op.create_table(
        "imports",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("game_id", sa.Text, nullable=False, unique=True),
        sa.Column("user_id", sa.Text, nullable=False, index=True),
        sa.Column("imported_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("result_seats_by_score", "result_seats", ["score"])
    op.create_index("result_seats_by_name", "result_seats", [sa.text("lower(name)")])


def downgrade() -> None:
    for index in ("result_seats_by_name", "result_seats_by_score"):
        op.drop_index(index, "result_seats")
    op.drop_table("imports")
    op.drop_table("records")

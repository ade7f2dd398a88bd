"""The former names of accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision: str | None = "0101"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "former_names",
        sa.Column("skeleton", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("shown_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("skeleton", name="pk_former_names"),
    )
    op.create_index("ix_former_names_user_id", "former_names", ["user_id"])


def downgrade() -> None:
    raise NotImplementedError("servers go back to a backup, never to an earlier schema")

"""Personal tokens of the API, robot accounts, and where mail for an account goes."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "tokens",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=True),
        sa.Column("ended_ms", sa.BigInteger, nullable=True),
    )
    op.create_index("tokens_by_user", "tokens", ["user_id"])
    op.add_column("accounts", sa.Column("robot_ms", sa.BigInteger, nullable=True))
    op.add_column("accounts", sa.Column("mail", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("accounts", "mail")
    op.drop_column("accounts", "robot_ms")
    op.drop_index("tokens_by_user", "tokens")
    op.drop_table("tokens")

"""Words at the tables, mutes, silences, reports, and who is a moderator."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "words",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False, index=True),
        sa.Column("message_id", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.Text, nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("preset", sa.Text, nullable=True),
        sa.Column("is_shadow", sa.Boolean, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("game_id", "user_id", "message_id"),
    )
    op.create_table(
        "mutes",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("muter", sa.Text, nullable=False),
        sa.Column("muted", sa.Text, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("muter", "muted"),
    )
    op.create_table(
        "silences",
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "moderators",
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    _create_reports()


def _create_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("reporter_name", sa.Text, nullable=False),
        sa.Column("accused", sa.Text, nullable=False, index=True),
        sa.Column("accused_name", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("game_id", sa.Text, nullable=True),
        sa.Column("number", sa.Integer, nullable=True),
        sa.Column("words", sa.Text, nullable=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("closed_ms", sa.BigInteger, nullable=True, index=True),
        sa.Column("verdict", sa.Text, nullable=True),
    )


def downgrade() -> None:
    for table in ("reports", "moderators", "silences", "mutes", "words"):
        op.drop_table(table)

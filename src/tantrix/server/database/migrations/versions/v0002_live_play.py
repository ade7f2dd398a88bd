"""Seats that others take, time controls, and when the server was away."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("games", sa.Column("control", sa.Text, nullable=True))
    op.add_column("games", sa.Column("listing", sa.Text, nullable=False, server_default="private"))
    op.add_column("games", sa.Column("started_ms", sa.BigInteger, nullable=True))
    op.execute("UPDATE games SET started_ms = created_ms")
    op.create_index("games_by_listing", "games", ["listing", "created_ms"])
    op.create_table(
        "sittings",
        sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("sittings_of_user", "sittings", ["user_id"])
    op.create_table(
        "outages",
        sa.Column("from_ms", sa.BigInteger, primary_key=True),
        sa.Column("to_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("outages")
    op.drop_table("sittings")
    for column in ("started_ms", "listing", "control"):
        op.drop_column("games", column)

"""Rated games, and what live play keeps beside the journal."""

revision = "0004"
down_revision: str | None = "0003"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add what this step needs."""


def downgrade() -> None:
    """Take it away again."""

"""Rooms of Gobble and the journal of their commands."""

revision = "0009"
down_revision: str | None = "0008"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add what this step needs."""


def downgrade() -> None:
    """Take it away again."""

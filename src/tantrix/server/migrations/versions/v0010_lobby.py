"""Invitations and wishes of the lobby."""

revision = "0010"
down_revision: str | None = "0009"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add what this step needs."""


def downgrade() -> None:
    """Take it away again."""

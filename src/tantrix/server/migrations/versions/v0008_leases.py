"""Which server looks after a game."""

revision = "0008"
down_revision: str | None = "0007"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add what this step needs."""


def downgrade() -> None:
    """Take it away again."""

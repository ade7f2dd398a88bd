"""How games ended, seat by seat, and the ratings that follow."""

revision = "0006"
down_revision: str | None = "0005"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add what this step needs."""


def downgrade() -> None:
    """Take it away again."""

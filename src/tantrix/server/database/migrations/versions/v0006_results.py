"""How games ended, seat by seat, and the ratings that follow."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("games", sa.Column("is_rated", sa.Boolean, nullable=False, server_default=sa.false()))
    _add_results()
    _add_ratings()


def downgrade() -> None:
    for table in ("rating_steps", "pairings", "ladders", "ratings", "rated_games", "result_seats", "results"):
        op.drop_table(table)
    op.drop_column("games", "is_rated")


def _add_results() -> None:
    op.create_table(
        "results",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game_id", sa.Text, nullable=False, unique=True),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("n_seats", sa.Integer, nullable=False),
        sa.Column("is_teams", sa.Boolean, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("control", sa.Text, nullable=True),
        sa.Column("listing", sa.Text, nullable=False),
        sa.Column("termination", sa.Text, nullable=False),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
        sa.Column("finished_ms", sa.BigInteger, nullable=False, index=True),
        sa.Column("n_plies", sa.Integer, nullable=False),
    )
    op.create_table(
        "result_seats",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=True, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("robot", sa.Text, nullable=True),
        sa.Column("colour", sa.Text, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("line_length", sa.Integer, nullable=False),
        sa.Column("has_loop", sa.Boolean, nullable=False),
        sa.Column("is_quitter", sa.Boolean, nullable=False),
    )


def _add_ratings() -> None:
    op.create_table(
        "rated_games",
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.Text, nullable=False, unique=True),
    )
    op.create_table(
        "ratings",
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True, index=True),
        *_numbers("mean", "deviation"),
    )
    op.create_table(
        "ladders",
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True, index=True),
        *_numbers("points"),
    )
    op.create_table(
        "pairings",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("month", "pool", "player", "opponent")),
        sa.Column("n_games", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Float, nullable=False) for name in ("month_won", "all_won")),
    )
    op.create_table(
        "rating_steps",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("finished_ms", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Float, nullable=False) for name in ("mean", "deviation")),
        sa.Column("is_counted", sa.Boolean, nullable=False),
        *(
            sa.Column(f"{ladder}_{what}", sa.Float)
            for ladder in ("month", "all")
            for what in ("won", "points")
        ),
    )
    op.create_index("rating_steps_of_player", "rating_steps", ["player", "position"])


def _numbers(*floats: str) -> list["sa.Column[Any]"]:
    return [
        *(sa.Column(name, sa.Float, nullable=False) for name in floats),
        sa.Column("n_games", sa.Integer, nullable=False),
        sa.Column("played_ms", sa.BigInteger, nullable=False),
    ]

"""Results of finished games: a row for each game and one for each seat, saved when the game ends.

Everything that compares players is computed from these two tables alone: ratings, the ladder, statistics and
the archive search. Each kind of game writes its own rows, distinguished by `pool`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import sqlalchemy as sa

from tantrix.game import Termination
from tantrix.server.database.rows import Row, table_of

# The listing of a game of a tournament that is reached only by its link: nobody else sees it, even if rated.
LINKED = "linked"


@dataclass(frozen=True, slots=True)
class GameResult(Row):
    """How a game ended. The database numbers the results in the order in which they are saved (`number`).

    `rules` is the one-line notation, `control` the time control as text, `listing` open, private or linked.
    """

    game_id: str
    pool: str
    rules: str
    n_seats: int
    is_teams: bool
    is_rated: bool
    control: str | None
    listing: str
    termination: str
    started_ms: int
    finished_ms: int
    n_plies: int


RESULTS = table_of(
    GameResult,
    "results",
    key=("number",),
    indexed=("rules", "finished_ms"),
    unique=("game_id",),
    numbered=True,
)


@dataclass(frozen=True, slots=True)
class ResultSeat(Row):
    """How a game ended for a seat.

    `user_id`: the account or guest that played it, None for a robot. `name`: the name used at the table;
    names of accounts are looked up when they are shown. `colour` is a letter; `rank` 1 is the best, shared by
    equals; `share`: the fraction of opponents that did worse (0 to 1), counting equals as half; 0 for a
    player who left. `line_length`: tiles of the best line or loop. `is_quitter`: the player left (a robot may
    have played on) or ran out of time. `tenths`: tournament points in tenths, None without the tournament
    clock. `finished_ms` is copied from the game, so that a player's newest games are found without joining
    all of them.
    """

    game_id: str
    seat: int
    user_id: str | None
    name: str
    robot: str | None
    colour: str
    score: int
    rank: int
    share: float
    line_length: int
    has_loop: bool
    is_quitter: bool
    tenths: int | None = None
    finished_ms: int = 0


RESULT_SEATS = table_of(
    ResultSeat,
    "result_seats",
    sa.Index("ix_result_seats_lower_name", sa.text("lower(name)")),
    sa.Index(None, "user_id", "finished_ms", "game_id"),
    sa.Index(None, "robot", "finished_ms", "game_id"),
    key=("game_id", "seat"),
    indexed=("score",),
)


UNCOUNTED = (Termination.ABORTED,)
QUIT_TERMINATIONS = (Termination.TIME, Termination.ABANDONED)  # a resignation does not count


class RatingPool(StrEnum):
    """The groups of games that are rated separately: a rating is valid within its pool."""

    TWO = "two"
    MANY = "many"
    GOBBLE = "gobble"
    PUZZLES = "puzzles"


FROM_JOURNALS = (RatingPool.TWO, RatingPool.MANY)
OTHER_GAMES = (RatingPool.GOBBLE, RatingPool.PUZZLES)  # games other than the game of strategy


def delete_result_seats() -> sa.Delete:
    """Delete the seats of all games of Tantrix, to be rebuilt from the journals."""
    games = sa.select(RESULTS.c.game_id).where(RESULTS.c.pool.in_(FROM_JOURNALS))
    return RESULT_SEATS.delete().where(RESULT_SEATS.c.game_id.in_(games))


def delete_results() -> sa.Delete:
    """Delete the results of all games of Tantrix, after their seats."""
    return RESULTS.delete().where(RESULTS.c.pool.in_(FROM_JOURNALS))


def rating_pool(n_seats: int) -> RatingPool:
    """Return the pool in which a game with this number of seats is rated."""
    return RatingPool.TWO if n_seats == 2 else RatingPool.MANY


def shares_of(ranks: Sequence[int], teams: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's share: opponents that rank worse, plus half of the equal ones, over all opponents.

    With two players this is 1 for a win and 0.5 for a draw. Seats of the same team are not opponents.
    """
    return tuple(_share(ranks, teams, seat) for seat in range(len(ranks)))


def _share(ranks: Sequence[int], teams: Sequence[int], seat: int) -> float:
    others = [rank for rank, team in zip(ranks, teams, strict=True) if team != teams[seat]]
    n_beaten = sum(1.0 if rank > ranks[seat] else 0.5 if rank == ranks[seat] else 0.0 for rank in others)
    return n_beaten / len(others)

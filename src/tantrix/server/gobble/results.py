"""The result of a finished rush, and the rows saved for it, from which ratings are computed.

Only the ranks count. A rush with a single player has no opponents, so nothing is saved for it.
"""

from dataclasses import dataclass, replace

from tantrix.gobble import Ending, print_options
from tantrix.gobble.rush import RushPlayer
from tantrix.server.gobble.room import RushRoom
from tantrix.server.ratings.results import GameResult, RatingPool, ResultSeat, shares_of

NO_COLOUR = ""


@dataclass(frozen=True, slots=True)
class RushResultSeat:
    """The result of one seat: of a person, given by user id, or of a robot, given by its style."""

    user_id: str | None
    robot: str | None
    name: str
    rank: int
    n_left: int
    n_dealt: int
    has_left: bool


@dataclass(frozen=True, slots=True)
class RushResult:
    """The result of a rush, seat by seat."""

    id: str
    ending: Ending
    length_ms: int
    is_rated: bool
    seats: tuple[RushResultSeat, ...]


def result_of(room: RushRoom) -> RushResult:
    """Return the result of a finished rush."""
    rush = room.rush
    assert rush is not None and rush.outcome is not None, "expected a rush that is over"
    seats = zip(room.setup.seats, rush.players, rush.outcome.ranks, rush.rules.dealt, strict=True)
    return RushResult(
        room.setup.id,
        rush.outcome.ending,
        rush.outcome.at_ms,
        room.setup.is_rated,
        tuple(
            RushResultSeat(
                seat.user_id, seat.robot, seat.name, rank, player.n_tiles, n_dealt, player.left is not None
            )
            for seat, player, rank, n_dealt in seats
        ),
    )


def rows_of(room: RushRoom, finished_ms: int) -> tuple[GameResult | ResultSeat, ...]:
    """Return the rows to save for a finished rush, its result first; none if it had only one player."""
    setup, rush = room.setup, room.rush
    assert rush is not None and rush.outcome is not None, "expected a rush that is over"
    if len(setup.seats) < 2:
        return ()
    result = GameResult(
        game_id=setup.id,
        pool=RatingPool.GOBBLE,
        rules=print_options(setup.rules),
        n_seats=len(setup.seats),
        is_teams=False,
        is_rated=setup.is_rated,
        control=None,
        listing=setup.listing,
        termination=rush.outcome.ending.value,
        started_ms=setup.created_ms if setup.started_ms is None else setup.started_ms,
        finished_ms=finished_ms,
        n_plies=len(rush.table.laid),
    )
    seats = (_seat_row(room, seat, rush.players[seat]) for seat in range(len(setup.seats)))
    return result, *(replace(seat, finished_ms=finished_ms) for seat in seats)


def _seat_row(room: RushRoom, seat: int, player: RushPlayer) -> ResultSeat:
    setup, rush = room.setup, room.rush
    assert rush is not None and rush.outcome is not None, "checked by the caller"
    has_left = player.left is not None
    return ResultSeat(
        game_id=setup.id,
        seat=seat,
        user_id=setup.seats[seat].user_id,
        name=setup.seats[seat].name,
        robot=setup.seats[seat].robot,
        colour=NO_COLOUR,
        score=-player.n_tiles,
        rank=rush.outcome.ranks[seat],
        share=0.0 if has_left else shares_of(rush.outcome.ranks, range(len(setup.seats)))[seat],
        line_length=0,
        has_loop=False,
        is_quitter=has_left,
    )

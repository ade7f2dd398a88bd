"""The result rows of a finished game, built from its room.

The rows can always be rebuilt from the journal: a rebuild writes the same rows.
"""

from dataclasses import replace

from tantrix.clock import print_control
from tantrix.game import Outcome, Termination
from tantrix.notation import print_rules
from tantrix.server.games.room import Room, is_default, tournament_tenths
from tantrix.server.ratings.results import (
    QUIT_TERMINATIONS,
    UNCOUNTED,
    GameResult,
    ResultSeat,
    rating_pool,
    shares_of,
)


def rows_of(room: Room, finished_ms: int) -> tuple[GameResult | ResultSeat, ...]:
    """Return the rows of a finished game: its result, then its seats.

    An aborted game has no rows. Raises ValueError if the game is not over.
    """
    setup, outcome = room.setup, room.game.outcome
    if outcome is None:
        raise ValueError(f"expected a game that is over, got {setup.id} at ply {room.game.ply}")
    if outcome.termination in UNCOUNTED:
        return ()
    result = GameResult(
        game_id=setup.id,
        pool=rating_pool(setup.rules.n_seats),
        rules=print_rules(setup.rules),
        n_seats=setup.rules.n_seats,
        is_teams=setup.rules.teams,
        is_rated=setup.is_rated and not is_default(room),
        control=None if setup.control is None else print_control(setup.control),
        listing=setup.listing,
        termination=outcome.termination.value,
        started_ms=min(finished_ms, setup.created_ms if setup.started_ms is None else setup.started_ms),
        finished_ms=finished_ms,
        n_plies=room.game.ply,
    )
    outcome = outcome._replace(ranks=_ranks_of(room, outcome))
    shares = shares_of(outcome.ranks, setup.rules.colours)
    tenths = tournament_tenths(room, finished_ms) or (None,) * len(shares)
    seats = (_seat_row(room, outcome, seat, shares[seat], tenths[seat]) for seat in range(len(shares)))
    return result, *(replace(seat, finished_ms=finished_ms) for seat in seats)


def _ranks_of(room: Room, outcome: Outcome) -> tuple[int, ...]:
    """Return the ranks with all who left behind all who stayed; partners rank together."""
    if room.setup.rules.teams or not room.left:
        return outcome.ranks
    keyed = [(seat in room.left, rank) for seat, rank in enumerate(outcome.ranks)]
    return tuple(1 + sum(other < each for other in keyed) for each in keyed)


def _seat_row(room: Room, outcome: Outcome, seat: int, share: float, tenths: int | None) -> ResultSeat:
    setup, line = room.setup, room.game.best(room.setup.rules.colours[seat])
    has_ended_it = outcome.termination in QUIT_TERMINATIONS and room.ended_by == seat
    has_resigned = room.left.get(seat) is Termination.RESIGNATION
    is_quitter = has_ended_it or (seat in room.stand_ins and not has_resigned)
    return ResultSeat(
        game_id=setup.id,
        seat=seat,
        user_id=setup.occupant(seat),
        name=setup.seats[seat].name,
        robot=setup.seats[seat].robot,
        colour=setup.rules.colours[seat].letter,
        score=outcome.scores[seat],
        rank=outcome.ranks[seat],
        share=0.0 if is_quitter else share,
        line_length=len(line.cells),
        has_loop=line.is_loop,
        is_quitter=is_quitter,
        tenths=tenths,
    )

"""Whose turns went by without a tile: told to those at the table, who would wonder."""

from typing import NamedTuple

from tantrix.game import Game


class Passing(NamedTuple):
    """Seats whose turn ended or went by between the last tile laid and this position, in the order of play.

    `passed`: without a legal free placement, under the option `deadlock=pass` (R3.6); after filling, perhaps.
    `skipped`: without a tile (R3.7).
    """

    passed: tuple[int, ...]
    skipped: tuple[int, ...]


def passing(game: Game) -> Passing:
    """Find the seats passed over since the last tile was laid; none when the game is over."""
    if game.is_over or not game.laid or (seat := game.laid[-1].seat) is None:
        return Passing((), ())
    passed = [seat] if _gave_up(game, seat) else []
    skipped: list[int] = []
    # A turn that is passed counts, a seat without tiles has none.
    for _turn in range(game.laid[-1].turn + 1, game.turn + 1):
        seat = _next(game, seat, skipped)
        passed.append(seat)
    is_new_turn = game.turn > game.laid[-1].turn
    return Passing(tuple(passed[:-1] if is_new_turn else passed), tuple(skipped))


def _gave_up(game: Game, seat: int) -> bool:
    """Tell whether the last turn ended after its forced placements, though tiles were left to lay freely."""
    turn = game.laid[-1].turn
    is_filling_alone = all(laid.forced for laid in game.laid if laid.turn == turn)
    return game.turn > turn and is_filling_alone and bool(game.hands[seat])


def _next(game: Game, seat: int, skipped: list[int]) -> int:
    """Return the next seat that holds a tile, and note those passed over."""
    n_seats = len(game.hands)
    for step in range(1, n_seats + 1):
        other = (seat + step) % n_seats
        if game.hands[other]:
            return other
        skipped.append(other)
    return seat

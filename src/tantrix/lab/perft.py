"""Perft: how many placement sequences of a given length a position has, for a given order of draws.

It is the fingerprint of an implementation of the rules. Turns, passes and deadlocks are those of the rules; a
sequence that ends early because the game is over does not count.
"""

from collections.abc import Sequence

import numpy as np

from tantrix import kernel
from tantrix.game import Game
from tantrix.placement import Placement

MAX_DEPTH = 64


def perft(game: Game, draws: Sequence[int], depth: int) -> int:
    """Count the sequences of `depth` placements; `draws` is the whole bag in drawing order.

    Raises ValueError for draws that are not the tiles of the bag and for a depth outside 0 to 64.
    """
    _check(game, draws, depth)
    if depth and game.is_over:
        return 0
    deck = np.array([tile - 1 for tile in draws], np.int64)
    return int(kernel.ask_perft(game.kernel_state(), kernel.tables(), deck, depth))


def divide(game: Game, draws: Sequence[int], depth: int) -> dict[Placement, int]:
    """Count the sequences by first placement, in canonical order; takes no longer than `perft`."""
    return {placement: perft_after(game, draws, depth, placement) for placement in game.placements()}


def perft_after(game: Game, draws: Sequence[int], depth: int, placement: Placement) -> int:
    """Count the sequences of `depth` placements that begin with one. Raises ValueError as `perft` does."""
    _check(game, draws, depth)
    if depth == 0:
        raise ValueError("expected a depth of at least 1 to divide, got 0")
    after = game.play(placement, draws[0] if draws else None)
    return perft(after, draws[1:], depth - 1)


def _check(game: Game, draws: Sequence[int], depth: int) -> None:
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"expected a depth 0 to {MAX_DEPTH}, got {depth}")
    if len(draws) != len(game.bag) or set(draws) != game.bag:
        raise ValueError(f"expected the {len(game.bag)} tiles of the bag as draws, got {list(draws)}")

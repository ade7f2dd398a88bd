"""Endgames solved exactly: once the bag is empty, nothing is hidden or random any more (R4.4).

The margin is the final score of the seat to play, or of its team, minus the best score of any other colour; a
deadlock is a draw (R3.6) and counts as 0. With two colours the answers are exact. With three or four all
others are assumed to play against the seat together ("paranoid"), so the answer is what the seat can
guarantee.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from tantrix import kernel
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.endgame import search as endgame_search
from tantrix.robots.endgame.bounds import new_bounds
from tantrix.robots.endgame.search import new_search
from tantrix.robots.evaluation import never

__all__ = ["Endgame", "Window", "solve"]

MAX_NODES = 2_000_000  # about two seconds
_SLICE = 5_000  # nodes between two calls of `should_stop`, about 10 ms
_MAX_ENTRIES = 1 << 20  # entries of the table of proved bounds, 16 bytes each


class Window(IntEnum):
    """The goal: the exact margin, or only whether it is a win, a draw or a loss."""

    RESULT = endgame_search.RESULT
    MARGIN = endgame_search.MARGIN


class Known(NamedTuple):
    """What is proved about a position: a margin from `low` to `high`; `key` is the best placement's."""

    low: int
    high: int
    key: int
    is_solved: bool


@dataclass(frozen=True, slots=True)
class Endgame:
    """What is proved about an endgame.

    `low`, `high`: bounds on the final margin of the seat to play, whether solved or not. `best`: the
    placement that proves `low`, or else the most promising one. `line`: best play, starting with `best`, as
    far as it is proved for the goal. `n_nodes`: positions visited. `is_exact`: the goal was reached; for
    RESULT the sign of the margin is known, for MARGIN `low == high`.
    """

    low: int
    high: int
    best: Placement
    line: tuple[Placement, ...]
    n_nodes: int
    is_exact: bool

    @property
    def result(self) -> int | None:
        """1 for a win, 0 for a draw, -1 for a loss, None if it is not proved."""
        if self.low > 0 or self.high < 0:
            return 1 if self.low > 0 else -1
        return 0 if self.low == self.high else None


def solve(
    game: Game,
    *,
    goal: Window = Window.MARGIN,
    max_nodes: int = MAX_NODES,
    should_stop: Callable[[], bool] = never,
) -> Endgame:
    """Solve an endgame, visiting at most `max_nodes` positions; `should_stop` is called about every 10 ms.

    The same game, goal and `max_nodes` give the same answer on any machine. Raises ValueError if the bag
    holds tiles or the game is over.
    """
    check_is_endgame(game)
    solver = Solver(max_nodes, should_stop)
    known = solver.ask(game.kernel_state(), game.to_play, goal)
    best = placement_of_key(game, known.key)
    line = solver.line(game, best, goal) if known.is_solved else (best,)
    return Endgame(known.low, known.high, best, line, solver.n_nodes, known.is_solved)


def check_is_endgame(game: Game) -> None:
    """Raise ValueError unless a game is an endgame in play."""
    if game.is_over:
        raise ValueError("expected a game in play, got one that is over")
    if game.bag:
        raise ValueError(f"expected an empty bag, got one of {len(game.bag)} tiles")


def placement_of_key(game: Game, key: int) -> Placement:
    """Return the legal placement with a key; -1 gives the one with the best immediate margin."""
    placements = game.placements()
    for placement in placements:
        if kernel.key(placement) == key:
            return placement
    return placements[int(np.argmax(game.margins()))]


class Solver:
    """A search with its table of proved bounds, which queries about positions of one endgame share.

    `max_nodes` limits all queries together; once it is used up, or `should_stop` returns true, answers
    contain what is proved by then. Takes at most 40 MB, of which a short search touches little.
    """

    def __init__(self, max_nodes: int, should_stop: Callable[[], bool] = never) -> None:
        if max_nodes < 1:
            raise ValueError(f"expected at least one node, got {max_nodes}")
        self.n_nodes = 0
        self._max_nodes = max_nodes
        self._should_stop = should_stop
        self._bounds = new_bounds()
        self._search = new_search()
        size = min(1 << max(2 * max_nodes - 1, 4096).bit_length(), _MAX_ENTRIES)
        self._memory = (np.zeros(size, np.uint64), np.zeros(size, np.int64), np.zeros(1 << 21, np.int64))

    def ask(self, state: kernel.States, seat: int, goal: Window) -> Known:
        """Find the margin of a seat's colour in a position; the state is used as scratch space.

        `state`: one with an empty bag, not over.
        """
        tables, search = kernel.tables(), self._search[0]
        endgame_search.do_start(state, tables, self._bounds, self._search, seat, goal)
        is_solved = False
        before = self.n_nodes
        while not is_solved and self.n_nodes < self._max_nodes and not self._should_stop():
            at_most = min(search.n_nodes + _SLICE, self._max_nodes - before)
            is_solved = bool(
                endgame_search.do_advance(state, tables, self._bounds, self._search, *self._memory, at_most)
            )
            self.n_nodes = before + int(search.n_nodes)
        key = int(search.choice)
        if key < 0 and search.n_nodes:
            key = int(search.best[0])
        return Known(int(search.sure_low), int(search.sure_high), key, is_solved)

    def line(self, game: Game, best: Placement, goal: Window) -> tuple[Placement, ...]:
        """Return best play by all from a placement on, while nodes last; fast once the root is solved."""
        seat = game.to_play
        line = [best]
        game = game.play(best)
        while not game.is_over:
            known = self.ask(game.kernel_state(), seat, goal)
            if not known.is_solved:
                break
            line.append(placement_of_key(game, known.key))
            game = game.play(line[-1])
        return tuple(line)

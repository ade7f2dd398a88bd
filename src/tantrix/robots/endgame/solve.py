"""Endgames solved exactly: once the bag is empty everything is known (R4.4).

The margin is the final score of the seat to play, or of its team, less the best score of any other colour; a
deadlock is the draw that it is (R3.6) and counts 0. With two colours the answers are the truth. With three
or four all others are taken to play against the seat together ("paranoid"): what it can be sure of.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from tantrix import kernel
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.endgame import search as endgame_search
from tantrix.robots.endgame.bounds import new_bounds
from tantrix.robots.endgame.search import new_search
from tantrix.robots.evaluation import never

MAX_NODES = 2_000_000  # about two seconds
_SLICE = 5_000  # nodes between two looks at `should_stop`, about 10 ms
_LARGEST = 1 << 20  # places in the table of what is known, 16 bytes each


class Window(IntEnum):
    """What is asked: the exact margin, or only whether it is a win, a draw or a loss."""

    RESULT = endgame_search.RESULT
    MARGIN = endgame_search.MARGIN


class Known(NamedTuple):
    """What was proved of a position: the final margin is `low` to `high`; `key` is of the best placement."""

    low: int
    high: int
    key: int
    is_solved: bool


@dataclass(frozen=True, slots=True)
class Endgame:
    """What was proved of an endgame.

    `low`, `high`: the final margin of the seat to play lies between them, whether solved or not. `best`: the
    placement that proves `low`, or the most promising. `line`: best play from it on, as far as it is proved
    for the goal, `best` first. `n_nodes`: positions looked at. `is_exact`: the goal was reached; for RESULT
    the sign of the margin is known, for MARGIN `low == high`.
    """

    low: int
    high: int
    best: Placement
    line: tuple[Placement, ...]
    n_nodes: int
    is_exact: bool

    @property
    def result(self) -> int | None:
        """1 for a win, 0 for a draw, -1 for a loss, None if that is not proved."""
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
    """Solve an endgame as far as `max_nodes` positions go, or until `should_stop`, asked every 10 ms or so.

    The same game, goal and `max_nodes` give the same answer on any machine. Raises ValueError while the bag
    holds tiles or once the game is over.
    """
    check(game)
    solver = Solver(max_nodes, should_stop)
    known = solver.ask(game.kernel_state(), game.to_play, goal)
    best = placement_of(game, known.key)
    line = solver.line(game, best, goal) if known.is_solved else (best,)
    return Endgame(known.low, known.high, best, line, solver.n_nodes, known.is_solved)


def check(game: Game) -> None:
    """Raise ValueError unless a game is an endgame in play."""
    if game.is_over:
        raise ValueError("expected a game in play, got one that is over")
    if game.bag:
        raise ValueError(f"expected an empty bag, got one of {len(game.bag)} tiles")


def placement_of(game: Game, key: int) -> Placement:
    """Return the legal placement of a key; -1 gives the one with the best margin at once."""
    placements = game.placements()
    for placement in placements:
        if kernel.key(placement) == key:
            return placement
    return placements[int(np.argmax(game.margins()))]


class Solver:
    """A search with its memory: questions about positions of one endgame share what was found out.

    `max_nodes` is for all questions together; when it is used up, or `should_stop` says so, answers are
    what is proved by then. 40 MB at most, of which a short search touches little.
    """

    def __init__(self, max_nodes: int, should_stop: Callable[[], bool] = never) -> None:
        if max_nodes < 1:
            raise ValueError(f"expected at least one node, got {max_nodes}")
        self.n_nodes = 0
        self._max_nodes = max_nodes
        self._should_stop = should_stop
        self._bounds = new_bounds()
        self._search = new_search()
        size = min(1 << max(2 * max_nodes - 1, 4096).bit_length(), _LARGEST)
        self._memory = (np.zeros(size, np.uint64), np.zeros(size, np.int64), np.zeros(1 << 21, np.int64))

    def ask(self, state: Any, seat: int, goal: Window) -> Known:
        """Ask for the margin of a seat's colour in a position; the state is scribbled on.

        `state`: recarray[1] of kernel.STATE with an empty bag, not over.
        """
        tables, search = kernel.tables(), self._search[0]
        endgame_search.do_start(state, tables, self._bounds, self._search, seat, goal)
        is_solved = False
        before = self.n_nodes
        while not is_solved and self.n_nodes < self._max_nodes and not self._should_stop():
            at_most = min(search.n_nodes + _SLICE, self._max_nodes - before)
            is_solved = bool(
                endgame_search.do_go_on(state, tables, self._bounds, self._search, *self._memory, at_most)
            )
            self.n_nodes = before + int(search.n_nodes)
        key = int(search.choice)
        if key < 0 and search.n_nodes:
            key = int(search.best[0])
        return Known(int(search.sure_low), int(search.sure_high), key, is_solved)

    def line(self, game: Game, best: Placement, goal: Window) -> tuple[Placement, ...]:
        """Return best play for all from a placement on, as far as nodes last; cheap after a solved root."""
        seat = game.to_play
        line = [best]
        game = game.play(best)
        while not game.is_over:
            known = self.ask(game.kernel_state(), seat, goal)
            if not known.is_solved:
                break
            line.append(placement_of(game, known.key))
            game = game.play(line[-1])
        return tuple(line)

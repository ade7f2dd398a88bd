"""The robot `tree`: Monte Carlo tree search with sequential halving at the root.

At the root the placements share the playouts of a round, after which the better half of them stays, until one
is left. Below the root a tree grows in which each seat plays for its own colour (max^n: its score minus its
best opponent's, mixed with the chance to win). Draws are random: every pass shuffles the bag again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Floats, Records
from tantrix.game import Game
from tantrix.hexes import neighbours
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, ScoredPlacement, ignore, never
from tantrix.robots.forecast.features import new_sheet
from tantrix.robots.forecast.robot import forecasts, placement_keys, shares_of_margins
from tantrix.robots.forecast.weights import load_nets
from tantrix.robots.search.playouts import FORECAST
from tantrix.robots.search.tree_search import Tree, do_line, do_passes, do_root

CHUNK = 100  # playouts between two calls of `should_stop`, about 10 ms
_TIMED_CHUNK = 32  # the same with a time limit, which is checked more often


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """The settings of tree search; research/trials/tree.md has the trials.

    n_playouts: per decision. guide, best_of, n_plies: a playout plays the best by `guide` of `best_of`
    placements drawn at random, and the forecast judges it after `n_plies`. n_deep: choices in the tree,
    including the root (1: no tree, flat search). grow_at: visits before a placement gets its own replies.
    prior_guide, sharpness, explore, unvisited: parameters of PUCT. win, point: value of a win and of a point
    of margin.
    trust: playouts that the forecast of a root placement counts for. n_first: how many placements take part.
    """

    n_playouts: int = 2000
    guide: int = FORECAST
    best_of: int = 3
    n_plies: int = 6
    n_deep: int = 3
    grow_at: int = 8
    prior_guide: int = FORECAST
    sharpness: float = 0.5
    explore: float = 1.0
    unvisited: float = 0.1
    win: float = 1.0
    point: float = 0.02
    trust: float = 5.0
    n_first: int = 256


class TreeSearch:
    """Play by Monte Carlo tree search with a fixed number of playouts, so equally strong on any machine.

    `clock`, in seconds, and `budget_ms` replace the number of playouts by a time limit in `choose`. Use them
    only for measurements, because the choice then depends on the machine.
    """

    def __init__(
        self,
        settings: TreeSettings | None = None,
        clock: Callable[[], float] | None = None,
        budget_ms: float = 0.0,
    ) -> None:
        """Make a robot; it can be used by several threads at once."""
        self.settings = settings or TreeSettings()
        self._clock = clock
        self._budget_ms = budget_ms

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the placement that is left after the last round."""
        if len(game.placements()) == 1:
            return game.placements()[0]
        began = self._clock() if self._clock else 0.0
        search = self._search(game, rng)
        for _ in search.deepen(self._spent(began)):
            pass
        return search.placements[search.order()[0]]

    def _search(self, game: Game, rng: Random) -> "TreeDecision":
        return TreeDecision(game, rng, self.settings)

    def _spent(self, began: float) -> Callable[[], float] | None:
        """Return a function that gives the elapsed fraction of the time limit, preparation included."""
        clock = self._clock
        return (lambda: (clock() - began) * 1000 / self._budget_ms) if clock else None

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge every legal placement; see `Analyser`."""
        search = self._search(game, rng)
        for _ in search.deepen():
            if should_stop():
                break
            if on_progress is not ignore:  # an evaluation takes a fifth of a search's time
                on_progress(search.evaluation())
        return search.evaluation()


class TreeDecision:
    """One decision: the tree, the state it is played on, and the placements still in the race."""

    def __init__(self, game: Game, rng: Random, settings: TreeSettings) -> None:
        self.placements = list(game.placements())
        self.settings = settings
        self.cells = {kernel.index(cell): cell for cell in game.spaces()}
        self.hands = np.array([kernel.mask(tile for hand in game.hands for tile in hand)], np.uint64)
        self.states = kernel.State.zeros(2)
        self.states[0] = game.kernel_state()[0]
        self.keys = placement_keys(game)
        self.tree = new_tree(settings)
        self.forecast = self._forecasts(game)
        self.prior_share = shares_of_margins(game, self.forecast)
        self.prior = settings.win * self.prior_share + settings.point * self.forecast
        self.deck = np.array(sorted(tile - 1 for tile in game.bag), np.int64)
        self.rng = np.array([rng.getrandbits(64) | 1], np.uint64)
        self.margins = np.zeros(len(self.keys) + 1)
        self.shares = np.zeros(len(self.keys) + 1)
        self.round = np.zeros(len(self.keys) + 1, np.int64)  # the last round of each option
        do_root(self.tree, self.keys)

    def _forecasts(self, game: Game) -> Floats:
        self.nets = load_nets(game.rules)
        self.sheets = new_sheet()
        return forecasts(game)

    def deepen(self, spent: Callable[[], float] | None = None) -> Any:
        """Halve the field round by round; yield after each chunk. `spent` returns the elapsed fraction."""
        field = 1 + np.sort(np.argsort(-self.prior, kind="stable")[: self.settings.n_first])
        n_rounds = max(1, ceil(log2(len(field))))
        for number in range(1, n_rounds + 1):
            self.round[field] = number
            if spent:
                yield from self._play_until(field, spent, number / n_rounds)
            else:
                n_passes = max(1, self.settings.n_playouts // (n_rounds * len(field)))
                yield from self._play(field, n_passes, CHUNK)
            values = self.values()[field - 1]
            field = np.sort(field[np.argsort(-values, kind="stable")[: (len(field) + 1) // 2]])

    def order(self) -> list[int]:
        """Return the indices of all placements: those that got furthest in the race first, then by value."""
        order: list[int] = np.lexsort((-self.values(), -self.round[1:])).tolist()
        return order

    def values(self) -> Any:
        """Return the value of each placement; its forecast counts as `trust` playouts."""
        record, n, trust = self.tree[0], len(self.keys), max(self.settings.trust, 1e-6)
        visits = record.visits[1 : n + 1]
        return (visits * record.average[1 : n + 1] + trust * self.prior) / (visits + trust)

    def _play_until(self, field: Any, spent: Callable[[], float], part: float) -> Any:
        while True:
            yield from self._play(field, max(1, _TIMED_CHUNK // len(field)), _TIMED_CHUNK)
            if spent() >= part:
                return

    def _play(self, field: Any, n_passes: int, chunk: int) -> Any:
        at_once = max(1, chunk // len(field))
        while n_passes > 0:
            n = min(at_once, n_passes)
            self._do_passes(field, n)
            n_passes -= n
            yield None

    def _do_passes(self, field: Any, n_passes: int) -> None:
        do_passes(
            self.tree, self.states, kernel.tables(), self.nets, self.sheets, self.deck, self.rng, field,
            self.margins, self.shares, n_passes,
        )  # fmt: skip

    def evaluation(self) -> Evaluation:
        """Return the evaluation so far: the placements that got furthest in the race first, then by value."""
        visits = self.tree[0].visits[1 : len(self.keys) + 1]
        candidates = tuple(self._candidate(place, int(visits[place])) for place in self.order())
        return Evaluation(candidates, int(visits.sum()), False)

    def _candidate(self, place: int, visits: int) -> ScoredPlacement:
        if visits:
            margin, share = self.margins[place + 1] / visits, self.shares[place + 1] / visits
        else:
            margin, share = self.forecast[place], self.prior_share[place]
        return ScoredPlacement(
            self.placements[place], float(margin), float(share), visits, self._line(place + 1)
        )

    def _line(self, option: int) -> tuple[Placement, ...]:
        """Return the expected line of play; each tile adds new cells."""
        keys = np.empty(self.settings.n_deep, np.int64)
        cells = dict(self.cells)
        line = []
        for key in keys[: do_line(self.tree, option, self.hands, keys)].tolist():
            placement = Placement((key & 63) + 1, cells[key >> 9], (key >> 6) & 7)
            cells.update((kernel.index(cell), cell) for cell in neighbours(placement.cell))
            line.append(placement)
        return tuple(line)


def new_tree(settings: TreeSettings) -> Records[Tree]:
    """Make an empty tree."""
    tree = Tree.view(np.empty(1, Tree.dtype))
    record = tree[0]
    for name in ("guide", "prior_guide", "best_of", "n_plies", "n_deep", "grow_at", "explore", "unvisited"):
        record[name] = getattr(settings, name)
    record.sharpness = settings.sharpness
    record.win = settings.win
    record.point_value = settings.point
    record.style.colour = -1
    return tree

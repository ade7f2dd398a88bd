"""The robot `minimax`: alpha-beta a few placements deep, after Oliver's thesis of 2005.

It judges the table by real, virtual and fair-share lengths of lines (`minimax_lines`), for its own team
against the best opponent, and assumes that all other teams play against it. Draws are ignored unless samples
of the bag are requested: they rarely matter within three placements, and every sample costs a complete search
(research/trials/tree.md has the figures).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Numbers
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, ScoredPlacement, ignore, never, share_of_margin
from tantrix.robots.forecast.features import new_sheet
from tantrix.robots.forecast.weights import load_nets
from tantrix.robots.search.minimax_lines import WEIGHTS, new_lines
from tantrix.robots.search.minimax_search import MAX_PLIES, MinimaxSearch, do_begin, do_continue

CHUNK = 10_000  # positions between two calls of `should_stop`, about 10 ms


@dataclass(frozen=True, slots=True)
class MinimaxSettings:
    """The settings of minimax.

    n_plies: placements searched, 1 to 8. n_nodes: positions visited before the search goes no deeper.
    n_samples: orders of the bag searched, 0 for no draws. weights: see `minimax_lines.LINES`. by_forecast:
    judge by the fitted forecast instead of these lengths.
    """

    n_plies: int = 3
    n_nodes: int = 50_000
    n_samples: int = 0
    weights: tuple[float, float, float, float] = WEIGHTS
    by_forecast: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.n_plies <= MAX_PLIES:
            raise ValueError(f"expected 1 to {MAX_PLIES} placements, got {self.n_plies}")


class Minimax:
    """Play the placement with the best margin after best play to the search depth."""

    def __init__(self, settings: MinimaxSettings | None = None) -> None:
        """Make a robot; it can be used by several threads at once."""
        self.settings = settings or MinimaxSettings()

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the placement with the best margin; `rng` is used only for samples of the bag."""
        return self.think(game, rng).judged[0].placement

    def think(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge every legal placement; see `Thinker`.

        Each placement is judged at the depth reached for it. The margin of a refuted placement is only an
        upper bound.
        """
        search = _Search(game, rng, self.settings)
        for n_plies in range(1, self.settings.n_plies + 1):
            for _ in search.deepen(n_plies):
                if should_stop():
                    return search.evaluation()
            on_progress(search.evaluation())
            if search.is_spent:
                break
        return search.evaluation()


class _Search:
    """One decision: the margin of each legal placement, and the depth at which it was found."""

    def __init__(self, game: Game, rng: Random, settings: MinimaxSettings) -> None:
        self.placements = list(game.placements())
        self.settings = settings
        self.states = kernel.State.zeros(2)
        self.states[0] = game.kernel_state()[0]
        self.lines = new_lines(game.rules.colours)
        self.lines[0].weights[:] = settings.weights
        self.search = MinimaxSearch.view(np.empty(1, MinimaxSearch.dtype))
        self.search[0].n_nodes = 0
        self.search[0].by_forecast = settings.by_forecast
        self.fitted = (load_nets(game.rules), new_sheet())
        self.decks = _decks(game, rng, settings.n_samples)
        self.margins = np.zeros(len(self.placements))
        self.plies = np.zeros(len(self.placements), np.int64)
        self.is_refuted = np.zeros(len(self.placements), np.bool_)  # the margin may be an upper bound

    @property
    def is_spent(self) -> bool:
        """Return whether the budget of positions is used up."""
        return bool(self.search[0].n_nodes >= self.settings.n_nodes)

    def deepen(self, n_plies: int) -> Iterator[None]:
        """Search every placement to a depth, best so far first; yield after each chunk of positions."""
        best = -np.inf
        for place in self._order():
            values = []
            for deck in self.decks:
                do_begin(
                    self.search, self.states, kernel.tables(), self.lines, *self.fitted, deck,
                    kernel.key(self.placements[place]), n_plies, best if len(self.decks) == 1 else -np.inf,
                )  # fmt: skip
                while not self._advance(deck):
                    yield None
                    if self.is_spent:
                        return
                values.append(float(self.search[0].value))
            self.margins[place] = sum(values) / len(values)
            self.is_refuted[place] = self.margins[place] <= best
            self.plies[place] = n_plies
            best = max(best, self.margins[place])

    def _advance(self, deck: Numbers) -> bool:
        limit = min(CHUNK, max(1, self.settings.n_nodes - int(self.search[0].n_nodes)))
        return bool(
            do_continue(self.search, self.states, kernel.tables(), self.lines, *self.fitted, deck, limit)
        )

    def _order(self) -> list[int]:
        """Return the indices of the placements: deepest first, then by margin, bounds last."""
        return [int(place) for place in np.lexsort((self.is_refuted, -self.margins, -self.plies))]

    def evaluation(self) -> Evaluation:
        """Return the evaluation so far."""
        return Evaluation(tuple(map(self._judged, self._order())), 0, False)

    def _judged(self, place: int) -> ScoredPlacement:
        margin = float(self.margins[place])
        return ScoredPlacement(
            self.placements[place], margin, share_of_margin(margin), 0, (self.placements[place],)
        )


def _decks(game: Game, rng: Random, n_samples: int) -> list[Numbers]:
    """Return orders of the bag; one empty deck if nothing is to be drawn."""
    if n_samples == 0 or not game.bag:
        return [np.empty(0, np.int64)]
    bag = sorted(tile - 1 for tile in game.bag)
    return [np.array(rng.sample(bag, len(bag)), np.int64) for _ in range(n_samples)]

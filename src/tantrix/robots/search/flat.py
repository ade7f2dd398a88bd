"""Flat Monte Carlo: many playouts of every placement, most of them for the placements that do well.

Sequential halving (Karnin, Koren, Somekh 2013): every round has the same number of playouts, and after it the
worse half of the placements drops out. All playouts of a pass use the same order of the bag. A seat maximises
its own team's share of the points and, to a lesser degree, its margin over the best opponent; in the playouts
every seat plays for itself.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil, log2
from random import Random

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Floats, Numbers
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, ScoredPlacement, ignore, never
from tantrix.robots.forecast.features import new_sheet
from tantrix.robots.forecast.lines import with_lines
from tantrix.robots.forecast.robot import forecasts, placement_keys, shares_of_margins
from tantrix.robots.forecast.weights import load_nets
from tantrix.robots.search.flat_passes import do_passes
from tantrix.robots.search.playouts import FORECAST, UNIFORM

TO_THE_END = 99
_CHUNK = 192  # playouts between two checks of the clock: about ten milliseconds
_MIX = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class FlatSettings:
    """How a flat search plays.

    `n_playouts`: the budget of a decision. `guide`, `n_drawn`: in a playout a seat draws `n_drawn` placements
    and picks the best by `guide`. `depth`: plies after which the forecast judges. `prior`: how many playouts
    the forecast of a placement counts for. `n_first`: how many placements take part, those with the best
    forecasts. `margin_weight`: the share that a point of margin adds. `n_threads` also changes the
    result, because each thread has its own random numbers.
    """

    n_playouts: int
    guide: int = FORECAST
    n_drawn: int = 3
    depth: int = 6
    prior: float = 5.0
    n_first: int = 256
    margin_weight: float = 0.05
    n_threads: int = 1


PLAIN = FlatSettings(n_playouts=2000, guide=UNIFORM, n_drawn=1, depth=TO_THE_END, prior=0.0)


class Flat:
    """A robot that plays by flat search.

    `clock`, in seconds, and `budget_ms` replace the number of playouts by a time limit. Use them only for
    measurements, because the choice then depends on the machine.
    """

    def __init__(
        self,
        settings: FlatSettings,
        clock: Callable[[], float] | None = None,
        budget_ms: float = 0.0,
    ) -> None:
        self.settings = settings
        self._clock = clock
        self._budget_ms = budget_ms

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the placement that wins the race."""
        if len(game.placements()) == 1:
            return game.placements()[0]
        race = self._race(game, rng, never, ignore)
        return game.placements()[race.ranked()[0]]

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge placements by playouts; those that stayed longest in the race come first."""
        evaluation = with_lines(game, self.judge(game, rng, should_stop, on_progress))
        on_progress(evaluation)
        return evaluation

    def judge(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge placements as `analyse` does, but without expected lines of play and the last report."""
        if len(game.placements()) == 1:
            return _Race(game, self.settings, Random(0)).evaluation()
        return self._race(game, rng, should_stop, on_progress).evaluation()

    def _race(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool],
        on_progress: Callable[[Evaluation], None],
    ) -> "_Race":
        spent = self._timed(self._clock) if self._clock else None
        race = _Race(game, self.settings, rng)
        if spent is None:
            race.run(lambda: race.n_played / self.settings.n_playouts, _CHUNK, should_stop, on_progress)
        else:
            race.run(spent, 32, should_stop, on_progress)
        return race

    def _timed(self, clock: Callable[[], float]) -> Callable[[], float]:
        start = clock()
        return lambda: (clock() - start) * 1000 / self._budget_ms


def mean_margins(
    game: Game, placements: Sequence[Placement], n_playouts: int, settings: FlatSettings, rng: Random
) -> list[float]:
    """Return the mean margins after some legal placements, each played out `n_playouts` times.

    The playouts of all placements have the same bags and random numbers. Uses one thread.
    """
    places = {placement: at for at, placement in enumerate(game.placements())}
    chosen = np.array([places[placement] for placement in placements])
    lane = _Lane(game, rng.getrandbits(64))
    _counts, margins, _shares = lane.play(placement_keys(game), chosen, n_playouts, settings)
    means: list[float] = (margins[chosen] / n_playouts).tolist()
    return means


class _Race:
    """One decision: the results of each placement, and which are still in the race."""

    def __init__(self, game: Game, settings: FlatSettings, rng: Random) -> None:
        self._game = game
        self._settings = settings
        self._keys = placement_keys(game)
        n = len(self._keys)
        self._forecast = forecasts(game)
        self._prior = shares_of_margins(game, self._forecast)
        self._counts = np.zeros(n, np.int64)
        self._margins = np.zeros(n)
        self._shares = np.zeros(n)
        self._standing = np.zeros(n, np.int64)  # the last round that a placement took part in
        seed = rng.getrandbits(64)
        self._lanes = [_Lane(game, seed + _MIX * lane) for lane in range(settings.n_threads)]
        self.n_played = 0

    def run(
        self,
        progress: Callable[[], float],
        chunk: int,
        should_stop: Callable[[], bool],
        on_progress: Callable[[Evaluation], None],
    ) -> None:
        """Halve until one is left or the budget is spent; `progress` returns the fraction that is spent."""
        racing = np.array(self.ranked()[: self._settings.n_first], np.int64)
        n_rounds = max(1, ceil(log2(len(racing))))
        at_first = max(2, self._settings.n_playouts // n_rounds)
        if progress() == 0.0:  # with a time limit the number of playouts is unknown
            racing = racing[:at_first]
        with ThreadPoolExecutor(self._settings.n_threads) as pool:
            for number in range(1, n_rounds + 1):
                self._standing[racing] = number
                while True:
                    self._pass(racing, self._n_passes(len(racing), number / n_rounds, chunk), pool)
                    if should_stop():
                        return
                    if progress() >= number / n_rounds:
                        break
                if on_progress is not ignore:
                    on_progress(self.evaluation())
                if len(racing) == 1:
                    return
                racing = racing[np.argsort(-self._values()[racing], kind="stable")][: (len(racing) + 1) // 2]

    def ranked(self) -> list[int]:
        """Return the indices of all placements: those that stayed longest first, then by value."""
        order: list[int] = np.lexsort((-self._values(), -self._standing)).tolist()
        return order

    def evaluation(self) -> Evaluation:
        """Return the evaluation so far."""
        seen = np.maximum(self._counts, 1)
        is_seen = self._counts > 0
        margins = np.where(is_seen, self._margins / seen, self._forecast).tolist()
        shares = np.where(is_seen, self._shares / seen, self._prior).tolist()
        placements = list(self._game.placements())
        return Evaluation(
            tuple(
                ScoredPlacement(
                    placements[at], margins[at], shares[at], int(self._counts[at]), (placements[at],)
                )
                for at in self.ranked()
            ),
            self.n_played,
            False,
        )

    def _values(self) -> Floats:
        weight, prior = self._settings.margin_weight, max(self._settings.prior, 1e-6)
        seen = self._shares + weight * self._margins
        values: Floats = (seen + prior * (self._prior + weight * self._forecast)) / (self._counts + prior)
        return values

    def _n_passes(self, n_racing: int, until: float, chunk: int) -> int:
        """Return how many passes a lane makes before the next check, not beyond the end of the round."""
        wanted = ceil((until * self._settings.n_playouts - self.n_played) / (n_racing * len(self._lanes)))
        return max(1, min(wanted, chunk // n_racing))

    def _pass(self, racing: Numbers, n_passes: int, pool: ThreadPoolExecutor) -> None:
        if len(self._lanes) == 1:
            found = [self._lanes[0].play(self._keys, racing, n_passes, self._settings)]
        else:
            found = list(
                pool.map(lambda lane: lane.play(self._keys, racing, n_passes, self._settings), self._lanes)
            )
        for counts, margins, shares in found:
            self._counts += counts
            self._margins += margins
            self._shares += shares
        self.n_played += n_passes * len(racing) * len(self._lanes)


class _Lane:
    """What a thread plays on: its own table, bag and random numbers."""

    def __init__(self, game: Game, seed: int) -> None:
        self._state = game.kernel_state()
        self._nets = load_nets(game.rules)
        self._sheets = new_sheet()
        self._deck = np.array(sorted(game.bag), np.int64) - 1
        self._rng = np.array([seed % 2**64 | 1], np.uint64)
        self._out = np.empty(kernel.MAX_PLACEMENTS, np.int64)

    def play(
        self, keys: Numbers, racing: Numbers, n_passes: int, settings: FlatSettings
    ) -> tuple[Numbers, Floats, Floats]:
        """Play passes; return counts, margins and shares, one per placement."""
        counts, margins, shares = np.zeros(len(keys), np.int64), np.zeros(len(keys)), np.zeros(len(keys))
        do_passes(
            self._state,
            kernel.tables(),
            self._nets,
            self._sheets,
            self._deck,
            self._rng,
            self._out,
            keys,
            racing,
            n_passes,
            settings.guide,
            settings.n_drawn,
            settings.depth,
            counts,
            margins,
            shares,
        )
        return counts, margins, shares

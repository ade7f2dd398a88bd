"""The value of a placement once the next tile is drawn, which is the basis of losses and luck.

After a placement the tile that was drawn, and a random sample of the other tiles of the bag in its place,
each give a position that the robot judges. Two placements are compared over the same draws with the same
random numbers, so that most of the chance cancels out in the difference. The luck of a draw is the value
of the drawn tile minus the mean over the bag, in which the drawn tile stands for itself and the sample for
all others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

from tantrix.analysis.outlook import chance, outlook
from tantrix.analysis.value import Draw
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import Analyser

SPREAD = 3.0  # rough standard deviation of the margin of a playout, in points; see docs/library/analysis.md


@dataclass(frozen=True, slots=True)
class Bag:
    """The draws to try: `tiles[0]` was drawn, the others stand for the `n_others` left in the bag."""

    tiles: tuple[int | None, ...]
    n_others: int

    def mean(self, values: Sequence[float]) -> float:
        """Return the mean value over the bag, estimated from the tiles tried."""
        if self.n_others == 0:
            return values[0]
        return (values[0] + self.n_others * fmean(values[1:])) / (1 + self.n_others)

    def error(self, values: Sequence[float]) -> float:
        """Return the standard error of `mean` due to sampling."""
        n = len(values) - 1
        if n < 2:
            return 0.0
        of_sample = variance(values[1:]) / n * (1 - n / self.n_others)
        return sqrt(of_sample) * self.n_others / (1 + self.n_others)


class Lookahead:
    """The value of placements in one position."""

    def __init__(
        self,
        game: Game,
        drawn: int | None,
        robot: Analyser,
        seed: int,
        n_samples: int,
        should_stop: Callable[[], bool],
    ) -> None:
        self._game = game
        self._robot = robot
        self._seed = seed
        self._should_stop = should_stop
        others = sorted(game.bag - {drawn})
        rng = chance(seed, game.ply, "draws")
        sample = others if len(others) <= n_samples else rng.sample(others, n_samples)
        self.bag = Bag((drawn, *sample), len(others))

    def values(self, placement: Placement) -> tuple[list[float], list[float], int]:
        """Return the margins and shares after each draw tried, and how many playouts the first took."""
        found = [self._value(placement, tile) for tile in self.bag.tiles]
        return [each[0] for each in found], [each[1] for each in found], found[0][2]

    def draw(self, margins: Sequence[float], n_playouts: int) -> Draw | None:
        """Judge the draw by the margins after it and after the others; None if the bag was empty."""
        drawn = self.bag.tiles[0]
        if drawn is None:
            return None
        if self.bag.n_others == 0:
            return Draw(drawn, 0.0, 0.0)
        of_playouts = SPREAD * self.bag.n_others / (1 + self.bag.n_others) / sqrt(n_playouts or 1)
        error = sqrt(self.bag.error(margins) ** 2 + (of_playouts**2 if n_playouts else 0.0))
        return Draw(drawn, margins[0] - self.bag.mean(margins), error)

    def _value(self, placement: Placement, tile: int | None) -> tuple[float, float, int]:
        after = self._game.play(placement, tile)
        rng = chance(self._seed, self._game.ply, "worth")
        return outlook(self._game.to_play, after, self._robot, rng, self._should_stop)

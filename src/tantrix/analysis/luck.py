"""The luck of a draw: what the tile drawn is worth beyond what could have been drawn.

The position after a placement is judged with the tile that was drawn, and with a random sample of the other
tiles of the bag in its place, each time with the same random numbers, so that chance in the judging falls
out of the difference as far as it can. With a bag of M tiles the luck is (M - 1) / M times the worth of the
tile drawn less the mean worth of the sample.
"""

from collections.abc import Callable
from math import sqrt
from statistics import fmean, pvariance, variance

from tantrix.analysis.outlook import chance, margin_for
from tantrix.analysis.value import Draw
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.thought import Thinker, Thought

SPREAD = 10.0  # about the standard deviation in points of the margin of one playout


def luck_of(
    game: Game,
    placement: Placement,
    drawn: int,
    robot: Thinker,
    seed: int,
    n_samples: int,
    should_stop: Callable[[], bool],
) -> Draw:
    """Judge a draw by `n_samples` others at most; costs as many thoughts and one.

    The error is one standard error: of the sample's mean, and of the worth of the tile drawn as far as the
    robot plays games out for it.
    """
    others = sorted(game.bag - {drawn})
    rng = chance(seed, game.ply, "draws")
    sample = others if len(others) <= n_samples else rng.sample(others, n_samples)

    def worth(tile: int) -> tuple[float, Thought | None]:
        after = game.play(placement, tile)
        return margin_for(game.to_play, after, robot, chance(seed, game.ply, "luck"), should_stop)

    value, thought = worth(drawn)
    if not sample:
        return Draw(drawn, 0.0, 0.0)
    values = [worth(tile)[0] for tile in sample]
    part = len(others) / (len(others) + 1)
    return Draw(drawn, part * (value - fmean(values)), part * _error(values, len(others), thought))


def _error(values: list[float], n_others: int, thought: Thought | None) -> float:
    n = len(values)
    spread = variance(values) if n > 1 else pvariance(values)
    of_sample = spread / n * (1 - n / n_others)
    n_playouts = thought.judged[0].n_playouts if thought and not thought.is_exact else 0
    return sqrt(of_sample + (SPREAD**2 / n_playouts if n_playouts else 0.0))

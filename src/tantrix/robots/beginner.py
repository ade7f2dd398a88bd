"""The robot `beginner`, which judges well what it sees, but overlooks most of its options."""

from collections.abc import Callable
from random import Random

import numpy as np

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, ignore, never
from tantrix.robots.forecast.robot import forecast_evaluation, forecasts

N_SEEN = 7


class Beginner:
    """Play the placement with the best forecast among seven drawn at random."""

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the best of the placements drawn."""
        margins = forecasts(game)
        return game.placements()[_chosen(margins, rng)]

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge all placements by the forecast, but list first the one it plays."""
        margins = forecasts(game)
        chosen = _chosen(margins, rng)
        order = sorted(range(len(margins)), key=lambda at: (at != chosen, -margins[at]))
        evaluation = forecast_evaluation(game, margins, order)
        on_progress(evaluation)
        return evaluation


def _chosen(margins: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]", rng: Random) -> int:
    seen = sorted(rng.sample(range(len(margins)), min(N_SEEN, len(margins))))
    return max(seen, key=lambda at: float(margins[at]))

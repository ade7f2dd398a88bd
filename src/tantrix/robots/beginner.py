"""The robot `beginner`: it judges well what it sees, but overlooks most of what it could do."""

from collections.abc import Callable
from random import Random

import numpy as np

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, ScoredPlacement, ignore, never
from tantrix.robots.forecast.robot import forecasts, shares_of

N_SEEN = 7


class Beginner:
    """Play the best by forecast of seven placements that happen to come to mind."""

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the best of the placements that it sees."""
        margins = forecasts(game)
        return game.placements()[_chosen(margins, rng)]

    def think(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge all placements by the forecast, but put the one first that it would play."""
        margins = forecasts(game)
        shares = shares_of(game, margins).tolist()
        placements = list(game.placements())
        chosen = _chosen(margins, rng)
        order = sorted(range(len(placements)), key=lambda at: (at != chosen, -margins[at]))
        evaluation = Evaluation(
            tuple(
                ScoredPlacement(placements[at], float(margins[at]), shares[at], 0, (placements[at],))
                for at in order
            ),
            0,
            False,
        )
        on_progress(evaluation)
        return evaluation


def _chosen(margins: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]", rng: Random) -> int:
    seen = sorted(rng.sample(range(len(margins)), min(N_SEEN, len(margins))))
    return max(seen, key=lambda at: float(margins[at]))

"""The robot `forecast`: one ply deep, on what the lines will be worth in the end."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, ScoredPlacement, ignore, never
from tantrix.robots.forecast.features import ask_forecasts, new_sheet, stage_of
from tantrix.robots.forecast.weights import load_nets


class Forecast:
    """Play the placement after which the margin forecast is highest.

    The margin is the worth forecast for the own colour less that of the best rival colour.
    """

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the placement with the best forecast; costs about two microseconds a placement."""
        return game.placements()[int(np.argmax(forecasts(game)))]

    def think(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge placements by the forecast; `rng` is not needed."""
        margins = forecasts(game)
        shares = shares_of(game, margins).tolist()
        placements = list(game.placements())
        order = np.argsort(-margins, kind="stable").tolist()
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


def forecasts(game: Game) -> Any:
    """Return for each legal placement, in order, the final margin forecast: float64[len(placements())]."""
    keys = keys_of(game)
    margins = np.empty(len(keys))
    ask_forecasts(
        game.kernel_state(), kernel.tables(), load_nets(game.rules), new_sheet(), keys, len(keys), margins
    )
    return margins


def keys_of(game: Game) -> Any:
    """Return the keys of the legal placements, in order: int64[len(placements())]."""
    keys = np.empty(kernel.MAX_PLACEMENTS, np.int64)
    return keys[: kernel.do_settle(game.kernel_state(), kernel.tables(), keys)]


def shares_of(game: Game, margins: Any) -> Any:
    """Return the shares of the points that margins forecast for the placements of a game promise."""
    n_left = len(game.bag) + sum(map(len, game.hands)) - 1
    scale = float(load_nets(game.rules)[0].scale[stage_of(n_left)])
    return 1 / (1 + np.exp(-margins / scale))

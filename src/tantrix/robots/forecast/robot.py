"""The robot `forecast`, which looks one ply ahead and judges by the expected final value of lines."""

from collections.abc import Callable, Iterable
from random import Random

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Floats, Numbers
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, ScoredPlacement, ignore, never
from tantrix.robots.forecast.features import ask_forecasts, new_sheet, stage_of
from tantrix.robots.forecast.weights import load_nets


class Forecast:
    """Play the placement with the highest forecast margin.

    The margin is the expected value of the seat's own colour minus that of the best opponent colour.
    """

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the placement with the best forecast; takes about two microseconds per placement."""
        return game.placements()[int(np.argmax(forecasts(game)))]

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge placements by the forecast; `rng` is not used."""
        margins = forecasts(game)
        evaluation = forecast_evaluation(game, margins, np.argsort(-margins, kind="stable").tolist())
        on_progress(evaluation)
        return evaluation


def forecast_evaluation(game: Game, margins: Floats, order: Iterable[int]) -> Evaluation:
    """Return the placements of a game with their forecast margins; `order` lists their indices."""
    shares = shares_of_margins(game, margins).tolist()
    placements = list(game.placements())
    scored = (
        ScoredPlacement(placements[at], float(margins[at]), shares[at], 0, (placements[at],)) for at in order
    )
    return Evaluation(tuple(scored), 0, False)


def forecasts(game: Game) -> Floats:
    """Return the forecast margin of each legal placement, in order: float64[len(placements())]."""
    keys = placement_keys(game)
    margins = np.empty(len(keys))
    ask_forecasts(
        game.kernel_state(), kernel.tables(), load_nets(game.rules), new_sheet(), keys, len(keys), margins
    )
    return margins


def placement_keys(game: Game) -> Numbers:
    """Return the keys of the legal placements, in order: int64[len(placements())]."""
    keys = np.empty(kernel.MAX_PLACEMENTS, np.int64)
    return keys[: kernel.do_settle(game.kernel_state(), kernel.tables(), keys)]


def shares_of_margins(game: Game, margins: Floats) -> Floats:
    """Return the expected shares of the points for the forecast margins of a game's placements."""
    n_left = len(game.bag) + sum(map(len, game.hands)) - 1
    scale = float(load_nets(game.rules)[0].scale[stage_of(n_left)])
    return 1 / (1 + np.exp(-margins / scale))

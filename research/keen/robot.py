"""The robot `keen`: tree search guided and judged by a net that was trained on searches.

The net knows two seats only; with three or four it is the plain tree search.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from research.keen.features import ask_keenly
from research.keen.search import do_keen_passes
from research.keen.weights import load_workspace
from tantrix import kernel
from tantrix.game import Game
from tantrix.robots.forecast.robot import placement_keys
from tantrix.robots.search.tree import TreeDecision, TreeSearch, TreeSettings


@dataclass(frozen=True, slots=True)
class KeenSettings(TreeSettings):
    """The settings of the tree, of which `prior_guide` is unused.

    guide: how many placements are drawn for each that a playout judges; the one that gains most in lines is
    judged. mix: how much a random end of the game counts in the value of a playout, beside the net.
    """

    mix: float = 0.0


class Keen(TreeSearch):
    """Play by tree search with the keen net."""

    def _search(self, game: Game, rng: Random) -> TreeDecision:
        return (KeenSearch if game.rules.n_seats == 2 else TreeDecision)(game, rng, self.settings)


class KeenSearch(TreeDecision):
    """One decision of `keen`."""

    def _forecasts(self, game: Game) -> Any:
        self.workspace = load_workspace()
        self.workspace[0].mix = self.settings.mix if isinstance(self.settings, KeenSettings) else 0.0
        keys = placement_keys(game)
        margins = np.empty(len(keys))
        ask_keenly(game.kernel_state(), kernel.tables(), self.workspace, keys, len(keys), margins)
        return margins

    def _do_passes(self, field: Any, n_passes: int) -> None:
        do_keen_passes(
            self.tree, self.states, kernel.tables(), self.workspace, self.deck, self.rng, field,
            self.margins, self.shares, n_passes,
        )  # fmt: skip

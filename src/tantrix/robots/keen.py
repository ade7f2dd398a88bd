"""The robot `keen`: the tree search, guided and judged by a net that was taught by searches.

With three or four seats, of which the net knows nothing, it is the tree search as it is.
"""

from random import Random
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix.game import Game
from tantrix.robots.forecast.robot import keys_of
from tantrix.robots.keen_features import ask_keenly
from tantrix.robots.keen_search import do_keen_passes
from tantrix.robots.keen_weights import load_desk
from tantrix.robots.search.tree import TreeDecision, TreeSearch


class Keen(TreeSearch):
    """Play by the tree search with the keen net; the settings are those of the tree.

    `prior_guide` is not asked, and `guide` is how many placements are sifted by their gain in lines for each
    that a playout looks at.
    """

    def _search(self, game: Game, rng: Random) -> TreeDecision:
        return (KeenSearch if game.rules.n_seats == 2 else TreeDecision)(game, rng, self.settings)


class KeenSearch(TreeDecision):
    """One decision of `keen`."""

    def _forecasts(self, game: Game) -> Any:
        self.desk = load_desk()
        self.desk[0].mix = self.settings.mix
        keys = keys_of(game)
        margins = np.empty(len(keys))
        ask_keenly(game.kernel_state(), kernel.tables(), self.desk, keys, len(keys), margins)
        return margins

    def _do_passes(self, field: Any, n_passes: int) -> None:
        do_keen_passes(
            self.tree, self.states, kernel.tables(), self.desk, self.deck, self.rng, field,
            self.margins, self.shares, n_passes,
        )  # fmt: skip

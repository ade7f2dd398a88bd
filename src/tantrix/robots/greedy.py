"""The robot `greedy`: one ply deep, its own best score less that of its best rival."""

from random import Random

import numpy as np

from tantrix.game import Game
from tantrix.placement import Placement


class Greedy:
    """Play the placement after which the own score less the best rival's is highest; ties by chance.

    It looks at the table only: neither at the hands of others nor at its own next placement.
    """

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return one of the placements with the best margin; costs about 10 us more than listing them."""
        placements = list(game.placements())
        margins = game.margins()
        best = np.flatnonzero(margins == margins.max()).tolist()
        return placements[best[rng.randrange(len(best))]]

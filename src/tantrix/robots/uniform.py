"""The robot `random`: any legal placement, all equally likely."""

from random import Random

from tantrix.game import Game
from tantrix.placement import Placement


class Uniform:
    """Play a legal placement chosen at random."""

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return one of the legal placements, all equally likely."""
        placements = list(game.placements())
        return placements[rng.randrange(len(placements))]

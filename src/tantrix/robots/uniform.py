"""The robot `random`, which plays any legal placement with equal probability."""

from collections.abc import Callable
from random import Random

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, ignore, never, static


class Uniform:
    """Play a legal placement chosen at random."""

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return one of the legal placements, all equally likely."""
        placements = list(game.placements())
        return placements[rng.randrange(len(placements))]

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Score all placements the same; the one chosen at random comes first."""
        chosen = self.choose(game, rng)
        others = [placement for placement in game.placements() if placement != chosen]
        evaluation = Evaluation(tuple(static(placement, 0.0) for placement in (chosen, *others)), 0, False)
        on_progress(evaluation)
        return evaluation

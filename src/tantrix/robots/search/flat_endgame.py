"""A searching robot that solves the endgame instead of playing it out at random."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.endgame.robot import analyse_endgame
from tantrix.robots.endgame.solve import Window, solve
from tantrix.robots.evaluation import Analyser, Evaluation, ignore, never


@dataclass(frozen=True, slots=True)
class WithEndgame:
    """Play as `robot` until the bag is empty and all hands together hold at most `n_left` tiles; then solve.

    If `max_nodes` positions are not enough, `robot` chooses after all. With three or four colours the solver
    maximises the margin that all others together cannot prevent.
    """

    robot: Analyser
    n_left: int
    max_nodes: int

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the first placement of `analyse`, without judging the others in an endgame."""
        if self._is_near_the_end(game):
            solved = solve(game, goal=Window.MARGIN, max_nodes=self.max_nodes)
            if solved.is_exact:
                return solved.best
        return self.robot.choose(game, rng)

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge placements by their exact margins if the endgame can be solved, else as `robot` does."""
        if self._is_near_the_end(game):
            evaluation = analyse_endgame(game, self.max_nodes, should_stop)
            if evaluation.is_exact:
                on_progress(evaluation)
                return evaluation
        return self.robot.analyse(game, rng, should_stop, on_progress)

    def _is_near_the_end(self, game: Game) -> bool:
        return not game.bag and sum(map(len, game.hands)) <= self.n_left and len(game.placements()) > 1

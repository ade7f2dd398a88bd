"""The robot that solves endgames and evaluates every placement exactly."""

from collections.abc import Callable
from random import Random

import numpy as np

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.endgame.solve import MAX_NODES, Known, Solver, Window, check_is_endgame, placement_of_key
from tantrix.robots.evaluation import (
    Evaluation,
    ScoredPlacement,
    final_margin,
    ignore,
    never,
    share_of_margin,
)


class EndgameAnalyser:
    """Judge every placement of an endgame by its exact margin, visiting at most `max_nodes` positions.

    The best placement is searched first and may use all nodes; what is left goes to the other placements one
    by one. A placement whose margin is not proved is judged by its immediate margin. Works only with an empty
    bag.
    """

    def __init__(self, max_nodes: int = MAX_NODES) -> None:
        self._max_nodes = max_nodes

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the best placement; `rng` is not used, so ties are always broken in the same way."""
        return self.analyse(game, rng).candidates[0].placement

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge every legal placement, best first. Raises ValueError if the bag holds tiles.

        `is_exact` means that the margin of the position is proved; `n_playouts` is 0 throughout.
        """
        return analyse_endgame(game, self._max_nodes, should_stop, on_progress)


def analyse_endgame(
    game: Game,
    max_nodes: int = MAX_NODES,
    should_stop: Callable[[], bool] = never,
    on_progress: Callable[[Evaluation], None] = ignore,
) -> Evaluation:
    """Judge every legal placement of an endgame, best first. Raises ValueError for any other position."""
    check_is_endgame(game)
    solver = Solver(max_nodes, should_stop)
    root = solver.ask(game.kernel_state(), game.to_play, Window.MARGIN)
    best = placement_of_key(game, root.key)
    line = solver.line(game, best, Window.MARGIN) if root.is_solved else (best,)
    scored = {placement: _judge(known, (placement,)) for placement, known in _at_first(game, root)}
    scored[best] = _judge(root, line)
    evaluation = _in_order(scored, best, root.is_solved)
    on_progress(evaluation)
    if not root.is_solved:
        return evaluation
    for other in evaluation.candidates[1:]:
        known = _after(solver, game, other.placement)
        if not known.is_solved:
            break
        scored[other.placement] = _judge(known, solver.line(game, other.placement, Window.MARGIN))
        on_progress(_in_order(scored, best, True))
    return _in_order(scored, best, True)


def _at_first(game: Game, root: Known) -> list[tuple[Placement, Known]]:
    """Return the bounds of each placement before its search: its immediate margin, capped by the root's."""
    margins = np.minimum(game.margins(), root.high).tolist()
    return [
        (placement, Known(margin, margin, -1, False))
        for placement, margin in zip(game.placements(), margins, strict=True)
    ]


def _after(solver: Solver, game: Game, placement: Placement) -> Known:
    """Return what is proved about the position after a placement, from the view of the seat that made it."""
    following = game.play(placement)
    if following.is_over:
        margin = final_margin(following, game.to_play)
        return Known(margin, margin, -1, True)
    return solver.ask(following.kernel_state(), game.to_play, Window.MARGIN)


def _judge(known: Known, line: tuple[Placement, ...]) -> ScoredPlacement:
    margin = (known.low + known.high) / 2
    share = share_of_margin(margin)
    if known.is_solved:
        share = 0.5 + 0.5 * float(np.sign(margin))
    return ScoredPlacement(line[0], margin, share, 0, line)


def _in_order(scored: dict[Placement, ScoredPlacement], best: Placement, is_exact: bool) -> Evaluation:
    """Sort by margin, the best placement first; ties stay in canonical order."""
    order = sorted(scored.values(), key=lambda each: (each.placement != best, -each.margin))
    return Evaluation(tuple(order), 0, is_exact)

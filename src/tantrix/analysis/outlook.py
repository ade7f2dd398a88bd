"""How good a position is for a seat, as a robot evaluates it."""

from collections.abc import Callable
from hashlib import sha256
from random import Random

from tantrix.game import Game
from tantrix.robots.evaluation import Analyser, final_margin


def chance(seed: int, *names: object) -> Random:
    """Return a separate generator for each use, so that the evaluation of a ply does not depend on others."""
    text = " ".join(map(str, ("tantrix analysis", seed, *names)))
    return Random(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))


def final_share(game: Game, seat: int) -> float:
    """Return a seat's final share of the points: 1 for a sole winner, less if the first place is shared."""
    outcome = game.outcome
    if outcome is None or seat not in outcome.winners:
        return 0.0
    return 1.0 / len({game.rules.colours[each] for each in outcome.winners})


def outlook(
    seat: int, game: Game, robot: Analyser, rng: Random, should_stop: Callable[[], bool]
) -> tuple[float, float, int]:
    """Return the expected final margin and share of any seat, and the number of playouts behind them.

    With two teams, the margin of one is the negative of the other's. With three or four seats a robot
    evaluates only for the seat to play, so it evaluates the position as if it were this seat's turn.
    """
    rules = game.rules
    is_own = game.to_play in rules.partners(seat)
    if not is_own and rules.n_teams > 2 and not game.is_over:
        game = Game.from_position(rules, [laid.placement for laid in game.laid], game.hands, seat)
        is_own = True
    if game.is_over:
        return float(final_margin(game, seat)), final_share(game, seat), 0
    evaluation = robot.analyse(game, rng, should_stop)
    best = evaluation.candidates[0]
    n_playouts = 0 if evaluation.is_exact else best.n_playouts
    return (best.margin, best.share, n_playouts) if is_own else (-best.margin, 1 - best.share, n_playouts)

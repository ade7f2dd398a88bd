"""What a position is worth to a seat, as a robot sees it."""

from collections.abc import Callable
from hashlib import sha256
from random import Random

from tantrix.game import Game, Termination
from tantrix.robots.thought import Thinker, Thought
from tantrix.rules import Rules


def chance(seed: int, *names: object) -> Random:
    """Return a generator of its own for each use: what is thought of a ply does not depend on other plies."""
    text = " ".join(map(str, ("tantrix analysis", seed, *names)))
    return Random(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))


def final_margin(game: Game, seat: int) -> float:
    """Return a seat's margin at the end: its score less the best of its rivals, 0 in a deadlock (R3.6)."""
    if game.outcome and game.outcome.termination is Termination.DEADLOCK:
        return 0.0
    partners = game.rules.partners(seat)
    rivals = [score for other, score in enumerate(game.scores) if other not in partners]
    return float(game.score(seat) - max(rivals))


def margin_for(
    seat: int, game: Game, robot: Thinker, rng: Random, should_stop: Callable[[], bool]
) -> tuple[float, Thought | None]:
    """Return the expected final margin of any seat, and the thought behind it, None when the game is over.

    Where two sides play, one's margin is the other's turned over. Among three or four seats a robot speaks
    only for the one to play, so it is asked what the position would be worth if it were this seat's turn.
    """
    rules = game.rules
    is_own = game.to_play in rules.partners(seat)
    if not is_own and n_sides(rules) > 2:
        game = Game.from_position(rules, [laid.placement for laid in game.laid], game.hands, seat)
        is_own = True
    if game.is_over:
        return final_margin(game, seat), None
    thought = robot.think(game, rng, should_stop)
    margin = thought.judged[0].margin
    return (margin if is_own else -margin), thought


def n_sides(rules: Rules) -> int:
    """Return how many play against each other: seats, or two teams."""
    return len(set(rules.colours))

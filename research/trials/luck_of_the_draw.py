"""How much of the luck of the draw is left when tables share their deals.

    python -m research.trials.luck_of_the_draw --deals 400 --strong club --weak beginner

Two robots, of which one is stronger, play four games of every deal: each against the other at both seats, and
each against itself. A game between the two counts for the strong one in several ways: by its tournament
points, by the mean of its points at both seats of the deal, by matchpoints against those at its seat at the
three other tables, and by ten points and half of what it has more than the mean of those three. `edge`: its
points above 10 of 20; `error`: the standard error of their mean after ten games.
"""

import argparse
import random
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from tantrix.competition.ladder import tournament_points
from tantrix.deal import Deal, deal, next_draw, start
from tantrix.robots import Robot, find
from tantrix.rules import Rules
from tantrix.tiles import Colour

N_GAMES = 10  # of which the standard error is given
RULES = Rules(colours=(Colour.RED, Colour.BLUE))


def main() -> None:
    """Print a line for each way to count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--strong", default="club")
    parser.add_argument("--weak", default="beginner")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    strong, weak = find(options.strong), find(options.weak)
    plain: list[float] = []
    mirror: list[float] = []
    matchpoints: list[float] = []
    crossed: list[float] = []
    for number in range(options.deals):
        rng = random.Random(f"{options.seed} {number}")
        dealt = deal(RULES, rng.randbytes(32))
        first, second = _lead(strong, weak, dealt, rng), -_lead(weak, strong, dealt, rng)
        same = [_lead(strong, strong, dealt, rng), _lead(weak, weak, dealt, rng)]
        plain += [tournament_points(first), tournament_points(second)]
        mirror.append(fmean(plain[-2:]))
        for lead, others in ((first, [-second, *same]), (second, [-first, *(-each for each in same)])):
            matchpoints.append(_matchpoints(lead, others))
            points = tournament_points(lead) - fmean(map(tournament_points, others))
            crossed.append(10 + points / 2)
    _print("plain", plain, 1)
    _print("mirror", mirror, 2)
    _print("matchpoints", matchpoints, 1)
    _print("crossed", crossed, 1)


def _lead(first: Robot, second: Robot, dealt: Deal, rng: random.Random) -> int:
    """Return the lead of the first seat at the end of a game."""
    game = start(RULES, dealt)
    while not game.is_over:
        robot = (first, second)[game.to_play]
        game = game.play(robot.choose(game, rng), next_draw(dealt, game))
    return game.scores[0] - game.scores[1]


def _matchpoints(lead: int, others: Sequence[int]) -> float:
    """Return the matchpoints of a side against the others at its seat, of 20."""
    won = sum(2 * (lead > other) + (lead == other) for other in others)
    return 20 * won / (2 * len(others))


def _print(name: str, scores: Sequence[float], n_games: int) -> None:
    """Print the edge, its standard error after ten games, and how many of them it is."""
    error = stdev(scores) * sqrt(n_games / N_GAMES)
    edge = fmean(scores) - 10
    print(f"{name:11} edge {edge:5.2f}  error {error:5.2f}  ratio {edge / error:5.2f}")


if __name__ == "__main__":
    main()

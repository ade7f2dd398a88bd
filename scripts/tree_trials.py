"""Paired matches of tree search and minimax settings: the trials of docs/robots-tree.md.

`tree_trials.py A B [--pairs N] [--seed S]` plays N pairs of two-handed games; the two of a pair share hands
and bag, with seats exchanged. A robot is a name and settings: `tree:n_playouts=2000,n_deep=1`, `minimax`,
`greedy`. Prints one line: share of the points of A, its 95 % interval over pairs, scores, CPU ms a decision
(those with a choice) of both. Needs `PYTHONPATH=.`: deals are those of tests/support/play.py.
"""

import argparse
from ast import literal_eval
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from tantrix import Game, Rules
from tantrix.robots import find
from tantrix.robots.search.flat import Flat, FlatSettings
from tantrix.robots.search.minimax import Minimax, MinimaxSettings
from tantrix.robots.search.tree import TreeSearch, TreeSettings
from tests.support.play import random_start


class Timed:
    """A robot and the CPU time of its decisions."""

    def __init__(self, text: str) -> None:
        self.robot: Any = made(text)
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, game: Game, rng: Random) -> Any:
        """Choose; a single legal placement is played without asking."""
        if len(game.placements()) == 1:
            return next(iter(game.placements()))
        began = process_time()
        chosen = self.robot.choose(game, rng)
        self.seconds += process_time() - began
        self.decisions += 1
        return chosen

    @property
    def ms(self) -> float:
        """CPU milliseconds a decision."""
        return 1000 * self.seconds / max(1, self.decisions)


def made(text: str) -> Any:
    """Make a robot of a text such as `tree:n_deep=1,scale=(1,.1)`."""
    name, _, settings = text.partition(":")
    chosen = literal_eval("{" + ",".join(_pairs(settings)) + "}") if settings else {}
    if name == "tree":
        return TreeSearch(TreeSettings(**chosen))
    if name == "flat":
        return Flat(FlatSettings(**chosen))
    return Minimax(MinimaxSettings(**chosen)) if name == "minimax" else find(name)


def _pairs(settings: str) -> list[str]:
    """Turn `a=1,b=(2,3)` into `"a":1`, `"b":(2,3)`."""
    parts: list[str] = []
    for part in settings.split(","):
        name, equals, value = part.partition("=")
        parts.append(f'"{name}":{value}' if equals else parts.pop() + "," + part)
    return parts


def played(seed: int, robots: list[Timed], first: int) -> tuple[int, int]:
    """Play one game; return the scores of A and B. `first`: the seat of A."""
    game, order = random_start(Rules(), Random(seed))
    seats = robots if first == 0 else robots[::-1]
    rng = Random(seed + 1_000_000)
    while not game.is_over:
        game = game.play(seats[game.to_play].choose(game, rng), order.pop() if order else None)
    return (game.score(first), game.score(1 - first)) if all(not hand for hand in game.hands) else (0, 0)


def main() -> None:
    """Play a match and print its line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0, help="the first pair's; below 1,000 with the last")
    chosen = parser.parse_args()
    robots = [Timed(chosen.a), Timed(chosen.b)]
    warm, _ = random_start(Rules(), Random(5000))
    for robot in robots:
        robot.robot.choose(warm, Random(0))
    shares = []
    scores = []
    for seed in range(chosen.seed, chosen.seed + chosen.pairs):
        pair = [played(seed, robots, first) for first in (0, 1)]
        scores += pair
        shares.append(fmean(0.5 * (1 + (a > b) - (a < b)) for a, b in pair))
    interval = 1.96 * stdev(shares) / sqrt(len(shares))
    a_mean, b_mean = (fmean(score[side] for score in scores) for side in (0, 1))
    print(
        f"| {chosen.a} | {chosen.b} | {2 * chosen.pairs} | {chosen.seed}"
        f" | {fmean(shares):.3f} +- {interval:.3f}"
        f" | {a_mean:.1f} : {b_mean:.1f} | {robots[0].ms:.1f} / {robots[1].ms:.1f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()

"""Matches in pairs: both games of a pair share hands and bag, with the seats exchanged."""

import argparse
import sys
from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from tantrix import Game, Placement, Rules

Deal = Callable[[int, Rules], tuple[Game, list[int]]]
Make = Callable[[str], Any]


class TimedRobot:
    """A robot that notes how much processor time each of its decisions takes."""

    def __init__(self, robot: Any) -> None:
        self.robot = robot
        self.seconds: list[float] = []

    def choose(self, game: Game, rng: Random) -> Placement:
        """Choose a placement; the only legal one is played without calling the robot."""
        if len(game.placements()) == 1:
            return game.placements()[0]
        began = process_time()
        chosen: Placement = self.robot.choose(game, rng)
        self.seconds.append(process_time() - began)
        return chosen

    def __str__(self) -> str:
        return f"{1000 * fmean(self.seconds):.2f} ({1000 * max(self.seconds):.0f})"


def play_match(description: str | None, make: Make, deal: Deal) -> None:
    """Read the two robots from the command line, play their match and print its row.

    `make` turns the text of a robot into the robot. `deal` returns the game of a seed just dealt, and its bag
    with the next draw last.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0, help="of the first pair; the others follow")
    parser.add_argument(
        "--tile-set", type=int, choices=(56, 64), default=56, help="how many tiles are played"
    )
    chosen = parser.parse_args()
    rules = Rules(tile_set=chosen.tile_set)
    robots = [TimedRobot(make(chosen.a)), TimedRobot(make(chosen.b))]
    for robot in robots:  # compiles
        robot.robot.choose(deal(5000, rules)[0], Random(0))
    shares, scores = [], []
    for seed in range(chosen.seed, chosen.seed + chosen.pairs):
        pair = [scores_of(deal(seed, rules), seed, robots, first) for first in (0, 1)]
        scores += pair
        shares.append(fmean(0.5 * (1 + (a > b) - (a < b)) for a, b in pair))
        print(f"{seed}: {pair[0]} {pair[1]}, {robots[0]} / {robots[1]} ms", file=sys.stderr, flush=True)
    interval = 1.96 * stdev(shares) / sqrt(len(shares))
    a_mean, b_mean = (fmean(score[side] for score in scores) for side in (0, 1))
    share = f"{fmean(shares):.3f} +- {interval:.3f}"
    print(
        f"| {chosen.a} | {chosen.b} | {2 * chosen.pairs} | {chosen.seed} | {share}"
        f" | {a_mean:.1f} : {b_mean:.1f} | {robots[0]} / {robots[1]} |",
        flush=True,
    )


def scores_of(dealt: tuple[Game, list[int]], seed: int, robots: list[Any], first: int) -> tuple[int, int]:
    """Play one game and return the scores of A and B; A sits at seat `first`."""
    game, bag = dealt[0], list(dealt[1])
    seats = robots if first == 0 else robots[::-1]
    rng = Random(seed + 1_000_000)
    while not game.is_over:
        game = game.play(seats[game.to_play].choose(game, rng), bag.pop() if bag else None)
    if any(game.hands):
        return 0, 0
    return game.score(first), game.score(1 - first)

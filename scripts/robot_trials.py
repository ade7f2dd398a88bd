"""Paired matches of flat searches, at equal playouts or equal processor time: see docs/robots/levels.md.

`robot_trials.py A B [--pairs N] [--seed S]` plays N pairs of two-handed games; the two of a pair share hands
and bag, with seats exchanged. A robot is the name of a level, or `flat` or `plain` (uniform full playouts),
with `@20` for 20 ms of processor time a decision and settings: `flat@20:n_drawn=8,depth=4`,
`plain:n_playouts=2000`, or `tree`, `keen` or `minimax` with settings. `thrifty@20` is the tree with endgames
solved, which keeps 20 ms in the mean of a game: what easy decisions leave goes to the others.
`frugal@20` is the same with the keen tree, and keeps the mean of the match. Prints one line: share
of the points of A, its 95 % interval over pairs, mean scores, and for both the mean and the longest processor
time of a decision; on the error stream, how each pair went.
"""

import argparse
import sys
from ast import literal_eval
from dataclasses import replace
from math import log2, sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from tantrix import Game, Placement, Rules
from tantrix.robots import find
from tantrix.robots.endgame.solve import Window, solve
from tantrix.robots.keen import Keen
from tantrix.robots.search.flat import PLAIN, Flat, FlatSettings
from tantrix.robots.search.minimax import Minimax, MinimaxSettings
from tantrix.robots.search.tree import TreeSearch, TreeSettings

ENDLESS = 10**9
KEEN = {"guide": 2, "trust": 10.0, "mix": 0.3}  # what the trials of docs/robots/levels.md left


class Timed:
    """A robot, and how long its decisions took."""

    def __init__(self, text: str) -> None:
        self.robot = made(text)
        self.seconds: list[float] = []

    def choose(self, game: Game, rng: Random) -> Placement:
        """Choose; a single legal placement is played without asking."""
        if len(game.placements()) == 1:
            return game.placements()[0]
        began = process_time()
        chosen: Placement = self.robot.choose(game, rng)
        self.seconds.append(process_time() - began)
        return chosen

    def __str__(self) -> str:
        return f"{1000 * fmean(self.seconds):.2f} ({1000 * max(self.seconds):.0f})"


class Thrifty:
    """The tree with endgames solved, at a mean time a decision; few choices take little of it."""

    kind = TreeSearch

    def __init__(self, ms: float, n_left: int = 11, **given: Any) -> None:
        self.ms = ms
        self.n_left = n_left
        self.given = given
        self.saved = 0.0
        self.last_ply = 0

    def choose(self, game: Game, rng: Random) -> Placement:
        """Choose in time, and put by what is left of it."""
        if game.ply < self.last_ply:
            self.begin()
        self.last_ply = game.ply
        began = process_time()
        chosen = self._solved(game) or self._searched(game, rng)
        self.saved += self.ms - (process_time() - began) * 1000
        return chosen

    def begin(self) -> None:
        """Begin a game, with nothing put by."""
        self.saved = 0.0

    def for_solving(self) -> float:
        """Return how many milliseconds an endgame may take before it is searched instead."""
        return max(self.ms / 2, self.saved / 2)

    def for_search(self) -> float:
        """Return how many milliseconds a decision among many may take."""
        return min(3 * self.ms, max(self.ms / 2, self.ms + self.saved / 3))

    def _solved(self, game: Game) -> Placement | None:
        """Return what wins for sure, or at least draws; None if that is not known, or all loses."""
        if game.bag or sum(map(len, game.hands)) > self.n_left:
            return None
        end = process_time() + self.for_solving() / 1000
        solved = solve(game, goal=Window.RESULT, should_stop=lambda: process_time() > end)
        return solved.best if solved.result in (0, 1) else None

    def _searched(self, game: Game, rng: Random) -> Placement:
        part = min(1.0, log2(1 + len(game.placements())) / 4)
        return _tree(self.kind, self.given, part * self.for_search()).choose(game, rng)


class Frugal(Thrifty):
    """The keen tree with endgames solved, at a mean time a decision of the match, which it spends wholly.

    What a game leaves, or takes too much, goes to the next. `lend`: how many times the mean a usual decision
    gets, because solved endgames and few choices hardly take time.
    """

    kind = Keen

    def __init__(self, ms: float, lend: float = 1.25, **given: Any) -> None:
        super().__init__(ms, **given)
        self.lend = lend

    def begin(self) -> None:
        """Begin a game with what the last one left."""

    def for_solving(self) -> float:
        """Return the mean: a search comes after it."""
        return self.ms

    def for_search(self) -> float:
        """Return more than the mean; savings and debts are spread over twenty decisions."""
        return min(3 * self.ms, max(self.ms / 2, self.lend * self.ms + self.saved / 20))


def made(text: str) -> Any:
    """Make a robot of a text such as `flat@20:n_drawn=8`."""
    kind, _, settings = text.partition(":")
    name, _, ms = kind.partition("@")
    pairs = (item.partition("=") for item in settings.split(",") if item)
    given = {key: literal_eval(value) for key, _, value in pairs}
    if name == "thrifty":
        return Thrifty(float(ms), **given)
    if name == "frugal":
        return Frugal(float(ms), **given)
    if name in ("tree", "keen"):
        return _tree(Keen if name == "keen" else TreeSearch, given, float(ms or 0))
    if name == "minimax":
        return Minimax(MinimaxSettings(**given))
    if name not in ("flat", "plain"):
        return find(name)
    chosen = replace(PLAIN if name == "plain" else FlatSettings(2000), **given)
    if not ms:
        return Flat(chosen)
    return Flat(replace(chosen, n_playouts=ENDLESS), clock=process_time, budget_ms=float(ms))


def _tree(kind: type[TreeSearch], given: dict[str, Any], ms: float) -> TreeSearch:
    """Make a tree search with the worth of points that the levels have."""
    chosen = TreeSettings(**{"point": 0.05, **(KEEN if kind is Keen else {}), **given})
    return kind(chosen, process_time, ms) if ms else kind(chosen)


def deal(seed: int) -> tuple[Game, list[int]]:
    """Return a game just dealt, and its bag, the next draw last."""
    tiles = list(Rules().tiles)
    Random(seed).shuffle(tiles)
    hands = tiles[:6], tiles[6:12]
    return Game.start(Rules(), hands, 0 if max(hands[0]) > max(hands[1]) else 1), tiles[12:]


def played(seed: int, robots: list[Timed], first: int) -> tuple[int, int]:
    """Play one game; return the scores of A and B. `first`: the seat of A."""
    game, bag = deal(seed)
    seats = robots if first == 0 else robots[::-1]
    rng = Random(seed + 1_000_000)
    while not game.is_over:
        game = game.play(seats[game.to_play].choose(game, rng), bag.pop() if bag else None)
    if any(game.hands):
        return 0, 0
    return game.score(first), game.score(1 - first)


def main() -> None:
    """Play a match and print its line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0, help="of the first pair; the others follow")
    chosen = parser.parse_args()
    robots = [Timed(chosen.a), Timed(chosen.b)]
    for robot in robots:
        robot.robot.choose(deal(5000)[0], Random(0))
    shares, scores = [], []
    for seed in range(chosen.seed, chosen.seed + chosen.pairs):
        pair = [played(seed, robots, first) for first in (0, 1)]
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


if __name__ == "__main__":
    main()

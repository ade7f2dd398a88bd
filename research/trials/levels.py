"""Paired matches of searches at equal playouts or equal processor time; levels.md has the results.

    python -m research.trials.levels A B --pairs 150 --seed 20001

A robot is the name of a level, or `flat`, `plain` (uniform playouts to the end), `tree` or `keen` with
settings: `flat@20:n_drawn=8,depth=4` has 20 ms of processor time a decision, `plain:n_playouts=2000`
a number of playouts; `tree:n_left=9` also solves the last nine tiles; `keen:weights="FILE"` has other weights
than the package. `thrifty@20` is the tree with endgames solved, which keeps a mean of 20 ms over a game: the
time that easy decisions leave goes to the others. `frugal@20` does the same with the keen tree and over the
whole match. `static` plays what the net of keen judges best, `static:graph_net="FILE"` what a graph net does.

Prints one row: the share of the points of A with its 95 % interval over pairs, mean scores, and the mean and
longest processor time of a decision of both. The result of each pair goes to the error stream.
"""

from ast import literal_eval
from dataclasses import replace
from math import log2
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from research.keen.static import Static
from research.trials.paired import play_match
from tantrix import Game, Placement, Rules
from tantrix.robots import find
from tantrix.robots.endgame.solve import Window, solve
from tantrix.robots.keen.robot import Keen, KeenSettings
from tantrix.robots.keen.weights import Weights, read_keen
from tantrix.robots.search.flat import PLAIN, Flat, FlatSettings
from tantrix.robots.search.flat_endgame import WithEndgame
from tantrix.robots.search.tree import TreeSearch, TreeSettings

ENDLESS = 10**9
_MAX_NODES = 1_000_000  # of an endgame


class Thrifty:
    """Tree search with endgames solved; saves time where there are few choices, to keep a mean."""

    kind = "tree"

    def __init__(self, ms: float, n_left: int = 11, **given: Any) -> None:
        self.ms = ms
        self.n_left = n_left
        self.given = given
        self.saved = 0.0
        self.last_ply = 0

    def choose(self, game: Game, rng: Random) -> Placement:
        """Choose, and save the time that is left."""
        if game.ply < self.last_ply:
            self.begin()
        self.last_ply = game.ply
        began = process_time()
        chosen = self._solved(game) or self._searched(game, rng)
        self.saved += self.ms - (process_time() - began) * 1000
        return chosen

    def begin(self) -> None:
        """Begin a game with no time saved."""
        self.saved = 0.0

    def for_solving(self) -> float:
        """Return how many milliseconds an endgame may take before it is searched instead."""
        return max(self.ms / 2, self.saved / 2)

    def for_search(self) -> float:
        """Return how many milliseconds a decision among many may take."""
        return min(3 * self.ms, max(self.ms / 2, self.ms + self.saved / 3))

    def _solved(self, game: Game) -> Placement | None:
        """Return a placement proved to win or draw; None if there is no proof, or every placement loses."""
        if game.bag or sum(map(len, game.hands)) > self.n_left:
            return None
        end = process_time() + self.for_solving() / 1000
        solved = solve(game, goal=Window.RESULT, should_stop=lambda: process_time() > end)
        return solved.best if solved.result in (0, 1) else None

    def _searched(self, game: Game, rng: Random) -> Placement:
        part = min(1.0, log2(1 + len(game.placements())) / 4)
        return _tree(self.kind, self.given, part * self.for_search()).choose(game, rng)


class Frugal(Thrifty):
    """The keen tree with endgames solved, which spends its mean time over the whole match.

    Time saved or overdrawn in one game carries over to the next. `lend`: how many times the mean a usual
    decision gets, since solved endgames and decisions with few choices take hardly any time.
    """

    kind = "keen"

    def __init__(self, ms: float, lend: float = 1.25, **given: Any) -> None:
        super().__init__(ms, **given)
        self.lend = lend

    def begin(self) -> None:
        """Begin a game with the time saved in the last one."""

    def for_solving(self) -> float:
        """Return the mean: a search follows."""
        return self.ms

    def for_search(self) -> float:
        """Return more than the mean; what was saved or overdrawn is spread over twenty decisions."""
        return min(3 * self.ms, max(self.ms / 2, self.lend * self.ms + self.saved / 20))


def made(text: str) -> Any:
    """Make a robot from a text such as `flat@20:n_drawn=8`."""
    kind, _, settings = text.partition(":")
    name, _, ms = kind.partition("@")
    pairs = (item.partition("=") for item in settings.split(",") if item)
    given = {key: literal_eval(value) for key, _, value in pairs}
    if name == "thrifty":
        return Thrifty(float(ms), **given)
    if name == "frugal":
        return Frugal(float(ms), **given)
    if name == "static":
        return Static(**given)
    if name in ("tree", "keen"):
        n_left = given.pop("n_left", 0)
        robot = _tree(name, given, float(ms or 0))
        return WithEndgame(robot, n_left, _MAX_NODES) if n_left else robot
    if name not in ("flat", "plain"):
        return find(name)
    chosen = replace(PLAIN if name == "plain" else FlatSettings(2000), **given)
    if not ms:
        return Flat(chosen)
    return Flat(replace(chosen, n_playouts=ENDLESS), clock=process_time, budget_ms=float(ms))


def _tree(name: str, given: dict[str, Any], ms: float) -> TreeSearch:
    """Make a tree search that values a point of margin as the levels do."""
    clock = process_time if ms else None
    if name == "keen":
        weights = _weights(given.pop("weights", ""))
        settings = KeenSettings(**{"point": 0.05, **given})
        return Keen(settings, clock=clock, budget_ms=ms, weights=weights)
    return TreeSearch(TreeSettings(**{"point": 0.05, **given}), clock, ms)


def _weights(path: str) -> Weights | None:
    return read_keen(Path(path).read_bytes())[0] if path else None


def deal(seed: int, rules: Rules) -> tuple[Game, list[int]]:
    """Return a game just dealt, and its bag, the next draw last."""
    tiles = list(rules.tiles)
    Random(seed).shuffle(tiles)
    hands = tiles[:6], tiles[6:12]
    return Game.start(rules, hands, 0 if max(hands[0]) > max(hands[1]) else 1), tiles[12:]


if __name__ == "__main__":
    play_match(__doc__, made, deal)

"""Paired matches of settings of tree search; tree.md has the results.

    python -m research.trials.tree A B --pairs 40 --seed 0

A robot is a name and settings: `tree:n_playouts=2000,n_deep=1`, `greedy`. The deals are those of
the tests. Prints the same row as `levels.py`.
"""

from ast import literal_eval
from random import Random
from typing import Any

from research.trials.paired import play_match
from tantrix import Game, Rules
from tantrix.robots import find
from tantrix.robots.search.flat import Flat, FlatSettings
from tantrix.robots.search.tree import TreeSearch, TreeSettings
from tests.support.play import random_start


def made(text: str) -> Any:
    """Make a robot from a text such as `tree:n_deep=1,scale=(1,.1)`."""
    name, _, settings = text.partition(":")
    chosen = literal_eval("{" + ",".join(_pairs(settings)) + "}") if settings else {}
    if name == "tree":
        return TreeSearch(TreeSettings(**chosen))
    if name == "flat":
        return Flat(FlatSettings(**chosen))
    return find(name)


def _pairs(settings: str) -> list[str]:
    """Turn `a=1,b=(2,3)` into `"a":1`, `"b":(2,3)`."""
    parts: list[str] = []
    for part in settings.split(","):
        name, equals, value = part.partition("=")
        parts.append(f'"{name}":{value}' if equals else parts.pop() + "," + part)
    return parts


def deal(seed: int, rules: Rules) -> tuple[Game, list[int]]:
    """Return a game just dealt, and its bag, the next draw last."""
    return random_start(rules, Random(seed))


if __name__ == "__main__":
    play_match(__doc__, made, deal)

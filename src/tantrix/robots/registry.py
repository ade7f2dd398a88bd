"""What a robot is, and which there are."""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import Protocol

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.greedy import Greedy
from tantrix.robots.uniform import Uniform


class Robot(Protocol):
    """A player that is a program."""

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return one of `game.placements()`; never called when the game is over.

        All chance comes from `rng`, so that a game can be played again. Called on any thread.
        """
        ...


class UnknownRobot(ValueError):
    """No robot has the name asked for."""


# From weak to strong.
_OWN: dict[str, Callable[[], Robot]] = {"random": Uniform, "greedy": Greedy}


def names() -> list[str]:
    """Return the names of all robots: ours from weak to strong, then those of other packages."""
    return [*_OWN, *sorted(_others())]


def find(name: str) -> Robot:
    """Return a robot by name; UnknownRobot names those there are."""
    if name in _OWN:
        return _OWN[name]()
    maker = _others().get(name)
    if maker is None:
        raise UnknownRobot(f"expected a robot named {', '.join(names())}, got {name!r}")
    return maker()


@cache
def _others() -> dict[str, Callable[[], Robot]]:
    found = entry_points(group="tantrix.robots")
    return {entry.name: entry.load() for entry in found if entry.name not in _OWN}

"""The ladder: robots with names, from weak to strong, each a fixed number of playouts."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from tantrix.robots.thought import Thinker


@dataclass(frozen=True, slots=True)
class Level:
    """A rung: its name, what a player is told of it, and how long a placement takes it at the most.

    `make` gives the robot; what it needs is imported then, for the searches take a while to load.
    """

    name: str
    description: str
    seconds: float
    make: Callable[[], Thinker]


def _made(module: str, name: str) -> Thinker:
    """Make a robot that needs no settings."""
    return cast(Thinker, getattr(import_module(f"tantrix.robots.{module}"), name)())


def _flat(n_playouts: int, n_threads: int = 1) -> Thinker:
    from tantrix.robots.flat import Flat, FlatSettings

    return Flat(FlatSettings(n_playouts, n_threads=n_threads))


LEVELS = (
    Level("random", "Lays any tile anywhere the rules allow.", 0.01, lambda: _made("uniform", "Uniform")),
    Level(
        "greedy",
        "Makes its line longer now, and never looks further.",
        0.01,
        lambda: _made("greedy", "Greedy"),
    ),
    Level(
        "forecast",
        "Sees what its lines may become, but not the answer to its moves.",
        0.01,
        lambda: _made("forecast", "Forecast"),
    ),
    Level("club", "Tries each placement out a few times before it decides.", 0.1, lambda: _flat(100)),
    Level("expert", "Plays on for some hundred games in its head.", 0.2, lambda: _flat(400)),
    Level("master", "Plays on for thousands of games in its head.", 0.5, lambda: _flat(3000)),
    Level(
        "champion", "Takes its time: tens of thousands of games in its head.", 5.0, lambda: _flat(30000, 2)
    ),
)

"""The levels of play: named robots from weak to strong, each with a fixed number of playouts."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from tantrix.robots.evaluation import Thinker


@dataclass(frozen=True, slots=True)
class Level:
    """A level: its name, its description for players, and how long a placement takes.

    `description`: an English sentence, the key of its translation. `seconds`: the most processor time of a
    decision on an ordinary machine; openings and endgames take longest. `make` returns the robot and imports
    what it needs only then, because the searches take a while to load.
    """

    name: str
    description: str
    seconds: float
    make: Callable[[], Thinker]


def _made(module: str, name: str) -> Thinker:
    """Make a robot that needs no settings."""
    return cast(Thinker, getattr(import_module(f"tantrix.robots.{module}"), name)())


def _flat(n_playouts: int) -> Thinker:
    from tantrix.robots.search.flat import Flat, FlatSettings

    return Flat(FlatSettings(n_playouts))


def _keen(n_playouts: int, **given: int) -> Thinker:
    from tantrix.robots.keen.robot import Keen, KeenSettings
    from tantrix.robots.search.tree import TreeSettings

    return Keen(KeenSettings(n_playouts, point=0.05, **given), TreeSettings(n_playouts, point=0.05, **given))


def _solving(robot: Thinker, n_left: int, max_nodes: int) -> Thinker:
    from tantrix.robots.search.flat_endgame import WithEndgame

    return WithEndgame(robot, n_left, max_nodes)


LEVELS = (
    Level("random", "Lays any tile anywhere the rules allow.", 0.01, lambda: _made("uniform", "Uniform")),
    Level(
        "greedy",
        "Makes its own line longer now, and never looks further.",
        0.01,
        lambda: _made("greedy", "Greedy"),
    ),
    Level(
        "beginner",
        "Knows what a good line looks like, but overlooks most of its chances.",
        0.02,
        lambda: _made("beginner", "Beginner"),
    ),
    Level(
        "minimax",
        "Reckons three tiles ahead, but misjudges what is worth having.",
        0.2,
        lambda: _made("search.minimax", "Minimax"),
    ),
    Level(
        "forecast",
        "Sees what every line may still become, but not what you will answer.",
        0.02,
        lambda: _made("forecast.robot", "Forecast"),
    ),
    Level("club", "Tries its best ideas out a few times in its head.", 0.05, lambda: _flat(32)),
    Level("expert", "Plays about a hundred games in its head before each tile.", 0.1, lambda: _flat(160)),
    Level(
        "master",
        "Thinks through your answers too, and plays the last tiles perfectly.",
        1.5,
        lambda: _solving(_keen(3000), 9, 1_000_000),
    ),
    Level(
        "champion",
        "Looks further than the master, and plays better games in its head.",
        5.0,
        lambda: _solving(_keen(10_000, best_of=16, n_plies=8, n_deep=4), 10, 1_000_000),
    ),
)

"""Robots by name: our own, those of other packages or any module, and programs that speak the protocol."""

import logging
import re
import shlex
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.engine.client import SECONDS, External
from tantrix.robots.evaluation import Robot
from tantrix.robots.roster import ROSTER, row_of

_log = logging.getLogger(__name__)


class UnknownRobot(ValueError):
    """No robot has this name."""


class BrokenRobot(ValueError):
    """A robot of another package or module cannot be loaded, or did not choose a legal placement."""


_ENGINE = "engine:"
_IN_MODULE = re.compile(r"([\w.]+):(\w+)")  # as in `mymodule:MyRobot`


def names() -> list[str]:
    """Return the names of all robots: the ladder from weak to strong, others, those of other packages."""
    return [*(row.name for row in ROSTER if row.make), *_loadable()]


def all_names() -> list[str]:
    """Return the names of `names()` and of retired robots, which old games name."""
    return [*(row.name for row in ROSTER), *_loadable()]


def find(name: str, seconds: float = SECONDS) -> Robot:
    """Return a robot by name; `module:Class` imports one, and `engine:COMMAND` starts a program,
    which has `seconds` for each placement.

    The module may lie in the current folder. Because such names run programs, they are only for people at
    their own terminal: a server must check that a name is one of `names()` before it calls this function.

    Raises UnknownRobot, which lists the known names, or BrokenRobot, which names the faulty package or
    module.
    """
    if name.startswith(_ENGINE):
        return External(shlex.split(name.removeprefix(_ENGINE)), seconds)
    if (row := row_of(name)) and row.make:
        return row.make()
    if place := _IN_MODULE.fullmatch(name):
        return _imported(name, place[1], place[2])
    entry = _others().get(name)
    if entry is None:
        raise UnknownRobot(f"expected a robot named {', '.join(names())}, got {name!r}")
    return _made(entry)


def choose(name: str, robot: Robot, game: Game, rng: Random) -> Placement:
    """Let a robot choose. Raises BrokenRobot with its name if it fails or chooses an illegal placement."""
    try:
        chosen = robot.choose(game, rng)
        verdict = game.verdict(chosen)
    except Exception as error:  # other people's code may raise anything
        raise BrokenRobot(f"the robot {name!r} failed at ply {game.ply}: {error!r}") from error
    if verdict:
        raise BrokenRobot(f"the robot {name!r} chose {chosen} at ply {game.ply}: {verdict.sentence}")
    return chosen


@cache
def _others() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="tantrix.robots") if not row_of(entry.name)}


@cache
def _loadable() -> tuple[str, ...]:
    """Return the names of the robots of other packages, and log once which of them cannot be loaded."""
    loadable = []
    for name, entry in sorted(_others().items()):
        try:
            _made(entry)
        except BrokenRobot as error:
            _log.warning("%s", error)
        else:
            loadable.append(name)
    return tuple(loadable)


def _made(entry: EntryPoint) -> Robot:
    try:
        robot: Robot = entry.load()()
    except Exception as error:  # other people's code may raise anything
        package = entry.dist.name if entry.dist else "unknown"
        raise BrokenRobot(
            f"the robot {entry.name!r} of the package {package!r} cannot be loaded: {error!r}"
        ) from error
    return robot


def _imported(name: str, module: str, maker: str) -> Robot:
    """Make a robot by a class or function of a module, which may import others of its folder later on."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        robot: Robot = getattr(import_module(module), maker)()
    except Exception as error:  # other people's code may raise anything
        raise BrokenRobot(f"the robot {name!r} cannot be loaded: {error!r}") from error
    if not callable(getattr(robot, "choose", None)):
        raise BrokenRobot(f"the robot {name!r} cannot be loaded: it has no method `choose(game, rng)`")
    return robot

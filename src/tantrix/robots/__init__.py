"""Robots: programs that play. A robot is one method; other packages add theirs by entry point.

A package registers a robot under the entry point group `tantrix.robots`: a name and an object that,
called with no argument, gives a `Robot`. One that cannot be loaded is left out and does the others no harm.
"""

from tantrix.robots.registry import (
    BrokenRobot,
    Robot,
    UnknownRobot,
    choose,
    find,
    names,
)

__all__ = ["BrokenRobot", "Robot", "UnknownRobot", "choose", "find", "names"]

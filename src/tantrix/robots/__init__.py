"""Robots: programs that play. A robot is one method; other packages add theirs by entry point.

A package registers a robot under the entry point group `tantrix.robots`: a name and an object that,
called with no argument, gives a `Robot`.
"""

from tantrix.robots.registry import Robot, UnknownRobot, find, names

__all__ = ["Robot", "UnknownRobot", "find", "names"]

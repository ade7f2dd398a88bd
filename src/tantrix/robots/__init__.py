"""Robots: programs that play. A robot is one method; other packages add theirs by entry point.

A package registers a robot in the entry point group `tantrix.robots`: a name and an object that, called
without arguments, returns a `Robot`. A robot that cannot be loaded is skipped and does not affect the others.
"""

from tantrix.robots.evaluation import Robot
from tantrix.robots.registry import BrokenRobot, UnknownRobot, all_names, choose, find, names

__all__ = ["BrokenRobot", "Robot", "UnknownRobot", "all_names", "choose", "find", "names"]

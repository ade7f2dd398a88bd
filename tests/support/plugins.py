"""Third-party packages of robots, written to a folder for PYTHONPATH."""

from pathlib import Path

_CODE = """
from tantrix import Cell, Placement


class Good:
    def choose(self, game, rng):
        return next(iter(game.placements()))


class Crash:
    def choose(self, game, rng):
        raise RuntimeError("boom")


class Cheat:
    def choose(self, game, rng):
        return Placement(game.hands[game.to_play][0], Cell(30, 30), 0)


class Unmade:
    def __init__(self):
        raise OSError("no weights")
"""
_ENTRIES = """
[tantrix.robots]
missing = nonexistent_module:Robot
unmade = other_robots:Unmade
good = other_robots:Good
crash = other_robots:Crash
cheat = other_robots:Cheat
"""


def install_robots(folder: Path) -> str:
    """Write the package `other-robots`; return the value for PYTHONPATH."""
    facts = folder / "other_robots-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: other-robots\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(_ENTRIES)
    (folder / "other_robots.py").write_text(_CODE)
    return str(folder)

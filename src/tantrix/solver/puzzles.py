"""The named puzzles, their goals and their published numbers of solutions.

The data are in `puzzles.csv` beside this file: name, goal, and the published number of solutions without
holes and with any.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tantrix.solver.goal import Goal, parse_goal

__all__ = ["Puzzle", "find_puzzle", "puzzles"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A named puzzle; a number of solutions is None if none was published."""

    name: str
    goal: Goal
    published: int | None = None
    published_any_holes: int | None = None


@cache
def puzzles() -> Mapping[str, Puzzle]:
    """Return all named puzzles by name, in the order of the file."""
    text = files("tantrix.solver").joinpath("puzzles.csv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines())
    return {row["name"]: _puzzle(row) for row in rows}


def find_puzzle(name: str) -> Puzzle:
    """Return a puzzle by name, ignoring case. Raises ValueError if there is none."""
    for known, puzzle in puzzles().items():
        if known.lower() == name.strip().lower():
            return puzzle
    raise ValueError(f"expected one of {', '.join(puzzles())}, got {name!r}")


def _puzzle(row: Mapping[str, str]) -> Puzzle:
    published, any_holes = (_number(row[name]) for name in ("published", "published_any_holes"))
    return Puzzle(row["name"], parse_goal(row["goal"]), published, any_holes)


def _number(text: str) -> int | None:
    return int(text) if text else None

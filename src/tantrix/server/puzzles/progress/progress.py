"""The progress of a player in a puzzle, as a value; two such values can be merged.

Merging is commutative, associative and idempotent, so browsers may send their progress in any order and
repeatedly. The best result is kept, and the table that was changed last.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import TypeVar

from tantrix.server.puzzles.daily.puzzle import name_of

_Value = TypeVar("_Value")


class HelpUsed(StrEnum):
    """The help used in a solution: single tiles, which is the lesser help, or the whole solution."""

    TILE = "tile"
    SOLUTION = "solution"


_STRENGTHS = tuple(HelpUsed)


@dataclass(frozen=True, slots=True)
class SavedTable:
    """The table of a puzzle; `laid` are its placements, separated by semicolons.

    `ms`: the time spent on it, `help`: the strongest help used, `left_ms`: when a tile was last moved.
    """

    laid: str = ""
    ms: int = 0
    help: HelpUsed | None = None
    left_ms: int = 0


@dataclass(frozen=True, slots=True)
class StoredProgress:
    """Results in a puzzle, None if there are none, and its table.

    `best_ms`: the shortest time of a solution without help; `solved_on`: the day (UTC) of the first one.
    `helped_by`: the least help used for a solution; `helped_on`: the day of the first solution with help.
    `best`: the best result of a solitaire.
    """

    best_ms: int | None = None
    solved_on: date | None = None
    helped_by: HelpUsed | None = None
    helped_on: date | None = None
    best: int | None = None
    table: SavedTable = SavedTable()

    @property
    def is_unaided(self) -> bool:
        """Return whether the puzzle was solved without help."""
        return self.best_ms is not None

    @property
    def is_solved(self) -> bool:
        """Return whether the puzzle was solved, with or without help."""
        return self.is_unaided or self.helped_by is not None


def merge(one: StoredProgress, other: StoredProgress) -> StoredProgress:
    """Return the best of both."""
    return StoredProgress(
        best_ms=min(_known(one.best_ms, other.best_ms), default=None),
        solved_on=min(_known(one.solved_on, other.solved_on), default=None),
        helped_by=min(_known(one.helped_by, other.helped_by), default=None, key=_STRENGTHS.index),
        helped_on=min(_known(one.helped_on, other.helped_on), default=None),
        best=max(_known(one.best, other.best), default=None),
        table=max(one.table, other.table, key=_lateness),
    )


def streak(days: Collection[date], today: date) -> list[date]:
    """List the consecutive days in `days` that end today or yesterday, newest first."""
    day = today if today in days else today - timedelta(days=1)
    found = []
    while day in days:
        found.append(day)
        day -= timedelta(days=1)
    return found


def longest_streak(days: Collection[date]) -> int:
    """Return the length of the longest streak in `days`."""
    ends = [day for day in days if day + timedelta(days=1) not in days]
    return max((len(streak(days, end)) for end in ends), default=0)


def days_solved(solved: Iterable[tuple[str, date | None]]) -> set[date]:
    """Return the days whose puzzle was solved on the same day; `solved`: names of puzzles with days."""
    return {day for name, day in solved if day is not None and name == name_of(day)}


def _known(*values: _Value | None) -> list[_Value]:
    return [value for value in values if value is not None]


def _lateness(table: SavedTable) -> tuple[int, str, int, int]:
    """Return a sort key for tables: the time of their last change, then any fixed order."""
    strength = -1 if table.help is None else _STRENGTHS.index(table.help)
    return table.left_ms, table.laid, table.ms, strength

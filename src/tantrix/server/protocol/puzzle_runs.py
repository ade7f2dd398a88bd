"""Runs through gap puzzles: storm, streak and rated."""

from typing import Annotated, Literal

from pydantic import Field

from tantrix.server.protocol.base import CellView, ColourLetter, Message
from tantrix.server.protocol.puzzles import PuzzlePlacement

RunModeName = Literal["storm", "streak", "rated"]
AnyRunModeName = Literal["storm", "streak", "rated", "race"]


class RunRequest(Message):
    """Begin a run."""

    mode: RunModeName


class RunAnswer(Message):
    """An answer to the puzzle after `n_asked` others, which is final; without placements, it is given up."""

    n_asked: Annotated[int, Field(ge=0, le=100_000)]
    placements: Annotated[list[PuzzlePlacement], Field(max_length=8)]


class GapView(Message):
    """A loop with a gap: each of `spaces` takes one of `tiles`, so that the loop of `colour` closes."""

    level: int
    colour: ColourLetter
    laid: list[str]
    spaces: list[CellView]
    tiles: list[int]


class RatedEnd(Message):
    """How a rated puzzle that was missed compares: `points` is the rating of its level.

    `solved_share`: how many of the newest answers at this level were right, null if they are few. `last`:
    whether the newest answers of the account were, the oldest first; empty for guests.
    """

    points: int
    solved_share: float | None
    last: list[bool]


class RunView(Message):
    """A run. `left_ms`: the time left for the storm, the race of a tournament, or for this puzzle.

    `limit_ms`: how much time there is for it.

    `was_right`: whether the last answer was right.

    `points`: the account's rating in puzzles, null for guests; `price`: how many of them a miss costs, null
    unless this is a rated puzzle. `best`: the most solved in a run of this mode. `solution`: how the gap of
    `gap` closes, once a miss has ended a streak or a rated run; `end` for the latter.
    """

    id: str
    mode: AnyRunModeName
    left_ms: int
    limit_ms: int
    n_asked: int
    n_solved: int
    n_missed: int
    row: int
    is_over: bool
    was_right: bool
    best: int
    points: int | None
    price: int | None
    gap: GapView
    solution: list[str] | None
    end: RatedEnd | None

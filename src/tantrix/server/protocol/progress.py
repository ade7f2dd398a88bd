"""Progress in puzzles: what an account has solved, and the tiles on its tables."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from tantrix.server.protocol.base import Message

MAX_MS = 315_360_000_000  # ten years

_PLACEMENT = r"[0-9]{1,2}@-?[0-9]{1,3},-?[0-9]{1,3}\^[0-5]"
HelpName = Literal["tile", "solution"]
_Duration = Annotated[int, Field(ge=0, le=MAX_MS)]
_AccountName = Annotated[str, Field(min_length=1, max_length=40)]


def _real_day(text: str) -> str:
    date.fromisoformat(text)
    return text


_Day = Annotated[
    str,
    Field(min_length=10, max_length=10, pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
    AfterValidator(_real_day),
]


class PuzzleProgress(Message):
    """Results in a puzzle, null if there are none, and the tiles on its table.

    `puzzle` and `query` are the name and query of a PuzzleView; a stack of fourteen has its results under the
    name without the number. `best_ms`: the shortest time of a solution without help, `solved_on`: the day
    (UTC) of the first one. `helped_by`: the least help used for a solution, `helped_on`: the day of the first
    such solution. `best`: the best result of a solitaire. `laid`: placements separated by semicolons; `ms`:
    the time spent on them, `help`: the strongest help used, `left_ms`: when a tile was last moved.
    """

    puzzle: Annotated[str, Field(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
    query: Annotated[str, Field(max_length=3200, pattern=r"^(\?goal=[!-~]+)?$")] = ""
    best_ms: _Duration | None = None
    solved_on: _Day | None = None
    helped_by: HelpName | None = None
    helped_on: _Day | None = None
    best: Annotated[int, Field(ge=0, le=1000)] | None = None
    laid: Annotated[str, Field(max_length=1024, pattern=f"^({_PLACEMENT}(;{_PLACEMENT})*)?$")] = ""
    ms: _Duration = 0
    help: HelpName | None = None
    left_ms: Annotated[int, Field(ge=0, le=2**53)] = 0


class ProgressReport(Message):
    """What a browser or program knows about progress in some puzzles.

    `account`: the name of the account that it belongs to, so that no other account gets it; null for the
    sender's account.
    """

    account: _AccountName | None = None
    puzzles: Annotated[list[PuzzleProgress], Field(min_length=1, max_length=25)]


class ProgressList(Message):
    """The stored progress in some puzzles. `n_puzzles`: the number of puzzles with stored progress."""

    puzzles: list[PuzzleProgress]
    n_puzzles: int


class PageProgress(Message):
    """The progress that the page of a puzzle or a list shows to the signed-in account."""

    account: str
    puzzles: list[PuzzleProgress]


class GroupSolved(Message):
    """How many puzzles of a group are solved, in total and without help."""

    group: str
    n_puzzles: int
    n_solved: int
    n_unaided: int


class PuzzlesSolved(Message):
    """What an account has solved: puzzles of the catalogue by group, daily puzzles, and others.

    `n_days`: the number of daily puzzles solved on their day without help. `streak`: the number of such days
    in a row, up to today or yesterday; `longest_streak`: the longest streak so far. `n_others`: all other
    daily puzzles, and generated puzzles.
    """

    groups: list[GroupSolved]
    n_days: int
    streak: int
    longest_streak: int
    n_others: int

"""The puzzle and the solitaire of the day: pure functions of the date (UTC).

The puzzles go from easy on Mondays to hard on Sundays.
"""

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from tantrix.server.puzzles.catalogue import PUZZLES, CataloguePuzzle, Mode, shuffled
from tantrix.server.wording.catalogues import gettext_noop
from tantrix.solver.generate import Difficulty, Form, PuzzleSpec, generate, some_colours

DAILY = "daily"  # the group
FIRST_DAY = date(2026, 1, 1)

_NAME = re.compile(r"daily-(\d{4}-\d{2}-\d{2})", re.ASCII)
# From Monday on: form, sizes (one each week in turn), difficulty, whether the solution is unique.
_WEEK = (
    (Form.LOOP, (5, 6, 7), Difficulty.EASY, False),
    (Form.FLOWER, (7,), Difficulty.EASY, False),
    (Form.LOOP, (7, 8, 9), Difficulty.MEDIUM, False),
    (Form.TWO_LINES, (6, 7), Difficulty.EASY, False),
    (Form.PYRAMID, (10, 6), Difficulty.MEDIUM, False),
    (Form.LOOP, (10, 11, 12), Difficulty.HARD, False),
    (Form.PYRAMID, (10,), Difficulty.HARD, True),
)
_STACKS = tuple(puzzle for puzzle in PUZZLES.values() if puzzle.mode is Mode.STACK)


def today(now_ms: int) -> date:
    """Return the day of a moment."""
    return datetime.fromtimestamp(now_ms / 1000, UTC).date()


def day_of(name: str, now_ms: int) -> date | None:
    """Return the day whose puzzle has this name, if that day has come."""
    found = _NAME.fullmatch(name)
    try:
        day = None if found is None else date.fromisoformat(found[1])
    except ValueError:
        return None
    return day if day is not None and FIRST_DAY <= day <= today(now_ms) else None


def spec_of(day: date) -> PuzzleSpec:
    """Return what kind of puzzle a day has."""
    form, sizes, difficulty, is_unique = _WEEK[day.weekday()]
    week, _ = divmod(day.toordinal(), 7)
    colours = some_colours(form, day.toordinal())
    return PuzzleSpec(form, sizes[week % len(sizes)], colours, difficulty, is_unique)


@lru_cache(maxsize=512)
def daily(day: date) -> CataloguePuzzle:
    """Make the puzzle of a day; takes a fifth of a second the first time."""
    made = generate(spec_of(day), day.toordinal())
    assert made.goal is not None, day
    label = gettext_noop("Puzzle of the day, {day}")
    return CataloguePuzzle(name_of(day), DAILY, label, made.goal, len(made.goal.tiles), day=day)


def stack_of(day: date) -> CataloguePuzzle:
    """Return the solitaire of a day: the known ones take turns, each with the stack shuffled by the date."""
    number = day.toordinal()
    return shuffled(_STACKS[number % len(_STACKS)], number)


def name_of(day: date) -> str:
    return f"{DAILY}-{day.isoformat()}"


def days_of(month: date, now_ms: int) -> list[date]:
    """List the days of a month that have a puzzle, newest first."""
    last = min(_next_month(month) - timedelta(days=1), today(now_ms))
    first = max(month.replace(day=1), FIRST_DAY)
    return [last - timedelta(days=n) for n in range((last - first).days + 1)]


def months_beside(month: date, now_ms: int) -> tuple[date | None, date | None]:
    """Return the month before and the one after, None where there are no puzzles."""
    before, after = (month.replace(day=1) - timedelta(days=1)).replace(day=1), _next_month(month)
    return (
        before if before >= FIRST_DAY.replace(day=1) else None,
        after if after <= today(now_ms) else None,
    )


def _next_month(month: date) -> date:
    return (month.replace(day=28) + timedelta(days=4)).replace(day=1)

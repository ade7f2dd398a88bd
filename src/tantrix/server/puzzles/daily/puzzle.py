"""The puzzle and the solitaire of the day: pure functions of the date (UTC).

Goals are made in advance by worker processes (`daily_puzzles`).
"""

import re
from datetime import date, timedelta

from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.catalogue import PUZZLES, CataloguePuzzle, Mode, shuffled
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.dates import day_text
from tantrix.solver.goal import Goal

DAILY = "daily"  # the group
FIRST_DAY = date(2026, 1, 1)
LABEL = gettext_noop("Puzzle of the day, {day}")

_NAME = re.compile(r"daily-(\d{4}-\d{2}-\d{2})", re.ASCII)
_STACKS = tuple(puzzle for puzzle in PUZZLES.values() if puzzle.mode is Mode.STACK)


def day_named(name: str, now_ms: int) -> date | None:
    """Return the day whose puzzle has this name, unless it is in the future."""
    found = _NAME.fullmatch(name)
    try:
        day = None if found is None else date.fromisoformat(found[1])
    except ValueError:
        return None
    return day if day is not None and FIRST_DAY <= day <= day_of(now_ms) else None


def puzzle_of(day: date, goal: Goal) -> CataloguePuzzle:
    """Return the puzzle of a day, given the goal that was made for it."""
    return CataloguePuzzle(name_of(day), DAILY, LABEL, goal, len(goal.tiles), day=day)


def title_of(day: date, language: str) -> str:
    """Return the title of a day's puzzle, which is known even before the puzzle is made."""
    return translate(language, LABEL).format(day=day_text(day, language))


def stack_of(day: date) -> CataloguePuzzle:
    """Return the solitaire of a day: the solitaires take turns, and the date is the seed of the shuffle."""
    number = day.toordinal()
    return shuffled(_STACKS[number % len(_STACKS)], number)


def name_of(day: date) -> str:
    return f"{DAILY}-{day.isoformat()}"


def days_of(month: date, now_ms: int) -> list[date]:
    """List the days of a month that have a puzzle, newest first."""
    last = min(_next_month(month) - timedelta(days=1), day_of(now_ms))
    first = max(month.replace(day=1), FIRST_DAY)
    return [last - timedelta(days=n) for n in range((last - first).days + 1)]


def months_beside(month: date, now_ms: int) -> tuple[date | None, date | None]:
    """Return the previous and the next month, None for a month without puzzles."""
    before, after = (month.replace(day=1) - timedelta(days=1)).replace(day=1), _next_month(month)
    return (
        before if before >= FIRST_DAY.replace(day=1) else None,
        after if after <= day_of(now_ms) else None,
    )


def _next_month(month: date) -> date:
    return (month.replace(day=28) + timedelta(days=4)).replace(day=1)

"""Progress in puzzles as it is told: read from reports, written for pages and programs, counted by groups."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from urllib.parse import parse_qs, urlencode

from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.progress import GroupSolved, HelpName, PuzzleProgress, PuzzlesSolved
from tantrix.server.puzzles.catalogue import CUSTOM, PUZZLES, CataloguePuzzle, Mode
from tantrix.server.puzzles.daily import day_of, today
from tantrix.server.puzzles.finder import MAX_GOAL_TEXT, find_named
from tantrix.server.puzzles.progress.progress import (
    HelpUsed,
    SavedTable,
    StoredProgress,
    days_solved,
    longest_streak,
    merge,
    streak,
)
from tantrix.server.puzzles.progress.store import Key
from tantrix.solver.goal import print_goal

GROUPS = tuple(dict.fromkeys(each.group for each in PUZZLES.values() if each.mode is Mode.SOLVE))


def keys_of(puzzle: CataloguePuzzle) -> list[Key]:
    """Return what a puzzle is kept under, and what the results of its stack are, however that is shuffled."""
    key = Key(puzzle.name, print_goal(puzzle.goal) if puzzle.name == CUSTOM else "")
    is_shuffled = puzzle.mode is Mode.STACK and puzzle.name not in PUZZLES
    return [key, Key(puzzle.name.rpartition("-")[0])] if is_shuffled else [key]


def read_report(told: Iterable[PuzzleProgress], now_ms: int) -> dict[Key, StoredProgress]:
    """Read what was told of puzzles that there are; nothing of it can be later than now."""
    found: dict[Key, StoredProgress] = {}
    for each in told:
        keys = _read_keys(each, now_ms)
        if keys:
            key, progress = keys[0], _read(each, now_ms)
            if len(keys) > 1:  # the results of a stack have a key of their own
                progress = replace(progress, best=None)
            found[key] = merge(found[key], progress) if key in found else progress
    return found


def tell(kept: Mapping[Key, StoredProgress]) -> list[PuzzleProgress]:
    """Write what is kept of some puzzles."""
    return [_tell(key, progress) for key, progress in kept.items()]


def count_solved(results: Mapping[Key, StoredProgress], now: date) -> PuzzlesSolved:
    """Count what was solved by groups, in the order in which one plays them, and by days."""
    solved = {key: progress for key, progress in results.items() if progress.is_solved}
    named = {key.puzzle: progress for key, progress in solved.items() if key.puzzle in PUZZLES}
    days = days_solved((key.puzzle, progress.solved_on) for key, progress in solved.items())
    return PuzzlesSolved(
        groups=[_group(name, named) for name in GROUPS],
        n_days=len(days),
        streak=len(streak(days, now)),
        longest_streak=longest_streak(days),
        n_others=len(solved) - len(named) - len(days),
    )


def _group(name: str, solved: Mapping[str, StoredProgress]) -> GroupSolved:
    puzzles = [puzzle.name for puzzle in PUZZLES.values() if puzzle.group == name]
    found = [solved[puzzle] for puzzle in puzzles if puzzle in solved]
    return GroupSolved(
        group=name,
        n_puzzles=len(puzzles),
        n_solved=len(found),
        n_unaided=sum(progress.is_unaided for progress in found),
    )


def _read_keys(told: PuzzleProgress, now_ms: int) -> list[Key]:
    """Return what a puzzle is kept under; nothing if there is none, or its day has not come."""
    if told.puzzle != CUSTOM and day_of(told.puzzle, now_ms) is not None:
        return [Key(told.puzzle)]
    try:
        keys = keys_of(find_named(told.puzzle, _read_goal(told.query)))
    except Refusal:
        return []
    return keys if len(keys[0].goal) <= MAX_GOAL_TEXT else []


def _read_goal(query: str) -> str | None:
    goals: list[str] = []
    with suppress(ValueError):
        goals = parse_qs(query.removeprefix("?"), max_num_fields=1).get("goal", [])
    return goals[0] if goals and len(goals[0]) <= MAX_GOAL_TEXT else None


def _read(told: PuzzleProgress, now_ms: int) -> StoredProgress:
    return StoredProgress(
        best_ms=told.best_ms,
        solved_on=_read_day(told.solved_on, now_ms),
        helped_by=_read_help(told.helped_by),
        helped_on=_read_day(told.helped_on, now_ms),
        best=told.best,
        table=SavedTable(told.laid, told.ms, _read_help(told.help), min(told.left_ms, now_ms)),
    )


def _read_day(text: str | None, now_ms: int) -> date | None:
    return None if text is None else min(date.fromisoformat(text), today(now_ms))


def _read_help(name: HelpName | None) -> HelpUsed | None:
    return None if name is None else HelpUsed(name)


def _tell(key: Key, progress: StoredProgress) -> PuzzleProgress:
    table = progress.table
    return PuzzleProgress(
        puzzle=key.puzzle,
        query="?" + urlencode({"goal": key.goal}) if key.goal else "",
        best_ms=progress.best_ms,
        solved_on=_day(progress.solved_on),
        helped_by=_help_name(progress.helped_by),
        helped_on=_day(progress.helped_on),
        best=progress.best,
        laid=table.laid,
        ms=table.ms,
        help=_help_name(table.help),
        left_ms=table.left_ms,
    )


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _help_name(help_taken: HelpUsed | None) -> HelpName | None:
    return None if help_taken is None else help_taken.value

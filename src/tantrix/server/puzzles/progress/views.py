"""Progress in puzzles as messages: parsing reports, and building views and counts."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from urllib.parse import parse_qs, urlencode

from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.progress import GroupSolved, HelpName, PuzzleProgress, PuzzlesSolved
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.addresses import MAX_GOAL_TEXT, find_named
from tantrix.server.puzzles.catalogue import CUSTOM, PUZZLES, CataloguePuzzle, Mode
from tantrix.server.puzzles.daily.puzzle import day_named
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


def puzzle_keys(puzzle: CataloguePuzzle) -> list[Key]:
    """Return the key of a puzzle, and for a shuffled stack also the key for its results."""
    key = Key(puzzle.name, print_goal(puzzle.goal) if puzzle.name == CUSTOM else "")
    is_shuffled = puzzle.mode is Mode.STACK and puzzle.name not in PUZZLES
    return [key, Key(puzzle.name.rpartition("-")[0])] if is_shuffled else [key]


def read_report(report: Iterable[PuzzleProgress], now_ms: int) -> dict[Key, StoredProgress]:
    """Parse a report, skipping unknown puzzles; times in the future become now."""
    found: dict[Key, StoredProgress] = {}
    for each in report:
        keys = _read_keys(each, now_ms)
        if keys:
            key, progress = keys[0], _read(each, now_ms)
            if len(keys) > 1:  # the results of a stack have their own key
                progress = replace(progress, best=None)
            found[key] = merge(found[key], progress) if key in found else progress
    return found


def progress_views(stored: Mapping[Key, StoredProgress]) -> list[PuzzleProgress]:
    """Return the views of the progress in some puzzles."""
    return [_progress_view(key, progress) for key, progress in stored.items()]


def count_solved(results: Mapping[Key, StoredProgress], now: date) -> PuzzlesSolved:
    """Count solved puzzles by group, in the order in which they should be played, and by day."""
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


def _read_keys(each: PuzzleProgress, now_ms: int) -> list[Key]:
    """Return the keys of a puzzle; none if it does not exist or is of a future day."""
    if each.puzzle != CUSTOM and day_named(each.puzzle, now_ms) is not None:
        return [Key(each.puzzle)]
    try:
        keys = puzzle_keys(find_named(each.puzzle, _read_goal(each.query)))
    except Refusal:
        return []
    return keys if len(keys[0].goal) <= MAX_GOAL_TEXT else []


def _read_goal(query: str) -> str | None:
    goals: list[str] = []
    with suppress(ValueError):
        goals = parse_qs(query.removeprefix("?"), max_num_fields=1).get("goal", [])
    return goals[0] if goals and len(goals[0]) <= MAX_GOAL_TEXT else None


def _read(each: PuzzleProgress, now_ms: int) -> StoredProgress:
    return StoredProgress(
        best_ms=each.best_ms,
        solved_on=_read_day(each.solved_on, now_ms),
        helped_by=_read_help(each.helped_by),
        helped_on=_read_day(each.helped_on, now_ms),
        best=each.best,
        table=SavedTable(each.laid, each.ms, _read_help(each.help), min(each.left_ms, now_ms)),
    )


def _read_day(text: str | None, now_ms: int) -> date | None:
    return None if text is None else min(date.fromisoformat(text), day_of(now_ms))


def _read_help(name: HelpName | None) -> HelpUsed | None:
    return None if name is None else HelpUsed(name)


def _progress_view(key: Key, progress: StoredProgress) -> PuzzleProgress:
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

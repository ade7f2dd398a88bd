"""The difficulty of a puzzle and its usual time, from its tiles, its solutions and the times of people."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from math import log10

from tantrix.server.puzzles.catalogue import CataloguePuzzle, Mode
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.solver.goal import Goal, print_goal
from tantrix.solver.puzzles import puzzles

ENOUGH_PEOPLE = 5  # this many people must have solved a puzzle before their time counts
_ASSUMED_SOLUTIONS = 20
_EASY_MS, _MEDIUM_MS = 45_000, 150_000


class PuzzleLevel(StrEnum):
    """The difficulty of a puzzle, by the time that it usually takes."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


_WORDS = {
    PuzzleLevel.EASY: gettext_noop("Easy"),
    PuzzleLevel.MEDIUM: gettext_noop("Medium"),
    PuzzleLevel.HARD: gettext_noop("Hard"),
}
_RANGES = {
    (PuzzleLevel.EASY, PuzzleLevel.MEDIUM): gettext_noop("Easy to medium"),
    (PuzzleLevel.EASY, PuzzleLevel.HARD): gettext_noop("Easy to hard"),
    (PuzzleLevel.MEDIUM, PuzzleLevel.HARD): gettext_noop("Medium to hard"),
}


def level_of(ms: int) -> PuzzleLevel:
    """Return the level of a puzzle with this usual time."""
    if ms < _EASY_MS:
        return PuzzleLevel.EASY
    return PuzzleLevel.MEDIUM if ms < _MEDIUM_MS else PuzzleLevel.HARD


def level_word(level: PuzzleLevel, language: str) -> str:
    return translate(language, _WORDS[level])


def levels_word(levels: Iterable[PuzzleLevel], language: str) -> str:
    """Name the level of some puzzles, or the range from the easiest to the hardest."""
    present = set(levels)
    easiest, *_, hardest = [level for level in PuzzleLevel if level in present] * 2
    return translate(language, _WORDS[easiest] if easiest is hardest else _RANGES[easiest, hardest])


def usual_ms(puzzle: CataloguePuzzle, times: tuple[int, int] = (0, 0)) -> int:
    """Return the time that a puzzle usually takes.

    `times`: how many people have solved it, and their median time, which is used once there are enough of
    them. Before that the time is estimated: longer for more tiles, shorter for more solutions.
    """
    n_people, median_ms = times
    if n_people >= ENOUGH_PEOPLE:
        return median_ms
    if puzzle.mode is not Mode.SOLVE:
        return 6_000 * len(puzzle.tiles)
    n = len(puzzle.goal.tiles)
    n_solutions = known_solutions(puzzle.goal) or _ASSUMED_SOLUTIONS
    return round(1000 * (3 * n + n * n / (1 + log10(n_solutions))))


def known_solutions(goal: Goal) -> int | None:
    """Return the published number of solutions of a goal; None if none is published."""
    return _published().get(print_goal(goal))


def minutes_text(ms: int, language: str) -> str:
    """Return a usual time as rounded text: in tens of seconds below a minute, otherwise in minutes."""
    if ms < 55_000:
        sentence = translate(language, gettext_noop("about {n} s"))
        return sentence.format(n=max(10, round(ms / 10_000) * 10))
    return translate(language, gettext_noop("about {n} min")).format(n=max(1, round(ms / 60_000)))


@cache
def _published() -> Mapping[str, int]:
    return {print_goal(one.goal): one.published for one in puzzles().values() if one.published is not None}

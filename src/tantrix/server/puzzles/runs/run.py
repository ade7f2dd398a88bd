"""A run through gap puzzles as a value: the current puzzle, the number solved, and the time of its end."""

from dataclasses import dataclass, replace
from enum import StrEnum

from tantrix.server.database.rows import Row
from tantrix.server.puzzles.runs.gaps import LEVELS
from tantrix.server.ratings.ledger import FIRST_LEVEL_POINTS, POINTS_PER_LEVEL

STORM_MS = 180_000
BONUS_MS = 5_000  # extra time for every ten in a row
BONUS_EVERY = 10
PER_LEVEL = 3  # puzzles to solve in a storm or streak before the level rises


class RunMode(StrEnum):
    """Storm: as many as possible in three minutes. Streak, rated: until the first miss.

    Race: as many as possible until a tournament ends, the same puzzles for everybody.

    Stack: the solitaire of a day, whose placements are in `seed`.
    """

    STORM = "storm"
    STREAK = "streak"
    RATED = "rated"
    RACE = "race"
    STACK = "stack"


@dataclass(frozen=True, slots=True)
class PuzzleRun(Row):
    """A run. `level` and `number` identify the current puzzle; `ends_ms`: the end of it or of the storm.

    `row`: how many puzzles in a row are solved now; `best_row`: the longest such row. `race`: the tournament
    of a race, and `seed` what its puzzles follow from. `solved_ms`: when the last puzzle was solved.
    """

    id: str
    user_id: str
    mode: RunMode
    started_ms: int
    ends_ms: int
    level: int
    number: int
    n_solved: int = 0
    n_missed: int = 0
    row: int = 0
    best_row: int = 0
    is_over: bool = False
    version: int = 0
    race: str | None = None
    seed: str | None = None
    solved_ms: int | None = None

    @property
    def is_timed_as_a_whole(self) -> bool:
        """Return whether the time is for all puzzles together."""
        return self.mode in (RunMode.STORM, RunMode.RACE)

    @property
    def limit_ms(self) -> int:
        """The time for the whole run, or for the current puzzle."""
        is_race = self.mode is RunMode.RACE
        return self.ends_ms - self.started_ms if is_race else time_for(self.mode, self.level)

    @property
    def n_asked(self) -> int:
        return self.n_solved + self.n_missed

    def is_late(self, now_ms: int) -> bool:
        return now_ms > self.ends_ms


def time_for(mode: RunMode, level: int) -> int:
    """Return the time for a storm, or for a puzzle of this level in the other modes."""
    return STORM_MS if mode is RunMode.STORM else 20_000 + 20_000 * LEVELS[level - 1][1]


def level_for(points: int) -> int:
    """Return the level that suits a rating."""
    return min(len(LEVELS), max(1, 1 + (points - FIRST_LEVEL_POINTS) // POINTS_PER_LEVEL))


def level_after(run: PuzzleRun, n_solved: int) -> int:
    """Return the level of the next puzzle of a storm or a streak."""
    return min(len(LEVELS), 1 + n_solved // PER_LEVEL) if run.mode is not RunMode.RATED else run.level


def race_level(n_asked: int) -> int:
    """Return the level of a puzzle of a race, which is the same for everybody."""
    return min(len(LEVELS), 1 + n_asked // PER_LEVEL)


def answered(
    run: PuzzleRun, is_right: bool, now_ms: int, next_level: int, next_number: int, made_in_ms: int = 0
) -> PuzzleRun:
    """Return the run after an answer; a late answer is a miss, or is ignored in a storm or a race.

    A run that a miss ends stays at the puzzle that was missed, so that its solution can be shown while no
    time runs. `made_in_ms`: how long it took to make the next puzzle. The player gets this time back, but not
    in a race, which ends for everybody at once.
    """
    is_late = run.is_late(now_ms)
    if run.is_timed_as_a_whole and is_late:
        return replace(run, is_over=True, version=run.version + 1)
    is_right = is_right and not is_late
    if not is_right and not run.is_timed_as_a_whole:
        return replace(run, n_missed=run.n_missed + 1, row=0, is_over=True, version=run.version + 1)
    row = run.row + 1 if is_right else 0
    return replace(
        run,
        level=next_level,
        number=next_number,
        n_solved=run.n_solved + is_right,
        n_missed=run.n_missed + (not is_right),
        row=row,
        best_row=max(run.best_row, row),
        ends_ms=_next_end_ms(run, row, now_ms, next_level, made_in_ms),
        version=run.version + 1,
        solved_ms=now_ms if is_right else run.solved_ms,
    )


def _next_end_ms(run: PuzzleRun, row: int, now_ms: int, next_level: int, made_in_ms: int) -> int:
    """Return the end of the next puzzle, or of the storm or race, of which `row` puzzles are now in a row."""
    if run.mode is RunMode.RACE:
        return run.ends_ms
    if run.mode is RunMode.STORM:
        has_bonus = row > 0 and row % BONUS_EVERY == 0
        return run.ends_ms + made_in_ms + (BONUS_MS if has_bonus else 0)
    return now_ms + made_in_ms + time_for(run.mode, next_level)

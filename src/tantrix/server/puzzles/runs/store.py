"""Runs in the database, one row for each; older runs that are not a player's best are deleted."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.writes import columns_of
from tantrix.server.puzzles.runs.run import PuzzleRun, RunMode

RUNS = sa.Table(
    "puzzle_runs",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Text, nullable=False),
    sa.Column("mode", sa.Text, nullable=False),
    sa.Column("started_ms", sa.BigInteger, nullable=False),
    sa.Column("ends_ms", sa.BigInteger, nullable=False),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("n_solved", sa.Integer, nullable=False),
    sa.Column("n_missed", sa.Integer, nullable=False),
    sa.Column("row", sa.Integer, nullable=False),
    sa.Column("best_row", sa.Integer, nullable=False),
    sa.Column("is_over", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("race", sa.Text),
    sa.Column("seed", sa.Text),
    sa.Column("solved_ms", sa.BigInteger),
    sa.Index(None, "user_id", "mode", "n_solved"),
    sa.Index(None, "race"),
)
_COLUMNS = RUNS.c


@dataclass(frozen=True, slots=True)
class NewRun:
    """A new run."""

    run: PuzzleRun

    def statement(self) -> sa.Insert:
        return RUNS.insert().values(**columns_of(self.run))


@dataclass(frozen=True, slots=True)
class RunStep:
    """A run after an answer; it replaces the previous version."""

    run: PuzzleRun
    must_match = True

    def statement(self) -> sa.Update:
        same = sa.and_(_COLUMNS.id == self.run.id, _COLUMNS.version == self.run.version - 1)
        return RUNS.update().where(same).values(**columns_of(self.run))


@dataclass(frozen=True, slots=True)
class DeleteLesserRuns:
    """Deletes the runs of a player in a mode that are not their best."""

    user_id: str
    mode: RunMode

    def statement(self) -> sa.Delete:
        mine = sa.and_(_COLUMNS.user_id == self.user_id, _COLUMNS.mode == self.mode)
        other = RUNS.alias()
        best = sa.select(sa.func.max(other.c.n_solved)).where(
            other.c.user_id == self.user_id, other.c.mode == self.mode
        )
        return RUNS.delete().where(mine, _COLUMNS.n_solved < best.scalar_subquery())


@dataclass(frozen=True, slots=True)
class DeleteRuns:
    """All runs of an account are deleted because it is closed."""

    user_id: str

    def statement(self) -> sa.Delete:
        return RUNS.delete().where(_COLUMNS.user_id == self.user_id)


class RunStore:
    """Reads runs from the database; `readers` is its engine for reading."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def find(self, run_id: str, user_id: str) -> PuzzleRun | None:
        """Find a run of a player."""
        query = sa.select(RUNS).where(_COLUMNS.id == run_id, _COLUMNS.user_id == user_id)
        with self._readers.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _run(row)

    def all_of(self, user_id: str) -> list[PuzzleRun]:
        """Return all stored runs of a player, the oldest first."""
        query = sa.select(RUNS).where(_COLUMNS.user_id == user_id).order_by(_COLUMNS.started_ms)
        with self._readers.connect() as connection:
            return [_run(row) for row in connection.execute(query)]

    def best_of(self, user_id: str) -> dict[RunMode, int]:
        """Return the most puzzles that a player has solved in a run, by mode."""
        query = sa.select(_COLUMNS.mode, sa.func.max(_COLUMNS.n_solved)).where(_COLUMNS.user_id == user_id)
        with self._readers.connect() as connection:
            return {RunMode(mode): best for mode, best in connection.execute(query.group_by(_COLUMNS.mode))}


def _run(row: Any) -> PuzzleRun:
    return PuzzleRun(**{**row._mapping, "mode": RunMode(row.mode)})

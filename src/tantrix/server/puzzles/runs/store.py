"""Runs in the database, one row for each; older runs that are not a player's best are deleted."""

from typing import Any

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import columns_of, table_of
from tantrix.server.database.writes import MustMatch
from tantrix.server.puzzles.runs.run import PuzzleRun, RunMode
from tantrix.server.ratings.ledger import PUZZLE
from tantrix.server.ratings.results import RESULT_SEATS

RUNS = table_of(
    PuzzleRun,
    "puzzle_runs",
    sa.Index(None, "user_id", "mode", "n_solved"),
    sa.Index(None, "race"),
    key=("id",),
)
_COLUMNS = RUNS.c


def replace_run(run: PuzzleRun) -> MustMatch:
    """Save a run after an answer; it replaces the previous version."""
    same = sa.and_(_COLUMNS.id == run.id, _COLUMNS.version == run.version - 1)
    return MustMatch(RUNS.update().where(same).values(**columns_of(run)))


def delete_lesser_runs(user_id: str, mode: RunMode) -> sa.Delete:
    """Delete the runs of a player in a mode that are not their best."""
    mine = sa.and_(_COLUMNS.user_id == user_id, _COLUMNS.mode == mode)
    other = RUNS.alias()
    best = sa.select(sa.func.max(other.c.n_solved)).where(other.c.user_id == user_id, other.c.mode == mode)
    return RUNS.delete().where(mine, _COLUMNS.n_solved < best.scalar_subquery())


def delete_runs(user_id: str, mode: RunMode | None = None) -> sa.Delete:
    """Delete all runs of a player, or those of a mode."""
    mine = RUNS.delete().where(_COLUMNS.user_id == user_id)
    return mine if mode is None else mine.where(_COLUMNS.mode == mode)


class RunStore(Store):
    """Reads runs from the database; `readers` is its engine for reading."""

    def find(self, run_id: str, user_id: str) -> PuzzleRun | None:
        """Find a run of a player."""
        query = sa.select(RUNS).where(_COLUMNS.id == run_id, _COLUMNS.user_id == user_id)
        with self.readers.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _run(row)

    def newest(self, user_id: str, mode: RunMode) -> PuzzleRun | None:
        """Find the run of a player in a mode that began last."""
        mine = sa.select(RUNS).where(_COLUMNS.user_id == user_id, _COLUMNS.mode == mode)
        query = mine.order_by(_COLUMNS.started_ms.desc(), _COLUMNS.is_over, _COLUMNS.id).limit(1)
        with self.readers.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _run(row)

    def all_of(self, user_id: str) -> list[PuzzleRun]:
        """Return all stored runs of a player, the oldest first."""
        query = sa.select(RUNS).where(_COLUMNS.user_id == user_id).order_by(_COLUMNS.started_ms)
        return [_run(row) for row in self.read_all(query)]

    def newest_answers(self, player: str, limit: int) -> list[bool]:
        """Return whether the newest rated puzzles of an account, or those of a level, were won by it."""
        seats = RESULT_SEATS.c
        is_rated = seats.game_id.startswith(f"{RunMode.RATED}-")
        who = seats.robot if player.startswith(PUZZLE) else seats.user_id
        query = sa.select(seats.share).where(who == player, is_rated)
        newest = query.order_by(seats.finished_ms.desc(), seats.game_id).limit(limit)
        return [share == 1 for (share,) in self.read_all(newest)]

    def best_of(self, user_id: str) -> dict[RunMode, int]:
        """Return the most puzzles that a player has solved in a run, by mode."""
        query = sa.select(_COLUMNS.mode, sa.func.max(_COLUMNS.n_solved)).where(_COLUMNS.user_id == user_id)
        return {RunMode(mode): best for mode, best in self.read_all(query.group_by(_COLUMNS.mode))}


def _run(row: Any) -> PuzzleRun:
    return PuzzleRun(**{**row._mapping, "mode": RunMode(row.mode)})

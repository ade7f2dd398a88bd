"""Progress in puzzles in the database, one row for each account and puzzle.

A row has a version number. An update names the version that it is based on, so of two concurrent merges the
second one finds a conflict and merges again.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import Store
from tantrix.server.database.writes import MustMatch
from tantrix.server.puzzles.daily.puzzle import DAILY
from tantrix.server.puzzles.progress.progress import HelpUsed, SavedTable, StoredProgress

N_TIMES = 100  # at most, to compare a time with
N_UNSOLVED = 500  # how many tables of puzzles without a result are kept, the newest ones

_PROGRESS = sa.Table(
    "puzzle_progress",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("goal", sa.Text, primary_key=True),
    sa.Column("best_ms", sa.BigInteger),
    sa.Column("solved_on", sa.Text),
    sa.Column("helped_by", sa.Text),
    sa.Column("helped_on", sa.Text),
    sa.Column("best", sa.Integer),
    sa.Column("laid", sa.Text, nullable=False),
    sa.Column("ms", sa.BigInteger, nullable=False),
    sa.Column("help", sa.Text),
    sa.Column("left_ms", sa.BigInteger, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Index(None, "puzzle", "best_ms"),
)
_COLUMNS = _PROGRESS.c


class Key(NamedTuple):
    """The key of a puzzle: its name, and the goal as text if it has no name."""

    puzzle: str
    goal: str = ""


def add_progress(user_id: str, key: Key, progress: StoredProgress) -> sa.Insert:
    """Insert the first progress in a puzzle."""
    values = {"user_id": user_id, **key._asdict(), **_values(progress), "version": 1}
    return _PROGRESS.insert().values(**values)


def replace_progress(user_id: str, key: Key, progress: StoredProgress, version: int) -> MustMatch:
    """Replace the version of a progress on which this one is based."""
    same = sa.and_(_is_of(user_id), _is_in(key), _COLUMNS.version == version)
    return MustMatch(_PROGRESS.update().where(same).values(**_values(progress), version=version + 1))


def delete_progress(user_id: str) -> sa.Delete:
    """Delete all progress of an account that is closed."""
    return _PROGRESS.delete().where(_COLUMNS.user_id == user_id)


def delete_unsolved(user_id: str) -> sa.Delete:
    """Delete the tables of puzzles without a result, except the newest ones."""
    results = (_COLUMNS.best_ms, _COLUMNS.solved_on, _COLUMNS.helped_by, _COLUMNS.best)
    without = sa.and_(_is_of(user_id), *(column.is_(None) for column in results))
    newest = sa.select(_COLUMNS.left_ms).where(without).order_by(_COLUMNS.left_ms.desc())
    return _PROGRESS.delete().where(
        without, _COLUMNS.left_ms <= newest.limit(1).offset(N_UNSOLVED).scalar_subquery()
    )


class ProgressStore(Store):
    """Reads progress from the database; `readers` is its engine for reading."""

    def of(self, user_id: str, keys: Iterable[Key]) -> dict[Key, tuple[StoredProgress, int]]:
        """Find the progress in some puzzles, with the version of each."""
        conditions = sa.or_(sa.false(), *(_is_in(key) for key in keys))
        return {_key(row): (_progress(row), row.version) for row in self._rows(_is_of(user_id), conditions)}

    def results_of(self, user_id: str) -> dict[Key, StoredProgress]:
        """Find all puzzles with a result: solved, with or without help, or played for points."""
        results = (_COLUMNS.best_ms, _COLUMNS.helped_by, _COLUMNS.best)
        has_one = sa.or_(*(column.is_not(None) for column in results))
        return {_key(row): _progress(row) for row in self._rows(_is_of(user_id), has_one)}

    def days_of(self, user_id: str) -> dict[Key, StoredProgress]:
        """Find the daily puzzles that were solved without help."""
        is_daily = _COLUMNS.puzzle.startswith(f"{DAILY}-", autoescape=True)
        rows = self._rows(_is_of(user_id), is_daily, _COLUMNS.solved_on.is_not(None))
        return {_key(row): _progress(row) for row in rows}

    def all_of(self, user_id: str) -> dict[Key, StoredProgress]:
        """Return everything stored for a user, in the order of the keys."""
        return {_key(row): _progress(row) for row in self._rows(_is_of(user_id))}

    def page_of(self, user_id: str, first: int, limit: int) -> dict[Key, StoredProgress]:
        """Return part of what `all_of` returns; the first puzzle is number 0."""
        return {_key(row): _progress(row) for row in self._rows(_is_of(user_id), limit=limit, offset=first)}

    def solved_by_day(self, user_id: str, since: date) -> dict[date, int]:
        """Count the puzzles that a user has solved for the first time, without help, by day."""
        solved_on = _COLUMNS.solved_on
        query = sa.select(solved_on, sa.func.count()).where(_is_of(user_id), solved_on >= since.isoformat())
        return {date.fromisoformat(day): n for day, n in self.read_all(query.group_by(solved_on))}

    def times_of(self, puzzle: str) -> tuple[int, int]:
        """Return how many accounts have solved a named puzzle without help, and their median time in ms."""
        best = sa.select(_COLUMNS.best_ms).where(_COLUMNS.puzzle == puzzle, _COLUMNS.best_ms.is_not(None))
        with self.readers.connect() as connection:
            n = int(connection.execute(sa.select(sa.func.count()).select_from(best.subquery())).scalar_one())
            if n == 0:
                return 0, 0
            middle = best.order_by(_COLUMNS.best_ms).offset((n - 1) // 2).limit(1)
            return n, int(connection.execute(middle).scalar_one())

    def spread_of(self, puzzle: str, but: str | None) -> tuple[int, list[int]]:
        """Return how many accounts but one have solved a named puzzle without help, and their times in ms.

        The times are in order; of more than a hundred people they are those of every so many.
        """
        order = sa.func.row_number().over(order_by=_COLUMNS.best_ms)
        is_other = sa.true() if but is None else _COLUMNS.user_id != but
        solved = sa.select(_COLUMNS.best_ms, order.label("place")).where(
            _COLUMNS.puzzle == puzzle, _COLUMNS.best_ms.is_not(None), is_other
        )
        times = solved.subquery()
        with self.readers.connect() as connection:
            n = int(connection.execute(sa.select(sa.func.count()).select_from(times)).scalar_one())
            step = -(-n // N_TIMES) or 1
            query = sa.select(times.c.best_ms).where(times.c.place % step == step // 2)
            return n, list(connection.execute(query.order_by(times.c.place)).scalars())

    def n_of(self, user_id: str) -> int:
        """Count the puzzles with stored progress."""
        with self.readers.connect() as connection:
            query = sa.select(sa.func.count()).select_from(_PROGRESS).where(_is_of(user_id))
            return int(connection.execute(query).scalar_one())

    def _rows(self, *where: "sa.ColumnElement[bool]", limit: int | None = None, offset: int = 0) -> list[Any]:
        query = sa.select(_PROGRESS).where(*where).order_by(_COLUMNS.puzzle, _COLUMNS.goal)
        with self.readers.connect() as connection:
            return list(connection.execute(query.limit(limit).offset(offset)))


def _is_of(user_id: str) -> "sa.ColumnElement[bool]":
    return _COLUMNS.user_id == user_id


def _is_in(key: Key) -> "sa.ColumnElement[bool]":
    return sa.and_(_COLUMNS.puzzle == key.puzzle, _COLUMNS.goal == key.goal)


def _values(progress: StoredProgress) -> dict[str, Any]:
    table = progress.table
    return {
        "best_ms": progress.best_ms,
        "solved_on": None if progress.solved_on is None else progress.solved_on.isoformat(),
        "helped_by": progress.helped_by,
        "helped_on": None if progress.helped_on is None else progress.helped_on.isoformat(),
        "best": progress.best,
        "laid": table.laid,
        "ms": table.ms,
        "help": table.help,
        "left_ms": table.left_ms,
    }


def _key(row: Any) -> Key:
    return Key(row.puzzle, row.goal)


def _progress(row: Any) -> StoredProgress:
    return StoredProgress(
        best_ms=row.best_ms,
        solved_on=_day(row.solved_on),
        helped_by=_help(row.helped_by),
        helped_on=_day(row.helped_on),
        best=row.best,
        table=SavedTable(row.laid, row.ms, _help(row.help), row.left_ms),
    )


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _help(text: str | None) -> HelpUsed | None:
    return None if text is None else HelpUsed(text)

"""The goals of the puzzles of the day, as they were made: a restart and other servers find them here."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA

_GOALS = sa.Table(
    "daily_goals",
    METADATA,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("goal", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class DailyGoal:
    """The goal of a day's puzzle in its notation."""

    day: str
    goal: str

    def statement(self) -> sa.Insert:
        """Return the insertion, which does nothing if another server has saved this day."""
        known = sa.exists().where(_GOALS.c.day == self.day)
        row = sa.select(sa.literal(self.day), sa.literal(self.goal)).where(~known)
        return _GOALS.insert().from_select(["day", "goal"], row)


class DailyStore:
    """Reads of goals; `readers` is the engine of the whole store."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def goals(self, days: Collection[date]) -> dict[date, str]:
        """Return the goals of those days that have one."""
        query = sa.select(_GOALS).where(_GOALS.c.day.in_([day.isoformat() for day in days]))
        with self._readers.connect() as connection:
            return {date.fromisoformat(row.day): row.goal for row in connection.execute(query)}

    def newest(self, day: date) -> tuple[date, str] | None:
        """Return the newest goal that is not from after a day."""
        past = sa.select(_GOALS).where(_GOALS.c.day <= day.isoformat())
        with self._readers.connect() as connection:
            row = connection.execute(past.order_by(_GOALS.c.day.desc()).limit(1)).one_or_none()
        return None if row is None else (date.fromisoformat(row.day), row.goal)

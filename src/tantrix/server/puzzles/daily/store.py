"""The goals of the puzzles of the day, stored for the time after a restart and for other servers."""

from collections.abc import Collection
from datetime import date

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import Store

_GOALS = sa.Table(
    "daily_goals",
    METADATA,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("goal", sa.Text, nullable=False),
)


def add_daily_goal(day: str, goal: str) -> sa.Insert:
    """Insert the goal of a day's puzzle, in its notation, unless another server has already saved it."""
    known = sa.exists().where(_GOALS.c.day == day)
    row = sa.select(sa.literal(day), sa.literal(goal)).where(~known)
    return _GOALS.insert().from_select(["day", "goal"], row)


class DailyStore(Store):
    """Reads goals from the database; `readers` is its engine for reading."""

    def goals(self, days: Collection[date]) -> dict[date, str]:
        """Return the goals of some days; days without a goal are left out."""
        query = sa.select(_GOALS).where(_GOALS.c.day.in_([day.isoformat() for day in days]))
        return {date.fromisoformat(row.day): row.goal for row in self.read_all(query)}

    def newest(self, day: date) -> tuple[date, str] | None:
        """Return the newest goal of a day or before."""
        past = sa.select(_GOALS).where(_GOALS.c.day <= day.isoformat())
        with self.readers.connect() as connection:
            row = connection.execute(past.order_by(_GOALS.c.day.desc()).limit(1)).one_or_none()
        return None if row is None else (date.fromisoformat(row.day), row.goal)

"""Series in the database, and the events that they have created."""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writes import MustMatch


@dataclass(frozen=True, slots=True)
class SeriesRow(Row):
    """A series. `next_ms`: the start of the next event to create; `n_events`: the number of created events.

    `organiser`: an account, or the server. `stopped_ms`: when the series was stopped; None while it is
    active.
    """

    id: str
    name: str
    format: str
    options: str
    recurrence: str
    organiser: str
    is_listed: bool
    created_ms: int
    stopped_ms: int | None
    n_events: int
    next_ms: int


_SERIES = table_of(SeriesRow, "series", key=("id",))


@dataclass(frozen=True, slots=True)
class SeriesEvent(Row):
    """An event that a series has created; its number is unique."""

    series_id: str
    number: int
    event_id: str
    starts_ms: int


_EVENTS = table_of(
    SeriesEvent,
    "series_events",
    key=("series_id", "number"),
    unique=("event_id",),
    references={"series_id": "series.id"},
)


def advance_series(series_id: str, n_events: int, next_ms: int) -> MustMatch:
    """Save the `n_events`-th event of a series; a conflict if it has been stopped meanwhile."""
    is_seen = (
        _SERIES.c.id == series_id,
        _SERIES.c.n_events == n_events - 1,
        _SERIES.c.stopped_ms.is_(None),
    )
    return MustMatch(_SERIES.update().where(*is_seen).values(n_events=n_events, next_ms=next_ms))


def skip_starts(series_id: str, n_events: int, next_ms: int) -> sa.Update:
    """Move the next start of a series on, because earlier events could not be created in time."""
    is_seen = _SERIES.c.id == series_id, _SERIES.c.n_events == n_events
    return _SERIES.update().where(*is_seen).values(next_ms=next_ms)


def stop_series(series_id: str, at_ms: int) -> sa.Update:
    """Stop a series, which creates no more events."""
    is_active = _SERIES.c.id == series_id, _SERIES.c.stopped_ms.is_(None)
    return _SERIES.update().where(*is_active).values(stopped_ms=at_ms)


def stop_all_of(user_id: str, at_ms: int) -> sa.Update:
    """Stop all series of an organiser."""
    is_active = _SERIES.c.organiser == user_id, _SERIES.c.stopped_ms.is_(None)
    return _SERIES.update().where(*is_active).values(stopped_ms=at_ms)


class SeriesStore(Store):
    """Reads series from the database."""

    def row(self, series_id: str) -> SeriesRow | None:
        """Return a series; None if there is none."""
        return self.read_one(SeriesRow, sa.select(_SERIES).where(_SERIES.c.id == series_id))

    def active_series(self) -> list[SeriesRow]:
        """List the active series, oldest first."""
        query = sa.select(_SERIES).where(_SERIES.c.stopped_ms.is_(None))
        return self.read_each(SeriesRow, query.order_by(_SERIES.c.created_ms, _SERIES.c.id))

    def n_active_of(self, user_id: str) -> int:
        """Count the active series of an organiser."""
        mine = _SERIES.c.organiser == user_id, _SERIES.c.stopped_ms.is_(None)
        return int(self.read_all(sa.select(sa.func.count()).select_from(_SERIES).where(*mine))[0][0])

    def events(self, series_id: str, limit: int, skipped: int = 0) -> list[SeriesEvent]:
        """List the events of a series, newest first."""
        query = sa.select(_EVENTS).where(_EVENTS.c.series_id == series_id).order_by(_EVENTS.c.number.desc())
        return self.read_each(SeriesEvent, query.limit(limit).offset(skipped))

    def series_of(self, event_id: str) -> SeriesRow | None:
        """Return the series that created an event; None for an event without a series."""
        join = _SERIES.join(_EVENTS, _SERIES.c.id == _EVENTS.c.series_id)
        query = sa.select(_SERIES).select_from(join).where(_EVENTS.c.event_id == event_id)
        return self.read_one(SeriesRow, query)

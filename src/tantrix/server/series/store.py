"""Series in the database, and the events that they have created."""

from dataclasses import dataclass
from typing import ClassVar

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import read_all
from tantrix.server.database.writes import columns_of

_SERIES = sa.Table(
    "series",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("format", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("recurrence", sa.Text, nullable=False),
    sa.Column("organiser", sa.Text, nullable=False),
    sa.Column("is_listed", sa.Boolean, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("stopped_ms", sa.BigInteger),
    sa.Column("n_events", sa.Integer, nullable=False),
    sa.Column("next_ms", sa.BigInteger, nullable=False),
)

_EVENTS = sa.Table(
    "series_events",
    METADATA,
    sa.Column("series_id", sa.Text, sa.ForeignKey("series.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("event_id", sa.Text, nullable=False, unique=True),
    sa.Column("starts_ms", sa.BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class SeriesRow:
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

    def statement(self) -> sa.Insert:
        return _SERIES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class AdvanceSeries:
    """A series has created its `n_events`-th event; a conflict if it has been stopped meanwhile."""

    series_id: str
    n_events: int
    next_ms: int

    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        is_seen = (
            _SERIES.c.id == self.series_id,
            _SERIES.c.n_events == self.n_events - 1,
            _SERIES.c.stopped_ms.is_(None),
        )
        return _SERIES.update().where(*is_seen).values(n_events=self.n_events, next_ms=self.next_ms)


@dataclass(frozen=True, slots=True)
class SkipStarts:
    """The next start of a series moves on, because earlier events could not be created in time."""

    series_id: str
    n_events: int
    next_ms: int

    def statement(self) -> sa.Update:
        is_seen = _SERIES.c.id == self.series_id, _SERIES.c.n_events == self.n_events
        return _SERIES.update().where(*is_seen).values(next_ms=self.next_ms)


@dataclass(frozen=True, slots=True)
class StopSeries:
    """A series is stopped and creates no more events."""

    series_id: str
    at_ms: int

    def statement(self) -> sa.Update:
        is_active = _SERIES.c.id == self.series_id, _SERIES.c.stopped_ms.is_(None)
        return _SERIES.update().where(*is_active).values(stopped_ms=self.at_ms)


@dataclass(frozen=True, slots=True)
class SeriesEvent:
    """An event that a series has created; its number is unique."""

    series_id: str
    number: int
    event_id: str
    starts_ms: int

    def statement(self) -> sa.Insert:
        return _EVENTS.insert().values(**columns_of(self))


class SeriesStore:
    """Reads series from the database."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def row(self, series_id: str) -> SeriesRow | None:
        """Return a series; None if there is none."""
        found = read_all(self._readers, sa.select(_SERIES).where(_SERIES.c.id == series_id))
        return SeriesRow(*found[0]) if found else None

    def active_series(self) -> list[SeriesRow]:
        """List the active series, oldest first."""
        query = sa.select(_SERIES).where(_SERIES.c.stopped_ms.is_(None))
        return [
            SeriesRow(*row)
            for row in read_all(self._readers, query.order_by(_SERIES.c.created_ms, _SERIES.c.id))
        ]

    def n_active_of(self, user_id: str) -> int:
        """Count the active series of an organiser."""
        mine = _SERIES.c.organiser == user_id, _SERIES.c.stopped_ms.is_(None)
        return int(
            read_all(self._readers, sa.select(sa.func.count()).select_from(_SERIES).where(*mine))[0][0]
        )

    def events(self, series_id: str, limit: int, skipped: int = 0) -> list[SeriesEvent]:
        """List the events of a series, newest first."""
        query = sa.select(_EVENTS).where(_EVENTS.c.series_id == series_id).order_by(_EVENTS.c.number.desc())
        return [SeriesEvent(*row) for row in read_all(self._readers, query.limit(limit).offset(skipped))]

    def series_of(self, event_id: str) -> SeriesRow | None:
        """Return the series that created an event; None for an event without a series."""
        join = _SERIES.join(_EVENTS, _SERIES.c.id == _EVENTS.c.series_id)
        query = sa.select(_SERIES).select_from(join).where(_EVENTS.c.event_id == event_id)
        found = read_all(self._readers, query)
        return SeriesRow(*found[0]) if found else None

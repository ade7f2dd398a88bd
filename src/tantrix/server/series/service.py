"""The series of a server: each creates its next event ahead of time, exactly once."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.clock import DAY_MS
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.recurrence import (
    Frequency,
    parse_recurrence,
    print_recurrence,
    recurrence_from,
)
from tantrix.server.accounts.store import Account
from tantrix.server.background import attempt
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.database.writer import Conflict, NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.series.formats import SERVER, EventFormat, HeldEvent, PlannedEvent, ServerSeries
from tantrix.server.series.store import (
    SeriesEvent,
    SeriesRow,
    SeriesStore,
    advance_series,
    skip_starts,
    stop_all_of,
    stop_series,
)
from tantrix.server.settings import Settings
from tantrix.server.wording.catalogues import gettext_noop

_LOG = structlog.get_logger()

_FUTURE = gettext_noop("The first start must be in the future.")

POLL_S = 5.0  # how often the series are checked for due events
MAX_SERIES = 3  # per organiser
N_LISTED = 50


@dataclass(frozen=True, slots=True)
class NewSeries:
    """A new series; its first event starts at `first_ms`. `options`: JSON of its format."""

    name: str
    format: str
    options: str
    every: Frequency
    first_ms: int
    is_listed: bool


class DatedEvent(NamedTuple):
    """An event of a series and its start."""

    starts_ms: int
    event: HeldEvent


class SeriesService:
    """Creates the events of series, and lists them."""

    def __init__(
        self,
        settings: Settings,
        store: SeriesStore,
        writer: Writer,
        cluster: Cluster,
        formats: Mapping[str, EventFormat],
        own: tuple[ServerSeries, ...] = (),
    ) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._cluster = cluster
        self._formats = formats
        self._own = {each.id: each for each in own}  # of the server itself

    async def find(self, series_id: str) -> SeriesRow:
        """Return a series. Raises Refusal if there is none."""
        row = await asyncio.to_thread(self._store.row, series_id)
        if row is None:
            raise Refusal("no_series")
        return row

    async def listed(self) -> list[SeriesRow]:
        """List the active public series."""
        rows = await asyncio.to_thread(self._store.active_series)
        return [row for row in rows if row.is_listed and self._is_held(row)]

    async def held(self, series_id: str, n_skipped: int = 0) -> list[DatedEvent]:
        """List the events of a series, newest first, at most `N_LISTED`."""
        row = await self.find(series_id)
        events = await asyncio.to_thread(self._store.events, series_id, N_LISTED, n_skipped)
        held = await self._formats[row.format].held([each.event_id for each in events])
        starts = {each.event_id: each.starts_ms for each in events}
        return [DatedEvent(starts[each.id], each) for each in held]

    async def create(self, new: NewSeries, account: Account) -> str:
        """Create a series with its first event, and return the id of that event.

        Raises Refusal if the account has too many, and InvalidValue for a first start in the past.
        """
        settings, store = self._settings, self._store
        if await asyncio.to_thread(store.n_active_of, account.user_id) >= MAX_SERIES:
            raise Refusal("too_many_series")
        now_ms = settings.now_ms()
        if new.first_ms <= now_ms:
            raise InvalidValue(_FUTURE, "starts_at")
        row = SeriesRow(
            id=settings.make_id(),
            name=new.name,
            format=new.format,
            options=new.options,
            recurrence=print_recurrence(recurrence_from(new.every, new.first_ms)),
            organiser=account.user_id,
            is_listed=new.is_listed,
            created_ms=now_ms,
            stopped_ms=None,
            n_events=0,
            next_ms=new.first_ms,
        )
        return await self._create_event(row, now_ms, row)

    async def stop(self, series_id: str, account: Account) -> None:
        """Stop a series: it creates no more events, and existing ones continue. Raises Refusal."""
        row = await self.find(series_id)
        if row.organiser != account.user_id:
            raise Refusal("not_organiser")
        await self._writer.append(stop_series(series_id, self._settings.now_ms()))

    async def depart(self, user_id: str) -> None:
        """Stop the series of an account that is closed or banned. Raises NotSaved."""
        await self._writer.append(stop_all_of(user_id, self._settings.now_ms()))

    async def run(self) -> None:
        """Create events ahead of their start, until cancelled."""
        while True:
            await attempt(self.step, "series not continued", NotSaved, SQLAlchemyError)
            await asyncio.sleep(POLL_S)

    async def step(self) -> None:
        """Create the due events of all series that this server looks after."""
        for own in self._own.values():
            if await asyncio.to_thread(self._store.row, own.id) is None:
                await self._begin(own)
        for row in await asyncio.to_thread(self._store.active_series):
            if not self._is_held(row):
                continue
            try:
                with suppress(Conflict):  # another server was faster
                    await self._continue(row)
            except ValueError as error:  # options of another version; continue with the other series
                _LOG.error("event not created", series=row.id, reason=str(error))

    def _is_held(self, row: SeriesRow) -> bool:
        return row.format in self._formats and (row.organiser != SERVER or row.id in self._own)

    async def _begin(self, own: ServerSeries) -> None:
        """Save one of the server's own series for the first time."""
        now_ms = self._settings.now_ms()
        row = SeriesRow(
            id=own.id,
            name=own.name,
            format=own.format,
            options=own.options,
            recurrence=own.recurrence,
            organiser=SERVER,
            is_listed=True,
            created_ms=now_ms,
            stopped_ms=None,
            n_events=0,
            next_ms=parse_recurrence(own.recurrence).next_ms(now_ms),
        )
        with suppress(Conflict):
            await self._writer.append(row)

    async def _continue(self, row: SeriesRow) -> None:
        settings, recurrence = self._settings, parse_recurrence(row.recurrence)
        now_ms = settings.now_ms()
        if now_ms < row.next_ms - recurrence.ahead_days * DAY_MS:
            return
        if not await self._cluster.lease_holder.holds(_lease(row.id)):
            return
        if row.next_ms <= now_ms:
            following = recurrence.next_ms(now_ms)
            await self._writer.append(skip_starts(row.id, row.n_events, following))
        else:
            await self._create_event(row, now_ms)

    async def _create_event(self, row: SeriesRow, now_ms: int, *first: Write) -> str:
        number, event_format = row.n_events + 1, self._formats[row.format]
        planned = PlannedEvent(
            id=self._settings.make_id(),
            series_id=row.id,
            number=number,
            name=f"{row.name} {number}",
            options=row.options,
            organiser=row.organiser,
            starts_ms=row.next_ms,
            now_ms=now_ms,
        )
        following = parse_recurrence(row.recurrence).next_ms(row.next_ms)
        creation = await event_format.creation(planned)
        fencing = () if first else self._cluster.lease_holder.fencing(_lease(row.id))
        await self._writer.append(
            *fencing,
            *first,
            advance_series(row.id, number, following),
            SeriesEvent(row.id, number, planned.id, row.next_ms),
            *creation,
        )
        _LOG.info("event created", series=row.id, number=number, event_id=planned.id)
        await event_format.created(planned.id)
        return planned.id


def _lease(series_id: str) -> str:
    return f"series {series_id}"

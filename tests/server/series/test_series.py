"""Series: the next event is created ahead of its start, exactly once."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tantrix.server.account_data import open_accounts
from tantrix.server.cluster.bus import MemoryBus
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.cluster.heartbeats import FolderHeartbeats
from tantrix.server.cluster.leases import SingleServer
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import Write
from tantrix.server.series.formats import HeldEvent, PlannedEvent, ServerSeries
from tantrix.server.series.service import SeriesService
from tantrix.server.series.store import SeriesStore, stop_series
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.manual_clock import ManualClock

DAY_MS = 86_400_000
CUP = ServerSeries("daily-cup", "Daily Cup", "cup", "{}", "daily 18:00")


@dataclass
class Cups:
    """Events that store only their plan. `before_saving` is called once, before a plan is saved."""

    planned: list[PlannedEvent] = field(default_factory=list)
    before_saving: Callable[[], Coroutine[Any, Any, None]] | None = None

    async def creation(self, planned: PlannedEvent) -> Sequence[Write]:
        if planned.options == "old":
            raise ValueError("expected options of this version")
        act, self.before_saving = self.before_saving, None
        if act is not None:
            await act()
        return ()

    async def created(self, _event_id: str) -> None:
        pass

    async def held(self, event_ids: Sequence[str]) -> list[HeldEvent]:
        return [HeldEvent(each, f"/cups/{each}", each, "over", 2, ("Ann",)) for each in event_ids]


@dataclass
class Hall:
    """Two servers on one database, with a clock controlled by the test."""

    clock: ManualClock
    cups: Cups
    writer: Writer
    store: SeriesStore
    new_service: Callable[..., SeriesService]

    def service(self, *own: ServerSeries) -> SeriesService:
        """Return the series of one more server, with series of its own."""
        return self.new_service(own)

    def starts(self, series_id: str = CUP.id) -> list[int]:
        return [each.starts_ms for each in self.store.events(series_id, 50)]


@pytest.fixture
def hall(tmp_path: Path, database: Database, writer: Writer) -> Hall:
    clock, cups = ManualClock(), Cups()
    settings = Settings(migrated_folder(tmp_path), now_ms=clock)
    accounts = open_accounts(settings, database, writer)
    # Both servers hold every lease, so only the database prevents duplicate events.
    heartbeats = FolderHeartbeats(tmp_path, clock, writer)
    cluster = Cluster(True, MemoryBus(), SingleServer(), heartbeats)
    store = SeriesStore(database.readers)
    new_service = partial(SeriesService, settings, store, writer, cluster, accounts, {"cup": cups})
    return Hall(clock, cups, writer, store, new_service)


@pytest.mark.anyio
async def test_each_event_is_created_once_before_its_start(hall: Hall) -> None:
    series = hall.service(CUP)

    for _ in range(4):
        for _ in range(3):
            await series.step()
        assert hall.starts()[0] > hall.clock.now_ms
        hall.clock.now_ms += DAY_MS

    starts = hall.starts()
    assert len(starts) == 4
    assert {later - sooner for later, sooner in pairwise(starts)} == {DAY_MS}


@pytest.mark.anyio
async def test_only_one_of_two_servers_creates_an_event(hall: Hall) -> None:
    one, two = hall.service(CUP), hall.service(CUP)
    await one.step()
    hall.clock.now_ms += DAY_MS
    hall.cups.before_saving = two.step  # between the first server's read and its write

    await one.step()

    assert [each.number for each in hall.store.events(CUP.id, 50)] == [2, 1]


@pytest.mark.anyio
async def test_starts_in_the_past_are_skipped(hall: Hall) -> None:
    series = hall.service(CUP)
    await series.step()
    hall.clock.now_ms += 10 * DAY_MS

    await series.step()
    await series.step()

    assert len(hall.starts()) == 2
    assert hall.starts()[0] > hall.clock.now_ms


@pytest.mark.anyio
async def test_a_stopped_series_stays_stopped(hall: Hall) -> None:
    series = hall.service(CUP)
    await series.step()
    await hall.writer.append(stop_series(CUP.id, hall.clock.now_ms))
    hall.clock.now_ms += 2 * DAY_MS

    await hall.service(CUP).step()

    assert len(hall.starts()) == 1
    assert await series.listed() == []


@pytest.mark.anyio
async def test_options_of_another_version_do_not_stop_the_other_series(hall: Hall) -> None:
    old = replace(CUP, id="a-old", options="old")
    series = hall.service(old, CUP)

    await series.step()

    assert hall.starts(old.id) == []
    assert len(hall.starts()) == 1


@pytest.mark.anyio
async def test_a_server_without_regular_events_creates_no_series(hall: Hall) -> None:
    await hall.service(CUP).step()
    hall.clock.now_ms += 2 * DAY_MS
    without = hall.service()

    await without.step()

    assert len(hall.starts()) == 1
    assert await without.listed() == []


def test_two_tasks_at_once_create_one_event(hall: Hall) -> None:
    async def race() -> None:
        await asyncio.gather(*(hall.service(CUP).step() for _ in range(5)))

    asyncio.run(race())
    asyncio.run(race())

    assert len(hall.starts()) == 1

"""Notices leave the server exactly once, despite two servers, failures, and a server that dies in between."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tantrix.server.account_data import open_accounts
from tantrix.server.background import running
from tantrix.server.cluster.bus import MemoryBus
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.notices.deliverer import (
    AT_ONCE_TO_USER,
    LEASE_MS,
    RETRY_MS,
    Deliverer,
    DeliveryOutcome,
    NoticeBatch,
)
from tantrix.server.notices.service import NoticeService
from tantrix.server.notices.store import (
    NoticeRow,
    NoticeStore,
    add_notice_settings,
    lease_delivery,
    mark_read,
)
from tantrix.server.notices.timing import MAIL_AFTER_MS, PUSH_AFTER_MS, NoticeChannel
from tantrix.server.protocol.notices import NoticeSettings, ReadNotices
from tantrix.server.settings import Settings
from tests.server.support.manual_clock import ManualClock
from tests.server.support.notice_senders import RecordingSender

pytestmark = pytest.mark.anyio

LATE_S = 0.2
BY_MAIL = NoticeSettings(push=[], mail=["turn", "result"])


class DelivererFixture:
    """A database with its servers, and a clock controlled by the test."""

    def __init__(self, database: Database, writer: Writer, folder: Path) -> None:
        self.clock = ManualClock()
        self.store = NoticeStore(database.readers)
        self.writer = writer
        settings = Settings(folder, now_ms=self.clock)
        accounts = open_accounts(settings, database, writer)
        self.service = NoticeService(settings, self.store, writer, MemoryBus(), accounts)
        self._settings = settings

    def server(self, sender: RecordingSender, channel: NoticeChannel = NoticeChannel.MAIL) -> Deliverer:
        return Deliverer(self._settings, self.store, self.writer, self.service, {channel: sender})

    async def notify(
        self, notice_id: str = "turn-1", kind: str = "turn", after_ms: int = 0, user_id: str = "ann"
    ) -> NoticeRow:
        at_ms = self.clock.now_ms + after_ms
        row = NoticeRow(user_id, notice_id, kind, "Bob", "/games/aaaaaaaaaaaa", at_ms)
        await self.writer.append(row)
        return row

    async def prefer(self, settings: NoticeSettings) -> None:
        await self.writer.append(add_notice_settings("ann", settings))


@pytest.fixture
def world(database: Database, writer: Writer, tmp_path: Path) -> Iterator[DelivererFixture]:
    yield DelivererFixture(database, writer, tmp_path)


async def test_two_servers_deliver_a_notice_once(world: DelivererFixture) -> None:
    sender = RecordingSender()
    servers = [world.server(sender), world.server(sender)]
    await world.prefer(BY_MAIL)
    await world.notify()

    for wait_ms in (0, MAIL_AFTER_MS, MAIL_AFTER_MS):
        world.clock.now_ms += wait_ms
        await asyncio.gather(*(server.step() for server in servers))

    assert sender.texts == [("turn-1",)]


async def test_notices_claimed_by_a_dead_server_are_delivered_by_another(world: DelivererFixture) -> None:
    sender = RecordingSender()
    await world.prefer(BY_MAIL)
    await world.notify()
    await world.server(RecordingSender()).step()
    world.clock.now_ms += MAIL_AFTER_MS
    (taken,) = world.store.due(world.clock.now_ms, 9)
    await world.writer.append(lease_delivery(taken, world.clock.now_ms + LEASE_MS))  # and here it dies

    await world.server(sender).step()
    too_early = sender.texts
    world.clock.now_ms += LEASE_MS
    await world.server(sender).step()

    assert too_early == []
    assert sender.texts == [("turn-1",)]


async def test_a_failed_delivery_is_retried_later_and_finally_given_up(world: DelivererFixture) -> None:
    sender = RecordingSender(outcomes=[DeliveryOutcome.FAILED] * 20)
    await world.prefer(BY_MAIL)
    await world.notify()
    server = world.server(sender)
    await server.step()

    world.clock.now_ms += MAIL_AFTER_MS
    for wait_ms in RETRY_MS:
        await server.step()
        assert world.store.due(world.clock.now_ms, 9) == []
        world.clock.now_ms += wait_ms
        assert len(world.store.due(world.clock.now_ms, 9)) == 1
    await server.step()

    assert world.store.due(2**62, 9) == []


async def test_notices_read_in_time_are_not_delivered(world: DelivererFixture) -> None:
    sender = RecordingSender()
    await world.prefer(BY_MAIL)
    await world.notify()
    await world.server(sender).step()

    await world.service.read("ann", ReadNotices(url="/games/aaaaaaaaaaaa"))
    world.clock.now_ms += MAIL_AFTER_MS
    await world.server(sender).step()

    assert sender.texts == []
    assert world.store.due(2**62, 9) == []


async def test_mails_due_at_the_same_time_are_combined(world: DelivererFixture) -> None:
    sender = RecordingSender()
    await world.prefer(BY_MAIL)
    await world.notify("turn-1")
    await world.notify("result-1", "result")
    await world.server(sender).step()

    world.clock.now_ms += MAIL_AFTER_MS
    await world.server(sender).step()

    assert sender.texts == [("result-1", "turn-1")]


async def test_each_push_message_is_one_notice_to_one_device(world: DelivererFixture) -> None:
    sender = RecordingSender(addresses=("phone", "laptop"))
    server = world.server(sender, NoticeChannel.PUSH)
    await world.notify("turn-1")
    await world.notify("turn-2")
    await server.step()

    world.clock.now_ms += MAIL_AFTER_MS
    await server.step()

    sent = sorted((batch.target, batch.notices[0].id) for batch in sender.batches)
    assert sent == [("laptop", "turn-1"), ("laptop", "turn-2"), ("phone", "turn-1"), ("phone", "turn-2")]


async def test_a_removed_device_gets_nothing_more(world: DelivererFixture) -> None:
    sender = RecordingSender(addresses=("phone",), outcomes=[DeliveryOutcome.GONE])
    server = world.server(sender, NoticeChannel.PUSH)
    await world.notify("turn-1")
    await server.step()

    world.clock.now_ms += MAIL_AFTER_MS
    await server.step()

    assert world.store.due(2**62, 9) == []


async def test_a_reminder_waits_for_its_time_and_does_not_come_once_it_is_settled(
    world: DelivererFixture,
) -> None:
    sender = RecordingSender()
    await world.prefer(replace_kinds("reminder"))
    await world.notify("reminder-1", "reminder", after_ms=1000)
    await world.notify("reminder-2", "reminder", after_ms=500_000)
    server = world.server(sender)
    await server.step()
    early = world.store.newest("ann", 9)

    world.clock.now_ms += 1000
    await server.step()
    shown = world.store.newest("ann", 9)
    await world.writer.append(
        mark_read("ann", world.clock.now_ms, url="/games/aaaaaaaaaaaa", is_settled=True)
    )
    world.clock.now_ms += 1_000_000
    await server.step()
    await server.step()

    assert early == []
    assert [notice.id for notice in shown] == ["reminder-1"]
    assert sender.texts == []


async def test_the_bell_shows_only_the_kinds_that_are_chosen(world: DelivererFixture) -> None:
    await world.prefer(NoticeSettings(bell=["result"]))
    await world.notify("turn-1")
    await world.notify("result-1", "result")

    await world.server(RecordingSender()).step()

    assert [notice.id for notice in world.store.newest("ann", 9)] == ["result-1"]
    assert world.store.unread(["ann", "bob"])["ann"].n == 1


def replace_kinds(kind: str) -> NoticeSettings:
    return NoticeSettings.model_validate({**NoticeSettings().model_dump(), "push": [], "mail": [kind]})


async def test_nobody_waits_for_a_user_whose_push_services_never_answer(world: DelivererFixture) -> None:
    sender = TarpitSender("eve")
    server = world.server(sender, NoticeChannel.PUSH)
    for number in range(15):  # twenty browsers each: more than is read at once
        await world.notify(f"turn-{number}", user_id="eve")
    world.clock.now_ms += 1
    await world.notify("turn-1")

    async with running(server.run()):
        async with asyncio.timeout(60):
            while not world.store.due(world.clock.now_ms + PUSH_AFTER_MS, 1):
                await asyncio.sleep(0.01)
        world.clock.now_ms += PUSH_AFTER_MS
        async with asyncio.timeout(60):
            await sender.delivered.wait()

    assert sender.texts[0] == ("turn-1",)
    assert sender.most_at_once <= AT_ONCE_TO_USER


async def test_all_deliveries_to_a_user_are_made_although_only_few_are_made_at_once(
    world: DelivererFixture,
) -> None:
    sender = RecordingSender(addresses=("phone", "laptop", "tablet", "watch"))
    server = world.server(sender, NoticeChannel.PUSH)
    for number in range(5):
        await world.notify(f"turn-{number}")
    await server.step()

    world.clock.now_ms += PUSH_AFTER_MS
    await server.step()

    assert len({(batch.target, batch.notices[0].id) for batch in sender.batches}) == 20
    assert world.store.due(2**62, 9) == []


async def test_a_step_makes_all_deliveries_although_a_slow_database_lists_them_after_some_are_made(
    world: DelivererFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = RecordingSender(addresses=("phone", "laptop", "tablet"))
    server = world.server(sender, NoticeChannel.PUSH)
    await world.notify("turn-1")
    await server.step()
    due = world.store.due

    def due_late(*given: Any) -> Any:
        found = due(*given)
        time.sleep(LATE_S)
        return found

    monkeypatch.setattr(world.store, "due", due_late)
    world.clock.now_ms += PUSH_AFTER_MS
    await server.step()

    assert len({batch.target for batch in sender.batches}) == 3


class TarpitSender(RecordingSender):
    """A channel in which the twenty browsers of one user never answer."""

    def __init__(self, slow: str) -> None:
        super().__init__()
        self.delivered = asyncio.Event()
        self.most_at_once = 0
        self._slow = slow
        self._n_waiting = 0

    def targets_of(self, user_id: str) -> Sequence[str]:
        return [f"{number}" for number in range(20)] if user_id == self._slow else ["phone"]

    async def deliver(self, batch: NoticeBatch) -> DeliveryOutcome:
        if batch.user_id != self._slow:
            self.delivered.set()
            return await super().deliver(batch)
        self._n_waiting += 1
        self.most_at_once = max(self.most_at_once, self._n_waiting)
        return await asyncio.Future()

"""Delivery of notices: the settings of the reader decide by which channels each notice is delivered.

Several servers may do this at the same time on one database. The channels of a notice are decided in one
commit, which only one server can make. A server claims a delivery for a minute before making it, and deletes
its row afterwards, so if the server is killed in between, another one makes the delivery. Notices are
delivered at least once, and twice only if a server is killed between the response of the mail server or push
service and its commit.

The addresses of push services come from browsers, so one may answer as slowly as it likes. Deliveries to one
user are few at a time, and nobody else waits for them.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import groupby
from typing import Protocol

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.clock import DAY_MS, HOUR_MS, MINUTE_MS
from tantrix.server.background import Tasks, attempt, wait_and_clear
from tantrix.server.database.writer import Conflict, NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.notices.service import NoticeService
from tantrix.server.notices.store import (
    Delivery,
    NoticeRow,
    NoticeStore,
    delete_deliveries,
    delete_old_notices,
    end_delivery,
    lease_delivery,
    retry_delivery,
    route_notice,
)
from tantrix.server.notices.timing import NoticeChannel, channels_of, delivery_ms
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

POLL_S = 1.0  # the longest time between two checks for due notices
LEASE_MS = MINUTE_MS  # how long a server has claimed a delivery; longer than making it may take
AT_ONCE = 64  # deliveries that are made at the same time
AT_ONCE_TO_USER = 2  # of these, to one user
BATCH = 200  # notices or deliveries per check
RETENTION_MS = 90 * DAY_MS  # how long notices are kept
CLEAN_MS = HOUR_MS
RETRY_MS = (30_000, 120_000, 600_000, 1_800_000, 7_200_000, 21_600_000)  # waits after failures; then no more

_Key = tuple[str, ...]


class DeliveryOutcome(Enum):
    """The outcome of a delivery. `GONE`: its target no longer exists."""

    DONE = "done"
    FAILED = "failed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class NoticeBatch:
    """What is delivered to a user at once: the notices in a mail, or the one in a push message.

    `zone`: the reader's time zone.
    """

    user_id: str
    target: str
    notices: tuple[NoticeRow, ...]
    zone: str


class NoticeSender(Protocol):
    """A channel by which notices are delivered."""

    def targets_of(self, user_id: str) -> Sequence[str]:
        """List the targets for a user's notices (none without such a channel). Reads the database."""
        ...

    async def deliver(self, batch: NoticeBatch) -> DeliveryOutcome:
        """Deliver a batch, in less than `LEASE_MS`."""
        ...

    def expired_writes(self, target: str) -> Sequence[Write]:
        """List the writes to save when a target no longer exists."""
        ...


class Deliverer:
    """The service that delivers notices."""

    def __init__(
        self,
        settings: Settings,
        store: NoticeStore,
        writer: Writer,
        notices: NoticeService,
        senders: Mapping[NoticeChannel, NoticeSender],
    ) -> None:
        self._now_ms = settings.now_ms
        self._store = store
        self._writer = writer
        self._notices = notices
        self._senders = senders
        self._tasks = Tasks()
        self._running: dict[_Key, str] = {}
        self._step_lock = asyncio.Lock()
        self._cleaned_ms = 0

    async def run(self) -> None:
        """Deliver due notices, until cancelled."""
        try:
            while True:
                await attempt(
                    partial(self._start_step, set()), "notices not delivered", NotSaved, SQLAlchemyError
                )
                await wait_and_clear(self._notices.written, POLL_S)
        finally:
            await self._tasks.cancel()

    async def step(self) -> None:
        """Do once what is due, and wait for it. Raises NotSaved or SQLAlchemyError."""
        tried: set[_Key] = set()
        await self._start_step(tried)
        n_tried = 0
        while len(tried) > n_tried:
            n_tried = len(tried)
            await self._tasks.finish()
            await self._deliver(tried)

    async def _start_step(self, tried: set[_Key]) -> None:
        """Decide the channels of new notices, and start the deliveries that are due."""
        async with self._step_lock:
            await self._route()
            await self._deliver(tried)
            now_ms = self._now_ms()
            if not self._cleaned_ms <= now_ms < self._cleaned_ms + CLEAN_MS:
                self._cleaned_ms = now_ms
                await self._writer.append(delete_old_notices(now_ms - RETENTION_MS))

    async def _route(self) -> None:
        """Decide the channels of new notices."""
        now_ms = self._now_ms()
        found = await asyncio.to_thread(self._store.unrouted, now_ms, BATCH)
        for notice in found:
            writes = await asyncio.to_thread(self._routes_of, notice)
            with suppress(Conflict):  # another server has decided already
                await self._writer.append(*writes)
        self._notices.notify_bells(*{notice.user_id for notice in found})

    def _routes_of(self, notice: NoticeRow) -> list[Write]:
        settings = self._store.settings(notice.user_id)
        is_due = notice.read_ms is None and not self._notices.is_from_muted(notice)
        writes: list[Write] = [
            route_notice(notice.user_id, notice.id, is_due and notice.kind in settings.bell)
        ]
        if not is_due:
            return writes
        for channel in channels_of(settings, notice.kind):
            due_ms = delivery_ms(settings, channel, notice.at_ms)
            sender = self._senders.get(channel)
            targets = () if sender is None else sender.targets_of(notice.user_id)
            writes += [Delivery(notice.user_id, notice.id, channel, target, due_ms) for target in targets]
        return writes

    async def _deliver(self, tried: set[_Key]) -> None:
        """Start due deliveries until there are enough, in all and to each user; each is `tried` once."""
        n_started = 1
        while n_started and len(self._running) < AT_ONCE:
            counts = Counter(self._running.values())
            busy = [user_id for user_id, n in counts.items() if n >= AT_ONCE_TO_USER]
            due = await asyncio.to_thread(self._store.due, self._now_ms(), BATCH, busy)
            n_started = sum(self._start(key, group) for key, group in _groups(due) if key not in tried)
            tried.update(self._running)

    def _start(self, key: _Key, deliveries: Sequence[Delivery]) -> bool:
        """Start the delivery of a group; return whether there was a place for it."""
        user_id = deliveries[0].user_id
        is_full = list(self._running.values()).count(user_id) >= AT_ONCE_TO_USER
        if key in self._running or is_full or len(self._running) >= AT_ONCE:
            return False
        self._running[key] = user_id
        self._tasks.start(self._finish(key, deliveries))
        return True

    async def _finish(self, key: _Key, deliveries: Sequence[Delivery]) -> None:
        try:
            work = partial(self._attempt, deliveries)
            await attempt(work, "notices not delivered", NotSaved, SQLAlchemyError)
        finally:
            del self._running[key]

    async def _attempt(self, deliveries: Sequence[Delivery]) -> None:
        lease_ms = self._now_ms() + LEASE_MS
        try:
            await self._writer.append(*(lease_delivery(each, lease_ms) for each in deliveries))
        except Conflict:
            return  # another server has claimed it
        await self._writer.append(*await self._outcome_of(deliveries))
        self._notices.written.set()  # others may wait for the place of this one

    async def _outcome_of(self, deliveries: Sequence[Delivery]) -> list[Write]:
        """Deliver, and return the writes to save afterwards."""
        first = deliveries[0]
        ids = [each.notice_id for each in deliveries]
        notices = await asyncio.to_thread(self._store.notices, first.user_id, ids)
        zone = (await asyncio.to_thread(self._store.settings, first.user_id)).zone
        unread = tuple(notice for notice in notices if notice.read_ms is None)
        done: list[Write] = [end_delivery(each) for each in deliveries]
        if not unread:
            return done
        sender = self._senders[NoticeChannel(first.channel)]
        try:
            outcome = await sender.deliver(NoticeBatch(first.user_id, first.target, unread, zone))
        except Exception:  # one message failed; the others must still be delivered
            _LOG.exception("notice not delivered", channel=first.channel)
            outcome = DeliveryOutcome.FAILED
        match outcome:
            case DeliveryOutcome.DONE:
                return done
            case DeliveryOutcome.GONE:
                return [delete_deliveries(first.user_id, first.target), *sender.expired_writes(first.target)]
            case DeliveryOutcome.FAILED:
                return [self._retry_or_end(each) for each in deliveries]

    def _retry_or_end(self, delivery: Delivery) -> Write:
        if delivery.n_tries >= len(RETRY_MS):
            _LOG.warning("notice given up", channel=delivery.channel)
            return end_delivery(delivery)
        return retry_delivery(delivery, self._now_ms() + RETRY_MS[delivery.n_tries])


def _groups(due: Sequence[Delivery]) -> Iterator[tuple[_Key, list[Delivery]]]:
    """Yield what is delivered together, with a key: all mails to a user, but each push message on its own."""
    for key, group in groupby(sorted(due, key=_key), _key):
        yield key, list(group)


def _key(delivery: Delivery) -> _Key:
    address = delivery.channel, delivery.user_id, delivery.target
    return (*address, delivery.notice_id) if delivery.channel == NoticeChannel.PUSH else address

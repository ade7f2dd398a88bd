"""Delivery of notices: the settings of the reader decide by which channels each notice is delivered.

Several servers may do this at the same time on one database. The channels of a notice are decided in one
commit, which only one server can make. A server claims a delivery for a minute before making it, and deletes
its row afterwards, so if the server is killed in between, another one makes the delivery. Notices are
delivered at least once, and twice only if a server is killed between the response of the mail server or push
service and its commit.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Protocol

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.clock import DAY_MS, HOUR_MS, MINUTE_MS
from tantrix.server.background import attempt, wait_and_clear
from tantrix.server.database.writer import Conflict, NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.notices.service import NoticeService
from tantrix.server.notices.store import (
    DeleteDeliveries,
    DeleteOldNotices,
    Delivery,
    EndDelivery,
    LeaseDelivery,
    NoticeRow,
    NoticeStore,
    RetryDelivery,
    RouteNotice,
)
from tantrix.server.notices.timing import NoticeChannel, channels_of, delivery_ms
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

POLL_S = 1.0  # the longest time between two checks for due notices
LEASE_MS = MINUTE_MS  # how long a server has claimed a delivery; longer than making it may take
AT_ONCE = 8  # deliveries that are made at the same time
BATCH = 200  # notices or deliveries per check
RETENTION_MS = 90 * DAY_MS  # how long notices are kept
CLEAN_MS = HOUR_MS
RETRY_MS = (30_000, 120_000, 600_000, 1_800_000, 7_200_000, 21_600_000)  # waits after failures; then no more


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
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._step_lock = asyncio.Lock()
        self._cleaned_ms = 0

    async def run(self) -> None:
        """Deliver due notices, until cancelled."""
        while True:
            await attempt(self.step, "notices not delivered", NotSaved, SQLAlchemyError)
            await wait_and_clear(self._notices.written, POLL_S)

    async def step(self) -> None:
        """Do once what is due; never call this concurrently. Raises NotSaved or SQLAlchemyError."""
        async with self._step_lock:
            await self._do_step()

    async def _do_step(self) -> None:
        await self._route()
        await self._deliver()
        now_ms = self._now_ms()
        if now_ms >= self._cleaned_ms + CLEAN_MS:
            self._cleaned_ms = now_ms
            await self._writer.append(DeleteOldNotices(now_ms - RETENTION_MS))

    async def _route(self) -> None:
        """Decide the channels of new notices."""
        now_ms = self._now_ms()
        found = await asyncio.to_thread(self._store.unrouted, now_ms, BATCH)
        for notice in found:
            writes = await asyncio.to_thread(self._routes_of, notice)
            with suppress(Conflict):  # another server has decided already
                await self._writer.append(*writes)
        if found:
            self._notices.notify_bells()

    def _routes_of(self, notice: NoticeRow) -> list[Write]:
        settings = self._store.settings(notice.user_id)
        is_due = notice.read_ms is None and not self._notices.is_from_muted(notice)
        writes: list[Write] = [
            RouteNotice(notice.user_id, notice.id, is_due and notice.kind in settings.bell)
        ]
        if not is_due:
            return writes
        for channel in channels_of(settings, notice.kind):
            due_ms = delivery_ms(settings, channel, notice.at_ms)
            sender = self._senders.get(channel)
            targets = () if sender is None else sender.targets_of(notice.user_id)
            writes += [Delivery(notice.user_id, notice.id, channel, target, due_ms) for target in targets]
        return writes

    async def _deliver(self) -> None:
        due = await asyncio.to_thread(self._store.due, self._now_ms(), BATCH)
        due.sort(key=_address)
        groups = [list(group) for _, group in groupby(due, _address)]
        single = [[each] for group in groups if group[0].channel == NoticeChannel.PUSH for each in group]
        mails = [group for group in groups if group[0].channel == NoticeChannel.MAIL]
        await asyncio.gather(*(self._attempt(group) for group in (*single, *mails)))

    async def _attempt(self, deliveries: Sequence[Delivery]) -> None:
        async with self._slots:
            try:
                await self._writer.append(
                    *(LeaseDelivery(each, self._now_ms() + LEASE_MS) for each in deliveries)
                )
            except Conflict:
                return  # another server has claimed it
            await self._writer.append(*await self._outcome_of(deliveries))

    async def _outcome_of(self, deliveries: Sequence[Delivery]) -> list[Write]:
        """Deliver, and return the writes to save afterwards."""
        first = deliveries[0]
        ids = [each.notice_id for each in deliveries]
        notices = await asyncio.to_thread(self._store.notices, first.user_id, ids)
        zone = (await asyncio.to_thread(self._store.settings, first.user_id)).zone
        unread = tuple(notice for notice in notices if notice.read_ms is None)
        done: list[Write] = [EndDelivery(each) for each in deliveries]
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
                return [DeleteDeliveries(first.user_id, first.target), *sender.expired_writes(first.target)]
            case DeliveryOutcome.FAILED:
                return [self._retry_or_end(each) for each in deliveries]

    def _retry_or_end(self, delivery: Delivery) -> Write:
        if delivery.n_tries >= len(RETRY_MS):
            _LOG.warning("notice given up", channel=delivery.channel)
            return EndDelivery(delivery)
        return RetryDelivery(delivery, self._now_ms() + RETRY_MS[delivery.n_tries])


def _address(delivery: Delivery) -> tuple[str, str, str]:
    return delivery.channel, delivery.user_id, delivery.target

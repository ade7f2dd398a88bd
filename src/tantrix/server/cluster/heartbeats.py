"""Heartbeats of a server; from them the next start computes how long no server was running.

A single server writes them to its data folder. Several servers that share a database write them to a table;
an outage is only the time when none of them was alive.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa
import structlog

from tantrix.server.background import on_thread
from tantrix.server.cluster.uptime import delete_outage, outage_since, read_outage, save_outage, write_alive
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writer import Conflict, NotSaved, Writer

_LOG = structlog.get_logger()

MISSED_MS = 2_000  # without a heartbeat for this long, a server may be cut off from the database
FRESH_MS = 15_000  # how long the users of a silent server still count
FORGOTTEN_MS = 60_000  # after this long, its row is deleted
SETTLED_MS = 6_000  # after it is back, it needs this long to publish what it could not publish before
KNOWS_CHANNELS = "channels-2-"  # how the name of a server begins that follows all channels of this version
SILENT_MS = 3_000  # one of several servers is away if it had no heartbeat for this long


@dataclass(frozen=True, slots=True)
class _FirstHeartbeat(Row):
    id: str
    alive_ms: int


SERVERS = table_of(_FirstHeartbeat, "servers", key=("id",))


class Heartbeats(Protocol):
    """Records that a server is alive."""

    async def save_outage(self) -> None:
        """Save how long no server was running before this start."""
        ...

    async def beat(self) -> None:
        """Record that this server is alive."""
        ...

    async def are_missing(self) -> bool:
        """Return whether another server may be cut off from the database, or was until a moment ago.

        Raises SQLAlchemyError.
        """
        ...

    async def are_older_here(self) -> bool:
        """Return whether a server of an older version runs, which knows only one channel of the bus.

        Raises SQLAlchemyError.
        """
        ...


@dataclass(frozen=True, slots=True)
class FolderHeartbeats:
    """Heartbeats of a single server, in its data folder."""

    folder: Path
    now_ms: Callable[[], int]
    writer: Writer

    async def save_outage(self) -> None:
        outage = await asyncio.to_thread(read_outage, self.folder, self.now_ms())
        if outage is not None:
            with suppress(NotSaved):  # for example the disk is full; clocks then count the time
                await self.writer.append(delete_outage(outage.from_ms), save_outage(outage))

    async def beat(self) -> None:
        try:
            # Not in the thread pool, which may be busy for seconds: clocks do not count the time after the
            # last heartbeat, even if the next one is merely late.
            await on_thread("heartbeat", lambda: write_alive(self.folder, self.now_ms()))
        except OSError as error:
            _LOG.warning("heartbeat not written", reason=str(error))

    async def are_missing(self) -> bool:
        return False

    async def are_older_here(self) -> bool:
        return False


def _next_heartbeat(id: str, alive_ms: int) -> sa.Update:
    return SERVERS.update().where(SERVERS.c.id == id).values(alive_ms=alive_ms)


def _delete_servers(before_ms: int) -> sa.Delete:
    """Delete the servers without a heartbeat since a time."""
    return SERVERS.delete().where(SERVERS.c.alive_ms < before_ms)


@dataclass(slots=True)
class TableHeartbeats:
    """Heartbeats of one of several servers, in a table that all of them read."""

    name: str
    now_ms: Callable[[], int]
    readers: sa.Engine
    writer: Writer

    _missed_at_ms: int | None = field(default=None, init=False)

    async def are_missing(self) -> bool:
        now_ms = self.now_ms()
        if await on_thread("heartbeat", lambda: self._n_missing(now_ms)):
            self._missed_at_ms = now_ms
        return self._missed_at_ms is not None and now_ms - self._missed_at_ms < SETTLED_MS

    async def are_older_here(self) -> bool:
        return await on_thread("heartbeat", lambda: self._n_older(self.now_ms())) > 0

    async def save_outage(self) -> None:
        last_ms, now_ms = await asyncio.to_thread(self._last_ms), self.now_ms()
        first = (_delete_servers((last_ms or 0) - SILENT_MS), _FirstHeartbeat(self.name, now_ms))
        if last_ms is None or now_ms - last_ms <= SILENT_MS:
            await self.writer.append(*first)
            return
        try:
            # In one commit: an outage saved without a heartbeat would hide the next outage if this server
            # died now.
            await self.writer.append(save_outage(outage_since(last_ms, now_ms)), *first)
        except Conflict:  # another server that is starting has already saved it
            await self.writer.append(*first)

    async def beat(self) -> None:
        try:
            await self.writer.append(_next_heartbeat(self.name, self.now_ms()))
        except NotSaved as error:
            _LOG.warning("heartbeat not written", reason=str(error))

    def _n_missing(self, now_ms: int) -> int:
        is_late = SERVERS.c.alive_ms.between(now_ms - FORGOTTEN_MS, now_ms - MISSED_MS)
        return self._count(is_late, SERVERS.c.id != self.name)

    def _n_older(self, now_ms: int) -> int:
        is_older = SERVERS.c.id.not_like(f"{KNOWS_CHANNELS}%")
        return self._count(is_older, SERVERS.c.alive_ms > now_ms - FRESH_MS)

    def _count(self, *which: sa.ColumnElement[bool]) -> int:
        with self.readers.connect() as connection:
            return int(connection.execute(sa.select(sa.func.count()).where(*which)).scalar_one())

    def _last_ms(self) -> int | None:
        with self.readers.connect() as connection:
            last: int | None = connection.execute(sa.select(sa.func.max(SERVERS.c.alive_ms))).scalar_one()
        return last

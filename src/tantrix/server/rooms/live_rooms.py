"""The rooms that are open on this server.

A room is read from the store when it is first requested, and closed when it has not been used for a while:
the store has everything that is needed to open it again.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Coroutine, Iterator
from contextlib import suppress
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from tantrix.clock import MINUTE_MS
from tantrix.server.background import SharedWork
from tantrix.server.cluster.bus import Bus
from tantrix.server.cluster.uptime import read_uptime
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.rooms.live_room import LiveRoom

IDLE_MS = 10 * MINUTE_MS
ANSWER_S = 2.0  # how long a room waits to be compared with the database before it is shown as it is
IDLE_OVER_MS = MINUTE_MS  # when the game is over: a room takes 300 kB and cannot change any more

LiveT = TypeVar("LiveT", bound=LiveRoom[Any])


class UnknownGame(Refusal):
    """There is no game with this id, or no longer."""

    def __init__(self, reason: str = "unknown_game") -> None:
        super().__init__(reason)


class LiveRooms(ABC, Generic[LiveT]):
    """Open rooms by id. `on_open` is called with each room that is read from the store.

    `uptime`: the outages, which do not count against any player.
    """

    def __init__(
        self, now_ms: Callable[[], int], readers: sa.Engine, on_open: Callable[[LiveT], None]
    ) -> None:
        self.uptime = read_uptime(readers)
        self._now_ms = now_ms
        self._readers = readers
        self._on_open = on_open
        self._open: dict[str, LiveT] = {}
        self._opening = asyncio.Lock()
        self._rereading: SharedWork | None = None
        self._opened: Callable[[str], None] = lambda _room_id: None
        self._closed: Callable[[str], None] = lambda _room_id: None

    def share(
        self, reread: Callable[[str], Coroutine[Any, Any, None]], bus: Bus, topic: str, *more: str
    ) -> None:
        """Call `reread` for a room before it is shown as current, because other servers may change it.

        It takes over what the database has, and raises SQLAlchemyError if that cannot be read. While a room
        is open, the messages on its channel of the bus are received, which are about its topics.
        """
        self._rereading = SharedWork(reread, SQLAlchemyError)
        self._opened = lambda room_id: bus.follow(
            f"{topic} {room_id}", *(f"{each} {room_id}" for each in (topic, *more))
        )
        self._closed = lambda room_id: bus.unfollow(f"{topic} {room_id}")

    @property
    def is_shared(self) -> bool:
        """Return whether other servers may change the rooms."""
        return self._rereading is not None

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[LiveT]:
        """Iterate over the rooms that are open now; rooms may be opened and closed during the iteration."""
        return iter(tuple(self._open.values()))

    @property
    def n_connections(self) -> int:
        """The number of connections to all open rooms."""
        return sum(len(live.outboxes) for live in self)

    def read_uptime(self) -> None:
        """Load the outages of the servers. Reads the database."""
        self.uptime = read_uptime(self._readers)

    def get(self, room_id: str) -> LiveT | None:
        """Return a room if it is open, else None."""
        return self._open.get(room_id)

    async def live(self, room_id: str) -> LiveT:
        """Return a room, opening it if necessary; raises UnknownGame."""
        live = self._open.get(room_id)
        if live is None:
            async with self._opening:
                live = self._open.get(room_id) or await self._load(room_id)
        live.touch(self._now_ms())
        return live

    async def current(self, room_id: str) -> LiveT:
        """Return a room as the database has it now; raises UnknownGame.

        Another server may have changed it a moment ago, and whoever heard of that there may ask here before
        the bus has told this server. If the database does not answer soon, this is the room as known here.
        """
        live = await self.live(room_id)
        if self._rereading is not None and not live.is_stale:
            with suppress(SQLAlchemyError, TimeoutError):
                async with asyncio.timeout(ANSWER_S):
                    await self._rereading.run(room_id)
            live = await self.live(room_id)
        return live

    def changed_elsewhere(self, room_id: str) -> None:
        """Reread a room that another server has changed, if it is open here."""
        if self._rereading is not None and room_id in self._open:
            self._rereading.start(room_id)

    def leave(self, room_id: str, outbox: Outbox) -> LiveT | None:
        """Remove a connection; return the room that it was connected to, if that is open."""
        live = self._open.get(room_id)
        if live is not None:
            live.outboxes.discard(outbox)
            live.touch(self._now_ms())
        return live

    def end_session(self, token: str) -> None:
        """Drop the connections of a session that has ended."""
        for live in self:
            for outbox in tuple(live.outboxes):
                if outbox.token == token:
                    outbox.drop()

    def evict(self) -> None:
        """Close rooms that have been idle for a while."""
        now_ms = self._now_ms()
        idle = {
            room_id: live
            for room_id, live in self._open.items()
            if not live.is_needed and live.used_ms < now_ms - (IDLE_OVER_MS if live.is_over else IDLE_MS)
        }
        needed = self._still_needed(idle.values())
        for room_id, live in idle.items():
            if live not in needed:
                self._remove(room_id)

    @abstractmethod
    async def _read(self, room_id: str) -> LiveT:
        """Read a room from the store; raises UnknownGame."""

    def _still_needed(self, _idle: Collection[LiveT]) -> Collection[LiveT]:
        """Return the idle rooms that must stay open anyway."""
        return ()

    async def _load(self, room_id: str) -> LiveT:
        live = self._insert(room_id, await self._read(room_id))
        self._on_open(live)
        return live

    def _insert(self, room_id: str, live: LiveT) -> LiveT:
        self._open[room_id] = live
        self._opened(room_id)
        return live

    def _remove(self, room_id: str) -> None:
        if self._open.pop(room_id, None) is not None:
            self._closed(room_id)

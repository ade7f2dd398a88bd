"""Follows the changes of other servers on the same database, if there are any."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.background import Tasks
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.cluster.leases import RENEW_S
from tantrix.server.database.writer import NotSaved
from tantrix.server.games.events import GameEvents
from tantrix.server.games.open_rooms import OpenRoom, OpenRooms
from tantrix.server.subscribers import Subscribers

_LOG = structlog.get_logger()


class ClusterFollower:
    """Follows what other servers write and publish; calls `advance` for games that may need this server."""

    def __init__(
        self,
        cluster: Cluster,
        rooms: OpenRooms,
        events: GameEvents,
        tasks: Tasks,
        advance: Callable[[OpenRoom], None],
    ) -> None:
        self._cluster = cluster
        self._topics: dict[str, Subscribers[[str], None]] = {}
        self._rooms = rooms
        self._events = events
        self._tasks = tasks
        self._advance = advance
        self._task: asyncio.Task[None] | None = None

    def listen(self, topic: str, callback: Callable[[str], None]) -> None:
        """Call a function with each message on a topic, without the topic and the space after it."""
        self._topics.setdefault(topic, Subscribers()).add(callback)

    async def start(self) -> None:
        """Listen to the other servers."""
        await self._cluster.bus.start(self._received, self._cluster.watch.compare_soon)
        if not self._cluster.is_single_server:
            self._task = self._tasks.start(self._watch())

    async def stop(self) -> None:
        """Stop listening to the other servers."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._cluster.bus.close()

    async def leave(self) -> None:
        """Release all leases."""
        with suppress(NotSaved):
            await self._cluster.lease_holder.end()

    def _received(self, text: str) -> None:
        """Handle a message from another server: on a topic, or about a game that it has written to.

        That one is the id of the game and the users who play it: they may follow their games here although
        nobody has this one open.
        """
        topic, _, rest = text.partition(" ")
        if (subscribers := self._topics.get(topic)) is not None:
            subscribers.call(rest)
            return
        self._rooms.changed_elsewhere(topic)
        self._events.elsewhere.call(rest.split())

    async def _watch(self) -> None:
        """Renew leases, and take over games whose lease no server holds."""
        while True:
            await asyncio.sleep(RENEW_S)
            try:
                await self._cluster.lease_holder.renew()
            except (NotSaved, SQLAlchemyError) as error:
                _LOG.warning("leases not renewed", reason=str(error))
            with suppress(SQLAlchemyError):
                await self._cluster.heartbeats.are_missing()  # detects when a missing server comes back
                self._cluster.bus.include_older(await self._cluster.heartbeats.are_older_here())
            for live in self._rooms:
                self._advance(live)

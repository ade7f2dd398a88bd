"""The message bus of servers that share a database: a message says only that something has changed.

The database is the truth. A lost message does no harm, because a server that is cut off from the bus polls
the database until it is back. So a bus may lose messages or deliver one twice, but it delivers the messages
of one sender on one channel in order. A server does not receive its own messages.

What concerns every server goes to all of them. What concerns one game, room or account goes to the servers
that follow its channel. PostgreSQL has only the channel of all, so there everybody receives everything.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import Protocol

import structlog

from tantrix.server.background import Tasks
from tantrix.server.cluster.channels import FollowedChannels

_LOG = structlog.get_logger()

MAX_WAITING = 10_000  # messages queued while the bus is disconnected; older ones are dropped
MAX_NAMES = 100  # in a message: PostgreSQL takes up to 8,000 bytes
RETRY_S = 0.5
COMMON = "tantrix"  # the channel that every server receives

OnMessage = Callable[[str], None]


class Bus(Protocol):
    """What all servers share. A channel is the name of something that changes, like `game 0123456789ab`."""

    is_up: bool

    def publish(self, text: str, *channels: str) -> None:
        """Send a message to all other servers, or to those that follow one of some channels; never waits."""
        ...

    def publish_each(self, topic: str, names: Sequence[str]) -> None:
        """Say that some things have changed, each on its own channel: the topic and its name.

        A bus that has no channels says it of many things in one message.
        """
        ...

    def follow(self, channel: str, *texts: str) -> None:
        """Receive the messages on a channel soon; `texts` are received like messages once that has begun.

        They make the server read what was changed before. While the bus is away, `on_connect` does that.
        """
        ...

    def unfollow(self, channel: str) -> None:
        """Receive the messages on a channel no longer, after a while."""
        ...

    def include_older(self, are_here: bool) -> None:
        """Set whether there are servers that know no channels: then every message goes to all."""
        ...

    async def start(self, on_message: OnMessage, on_connect: Callable[[], None]) -> None:
        """Receive messages from now on; `on_connect` is called whenever the bus is connected (again).

        By then it receives the channels that are followed.
        """
        ...

    async def close(self) -> None: ...


class MemoryBus:
    """A bus between servers of one process; a single server also has one, with no other servers on it."""

    def __init__(self, others: "set[MemoryBus] | None" = None) -> None:
        self.is_up = True
        self._all = set() if others is None else others
        self._followed: set[str] = set()
        self._on_message: OnMessage = lambda _text: None

    def publish(self, text: str, *channels: str) -> None:
        for other in self._all - {self}:
            if not channels or not other._followed.isdisjoint(channels):
                asyncio.get_running_loop().call_soon(other._on_message, text)

    def publish_each(self, topic: str, names: Sequence[str]) -> None:
        for name in names:
            self.publish(f"{topic} {name}", f"{topic} {name}")

    def follow(self, channel: str, *texts: str) -> None:
        self._followed.add(channel)
        for text in texts if self._all - {self} else ():
            asyncio.get_running_loop().call_soon(self._on_message, text)

    def unfollow(self, channel: str) -> None:
        self._followed.discard(channel)

    def include_older(self, are_here: bool) -> None:
        pass

    async def start(self, on_message: OnMessage, _on_connect: Callable[[], None]) -> None:
        self._on_message = on_message
        self._all.add(self)

    async def close(self) -> None:
        self._all.discard(self)


class BusConnection(Protocol):
    """A connection of a bus; any exception means that it is broken."""

    async def send(self, messages: Iterable[tuple[str, str]]) -> None:
        """Send messages, each a channel and a text."""
        ...

    async def subscribe(self, channels: Collection[str]) -> Collection[str]:
        """Ask for channels; return those that have begun, `receive` names the others when they do."""
        ...

    async def unsubscribe(self, channels: Collection[str]) -> None: ...

    async def receive(self) -> tuple[str, str | None]:
        """Return a channel and the next text on it, None if its messages come from now on."""
        ...

    async def close(self) -> None: ...


class ConnectedBus:
    """A bus over a connection to a server, opened by `connect` and reopened whenever it breaks.

    `has_channels`: the connection sends messages on a channel to those who have asked for it only.
    """

    def __init__(
        self, name: str, connect: Callable[[], Awaitable[BusConnection]], has_channels: bool
    ) -> None:
        self.is_up = False
        self._name = name
        self._connect = connect
        self._has_channels = has_channels
        self._are_older_here = True  # until it is known
        self._waiting: deque[tuple[str, str]] = deque(maxlen=MAX_WAITING)
        self._has_work = asyncio.Event()
        self._channels = FollowedChannels(lambda text: self._on_message(text), self._has_work.set)
        self._on_message: OnMessage = lambda _text: None
        self._tasks = Tasks()

    def publish(self, text: str, *channels: str) -> None:
        addressed = f"{self._name} {text}"
        if not self._has_channels or not channels:
            channels = (COMMON,)
        elif self._are_older_here:
            channels = (COMMON, *channels)
        self._waiting.extend((channel, addressed) for channel in channels)
        self._has_work.set()

    def publish_each(self, topic: str, names: Sequence[str]) -> None:
        n_together = 1 if self._has_channels else MAX_NAMES
        for first in range(0, len(names), n_together):
            some = names[first : first + n_together]
            self.publish(f"{topic} {' '.join(some)}", *(f"{topic} {name}" for name in some))

    def follow(self, channel: str, *texts: str) -> None:
        self._channels.follow(channel, texts)

    def unfollow(self, channel: str) -> None:
        self._channels.unfollow(channel)

    def include_older(self, are_here: bool) -> None:
        self._are_older_here = are_here

    async def start(self, on_message: OnMessage, on_connect: Callable[[], None]) -> None:
        self._on_message = on_message
        self._tasks.start(self._run(on_connect))

    async def close(self) -> None:
        self._channels.close()
        await self._tasks.cancel()

    async def _run(self, on_connect: Callable[[], None]) -> None:
        is_logged = False
        while True:
            try:
                connection = await self._connect()
            except Exception as error:
                if not is_logged:
                    _LOG.warning("bus unavailable", reason=str(error))
                is_logged = True
                await asyncio.sleep(RETRY_S)
                continue
            is_logged = False
            try:
                await self._subscribe_all(connection)
                self.is_up = True
                _LOG.info("bus connected")
                on_connect()
                await self._serve(connection)
            except* Exception as errors:
                _LOG.warning("bus connection lost", reason=str(errors.exceptions[0]))
            finally:
                self.is_up = False
                with suppress(Exception):
                    await connection.close()

    async def _subscribe_all(self, connection: BusConnection) -> None:
        """Subscribe to everything that is followed, and wait until it has begun."""
        awaited = {COMMON, *self._channels.ask_again()}
        awaited -= set(await connection.subscribe(awaited))
        while awaited:
            channel, text = await connection.receive()
            if text is None:
                awaited.discard(channel)
            else:
                self._receive_text(text)
        self._channels.all_begun()

    async def _serve(self, connection: BusConnection) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._send(connection))
            tasks.create_task(self._receive(connection))

    async def _send(self, connection: BusConnection) -> None:
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            await self._subscribe_changed(connection)
            messages = list(self._waiting)
            self._waiting.clear()
            if messages:
                await connection.send(messages)

    async def _subscribe_changed(self, connection: BusConnection) -> None:
        new, gone = self._channels.changes()
        if gone:
            await connection.unsubscribe(gone)
        if new:
            for channel in await connection.subscribe(new):
                self._channels.begin(channel)

    async def _receive(self, connection: BusConnection) -> None:
        while True:
            channel, text = await connection.receive()
            if text is None:
                self._channels.begin(channel)
            else:
                self._receive_text(text)

    def _receive_text(self, addressed: str) -> None:
        sender, _, text = addressed.partition(" ")
        if sender != self._name:
            self._on_message(text)

"""The message bus of servers that share a database: a message says only that a game has changed.

The database is the truth. A lost message does no harm, because a server that is cut off from the bus polls
the database until it is back. So a bus may lose messages, but it delivers the messages of one sender in
order. A server does not receive its own messages.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

import structlog

from tantrix.server.background import Tasks

_LOG = structlog.get_logger()

MAX_WAITING = 10_000  # messages queued while the bus is disconnected; older ones are dropped
RETRY_S = 0.5

OnMessage = Callable[[str], None]


class Bus(Protocol):
    """A channel that all servers share."""

    is_up: bool

    def publish(self, text: str) -> None:
        """Send a message to all other servers, soon; never waits."""
        ...

    async def start(self, on_message: OnMessage, on_connect: Callable[[], None]) -> None:
        """Receive messages from now on; `on_connect` is called whenever the bus is connected (again)."""
        ...

    async def close(self) -> None: ...


class MemoryBus:
    """A bus between servers of one process; a single server also has one, with no other servers on it."""

    def __init__(self, others: "set[MemoryBus] | None" = None) -> None:
        self.is_up = True
        self._all = set() if others is None else others
        self._on_message: OnMessage = lambda _text: None

    def publish(self, text: str) -> None:
        for other in self._all - {self}:
            asyncio.get_running_loop().call_soon(other._on_message, text)

    async def start(self, on_message: OnMessage, _on_connect: Callable[[], None]) -> None:
        self._on_message = on_message
        self._all.add(self)

    async def close(self) -> None:
        self._all.discard(self)


class BusConnection(Protocol):
    """A connection of a bus; any exception means that it is broken."""

    async def send(self, texts: list[str]) -> None: ...

    async def receive(self) -> str: ...

    async def close(self) -> None: ...


class ConnectedBus:
    """A bus over a connection to a server, opened by `connect` and reopened whenever it breaks."""

    def __init__(self, name: str, connect: Callable[[], Awaitable[BusConnection]]) -> None:
        self.is_up = False
        self._name = name
        self._connect = connect
        self._waiting: deque[str] = deque(maxlen=MAX_WAITING)
        self._has_messages = asyncio.Event()
        self._tasks = Tasks()

    def publish(self, text: str) -> None:
        self._waiting.append(f"{self._name} {text}")
        self._has_messages.set()

    async def start(self, on_message: OnMessage, on_connect: Callable[[], None]) -> None:
        self._tasks.start(self._run(on_message, on_connect))

    async def close(self) -> None:
        await self._tasks.cancel()

    async def _run(self, on_message: OnMessage, on_connect: Callable[[], None]) -> None:
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
            is_logged, self.is_up = False, True
            _LOG.info("bus connected")
            on_connect()
            try:
                await self._serve(connection, on_message)
            except* Exception as errors:
                _LOG.warning("bus connection lost", reason=str(errors.exceptions[0]))
            finally:
                self.is_up = False
                with suppress(Exception):
                    await connection.close()

    async def _serve(self, connection: BusConnection, on_message: OnMessage) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._send(connection))
            tasks.create_task(self._receive(connection, on_message))

    async def _send(self, connection: BusConnection) -> None:
        while True:
            await self._has_messages.wait()
            self._has_messages.clear()
            texts = list(self._waiting)
            self._waiting.clear()
            await connection.send(texts)

    async def _receive(self, connection: BusConnection, on_message: OnMessage) -> None:
        while True:
            sender, _, text = (await connection.receive()).partition(" ")
            if sender != self._name:
                on_message(text)

"""What servers of one database tell each other: that a game has gone on, no more.

The database is the truth. A word that is lost does no harm, for whoever was cut off from the bus looks into
the database until it is back; so every adapter may lose words, but never brings two of one sender in another
order. Nobody hears himself.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

import structlog

from tantrix.server.background import Tasks

_LOG = structlog.get_logger()

MAX_WAITING = 10_000  # words that wait while the bus is away; older ones are forgotten
RETRY_S = 0.5

Hear = Callable[[str], None]


class Bus(Protocol):
    """A line that all servers share."""

    is_up: bool

    def publish(self, text: str) -> None:
        """Tell all others, some time soon; never waits."""
        ...

    async def start(self, hear: Hear, on_back: Callable[[], None]) -> None:
        """Listen from now on; `on_back` is called whenever the line is there again after it was cut."""
        ...

    async def close(self) -> None: ...


class MemoryBus:
    """A line between servers of one process, and the silence of a server that is alone."""

    def __init__(self, others: "set[MemoryBus] | None" = None) -> None:
        self.is_up = True
        self._all = set() if others is None else others
        self._hear: Hear = lambda _text: None

    def publish(self, text: str) -> None:
        for other in self._all - {self}:
            asyncio.get_running_loop().call_soon(other._hear, text)

    async def start(self, hear: Hear, _on_back: Callable[[], None]) -> None:
        self._hear = hear
        self._all.add(self)

    async def close(self) -> None:
        self._all.discard(self)


class BusConnection(Protocol):
    """One connection of a bus: it fails with any exception when it is cut."""

    async def send(self, texts: list[str]) -> None: ...

    async def receive(self) -> str: ...

    async def close(self) -> None: ...


class LineBus:
    """A bus over a line to some server, opened by `connect` and opened again whenever it is cut."""

    def __init__(self, name: str, connect: Callable[[], Awaitable[BusConnection]]) -> None:
        self.is_up = False
        self._name = name
        self._connect = connect
        self._waiting: deque[str] = deque(maxlen=MAX_WAITING)
        self._has_words = asyncio.Event()
        self._tasks = Tasks()

    def publish(self, text: str) -> None:
        self._waiting.append(f"{self._name} {text}")
        self._has_words.set()

    async def start(self, hear: Hear, on_back: Callable[[], None]) -> None:
        self._tasks.start(self._run(hear, on_back))

    async def close(self) -> None:
        await self._tasks.cancel()

    async def _run(self, hear: Hear, on_back: Callable[[], None]) -> None:
        is_told = False
        while True:
            try:
                line = await self._connect()
            except Exception as error:
                if not is_told:
                    _LOG.warning("bus away", reason=str(error))
                is_told = True
                await asyncio.sleep(RETRY_S)
                continue
            is_told, self.is_up = False, True
            _LOG.info("bus there")
            on_back()
            try:
                await self._serve(line, hear)
            except* Exception as errors:
                _LOG.warning("bus cut", reason=str(errors.exceptions[0]))
            finally:
                self.is_up = False
                with suppress(Exception):
                    await line.close()

    async def _serve(self, line: BusConnection, hear: Hear) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._send(line))
            tasks.create_task(self._receive(line, hear))

    async def _send(self, line: BusConnection) -> None:
        while True:
            await self._has_words.wait()
            self._has_words.clear()
            texts = list(self._waiting)
            self._waiting.clear()
            await line.send(texts)

    async def _receive(self, line: BusConnection, hear: Hear) -> None:
        while True:
            sender, _, text = (await line.receive()).partition(" ")
            if sender != self._name:
                hear(text)

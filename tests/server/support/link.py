"""A link between a server and its database or bus, over a proxy that can cut, stall and slow it down."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

Direction = Literal["to", "from", "both"]  # to the database or bus, from it, or both
CHUNK = 65_536


@dataclass(eq=False, slots=True)
class ProxyLink:
    """A proxy on a port of its own in front of another port. Its methods may be called from any thread.

    A cut link closes all connections and refuses new ones. On a stalled link nothing arrives, in one
    direction or both, until it is mended, as if packets were lost. A slow link delays every packet.
    """

    target: int
    port: int = 0
    _loop: asyncio.AbstractEventLoop | None = None
    _end: asyncio.Event | None = None
    _pairs: set[asyncio.Task[None]] = field(default_factory=set)
    _is_cut: bool = False
    _delay_s: float = 0.0
    _flows: dict[str, asyncio.Event] = field(default_factory=dict)

    def cut(self) -> None:
        """Close all connections and refuse new ones."""
        self._call(self._cut)

    def stall(self, direction: Direction = "both") -> None:
        """Let nothing through, in a direction or both."""
        ways = ("to", "from") if direction == "both" else (direction,)
        self._call(lambda: [self._flows[way].clear() for way in ways])

    def slow(self, seconds: float) -> None:
        """Delay every packet."""
        self._call(lambda: self._set_delay(seconds))

    def mend(self) -> None:
        """Let everything through."""
        self._call(self._mend)

    def close(self) -> None:
        """End all connections, and the proxy."""
        assert self._end is not None
        self._call(self._end.set)

    def _call(self, work: Callable[[], object]) -> None:
        async def run() -> None:
            work()

        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(run(), self._loop).result()

    def _set_delay(self, seconds: float) -> None:
        self._delay_s = seconds

    def _cut(self) -> None:
        self._is_cut = True
        for pair in self._pairs:
            pair.cancel()

    def _mend(self) -> None:
        self._is_cut, self._delay_s = False, 0.0
        for flow in self._flows.values():
            flow.set()

    async def run(self, is_open: threading.Event) -> None:
        """Forward data until closed."""
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        self._flows = {"to": asyncio.Event(), "from": asyncio.Event()}
        self._mend()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        is_open.set()
        await self._end.wait()
        self._cut()
        # A server that is closed before the connections that it has just accepted leaves them open.
        while accepted := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(accepted)
        server.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None
        self._pairs.add(task)
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
            try:
                async with asyncio.TaskGroup() as flows:
                    flows.create_task(self._carry("to", reader, far_writer))
                    flows.create_task(self._carry("from", far_reader, writer))
            finally:
                far_writer.transport.abort()
        except* (OSError, EOFError):
            pass
        except* asyncio.CancelledError:
            pass
        finally:
            writer.transport.abort()
            self._pairs.discard(task)

    async def _carry(self, way: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            await self._flows[way].wait()
            if self._delay_s:
                await asyncio.sleep(self._delay_s)
            writer.write(data)
            await writer.drain()
        raise EOFError


@contextmanager
def link_to(address: str) -> Iterator[tuple[ProxyLink, str]]:
    """Put a link in front of an address; yield it, and the address that leads over it."""
    port = urlsplit(address).port
    assert port is not None
    link, is_open = ProxyLink(port), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(link.run(is_open)), daemon=True)
    thread.start()
    is_open.wait()
    try:
        yield link, address.replace(f":{port}", f":{link.port}")
    finally:
        link.close()
        thread.join()

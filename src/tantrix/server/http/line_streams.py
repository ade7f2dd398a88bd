"""Streams of lines (NDJSON): the messages of a socket, for programs that read a response line by line."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from tantrix.server.background import running
from tantrix.server.http.connection import Connection

MEDIA_TYPE = "application/x-ndjson"
END_S = 2  # how long a reader may take to read the rest of a stream that ends


class LineConnection(Connection):
    """The queue of messages to a reader of lines, which cannot answer probes."""

    def probe(self, now_ms: int) -> None:
        pass


class LineStreams:
    """All open streams. A stream ends with its session or token, and when the server stops."""

    def __init__(self, keep_alive_s: float, max_s: float) -> None:
        self.keep_alive_s = keep_alive_s
        self.max_s = max_s
        self._open: set[LineConnection] = set()

    def answer(
        self,
        connection: LineConnection,
        join: Callable[[], Awaitable[None]],
        leave: Callable[[], None],
        is_head: bool,
    ) -> "LineAnswer":
        """Return a response that sends the messages posted to a connection, from `join` to `leave`."""
        return LineAnswer(self, connection, join, leave, is_head)

    def begin(self, connection: LineConnection) -> None:
        self._open.add(connection)

    def end(self, connection: LineConnection) -> None:
        self._open.discard(connection)

    def end_session(self, token: str) -> None:
        """End the streams of a session or token."""
        for connection in tuple(self._open):
            if connection.token == token:
                connection.drop()

    def close(self) -> None:
        """End all streams; their readers reconnect when the server is back."""
        for connection in tuple(self._open):
            connection.drop()


class LineAnswer(StreamingResponse):
    """A response that stays open: a JSON message on each line, and empty lines to keep it alive."""

    media_type = MEDIA_TYPE

    def __init__(
        self,
        streams: LineStreams,
        connection: LineConnection,
        join: Callable[[], Awaitable[None]],
        leave: Callable[[], None],
        is_head: bool,
    ) -> None:
        lines = _lines(connection, streams.keep_alive_s, 0 if is_head else streams.max_s)
        super().__init__(lines, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._streams, self._connection = streams, connection
        self._join, self._leave = join, leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._streams.begin(self._connection)
        try:
            await self._join()
            await self._until_dropped(super().__call__(scope, receive, send))
        finally:
            self._leave()
            self._streams.end(self._connection)

    async def _until_dropped(self, work: Coroutine[Any, Any, None]) -> None:
        """Send the response; cancel it if its reader does not read on after the connection is dropped."""
        async with running(work) as answering:
            async with running(self._connection.dropped.wait()) as dropped:
                await asyncio.wait({answering, dropped}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({answering}, timeout=END_S)
            if answering.done():
                answering.result()


async def _lines(connection: Connection, keep_alive_s: float, max_s: float) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    until = loop.time() + max_s
    while True:
        text = await connection.next(min(keep_alive_s, max(0.0, until - loop.time())))
        if text is not None:
            yield text + "\n"
        elif connection.dropped.is_set() or loop.time() >= until:
            return
        else:
            yield "\n"

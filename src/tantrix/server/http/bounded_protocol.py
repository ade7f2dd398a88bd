"""Uvicorn's protocol for HTTP, with limits on bytes, lines, time and connections.

Uvicorn by itself accepts headers of any size and waits for a request indefinitely. With these limits, and
those of sockets (`bounded_socket.py`), the server needs no proxy in front of it.
"""

import asyncio
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tantrix.server.http.bounded_socket import BoundedSocket, refusal
from tantrix.server.http.gate import Gate
from tantrix.server.http.security import body_limit

MAX_HEAD = 64 * 1024
MAX_HEADER_LINES = 100
HEAD_S = 10.0
BODY_S = 30.0
WRITE_S = 30.0  # a client that reads nothing for so long is cut
MIN_READ = 4096  # bytes that it must read in this time
HEAD_SLICE, BODY_SLICE = 2048, 16 * 1024  # bytes that are parsed at a time
MAX_PIPELINED = 16  # requests that wait for the response to the one before
MAX_OVERHEAD = 128 * 1024  # bytes of a body that are not content: sizes and extensions of chunks
MAX_SILENCE = 16 * 1024  # bytes of a body in succession that are not content
MAX_IGNORED = 8 * 1024 * 1024  # bytes beyond the limit that are read, so that the client reads the refusal


def protocols(
    gate: Gate, head_s: float = HEAD_S, body_s: float = BODY_S, write_s: float = WRITE_S
) -> dict[str, Any]:
    """Return the arguments `http` and `ws` for `uvicorn.Config`: both count their connections at a gate."""
    return {
        "http": partial(BoundedHttp, gate, head_s, body_s, write_s),
        "ws": partial(BoundedSocket, gate),
    }


class BoundedHttp(HttpToolsProtocol):
    """A connection for requests, with limits on how large the head and the body of each are, how long they
    take, and how long the client may leave the response unread.

    A chunked body may have no trailers: httptools would add them to the headers of the request.
    """

    def __init__(self, gate: Gate, head_s: float, body_s: float, write_s: float, **settings: Any) -> None:
        super().__init__(**settings)
        self._gate = gate
        self._head_s, self._body_s, self._write_s = head_s, body_s, write_s
        self._deadline: asyncio.TimerHandle | None = None
        self._read_deadline: asyncio.TimerHandle | None = None
        self._running: RequestResponseCycle | None = None
        self._address = ""
        self._is_counted = False
        self._is_in_head = True
        self._head_bytes = 0
        self._body_limit = 0
        self._body_bytes = 0
        self._overhead = 0  # of the body, until now
        self._silence = 0  # bytes since the last content
        self._has_trailers = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._is_counted = self._gate.enter(self._address)
        if not self._is_counted:
            self._refuse(503)
            return
        self._wait()
        self._limit(self._head_s, 408)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the request in progress that the client is gone; Uvicorn would tell the last one received."""
        self._settle()
        self._stop_watching()
        self.pipeline.clear()
        self.cycle = self._running or self.cycle
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        while data and not self.transport.is_closing() and self.transport.get_protocol() is self:
            # No more bytes than the limit are parsed as a head; the rest may be a body.
            is_in_head = self._is_in_head
            size = min(HEAD_SLICE, MAX_HEAD - self._head_bytes) if is_in_head else BODY_SLICE
            piece, data = data[:size], data[size:]
            self._head_bytes += len(piece)
            self._silence += len(piece)
            before = self._body_bytes
            super().data_received(piece)
            if not is_in_head:
                self._overhead += max(0, len(piece) - (self._body_bytes - before))
            if (status := self._fault()) is not None:
                self._refuse(status)

    def _fault(self) -> int | None:
        """Return the status with which to refuse what has come in, None if it is within the bounds."""
        if self._has_trailers:
            return 400
        if len(self.pipeline) > MAX_PIPELINED:
            return 503
        if self._is_in_head:
            is_too_large = self._head_bytes >= MAX_HEAD or len(self.headers or ()) > MAX_HEADER_LINES
            return 431 if is_too_large else None
        if self._silence > MAX_SILENCE:
            return 400
        is_too_large = self._body_bytes > self._body_limit + MAX_IGNORED or self._overhead > MAX_OVERHEAD
        return 413 if is_too_large else None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head = True
        self._limit(self._head_s, 408)

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self._is_in_head:
            self._has_trailers = True
        elif len(self.headers) <= MAX_HEADER_LINES:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.headers) > MAX_HEADER_LINES:
            return  # and `data_received` refuses it
        self._is_in_head, self._head_bytes = False, 0
        self._body_bytes = self._overhead = self._silence = 0
        self._gate.request_received(self)
        self._limit(self._body_s, None)
        super().on_headers_complete()
        self._body_limit = body_limit(self.scope.get("path", ""))

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body; after the piece that makes it too large, the rest is ignored."""
        if self._is_in_head:
            return
        self._silence = 0
        if self._body_bytes <= self._body_limit:
            super().on_body(body)
        self._body_bytes += len(body)

    def on_message_complete(self) -> None:
        self._unlimit()
        if self._has_trailers:
            return  # and `data_received` refuses it
        if not self._is_in_head:
            super().on_message_complete()
        self._is_in_head, self._head_bytes = not self._is_upgrading(), 0
        if self.cycle is not None and self.cycle.response_complete:
            self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_reading()
        if not self.pipeline and self._is_in_head:
            self._wait()

    def handle_websocket_upgrade(self) -> None:
        self._settle()
        super().handle_websocket_upgrade()
        # It refers to this protocol, so only garbage collection would free both, and the transport with them.
        self.parser = None  # type: ignore[assignment]

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading()
        self._wait()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.cycle is not None and not self.cycle.response_complete:
            self._gate.request_received(self)

    def give_way(self) -> None:
        """Close the connection, which serves no request or whose client reads nothing, to make room.

        A client that has just connected is told so.
        """
        is_new = self.cycle is None
        self._settle()
        if is_new:
            self._refuse(503)
        elif self.flow.write_paused:
            self.transport.abort()
        else:
            self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _watch_reading(self) -> None:
        """Cut the connection if the client does not read what waits in the buffer."""
        self._stop_watching()
        size = self.transport.get_write_buffer_size()
        if size:
            self._read_deadline = self.loop.call_later(self._write_s, self._check_reading, size)

    def _check_reading(self, size_before: int) -> None:
        is_stuck = self.flow.write_paused or self.transport.is_closing()  # so nothing has been added
        if is_stuck and self.transport.get_write_buffer_size() > size_before - MIN_READ:
            self.transport.abort()
        else:
            self._watch_reading()

    def _stop_watching(self) -> None:
        if self._read_deadline is not None:
            self._read_deadline.cancel()
            self._read_deadline = None

    def _is_upgrading(self) -> bool:
        return bool(self.parser.should_upgrade() and self._should_upgrade())

    def _wait(self) -> None:
        if self._is_counted:
            self._gate.wait(self._address, self)

    def _settle(self) -> None:
        self._unlimit()
        if self._is_counted:
            self._is_counted = False
            self._gate.leave(self._address, self)

    def _limit(self, seconds: float, status: int | None) -> None:
        self._unlimit()
        self._deadline = self.loop.call_later(seconds, self._expire, status)

    def _unlimit(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _expire(self, status: int | None) -> None:
        """End a request that took too long; if the response has begun, the connection is cut."""
        if self.transport.is_closing():
            return
        is_answering = self.cycle is not None and self.cycle.response_started
        if status is None and not is_answering:
            self._refuse(408)
        elif status is not None and self.headers is not None and not is_answering:
            self._refuse(status)
        else:
            self.transport.close()

    def _refuse(self, status: int) -> None:
        """Send a one-line response, unless another has begun, and close; no more is read."""
        self._unlimit()
        if self._running is None or self._running.response_complete or not self._running.response_started:
            self.transport.write(refusal(status))
        self.transport.close()

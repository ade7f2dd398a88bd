"""Uvicorn's protocol for HTTP, with limits on bytes, lines, time and connections.

Uvicorn by itself accepts headers of any size and waits for a request indefinitely. With these limits, and
those of sockets (`bounded_socket.py`), the server needs no proxy in front of it.
"""

import asyncio
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tantrix.server.http.bounded_socket import BoundedSocket
from tantrix.server.http.gate import Gate

MAX_HEAD = 64 * 1024
MAX_HEADER_LINES = 100
HEAD_S = 10.0
BODY_S = 30.0
_REASONS = {408: b"Request Timeout", 431: b"Request Header Fields Too Large", 503: b"Service Unavailable"}


def protocols(gate: Gate, head_s: float = HEAD_S, body_s: float = BODY_S) -> dict[str, Any]:
    """Return the arguments `http` and `ws` for `uvicorn.Config`: both count their connections at a gate."""
    return {
        "http": partial(BoundedHttp, gate, head_s, body_s),
        "ws": partial(BoundedSocket, gate),
    }


class BoundedHttp(HttpToolsProtocol):
    """A connection for requests, with limits on how long the head and the body of each may take."""

    def __init__(self, gate: Gate, head_s: float, body_s: float, **settings: Any) -> None:
        super().__init__(**settings)
        self._gate = gate
        self._head_s, self._body_s = head_s, body_s
        self._deadline: asyncio.TimerHandle | None = None
        self._address = ""
        self._is_counted = False
        self._is_in_head = True
        self._head_bytes = 0

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
        self._settle()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        while data and not self.transport.is_closing() and self.transport.get_protocol() is self:
            # No more bytes than the limit are parsed as a head; the rest may be a body.
            size = MAX_HEAD - self._head_bytes if self._is_in_head else len(data)
            piece, data = data[:size], data[size:]
            self._head_bytes += len(piece)
            super().data_received(piece)
            is_too_large = self._head_bytes >= MAX_HEAD or len(self.headers or ()) > MAX_HEADER_LINES
            if self._is_in_head and is_too_large:
                self._refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head = True
        self._limit(self._head_s, 408)

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) <= MAX_HEADER_LINES:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.headers) > MAX_HEADER_LINES:
            return  # and `data_received` refuses it
        self._is_in_head, self._head_bytes = False, 0
        self._gate.request_received(self)
        self._limit(self._body_s, None)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._is_in_head:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._unlimit()
        if not self._is_in_head:
            super().on_message_complete()
        self._is_in_head, self._head_bytes = not self._is_upgrading(), 0
        if self.cycle is not None and self.cycle.response_complete:
            self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline and self._is_in_head:
            self._wait()

    def handle_websocket_upgrade(self) -> None:
        self._settle()
        super().handle_websocket_upgrade()

    def give_way(self) -> None:
        """Close the connection, which has no request in progress, to make room for another."""
        self._settle()
        self.transport.close()

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
        """Send a one-line response and close; anything else that the client sends is not read."""
        self._unlimit()
        self.transport.write(
            b"HTTP/1.1 %d %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % (status, _REASONS[status])
        )
        self.transport.close()

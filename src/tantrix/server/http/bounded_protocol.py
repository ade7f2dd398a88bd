"""Uvicorn's protocols for HTTP and WebSockets, with limits on bytes, lines, time and connections.

Uvicorn by itself accepts headers of any size and waits for a request indefinitely. With these limits the
server needs no proxy in front of it.
"""

import asyncio
import random
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tantrix.server.http.connection import LINE, Listener
from tantrix.server.http.gate import Gate

MAX_HEAD = 64 * 1024
MAX_HEADER_LINES = 100
HEAD_S = 10.0
BODY_S = 30.0
CLOSE_S = 1.0  # how long a client may take to read the close frame of its socket
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


class BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is counted at a gate, or refused there before it is opened.

    It is a `SocketLine`: an application that finds it in the scope may hand the socket to a listener and
    return. An open socket then needs no task, and no stack frames of the middleware.
    """

    def __init__(self, gate: Gate, **settings: Any) -> None:
        super().__init__(**settings)
        self._gate = gate
        self._address = ""
        self._is_counted = False
        self._listener: Listener | None = None
        self._is_full = False

    @property
    def is_full(self) -> bool:
        return self._is_full

    def write(self, frame: bytes) -> None:
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(frame)

    def report_to(self, listener: Listener) -> None:
        self._listener, queue, self.queue = listener, self.queue, _NO_QUEUE
        self.writable = _NO_EVENT
        while not queue.empty():
            message = queue.get_nowait()
            if message["type"] == "websocket.receive":
                listener.message_received(message.get("text"))
            elif message["type"] == "websocket.disconnect":
                self._end()
                return
        self.listen(True)

    def listen(self, is_ready: bool) -> None:
        if self.read_paused != is_ready or self.transport.is_closing():
            return
        self.read_paused = not is_ready
        if is_ready:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    def end(self, code: int, reason: str) -> None:
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.listen(True)  # to receive the answer to the close frame
        self.close_timer = self.loop.call_later(CLOSE_S, self.transport.abort)
        self._end()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._is_counted = self._gate.enter_socket(self._address)

    def data_received(self, data: bytes) -> None:
        if self._is_counted:
            super().data_received(data)
        elif not self.transport.is_closing():
            self.transport.write(
                b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            )
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[LINE] = self

    def send_receive_event_to_app(self) -> None:
        """Pass on a message; text that is not UTF-8 ends the connection, without a traceback in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_utf8(self.frames):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
        elif self._listener is None:
            super().send_receive_event_to_app()
        else:
            data, self.frames = b"".join(self.frames), []
            if not self.close_sent:
                self._listener.message_received(data.decode() if self.curr_msg_data_type == "text" else None)

    def pause_writing(self) -> None:
        self._is_full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self._is_full = False
        super().resume_writing()
        if self._listener is not None:
            self._listener.drained()

    def schedule_ping(self) -> None:
        """Send the next ping up to a quarter of the interval early, at random.

        Otherwise, once a busy machine has delayed the pings of thousands of sockets, they would coincide for
        ever and block the event loop each time.
        """
        assert self.ping_interval is not None
        early = random.uniform(0.75, 1)
        delay_s = max(0.0, self.ping_interval - self.last_ping_rtt) * early
        self.ping_timer = self.loop.call_later(delay_s, self.send_keepalive_ping)

    def keepalive_timeout(self) -> None:
        """Close a socket whose client does not answer, whether or not it still reads what is sent."""
        super().keepalive_timeout()
        self.loop.call_later(CLOSE_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_counted:
            self._is_counted = False
            self._gate.leave_socket(self._address)
        super().connection_lost(exc)
        self._end()

    async def run_asgi(self) -> None:
        """Run the application to its end; the socket stays open if it has handed it to a listener."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        else:
            if not self.handshake_complete:
                self.logger.error("ASGI callable returned without completing handshake.")
                self.send_500_response()
        if self._listener is not None:
            del self.scope, self.request, self.response  # thousands of sockets may be open
        elif self.close_timer is None:
            self.transport.close()

    def _end(self) -> None:
        listener, self._listener = self._listener, _NO_LISTENER if self._listener else None
        if listener is not None:
            listener.ended()


class _NoListener:
    """The listener of a socket whose client is gone."""

    def message_received(self, _text: str | None) -> None: ...

    def drained(self) -> None: ...

    def ended(self) -> None: ...


class _NoQueue(asyncio.Queue[Any]):
    """The queue of a socket that reports to a listener; it is never read."""

    def put_nowait(self, _item: Any) -> None: ...


class _NoEvent(asyncio.Event):
    """The event of a socket that reports to a listener; it is never awaited."""

    def set(self) -> None: ...

    def clear(self) -> None: ...


_NO_LISTENER = _NoListener()
_NO_QUEUE, _NO_EVENT = _NoQueue(), _NoEvent()  # shared: thousands of sockets may be open, and these are large


def _is_utf8(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True

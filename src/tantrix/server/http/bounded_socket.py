"""Uvicorn's protocol for WebSockets, with limits on connections, frames and fragments."""

import asyncio
import random
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from tantrix.server.http.connection import LINE, TOO_MUCH, Listener
from tantrix.server.http.frames import DEFLATE, takes_deflated
from tantrix.server.http.gate import Gate

CLOSE_S = 1.0  # how long a client may take to read the close frame of its socket
SLICE = 2048  # bytes that are parsed at a time, at most 341 frames
FRAME_RATE, FRAME_BURST = 100, 400  # frames a second, of any kind
MIN_REFILL = 50  # frames that a client may send again after it had to wait
MAX_WAITS = 2  # a client that has to wait once more, without a pause, is closed
TOO_MANY = b"Too many connections at once, from your address or in all; try again in a moment.\n"
MAX_FRAGMENTS = 16  # of one message
_REASONS = {
    400: b"Bad Request",
    408: b"Request Timeout",
    413: b"Content Too Large",
    431: b"Request Header Fields Too Large",
    503: b"Service Unavailable",
}


def refusal(status: int) -> bytes:
    """Return the response that refuses a request and closes its connection."""
    body, more = (TOO_MANY, b"retry-after: 2\r\n") if status == 503 else (b"", b"")
    head = b"HTTP/1.1 %d %b\r\ncontent-length: %d\r\n%bconnection: close\r\n\r\n"
    return head % (status, _REASONS[status], len(body), more) + body


class FrameBudget:
    """The frames that a client may send, also empty ones and pings: `FRAME_RATE` a second after a burst.

    A budget may be overdrawn by the frames of one slice; `wait_s` is the time until it is positive again.
    """

    __slots__ = ("_at_s", "_left", "n_waits")

    def __init__(self, now_s: float) -> None:
        self._left = float(FRAME_BURST)
        self._at_s = now_s
        self.n_waits = 0  # since the budget was last full

    def spend(self, n_frames: int, now_s: float) -> None:
        """Count frames that have been parsed."""
        self._refill(now_s)
        self._left -= n_frames

    def wait_s(self, now_s: float) -> float:
        """Return how long to wait before more frames are parsed, 0 if they may be parsed now."""
        self._refill(now_s)
        if self._left > 0:
            return 0.0
        self.n_waits += 1
        return (MIN_REFILL - self._left) / FRAME_RATE

    def _refill(self, now_s: float) -> None:
        self._left = min(FRAME_BURST, self._left + (now_s - self._at_s) * FRAME_RATE)
        self._at_s = now_s
        if self._left == FRAME_BURST:
            self.n_waits = 0


class BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is counted at a gate, or refused there before it is opened.

    What a read brings is parsed in slices. Between two slices the server checks whether the client has sent
    too many frames, or messages wait for an answer; the rest then waits, and nothing more is read.

    It is a `SocketLine`: an application that finds it in the scope may hand the socket to a listener and
    return. An open socket then needs no task, and no stack frames of the middleware.
    """

    def __init__(self, gate: Gate, **settings: Any) -> None:
        super().__init__(**settings)
        self.conn.available_extensions = [DEFLATE]
        self._gate = gate
        self._address = ""
        self._is_counted = False
        self._listener: Listener | None = None
        self._is_full = False
        self._unparsed = b""
        self._budget: FrameBudget | None = None  # created with the first read
        self._next_slice: asyncio.Handle | None = None

    @property
    def is_full(self) -> bool:
        return self._is_full

    @property
    def takes_deflated(self) -> bool:
        return takes_deflated(self.conn.extensions)

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
        if not is_ready:
            self.transport.pause_reading()
        elif not self._unparsed:
            self.transport.resume_reading()
        elif self._next_slice is None:
            self._next_slice = self.loop.call_soon(self._parse)

    def end(self, code: int, reason: str) -> None:
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        if not self.handshake_complete:
            self.transport.abort()
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
            self._unparsed += data
            if self._next_slice is None:
                self._parse()
        elif not self.transport.is_closing():
            self.transport.write(refusal(503))
            self.transport.close()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.queue.empty():
            self.listen(True)
        return message

    def handle_events(self) -> None:
        if self._budget is not None:
            self._budget.spend(len(self.conn.events), self.loop.time())
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Take one more fragment; a message in too many fragments ends the connection."""
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.frames = []
            self.end(TOO_MUCH, "too many fragments")

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
            self._queue_message()
        else:
            data, self.frames = b"".join(self.frames), []
            if not self.close_sent:
                self._listener.message_received(data.decode() if self.curr_msg_data_type == "text" else None)

    def _queue_message(self) -> None:
        """Queue a message for the application, and read no more until it has taken all."""
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            is_text = self.curr_msg_data_type == "text"
            body: dict[str, Any] = {"text": data.decode()} if is_text else {"bytes": data}
            self.queue.put_nowait(cast("Any", {"type": "websocket.receive", **body}))
            self.listen(False)

    def _parse(self) -> None:
        """Parse what has been read, slice by slice, as long as the client may send."""
        self._next_slice = None
        if self._budget is None:
            self._budget = FrameBudget(self.loop.time())
        while self._unparsed and not self.read_paused and not self.transport.is_closing():
            wait_s = self._budget.wait_s(self.loop.time())
            if self._budget.n_waits > MAX_WAITS and not self.close_sent:
                self._unparsed = b""
                self.end(TOO_MUCH, "too many frames")
                return
            if wait_s:
                self._next_slice = self.loop.call_later(wait_s, self._parse)
                break
            piece, self._unparsed = self._unparsed[:SLICE], self._unparsed[SLICE:]
            super().data_received(piece)
        if self.transport.is_closing():
            self._unparsed = b""
        elif self._unparsed:
            self.transport.pause_reading()
        elif not self.read_paused:
            self.transport.resume_reading()

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

        Otherwise, once a busy machine has delayed the pings of thousands of sockets, they would coincide
        indefinitely and block the event loop each time.
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
        if self._next_slice is not None:
            self._next_slice.cancel()
        self._unparsed = b""
        super().connection_lost(exc)
        self.conn.parser.close()  # it refers to the connection, so only garbage collection would free both
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

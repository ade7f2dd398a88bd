"""A connection to one client: messages that wait to be sent, the round trip, and limits on messages."""

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Protocol

from tantrix.server.http.frames import deflated_frame_of, frame_of

QUEUED = 64  # messages that may wait for a slow client; with one more it is dropped, and reconnects
QUEUED_BYTES = 256 * 1024  # the size of those messages; a single message may be larger
RATE = 20  # messages a second that a client may send
BURST = 40  # messages that it may send in a burst after a pause
SAMPLES = 4  # how many of the last round trips are kept
DROPPED, TOO_MUCH = 1013, 1008  # close codes: the client reads too slowly; it sends too much
LINE = "tantrix.line"  # the extension of a socket's scope that holds its `SocketLine`


class Outbox(Protocol):
    """Takes the messages to one connection. `post` never waits."""

    user_id: str | None
    token: str | None

    def post(self, text: str) -> None: ...

    def probe(self, now_ms: int) -> None: ...

    def drop(self) -> None: ...


class Listener(Protocol):
    """Handles what a line reports: incoming messages, room for more to send, and its end."""

    def message_received(self, text: str | None) -> None:
        """Handle a message; None stands for a message that is not text."""

    def drained(self) -> None:
        """Handle that the line has room again."""

    def ended(self) -> None:
        """Handle that the client is gone."""


class SocketLine(Protocol):
    """A socket at the level of the HTTP server: frames are sent without a task or a queue."""

    @property
    def is_full(self) -> bool:
        """Return whether further frames would have to wait in memory."""

    @property
    def takes_deflated(self) -> bool:
        """Return whether the client reads compressed frames."""

    def write(self, frame: bytes) -> None:
        """Send a frame; do nothing if the socket is closing."""

    def report_to(self, listener: Listener) -> None:
        """Report to a listener from now on, first what has already come in; the application may return."""

    def listen(self, is_ready: bool) -> None:
        """Resume or pause reading what the client sends."""

    def end(self, code: int, reason: str) -> None:
        """Close the socket; if its client does not read, the connection is soon cut."""


@dataclass(slots=True)
class RoundTrip:
    """The shortest of the last few round trips to a client. Only an echo of the newest probe counts."""

    nonce: int = 0
    sent_ms: int | None = None
    samples: tuple[int, ...] = ()

    @property
    def ms(self) -> int:
        """The round trip in milliseconds, 0 before the first echo."""
        return min(self.samples, default=0)

    def ask(self, now_ms: int) -> int:
        """Return the nonce for a probe that is sent now."""
        self.nonce += 1
        self.sent_ms = now_ms
        return self.nonce

    def answered(self, nonce: int, now_ms: int) -> None:
        """Measure the round trip of an echo; ignore it if it does not answer the newest probe."""
        if nonce == self.nonce and self.sent_ms is not None:
            self.samples = (*self.samples[1 - SAMPLES :], max(0, now_ms - self.sent_ms))
            self.sent_ms = None


class Client:
    """A client as seen by rooms. `may_chat`: the scopes of its token, if any, allow chat."""

    __slots__ = ("may_chat", "round_trip", "token", "user_id")

    def __init__(self, user_id: str | None, token: str | None, may_chat: bool) -> None:
        self.user_id = user_id
        self.token = token
        self.may_chat = may_chat
        self.round_trip = RoundTrip()

    def post(self, text: str) -> None:
        """Send a message; never waits."""
        raise NotImplementedError

    def drop(self) -> None:
        """End the connection, e.g. because its session has ended."""
        raise NotImplementedError

    def probe(self, now_ms: int) -> None:
        """Ask the client for an echo, to measure the round trip."""
        self.post(f'{{"type":"probe","nonce":{self.round_trip.ask(now_ms)}}}')


class Connection(Client):
    """A client whose messages wait in a queue until a task sends them."""

    def __init__(
        self, user_id: str | None, token: str | None = None, may_chat: bool = True, max_waiting: int = QUEUED
    ) -> None:
        super().__init__(user_id, token, may_chat)
        self.dropped = asyncio.Event()
        self._waiting: deque[str] = deque()
        self._max_waiting = max_waiting
        self._max_bytes = QUEUED_BYTES * max_waiting // QUEUED
        self._n_bytes = 0
        self._alarm: asyncio.Future[None] | None = None

    @property
    def n_bytes(self) -> int:
        """The size of the waiting messages."""
        return self._n_bytes

    def post(self, text: str) -> None:
        """Queue a message; drop the client if its queue is full."""
        n_bytes = _size(text)
        is_too_large = self._n_bytes and self._n_bytes + n_bytes > self._max_bytes
        if len(self._waiting) >= self._max_waiting or is_too_large:
            self.drop()
        else:
            self._waiting.append(text)
            self._n_bytes += n_bytes
            self._wake()

    def drop(self) -> None:
        self.dropped.set()
        self._wake()

    async def next(self, seconds: float | None = None) -> str | None:
        """Wait for the next message to send; return None if the time is up or the client is dropped.

        Only one task may wait. Without `seconds` there is no limit.
        """
        if not self._waiting and not self.dropped.is_set():
            loop = asyncio.get_running_loop()
            self._alarm = loop.create_future()
            timer = None if seconds is None else loop.call_later(seconds, self._wake)
            try:
                await self._alarm
            finally:
                if timer is not None:
                    timer.cancel()
                self._alarm = None
        if self.dropped.is_set() or not self._waiting:
            return None
        text = self._waiting.popleft()
        self._n_bytes -= _size(text)
        return text

    def _wake(self) -> None:
        if self._alarm is not None and not self._alarm.done():
            self._alarm.set_result(None)


class DirectConnection(Client):
    """A client whose messages go straight to its line, without a task; they wait only if the line is full.

    Thousands of spectators get the same text, so its frame is made only once.
    """

    __slots__ = ("_frame_of", "_n_bytes", "_waiting", "is_dropped", "line")

    def __init__(
        self, line: SocketLine, user_id: str | None, token: str | None = None, may_chat: bool = True
    ) -> None:
        super().__init__(user_id, token, may_chat)
        self.line = line
        self._frame_of = deflated_frame_of if line.takes_deflated else frame_of
        self.is_dropped = False
        self._waiting: list[bytes] = []
        self._n_bytes = 0

    @property
    def n_bytes(self) -> int:
        """The size of the waiting messages."""
        return self._n_bytes

    def post(self, text: str) -> None:
        """Send a message, or let it wait if the line is full; drop the client if too much waits."""
        frame = self._frame_of(text)
        if not self._waiting and not self.line.is_full:
            self.line.write(frame)
        elif len(self._waiting) >= QUEUED or (self._waiting and self._n_bytes + len(frame) > QUEUED_BYTES):
            self.drop()
        else:
            self._waiting.append(frame)
            self._n_bytes += len(frame)

    def flush(self) -> None:
        """Send waiting messages, as long as the line has room."""
        while self._waiting and not self.line.is_full:
            frame = self._waiting.pop(0)
            self._n_bytes -= len(frame)
            self.line.write(frame)

    def drop(self) -> None:
        if not self.is_dropped:
            self.is_dropped = True
            self.line.end(DROPPED, "too slow")


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode(errors="replace"))

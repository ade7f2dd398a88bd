"""The messages that wait to be sent to one client, how far away it is, and how many messages it may send."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from tantrix.server.protocol.game import Probe

QUEUED = 64  # messages that may wait for a slow client; one more, and it is dropped, to reconnect and sync
QUEUED_BYTES = 256 * 1024  # the size of those messages; a single message may be larger
RATE = 20  # messages a second that a client may send
BURST = 40  # messages that it may send at once after a pause
SAMPLES = 4  # round trips that count


class Outbox(Protocol):
    """Where the messages to one connection go. `post` never waits."""

    user_id: str | None
    token: str | None

    def post(self, text: str) -> None: ...

    def probe(self, now_ms: int) -> None: ...

    def drop(self) -> None: ...


@dataclass(slots=True)
class RoundTrip:
    """The shortest time of the last few probes to a client and back. Only the newest probe counts."""

    nonce: int = 0
    sent_ms: int | None = None
    samples: deque[int] = field(default_factory=lambda: deque(maxlen=SAMPLES))

    @property
    def ms(self) -> int:
        """The round trip in milliseconds, 0 before the first echo."""
        return min(self.samples, default=0)

    def ask(self, now_ms: int) -> int:
        """Return the nonce of a probe that is sent now."""
        self.nonce += 1
        self.sent_ms = now_ms
        return self.nonce

    def answered(self, nonce: int, now_ms: int) -> None:
        """Measure an echo; ignore it if it does not answer the newest probe."""
        if nonce == self.nonce and self.sent_ms is not None:
            self.samples.append(max(0, now_ms - self.sent_ms))
            self.sent_ms = None


class Connection:
    """The queue of messages to one client. `may_chat`: the scopes of its token, if it has one, allow chat."""

    def __init__(
        self, user_id: str | None, token: str | None = None, may_chat: bool = True, max_waiting: int = QUEUED
    ) -> None:
        self.user_id = user_id
        self.token = token
        self.may_chat = may_chat
        self.dropped = asyncio.Event()
        self.round_trip = RoundTrip()
        self._waiting: asyncio.Queue[str] = asyncio.Queue(max_waiting)
        self._max_bytes = QUEUED_BYTES * max_waiting // QUEUED
        self._n_bytes = 0

    @property
    def n_bytes(self) -> int:
        """The size of the messages that wait."""
        return self._n_bytes

    def post(self, text: str) -> None:
        """Queue a message; drop the client if its queue is full."""
        n_bytes = _size(text)
        is_full = self._waiting.full() or (self._n_bytes and self._n_bytes + n_bytes > self._max_bytes)
        if is_full:
            self.dropped.set()
        else:
            self._waiting.put_nowait(text)
            self._n_bytes += n_bytes

    def probe(self, now_ms: int) -> None:
        """Ask the client for an echo, to measure the round trip."""
        self.post(Probe(nonce=self.round_trip.ask(now_ms)).model_dump_json())

    def drop(self) -> None:
        """End the connection, e.g. because its session has ended."""
        self.dropped.set()

    async def next(self) -> str:
        """Wait for the next message to send."""
        text = await self._waiting.get()
        self._n_bytes -= _size(text)
        return text


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode(errors="replace"))

"""One socket's outbox and its allowance of messages."""

import asyncio
from dataclasses import dataclass

from tantrix.server.games.lag import RoundTrip
from tantrix.server.protocol.game import Probe

QUEUED = 64  # messages that may wait for a slow client; one more, and it is dropped to come back and sync
QUEUED_BYTES = 256 * 1024  # and so much text of them, but always one message
RATE = 20  # messages a second, and as many more at once as BURST has saved
BURST = 40


@dataclass(slots=True)
class Allowance:
    """A bucket of messages that fills at RATE a second up to BURST."""

    filled_ms: int
    left: float = BURST

    def take(self, now_ms: int) -> bool:
        """Tell whether one more message is allowed, and count it if it is."""
        gained = max(0, now_ms - self.filled_ms) * RATE / 1000
        self.left = min(BURST, self.left + gained)
        self.filled_ms = now_ms
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Connection:
    """The messages that wait for one client; `may_talk`: its token, if it has one, lets it."""

    def __init__(
        self, user_id: str | None, token: str | None = None, may_talk: bool = True, most_waiting: int = QUEUED
    ) -> None:
        self.user_id = user_id
        self.token = token
        self.may_talk = may_talk
        self.dropped = asyncio.Event()
        self.round_trip = RoundTrip()
        self._waiting: asyncio.Queue[str] = asyncio.Queue(most_waiting)
        self._most_bytes = QUEUED_BYTES * most_waiting // QUEUED
        self._n_bytes = 0

    @property
    def n_bytes(self) -> int:
        """How much waits."""
        return self._n_bytes

    def post(self, text: str) -> None:
        """Queue a message; a client whose queue is full is dropped."""
        n_bytes = _size(text)
        is_full = self._waiting.full() or (self._n_bytes and self._n_bytes + n_bytes > self._most_bytes)
        if is_full:
            self.dropped.set()
        else:
            self._waiting.put_nowait(text)
            self._n_bytes += n_bytes

    def probe(self, now_ms: int) -> None:
        """Ask the client for an echo, to learn how long a message takes to it and back."""
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

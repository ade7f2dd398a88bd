"""A room that is open on this server, with the connections to it."""

import asyncio
from collections import deque
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tantrix.server.background import Timer
from tantrix.server.http.connection import Outbox
from tantrix.server.protocol.base import Stale

SLICE = 64  # connections that are notified in one go
PAUSE_S = 0.001  # between two slices

RoomT = TypeVar("RoomT")


@dataclass(slots=True, eq=False)
class LiveRoom(Generic[RoomT]):
    """An open room in its saved state, and the connections to it. `used_ms`: when it was last used.

    `presence_timer` runs while a presence announcement is due. `is_stale`: since `stale_since_ms` the
    database could not be read, so another server may have changed the room. `backlog`: texts, each with the
    connections to which it must still be sent.
    """

    room: RoomT
    used_ms: int
    outboxes: set[Outbox] = field(default_factory=set)
    presence_timer: Timer = field(default_factory=Timer)
    is_stale: bool = False
    stale_since_ms: int | None = None
    backlog: deque[tuple[str, list[Outbox]]] = field(default_factory=deque)

    @property
    def is_needed(self) -> bool:
        """Return whether the room must stay open: it has connections, or work that is in progress or due."""
        return bool(self.outboxes)

    @property
    def is_over(self) -> bool:
        """Return whether nothing more can happen in the room."""
        return False

    @property
    def user_ids_here(self) -> frozenset[str]:
        """The user ids of the connections."""
        return frozenset(outbox.user_id for outbox in self.outboxes if outbox.user_id is not None)

    def change(self, room: RoomT) -> RoomT:
        """Replace the room with its state after a change; return the state before it."""
        before, self.room = self.room, room
        return before

    def mark_stale(self, now_ms: int) -> None:
        """Mark the room as possibly out of date, and notify its connections if it was not marked before."""
        if not self.is_stale:
            self.is_stale, self.stale_since_ms = True, now_ms
            self.post(Stale(is_stale=True).model_dump_json())

    def confirm(self) -> None:
        """Mark the room as up to date, and notify its connections if it was stale."""
        if self.is_stale:
            self.is_stale, self.stale_since_ms = False, None
            self.post(Stale(is_stale=False).model_dump_json())

    def touch(self, now_ms: int) -> None:
        """Record the current use of the room."""
        self.used_ms = now_ms

    @property
    def first_user_ids(self) -> Container[str | None]:
        """The users who are notified first."""
        return ()

    def post(self, text: str) -> None:
        """Send a text to every connection.

        If there are many, the rest get it in slices. In the pauses between them the event loop and the
        threads that store placements do other work, so that players elsewhere do not wait until thousands of
        spectators are notified.
        """
        if len(self.outboxes) <= SLICE and not self.backlog:
            for outbox in tuple(self.outboxes):
                outbox.post(text)
            return
        first = self.first_user_ids
        rest = []
        for outbox in self.outboxes:
            if outbox.user_id in first:
                self.catch_up(outbox)
                outbox.post(text)
            else:
                rest.append(outbox)
        self.backlog.append((text, rest))
        if len(self.backlog) == 1:
            asyncio.get_running_loop().call_soon(self._post_slice)

    def catch_up(self, outbox: Outbox) -> None:
        """Send a connection the texts that it would get in a later slice."""
        for text, rest in self.backlog:
            if outbox in rest:
                rest.remove(outbox)
                outbox.post(text)

    def _post_slice(self) -> None:
        text, rest = self.backlog[0]
        for outbox in rest[-SLICE:]:
            outbox.post(text)
        del rest[-SLICE:]
        if not rest:
            self.backlog.popleft()
        if self.backlog:
            asyncio.get_running_loop().call_later(PAUSE_S, self._post_slice)

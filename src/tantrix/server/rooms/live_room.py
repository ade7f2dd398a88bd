"""A room that is open on this server, with the connections to it."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tantrix.server.background import Timer
from tantrix.server.http.connection import Outbox

RoomT = TypeVar("RoomT")


@dataclass(slots=True, eq=False)
class LiveRoom(Generic[RoomT]):
    """An open room in its saved state, and the connections to it. `used_ms`: when it was last used.

    `presence_timer` runs while a presence announcement is due.
    """

    room: RoomT
    used_ms: int
    outboxes: set[Outbox] = field(default_factory=set)
    presence_timer: Timer = field(default_factory=Timer)

    @property
    def is_needed(self) -> bool:
        """Return whether the room must stay open: somebody is connected, or work is in progress or due."""
        return bool(self.outboxes)

    @property
    def user_ids_here(self) -> frozenset[str]:
        """The user ids of the connections."""
        return frozenset(outbox.user_id for outbox in self.outboxes if outbox.user_id is not None)

    def change(self, room: RoomT) -> RoomT:
        """Replace the room by its state after a change; return the state before."""
        before, self.room = self.room, room
        return before

    def touch(self, now_ms: int) -> None:
        """Record that the room is used now."""
        self.used_ms = now_ms

    def post(self, text: str) -> None:
        """Send a text to every connection."""
        for outbox in tuple(self.outboxes):
            outbox.post(text)

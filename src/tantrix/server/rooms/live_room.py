"""A room that is open on this server, with the connections to it."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tantrix.server.background import Timer
from tantrix.server.http.connection import Outbox

RoomT = TypeVar("RoomT")


@dataclass(slots=True, eq=False)
class LiveRoom(Generic[RoomT]):
    """An open room in its saved state, and the connections to it. `used_ms`: when it was last used.

    `presence_timer` runs while a presence announcement is due. `is_unsure`: another server may have changed
    the room, but the database cannot be read; since `unsure_ms`.
    """

    room: RoomT
    used_ms: int
    outboxes: set[Outbox] = field(default_factory=set)
    presence_timer: Timer = field(default_factory=Timer)
    is_unsure: bool = False
    unsure_ms: int | None = None

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

    def doubt(self, now_ms: int) -> bool:
        """Mark the room as unsure; tell whether it was not."""
        has_changed, self.is_unsure = not self.is_unsure, True
        if has_changed:
            self.unsure_ms = now_ms
        return has_changed

    def confirm(self) -> bool:
        """Mark the room as read from the database; tell whether it was unsure."""
        has_changed, self.is_unsure, self.unsure_ms = self.is_unsure, False, None
        return has_changed

    def touch(self, now_ms: int) -> None:
        """Record that the room is used now."""
        self.used_ms = now_ms

    def post(self, text: str) -> None:
        """Send a text to every connection."""
        for outbox in tuple(self.outboxes):
            outbox.post(text)

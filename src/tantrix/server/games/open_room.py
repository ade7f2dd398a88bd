"""A room that is open, and those at it."""

import asyncio
from dataclasses import dataclass, field

from tantrix.server.games.absence import NOBODY_AWAY, Absences
from tantrix.server.games.room import Room
from tantrix.server.http.connection import Outbox


@dataclass(slots=True, eq=False)
class OpenRoom:
    """An open room and those at it. The lock is held by whoever changes or tells the room."""

    room: Room
    used_ms: int
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    outboxes: set[Outbox] = field(default_factory=set)
    robot: asyncio.Task[None] | None = None
    is_thinking: bool = False
    fall: asyncio.TimerHandle | None = None
    presence: asyncio.TimerHandle | None = None
    absences: Absences = NOBODY_AWAY
    is_closed: bool = False  # there is no such table any more

    @property
    def is_needed(self) -> bool:
        """Tell whether somebody is here, or something is under way or due."""
        is_watched = bool(self.outboxes) or self.fall is not None
        return is_watched or self.robot is not None or self.lock.locked()

    @property
    def is_left(self) -> bool:
        """Tell whether it would be forgotten who has left a game that is played, and since when."""
        return self.room.is_live and self.room.game.ply > 0 and self.absences.count

    @property
    def user_ids_here(self) -> frozenset[str]:
        """The owners of the connections."""
        return frozenset(outbox.user_id for outbox in self.outboxes if outbox.user_id is not None)

    def post(self, text: str) -> None:
        """Send a text to everybody here."""
        for outbox in tuple(self.outboxes):
            outbox.post(text)

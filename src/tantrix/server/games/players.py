"""What a hub asks of the rest of the server: who its players are, and which games are archived."""

from collections.abc import Sequence
from typing import Protocol

from tantrix.server.database.writes import Write
from tantrix.server.games.room import Room, Setup
from tantrix.server.protocol.game import Standing


class Players(Protocol):
    """The people at the tables."""

    def name_of(self, user_id: str | None) -> str | None:
        """Return the name of an account; None for guests and closed accounts."""

    def title_of(self, user_id: str | None) -> str | None:
        """Return the name that an account must bear at tables; None if it may choose one."""

    def badge_of(self, setup: Setup, seat: int) -> Standing | None:
        """Return what stands beside the name at a seat. Reads the database: not for the event loop."""

    def may_sit(self, room: Room, user_id: str) -> bool:
        """Tell whether a user may take a free seat. Reads the database: not for the event loop."""


class GameArchive(Protocol):
    """Games that were imported, and records of those that were played here."""

    def room(self, game_id: str) -> Room | None:
        """Open the room of an imported game; None if there is none. Reads the database."""

    def record_writes(self, room: Room) -> Sequence[Write]:
        """Return what the archive saves of a game in the commit that ends it."""

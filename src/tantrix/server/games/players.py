"""What a hub needs from the rest of the server: details of its players, and archived games."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tantrix.server.database.writes import Write
from tantrix.server.games.room import Room, Setup
from tantrix.server.protocol.game import Badge

RunsEvent = Callable[[str, str | None], bool]
"""Whether the staff of a tournament include a user; reads the database."""


@dataclass(frozen=True, slots=True)
class MatchNames:
    """Names the tournament and the round of a match, whose id is that of a `Setup`, in a language."""

    name: Callable[[str, str], Awaitable[str]]


class Players(Protocol):
    """Looks up the people at the tables."""

    def name_of(self, user_id: str | None) -> str | None:
        """Return the name of an account; None for guests and closed accounts."""

    def title_of(self, user_id: str | None) -> str | None:
        """Return the name that a user must use at tables; None if they may choose one."""

    def read_badges(self, setups: Iterable[Setup]) -> None:
        """Read what `badge_of` needs for many tables at once; then it reads nothing more for these."""

    def badge_of(self, setup: Setup, seat: int) -> Badge | None:
        """Return the badge shown beside the name at a seat; None if there is none.

        Reads the database: do not call it on the event loop.
        """

    def runs_event(self, tournament_id: str, user_id: str | None) -> bool:
        """Return whether a user is the organiser or a controller of a tournament.

        Reads the database: do not call it on the event loop.
        """

    def may_sit(self, room: Room, user_id: str) -> bool:
        """Return whether a user may take a free seat.

        Reads the database: do not call it on the event loop.
        """


class GameArchive(Protocol):
    """Imported games, and the records of games played on this server."""

    def room(self, game_id: str) -> Room | None:
        """Open the room of an imported game; None if there is none. Reads the database."""

    def removed(self, game_ids: Collection[str]) -> set[str]:
        """Return which of some imported games are removed. Reads the database."""

    def record_writes(self, room: Room) -> Sequence[Write]:
        """Return the archive's writes for a game, saved in the commit that ends it."""

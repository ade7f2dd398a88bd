"""The correspondence games of a user, most urgent first."""

from collections.abc import Iterable
from dataclasses import dataclass

from tantrix.server.games.store import StoredGame
from tantrix.server.games.views.listings import GameListing, read_listing

MAX_LISTED = 500  # at once


@dataclass(frozen=True, slots=True)
class CorrespondenceListing:
    """A correspondence game in the list of a user.

    `left_ms`: the least time that the player to move has left; None in a pause. `is_my_turn`: the game
    waits for the user.
    """

    listing: GameListing
    is_my_turn: bool
    left_ms: int | None

    @property
    def url(self) -> str:
        """The address of the game."""
        return f"/games/{self.listing.setup.id}"


def correspondence_of(stored: Iterable[StoredGame], user_id: str, now_ms: int) -> list[CorrespondenceListing]:
    """Sort games for their user: those that wait for the user first, and then by the time that is left."""
    games = [_correspondence_game(each, user_id, now_ms) for each in stored]
    return sorted(games, key=_urgency)


def _correspondence_game(stored: StoredGame, user_id: str, now_ms: int) -> CorrespondenceListing:
    listing, due_ms = read_listing(stored), stored.row.due_ms
    has_time = due_ms is not None and not listing.is_paused
    return CorrespondenceListing(
        listing,
        is_my_turn=listing.is_turn_of(user_id) and not listing.is_paused,
        left_ms=max(0, due_ms - now_ms) if has_time and due_ms is not None else None,
    )


def _urgency(game: CorrespondenceListing) -> tuple[bool, bool, int, str]:
    return not game.is_my_turn, game.left_ms is None, game.left_ms or 0, game.url

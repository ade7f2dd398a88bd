"""The correspondence games of a user as they are sent and shown."""

from collections.abc import Sequence

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.games.correspondence.listing import CorrespondenceListing
from tantrix.server.games.views.listings import game_row
from tantrix.server.protocol.account import CorrespondenceGame, CorrespondenceGames
from tantrix.server.wording.seats import name_for_others
from tantrix.server.wording.time_controls import time_left_label


def correspondence_view(
    games: Sequence[CorrespondenceListing], user_id: str, n_waiting: int
) -> CorrespondenceGames:
    """Return correspondence games of a user as they are sent."""
    views = [
        CorrespondenceGame(
            url=game.url,
            others=_names_of_others(game, user_id),
            is_my_turn=game.is_my_turn,
            left_ms=game.left_ms,
            ply=game.listing.ply,
            n_tiles=game.listing.setup.rules.tile_set,
        )
        for game in games
    ]
    return CorrespondenceGames(games=views, n_waiting=n_waiting)


def correspondence_row(
    game: CorrespondenceListing, user_id: str | None, accounts: Accounts, language: str
) -> dict[str, object]:
    """Return the template fields of a correspondence game: those of its row, and the time left in words."""
    left = None if game.left_ms is None else time_left_label(game.left_ms, language)
    return {**game_row(game.listing, user_id, accounts), "my_turn": game.is_my_turn, "left": left}


def _names_of_others(game: CorrespondenceListing, user_id: str) -> list[str]:
    setup = game.listing.setup
    seats = enumerate(setup.seats)
    return [name_for_others(seat.name) for number, seat in seats if not setup.owns(user_id, number)]

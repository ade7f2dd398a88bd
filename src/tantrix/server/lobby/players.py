"""Players in the lobby and at the tables: the names that they play under, and who may play whom."""

import asyncio
from collections.abc import Iterable

from tantrix.competition.quick_pairing import are_muted
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.guest_names import name_refusal
from tantrix.server.games.players import RunsEvent
from tantrix.server.games.room import Room, Setup
from tantrix.server.games.views.badges import Badges
from tantrix.server.lobby.matching import LobbyPlayer
from tantrix.server.lobby.snapshot import SnapshotReader
from tantrix.server.lobby.store import LobbyStore
from tantrix.server.protocol.game import Badge
from tantrix.server.ratings.results import rating_pool
from tantrix.server.wording.seats import GUEST


class TablePlayers:
    """The players of a hub: names and badges of accounts. Users who muted each other do not meet."""

    def __init__(self, accounts: Accounts, badges: Badges, store: LobbyStore, runs: RunsEvent) -> None:
        self._accounts = accounts
        self._badges = badges
        self._store = store
        self._runs = runs

    def name_of(self, user_id: str | None) -> str | None:
        return self._accounts.name_of(user_id)

    def title_of(self, user_id: str | None) -> str | None:
        return self._accounts.title_of(user_id)

    def read_badges(self, setups: Iterable[Setup]) -> None:
        self._badges.read_ahead(setups)

    def badge_of(self, setup: Setup, seat: int) -> Badge | None:
        return self._badges.badge_of(setup, seat)

    def runs_event(self, tournament_id: str, user_id: str | None) -> bool:
        return self._runs(tournament_id, user_id)

    def may_sit(self, room: Room, user_id: str) -> bool:
        """Return whether no player at an open table has muted the user or is muted by them."""
        if room.setup.listing != "open":
            return True
        mutes = self._store.mutes_about({user_id})
        return not any(are_muted(user_id, other, mutes) for other in room.setup.user_ids)


async def lobby_player(
    accounts: Accounts, reader: SnapshotReader, user_id: str, guest_name: str, n_seats: int
) -> LobbyPlayer:
    """Return a user as a player for a game with this many seats: an account with its rating, or a guest.

    Raises Refusal if the guest's name is not allowed.
    """
    account = accounts.shown_name(user_id)
    if account is None:
        if refusal := name_refusal(accounts, guest_name, user_id):
            raise refusal
        return LobbyPlayer(user_id, guest_name or GUEST, None)
    points = await asyncio.to_thread(reader.points_of, user_id)
    return LobbyPlayer(user_id, account, points[rating_pool(n_seats)])

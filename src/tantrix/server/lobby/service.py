"""What all work in the lobby has in common: its tools, who asks, how often, and how wishes are saved."""

import asyncio
from dataclasses import dataclass
from typing import TypeVar

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.guest_names import refusal_of
from tantrix.server.cluster.bus import Bus
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import Write
from tantrix.server.games.hub import Hub
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.lobby import matching as games
from tantrix.server.lobby.matching import LobbyPlayer
from tantrix.server.lobby.presence import LobbyPresence
from tantrix.server.lobby.snapshot import SnapshotReader
from tantrix.server.lobby.store import LobbyStore
from tantrix.server.ratings.results import rating_pool
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings
from tantrix.server.wording.seats import GUEST

_T = TypeVar("_T")

WORD = "lobby"  # said on the bus
HOST_TIMES = 5  # as many people may share an address


@dataclass(frozen=True, slots=True)
class LobbyParts:
    """What the lobby needs of the rest of the server. `is_alone`: no other server has the database."""

    settings: Settings
    store: LobbyStore
    writer: Writer
    hub: Hub
    people: Accounts
    ratings: RatingStore
    bus: Bus
    is_alone: bool


class LobbyWork:
    """Work of one kind. `stirred` is set when there is something new to be told."""

    def __init__(
        self, parts: LobbyParts, presence: LobbyPresence, eyes: SnapshotReader, stirred: asyncio.Event
    ) -> None:
        self.parts = parts
        self.presence = presence
        self.eyes = eyes
        self.stirred = stirred
        self.rates = RateLimiter()

    async def player(self, user_id: str, name: str, n_seats: int) -> LobbyPlayer:
        """Return somebody as a player: an account under its own name with its rating, or a guest."""
        account = self.parts.people.shown_name(user_id)
        if account is None:
            if refusal := refusal_of(self.parts.people, name, user_id):
                raise refusal
            return LobbyPlayer(user_id, name or GUEST, None)
        points = await asyncio.to_thread(self.eyes.points_of, user_id)
        return LobbyPlayer(user_id, account, points[rating_pool(n_seats)])

    async def leaving(self, user_ids: frozenset[str], but: str = "") -> list[Write]:
        """List what takes away all else that people wish for who sit down to a live game now."""
        store = self.parts.store
        challenges, seeks = await asyncio.to_thread(lambda: (store.challenges(), store.seeks()))
        return games.leaving(user_ids, challenges, seeks, but)

    def limit(self, what: str, rate: str, user_id: str, host: str) -> None:
        """Raise Refusal if somebody, or those at his address, did this too often."""
        times, _, span = rate.partition("/")
        shared = f"{int(times) * HOST_TIMES}/{span}"
        is_allowed = self.rates.take(f"{what} {user_id}", rate)
        if not is_allowed or not self.rates.take(f"{what} at {host}", shared):
            raise Refusal("too_often")

    async def write(self, *writes: Write) -> None:
        """Save something, if there is anything, and let all servers look again. Raises NotSaved."""
        if writes:
            await self.parts.writer.append(*writes)
            self.stir()

    def stir(self) -> None:
        """Let all servers look again, soon."""
        self.stirred.set()
        self.parts.bus.publish(WORD)

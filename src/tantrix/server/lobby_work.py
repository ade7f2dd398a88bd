"""What all work in the lobby has in common: its tools, who asks, how often, and how wishes are saved."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from tantrix.server import lobby_games as games
from tantrix.server.bus import Bus
from tantrix.server.guest_names import refusal_of
from tantrix.server.hub import Hub
from tantrix.server.journal import Clashed, Journal, NotSaved
from tantrix.server.lobby_games import Player
from tantrix.server.lobby_looks import Eyes
from tantrix.server.lobby_presence import Presence
from tantrix.server.lobby_store import LobbyStore
from tantrix.server.people import People
from tantrix.server.problems import ProblemError, RefusedError
from tantrix.server.rates import Rates
from tantrix.server.rating_store import RatingStore
from tantrix.server.seat_names import GUEST
from tantrix.server.settings import Settings
from tantrix.server.store import Write

_T = TypeVar("_T")

WORD = "lobby"  # said on the bus
MOST_TRIES = 5
HOST_TIMES = 5  # as many people may share an address


@dataclass(frozen=True, slots=True)
class LobbyParts:
    """What the lobby needs of the rest of the server. `is_alone`: no other server has the database."""

    settings: Settings
    store: LobbyStore
    journal: Journal
    hub: Hub
    people: People
    ratings: RatingStore
    bus: Bus
    is_alone: bool


class LobbyWork:
    """Work of one kind. `stirred` is set when there is something new to be told."""

    def __init__(self, parts: LobbyParts, presence: Presence, eyes: Eyes, stirred: asyncio.Event) -> None:
        self.parts = parts
        self.presence = presence
        self.eyes = eyes
        self.stirred = stirred
        self.rates = Rates()

    async def player(self, owner: str, name: str, n_seats: int) -> Player:
        """Return somebody as a player: an account under its own name with its rating, or a guest."""
        account = self.parts.people.shown_name(owner)
        if account is None:
            if refusal := refusal_of(self.parts.people, name, owner):
                raise RefusedError(refusal)
            return Player(owner, name or GUEST, None)
        points = await asyncio.to_thread(self.eyes.points_of, owner)
        return Player(owner, account, points[games.rating_pool(n_seats)])

    async def leaving(self, owners: frozenset[str], but: str = "") -> list[Write]:
        """List what takes away all else that people wish for who sit down to a live game now."""
        store = self.parts.store
        challenges, seeks = await asyncio.to_thread(lambda: (store.challenges(), store.seeks()))
        return games.leaving(owners, challenges, seeks, but)

    def limit(self, what: str, rate: str, owner: str, host: str) -> None:
        """Raise ProblemError if somebody, or those at his address, did this too often."""
        times, _, span = rate.partition("/")
        shared = f"{int(times) * HOST_TIMES}/{span}"
        is_allowed = self.rates.take(f"{what} {owner}", rate)
        if not is_allowed or not self.rates.take(f"{what} at {host}", shared):
            raise ProblemError("too_often")

    async def insist(self, act: Callable[[], Awaitable[_T]]) -> _T:
        """Decide again if somebody else was quicker. Raises NotSaved."""
        for _ in range(MOST_TRIES):
            with suppress(Clashed):
                return await act()
        raise NotSaved("others were quicker each time")

    async def write(self, *writes: Write) -> None:
        """Save something, if there is anything, and let all servers look again. Raises NotSaved."""
        if writes:
            await self.parts.journal.append(*writes)
            self.stir()

    def stir(self) -> None:
        """Let all servers look again, soon."""
        self.stirred.set()
        self.parts.bus.publish(WORD)

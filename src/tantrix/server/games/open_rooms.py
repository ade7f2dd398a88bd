"""The rooms that are open, and what the store has of the others.

A room is opened when somebody asks for its game, played again from its journal, and closed when nobody has
used it for a while.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from heapq import nlargest

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.server.cluster.uptime import read_uptime
from tantrix.server.database.database import Database
from tantrix.server.games.hooks import Hooks
from tantrix.server.games.messages import TableListing, listed
from tantrix.server.games.new_game import setup_of
from tantrix.server.games.offer_store import find_proposals, find_rematch
from tantrix.server.games.offers import parse_offers
from tantrix.server.games.open_room import OpenRoom
from tantrix.server.games.room import Room, reopen_room
from tantrix.server.games.store import GameRow, GameStore
from tantrix.server.settings import Settings

IDLE_MS = 10 * MINUTE_MS
LEFT_MS = DAY_MS  # that a room with tiles and absences is kept: the store has all but these
MAX_LEFT = 1000  # of those the oldest go
LOBBY_ROWS = 50

Find = Callable[[int], list[GameRow]]  # the newest, at most so many


class UnknownGame(Exception):
    """There is no game of this id."""


class NotBegun(Exception):
    """The table still waits for players, so there is nothing to be seen of the game."""


def must_be_there(live: OpenRoom) -> None:
    """Raise UnknownGame if a table was closed while somebody waited to do something at it."""
    if live.is_closed:
        raise UnknownGame(live.room.setup.id)


class OpenRooms:
    """All open rooms of a server. `on_open` is called with each that was read from the store."""

    def __init__(
        self, settings: Settings, database: Database, hooks: Hooks, on_open: Callable[[OpenRoom], None]
    ) -> None:
        self.ready = asyncio.Event()
        self.uptime = read_uptime(database.readers)
        self._settings = settings
        self._readers = database.readers
        self._store = GameStore(database.readers)
        self._hooks = hooks
        self._on_open = on_open
        self._open: dict[str, OpenRoom] = {}
        self._opening = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[OpenRoom]:
        """Go through the open rooms as they are now."""
        return iter(tuple(self._open.values()))

    def get(self, game_id: str) -> OpenRoom | None:
        """Return a game's room if it is open."""
        return self._open.get(game_id)

    def add(self, room: Room) -> OpenRoom:
        """Hold a room open."""
        live = self._open[room.setup.id] = OpenRoom(room, self._settings.now_ms())
        return live

    def forget(self, live: OpenRoom) -> None:
        """Hold a room open no more: its table was closed."""
        live.is_closed = True
        self._open.pop(live.room.setup.id, None)

    async def live(self, game_id: str) -> OpenRoom:
        """Return a game's room, opened if it is not; raises UnknownGame."""
        live = self._open.get(game_id)
        if live is None:
            async with self._opening:
                live = self._open.get(game_id) or await self._load(game_id)
        live.used_ms = self._settings.now_ms()
        return live

    def read(self, game_id: str) -> Room:
        """Return a game's room as the store has it, without opening it; raises UnknownGame."""
        row = self._store.game(game_id)
        if row is not None:
            return self._reopened(row)
        imported = self._hooks.find_imported(game_id)
        if imported is None:
            raise UnknownGame(game_id)
        return imported

    async def newest(self, find: Find, limit: int) -> list[Room]:
        """List the rooms of the games that a query finds."""
        await self.ready.wait()
        return await asyncio.to_thread(lambda: [self._room_of(row) for row in find(limit)])

    async def tables(
        self, known: Mapping[str, TableListing]
    ) -> tuple[list[TableListing], list[TableListing]]:
        """List the open tables that wait for players and those in play.

        Tables in `known` that nobody is at here are not played again from their journals.
        """
        await self.ready.wait()
        return await asyncio.to_thread(
            lambda: (
                [self._listed(row, known) for row in self._store.waiting(LOBBY_ROWS)],
                [self._listed(row, known) for row in self._store.in_play(LOBBY_ROWS)],
            )
        )

    def evict(self) -> None:
        """Close the rooms that nobody has used for a while; the store has what is to be known of them."""
        now_ms = self._settings.now_ms()
        idle = [live for live in self if not live.is_needed and now_ms - live.used_ms > IDLE_MS]
        left = [live for live in idle if live.is_left and now_ms - live.used_ms <= LEFT_MS]
        kept = {id(live) for live in nlargest(MAX_LEFT, left, key=lambda live: live.used_ms)}
        for live in idle:
            if id(live) not in kept:
                del self._open[live.room.setup.id]

    def read_uptime(self) -> None:
        """Learn when servers were away. Reads the database."""
        self.uptime = read_uptime(self._readers)

    async def _load(self, game_id: str) -> OpenRoom:
        await self.ready.wait()
        live = self.add(await asyncio.to_thread(self.read, game_id))
        self._on_open(live)
        return live

    def _room_of(self, row: GameRow) -> Room:
        """Return a room that is open as it is; only a closed one is played again from its journal."""
        live = self._open.get(row.id)
        return live.room if live is not None else self._reopened(row)

    def _listed(self, row: GameRow, known: Mapping[str, TableListing]) -> TableListing:
        if row.id not in self._open and row.id in known:
            return known[row.id]
        return listed(self._room_of(row), self._hooks.name_of, self._hooks.standing_of)

    def _reopened(self, row: GameRow) -> Room:
        setup = setup_of(row, self._store.sittings(row.id), self._settings)
        next_id = find_rematch(self._readers, row.id)
        room = reopen_room(setup, self._store.entries(row.id), self.uptime, next_id)
        proposals = find_proposals(self._readers, row.id)
        if proposals is None or proposals.version != room.version:
            return room
        offers, declined = parse_offers(proposals.offers)
        return replace(room, offers=offers, declined=declined)

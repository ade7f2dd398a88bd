"""Quick pairing: the users who wait in pools, and the games that they get."""

import asyncio
from contextlib import suppress

from tantrix.competition.quick_pairing import Seeker, match_seekers
from tantrix.competition.ratings import Rating
from tantrix.server.database.writer import Conflict, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.lobby import matching
from tantrix.server.lobby.changes import LobbyChanges
from tantrix.server.lobby.parts import LobbyParts
from tantrix.server.lobby.players import lobby_player
from tantrix.server.lobby.pools import POOLS, QuickPool
from tantrix.server.lobby.presence import LobbyPresence
from tantrix.server.lobby.snapshot import SnapshotReader
from tantrix.server.lobby.store import SeekRow, delete_seek
from tantrix.server.protocol.lobby import SeatTaken, SeekRequest

SEEK_AWAY_MS = 15_000  # how long until a seeker who has left is removed
SEEK_RATE = "20/minute"


class QuickPairing:
    """The pools of a lobby, and the users who wait in them."""

    def __init__(
        self, parts: LobbyParts, presence: LobbyPresence, reader: SnapshotReader, changes: LobbyChanges
    ) -> None:
        self._parts = parts
        self._presence = presence
        self._reader = reader
        self._changes = changes
        self._rates = RateLimiter()

    async def seek(self, request: SeekRequest, user_id: str, client_address: str) -> SeatTaken:
        """Enter a user in a pool, and in no other; the game may begin at once."""
        pool = POOLS.get(request.pool)
        if pool is None:
            raise Refusal("no_pool")
        if self._parts.accounts.is_robot(user_id):
            raise Refusal("not_for_robots")
        width = self._parts.limits.width(client_address)
        self._rates.check("seek", SEEK_RATE, user_id, client_address, width)
        player = await lobby_player(self._parts.accounts, self._reader, user_id, request.name, pool.n_seats)
        if pool.is_rated and player.points is None:
            raise Refusal("account_needed")
        if pool.is_rated:
            await self._parts.hub.check_aborts(user_id)
        points = Rating().points if player.points is None else player.points
        row = SeekRow(user_id, pool.name, player.name, points, self._parts.settings.play_ms())

        async def enter() -> None:
            await self._changes.save(*(await self._my_seek(user_id)), row)

        await retry_on_conflict(enter)
        began_ms = row.since_ms
        await self.pair()
        notices = await asyncio.to_thread(self._parts.store.game_started_notices, began_ms)
        mine = [notice.game_id for notice in notices if notice.user_id == user_id]
        return SeatTaken(url=f"/games/{mine[-1]}" if mine else None)

    async def stop_seeking(self, user_id: str) -> None:
        """Remove a user from the pool."""

        async def leave() -> None:
            if found := await self._my_seek(user_id):
                await self._changes.save(*found)

        await retry_on_conflict(leave)

    async def expire(self) -> None:
        """Remove seekers who have left."""
        now_ms = self._parts.settings.play_ms()
        for seek in await asyncio.to_thread(self._parts.store.seeks):
            if max(self._presence.seen_ms(seek.user_id, now_ms), seek.since_ms) < now_ms - SEEK_AWAY_MS:
                with suppress(Conflict):
                    await self._changes.save(delete_seek(seek.user_id, seek.since_ms))

    async def pair(self) -> None:
        """Begin the games of all seekers that can be paired now."""
        seeks = await asyncio.to_thread(self._parts.store.seeks)
        here = [seek for seek in seeks if self._presence.is_here(seek.user_id)]
        for pool in POOLS.values():
            waiting = {seek.user_id: seek for seek in here if seek.pool == pool.name}
            if len(waiting) >= pool.n_seats:
                await self._pair_in(pool, waiting)

    async def _pair_in(self, pool: QuickPool, waiting: dict[str, SeekRow]) -> None:
        now_ms = self._parts.settings.play_ms()
        mutes = await asyncio.to_thread(self._parts.store.mutes_about, waiting.keys())
        seekers = [Seeker(seek.user_id, seek.points, seek.since_ms) for seek in waiting.values()]
        for group in match_seekers(seekers, pool.n_seats, now_ms, mutes):
            rows = [waiting[seeker.user_id] for seeker in group]
            with suppress(Conflict):  # a seeker has left, or another server was faster
                await self._begin_pool(pool, rows)

    async def _begin_pool(self, pool: QuickPool, rows: list[SeekRow]) -> None:
        preferences_of = self._parts.accounts.colour_preferences_of
        setup = await asyncio.to_thread(matching.begin_pool, pool, rows, self._parts.settings, preferences_of)
        seeks = [delete_seek(row.user_id, row.since_ms) for row in rows]
        challenges = await asyncio.to_thread(self._parts.store.challenges)
        left = matching.leaving_writes(frozenset(row.user_id for row in rows), challenges, ())
        await self._parts.hub.begin(setup, *seeks, *left, *matching.game_started_notices(setup))
        self._changes.notify()

    async def _my_seek(self, user_id: str) -> list[Write]:
        seeks = await asyncio.to_thread(self._parts.store.seeks)
        return [delete_seek(user_id, seek.since_ms) for seek in seeks if seek.user_id == user_id]

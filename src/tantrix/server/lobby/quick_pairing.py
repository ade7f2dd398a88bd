"""Quick pairing at a server: who waits in which pool, and the games that come of it."""

import asyncio
from contextlib import suppress

from tantrix.competition.ratings import Rating
from tantrix.server.database.writer import Conflict, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.lobby import matching as games
from tantrix.server.lobby.pools import POOLS, QuickPool, Seeker, match_seekers
from tantrix.server.lobby.service import LobbyWork
from tantrix.server.lobby.store import DropSeek, SeekRow
from tantrix.server.protocol.lobby import Met, SeekRequest

SEEK_AWAY_MS = 15_000  # who was away for so long waits no more
SEEKS = "20/minute"


class QuickPairing(LobbyWork):
    """All that is done with pools at a server."""

    async def seek(self, wish: SeekRequest, user_id: str, host: str) -> Met:
        """Let somebody wait in a pool, and in no other; the game may begin at once."""
        pool = POOLS.get(wish.pool)
        if pool is None:
            raise Refusal("no_pool")
        if self.parts.people.is_robot(user_id):
            raise Refusal("not_for_robots")
        self.limit("seek", SEEKS, user_id, host)
        player = await self.player(user_id, wish.name, pool.n_seats)
        if pool.is_rated and player.points is None:
            raise Refusal("account_needed")
        points = Rating().points if player.points is None else player.points
        row = SeekRow(user_id, pool.name, player.name, points, self.parts.settings.now_ms())

        async def enter() -> None:
            await self.write(*(await self._my_seek(user_id)), row)

        await retry_on_conflict(enter)
        began_ms = row.since_ms
        await self.pair()
        meetings = await asyncio.to_thread(self.parts.store.meetings, began_ms)
        mine = [meeting.game_id for meeting in meetings if meeting.user_id == user_id]
        return Met(url=f"/games/{mine[-1]}" if mine else None)

    async def unseek(self, user_id: str) -> None:
        """Let somebody wait no more."""

        async def leave() -> None:
            if found := await self._my_seek(user_id):
                await self.write(*found)

        await retry_on_conflict(leave)

    async def sweep(self) -> None:
        """Let those wait no more who have left."""
        now_ms = self.parts.settings.now_ms()
        for seek in await asyncio.to_thread(self.parts.store.seeks):
            if max(self.presence.seen_ms(seek.user_id, now_ms), seek.since_ms) < now_ms - SEEK_AWAY_MS:
                with suppress(Conflict):
                    await self.write(DropSeek(seek.user_id, seek.since_ms))

    async def pair(self) -> None:
        """Begin the games of all who can be paired now."""
        seeks = await asyncio.to_thread(self.parts.store.seeks)
        here = [seek for seek in seeks if self.presence.is_here(seek.user_id)]
        for pool in POOLS.values():
            waiting = {seek.user_id: seek for seek in here if seek.pool == pool.name}
            if len(waiting) >= pool.n_seats:
                await self._pair_in(pool, waiting)

    async def _pair_in(self, pool: QuickPool, waiting: dict[str, SeekRow]) -> None:
        now_ms = self.parts.settings.now_ms()
        mutes = await asyncio.to_thread(self.parts.store.mutes_about, waiting.keys())
        seekers = [Seeker(seek.user_id, seek.points, seek.since_ms) for seek in waiting.values()]
        for group in match_seekers(seekers, pool.n_seats, now_ms, mutes):
            rows = [waiting[seeker.user_id] for seeker in group]
            with suppress(Conflict):  # somebody has left, or another server was quicker
                await self._begin_pool(pool, rows)

    async def _begin_pool(self, pool: QuickPool, rows: list[SeekRow]) -> None:
        setup = await asyncio.to_thread(games.begin_pool, pool, rows, self.parts.settings)
        seeks = [DropSeek(row.user_id, row.since_ms) for row in rows]
        challenges = await asyncio.to_thread(self.parts.store.challenges)
        left = games.leaving(frozenset(row.user_id for row in rows), challenges, ())
        await self.parts.hub.begin(setup, *seeks, *left, *games.meetings(setup))
        self.stir()

    async def _my_seek(self, user_id: str) -> list[Write]:
        seeks = await asyncio.to_thread(self.parts.store.seeks)
        return [DropSeek(user_id, seek.since_ms) for seek in seeks if seek.user_id == user_id]

"""Snapshots of the lobby, taken from the database, the hub and the connections."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from urllib.parse import quote

from tantrix.clock import HOUR_MS, MINUTE_MS
from tantrix.competition.ratings import Rating
from tantrix.server.accounts.creation_limits import Opened
from tantrix.server.cluster.heartbeats import FRESH_MS
from tantrix.server.games.views.messages import TableListing
from tantrix.server.lobby.parts import LobbyParts
from tantrix.server.lobby.presence import LobbyPresence
from tantrix.server.lobby.store import Challenge, VisitorRow, delete_visitors
from tantrix.server.lobby.views import Ratings, Snapshot
from tantrix.server.protocol.lobby import PresentPlayer
from tantrix.server.ratings.results import RatingPool

MAX_PLAYERS = 100
TABLES_MS, VISIT_MS, RATINGS_MS = 2_000, 5_000, 30_000
LOBBY_ROWS = 50
EMPTY_MS = HOUR_MS  # how long a table is listed after all its players have left
TABLES_REST = 4  # tables are read again at the earliest after so many times as long as reading them takes
OLD_MS = MINUTE_MS  # how long until the visitors at a server that is gone are forgotten

RatingOf = Callable[[str], dict[RatingPool, Rating]]  # reads an account's ratings

_OWN_POOLS = (RatingPool.TWO, RatingPool.MANY)


class SnapshotReader:
    """Reads the lobby, and caches for a short time what is expensive to read."""

    def __init__(self, parts: LobbyParts, presence: LobbyPresence) -> None:
        self._parts = parts
        self._presence = presence
        self._server = secrets.token_hex(8)
        self._tables: tuple[Sequence[TableListing], Sequence[TableListing]] = ((), ())
        self._tables_ms = self._soon_ms = self._ratings_ms = self._visit_ms = -OLD_MS
        self._visitors: frozenset[tuple[str, bool]] = frozenset()
        self._ratings: dict[str, dict[RatingPool, Rating]] = {}

    async def read(self) -> Snapshot:
        """Return the current state of the lobby."""
        now_ms = self._parts.settings.play_ms()
        waiting, in_play = await self._read_tables(now_ms)
        store, accounts = self._parts.store, self._parts.accounts
        challenges, seeks = await asyncio.to_thread(lambda: (store.challenges(), store.seeks()))
        snapshot = Snapshot(
            challenges=tuple(each for each in challenges if accounts.may_play(each.row.owner)),
            seeks=tuple(seeks),
            waiting=tuple(waiting),
            in_play=tuple(in_play),
            players=tuple(await asyncio.to_thread(self._players, now_ms)),
            n_guests=self._n_guests(),
            n_chat=await asyncio.to_thread(self._parts.n_chat),
        )
        mutes = await asyncio.to_thread(store.mutes_about, snapshot.participants)
        ratings = await asyncio.to_thread(self._ratings_at, snapshot.challenges, self._rating_of)
        return replace(snapshot, mutes=mutes, ratings=ratings)

    async def exchange_visitors(self) -> None:
        """Save the visitors at this server for other servers, and read theirs. Raises NotSaved."""
        if self._parts.is_single_server:
            return
        now_ms = self._parts.settings.play_ms()
        here = self._here()
        if here != self._visitors or now_ms >= self._visit_ms + VISIT_MS:
            self._visitors, self._visit_ms = here, now_ms
            rows = (
                VisitorRow(self._server, user_id, is_playing, now_ms) for user_id, is_playing in sorted(here)
            )
            await self._parts.writer.append(delete_visitors(self._server, now_ms - OLD_MS), *rows)
        rows_there = await asyncio.to_thread(self._parts.store.visitors, self._server, now_ms - FRESH_MS)
        self._presence.set_elsewhere(rows_there)

    def forget_tables(self) -> int:
        """Read the tables again with the next snapshot in so many milliseconds or later.

        Usually that is 0, but reading them must not take too much of the time.
        """
        self._tables_ms = min(self._tables_ms, self._soon_ms)
        return max(0, self._tables_ms - self._parts.settings.play_ms())

    def points_of(self, user_id: str) -> dict[RatingPool, int]:
        """Return an account's rating in the pools of the table game. Reads the database."""
        return {pool: rating.points for pool, rating in self._read_ratings(user_id).items()}

    async def ratings_at(self, challenges: Sequence[Challenge]) -> Ratings:
        """Return the current ratings of the accounts at challenges."""
        return await asyncio.to_thread(self._ratings_at, challenges, self._read_ratings)

    async def _read_tables(self, now_ms: int) -> tuple[Sequence[TableListing], Sequence[TableListing]]:
        if now_ms >= self._tables_ms:
            self._tables_ms = now_ms + TABLES_MS
            waiting, in_play = await self._parts.hub.tables()
            here = self._presence.user_ids | self._playing()
            self._tables = self._chosen(waiting, here, now_ms), self._chosen(in_play, here, now_ms)
            self._soon_ms = now_ms + TABLES_REST * (self._parts.settings.play_ms() - now_ms)
        return self._tables

    def _chosen(
        self, tables: list[TableListing], here: frozenset[str], now_ms: int
    ) -> tuple[TableListing, ...]:
        """Return the tables to list: those of accounts first, then those of guests in turns among sites."""
        name_of = self._parts.accounts.name_of

        def opened(table: TableListing) -> Opened:
            return Opened(
                table.view.id, table.view.id, not any(name_of(user_id) for user_id in table.user_ids)
            )

        return tuple(self._parts.limits.in_turns(_not_abandoned(tables, here, now_ms), opened, LOBBY_ROWS))

    def _here(self) -> frozenset[tuple[str, bool]]:
        """Return the users at this server, each with whether they are at a table."""
        playing, user_ids = self._parts.hub.user_ids_in_play(), self._presence.user_ids
        return frozenset((user_id, False) for user_id in user_ids) | {
            (user_id, True) for user_id in playing - user_ids
        }

    def _players(self, now_ms: int) -> Iterable[PresentPlayer]:
        playing = self._playing()
        user_ids = playing | self._presence.user_ids | self._presence.elsewhere(is_playing=False)
        if now_ms >= self._ratings_ms + RATINGS_MS:
            self._ratings, self._ratings_ms = {}, now_ms
        named = sorted(
            (account.name, user_id)
            for user_id in user_ids
            if (account := self._parts.accounts.find(user_id)) and account.seen_by is None
        )
        for name, user_id in named[:MAX_PLAYERS]:
            rating = self._rating_of(user_id)[RatingPool.TWO]
            url = f"/players/{quote(name)}"
            yield PresentPlayer(
                name=name,
                url=url,
                points=rating.points,
                is_provisional=rating.is_provisional,
                is_playing=user_id in playing,
                is_robot_account=self._parts.accounts.is_robot(user_id),
                face=self._parts.accounts.face_of(user_id),
            )

    def _ratings_at(self, challenges: Iterable[Challenge], rating_of: RatingOf) -> Ratings:
        user_ids = frozenset[str]().union(*(challenge.user_ids for challenge in challenges))
        return {user_id: rating_of(user_id) for user_id in user_ids if self._parts.accounts.name_of(user_id)}

    def _rating_of(self, user_id: str) -> dict[RatingPool, Rating]:
        """Return an account's ratings, possibly from the cache."""
        if user_id not in self._ratings:
            self._ratings[user_id] = self._read_ratings(user_id)
        return self._ratings[user_id]

    def _read_ratings(self, user_id: str) -> dict[RatingPool, Rating]:
        found = {rated.pool: rated.rating for rated in self._parts.ratings.ratings_of(user_id)}
        return {pool: found.get(pool.value, Rating()) for pool in _OWN_POOLS}

    def _playing(self) -> frozenset[str]:
        return self._parts.hub.user_ids_in_play() | self._presence.elsewhere(is_playing=True)

    def _n_guests(self) -> int:
        user_ids = self._presence.user_ids | self._presence.elsewhere(is_playing=False)
        nameless = sum(self._parts.accounts.name_of(user_id) is None for user_id in user_ids)
        return nameless + self._presence.n_nameless


def _not_abandoned(tables: list[TableListing], here: frozenset[str], now_ms: int) -> list[TableListing]:
    """Return the tables except those that all their players left long ago."""
    return [
        table
        for table in tables
        if table.is_slow or table.user_ids & here or table.made_ms > now_ms - EMPTY_MS
    ]

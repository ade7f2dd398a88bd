"""The lobby: challenges, invitations and pools turn into games here, and all visitors see it happen.

The database is the truth: what one server has accepted, no other server can accept. Every two seconds, and
after each change, the lobby is reread, and the changes are sent to connections. After a write, a server
publishes a message on the bus; if it is lost, the other servers still find the change at their next reading.
"""

import asyncio
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from tantrix.competition.quick_pairing import MutedPairs, are_muted
from tantrix.server.background import Timer, attempt, wait_and_clear
from tantrix.server.database.writer import NotSaved, retry_on_conflict
from tantrix.server.games.room import Room
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.lobby import views
from tantrix.server.lobby.broadcaster import NOTICE_MS, LobbyBroadcaster
from tantrix.server.lobby.challenges import Challenges
from tantrix.server.lobby.changes import LobbyChanges
from tantrix.server.lobby.parts import LobbyParts
from tantrix.server.lobby.presence import LobbyPresence
from tantrix.server.lobby.quick_pairing import QuickPairing
from tantrix.server.lobby.snapshot import SnapshotReader
from tantrix.server.lobby.store import Challenge, delete_game_started_notices
from tantrix.server.protocol.lobby import ChallengeView, Lobby, Notices
from tantrix.server.subscribers import Subscribers

READ_S, PAUSE_S = 2.0, 0.1  # the longest and the shortest time between two readings
TABLES_TOPIC = "tables"  # on the bus: the open tables have changed
RETENTION_MS = 3_600_000  # how long started games are remembered


class LobbyService:
    """The lobby of a server. `updated` is called after each reading."""

    def __init__(self, parts: LobbyParts) -> None:
        self.updated: Subscribers[[], None] = Subscribers()
        self._parts = parts
        self._changes = LobbyChanges(parts)
        self._presence = LobbyPresence(parts.settings.play_ms())
        self._reader = SnapshotReader(parts, self._presence)
        self._broadcaster = LobbyBroadcaster(parts, self._reader)
        self.challenges = Challenges(parts, self._presence, self._reader, self._changes)
        parts.hub.listen(TABLES_TOPIC, lambda _rest: self._reread_tables())
        self._tables_timer = Timer()
        self.quick_pairing = QuickPairing(parts, self._presence, self._reader, self._changes)

    async def lobby(self, user_id: str | None) -> Lobby:
        """Return the lobby as currently seen by a user."""
        return await self._broadcaster.lobby(user_id)

    async def notices(self, user_id: str) -> Notices:
        """Return the notices that every page shows to a user."""
        now_ms, store = self._parts.settings.play_ms(), self._parts.store
        challenges = await asyncio.to_thread(store.challenges)
        started = await asyncio.to_thread(store.game_started_notices, now_ms - NOTICE_MS)
        mutes = await asyncio.to_thread(store.mutes_about, {user_id})
        invitations = [each for each in challenges if _is_invited(user_id, each, mutes)]
        accounts, ratings = self._parts.accounts, await self._reader.ratings_at(invitations)
        return Notices(
            invitations=[views.challenge_view(each, user_id, accounts, ratings) for each in invitations],
            begun=[f"/games/{notice.game_id}" for notice in started if notice.user_id == user_id],
        )

    async def challenges_of(self, user_id: str) -> list[ChallengeView]:
        """List the challenges that a user has posted or is invited to."""
        store = self._parts.store
        mutes = await asyncio.to_thread(store.mutes_about, {user_id})
        mine = [
            each
            for each in await asyncio.to_thread(store.challenges)
            if each.row.owner == user_id or _is_invited(user_id, each, mutes)
        ]
        accounts, ratings = self._parts.accounts, await self._reader.ratings_at(mine)
        return [views.challenge_view(each, user_id, accounts, ratings) for each in mine]

    async def open_challenges(self) -> dict[str, set[str]]:
        """Return the ids of the open challenges of those who posted them or are invited, by user id."""
        found: dict[str, set[str]] = {}
        for each in await asyncio.to_thread(self._parts.store.challenges):
            for user_id in (each.row.owner, each.row.invited):
                if user_id is not None:
                    found.setdefault(user_id, set()).add(each.row.id)
        return found

    async def join(self, outbox: Outbox) -> None:
        """Welcome a connection, and send it the changes from then on."""
        await self._parts.hub.ready.wait()
        self._presence.outboxes.add(outbox)
        await self._broadcaster.welcome(outbox)
        await self._broadcaster.announce_games([outbox])
        self._changes.happened.set()

    def leave(self, outbox: Outbox) -> None:
        """Forget a connection."""
        self._presence.leave(outbox, self._parts.settings.play_ms())
        self._broadcaster.leave(outbox)
        self._changes.happened.set()

    async def sync(self, outbox: Outbox, version: int) -> None:
        """Send a connection the whole lobby if it has missed something since `version`."""
        await self._broadcaster.sync(outbox, version)

    def notify(self) -> None:
        """Make all servers reread the lobby soon."""
        self._changes.notify()

    def has_visitors(self) -> bool:
        """Return whether anybody is connected to the lobby here."""
        return bool(self._presence.outboxes)

    def places(self) -> dict[str, str]:
        """Return who is in the lobby, each with an empty text, because they are not at a game."""
        return dict.fromkeys(self._presence.user_ids, "")

    def end_session(self, token: str) -> None:
        """Drop the connections of a session that has ended."""
        for outbox in tuple(self._presence.outboxes):
            if outbox.token == token:
                outbox.drop()

    async def run(self) -> None:
        """Expire offers, pair seekers and send the changes, until cancelled."""
        await self._parts.hub.ready.wait()
        while True:
            await wait_and_clear(self._changes.happened, READ_S)
            await attempt(self.step, "lobby not updated", NotSaved, SQLAlchemyError)
            await asyncio.sleep(PAUSE_S)

    async def step(self) -> None:
        """Do once what is due: expire the offers of absent users, pair seekers, and send the changes."""
        await self._reader.exchange_visitors()
        await self.challenges.expire()
        await self.quick_pairing.expire()
        now_ms = self._parts.settings.play_ms()
        if self._presence.forget(now_ms):
            await self._parts.writer.append(delete_game_started_notices(now_ms - RETENTION_MS))
        await self.quick_pairing.pair()
        if self._presence.outboxes:
            await self._broadcaster.send_changes()
            await self._broadcaster.announce_games(list(self._presence.outboxes))
        self.updated.call()

    def table_changed(self, room: Room) -> None:
        """Show a table that waits for players as it is now, or no longer, in the lobby of each server."""
        if room.setup.is_waiting:
            self._announce_table(room)

    async def game_finished(self, room: Room) -> None:
        """Remove a finished game from the tables in play."""
        self._announce_table(room)

    def _announce_table(self, room: Room) -> None:
        if room.setup.listing == "open":
            self._reread_tables()
            self._parts.bus.publish(TABLES_TOPIC)

    def _reread_tables(self) -> None:
        wait_ms = self._reader.forget_tables()
        self._tables_timer.start(wait_ms / 1000, self._changes.happened.set)

    async def game_began(self, room: Room) -> None:
        """Remove the players of a new live game from everything else in the lobby, wherever it began."""
        changes, user_ids = self._changes, room.setup.user_ids
        self._announce_table(room)
        if room.is_live and len(user_ids) > 1:

            async def leave() -> None:
                await changes.save(*await changes.leaving(user_ids))

            with suppress(NotSaved, Refusal):
                await retry_on_conflict(leave)


def _is_invited(user_id: str, challenge: Challenge, mutes: MutedPairs) -> bool:
    """Return whether a user is invited, and neither has muted the other."""
    row = challenge.row
    return row.invited == user_id and not are_muted(user_id, row.owner, mutes)

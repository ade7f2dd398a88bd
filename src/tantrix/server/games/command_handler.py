"""How a room changes: it decides, the writer saves the change, then all connections are notified.

A room handles one message at a time. Slow decisions run on a thread. If another server has written to the
game first, its changes are read and the room decides again.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.accounts.names import NewName
from tantrix.server.background import Tasks, on_thread
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.database.writer import NotSaved, Writer, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.games.broadcaster import Broadcaster
from tantrix.server.games.events import ACCOUNT, GAME_TOPIC, GameEvents
from tantrix.server.games.offers.store import Delay, delete_delay
from tantrix.server.games.open_rooms import OpenRoom, OpenRooms, check_still_open
from tantrix.server.games.plans.replies import with_replies
from tantrix.server.games.players import GameArchive
from tantrix.server.games.results import rows_of
from tantrix.server.games.room import Room, RoomAnswer
from tantrix.server.games.store import FinishGame
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.base import Ack
from tantrix.server.rooms.commands import RoomChange, acknowledged
from tantrix.server.rooms.commits import when_saved
from tantrix.server.rooms.live_rooms import ANSWER_S, UnknownGame
from tantrix.server.settings import Settings

LATE_MS = 1000  # if a position reaches its player later than this, the delay does not run on their clock
MAX_LATE_MS = 60_000  # the most that is given back for one position

# A decision that takes more than a millisecond returns an awaitable: see `threaded`.
Decide = Callable[[Room, int], RoomAnswer | Awaitable[RoomAnswer]]


def threaded(decide: Callable[[Room, int], RoomAnswer]) -> Decide:
    """Return a decision that runs on a thread, because it reads the database, deals or replays."""
    return lambda room, now_ms: asyncio.to_thread(decide, room, now_ms)


@dataclass(frozen=True, slots=True)
class CommandHandler:
    """Passes messages to rooms. `on_decided` is called with each room after it decides, changed or not."""

    settings: Settings
    writer: Writer
    cluster: Cluster
    archive: GameArchive
    events: GameEvents
    rooms: OpenRooms
    broadcaster: Broadcaster
    tasks: Tasks
    on_decided: Callable[[OpenRoom], None]

    async def answer(self, game_id: str, message_id: str, decide: Decide) -> Ack | Refusal:
        """Answer a message once its changes are on disk; raises UnknownGame."""
        answer = await self.decided(game_id, decide)
        return acknowledged(message_id, answer)

    async def decided(self, game_id: str, decide: Decide) -> RoomAnswer:
        """Let the room of a game decide on a request; raises UnknownGame."""
        live = await self.rooms.live(game_id)
        return await when_saved(self.tasks.start(self.change(live, decide)), Refusal("not_saved"))

    async def change(self, live: OpenRoom, decide: Decide, is_own: bool = False) -> RoomAnswer:
        """Let a room decide, and save the decision; `is_own`: the server acts by itself, not for a request.

        Raises NotSaved.
        """
        async with live.lock:
            answer = await retry_on_conflict(lambda: self._decide(live, decide, is_own))
        self.on_decided(live)
        return answer

    async def close_table(self, game_id: str, user_id: str | None) -> Refusal | None:
        """Close a table that waits for players, for the user who opened it; raises UnknownGame."""
        live = await self.rooms.live(game_id)
        return await when_saved(self.tasks.start(self._close(live, user_id)), Refusal("not_saved"))

    async def catch_up(self, live: OpenRoom) -> None:
        """Reread a game from the store if another server has written to it.

        If the store cannot be read, the room is stale, and `compare` will read it.
        """
        async with live.lock:
            await self._reread(live)
        self.on_decided(live)

    async def refresh(self, live: OpenRoom) -> None:
        """Reread a game if a player has begun or ended a vacation since it was read."""
        async with live.lock:
            await self._refresh(live)
        self.on_decided(live)

    async def rename(self, live: OpenRoom, new: NewName) -> None:
        """Show a player by another name, which is stored already, to everyone at the table."""
        async with live.lock:
            live.change(replace(live.room, setup=live.room.setup.with_name(new)))
            await self.broadcaster.welcome_all(live)
        self.broadcaster.changed(live.room)

    async def compare(self) -> None:
        """Compare all open rooms with the store, and reread those that other servers have changed.

        Raises SQLAlchemyError if the store cannot be read.
        """
        behind = await self.rooms.compare()
        for live in self.rooms:
            if live in behind:
                await self.catch_up(live)
            elif live.is_stale and not live.lock.locked():
                async with live.lock:
                    await self._confirm(live)
                self.on_decided(live)

    async def reread(self, game_id: str) -> None:
        """Take over what another server has written to an open game.

        Raises SQLAlchemyError if the store cannot be read: the room is stale then, until `compare` reads it.
        """
        live = self.rooms.get(game_id)
        if live is None or live.room.setup.record is not None:
            return
        async with live.lock:
            try:
                is_behind = await self._reread_if_behind(live)
            except SQLAlchemyError:
                self._lose_track(live)
                raise
        if is_behind:
            self.on_decided(live)

    def mark_all_stale(self) -> None:
        """Mark all open rooms as possibly out of date."""
        for live in self.rooms:
            live.mark_stale(self.settings.play_ms())

    def announce(self, room: Room) -> None:
        """Tell the other servers that a game has changed, and who plays it."""
        user_ids = sorted(room.setup.user_ids)
        channels = (f"{GAME_TOPIC} {room.setup.id}", *(f"{ACCOUNT} {user_id}" for user_id in user_ids))
        self.cluster.bus.publish(" ".join((room.setup.id, *user_ids)), *channels)

    def begun(self, room: Room) -> None:
        """Notify subscribers that a game has begun, unless it waits for players."""
        if not room.setup.is_waiting:
            self.tasks.start_all(self.events.began.call(room))

    async def _decide(self, live: OpenRoom, decide: Decide, is_own: bool) -> RoomAnswer:
        check_still_open(live)
        await self._refresh(live)
        now_ms = self.settings.play_ms()
        answer = await _decided(decide, live.room, now_ms)
        if isinstance(answer, Refusal) and not is_own and await self._is_outdated(live):
            check_still_open(live)
            answer = await _decided(decide, live.room, now_ms)
        if isinstance(answer, RoomChange):
            await self._save(live, await self._with_replies(live.room, answer, now_ms), now_ms, is_own)
        return answer

    async def _with_replies(self, before: Room, change: RoomChange[Room], now_ms: int) -> RoomChange[Room]:
        """Add what players of a correspondence game have planned to lay next. Raises NotSaved."""
        if not before.is_correspondence or change.room.version == before.version:
            return change
        try:
            plans = await asyncio.to_thread(self.rooms.plans_of, before.setup.id)
        except SQLAlchemyError as error:
            raise NotSaved("the plans could not be read") from error
        return await asyncio.to_thread(with_replies, before, change, plans, now_ms)

    async def _refresh(self, live: OpenRoom) -> None:
        """Replay the game if the vacations of its players have changed, so that all servers agree on clocks.

        If the database cannot be read, nothing can be saved either.
        """
        if not live.room.setup.has_vacations:
            return
        with suppress(SQLAlchemyError):
            known = live.room.vacations
            if await asyncio.to_thread(self.rooms.vacations_of, live.room.setup) != known:
                live.change(await asyncio.to_thread(self.rooms.read, live.room.setup.id))
                await self.broadcaster.welcome_all(live)

    async def _save(self, live: OpenRoom, change: RoomChange[Room], at_ms: int, is_own: bool) -> None:
        try:
            writes = await self._writes(change, is_own)
            more = chain.from_iterable(self.events.changing.call(live.room, change.room, at_ms))
            await self.writer.append(*writes, *more)
        except NotSaved:
            await self._reread(live)
            raise
        before = live.change(change.room.with_delay(at_ms, self.settings.play_ms()))
        await self.broadcaster.send_changes(live, before)
        self.announce(change.room)
        if before.setup.is_waiting:
            self.begun(change.room)
        if change.room.game.is_over and not before.game.is_over:
            self.tasks.start_all(self.events.finished.call(change.room))

    async def _close(self, live: OpenRoom, user_id: str | None) -> Refusal | None:
        async with live.lock:
            check_still_open(live)
            answer = live.room.closing(user_id)
            if isinstance(answer, Refusal):
                return answer
            try:
                await self.writer.append(*answer)
            except NotSaved:
                await self._reread(live)
                check_still_open(live)
                if isinstance(repeated := live.room.closing(user_id), Refusal):
                    return repeated
                raise
            self.forget(live)
        self.announce(live.room)
        return None

    def forget(self, live: OpenRoom) -> None:
        """Close a room that is no longer stored, and tell everyone in it."""
        self.rooms.forget(live)
        self.broadcaster.closed(live)

    async def _writes(self, change: RoomChange[Room], is_own: bool) -> list[Write]:
        """List all writes for a change; if it ends the game, these include the results."""
        fencing = self.cluster.lease_holder.fencing(change.room.setup.id) if is_own else ()
        ends = [write.at_ms for write in change.writes if isinstance(write, FinishGame)]
        results = [write for at_ms in ends for write in await asyncio.to_thread(self._results, change, at_ms)]
        return [*fencing, *change.writes, *results]

    def _results(self, change: RoomChange[Room], at_ms: int) -> list[Write]:
        room = change.room
        ends = chain.from_iterable(self.events.ending.call(room, at_ms))
        return [*rows_of(room, at_ms), *self.archive.record_writes(room), *ends]

    async def _is_outdated(self, live: OpenRoom) -> bool:
        """Return whether a game had to be reread; no if the database does not answer."""
        if self.cluster.is_single_server or live.is_stale:
            return False
        with suppress(SQLAlchemyError, TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                return await self._reread_if_behind(live)
        return False

    async def _reread_if_behind(self, live: OpenRoom) -> bool:
        """Reread a game if another server has written to it; the caller holds the lock."""
        game_id = live.room.setup.id
        stamps = await on_thread("compare", lambda: self.rooms.stamps([game_id]))
        is_behind = live.differs_from(stamps.get(game_id))
        if is_behind:
            await self._reread(live)
        return is_behind

    async def _reread(self, live: OpenRoom) -> None:
        try:
            stored = await asyncio.to_thread(self.rooms.read, live.room.setup.id)
        except UnknownGame:
            self.forget(live)
            return
        except SQLAlchemyError:
            if not self.cluster.is_single_server:
                self._lose_track(live)
            return
        before = live.room
        if _has_moved_on(stored, before):
            live.change(stored)
            self._note_placements(live, before)
            await self.broadcaster.send_changes(live, before)
        await self._confirm(live, stored.version > before.version)

    def _note_placements(self, live: OpenRoom, before: Room) -> None:
        """Count placements at another server as signs of life, for users without a connection."""
        up_ms = live.room.uptime.at(self.settings.play_ms())
        for laid in live.room.game.laid[before.game.ply :]:
            if laid.seat is not None:
                live.set_absences(live.absences.alive(live.room.setup.occupant(laid.seat), up_ms))

    def _lose_track(self, live: OpenRoom) -> None:
        live.mark_stale(self.settings.play_ms())
        self.cluster.watch.compare_soon()

    async def _confirm(self, live: OpenRoom, has_changed: bool = False) -> None:
        """Mark a room as up to date, and give back the time when this server could not know its state."""
        stale_since_ms = live.stale_since_ms
        live.confirm()
        if self.cluster.is_single_server or not _waits_here(live):
            return
        with suppress(SQLAlchemyError, NotSaved):
            stamps = await on_thread("compare", lambda: self.rooms.stamps([live.room.setup.id]))
            stamp = stamps.get(live.room.setup.id)
            since_ms = stamp.last_ms if has_changed and stamp is not None else stale_since_ms
            if since_ms is not None:
                await self._give_back(live, since_ms)

    async def _give_back(self, live: OpenRoom, since_ms: int) -> None:
        room, uptime = live.room, live.room.uptime
        late_ms = min(uptime.at(self.settings.play_ms()) - uptime.at(since_ms), MAX_LATE_MS)
        if late_ms - room.delay_ms < LATE_MS:
            return
        later = room.delayed(late_ms - room.delay_ms)
        delay = Delay(room.setup.id, room.version, later.delay_ms)
        await self.writer.append(delete_delay(room.setup.id), delay)
        live.change(later)
        await self.broadcaster.send_changes(live, room)
        self.announce(room)


async def _decided(decide: Decide, room: Room, now_ms: int) -> RoomAnswer:
    decided = decide(room, now_ms)
    return await decided if isinstance(decided, Awaitable) else decided


def _waits_here(live: OpenRoom) -> bool:
    """Return whether the clock runs for a player who is connected to this server."""
    room = live.room
    is_timed = room.is_live and room.clock is not None and room.clock.running is not None
    return is_timed and room.setup.occupant(room.game.to_play) in live.user_ids_here


def _has_moved_on(stored: Room, known: Room) -> bool:
    """Return whether another server has written to a game since it was read."""
    if stored.version != known.version:
        return stored.version > known.version
    if stored.delay_ms > known.delay_ms + LATE_MS // 2:
        return True
    facts = (
        (room.setup.occupants, room.setup.started_ms, room.offers, room.declined, room.rematch)
        for room in (stored, known)
    )
    return len(set(facts)) > 1

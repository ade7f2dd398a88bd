"""How a Gobble room changes: judge a command at once, save it, then send it to everyone.

A rush is fast, so a command is judged before earlier commands are on the disk: against the room's `head`, its
newest state, saved or not. Accepted commands are queued, and one task per room saves all queued commands in
one commit, then sends and acknowledges them in order. If a commit fails, everything built on it is refused,
and the room continues from the state on the disk. So commands are accepted in the order in which they arrive,
everyone sees the same order, and nothing is sent that could still be lost.

If another server was faster, the room is reread and all queued commands are decided again.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.accounts.profiles import NameOf
from tantrix.server.background import Tasks, on_thread
from tantrix.server.database.writer import Conflict, NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.gobble.broadcaster import RushBroadcaster
from tantrix.server.gobble.open_rooms import Decide, OpenRush, OpenRushes, PendingChange
from tantrix.server.gobble.results import RushResult, result_of, rows_of
from tantrix.server.gobble.room import RushAnswer, RushRoom, RushSetup
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.base import Ack
from tantrix.server.rooms.commands import RoomChange, RoomRepeat, acknowledged
from tantrix.server.rooms.commits import when_saved
from tantrix.server.rooms.live_rooms import UnknownGame
from tantrix.server.settings import Settings
from tantrix.server.subscribers import Subscribers

_LOG = structlog.get_logger()

MAX_CONFLICTS = 5  # consecutive conflicts, before the queued commands are refused
RushFinished = Subscribers[[RushResult], Coroutine[Any, Any, None]]


def _ignore(_rush_id: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class RushCommandHandler:
    """Lets rooms decide, and saves what they decide.

    `on_saved` is called with each room after a commit, `on_failed` after a failed commit. `publish` notifies
    other servers of a change. `finished` runs as tasks, once for each rush that is over and saved; their
    errors are logged.
    """

    settings: Settings
    writer: Writer
    rooms: OpenRushes
    broadcaster: RushBroadcaster
    tasks: Tasks
    name_of: NameOf
    on_saved: Callable[[OpenRush], None]
    on_failed: Callable[[OpenRush], None]
    finished: RushFinished
    publish: Callable[[str], None] = _ignore

    async def compare(self) -> None:
        """Compare all open rooms with the store, and reread those that other servers have changed.

        Raises SQLAlchemyError if the store cannot be read.
        """
        behind = await self.rooms.compare()
        for live in self.rooms:
            if live in behind:
                await self._read_again(live)
            live.confirm()

    async def reread(self, rush_id: str) -> None:
        """Take over what another server has saved of an open room. Raises SQLAlchemyError."""
        if (live := self.rooms.get(rush_id)) is not None and await self.rooms.is_behind(live):
            await self._read_again(live)

    def mark_all_stale(self) -> None:
        """Mark all open rooms as possibly out of date."""
        for live in self.rooms:
            live.mark_stale(self.settings.play_ms())

    async def _read_again(self, live: OpenRush) -> None:
        with suppress(UnknownGame):
            stored = await on_thread("compare", lambda: self.rooms.read(live.room.setup.id))
            if stored.version >= live.room.version and not live.pending and live.saving is None:
                live.take_over(stored)
                self.broadcaster.welcome_all(live)
                self.on_saved(live)

    async def answer(self, rush_id: str, message_id: str, decide: Decide) -> Ack | Refusal:
        """Answer a message once its changes are saved; raises UnknownGame."""
        answer = await self.decide(rush_id, decide)
        return acknowledged(message_id, answer)

    async def decide(self, rush_id: str, decide: Decide) -> RushAnswer:
        """Let a room decide, and return its answer once the changes are saved; raises UnknownGame.

        A refusal may be about what another server has changed already, so the room then decides again as the
        database has it.
        """
        live = await self.rooms.live(rush_id)
        answer, version = await self.submit(live, decide), live.head.version
        if isinstance(answer, Refusal) and (await self.rooms.current(rush_id)).head.version > version:
            return await self.submit(live, decide)
        return answer

    async def submit(self, live: OpenRush, decide: Decide, is_own: bool = False) -> RushAnswer:
        """Let an open room decide at once, and return its answer once the changes are saved.

        `is_own`: the server acts, not a person, so the command is dropped if another server was faster.
        """
        answer = self._decided(live, decide)
        if isinstance(answer, Refusal):
            return answer
        if isinstance(answer, RoomRepeat):
            waiting = _answer_with(live, answer.version)
            return answer if waiting is None else await when_saved(waiting, Refusal("not_saved"))
        return await when_saved(self._queue(live, answer, decide, is_own).answered, Refusal("not_saved"))

    def _decided(self, live: OpenRush, decide: Decide) -> RushAnswer:
        answer = decide(live.head, self.settings.play_ms())
        if isinstance(answer, RoomChange):
            return self.guests_refused(live.head.setup, answer.room.setup) or answer
        return answer

    def guests_refused(self, before: RushSetup | None, after: RushSetup) -> Refusal | None:
        """Refuse guests in a rated room, whether they want to take a seat or already have one."""
        if not after.is_rated or (before is not None and before.started_ms is not None):
            return None
        known = [] if before is None else [seat.user_id for seat in before.seats]
        user_ids = [seat.user_id for seat in after.seats if seat.user_id is not None]
        guests = [user_id for user_id in user_ids if self.name_of(user_id) is None]
        if not guests:
            return None
        return Refusal("guests_here" if set(guests) <= set(known) else "account_needed")

    def _queue(
        self, live: OpenRush, change: RoomChange[RushRoom], decide: Decide, is_own: bool
    ) -> PendingChange:
        pending = PendingChange(change, decide, asyncio.get_running_loop().create_future(), is_own)
        live.queue(pending)
        if live.saving is None:
            live.save_in(self.tasks.start(self._save_all(live)))
        return pending

    async def _save_all(self, live: OpenRush) -> None:
        """Save until nothing is pending: each commit takes all changes that came during the previous one."""
        n_conflicts = 0
        try:
            while live.pending:
                batch = live.pending[:]
                try:
                    await self.writer.append(*self._writes(live, batch))
                except NotSaved as error:
                    n_conflicts += 1
                    if not isinstance(error, Conflict) or n_conflicts > MAX_CONFLICTS:
                        await self._roll_back(live, error)
                        return
                    await self._decide_again(live, error)
                    continue
                n_conflicts = 0
                del live.pending[: len(batch)]
                self._publish(live, batch)
                self.publish(live.room.setup.id)
        finally:
            live.save_in(None)

    async def _decide_again(self, live: OpenRush, error: Conflict) -> None:
        """Continue from what another server has saved; the commands of people are decided again, in order."""
        await self._take_over_stored(live)
        for pending in live.roll_back():
            if pending.is_own:
                pending.fail(error)
                continue
            answer = self._decided(live, pending.decide)
            if isinstance(answer, RoomChange):
                live.queue(replace(pending, change=answer))
            else:
                pending.settle(answer)

    def _writes(self, live: OpenRush, batch: Sequence[PendingChange]) -> list[Write]:
        """List all writes of some changes; the end of a rush includes its results."""
        writes = [write for pending in batch for write in pending.change.writes]
        after = batch[-1].change.room
        if after.is_over and not live.room.is_over:
            writes += rows_of(after, self.settings.play_ms())
        return writes

    def _publish(self, live: OpenRush, batch: Sequence[PendingChange]) -> None:
        """Send and acknowledge the saved changes, in order."""
        for pending in batch:
            before = live.change(pending.change.room)
            if live.room.version > before.version:
                self.broadcaster.update_all(live)
            else:
                self.broadcaster.welcome_all(live)
            if live.room.is_over and not before.is_over:
                self._finish(live.room)
            pending.settle(pending.change)
        self.on_saved(live)

    async def _roll_back(self, live: OpenRush, error: NotSaved) -> None:
        """Continue from the state on the disk, and refuse everything that was built on lost changes."""
        await self._take_over_stored(live)
        for pending in live.roll_back():
            pending.fail(error)
        self.on_failed(live)

    async def _take_over_stored(self, live: OpenRush) -> None:
        """Take over what another server has saved, if anything, and send it to everyone."""
        with suppress(SQLAlchemyError, UnknownGame):
            stored = await asyncio.to_thread(self.rooms.read, live.room.setup.id)
            if stored.version > live.room.version or stored.setup != live.room.setup:
                live.change(stored)
                self.broadcaster.welcome_all(live)

    def _finish(self, room: RushRoom) -> None:
        result = result_of(room)
        _LOG.info("rush over", rush=room.setup.id, ending=result.ending.value, length_ms=result.length_ms)
        self.tasks.start_all(self.finished.call(result))


def _answer_with(live: OpenRush, version: int) -> "asyncio.Future[RushAnswer] | None":
    """Return the future answer to the change that leads to a version; None if it is already saved."""
    waiting = (each.answered for each in live.pending if each.change.room.version == version)
    return next(waiting, None)

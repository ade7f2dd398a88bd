"""The hub of Gobble: all rooms that are open, their robots and timers, and who is told what.

A rush is fast, so nothing waits for the disk but the telling. A command is judged at once against the room's
`head`, its newest state whether saved or not; accepted ones queue up, and one task a room saves all that wait
in one commit, then tells them and acknowledges them in order. If a commit fails, all that was built upon it
is refused, and the room goes on from what the disk has. So the order of acceptance is that of arrival,
everybody is told the same order, and nothing is told that could be lost.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.gobble import Command, Tick, see
from tantrix.gobble.robots import act, temper
from tantrix.server.background import Tasks
from tantrix.server.cluster.uptime import read_uptime
from tantrix.server.database.database import Database
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.games.open_rooms import UnknownGame
from tantrix.server.gobble.messages import room_view, row_view, told, welcome
from tantrix.server.gobble.new_room import new_rush, rematch_of, rush_row, rush_setup
from tantrix.server.gobble.refusals import RushRefusal
from tantrix.server.gobble.results import RushResult, result_of, rows_of
from tantrix.server.gobble.room import (
    RushAnswer,
    RushChange,
    RushRepeat,
    RushRoom,
    RushSetup,
    reopened,
)
from tantrix.server.gobble.store import RushStore, StoredRush
from tantrix.server.http.connection import Outbox
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.gobble import (
    NewRush,
    RushCommand,
    RushLobby,
    RushPresence,
    RushRoomView,
    RushWelcome,
)
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

IDLE_MS = 10 * 60 * 1000
MAX_MISSED = 32  # commands that are told one by one; who missed more is shown the room afresh
PRESENCE_S = 0.2
RETRY_S = 1.0  # after a commit that failed
LOBBY_ROWS = 50
OWN_ROWS = 10


@dataclass(slots=True)
class _Pending:
    """A change that is not saved yet, and who waits for it."""

    change: RushChange
    saved: "asyncio.Future[None]"


@dataclass(slots=True, eq=False)
class _Live:
    """An open room: as it is saved, and as it is; those at it; what is under way."""

    room: RushRoom
    head: RushRoom
    used_ms: int
    outboxes: set[Outbox] = field(default_factory=set)
    pending: list[_Pending] = field(default_factory=list)
    saving: "asyncio.Task[None] | None" = None
    robots: dict[int, "asyncio.Task[None]"] = field(default_factory=dict)
    clock: "asyncio.Task[None] | None" = None
    clock_ms: int | None = None
    retry: "asyncio.Task[None] | None" = None
    presence: asyncio.TimerHandle | None = None


Decide = Callable[[RushRoom, int], RushAnswer]
Wait = Callable[[float], Awaitable[Any]]  # for so many seconds


class GobbleHub:
    """All open rooms of Gobble. `wait` is how robots and timers let time pass; a test may hurry it."""

    def __init__(
        self, settings: Settings, database: Database, journal: Writer, wait: Wait = asyncio.sleep
    ) -> None:
        self._settings = settings
        self._store = RushStore(database.readers)
        self._readers = database.readers
        self._uptime = read_uptime(self._readers)
        self._journal = journal
        self._wait = wait
        self.name_of: Callable[[str | None], str | None] = _nobody
        # Run once for each rush that is over and saved, as tasks; what they raise is logged.
        self.on_finish: list[Callable[[RushResult], Coroutine[Any, Any, None]]] = []
        # What else is saved, at a time, in the commit that ends a rush.
        self.finish_writes: list[Callable[[RushRoom, int], Sequence[Write]]] = [rows_of]
        self._open: dict[str, _Live] = {}
        self._opening = asyncio.Lock()
        self._tasks = Tasks()

    @property
    def n_open(self) -> int:
        """How many rooms are open."""
        return len(self._open)

    @property
    def is_saving(self) -> bool:
        """Tell whether something that was accepted is not on the disk yet."""
        return any(live.saving is not None for live in self._open.values())

    @property
    def n_lines(self) -> int:
        """How many connections there are to the open rooms."""
        return sum(len(live.outboxes) for live in self._open.values())

    def read_uptime(self) -> None:
        """Learn when servers were away. Reads the database."""
        self._uptime = read_uptime(self._readers)

    async def create(self, new: NewRush, user_id: str) -> str:
        """Open a room and save it; raises NotSaved if that failed, Refusal if it is rated for guests."""
        return await self._create(new_rush(new, user_id, self._settings))

    async def room(self, rush_id: str) -> RushRoom:
        """Return a room as it is saved; raises UnknownGame."""
        return (await self._live(rush_id)).room

    async def view(self, rush_id: str, user_id: str | None) -> RushRoomView:
        """Show what is agreed in a room, and what is going on; raises UnknownGame."""
        room = await self.room(rush_id)
        return room_view(room, user_id, self._settings.now_ms(), self.name_of)

    async def welcome(self, rush_id: str, user_id: str | None) -> RushWelcome:
        """Show a room as it is now; raises UnknownGame."""
        return welcome(await self.room(rush_id), user_id, self._settings.now_ms(), self.name_of)

    async def lobby(self, user_id: str | None) -> RushLobby:
        """List the open rooms, and those of a session."""
        now_ms = self._settings.now_ms()
        mine = [] if user_id is None else await asyncio.to_thread(self._store.played_by, user_id, OWN_ROWS)
        waiting = await asyncio.to_thread(self._store.waiting, LOBBY_ROWS)
        in_play = await asyncio.to_thread(self._store.in_play, LOBBY_ROWS)
        return RushLobby(
            waiting=[row_view(self._listed(row), now_ms) for row in waiting],
            in_play=[row_view(self._listed(row), now_ms) for row in in_play],
            mine=[row_view(self._listed(row), now_ms, row.finished_ms is not None) for row in mine],
        )

    async def set_up(self, rush_id: str, decide: Decide) -> RushRefusal | None:
        """Change a room that has not begun, or start it; everybody at it is shown the room afresh."""
        answer = await self._decided(rush_id, decide)
        return answer if isinstance(answer, RushRefusal) else None

    async def rematch(self, rush_id: str, user_id: str, with_handicap: bool) -> "str | RushRefusal":
        """Open a rematch for the players of a rush that is over; the first one asked for stays."""
        live = await self._live(rush_id)
        room = live.head
        if room.setup.seat_of(user_id) is None:
            return RushRefusal("not_your_seat")
        if room.setup.rematch is not None:
            return room.setup.rematch
        if not room.is_over:
            return RushRefusal("rush_in_play")
        rematch_id = await self._create(rematch_of(room, user_id, with_handicap, self._settings))
        answer = await self._decided(rush_id, lambda room, _now_ms: _rematched(room, rematch_id))
        return answer if isinstance(answer, RushRefusal) else (live.room.setup.rematch or rematch_id)

    async def order(self, rush_id: str, message: RushCommand, user_id: str | None) -> Ack | RushRefusal:
        """Carry out a person's command; the answer comes when it is on the disk."""
        answer = await self._decided(rush_id, lambda room, now_ms: room.order(message, user_id, now_ms))
        if isinstance(answer, RushRefusal):
            return answer
        version = answer.version if isinstance(answer, RushRepeat) else answer.room.version
        return Ack(id=message.id, version=version)

    async def join(self, rush_id: str, outbox: Outbox) -> None:
        """Seat a connection: it is welcomed, and told all that happens from then on."""
        live = await self._live(rush_id)
        live.outboxes.add(outbox)
        outbox.post(self._welcome(live.room, outbox.user_id))
        self._tell_presence(live)

    def leave(self, rush_id: str, outbox: Outbox) -> None:
        """Forget a connection."""
        live = self._open.get(rush_id)
        if live is not None:
            live.outboxes.discard(outbox)
            live.used_ms = self._settings.now_ms()
            self._tell_presence(live)

    async def sync(self, rush_id: str, outbox: Outbox, version: int) -> None:
        """Tell a connection what it missed since `version`."""
        room = (await self._live(rush_id)).room
        if not room.moments or not 0 <= room.version - version <= MAX_MISSED:
            outbox.post(self._welcome(room, outbox.user_id))
            return
        seat = room.setup.seat_of(outbox.user_id)
        for missed in range(version + 1, room.version + 1):
            outbox.post(told(room, missed, seat).model_dump_json())

    def end_session(self, token: str) -> None:
        """Drop the connections of a session that has ended."""
        for live in self._open.values():
            for outbox in tuple(live.outboxes):
                if outbox.token == token:
                    outbox.drop()

    def evict(self) -> None:
        """Close the rooms that nobody has used for a while; the store has all there is to know of them."""
        before = self._settings.now_ms() - IDLE_MS
        for rush_id, live in list(self._open.items()):
            is_busy = bool(live.outboxes or live.robots or live.clock or live.pending or live.saving)
            if not is_busy and live.used_ms < before:
                del self._open[rush_id]

    async def close(self) -> None:
        """Stop robots and timers, and wait for what is being saved."""
        for live in self._open.values():
            if live.presence is not None:
                live.presence.cancel()
            for task in (*live.robots.values(), live.clock, live.retry):
                if task is not None:
                    task.cancel()
        await self._tasks.finish()

    async def _create(self, setup: RushSetup) -> str:
        if refusal := self._guests_refused(None, setup):
            raise refusal
        await self._journal.append(rush_row(setup))
        room = RushRoom(setup, uptime=self._uptime)
        self._open[setup.id] = _Live(room, room, self._settings.now_ms())
        _LOG.info("rush opened", rush=setup.id, seats=len(setup.seats))
        return setup.id

    async def _live(self, rush_id: str) -> _Live:
        live = self._open.get(rush_id)
        if live is None:
            async with self._opening:
                live = self._open.get(rush_id) or await self._load(rush_id)
        live.used_ms = self._settings.now_ms()
        return live

    async def _load(self, rush_id: str) -> _Live:
        room = await asyncio.to_thread(self._read_room, rush_id)
        live = self._open[rush_id] = _Live(room, room, self._settings.now_ms())
        self._go_on(live)
        return live

    def _read_room(self, rush_id: str) -> RushRoom:
        row = self._store.rush(rush_id)
        if row is None:
            raise UnknownGame(rush_id)
        return reopened(rush_setup(row), self._store.entries(rush_id), self._uptime)

    def _listed(self, row: StoredRush) -> RushRoom:
        live = self._open.get(row.id)
        return live.room if live is not None else RushRoom(rush_setup(row), uptime=self._uptime)

    async def _decided(self, rush_id: str, decide: Decide) -> RushAnswer:
        return await self._submit(await self._live(rush_id), decide)

    async def _submit(self, live: _Live, decide: Decide) -> RushAnswer:
        """Judge at once; answer when what was accepted is saved."""
        answer = decide(live.head, self._settings.now_ms())
        if isinstance(answer, RushChange):
            answer = self._guests_refused(live.head.setup, answer.room.setup) or answer
        if isinstance(answer, RushRefusal):
            return answer
        if isinstance(answer, RushRepeat):
            saved = _saved_with(live, answer.version)
        else:
            live.head = answer.room
            saved = asyncio.get_running_loop().create_future()
            live.pending.append(_Pending(answer, saved))
            if live.saving is None:
                live.saving = self._tasks.start(self._save_all(live))
        try:
            if saved is not None:
                await asyncio.shield(saved)
        except NotSaved:
            return RushRefusal("not_saved")
        return answer

    def _guests_refused(self, before: RushSetup | None, after: RushSetup) -> RushRefusal | None:
        """Refuse guests at a rated table, whether they want to sit down or sit there already."""
        if not after.is_rated or (before is not None and before.started_ms is not None):
            return None
        known = [] if before is None else [seat.user_id for seat in before.seats]
        people = [seat.user_id for seat in after.seats if seat.user_id is not None]
        guests = [user_id for user_id in people if self.name_of(user_id) is None]
        if not guests:
            return None
        return RushRefusal("guests_here" if set(guests) <= set(known) else "account_needed")

    async def _save_all(self, live: _Live) -> None:
        """Save what waits, in one commit all that has gathered meanwhile, until nothing waits."""
        try:
            while live.pending:
                batch = live.pending[:]
                try:
                    await self._journal.append(*self._writes(live, batch))
                except NotSaved as error:
                    await self._take_back(live, error)
                    return
                del live.pending[: len(batch)]
                self._take_over(live, batch)
        finally:
            live.saving = None

    def _writes(self, live: _Live, batch: Sequence[_Pending]) -> list[Write]:
        writes = [write for pending in batch for write in pending.change.writes]
        after = batch[-1].change.room
        if after.is_over and not live.room.is_over:
            now_ms = self._settings.now_ms()
            writes += [write for more in self.finish_writes for write in more(after, now_ms)]
        return writes

    def _take_over(self, live: _Live, batch: Sequence[_Pending]) -> None:
        """Tell and acknowledge what was saved, in order."""
        for pending in batch:
            before, live.room = live.room, pending.change.room
            if live.room.version > before.version:
                self._tell(live, live.room.version)
            else:
                self._welcome_all(live)
            if live.room.is_over and not before.is_over:
                self._finish(live.room)
            if not pending.saved.done():
                pending.saved.set_result(None)
        self._go_on(live)

    async def _take_back(self, live: _Live, error: NotSaved) -> None:
        """Go on from what the disk has; who built upon what was lost is told so."""
        with suppress(SQLAlchemyError, UnknownGame):
            stored = await asyncio.to_thread(self._read_room, live.room.setup.id)
            if stored.version > live.room.version:
                live.room = stored
                self._welcome_all(live)
        lost, live.pending = live.pending, []
        live.head = live.room
        for pending in lost:
            if not pending.saved.done():
                pending.saved.set_exception(error)
                pending.saved.exception()  # Who asked may be gone; it is no fault that nobody looks.
        live.retry = self._tasks.start(self._go_on_later(live))

    def _finish(self, room: RushRoom) -> None:
        result = result_of(room)
        _LOG.info("rush over", rush=room.setup.id, ending=result.ending.value, length_ms=result.length_ms)
        for callback in self.on_finish:
            self._tasks.start(callback(result))

    def _tell(self, live: _Live, version: int) -> None:
        texts: dict[int | None, str] = {}
        for outbox in tuple(live.outboxes):
            seat = live.room.setup.seat_of(outbox.user_id)
            if seat not in texts:
                texts[seat] = told(live.room, version, seat).model_dump_json()
            outbox.post(texts[seat])

    def _welcome(self, room: RushRoom, user_id: str | None) -> str:
        return welcome(room, user_id, self._settings.now_ms(), self.name_of).model_dump_json()

    def _welcome_all(self, live: _Live) -> None:
        setup = live.room.setup
        texts: dict[str | None, str] = {}
        for outbox in tuple(live.outboxes):
            is_known = outbox.user_id == setup.owner or setup.seat_of(outbox.user_id) is not None
            user_id = outbox.user_id if is_known else None
            if user_id not in texts:
                texts[user_id] = self._welcome(live.room, user_id)
            outbox.post(texts[user_id])

    def _tell_presence(self, live: _Live) -> None:
        """Say soon who is here; many who come at once are told of once."""
        if live.presence is None:
            loop = asyncio.get_running_loop()
            live.presence = loop.call_later(PRESENCE_S, self._told_presence, live)

    def _told_presence(self, live: _Live) -> None:
        live.presence = None
        setup, user_ids = live.room.setup, {outbox.user_id for outbox in live.outboxes}
        is_here = [seat.robot is not None or seat.user_id in user_ids for seat in setup.seats]
        n_watching = sum(setup.seat_of(outbox.user_id) is None for outbox in live.outboxes)
        text = RushPresence(is_here=is_here, n_watching=n_watching).model_dump_json()
        for outbox in tuple(live.outboxes):
            outbox.post(text)

    def _go_on(self, live: _Live) -> None:
        """See to it that robots act and that time does its part."""
        if live.room.setup.started_ms is None or live.room.is_over:
            return
        for number, seat in enumerate(live.room.setup.seats):
            if seat.robot is not None and number not in live.robots:
                live.robots[number] = self._tasks.start(self._play_robot(live, number, seat.robot))
        rush = live.room.rush
        due_ms = None if rush is None else rush.due_ms
        if due_ms != live.clock_ms or live.clock is None:
            if live.clock is not None:
                live.clock.cancel()
            live.clock_ms = due_ms
            live.clock = None if due_ms is None else self._tasks.start(self._strike(live, due_ms))

    async def _go_on_later(self, live: _Live) -> None:
        await self._wait(RETRY_S)
        self._go_on(live)

    async def _strike(self, live: _Live, due_ms: int) -> None:
        """Wait for a moment of the rush, then let time do its part."""
        while (left_ms := due_ms - live.room.rush_ms(self._settings.now_ms())) > 0:
            await self._wait(left_ms / 1000)
        live.clock = live.clock_ms = None
        await self._submit(live, partial(_obey, Tick()))

    async def _play_robot(self, live: _Live, seat: int, robot: str) -> None:
        mood, rng = temper(robot), self._settings.make_rng()
        slowness = 100 / live.room.setup.settings.pace / 1000
        try:
            while (ahead_ms := -live.room.rush_ms(self._settings.now_ms())) > 0:
                await self._wait(ahead_ms / 1000)
            while (rush := live.room.rush) is not None and (deed := act(see(rush, seat), mood, rng)):
                await self._wait(deed.after_ms * slowness)
                if deed.command is not None:
                    await self._submit(live, partial(_obey, deed.command))
        finally:
            live.robots.pop(seat, None)


def _saved_with(live: _Live, version: int) -> "asyncio.Future[None] | None":
    """Return what to wait for until a version is saved; None if it is."""
    waiting = (pending.saved for pending in live.pending if pending.change.room.version == version)
    return next(waiting, None)


def _obey(command: Command, room: RushRoom, now_ms: int) -> RushAnswer:
    return room.obey(command, now_ms)


def _rematched(room: RushRoom, rematch_id: str) -> RushAnswer:
    if room.setup.rematch is not None:
        return RushRepeat(room.version)
    return room.rematched(rematch_id)


def _nobody(_owner: str | None) -> None:
    return None

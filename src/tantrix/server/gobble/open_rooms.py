"""The open Gobble rooms, and access to the stored ones."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import sqlalchemy as sa

from tantrix.clock import DAY_MS
from tantrix.server.accounts.names import NewName
from tantrix.server.background import on_thread
from tantrix.server.database.writer import NotSaved
from tantrix.server.gobble.new_room import rush_row, rush_setup
from tantrix.server.gobble.room import RushAnswer, RushRoom, RushSetup, reopened
from tantrix.server.gobble.room_codes import endings
from tantrix.server.gobble.store import RushStamp, RushStore, StoredRush
from tantrix.server.rooms.attendance import NOBODY_HERE, Attendance
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.rooms.live_room import LiveRoom
from tantrix.server.rooms.live_rooms import LiveRooms, UnknownGame
from tantrix.server.settings import Settings

LISTED_ROWS = 300  # of which the lobby shows some
OWN_ROWS = 10
CODE_MS = DAY_MS  # so long a room can be found by its code


Decide = Callable[[RushRoom, int], RushAnswer]
TournamentOf = Callable[[str], str | None]  # by the id of a room


@dataclass(slots=True)
class PendingChange:
    """A change that is not saved yet, the decision that led to it, and the future answer for its caller.

    `is_own`: an action of the server itself, for a robot or the clock; no caller waits for it.
    """

    change: RoomChange[RushRoom]
    decide: Decide
    answered: "asyncio.Future[RushAnswer]"
    is_own: bool = False

    def rename(self, new: NewName) -> None:
        """Show a player by another name, which is stored already."""
        self.change = RoomChange(self.change.room.with_name(new), self.change.writes)

    def settle(self, answer: RushAnswer) -> None:
        """Give the caller the answer, unless it has stopped waiting."""
        if not self.answered.done():
            self.answered.set_result(answer)

    def fail(self, error: NotSaved) -> None:
        """Raise an error in the caller, because nothing could be saved."""
        if not self.answered.done():
            self.answered.set_exception(error)
            self.answered.exception()  # mark it as retrieved: the caller may be gone


@dataclass(slots=True, eq=False)
class OpenRush(LiveRoom[RushRoom]):
    """An open room: `room` is its saved state, `head` its newest state, on which the next command builds.

    `clock`: the task that waits until the rush time `clock_ms`, when time next changes the rush.
    `host_watch`: the task that waits for a host who is away. `staff`: those here who run its cup.
    `asked`: the last host who asked for the room, and when.
    """

    head: RushRoom = field(init=False)
    pending: list[PendingChange] = field(default_factory=list)
    saving: "asyncio.Task[None] | None" = None
    robots: "dict[int, asyncio.Task[None]]" = field(default_factory=dict)
    clock: "asyncio.Task[None] | None" = None
    clock_ms: int | None = None
    asked: tuple[str, int] | None = None
    retry: "asyncio.Task[None] | None" = None  # after a commit that failed
    attendance: Attendance = NOBODY_HERE
    host_watch: "asyncio.Task[None] | None" = None
    staff: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.head = self.room

    def queue(self, pending: PendingChange) -> None:
        """Queue a change to be saved, and judge the next command by it."""
        self.head = pending.change.room
        self.pending.append(pending)

    def take_over(self, room: RushRoom) -> None:
        """Continue from what another server has saved; nothing may be pending."""
        self.room = self.head = room

    def rename(self, new: NewName) -> None:
        """Show a player by another name, which is stored already, also in changes that are being saved."""
        self.room, self.head = self.room.with_name(new), self.head.with_name(new)
        for each in self.pending:
            each.rename(new)

    def roll_back(self) -> list[PendingChange]:
        """Go back to the saved state; return the lost changes."""
        lost, self.pending, self.head = self.pending, [], self.room
        return lost

    def save_in(self, task: "asyncio.Task[None] | None") -> None:
        """Set the task that saves pending changes, or None once it ends."""
        self.saving = task

    def wait_in(self, task: "asyncio.Task[None] | None", due_ms: int | None) -> None:
        """Set the task that waits for the next change by time, and when that is due."""
        self.clock, self.clock_ms = task, due_ms

    def attend(self, attendance: Attendance) -> bool:
        """Set who is here; return whether that has changed."""
        before, self.attendance = self.attendance, attendance
        return attendance != before

    def note_host(self, user_id: str | None, now_ms: int) -> None:
        """Note a request of a user, if that is the host, who need not be connected."""
        if user_id is not None and user_id == self.room.setup.owner:
            self.asked = user_id, now_ms

    def note_staff(self, user_id: str | None, is_staff: bool) -> None:
        """Note whether a user runs the cup whose table this is."""
        if is_staff and user_id is not None:
            self.staff.add(user_id)
        else:
            self.staff.discard(user_id or "")

    def watch_host_in(self, task: "asyncio.Task[None] | None") -> None:
        """Set the task that waits for a host who is away, or None once it ends."""
        self.host_watch = task

    def retry_in(self, task: "asyncio.Task[None]") -> None:
        """Set the task that advances the room after a failed commit."""
        self.retry = task

    @property
    def is_over(self) -> bool:
        """Return whether the rush is over."""
        return self.room.is_over

    @property
    def is_needed(self) -> bool:
        """Return whether there are connections, or work that is running or due."""
        return bool(self.outboxes or self.robots or self.clock or self.pending or self.saving)


class OpenRushes(LiveRooms[OpenRush]):
    """All open Gobble rooms of a server. `tournament_of` reads the id of the cup whose table a room is."""

    def __init__(
        self,
        settings: Settings,
        readers: sa.Engine,
        on_open: Callable[[OpenRush], None],
        tournament_of: TournamentOf,
    ) -> None:
        super().__init__(settings.play_ms, readers, on_open)
        self._store = RushStore(readers)
        self._tournament_of = tournament_of

    def add(self, setup: RushSetup) -> OpenRush:
        """Add a new open room."""
        return self._insert(setup.id, OpenRush(RushRoom(setup, uptime=self.uptime), self._now_ms()))

    def read(self, rush_id: str) -> RushRoom:
        """Return a room as stored, without opening it; raises UnknownGame."""
        row = self._store.rush(rush_id)
        if row is None:
            raise UnknownGame
        setup = replace(rush_setup(row), tournament=self._tournament_of(rush_id))
        return reopened(setup, self._store.entries(rush_id), self.uptime)

    async def compare(self) -> list[OpenRush]:
        """List the rooms that another server has changed, with one query. Raises SQLAlchemyError."""
        return await self._behind({live.room.setup.id: live for live in self})

    async def is_behind(self, live: OpenRush) -> bool:
        """Return whether another server has changed a room. Raises SQLAlchemyError."""
        return bool(await self._behind({live.room.setup.id: live}))

    async def waiting(self) -> list[RushRoom]:
        """List the newest listed rooms that wait for players."""
        return [self._listed(row) for row in await asyncio.to_thread(self._store.waiting, LISTED_ROWS)]

    async def in_play(self) -> list[RushRoom]:
        """List the newest listed rooms whose rush has started and is not over."""
        return [self._listed(row) for row in await asyncio.to_thread(self._store.in_play, LISTED_ROWS)]

    async def played_by(self, user_id: str) -> list[tuple[RushRoom, bool]]:
        """List the newest rooms that a user opened or played in, and whether the rush is over."""
        rows = await asyncio.to_thread(self._store.played_by, user_id, OWN_ROWS)
        return [(self._listed(row), row.finished_ms is not None) for row in rows]

    async def with_code(self, code: str) -> StoredRush | None:
        """Find the newest open room with a code, or the open rematch of one that is over."""
        since_ms = self._now_ms() - CODE_MS
        found = await asyncio.to_thread(self._store.with_endings, [*endings(code)], since_ms)
        room = found[0] if found else None
        while room is not None and room.finished_ms is not None:
            room = None if room.rematch is None else await asyncio.to_thread(self._store.rush, room.rematch)
        return room

    async def unfinished_with(self, user_id: str) -> list[str]:
        """List the ids of the rooms with a seat of a user whose rush is not over."""
        return await asyncio.to_thread(self._store.unfinished_with, user_id)

    async def _behind(self, rooms: Mapping[str, OpenRush]) -> list[OpenRush]:
        stamps = await on_thread("compare", lambda: self._store.stamps(rooms.keys()))
        # A room that is saving changes differs because of these, not because of another server.
        return [
            live
            for rush_id, live in rooms.items()
            if not live.pending and live.saving is None and _differs(live.room, stamps.get(rush_id))
        ]

    async def _read(self, room_id: str) -> OpenRush:
        return OpenRush(await asyncio.to_thread(self.read, room_id), self._now_ms())

    def _listed(self, row: StoredRush) -> RushRoom:
        """Return an open room as it is; for a closed room, only its setup without the rush."""
        live = self._open.get(row.id)
        return live.room if live is not None else RushRoom(rush_setup(row), uptime=self.uptime)


def _differs(room: RushRoom, stamp: RushStamp | None) -> bool:
    row = rush_row(room.setup)
    known = RushStamp(
        row.id, room.version, row.owner, row.settings, row.seats, row.started_ms, room.setup.rematch
    )
    return stamp is not None and stamp != known

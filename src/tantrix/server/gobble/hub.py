"""The hub of Gobble: the interface to all rushes of a server.

The parts are in separate modules: which rooms are open (`open_rooms`), how they change (`command_handler`),
what is sent to connections (`broadcaster`), and what happens without a person's command (`scheduler`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

import structlog

from tantrix.clock import MINUTE_MS
from tantrix.server.accounts.creation_limits import CreationLimits, Opened
from tantrix.server.accounts.names import NewName
from tantrix.server.background import Tasks
from tantrix.server.cluster.bus import Bus
from tantrix.server.cluster.leases import LeaseHolder, SingleServer
from tantrix.server.cluster.online import RoomsElsewhere
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.gobble.broadcaster import RushBroadcaster
from tantrix.server.gobble.command_handler import RushCommandHandler, RushFinished
from tantrix.server.gobble.messages import no_face, row_view
from tantrix.server.gobble.new_room import new_rush, rematch_of, rush_row
from tantrix.server.gobble.open_rooms import Decide, OpenRush, OpenRushes, TournamentOf
from tantrix.server.gobble.room import RushAnswer, RushRoom, RushSetup
from tantrix.server.gobble.room_codes import code_of, parse_code
from tantrix.server.gobble.scheduler import RushScheduler
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.gobble import NewRush, RushCommand, RushLobby, RushWelcome
from tantrix.server.rooms.attendance import Attendance
from tantrix.server.rooms.commands import RoomRepeat
from tantrix.server.rooms.hub import RoomHub
from tantrix.server.settings import Settings
from tantrix.server.subscribers import Subscribers

_LOG = structlog.get_logger()

ASKED_MS = 15_000  # how long a host without a connection is here after each request
TOPIC = "gobble"  # on the bus, before the id of a room that has changed; their channels are called so, too
LOBBY_ROWS = 50
CODE_TRIES = 20  # ids, for one whose code no open room has
EMPTY_MS = 10 * MINUTE_MS  # so long a new room is listed although nobody is in it
Online = Callable[[Collection[str]], Awaitable[Collection[str]]]


async def everybody(user_ids: Collection[str]) -> Collection[str]:
    """Count everybody as online."""
    return user_ids


async def nowhere(_user_ids: Collection[str]) -> Mapping[str, Mapping[str, int]]:
    """Count nobody as connected to another server."""
    return {}


class GobbleHub(RoomHub[OpenRushes]):
    """All open rooms of Gobble.

    `lease_holder` decides which rooms this server looks after, all by default; `bus`: of other servers that
    use the database. `limits` knows from where rooms were opened. `tournament_of` reads the id of the cup
    whose table a room is, `runs` whether a user is staff of a cup. `online` returns who of some users is
    connected, by default everybody; `elsewhere` in which rooms they are at other servers, with since when.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        writer: Writer,
        name_of: Callable[[str | None], str | None],
        face_of: Callable[[str | None], str | None] = no_face,
        lease_holder: LeaseHolder | None = None,
        bus: Bus | None = None,
        limits: CreationLimits | None = None,
        tournament_of: TournamentOf = lambda _rush_id: None,
        runs: Callable[[str, str | None], bool] = lambda _tournament_id, _user_id: False,
        online: Online = everybody,
        elsewhere: RoomsElsewhere = nowhere,
    ) -> None:
        super().__init__(OpenRushes(settings, database.readers, self._advance, tournament_of))
        self.name_of = name_of
        self.face_of = face_of
        self.finished: RushFinished = Subscribers()
        self._settings = settings
        self._writer = writer
        self._runs = runs
        self._limits = limits or CreationLimits()
        self._online, self._elsewhere = online, elsewhere
        self._now_ms = settings.play_ms
        self._tasks = Tasks()
        self._broadcaster = RushBroadcaster(settings.play_ms, name_of, face_of)
        self._handler = RushCommandHandler(
            settings,
            writer,
            self._rooms,
            self._broadcaster,
            self._tasks,
            name_of,
            on_saved=self._advance,
            on_failed=self._advance_later,
            finished=self.finished,
            publish=partial(_announce, bus),
        )
        if bus is not None:
            self._rooms.share(self._handler.reread, bus, TOPIC)
        self._scheduler = RushScheduler(settings, self._handler, self._tasks, lease_holder or SingleServer())

    async def compare(self) -> None:
        """Reread the rooms that other servers have changed, and look after rooms that no server holds.

        Raises SQLAlchemyError.
        """
        await self._handler.compare()
        followed = [live for live in self._rooms if live.outboxes and not live.is_over]
        user_ids = frozenset[str]().union(*(live.room.setup.user_ids for live in followed))
        elsewhere = await self._elsewhere(user_ids)
        for live in followed:
            there = elsewhere.get(live.room.setup.id, {})
            self._attend(live, live.attendance.seen_elsewhere(there, live.room.setup.owned, self._now_ms()))
        for live in self._rooms:
            self._advance(live)

    def changed_elsewhere(self, rush_id: str) -> None:
        """Reread a room that another server has changed, if it is open here."""
        self._rooms.changed_elsewhere(rush_id)

    def mark_all_stale(self) -> None:
        """Mark all open rooms as possibly out of date."""
        self._handler.mark_all_stale()

    async def create(self, new: NewRush, user_id: str) -> str:
        """Open a room and save it; raises NotSaved if that fails, Refusal for a rated room by a guest."""
        return await self._create(new_rush(new, user_id, self._settings))

    async def n_waiting(self, user_id: str, rush_ids: Collection[str]) -> tuple[int, int]:
        """Count a user's rooms that wait for players here, and how many of the given rooms do."""
        waiting = [live.room.setup for live in self._rooms if live.room.setup.started_ms is None]
        return (
            sum(setup.owner == user_id for setup in waiting),
            sum(setup.id in rush_ids for setup in waiting),
        )

    def places(self) -> dict[str, str]:
        """Return who is connected to which rooms, with the address of an open rush that they play.

        A host who has asked for a room a moment ago is there, too: the other servers must not pass it on.
        """
        places: dict[str, str] = {}
        for live in self._rooms:
            setup = live.room.setup
            is_shown = setup.listing == "open" and live.room.rush is not None and not live.is_over
            for user_id in live.user_ids_here:
                url = f"/gobble/{setup.id}" if is_shown and setup.seat_of(user_id) is not None else ""
                since_ms = live.attendance.since_ms.get(user_id, live.used_ms)
                rooms = f"{places.get(user_id, '')} {setup.id}@{since_ms}"
                places[user_id] = f"{url} {rooms}"
            host, asked_ms = live.asked or ("", 0)
            if asked_ms > self._now_ms() - ASKED_MS and host not in live.user_ids_here:
                places[host] = f"{places.get(host, '')} {setup.id}@{asked_ms}"
        return places

    async def room(self, rush_id: str) -> RushRoom:
        """Return the saved state of a room, whichever server has saved it; raises UnknownGame."""
        return (await self._rooms.current(rush_id)).room

    async def welcome(self, rush_id: str, user_id: str | None) -> RushWelcome:
        """Return the message with the current state of a room; raises UnknownGame."""
        live = await self._rooms.current(rush_id)
        live.note_host(user_id, self._now_ms())
        self._attend(live, live.attendance.alive(user_id, self._now_ms()))
        await self._note_staff(live, user_id)
        return self._broadcaster.welcome(live, user_id)

    async def lobby(self, user_id: str | None) -> RushLobby:
        """List the open rooms, and the rooms of a user."""
        now_ms = self._settings.play_ms()
        mine = [] if user_id is None else await self._rooms.played_by(user_id)
        waiting = self._chosen(await self._not_abandoned(await self._rooms.waiting(), now_ms))
        in_play = self._chosen(await self._rooms.in_play())
        return RushLobby(
            waiting=[row_view(room, now_ms) for room in waiting],
            in_play=[row_view(room, now_ms) for room in in_play],
            mine=[row_view(room, now_ms, is_over) for room, is_over in mine],
        )

    async def with_code(self, text: str) -> str | None:
        """Return the id of the open room whose code somebody has typed, None without one."""
        code = parse_code(text)
        found = None if code is None else await self._rooms.with_code(code)
        return None if found is None else found.id

    async def set_up(self, rush_id: str, decide: Decide) -> Refusal | None:
        """Change a room that has not begun, or start it, and send everyone there the whole room."""
        answer = await self._handler.decide(rush_id, decide)
        return answer if isinstance(answer, Refusal) else None

    async def rematch(self, rush_id: str, user_id: str, with_handicap: bool) -> "str | Refusal":
        """Open a rematch for the players of a finished rush; further calls return the same one."""
        live = await self._rooms.live(rush_id)
        room = live.head
        if room.setup.seat_of(user_id) is None:
            return Refusal("not_your_seat")
        if room.setup.rematch is not None:
            return room.setup.rematch
        if room.setup.tournament is not None:
            return Refusal("no_rematch")
        if not room.is_over:
            return Refusal("rush_in_play")
        rematch_id = await self._create(rematch_of(room, user_id, with_handicap, self._settings))
        answer = await self._handler.decide(rush_id, lambda room, _now_ms: _rematched(room, rematch_id))
        return answer if isinstance(answer, Refusal) else (live.room.setup.rematch or rematch_id)

    async def play(self, rush_id: str, message: RushCommand, user_id: str | None) -> Ack | Refusal:
        """Carry out a person's command; return the answer once it is saved. Raises UnknownGame."""
        return await self._handler.answer(
            rush_id, message.id, lambda room, now_ms: room.play(message, user_id, now_ms)
        )

    async def rename(self, new: NewName) -> None:
        """Show a user by another name, which is stored already, in all open rooms."""
        for live in self._rooms:
            if live.room.setup.seat_of(new.user_id) is not None:
                live.rename(new)
                self._broadcaster.welcome_all(live)

    async def depart(self, user_id: str) -> None:
        """Let a user leave all unfinished rooms, whose account is closed or banned.

        Raises Refusal while a countdown runs, or if it could not be saved.
        """
        for rush_id in await self._rooms.unfinished_with(user_id):
            answer = await self._handler.decide(rush_id, lambda room, now_ms: room.depart(user_id, now_ms))
            if isinstance(answer, Refusal) and answer.code in ("rush_not_begun", "not_saved"):
                raise answer

    async def join(self, rush_id: str, outbox: Outbox) -> None:
        """Add a connection to a room: it gets the whole room, then every update."""
        await self._note_staff(await self._rooms.live(rush_id), outbox.user_id)
        live = await self._rooms.live(rush_id)
        self._broadcaster.send_welcome(live, outbox)
        self._connections_changed(live)

    def leave(self, rush_id: str, outbox: Outbox) -> None:
        """Forget a connection."""
        live = self._rooms.leave(rush_id, outbox)
        if live is not None:
            self._connections_changed(live)

    async def sync(self, rush_id: str, outbox: Outbox, version: int) -> None:
        """Send a connection the updates after `version`."""
        self._broadcaster.catch_up(await self._rooms.current(rush_id), outbox, version)

    async def close(self) -> None:
        """Stop robots and timers, and wait until all pending changes are saved."""
        for live in self._rooms:
            self._scheduler.stop(live)
        await self._tasks.finish()

    async def _note_staff(self, live: OpenRush, user_id: str | None) -> None:
        """Note whether a spectator of a private cup's table runs the cup."""
        setup = live.room.setup
        if setup.tournament is not None and setup.listing == "linked" and setup.seat_of(user_id) is None:
            live.note_staff(user_id, await asyncio.to_thread(self._runs, setup.tournament, user_id))

    async def _not_abandoned(self, rooms: Sequence[RushRoom], now_ms: int) -> list[RushRoom]:
        """Return the rooms except those that everybody left long ago."""
        online = await self._online(frozenset[str]().union(*(room.setup.user_ids for room in rooms)))
        here = frozenset(online)
        return [
            room for room in rooms if room.setup.created_ms > now_ms - EMPTY_MS or room.setup.user_ids & here
        ]

    def _chosen(self, rooms: Sequence[RushRoom]) -> list[RushRoom]:
        """Return the rooms to list: those with accounts first, then those of guests in turns among sites."""

        def opened(room: RushRoom) -> Opened:
            is_of_guests = not any(self.name_of(user_id) for user_id in room.setup.user_ids)
            return Opened(room.setup.id, room.setup.owner, is_of_guests)

        return self._limits.in_turns(rooms, opened, LOBBY_ROWS)

    async def _create(self, setup: RushSetup) -> str:
        if refusal := self._handler.guests_refused(None, setup):
            raise refusal
        for _ in range(CODE_TRIES):
            if await self._rooms.with_code(code_of(setup.id)) is None:
                break
            setup = replace(setup, id=self._settings.make_id())
        await self._writer.append(rush_row(setup))
        self._rooms.add(setup)
        _LOG.info("rush opened", rush=setup.id, seats=len(setup.seats))
        return setup.id

    def _connections_changed(self, live: OpenRush) -> None:
        user_ids = live.user_ids_here
        self._attend(live, live.attendance.seen(user_ids, live.room.setup.owned, self._now_ms()))
        self._broadcaster.announce_presence(live)

    def _attend(self, live: OpenRush, attendance: Attendance) -> None:
        """Set who is in a room; say so if that has changed, and watch a host who is away."""
        if live.attend(attendance):
            self._broadcaster.announce_presence(live)
        self._scheduler.watch_host(live)

    def _advance(self, live: OpenRush) -> None:
        self._attend(live, live.attendance.seen(live.user_ids_here, live.room.setup.owned, self._now_ms()))
        self._scheduler.advance(live)

    def _advance_later(self, live: OpenRush) -> None:
        self._scheduler.advance_later(live)


def _announce(bus: Bus | None, rush_id: str) -> None:
    """Tell the other servers that a room has changed."""
    if bus is not None:
        bus.publish(f"{TOPIC} {rush_id}", f"{TOPIC} {rush_id}")


def _rematched(room: RushRoom, rematch_id: str) -> RushAnswer:
    if room.setup.rematch is not None:
        return RoomRepeat(room.version)
    return room.rematched(rematch_id)

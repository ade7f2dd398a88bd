"""The hub: all rooms that are open, and everything that waits.

Rooms decide, the journal saves, the hub brings the two together: it loads a room when somebody asks
for it, lets in one message a room at a time, and tells everybody at the table what has happened, once
it is on the disk. Whatever computes runs on threads; robots on threads of their own.
"""

import asyncio
from collections.abc import Callable, Container, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal, Protocol, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.game import Game
from tantrix.record import Seat
from tantrix.server.absence import NOBODY_AWAY, Absences
from tantrix.server.agreements import Agreement, agree, without_claims
from tantrix.server.fleet import Fleet
from tantrix.server.journal import Clashed, Journal, NotSaved
from tantrix.server.leases import RENEW_S
from tantrix.server.live_store import find_proposals, find_rematch
from tantrix.server.offers import parse_offers
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.game import (
    GameView,
    Offers,
    PlaceRequest,
    PositionView,
    Presence,
    Rematch,
    Resign,
    Thinking,
    Waiting,
    Welcome,
)
from tantrix.server.protocol.lobby import NewGame, SitRequest
from tantrix.server.refusals import Refusal
from tantrix.server.results import rows_of
from tantrix.server.robot_seat import RobotSeat
from tantrix.server.room import Answer, Change, Repeat, Room, Setup, open_room, reopen_room
from tantrix.server.settings import Settings
from tantrix.server.setup import new_setup, rematch, row_of, setup_of, sittings_of
from tantrix.server.store import Finish, GameRow, Store, Write
from tantrix.server.telling import (
    Listed,
    StandingOf,
    Teller,
    away_views,
    game_view,
    listed,
    offer_views,
    untold,
)

_LOG = structlog.get_logger()
_T = TypeVar("_T")

IDLE_MS = 10 * 60 * 1000
MAX_MISSED = 16  # events that are told one by one; who missed more is shown the table afresh
PRESENCE_S = 0.2
PRESENCES_A_SECOND = 500  # that a table with many watchers is told, to all together
MOST_CLASHES = 5  # how often another server may be quicker before a message is refused
RETRY_S = (
    0.5,
    1.0,
    2.0,
    5.0,
    10.0,
    30.0,
)  # a robot whose placement could not be saved tries again after these


LOBBY_ROWS = 50


class UnknownGame(Exception):
    """There is no game of this id."""


class NotBegun(Exception):
    """The table still waits for players, so there is nothing to be seen of the game."""


class Outbox(Protocol):
    """Where the messages to one connection go. `post` never waits."""

    owner: str | None
    token: str | None

    def post(self, text: str) -> None: ...

    def probe(self, now_ms: int) -> None: ...

    def drop(self) -> None: ...


@dataclass(slots=True, eq=False)
class Live:
    """An open room and those at it. The lock is held by whoever changes or tells the room."""

    room: Room
    used_ms: int
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    outboxes: set[Outbox] = field(default_factory=set)
    robot: asyncio.Task[None] | None = None
    is_thinking: bool = False
    fall: asyncio.TimerHandle | None = None
    presence: asyncio.TimerHandle | None = None
    absences: Absences = NOBODY_AWAY


Decide = Callable[[Room, int], Answer]


class Hub:
    """All open rooms of a server."""

    def __init__(self, settings: Settings, store: Store, journal: Journal, fleet: Fleet) -> None:
        self.ready = asyncio.Event()
        self._fleet = fleet
        self._settings = settings
        self._store = store
        self._uptime = store.uptime()
        self._journal = journal
        self._teller = Teller(
            lambda owner: self.name_of(owner), lambda setup, seat: self.standing_of(setup, seat)
        )
        self.name_of: Callable[[str | None], str | None] = _nobody
        # Tells what stands beside the name at a seat; asked on a thread.
        self.standing_of: StandingOf = untold
        # Names the title under which an account sits at tables; None for those who choose their names.
        self.title_of: Callable[[str | None], str | None] = _nobody
        # Called with each game that has changed, begun or ended here, as it is then.
        self.on_change: list[Callable[[Room], None]] = []
        # Run once for each game that is over and saved, as tasks; what they raise is logged.
        self.on_finish: list[Callable[[Room], Coroutine[Any, Any, None]]] = []
        # What else is saved, at a time, in the commit that ends a game; asked on a thread, under its lock.
        self.finish_writes: list[Callable[[Room, int], Sequence[Write]]] = [rows_of]
        # Finds the room of a game that was imported; asked on a thread, for games that were not played here.
        self.find_imported: Callable[[str], Room | None] = _nobody
        # Run once for each game that begins here, as tasks.
        self.on_begin: list[Callable[[Room], Coroutine[Any, Any, None]]] = []
        # Tells whether somebody may take a seat; asked on a thread.
        self.may_sit: Callable[[Room, str], bool] = _anybody
        # Called when another server says one of these words on the bus.
        self.on_word: dict[str, Callable[[], None]] = {}
        self._robots = RobotSeat(settings.find_robot, settings.make_rng)
        self._open: dict[str, Live] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._watch_task: asyncio.Task[None] | None = None

    @property
    def n_open(self) -> int:
        """How many rooms are open."""
        return len(self._open)

    @property
    def n_lines(self) -> int:
        """How many connections there are to the open rooms."""
        return sum(len(live.outboxes) for live in self._open.values())

    async def create(self, new: NewGame, owner: str) -> str:
        """Deal a game and save it.

        Raises ValueError if its rules contradict each other, NotSaved if it could not be saved.
        """
        await self.ready.wait()
        setup = await asyncio.to_thread(new_setup, new, owner, self._settings)
        await self.begin(setup)
        return setup.id

    async def begin(self, setup: Setup, *writes: Write) -> None:
        """Save a game just dealt with those who sit at it already, and whatever is to be written with it.

        Raises NotSaved if nothing of it could be saved, Clashed if one of the writes found what it did not
        expect.
        """
        await self.ready.wait()
        setup = self._titled(setup)
        room = await asyncio.to_thread(open_room, setup, self._uptime)
        await self._journal.append(row_of(setup), *sittings_of(setup), *writes)
        live = self._open[setup.id] = Live(room, self._settings.now_ms())
        _LOG.info("game created", game=setup.id, seats=len(setup.seats))
        self._tell_begun(room)
        self._changed(room)
        self._go_on(live)

    def _titled(self, setup: Setup) -> Setup:
        """Return a set-up with the titles of those who have one."""
        seats = []
        for number, seat in enumerate(setup.seats):
            title = self.title_of(setup.sitter(number))
            seats.append(Seat(title, None) if title else seat)
        return replace(setup, seats=tuple(seats))

    def _changed(self, room: Room) -> None:
        for tell in self.on_change:
            tell(room)

    async def table(self, game_id: str) -> Room:
        """Return a game's room as it is now, even if it waits for players; raises UnknownGame."""
        return (await self._live(game_id)).room

    def games_in_play(self) -> list[Game]:
        """List the open games that are not over."""
        return [live.room.game for live in self._open.values() if not live.room.game.is_over]

    async def stored_room(self, game_id: str) -> Room:
        """Return a game's room as the store has it, without opening it; raises UnknownGame."""
        return await asyncio.to_thread(self._read_room, game_id)

    async def room(self, game_id: str) -> Room:
        """Return the room of a game that has begun; raises UnknownGame or NotBegun."""
        room = await self.table(game_id)
        if room.setup.is_waiting:
            raise NotBegun(game_id)
        return room

    async def tables(self, known: Mapping[str, Listed]) -> tuple[list[Listed], list[Listed]]:
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

    def people_here(self) -> frozenset[str]:
        """Return who is connected to a game that he plays."""
        open_rooms = (live for live in self._open.values() if not live.room.game.is_over)
        return frozenset().union(*(live.room.setup.owners & _owners_here(live) for live in open_rooms))

    async def sit(self, game_id: str, wish: SitRequest, owner: str) -> Refusal | None:
        """Take an open seat for a person; None when it is his and on the disk."""
        name = self.title_of(owner) or self.name_of(owner) or wish.name or f"Player {wish.seat + 1}"

        def sit(room: Room, now_ms: int) -> Answer:
            if room.setup.is_rated and self.name_of(owner) is None:
                return Refusal("account_needed")
            if room.setup.free_seats and not self.may_sit(room, owner):
                return Refusal("seat_taken")
            return room.sit(wish.seat, name, owner, now_ms, "".join(wish.wishes))

        answer = await self._decided(game_id, sit)
        return answer if isinstance(answer, Refusal) else None

    async def rooms_of(self, owner: str, limit: int) -> list[Room]:
        """List the newest games of a session."""
        return await self._read_rooms(lambda n: self._store.games_of(owner, n), limit)

    async def unfinished_of(self, owner: str, limit: int) -> list[Room]:
        """List the newest games of a session that are not over."""
        return await self._read_rooms(lambda n: self._store.unfinished_of(owner, n), limit)

    async def place(
        self, game_id: str, message: PlaceRequest, owner: str | None, round_trip_ms: int = 0
    ) -> Ack | Refusal:
        """Lay a tile for a person; the answer comes when it is on the disk.

        `round_trip_ms`: how long the server found the line there and back to be.
        """
        await self._alive(game_id, owner)
        return await self._answer(
            game_id, message.id, lambda room, now_ms: room.place(message, owner, now_ms, round_trip_ms)
        )

    async def resign(self, game_id: str, message: Resign, owner: str | None) -> Ack | Refusal:
        """Give up a seat for a person; the answer comes when it is on the disk."""
        return await self._answer(
            game_id, message.id, lambda room, now_ms: room.resign(message, owner, now_ms)
        )

    async def agree(self, game_id: str, message: Agreement, owner: str | None) -> Ack | Refusal:
        """Propose, answer, abort, claim or come back for a person, and answer when it is on the disk."""
        await self._alive(game_id, owner)
        absences = (await self._live(game_id)).absences

        def decide(room: Room, now_ms: int) -> Answer:
            return agree(room, message, owner, now_ms, absences, self._begin_anew)

        return await self._answer(game_id, message.id, decide)

    def _begin_anew(self, room: Room, now_ms: int) -> Change:
        return rematch(room, now_ms, self._settings)

    async def _alive(self, game_id: str, owner: str | None) -> None:
        """Take a message as a sign of life, for those who come without a socket."""
        live = await self._live(game_id)
        now_ms = live.room.uptime.at(self._settings.now_ms())
        live.absences = live.absences.alive(owner, now_ms)

    async def welcome(self, game_id: str, owner: str | None) -> Welcome | Waiting:
        """Show a game as it is now."""
        return await self._welcome((await self._live(game_id)).room, owner)

    async def position(self, game_id: str, ply: int) -> PositionView:
        """Show a position of a game; raises ValueError if the game has not come to this ply."""
        room = await self.room(game_id)
        return await asyncio.to_thread(self._teller.position, room, ply)

    async def join(self, game_id: str, outbox: Outbox, version: int | None = None) -> None:
        """Seat a connection at the table: it is welcomed, and told all that happens from then on.

        With a `version` it is told what it missed since, as by `sync`, instead of being welcomed.
        """
        live = await self._live(game_id)
        async with live.lock:
            await self._drop_claims(live, outbox.owner)
            for text in await self._missed(live.room, outbox.owner, version):
                outbox.post(text)
            live.outboxes.add(outbox)
            if live.is_thinking and live.room.robot_to_play is not None:
                outbox.post(_thinking(live.room))
            self._probe(live, outbox)
        self._go_on(live)
        self._tell_presence(live)

    def leave(self, game_id: str, outbox: Outbox) -> None:
        """Forget a connection."""
        live = self._open.get(game_id)
        if live is not None:
            live.outboxes.discard(outbox)
            live.used_ms = self._settings.now_ms()
            self._note_absences(live)
            self._tell_presence(live)

    async def sync(self, game_id: str, outbox: Outbox, version: int) -> None:
        """Tell a connection what it missed since `version`."""
        live = await self._live(game_id)
        async with live.lock:
            for text in await self._missed(live.room, outbox.owner, version):
                outbox.post(text)

    def tell(
        self,
        game_id: str,
        text: str,
        to: Literal["players", "watchers", "all"] = "all",
        except_owners: Container[str | None] = (),
    ) -> None:
        """Send a text to those connected to a game's table, to some of them only if so asked.

        Players are the connections of sessions that play a seat, watchers all others. A game that nobody is
        connected to is passed over.
        """
        live = self._open.get(game_id)
        if live is None:
            return
        for outbox in tuple(live.outboxes):
            group = "players" if live.room.setup.plays(outbox.owner) else "watchers"
            if to in ("all", group) and outbox.owner not in except_owners:
                outbox.post(text)

    def end_session(self, token: str) -> None:
        """Drop the connections of a session that has ended."""
        for live in self._open.values():
            for outbox in tuple(live.outboxes):
                if outbox.token == token:
                    outbox.drop()

    def evict(self) -> None:
        """Close the rooms that nobody has used for a while; the store has all there is to know of them."""
        before = self._settings.now_ms() - IDLE_MS
        for game_id, live in list(self._open.items()):
            is_watched = bool(live.outboxes) or live.fall is not None
            is_busy = is_watched or live.robot is not None or live.lock.locked()
            if not is_busy and live.used_ms < before:
                del self._open[game_id]

    async def start(self) -> None:
        """Listen to the other servers of the database, if there are any."""
        await self._fleet.bus.start(self._heard, self._catch_up_all)
        if not self._fleet.is_alone:
            self._watch_task = asyncio.create_task(self._watch())

    def read_uptime(self) -> None:
        """Learn when servers were away. Reads the database."""
        self._uptime = self._store.uptime()

    async def close(self) -> None:
        """Stop the robots and wait for the messages under way."""
        if self._watch_task is not None:
            self._watch_task.cancel()
            await asyncio.gather(self._watch_task, return_exceptions=True)
        await self._fleet.bus.close()
        for live in self._open.values():
            if live.robot is not None:
                live.robot.cancel()
            for timer in (live.fall, live.presence):
                if timer is not None:
                    timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(NotSaved):
            await self._fleet.keeper.end()

    async def _live(self, game_id: str) -> Live:
        live = self._open.get(game_id)
        if live is None:
            async with self._opening:
                live = self._open.get(game_id) or await self._load(game_id)
        live.used_ms = self._settings.now_ms()
        return live

    async def _load(self, game_id: str) -> Live:
        await self.ready.wait()
        room = await asyncio.to_thread(self._read_room, game_id)
        live = self._open[game_id] = Live(room, self._settings.now_ms())
        self._go_on(live)
        return live

    def _read_room(self, game_id: str) -> Room:
        row = self._store.game(game_id)
        if row is not None:
            return self._reopened(row)
        imported = self.find_imported(game_id)
        if imported is None:
            raise UnknownGame(game_id)
        return imported

    async def _read_rooms(self, find: Callable[[int], list[GameRow]], limit: int) -> list[Room]:
        await self.ready.wait()
        return await asyncio.to_thread(lambda: [self._room_of(row) for row in find(limit)])

    def _room_of(self, row: GameRow) -> Room:
        """Return a room that is open as it is; only a closed one is played again from its journal."""
        live = self._open.get(row.id)
        return live.room if live is not None else self._reopened(row)

    def _listed(self, row: GameRow, known: Mapping[str, Listed]) -> Listed:
        if row.id not in self._open and row.id in known:
            return known[row.id]
        return listed(self._room_of(row), self.name_of, self.standing_of)

    def _tell_begun(self, room: Room) -> None:
        if not room.setup.is_waiting:
            for work in self.on_begin:
                self._start(work(room))

    def _reopened(self, row: GameRow) -> Room:
        setup = setup_of(row, self._store.sittings(row.id), self._settings)
        next_id = find_rematch(self._store.readers, row.id)
        room = reopen_room(setup, self._store.entries(row.id), self._uptime, next_id)
        proposals = find_proposals(self._store.readers, row.id)
        if proposals is None or proposals.version != room.version:
            return room
        offers, declined = parse_offers(proposals.offers)
        return replace(room, offers=offers, declined=declined)

    async def _welcome(self, room: Room, owner: str | None) -> Welcome | Waiting:
        if room.setup.is_waiting:
            return Waiting(game=await self.waiting_view(room, owner))
        return await asyncio.to_thread(self._teller.welcome, room, owner, self._settings.now_ms())

    async def waiting_view(self, room: Room, owner: str | None) -> GameView:
        """Show who has sat down at a table that waits for players."""
        return await asyncio.to_thread(
            game_view, room.setup, owner, self.name_of, standing_of=self.standing_of
        )

    async def _decided(self, game_id: str, decide: Decide) -> Answer:
        live = await self._live(game_id)
        try:
            # What is being saved must be taken over by the room even if the one who asked is gone.
            return await asyncio.shield(self._start(self._change(live, decide)))
        except NotSaved:
            return Refusal("not_saved")

    async def _answer(self, game_id: str, message_id: str, decide: Decide) -> Ack | Refusal:
        answer = await self._decided(game_id, decide)
        if isinstance(answer, Refusal):
            return answer
        version = answer.version if isinstance(answer, Repeat) else answer.room.version
        return Ack(id=message_id, version=version)

    async def _change(self, live: Live, decide: Decide, is_own: bool = False) -> Answer:
        """Let a room decide and save what it decides; `is_own`: nobody asked, this server looks after it."""
        async with live.lock:
            for _ in range(MOST_CLASHES):
                now_ms = self._settings.now_ms()
                answer = await asyncio.to_thread(decide, live.room, now_ms)
                try:
                    if isinstance(answer, Change):
                        await self._save(live, answer, now_ms, is_own)
                    break
                except Clashed:
                    pass  # another server was quicker: decide again on what it has written
            else:
                raise NotSaved("other servers were quicker each time")
        self._go_on(live)
        return answer

    async def _save(self, live: Live, change: Change, at_ms: int, is_own: bool) -> None:
        try:
            await self._journal.append(*await asyncio.to_thread(self._writes, change, is_own))
        except NotSaved:
            await self._reread(live)
            raise
        before, live.room = live.room, change.room.told(at_ms, self._settings.now_ms())
        await self._tell_since(live, before)
        self._fleet.bus.publish(change.room.setup.id)
        if before.setup.is_waiting:
            self._tell_begun(change.room)
        if change.room.game.is_over and not before.game.is_over:
            for work in self.on_finish:
                self._start(work(change.room))

    def _writes(self, change: Change, is_own: bool) -> list[Write]:
        """List all that is saved of a change; the end of a game brings its results along."""
        fence = self._fleet.keeper.fence(change.room.setup.id) if is_own else ()
        ends = [write.at_ms for write in change.writes if isinstance(write, Finish)]
        more = (find(change.room, at_ms) for at_ms in ends for find in self.finish_writes)
        return [*fence, *change.writes, *chain.from_iterable(more)]

    async def _reread(self, live: Live) -> None:
        """Follow the store if another server has written to the game meanwhile."""
        with suppress(SQLAlchemyError):
            stored = await asyncio.to_thread(self._read_room, live.room.setup.id)
            before = live.room
            if _has_moved_on(stored, before):
                live.room = stored
                await self._tell_since(live, before)

    def _heard(self, game_id: str) -> None:
        """Follow another server that has written to a game, or has said a word."""
        if (hear := self.on_word.get(game_id)) is not None:
            hear()
        if (live := self._open.get(game_id)) is not None:
            self._start(self._catch_up(live))

    def _catch_up_all(self) -> None:
        for live in self._open.values():
            self._start(self._catch_up(live))

    async def _catch_up(self, live: Live) -> None:
        async with live.lock:
            await self._reread(live)
        self._go_on(live)

    async def _watch(self) -> None:
        """Keep the leases, take over games that are left alone, follow the store while the bus is away."""
        while True:
            await asyncio.sleep(RENEW_S)
            try:
                await self._fleet.keeper.renew()
            except NotSaved as error:
                _LOG.warning("leases not renewed", reason=str(error))
            if not self._fleet.bus.is_up:
                self._catch_up_all()
            for live in list(self._open.values()):
                self._go_on(live)

    async def _tell_since(self, live: Live, before: Room) -> None:
        """Tell everybody at the table what has changed."""
        room, now_ms = live.room, self._settings.now_ms()
        if room.setup.sitters != before.setup.sitters or before.version < room.taken_back - 1:
            await self._welcome_all(live)
        else:
            events = room.events[before.version :]
            for text in await asyncio.to_thread(self._teller.texts, room, events, now_ms):
                _post(live, text)
        if room.offers != before.offers:
            _post(live, Offers(offers=offer_views(room)).model_dump_json())
        if room.rematch is not None and before.rematch is None:
            _post(live, Rematch(url=f"/games/{room.rematch}").model_dump_json())
        self._changed(room)
        for outbox in tuple(live.outboxes):
            self._probe(live, outbox)

    async def _drop_claims(self, live: Live, owner: str | None) -> None:
        """Let proposals to end the game for somebody's absence lapse: he is here."""
        before, live.room = live.room, without_claims(live.room, owner)
        if live.room is not before:
            await self._tell_since(live, before)

    def _probe(self, live: Live, outbox: Outbox) -> None:
        """Measure the line of who is to play, if a clock runs that counts seconds."""
        room = live.room
        is_timed = room.is_live and room.clock is not None and room.clock.running is not None
        if is_timed and room.game.to_play in room.seats_of(outbox.owner):
            outbox.probe(self._settings.now_ms())

    async def _welcome_all(self, live: Live) -> None:
        """Show everybody at the table who has sat down."""
        for outbox in tuple(live.outboxes):
            outbox.post((await self._welcome(live.room, outbox.owner)).model_dump_json())

    async def _missed(self, room: Room, owner: str | None, version: int | None) -> list[str]:
        is_near = (
            version is not None
            and max(0, room.taken_back - 1) <= version <= room.version <= version + MAX_MISSED
        )
        if version is None or room.setup.is_waiting or not is_near:
            return [(await self._welcome(room, owner)).model_dump_json()]
        now_ms = self._settings.now_ms()
        return await asyncio.to_thread(self._teller.texts, room, room.events[version:], now_ms)

    def _tell_presence(self, live: Live) -> None:
        """Say soon who is here; many who come at once are told of once."""
        if live.presence is None:
            wait_s = PRESENCE_S + len(live.outboxes) / PRESENCES_A_SECOND
            live.presence = asyncio.get_running_loop().call_later(wait_s, self._told_presence, live)

    def _told_presence(self, live: Live) -> None:
        live.presence = None
        setup, owners = live.room.setup, _owners_here(live)
        presence = Presence(
            is_here=[
                seat.robot is not None or setup.sitter(number) in owners
                for number, seat in enumerate(setup.seats)
            ],
            n_watching=sum(not setup.plays(outbox.owner) for outbox in live.outboxes),
            away=away_views(live.room, live.absences, self._settings.now_ms()),
        )
        _post(live, presence.model_dump_json())

    def _note_absences(self, live: Live) -> None:
        """Count since when people are away from a live game that others wait to go on."""
        room, before = live.room, live.absences
        people = {owner for seat in room.people if (owner := room.setup.sitter(seat)) is not None}
        # Who is connected to another server cannot be seen from here.
        if room.is_live and len(people) > 1 and self._fleet.is_alone:
            now_ms = room.uptime.at(self._settings.now_ms())
            live.absences = before.seen(people, _owners_here(live), now_ms)
        else:
            live.absences = before.forgotten()
        if live.absences != before:
            self._tell_presence(live)

    def _go_on(self, live: Live) -> None:
        """See to it that the robot to play plays, and that a flag falls, and a pause ends, in time."""
        self._note_absences(live)
        self._wake_robot(live)
        if live.fall is not None:
            live.fall.cancel()
        wait_ms = live.room.due_in_ms(self._settings.now_ms())
        live.fall = None
        if wait_ms is not None:
            loop = asyncio.get_running_loop()
            live.fall = loop.call_later(wait_ms / 1000 + 0.001, self._fell, live)

    def _fell(self, live: Live) -> None:
        live.fall = None
        self._start(self._let_fall(live))

    async def _let_fall(self, live: Live) -> None:
        if await self._fleet.keeper.holds(live.room.setup.id):
            await self._change(live, Room.tick, is_own=True)

    def _wake_robot(self, live: Live) -> None:
        if live.robot is None and live.room.robot_to_play is not None:
            live.robot = self._start(self._play_robots(live))

    async def _play_robots(self, live: Live) -> None:
        try:
            while (robot := live.room.robot_to_play) is not None:
                if not await self._fleet.keeper.holds(live.room.setup.id):
                    return
                await self._play_robot(live, robot)
        finally:
            live.robot = None
            live.is_thinking = False

    async def _play_robot(self, live: Live, robot: str) -> None:
        thought = live.room.game
        live.is_thinking = True
        _post(live, _thinking(live.room))
        placement = await self._robots.choose(robot, thought)
        live.is_thinking = False

        def lay(room: Room, now_ms: int) -> Answer:
            is_asked = room.game is thought and room.robot_to_play == robot
            return room.lay(placement, now_ms) if is_asked else Refusal("stale_ply")

        for wait_s in (*RETRY_S, None):
            try:
                await asyncio.shield(self._start(self._change(live, lay, is_own=True)))
                return
            except NotSaved:
                if wait_s is None:
                    raise
                await asyncio.sleep(wait_s)

    def _start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, NotSaved):
            _LOG.error("task failed", exc_info=error)


def _nobody(_key: str | None) -> None:
    return None


def _anybody(_room: Room, _owner: str) -> bool:
    return True


def _post(live: Live, text: str) -> None:
    for outbox in tuple(live.outboxes):
        outbox.post(text)


def _owners_here(live: Live) -> frozenset[str]:
    return frozenset(outbox.owner for outbox in live.outboxes if outbox.owner is not None)


def _has_moved_on(stored: Room, known: Room) -> bool:
    """Tell whether another server has written to a game since it was read."""
    if stored.version != known.version:
        return stored.version > known.version
    facts = ((room.setup.sitters, room.offers, room.declined, room.rematch) for room in (stored, known))
    return len(set(facts)) > 1


def _thinking(room: Room) -> str:
    return Thinking(seat=room.game.to_play).model_dump_json()

"""The hub: the interface to all games of a server.

Rooms decide, the writer saves, and everyone at the table is notified once the change is on disk. The parts
are in separate modules: which rooms are open (`open_rooms`), how they change (`command_handler`), what is
sent to a table (`broadcaster`), who is present (`presence`), what happens without a request (`scheduler`),
and what other servers do (`cluster_follower`).
"""

import asyncio
from collections.abc import Callable, Collection, Container, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Literal

import structlog

from tantrix.clock import MINUTE_MS
from tantrix.game import Game
from tantrix.record import Seat
from tantrix.server.accounts.names import NewName
from tantrix.server.background import Tasks
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.cluster.online import RoomsElsewhere
from tantrix.server.database.database import Database
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.games.agreements import Agreement, handle_agreement
from tantrix.server.games.arrivals import ARRIVALS_TOPIC, Arrivals
from tantrix.server.games.broadcaster import Broadcaster
from tantrix.server.games.cluster_follower import ClusterFollower
from tantrix.server.games.command_handler import CommandHandler, Decide, threaded
from tantrix.server.games.correspondence.listing import MAX_LISTED, CorrespondenceListing, correspondence_of
from tantrix.server.games.departures import depart
from tantrix.server.games.events import CHAT_TOPIC, GAME_TOPIC, GameEvents
from tantrix.server.games.new_game import new_setup, rematch, row_of, taken_seats_of
from tantrix.server.games.open_rooms import NotBegun, OpenRoom, OpenRooms, check_still_open
from tantrix.server.games.players import GameArchive, Players
from tantrix.server.games.presence import PresenceTracker
from tantrix.server.games.room import Room, RoomAnswer, Setup, open_room
from tantrix.server.games.scheduler import GameScheduler
from tantrix.server.games.store import GameStore, StoredGame
from tantrix.server.games.views.listings import GameListing, read_listing
from tantrix.server.games.views.messages import TableListing, listed
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.game import GameView, PlaceRequest, PositionView, Resign, Waiting, Welcome
from tantrix.server.protocol.lobby import NewGame, SitRequest, TableView
from tantrix.server.ratings.aborts import abort_history
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.rooms.hub import RoomHub
from tantrix.server.rooms.live_rooms import UnknownGame
from tantrix.server.settings import Settings
from tantrix.server.wording.seats import player_name

_LOG = structlog.get_logger()

MAX_LEFT_BEHIND = 10_000  # games that end when an account is closed or banned
LISTED_ROWS = 300  # of open tables, from which the lobby chooses
VACATIONS_TOPIC = "vacations"  # published on the bus when one has begun or ended


class Hub(RoomHub[OpenRooms]):
    """The games of a server. `players` identifies the people at the tables; robots think in the `pool`."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        writer: Writer,
        cluster: Cluster,
        players: Players,
        archive: GameArchive,
        pool: WorkerPool,
    ) -> None:
        super().__init__(OpenRooms(settings, database, archive, self._advance))
        self.players = players
        self.events = GameEvents()
        self.arrivals = Arrivals(cluster.bus.publish)
        self._settings = settings
        self._store = GameStore(database.readers)
        self._readers = database.readers
        self._writer = writer
        self._cluster = cluster
        self._tasks = Tasks(NotSaved)  # expected: it is reported to the caller
        self._broadcaster = Broadcaster(settings, players, self.events)
        self._presence = PresenceTracker(settings)
        self._handler = CommandHandler(
            settings,
            writer,
            cluster,
            archive,
            self.events,
            self._rooms,
            self._broadcaster,
            self._tasks,
            self._advance,
        )
        self._scheduler = GameScheduler(
            settings,
            writer,
            cluster,
            pool,
            self._presence,
            self._broadcaster,
            self._handler,
            self.arrivals,
            self._tasks,
        )
        if not cluster.is_single_server:
            self._rooms.share(self._handler.reread, cluster.bus, GAME_TOPIC, CHAT_TOPIC)
        cluster.watch.add(self._handler.compare, self._handler.mark_all_stale)
        self._watch = ClusterFollower(cluster, self._rooms, self.events, self._tasks, self._advance)
        self._watch.listen(GAME_TOPIC, self._rooms.changed_elsewhere)
        self._watch.listen(VACATIONS_TOPIC, self._on_vacations_changed)
        self._watch.listen(ARRIVALS_TOPIC, self._arrived_elsewhere)

    @property
    def ready(self) -> asyncio.Event:
        """Set once games can be played; everything that needs the rules waits for it."""
        return self._rooms.ready

    def listen(self, topic: str, callback: Callable[[str], None]) -> None:
        """Call a function with what follows a topic whenever another server publishes it on the bus."""
        self._watch.listen(topic, callback)

    async def create(self, new: NewGame, user_id: str) -> str:
        """Deal a game and save it.

        Raises ValueError if its rules contradict each other, NotSaved if it could not be saved.
        """
        await self.ready.wait()
        if new.rated:
            await self.check_aborts(user_id)
        setup = await asyncio.to_thread(new_setup, new, user_id, self._settings)
        await self.begin(setup)
        return setup.id

    async def begin(self, setup: Setup, *writes: Write) -> None:
        """Save a new game with the players already seated, and any additional writes.

        Raises NotSaved if nothing could be saved, and Conflict if a write did not find the state that it
        expected.
        """
        await self.ready.wait()
        setup = self._titled(setup)
        vacations = await asyncio.to_thread(self._rooms.vacations_of, setup)
        room = await asyncio.to_thread(open_room, setup, self._rooms.uptime, vacations)
        more = chain.from_iterable(self.events.changing.call(None, room, setup.created_ms))
        await self._writer.append(row_of(setup), *taken_seats_of(setup), *writes, *more)
        live = self._rooms.add(room)
        _LOG.info("game created", game=setup.id, seats=len(setup.seats))
        self._handler.announce(room)
        self._handler.begun(room)
        self._broadcaster.changed(room)
        self._advance(live)

    async def table(self, game_id: str) -> Room:
        """Return the room of a game as any server has left it, even if it waits for players.

        Raises UnknownGame.
        """
        return (await self._rooms.current(game_id)).room

    async def known(self, game_id: str) -> Room:
        """Return a room as this server knows it, possibly a moment old; raises UnknownGame."""
        return (await self._rooms.live(game_id)).room

    async def room(self, game_id: str) -> Room:
        """Return the room of a game that has begun; raises UnknownGame or NotBegun."""
        room = await self.table(game_id)
        if room.setup.is_waiting:
            raise NotBegun
        return room

    async def stored_room(self, game_id: str) -> Room:
        """Return the room of a game as stored, without opening it; raises UnknownGame."""
        return await asyncio.to_thread(self._rooms.read, game_id)

    async def games_of(self, user_id: str, limit: int) -> list[GameListing]:
        """List the newest games of a user."""
        found = await asyncio.to_thread(self._store.games_of, user_id, limit)
        return [read_listing(each) for each in found]

    async def page_of_games(
        self, user_id: str, limit: int, after: tuple[int, str] | None
    ) -> tuple[list[GameListing], tuple[int, str] | None]:
        """List a page of a user's games after a cursor, newest first; also return the next page's cursor."""
        found = await asyncio.to_thread(self._store.games_of, user_id, limit + 1, after)
        last = found[limit - 1] if len(found) > limit else None
        return [read_listing(each) for each in found[:limit]], last and (last.since_ms, last.row.id)

    async def unfinished_of(self, user_id: str, limit: int) -> list[GameListing]:
        """List the newest games of a user that are not over."""
        found = await asyncio.to_thread(self._store.unfinished_of, user_id, limit)
        return [read_listing(each) for each in found]

    async def proposals(self, game_ids: Collection[str]) -> dict[str, str | None]:
        """Return a text for each of some games that changes with the offers in it, None without any."""
        stamps = await asyncio.to_thread(self._rooms.stamps, game_ids)
        return {game_id: stamp.proposals for game_id, stamp in stamps.items()}

    async def unfinished_views(self, user_id: str, limit: int) -> list[TableView]:
        """List the newest games of a user that are not over, as the lobby shows tables."""
        store = self._store
        listed = await asyncio.to_thread(lambda: self._listed(store.unfinished_of(user_id, limit)))
        return [each.view for each in listed]

    async def correspondence_of(
        self, user_id: str, limit: int = MAX_LISTED, offset: int = 0
    ) -> list[CorrespondenceListing]:
        """List the correspondence games of a user, those that wait for the user first."""
        found = await asyncio.to_thread(self._store.correspondence_of, user_id, limit, offset)
        return correspondence_of(found, user_id, self._settings.play_ms())

    async def n_correspondence_turns(self, user_id: str) -> int:
        """Count the correspondence games that wait for a user."""
        found = await asyncio.to_thread(self._store.n_correspondence_turns, [user_id])
        return found.get(user_id, 0)

    async def tables(self) -> tuple[list[TableListing], list[TableListing]]:
        """List the open tables that wait for players and those in play."""
        store = self._store
        return await asyncio.to_thread(
            lambda: (self._listed(store.waiting(LISTED_ROWS)), self._listed(store.in_play(LISTED_ROWS)))
        )

    async def n_waiting(self, user_id: str, game_ids: Collection[str]) -> tuple[int, int]:
        """Count a user's open tables that wait for players, and how many of the given games do."""
        store = self._store
        return await asyncio.to_thread(lambda: (store.n_waiting_of(user_id), store.n_waiting_among(game_ids)))

    def n_robot_games(self, user_id: str) -> int:
        """Count the games in play here that a user has created for robots only."""
        rooms = (live.room for live in self._rooms if live.room.setup.owner == user_id)
        return sum(not room.game.is_over and room.setup.is_for_robots for room in rooms)

    async def _depart(self, game_id: str, user_id: str) -> None:
        live = await self._rooms.current(game_id)
        if live.room.setup.is_waiting and live.room.setup.owner == user_id:
            refusal = await self.close_table(game_id, user_id)
            if refusal is not None and refusal.code == "not_saved":
                raise NotSaved(game_id)
            return
        decide = threaded(lambda room, now_ms: depart(room, user_id, now_ms))
        while isinstance(await self._handler.change(live, decide), RoomChange):
            pass

    def postpone_writes(self, user_id: str, ms: int, at_ms: int) -> list[Write]:
        """List the writes of subscribers for the commit with which a vacation of a user begins or ends."""
        return list(chain.from_iterable(self.events.postponing.call(user_id, ms, at_ms)))

    async def vacations_changed(self) -> None:
        """Update the open tables on all servers, because a vacation has begun or ended."""
        self._cluster.bus.publish(VACATIONS_TOPIC)
        await self._refresh_vacations()

    async def open_due(self) -> None:
        """Open the games in which something is due soon, such as a flag fall, even if nobody is connected.

        Raises SQLAlchemyError or NotSaved.
        """
        await self._scheduler.open_due(self._rooms, self._store)

    async def play_exhibition(self, game_id: str) -> None:
        """Let the robot to play in an exhibition lay one tile. Raises UnknownGame, or NotSaved."""
        await self._scheduler.play_exhibition(await self._rooms.live(game_id))

    def is_exhibition_watched(self) -> bool:
        """Return whether anybody is connected to an exhibition here."""
        return any(live.outboxes for live in self._rooms if live.room.setup.is_exhibition)

    def games_in_play(self) -> list[Game]:
        """List the open games that are not over."""
        return [live.room.game for live in self._rooms if not live.room.game.is_over]

    def is_open(self, game_id: str) -> bool:
        """Return whether a game is open here."""
        return self._rooms.get(game_id) is not None

    def places(self) -> dict[str, str]:
        """Return who is connected to games, with the address of an open one in play, and all of theirs."""
        places: dict[str, str] = {}
        for live in self._rooms:
            setup = live.room.setup
            is_shown = setup.listing == "open" and not setup.is_waiting and not live.is_over
            for user_id in live.user_ids_here:
                place = places.get(user_id, "")
                if user_id in setup.user_ids:
                    url = f"/games/{setup.id}" if is_shown else ""
                    place = f"{url} {setup.id}@0 {place}"  # since when does not matter
                places[user_id] = place
        return places

    async def see_elsewhere(self, rooms_elsewhere: RoomsElsewhere) -> None:
        """Learn which players of tables and of live games are connected to other servers, and show it.

        Raises SQLAlchemyError.
        """
        tables = [
            live
            for live in self._rooms
            if live.outboxes or (live.room.is_live and len(live.room.setup.user_ids) > 1)
        ]
        missing = (live.room.setup.user_ids - live.user_ids_here for live in tables)
        rooms = await rooms_elsewhere(frozenset().union(*missing))
        for live in tables:
            self._presence.see_elsewhere(live, frozenset(rooms.get(live.room.setup.id, ())))

    def user_ids_in_play(self) -> frozenset[str]:
        """Return the users who are connected to an unfinished game in which they play."""
        in_play = (live for live in self._rooms if not live.room.game.is_over)
        return frozenset().union(*(live.room.setup.user_ids & live.user_ids_here for live in in_play))

    async def take_seat(self, game_id: str, request: SitRequest, user_id: str) -> Refusal | None:
        """Take an open seat for a person; returns None once the seat is theirs and saved to disk."""
        name = (
            self.players.title_of(user_id)
            or self.players.name_of(user_id)
            or request.name
            or player_name(request.seat + 1)
        )

        if (await self.table(game_id)).setup.is_rated and (refusal := await self._abort_wait(user_id)):
            return refusal

        def take_seat(room: Room, now_ms: int) -> RoomAnswer:
            if room.setup.is_rated and self.players.name_of(user_id) is None:
                return Refusal("account_needed")
            if room.setup.free_seats and not self.players.may_sit(room, user_id):
                return Refusal("seat_taken")
            return room.take_seat(request.seat, name, user_id, now_ms, "".join(request.colour_preferences))

        answer = await self._handler.decided(game_id, threaded(take_seat))
        return answer if isinstance(answer, Refusal) else None

    async def close_table(self, game_id: str, user_id: str | None) -> Refusal | None:
        """Close a table that waits for players; returns None once it is closed; raises UnknownGame."""
        return await self._handler.close_table(game_id, user_id)

    async def forget_removed(self) -> None:
        """Close the rooms of imported games that are removed from the archive. Raises SQLAlchemyError."""
        imported = [live for live in self._rooms if live.room.setup.record is not None]
        if imported:
            ids = [live.room.setup.id for live in imported]
            removed = await asyncio.to_thread(self._handler.archive.removed, ids)
            for live in imported:
                if live.room.setup.id in removed:
                    self._handler.forget(live)

    async def rename(self, new: NewName) -> None:
        """Show a user by another name, which is stored already, at all open tables."""
        for live in self._rooms:
            if live.room.setup.plays(new.user_id):
                await self._handler.rename(live, new)

    async def depart(self, user_id: str) -> None:
        """End the unfinished games and tables of a user whose account is closed or banned.

        Raises NotSaved or SQLAlchemyError.
        """
        for listing in await self.unfinished_of(user_id, MAX_LEFT_BEHIND):
            with suppress(UnknownGame):
                await self._depart(listing.setup.id, user_id)

    async def place(
        self, game_id: str, message: PlaceRequest, user_id: str | None, round_trip_ms: int = 0
    ) -> Ack | Refusal:
        """Lay a tile for a person; returns once it is on disk.

        `round_trip_ms`: the round trip of the connection, as measured by the server.
        """
        self._presence.alive(await self._rooms.live(game_id), user_id)
        return await self._handler.answer(
            game_id, message.id, lambda room, now_ms: room.place(message, user_id, now_ms, round_trip_ms)
        )

    async def resign(self, game_id: str, message: Resign, user_id: str | None) -> Ack | Refusal:
        """Resign a seat for a person; returns once it is on disk."""
        return await self._handler.answer(
            game_id, message.id, lambda room, now_ms: room.resign(message, user_id, now_ms)
        )

    async def agree(self, game_id: str, message: Agreement, user_id: str | None) -> Ack | Refusal:
        """Propose, reply, abort, claim or return for a person; returns once it is on disk."""
        live = await self._rooms.live(game_id)
        self._presence.alive(live, user_id)
        absences = live.absences

        def decide(room: Room, now_ms: int) -> RoomAnswer:
            return handle_agreement(room, message, user_id, now_ms, absences, self._restarted)

        return await self._handler.answer(game_id, message.id, threaded(decide))

    async def decide(self, game_id: str, decide: Decide) -> RoomAnswer:
        """Let a room decide about an action of the server itself, such as a default.

        Raises UnknownGame, and NotSaved.
        """
        live = await self._rooms.live(game_id)
        return await self._handler.change(live, decide, is_own=True)

    async def catch_up(self, game_id: str) -> None:
        """Reread a game because another server has changed it; raises UnknownGame."""
        await self._handler.catch_up(await self._rooms.live(game_id))

    async def welcome(self, game_id: str, user_id: str | None) -> Welcome | Waiting:
        """Return the message with the current state of a game."""
        live = await self._rooms.current(game_id)
        if self.arrivals.note(live.room, user_id):
            self._advance(live)
        welcome = await self._broadcaster.welcome(live.room, user_id)
        if isinstance(welcome, Welcome) and live.is_stale:
            return welcome.model_copy(update={"is_stale": True})
        return welcome

    async def waiting_view(self, room: Room, user_id: str | None) -> GameView:
        """Return the view of a table that waits for players."""
        return await self._broadcaster.waiting_view(room, user_id)

    async def position(self, room: Room, ply: int) -> PositionView:
        """Return the view of a position of a game; raises ValueError if the game has not reached this ply."""
        return await self._broadcaster.position(room, ply)

    async def join(self, game_id: str, outbox: Outbox, version: int | None = None) -> None:
        """Add a connection to the table: it gets a welcome, and every event from then on.

        With a `version` it gets the events after that version instead of a welcome, as with `sync`.
        """
        live = await self._rooms.current(game_id)
        self.arrivals.note(live.room, outbox.user_id)
        async with live.lock:
            check_still_open(live)
            await self._broadcaster.bring_up_to_date(live, outbox, version)
        if live.room.setup.plays(outbox.user_id) or live.room.robot_to_play is not None:
            self._advance(live)  # a spectator changes nothing, and there may be thousands
        self._presence.announce(live)

    def leave(self, game_id: str, outbox: Outbox) -> None:
        """Forget a connection."""
        live = self._rooms.leave(game_id, outbox)
        if live is not None:
            if live.room.setup.plays(outbox.user_id):
                self._presence.update_absences(live)
            self._presence.announce(live)

    async def sync(self, game_id: str, outbox: Outbox, version: int) -> None:
        """Send a connection the events after `version`."""
        live = await self._rooms.live(game_id)
        if version > live.room.version:  # the page has been at another server
            live = await self._rooms.current(game_id)
        async with live.lock:
            await self._broadcaster.catch_up(live, outbox, version)

    def send(
        self,
        game_id: str,
        text: str,
        to: Literal["players", "spectators", "all"] = "all",
        except_user_ids: Container[str | None] = (),
    ) -> None:
        """Send a text to all connections at a game's table, or only to some of them.

        Players are the connections of users who play a seat; spectators are all others. Nothing is sent if
        the game has no connections.
        """
        live = self._rooms.get(game_id)
        if live is None:
            return
        for outbox in tuple(live.outboxes):
            group = "players" if live.room.setup.plays(outbox.user_id) else "spectators"
            if to in ("all", group) and outbox.user_id not in except_user_ids:
                outbox.post(text)

    async def start(self) -> None:
        """Listen to the other servers on this database, if there are any."""
        await self._watch.start()

    async def close(self) -> None:
        """Stop the robots and wait for messages that are being handled."""
        await self._watch.stop()
        for live in self._rooms:
            self._scheduler.stop(live)
        await self._tasks.finish()
        await self._watch.leave()

    def _arrived_elsewhere(self, text: str) -> None:
        if (live := self._rooms.get(self.arrivals.received(text))) is not None:
            self._advance(live)

    def _on_vacations_changed(self, _rest: str) -> None:
        self._tasks.start(self._refresh_vacations())

    async def _refresh_vacations(self) -> None:
        for live in self._rooms:
            if live.room.setup.has_vacations and not live.room.game.is_over:
                await self._handler.refresh(live)

    def _advance(self, live: OpenRoom) -> None:
        self._scheduler.advance(live)

    def _listed(self, found: Iterable[StoredGame]) -> list[TableListing]:
        players, listings = self.players, [read_listing(each) for each in found]
        players.read_badges(listing.setup for listing in listings)
        return [listed(each, players.name_of, players.badge_of) for each in listings]

    async def check_aborts(self, user_id: str) -> None:
        """Raise Refusal while a user who aborted too many rated games has to wait before the next one."""
        if refusal := await self._abort_wait(user_id):
            raise refusal

    async def _abort_wait(self, user_id: str) -> Refusal | None:
        history = await asyncio.to_thread(abort_history, self._readers, user_id)
        wait_ms = history.wait_ms(self._settings.play_ms())
        minutes = -(-wait_ms // MINUTE_MS)
        return Refusal("abort_wait", f"wait {minutes} minutes", minutes=minutes) if minutes else None

    def _titled(self, setup: Setup) -> Setup:
        """Return the setup with the names that some players must use at tables."""
        seats = []
        for number, seat in enumerate(setup.seats):
            title = self.players.title_of(setup.occupant(number))
            seats.append(Seat(title, None) if title else seat)
        return replace(setup, seats=tuple(seats))

    def _restarted(self, room: Room, now_ms: int) -> RoomChange[Room]:
        return rematch(
            room,
            now_ms,
            self._settings,
            lambda begun: chain.from_iterable(self.events.changing.call(None, begun, now_ms)),
        )

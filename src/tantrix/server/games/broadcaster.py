"""What is sent to the connections at a table, and when: welcomes, new events and missed events."""

import asyncio

from tantrix.server.games.agreements import without_claims
from tantrix.server.games.events import GameEvents
from tantrix.server.games.open_rooms import OpenRoom
from tantrix.server.games.players import Players
from tantrix.server.games.room import Room
from tantrix.server.games.views.messages import MessageBuilder, game_view, is_of_private_event, offer_views
from tantrix.server.http.connection import Outbox
from tantrix.server.protocol.base import Stale
from tantrix.server.protocol.game import (
    Closed,
    GameView,
    Offers,
    PositionView,
    Rematch,
    Thinking,
    Waiting,
    Welcome,
)
from tantrix.server.settings import Settings

MAX_MISSED = 16  # events sent one by one; a connection that missed more gets a new welcome


class Broadcaster:
    """Sends messages to tables; messages that take long are built on threads."""

    def __init__(self, settings: Settings, players: Players, events: GameEvents) -> None:
        self._settings = settings
        self._players = players
        self._events = events
        self._messages = MessageBuilder(players.name_of, players.badge_of, players.runs_event)

    async def welcome(self, room: Room, user_id: str | None) -> Welcome | Waiting:
        """Return the message with the current state of a game."""
        if room.setup.is_waiting:
            return Waiting(game=await self.waiting_view(room, user_id))
        return await asyncio.to_thread(self._messages.welcome, room, user_id, self._settings.play_ms())

    async def waiting_view(self, room: Room, user_id: str | None) -> GameView:
        """Return the view of a table that waits for players."""
        of = self._players
        return await asyncio.to_thread(
            game_view, room.setup, user_id, of.name_of, badge_of=of.badge_of, runs=of.runs_event
        )

    async def position(self, room: Room, ply: int) -> PositionView:
        """Show a position of a game; raises ValueError if the game has not reached this ply."""
        return await asyncio.to_thread(self._messages.position, room, ply)

    async def bring_up_to_date(self, live: OpenRoom, outbox: Outbox, version: int | None) -> None:
        """Bring a connection up to date and send it all events from now on; the caller holds the lock."""
        await self._drop_claims(live, outbox.user_id)
        await self.catch_up(live, outbox, version)
        live.outboxes.add(outbox)
        if live.is_thinking and live.room.robot_to_play is not None:
            outbox.post(_thinking(live.room))
        self._probe(live, outbox)

    async def catch_up(self, live: OpenRoom, outbox: Outbox, version: int | None) -> None:
        """Send a connection the events after `version`, or a welcome if they are too many or unknown."""
        missed = await self._missed(live.room, outbox.user_id, version)
        live.catch_up(outbox)
        for text in missed:
            outbox.post(text)
        if live.is_stale:
            outbox.post(Stale(is_stale=True).model_dump_json())

    async def send_changes(self, live: OpenRoom, before: Room) -> None:
        """Send the changes to everyone at the table."""
        room, now_ms = live.room, self._settings.play_ms()
        is_later = room.version == before.version and room.delay_ms != before.delay_ms
        if (
            room.setup.occupants != before.setup.occupants
            or room.setup.started_ms != before.setup.started_ms
            or before.version < room.last_takeback_version - 1
            or is_later
        ):
            await self.welcome_all(live)
        else:
            for text in await self._texts(room, before.version, now_ms):
                live.post(text)
        if room.offers != before.offers:
            live.post(Offers(offers=offer_views(room)).model_dump_json())
        if room.rematch is not None and before.rematch is None:
            live.post(Rematch(url=f"/games/{room.rematch}").model_dump_json())
        self.changed(room)
        to_play = None if room.game.is_over else room.setup.occupant(room.game.to_play)
        for outbox in live.outboxes:
            if to_play is not None and outbox.user_id == to_play:
                self._probe(live, outbox)

    async def _texts(self, room: Room, version: int, now_ms: int) -> list[str]:
        """Return the events after a version as texts; if games must be replayed, this is done on a thread."""
        events = room.events[version:]
        if all(event.ply == room.game.ply for event in events):
            return self._messages.texts(room, events, now_ms)
        return await asyncio.to_thread(self._messages.texts, room, events, now_ms)

    def changed(self, room: Room) -> None:
        """Notify the rest of the server that a game has changed."""
        self._events.changed.call(room)

    def closed(self, live: OpenRoom) -> None:
        """Notify everyone at a table, and the rest of the server, that the table is closed."""
        live.post(Closed().model_dump_json())
        self.changed(live.room)

    def thinking(self, live: OpenRoom) -> None:
        """Notify everyone at the table that the robot to play is thinking."""
        live.post(_thinking(live.room))

    async def _drop_claims(self, live: OpenRoom, user_id: str | None) -> None:
        """Expire proposals to end the game for the absence of a user who has come back."""
        before = live.change(without_claims(live.room, user_id))
        if live.room is not before:
            await self.send_changes(live, before)

    def _probe(self, live: OpenRoom, outbox: Outbox) -> None:
        """Measure the round trip if the connection's user is to play and the clock runs in a live game."""
        room = live.room
        is_timed = room.is_live and room.clock is not None and room.clock.running is not None
        if is_timed and room.game.to_play in room.seats_of(outbox.user_id):
            outbox.probe(self._settings.play_ms())

    async def welcome_all(self, live: OpenRoom) -> None:
        """Send everyone at the table a new welcome."""
        for outbox in tuple(live.outboxes):
            live.catch_up(outbox)
            outbox.post((await self.welcome(live.room, outbox.user_id)).model_dump_json())

    async def _welcome_text(self, room: Room, user_id: str | None) -> str:
        """Return a welcome as text; spectators share one for each version, except in private events."""
        setup = room.setup
        if setup.is_waiting or setup.plays(user_id) or is_of_private_event(setup):
            return (await self.welcome(room, user_id)).model_dump_json()
        now_ms, messages = self._settings.play_ms(), self._messages
        known = messages.spectator_welcome(room, now_ms)
        if known is not None:
            return known
        return await asyncio.to_thread(messages.make_spectator_welcome, room, now_ms)

    async def _missed(self, room: Room, user_id: str | None, version: int | None) -> list[str]:
        is_near = (
            version is not None
            and max(0, room.last_takeback_version - 1) <= version <= room.version <= version + MAX_MISSED
        )
        if version is None or room.setup.is_waiting or not is_near:
            return [await self._welcome_text(room, user_id)]
        return await self._texts(room, version, self._settings.play_ms())


def _thinking(room: Room) -> str:
    return Thinking(seat=room.game.to_play).model_dump_json()

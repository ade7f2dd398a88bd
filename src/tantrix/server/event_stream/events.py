"""The events of a user's games, sent to their open streams.

A stream remembers what it has sent, so the same event can come from several sources: a change of a game on
this server, the beginning of the stream, and the database, which also has the events of other servers. It is
read when another server announces a change to a user who has a stream here, and every few seconds in case an
announcement was lost.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from tantrix.clock import print_control
from tantrix.game import Outcome
from tantrix.notation import print_rules
from tantrix.server.accounts.profiles import NameOf
from tantrix.server.background import SharedWork
from tantrix.server.cluster.bus import Bus
from tantrix.server.games.events import ACCOUNT
from tantrix.server.games.hub import Hub
from tantrix.server.games.room import Room
from tantrix.server.games.views.listings import GameListing, listing_of
from tantrix.server.games.views.messages import offer_views, seat_views
from tantrix.server.http.connection import Connection
from tantrix.server.protocol.account import (
    ChallengeClosed,
    Challenged,
    GameFinished,
    GameOffers,
    GameStarted,
    YourTurn,
)
from tantrix.server.protocol.base import Message
from tantrix.server.protocol.game import OfferView
from tantrix.server.protocol.lobby import ChallengeView
from tantrix.server.rooms.live_rooms import UnknownGame

TOPIC = "account"  # on the bus, before the id of a user who has posted a challenge or is invited
STREAM_TOPIC = "stream"  # on the bus, before the id of a user whose stream has to be read again
OFFERS_TOPIC = "offers"  # on the bus, before the id of a game whose offers have changed
_ALL = ""  # the key of work that is for all users
MAX_GAMES = 100  # at the beginning of a stream


@dataclass(slots=True, eq=False)
class _Listener:
    user_id: str
    connection: Connection
    versions: dict[str, int] = field(default_factory=dict)  # by game, as announced
    challenges: frozenset[str] = frozenset()
    offers: dict[str, list[OfferView]] = field(default_factory=dict)  # by game; only those with open ones
    proposals: Mapping[str, str | None] = field(default_factory=dict)  # by game, as last read

    def add_changes(self, game: GameListing, outcome: Outcome | None, name_of: NameOf) -> None:
        """Send the new events in a game of the listener."""
        game_id = game.setup.id
        known = self.versions.get(game_id)
        if game.setup.is_waiting or (known is None and outcome is not None):
            return
        if known is None:
            self._post(_started(game, self.user_id, name_of))
        if known is not None and known >= game.version:
            return
        self.versions[game_id] = game.version
        seat = game.to_play
        if outcome is not None:
            del self.versions[game_id]
            termination, scores, ranks = outcome.termination.value, list(outcome.scores), list(outcome.ranks)
            self._post(GameFinished(game=game_id, termination=termination, scores=scores, ranks=ranks))
        elif seat is not None and game.is_turn_of(self.user_id) and not game.is_paused:
            self._post(YourTurn(game=game_id, seat=seat, ply=game.ply, version=game.version))

    def add_offers(self, game_id: str, offers: list[OfferView]) -> None:
        """Send the offers in a game of the listener if they have changed."""
        if offers != self.offers.pop(game_id, []):
            self._post(GameOffers(game=game_id, offers=offers))
        if offers:
            self.offers[game_id] = offers

    def games_with_offers(self, proposals: Mapping[str, str | None]) -> set[str]:
        """Return the games whose offers have to be read, given the proposals in all games of the listener."""
        known, self.proposals = self.proposals, proposals
        return {*self.offers, *(game_id for game_id, text in proposals.items() if text != known.get(game_id))}

    def show_challenges(self, challenges: Sequence[ChallengeView]) -> None:
        """Send new invitations, and which challenges by or to the listener are no longer open."""
        for challenge in challenges:
            if challenge.role == "invited" and challenge.id not in self.challenges:
                self._post(Challenged(challenge=challenge))
        is_open = frozenset(challenge.id for challenge in challenges)
        for challenge_id in sorted(self.challenges - is_open):
            self._post(ChallengeClosed(challenge=challenge_id))
        self.challenges = is_open

    def _post(self, message: Message) -> None:
        self.connection.post(message.model_dump_json())


class ChallengeReader(Protocol):
    """Reads the challenges that users posted or are invited to: views, and the ids of all by user id."""

    async def challenges_of(self, user_id: str) -> Sequence[ChallengeView]: ...

    async def open_challenges(self) -> Mapping[str, Collection[str]]: ...


class AccountEvents:
    """The open streams of a server, by user id. `lobby` tells which challenges are open."""

    def __init__(self, hub: Hub, lobby: ChallengeReader, bus: Bus) -> None:
        self._hub = hub
        self._lobby = lobby
        self._bus = bus
        self._listeners: dict[str, set[_Listener]] = {}
        self._reading = SharedWork(self._read, SQLAlchemyError)
        self._challenging = SharedWork(self._read_challenges, SQLAlchemyError)
        self._closing = SharedWork(self._find_closed, SQLAlchemyError)
        self._offering = SharedWork(self._read_offers, SQLAlchemyError)
        hub.listen(TOPIC, self._posted)
        hub.listen(STREAM_TOPIC, lambda user_id: self.changed_elsewhere((user_id,)))
        hub.listen(OFFERS_TOPIC, self._offered)

    async def join(self, user_id: str, connection: Connection) -> Callable[[], None]:
        """Send the events of a user's games to a connection from now on; return a function that ends this."""
        listener = _Listener(user_id, connection)
        self._listeners.setdefault(user_id, set()).add(listener)
        self._bus.follow(f"{ACCOUNT} {user_id}", f"{STREAM_TOPIC} {user_id}")
        await self._reading.run(user_id)

        def leave() -> None:
            mine = self._listeners.get(user_id, set())
            mine.discard(listener)
            if not mine and self._listeners.pop(user_id, None) is not None:
                self._bus.unfollow(f"{ACCOUNT} {user_id}")

        return leave

    def game_changed(self, room: Room) -> None:
        """Send a change of a game to its players."""
        for user_id in {room.setup.occupant(seat) for seat in range(len(room.setup.seats))} - {None}:
            for listener in tuple(self._listeners.get(user_id or "", ())):
                listener.add_changes(listing_of(room), room.game.outcome, self._hub.players.name_of)
                listener.add_offers(room.setup.id, offer_views(room))
                if room.rematch is not None:
                    self._reading.start(listener.user_id)
        if room.offers:
            channels = (f"{ACCOUNT} {user_id}" for user_id in room.setup.user_ids)
            self._bus.publish(" ".join((OFFERS_TOPIC, room.setup.id, *room.setup.user_ids)), *channels)

    def changed_elsewhere(self, user_ids: Collection[str]) -> None:
        """Send users what another server has changed for them."""
        for user_id in self._listeners.keys() & set(user_ids):
            self._reading.start(user_id)

    def challenge_posted(self, user_id: str) -> None:
        """Send a new challenge by or to an account to it, at whatever server it has its streams."""
        self._posted(user_id)
        self._bus.publish(f"{TOPIC} {user_id}", f"{ACCOUNT} {user_id}")

    def lobby_updated(self) -> None:
        """Send which challenges are no longer open."""
        if any(listener.challenges for listeners in self._listeners.values() for listener in listeners):
            self._closing.start(_ALL)

    async def read_all(self) -> None:
        """Send all events in the database that the streams have not sent yet."""
        for user_id in list(self._listeners):
            await self._reading.run(user_id)

    async def _read(self, user_id: str) -> None:
        games = await self._hub.unfinished_of(user_id, MAX_GAMES)
        in_progress = {game.setup.id for game in games}
        proposals = await self._hub.proposals(in_progress)
        for listener in tuple(self._listeners.get(user_id, ())):
            ended = [await self._hub.stored_room(game_id) for game_id in {*listener.versions} - in_progress]
            name_of = self._hub.players.name_of
            for room in ended:
                listener.add_changes(listing_of(room), room.game.outcome, name_of)
            for game in reversed(games):
                listener.add_changes(game, None, name_of)
            for game_id in listener.games_with_offers(proposals):
                with suppress(UnknownGame):
                    await self._read_offers(game_id)
        await self._read_challenges(user_id)

    def _offered(self, text: str) -> None:
        game_id, *user_ids = text.split()
        if self._listeners.keys() & set(user_ids):
            self._offering.start(game_id)

    async def _read_offers(self, game_id: str) -> None:
        room = await self._hub.stored_room(game_id)
        offers = offer_views(room)
        for user_id in room.setup.user_ids:
            for listener in tuple(self._listeners.get(user_id, ())):
                listener.add_offers(game_id, offers)

    def _posted(self, user_id: str) -> None:
        if user_id in self._listeners:
            self._challenging.start(user_id)

    async def _find_closed(self, _all: str) -> None:
        """Read the challenges of those who have lost one: a busy lobby asks for this ten times a second."""
        is_open = await self._lobby.open_challenges()
        for user_id, listeners in tuple(self._listeners.items()):
            if any(listener.challenges.difference(is_open.get(user_id, ())) for listener in listeners):
                self._challenging.start(user_id)

    async def _read_challenges(self, user_id: str) -> None:
        challenges = await self._lobby.challenges_of(user_id)
        for listener in tuple(self._listeners.get(user_id, ())):
            listener.show_challenges(challenges)


def _started(game: GameListing, user_id: str, name_of: NameOf) -> GameStarted:
    setup = game.setup
    seats = seat_views(setup, user_id, name_of, game.stand_ins)
    return GameStarted(
        game=setup.id,
        url=f"/games/{setup.id}",
        seats=seats,
        my_seats=[seat.seat for seat in seats if seat.is_mine],
        rules=print_rules(setup.rules),
        control=None if setup.control is None else print_control(setup.control),
        is_rated=setup.is_rated,
    )

"""Rooms without a server: people are identified by their user IDs, and the time is a number."""

from dataclasses import replace
from itertools import count
from random import Random

from tantrix.clock import parse_control
from tantrix.deal import deal
from tantrix.record import Seat
from tantrix.rules import Rules
from tantrix.server.games.absence import NOBODY_AWAY, Absences
from tantrix.server.games.agreements import Agreement, handle_agreement
from tantrix.server.games.journal_lines import Takeback
from tantrix.server.games.room import Room, RoomAnswer, Setup, open_room
from tantrix.server.games.store import JournalEntry
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.game import Abort, Claim, Offer, PlaceRequest, Reply, Return
from tantrix.server.rooms.commands import MessageKey, RoomChange

NOW = 1_700_000_000_000
SECRET = bytes(range(32))
_NUMBERS = count()
PEOPLE = ("ann", "bea", "cyd", "dan")


def room_of(
    *players: str,
    control: str | None = None,
    is_rated: bool = False,
    rules: Rules | None = None,
    secret: bytes = SECRET,
) -> Room:
    """Open a room; a player whose name starts with `robot` is a server robot, all others are people."""
    rules = rules or Rules(colours=("R", "B", "Y", "G")[: len(players)])  # type: ignore[arg-type]
    seats = tuple(Seat(name, "random" if name.startswith("robot") else None) for name in players)
    others = tuple(
        (n, name) for n, name in enumerate(players) if name != players[0] and not name.startswith("robot")
    )
    setup = Setup(
        id="abcdefghijkm",
        owner=players[0],
        rules=rules,
        seats=seats,
        secret=secret,
        deal=deal(rules, secret),
        created_ms=NOW,
        open_seats=tuple(n for n, _ in others),
        occupants=others,
        control=None if control is None else parse_control(control),
        started_ms=NOW,
        is_rated=is_rated,
    )
    return open_room(setup)


class Dialogue:
    """A room and the messages that users send to it; each message has its own id."""

    def __init__(self, room: Room, now_ms: int = NOW) -> None:
        self.room = room
        self.now_ms = now_ms
        self.absences: Absences = NOBODY_AWAY

    def say(self, user_id: str | None, message: Agreement) -> str | None:
        """Send a message as a user; return why it was refused, or None if it was accepted."""
        answer = handle_agreement(self.room, message, user_id, self.now_ms, self.absences, _anew)
        return self.take(answer)

    def offer(self, user_id: str | None, kind: str) -> str | None:
        return self.say(user_id, Offer(type="offer", id=self.next_id(), kind=kind))  # type: ignore[arg-type]

    def reply(self, user_id: str | None, kind: str, accept: bool = True) -> str | None:
        message = Reply(type="reply", id=self.next_id(), kind=kind, accept=accept)  # type: ignore[arg-type]
        return self.say(user_id, message)

    def abort(self, user_id: str | None) -> str | None:
        return self.say(user_id, Abort(type="abort", id=self.next_id()))

    def claim(self, user_id: str | None, seat: int, how: str = "end") -> str | None:
        return self.say(user_id, Claim(type="claim", id=self.next_id(), seat=seat, how=how))  # type: ignore[arg-type]

    def come_back(self, user_id: str | None, seat: int) -> str | None:
        return self.say(user_id, Return(type="return", id=self.next_id(), seat=seat))

    def place(self, nth: int = 0, round_trip_ms: int = 0) -> str | None:
        """Lay a legal tile for the seat whose turn it is."""
        game, setup = self.room.game, self.room.setup
        placement = str(game.placements()[nth])
        message = PlaceRequest(id=self.next_id(), ply=game.ply, placement=placement)
        user_id = setup.occupant(game.to_play)
        if user_id is None:
            return self.take(self.room.lay(game.placements()[nth], self.now_ms))
        return self.take(self.room.place(message, user_id, self.now_ms, round_trip_ms))

    def play_turns(self, n_turns: int, rng: Random | None = None) -> None:
        """Lay tiles until `n_turns` more turns are complete."""
        last = self.room.game.turn + n_turns
        while self.room.game.turn < last and not self.room.game.is_over:
            n_legal = len(self.room.game.placements())
            assert self.place(rng.randrange(n_legal) if rng else 0) is None

    def next_id(self) -> str:
        return f"message-{next(_NUMBERS)}"

    def take(self, answer: RoomAnswer) -> str | None:
        """Keep the room that an answer leads to; return the code of a refusal."""
        if isinstance(answer, RoomChange):
            self.room = answer.room
        return answer.code if isinstance(answer, Refusal) else None


def journal_entries(answer: RoomAnswer) -> list[JournalEntry]:
    """Return the entries that an answer adds to the journal."""
    writes = answer.writes if isinstance(answer, RoomChange) else ()
    return [write for write in writes if isinstance(write, JournalEntry)]


def message_key(message_id: str) -> MessageKey:
    """Return the key of some message with this id."""
    return MessageKey("somebody", message_id, "0" * 16)


def _anew(room: Room, _now_ms: int) -> RoomChange:
    return RoomChange(replace(room, rematch="nextnextnext"), ())


def is_takeback(room: Room) -> bool:
    """Return whether the last event was a takeback."""
    return isinstance(room.events[-1].line, Takeback)

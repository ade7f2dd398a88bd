"""A room: one game, who may play it, and what has happened in it. It decides, and does nothing else.

A room is a value. A message makes a `Change`: the room after it and what must be saved first. Whoever
holds the room takes the new one only when the writes are on the disk; if they are not, he keeps the
old one, and nothing has happened.

Events are numbered from 1 without gaps: each line of the journal is one, and a game that ends by a
placement has one more, its end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tantrix.deal import Deal, commitment, next_draw, start
from tantrix.game import Game, Termination, Verdict
from tantrix.placement import Placement
from tantrix.record import Record, Seat
from tantrix.rules import Rules
from tantrix.server.lines import Ended, Put, parse_line
from tantrix.server.protocol import PlaceRequest, Resign
from tantrix.server.refusals import Refusal
from tantrix.server.store import Entry, Finish, Write


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change while a game is played. `owner` is the hash of the session that started it.

    A seat without a robot is a person's, at the owner's browser.
    """

    id: str
    owner: str
    rules: Rules
    seats: tuple[Seat, ...]
    secret: bytes
    deal: Deal
    created_ms: int

    def owns(self, owner: str | None, seat: int) -> bool:
        """Tell whether a session plays a seat: the owner plays all that no robot plays."""
        return owner == self.owner and self.seats[seat].robot is None


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a tile was laid as the `ply`-th, or the game ended with `ply` tiles laid."""

    version: int
    ply: int
    is_end: bool


@dataclass(frozen=True, slots=True)
class Room:
    """A game at its last event.

    `answered`: the versions that messages caused, by message id. `ended_by`: the seat that gave up.
    """

    setup: Setup
    game: Game
    events: tuple[Event, ...] = ()
    answered: Mapping[str, int] = field(default_factory=dict)
    ended_by: int | None = None

    @property
    def version(self) -> int:
        return len(self.events)

    @property
    def robot_to_play(self) -> str | None:
        """Name the robot that is to play; None if a person is, or nobody."""
        return None if self.game.is_over else self.setup.seats[self.game.to_play].robot

    def place(self, message: PlaceRequest, owner: str | None, now_ms: int) -> "Change | Repeat | Refusal":
        """Answer a person who lays a tile."""
        if owner != self.setup.owner:
            return Refusal("not_your_seat")
        if message.id in self.answered:
            return Repeat(self.answered[message.id])
        if message.ply != self.game.ply:
            return Refusal("stale_ply")
        if not self.game.is_over and not self.setup.owns(owner, self.game.to_play):
            return Refusal("not_your_seat")
        try:
            placement = Placement.parse(message.placement)
        except ValueError:
            return Refusal("bad_message")
        return self.lay(placement, now_ms, message.id)

    def lay(self, placement: Placement, now_ms: int, message_id: str | None = None) -> "Change | Refusal":
        """Lay a tile for the seat to play, robots' included, and draw from the bag."""
        verdict = self.game.verdict(placement)
        if verdict is not Verdict.LEGAL:
            return Refusal(verdict.name)
        line = Put(placement.canonical(), next_draw(self.setup.deal, self.game))
        return self._change(line, now_ms, message_id)

    def resign(self, message: Resign, owner: str | None, now_ms: int) -> "Change | Repeat | Refusal":
        """Answer a person who gives a seat up."""
        if owner != self.setup.owner:
            return Refusal("not_your_seat")
        if message.id in self.answered:
            return Repeat(self.answered[message.id])
        if message.seat >= len(self.setup.seats) or not self.setup.owns(owner, message.seat):
            return Refusal("not_your_seat")
        if self.game.is_over:
            return Refusal(Verdict.GAME_OVER.name)
        return self._change(Ended(Termination.RESIGNATION, message.seat), now_ms, message.id)

    def _change(self, line: Put | Ended, now_ms: int, message_id: str | None) -> "Change":
        sequence = len(self.events) + 1
        entry = Entry(self.setup.id, sequence, line.line(self.game), message_id, now_ms)
        after = self.after(line, message_id)
        finish = [Finish(self.setup.id, now_ms, _print_result(after.game))] if after.game.is_over else []
        return Change(after, (entry, *finish))

    def after(self, line: Put | Ended, message_id: str | None) -> "Room":
        """Return the room once a line is saved that some message, or none, has caused."""
        game = line.apply(self.game)
        version = self.version + 1
        events = [Event(version, game.ply, isinstance(line, Ended))]
        if game.is_over and isinstance(line, Put):
            events.append(Event(version + 1, game.ply, True))
        answered = self.answered if message_id is None else {**self.answered, message_id: version}
        ended_by = line.seat if isinstance(line, Ended) else None
        return Room(self.setup, game, (*self.events, *events), answered, ended_by)


@dataclass(frozen=True, slots=True)
class Change:
    """The room as it will be once `writes` are saved."""

    room: Room
    writes: tuple[Write, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The message was answered before; this is the event it caused then."""

    version: int


def open_room(setup: Setup) -> Room:
    """Open the room of a game just dealt."""
    return Room(setup, start(setup.rules, setup.deal))


def reopen_room(setup: Setup, entries: Iterable[Entry]) -> Room:
    """Open a room as its journal left it."""
    room = open_room(setup)
    for entry in entries:
        room = room.after(parse_line(entry.line, room.game), entry.message_id)
    return room


def game_at(room: Room, ply: int) -> Game:
    """Return the game as it was when `ply` tiles lay; raises ValueError if it has not come so far."""
    if ply == room.game.ply:
        return room.game
    return _replayed(room, ply)


def game_after(room: Room, event: Event) -> Game:
    """Return the game as an event left it."""
    return room.game if event.is_end else _replayed(room, event.ply)


def record_of(room: Room) -> Record:
    """Return the record of a game; the secret is in it when the game is over."""
    setup, is_over = room.setup, room.game.is_over
    return Record.of(
        room.game,
        setup.deal,
        seats=setup.seats,
        date=datetime.fromtimestamp(setup.created_ms // 1000, UTC).date().isoformat(),
        commitment=commitment(setup.secret),
        secret=setup.secret if is_over else None,
        ended_by=room.ended_by,
    )


def _replayed(room: Room, ply: int) -> Game:
    if ply == room.game.ply and not room.game.is_over:
        return room.game
    game = start(room.setup.rules, room.setup.deal)
    if not game.ply <= ply <= room.game.ply:
        raise ValueError(f"expected a ply {game.ply} to {room.game.ply}, got {ply}")
    for laid in room.game.laid[game.ply : ply]:
        game = game.play(laid.placement, laid.draw)
    return game


def _print_result(game: Game) -> str:
    assert game.outcome is not None, "only a game that is over has a result"
    return f"{game.outcome.termination.value} {' '.join(map(str, game.outcome.scores))}"

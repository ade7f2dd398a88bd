"""A room: one game, who may play it, and what has happened in it. It decides, and does nothing else.

A room is a value. A message makes a `Change`: the room after it and what must be saved first. Whoever
holds the room takes the new one only when the writes are on the disk; if they are not, he keeps the
old one, and nothing has happened.

Events are numbered from 1 without gaps: each line of the journal is one, and a game that ends by a
placement has one more, its end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from tantrix.clock import Clock, TimeControl
from tantrix.deal import Deal, commitment, next_draw, start
from tantrix.game import Game, Termination, Verdict
from tantrix.placement import Placement
from tantrix.record import Record, Seat
from tantrix.rules import Rules
from tantrix.server.lines import Ended, Put, parse_line
from tantrix.server.protocol.game import PlaceRequest, Resign
from tantrix.server.refusals import Refusal
from tantrix.server.store import Begin, Entry, Finish, Sitting, Write
from tantrix.server.uptime import NEVER_AWAY, Uptime


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change while a game is played. `owner` is the hash of the session that started it.

    A seat without a robot is a person's: at the owner's browser, or, if it is one of `open_seats`, that of
    the session in `sitters` that took it. The game begins when all open seats are taken, at `started_ms`.
    `record` is there if the game was not played here but imported: nobody plays it, `secret` may be empty.
    """

    id: str
    owner: str
    rules: Rules
    seats: tuple[Seat, ...]
    secret: bytes
    deal: Deal
    created_ms: int
    open_seats: tuple[int, ...] = ()
    sitters: tuple[tuple[int, str], ...] = ()
    control: TimeControl | None = None
    listing: str = "private"
    started_ms: int | None = None
    is_rated: bool = False
    record: Record | None = None

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The open seats that nobody has taken."""
        taken = dict(self.sitters)
        return tuple(seat for seat in self.open_seats if seat not in taken)

    @property
    def is_waiting(self) -> bool:
        """Tell whether the game cannot begin yet."""
        return bool(self.free_seats)

    def sitter(self, seat: int) -> str | None:
        """Return the session that plays a seat; None for a robot's or a free one."""
        if self.seats[seat].robot is not None:
            return None
        return dict(self.sitters).get(seat) if seat in self.open_seats else self.owner

    def owns(self, owner: str | None, seat: int) -> bool:
        """Tell whether a session plays a seat."""
        return owner is not None and self.sitter(seat) == owner

    def plays(self, owner: str | None) -> bool:
        """Tell whether a session plays any seat."""
        return any(self.owns(owner, seat) for seat in range(len(self.seats)))

    def with_sitter(self, sitting: Sitting) -> "Setup":
        """Return the set-up once a seat is taken."""
        seats = [*self.seats]
        seats[sitting.seat] = Seat(sitting.name, None)
        setup = replace(self, seats=tuple(seats), sitters=(*self.sitters, (sitting.seat, sitting.owner)))
        return setup if setup.is_waiting else replace(setup, started_ms=sitting.at_ms)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a tile was laid as the `ply`-th, or the game ended with `ply` tiles laid."""

    version: int
    ply: int
    is_end: bool


@dataclass(frozen=True, slots=True)
class Room:
    """A game at its last event.

    `answered`: the versions that messages caused, by message id. `ended_by`: the seat that gave up. `clock`
    is there if the game has a time control; it counts in `uptime`.
    """

    setup: Setup
    game: Game
    events: tuple[Event, ...] = ()
    answered: Mapping[str, int] = field(default_factory=dict)
    ended_by: int | None = None
    clock: Clock | None = None
    uptime: Uptime = NEVER_AWAY

    @property
    def version(self) -> int:
        return len(self.events)

    @property
    def robot_to_play(self) -> str | None:
        """Name the robot that is to play; None if a person is, or nobody."""
        if self.game.is_over or self.setup.is_waiting:
            return None
        return self.setup.seats[self.game.to_play].robot

    def sit(self, seat: int, name: str, owner: str, now_ms: int) -> "Change | Refusal":
        """Answer a person who wants to take an open seat; nobody plays against himself."""
        if self.setup.plays(owner):
            return Refusal("already_seated")
        if seat not in self.setup.free_seats:
            return Refusal("seat_taken")
        sitting = Sitting(self.setup.id, seat, owner, name, now_ms)
        setup = self.setup.with_sitter(sitting)
        begin = [] if setup.is_waiting else [Begin(setup.id, now_ms)]
        return Change(begun(replace(self, setup=setup)), (sitting, *begin))

    def fall(self, now_ms: int) -> "Change | Refusal":
        """End the game if a seat has lost by time (R8.1)."""
        seat = self.fallen(now_ms)
        if self.game.is_over or seat is None:
            return Refusal("stale_ply")
        return self._change(Ended(Termination.TIME, seat), now_ms, None)

    def fallen(self, now_ms: int) -> int | None:
        """Return the seat that has lost by time."""
        return None if self.clock is None else self.clock.fallen(self.uptime.at(now_ms))

    def falls_in_ms(self, now_ms: int) -> int | None:
        """Return how long until the seat to play has lost by time; None if it cannot."""
        falls_at_ms = None if self.clock is None else self.clock.falls_at_ms()
        return None if falls_at_ms is None else max(0, falls_at_ms - self.uptime.at(now_ms))

    def place(self, message: PlaceRequest, owner: str | None, now_ms: int) -> "Change | Repeat | Refusal":
        """Answer a person who lays a tile."""
        if not self.setup.plays(owner):
            return Refusal("not_your_seat")
        if message.id in self.answered:
            return Repeat(self.answered[message.id])
        if self.setup.is_waiting:
            return Refusal("not_begun")
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
        if self.fallen(now_ms) is not None:
            return Refusal("time_over")
        verdict = self.game.verdict(placement)
        if verdict is not Verdict.LEGAL:
            return Refusal(verdict.name)
        line = Put(placement.canonical(), next_draw(self.setup.deal, self.game))
        return self._change(line, now_ms, message_id)

    def resign(self, message: Resign, owner: str | None, now_ms: int) -> "Change | Repeat | Refusal":
        """Answer a person who gives a seat up."""
        if not self.setup.plays(owner):
            return Refusal("not_your_seat")
        if message.id in self.answered:
            return Repeat(self.answered[message.id])
        if self.setup.is_waiting:
            return Refusal("not_begun")
        if message.seat >= len(self.setup.seats) or not self.setup.owns(owner, message.seat):
            return Refusal("not_your_seat")
        if self.game.is_over:
            return Refusal(Verdict.GAME_OVER.name)
        return self._change(Ended(Termination.RESIGNATION, message.seat), now_ms, message.id)

    def _change(self, line: Put | Ended, now_ms: int, message_id: str | None) -> "Change":
        sequence = len(self.events) + 1
        entry = Entry(self.setup.id, sequence, line.line(self.game), message_id, now_ms)
        after = self.after(line, message_id, now_ms)
        finish = [Finish(self.setup.id, now_ms, _print_result(after.game))] if after.game.is_over else []
        return Change(after, (entry, *finish))

    def after(self, line: Put | Ended, message_id: str | None, at_ms: int) -> "Room":
        """Return the room once a line is saved that some message, or none, has caused."""
        game = line.apply(self.game)
        version = self.version + 1
        events = [Event(version, game.ply, isinstance(line, Ended))]
        if game.is_over and isinstance(line, Put):
            events.append(Event(version + 1, game.ply, True))
        answered = self.answered if message_id is None else {**self.answered, message_id: version}
        ended_by = line.seat if isinstance(line, Ended) else None
        return replace(
            self,
            game=game,
            events=(*self.events, *events),
            answered=answered,
            ended_by=ended_by,
            clock=self._pressed(game, at_ms),
        )

    def _pressed(self, game: Game, at_ms: int) -> Clock | None:
        """Return the clock once the game has moved on: it is pressed when the turn passes."""
        if self.clock is None or (game.turn == self.game.turn and not game.is_over):
            return self.clock
        now_ms = self.uptime.at(at_ms)
        return self.clock.pause(now_ms) if game.is_over else self.clock.press(game.to_play, now_ms)


@dataclass(frozen=True, slots=True)
class Change:
    """The room as it will be once `writes` are saved."""

    room: Room
    writes: tuple[Write, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The message was answered before; this is the event it caused then."""

    version: int


def open_room(setup: Setup, uptime: Uptime = NEVER_AWAY) -> Room:
    """Open the room of a game just dealt."""
    return begun(Room(setup, start(setup.rules, setup.deal), uptime=uptime))


def begun(room: Room) -> Room:
    """Start the clock if the game can begin and has a time control."""
    setup = room.setup
    if setup.control is None or setup.started_ms is None:
        return room
    clock = Clock.start(setup.control, len(setup.seats))
    return replace(room, clock=clock.press(room.game.to_play, room.uptime.at(setup.started_ms)))


def reopen_room(setup: Setup, entries: Iterable[Entry], uptime: Uptime = NEVER_AWAY) -> Room:
    """Open a room as its journal left it."""
    room = open_room(setup, uptime)
    for entry in entries:
        room = room.after(parse_line(entry.line, room.game), entry.message_id, entry.at_ms)
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
    if setup.record is not None:
        return setup.record
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

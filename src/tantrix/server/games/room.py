"""A room: one game, the users who may play it, and its history. It only makes decisions; it does no I/O.

A room is an immutable value. A message produces a `RoomChange`: the room after it, and the writes that must
be saved first. The caller replaces the room only when the writes are on the disk; if they cannot be saved, it
keeps the old room, and nothing has happened.

Events are numbered from 1 without gaps: each line of the journal is one event, and a game that ends with a
placement has one more, its end. A proposal is not an event, and expires with the next event.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tantrix.clock import DAY_MS, MINUTE_MS, Clock, TimeControl, TimeControlKind, print_control
from tantrix.competition.events.outcomes import GameOutcome, forfeited, played
from tantrix.competition.scoring import POINT, ended_tenths
from tantrix.deal import Deal, commitment, next_draw, start
from tantrix.game import Game, Termination, Verdict
from tantrix.notation import print_rules
from tantrix.placement import Placement
from tantrix.record import Record, Seat
from tantrix.rules import Rules
from tantrix.server.accounts.names import NewName
from tantrix.server.cluster.uptime import NEVER_AWAY, Outage, Uptime
from tantrix.server.database.writes import Write
from tantrix.server.games.colour_preferences import granted
from tantrix.server.games.journal_lines import (
    Departure,
    Ended,
    JournalLine,
    Pause,
    PlacementLine,
    StandIn,
    Takeback,
    parse_line,
)
from tantrix.server.games.lag import NO_LAG, LagBank
from tantrix.server.games.offers.pending import Declined, PendingOffer
from tantrix.server.games.offers.store import delete_delay
from tantrix.server.games.store import (
    FinishGame,
    GameProgress,
    JournalEntry,
    TakenSeat,
    begin_game,
    close_table,
    delete_taken_seats,
    end_countdown,
    end_taken_seats,
)
from tantrix.server.games.vacations.allowance import Vacations, current
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.game import PlaceRequest, Resign
from tantrix.server.protocol.times import print_day
from tantrix.server.rooms.commands import NONE_ANSWERED, AnsweredMessages, MessageKey, RoomChange, RoomRepeat

ABORT_TURNS = 2  # a game can be aborted until this many turns are complete
LOST_DELAY_MS = 250  # maximum delay assumed for a line if the server died before saving the actual one
EXHIBITION = "exhibition"  # the owner of games in which robots play for spectators
MATCH_STAND_IN = "master"  # the robot that plays on in a tournament game
MAX_PAUSE_MS = 60 * MINUTE_MS
MAX_CORRESPONDENCE_PAUSE_MS = 14 * DAY_MS
CHOICE_MS = MINUTE_MS  # how long the side that stayed may think about whether a robot shall play on
CORRESPONDENCE_CHOICE_MS = DAY_MS
_NO_VACATIONS: Vacations = {}
_WITHOUT_PLAY = (Termination.RESIGNATION, Termination.TIME, Termination.ABANDONED)


class HostSeat(NamedTuple):
    """The seat of a simul's host, and how much more time it has than the others."""

    seat: int
    extra_ms: int


@dataclass(frozen=True, slots=True)
class Setup:
    """The constant facts of a game. `owner` is the id of the user who started it.

    A person plays each seat without a robot: the owner or, if it is one of `open_seats`, the user in
    `occupants` who took it. The game begins when all open seats are taken, at `started_ms`. In a match that
    is the end of a countdown to the start of the clocks; tiles may be laid before.

    `record` is set if the game was imported, not played here: it has no players, and `secret` may be empty.
    `match_id`: the tournament and the match that the game belongs to, such as `k3jd92mfh4xa/1-swiss-2-1`.
    `host`: the seat of a simul's host, who plays many games at once.
    """

    id: str
    owner: str
    rules: Rules
    seats: tuple[Seat, ...]
    secret: bytes
    deal: Deal
    created_ms: int
    open_seats: tuple[int, ...] = ()
    occupants: tuple[tuple[int, str], ...] = ()
    control: TimeControl | None = None
    listing: str = "private"
    started_ms: int | None = None
    is_rated: bool = False
    record: Record | None = None
    colour_preferences: tuple[tuple[int, str], ...] = ()
    match_id: str | None = None
    host: HostSeat | None = None

    @property
    def is_exhibition(self) -> bool:
        """Return whether robots play for spectators, at the pace of the exhibition."""
        return self.owner == EXHIBITION

    @property
    def is_for_robots(self) -> bool:
        """Return whether only robots play."""
        return not self.open_seats and all(seat.robot for seat in self.seats)

    @property
    def has_vacations(self) -> bool:
        """Return whether the time stands still for players on vacation: not live, and not in tournaments."""
        is_correspondence = self.control is not None and self.control.kind is TimeControlKind.DAYS
        return is_correspondence and self.match_id is None and self.record is None

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The open seats that are not taken yet."""
        taken = dict(self.occupants)
        return tuple(seat for seat in self.open_seats if seat not in taken)

    @property
    def is_waiting(self) -> bool:
        """Return whether the game is waiting for players."""
        return bool(self.free_seats)

    def occupant(self, seat: int) -> str | None:
        """Return the user who plays a seat; None for robots' seats and free seats."""
        if self.seats[seat].robot is not None:
            return None
        return dict(self.occupants).get(seat) if seat in self.open_seats else self.owner

    @property
    def user_ids(self) -> frozenset[str]:
        """The users who play a seat."""
        occupants = (self.occupant(seat) for seat in range(len(self.seats)))
        return frozenset(user_id for user_id in occupants if user_id is not None)

    def is_host(self, seat: int) -> bool:
        """Return whether a seat belongs to the host of a simul, who is at other tables most of the time."""
        return self.host is not None and self.host.seat == seat

    def owns(self, user_id: str | None, seat: int) -> bool:
        """Return whether a user plays a seat."""
        return user_id is not None and self.occupant(seat) == user_id

    def plays(self, user_id: str | None) -> bool:
        """Return whether a user plays any seat."""
        return any(self.owns(user_id, seat) for seat in range(len(self.seats)))

    def with_name(self, new: NewName) -> "Setup":
        """Return the setup in which the seats that a user plays have another name."""
        seats = (
            Seat(new.instead_of(seat.name), None) if self.owns(new.user_id, n) else seat
            for n, seat in enumerate(self.seats)
        )
        return replace(self, seats=tuple(seats))

    def with_occupant(self, taken: TakenSeat) -> "Setup":
        """Return the setup after a seat is taken."""
        seats = [*self.seats]
        seats[taken.seat] = Seat(taken.name, None)
        setup = replace(
            self,
            seats=tuple(seats),
            occupants=(*self.occupants, (taken.seat, taken.user_id)),
            colour_preferences=(*self.colour_preferences, (taken.seat, taken.colour_preferences))
            if taken.colour_preferences
            else self.colour_preferences,
        )
        return setup if setup.is_waiting else replace(setup, started_ms=taken.at_ms)

    def with_colours(self) -> "Setup":
        """Return the setup with the players' colour preferences applied, and without the preferences."""
        return replace(self, rules=granted(self.rules, dict(self.colour_preferences)), colour_preferences=())


@dataclass(frozen=True, slots=True)
class RoomEvent:
    """An event of a game, with `ply` tiles on the table after it. `line` is None for the end by a placement.

    `left_ms`: for a placement, the time that its seat had left afterwards; None without a clock.
    """

    version: int
    ply: int
    line: JournalLine | None
    left_ms: int | None = None

    @property
    def is_end(self) -> bool:
        """Return whether this event ended the game."""
        return self.line is None or isinstance(self.line, Ended)


@dataclass(frozen=True, slots=True)
class Room:
    """A game at its last event.

    `answered`: the messages that were answered. `ended_by`: the seat that ended the game early, for example
    by resigning. `clock` is set if the game has a time control; it runs in `uptime`. `lag`: the time given
    back to clocks. `delay_ms`: how much time since the last line no clock counts, to be saved with the next
    line.

    `offers` are open until the next event; offers in `declined` may not be repeated before it. `stand_ins`:
    the robots that play on for people who left, by seat. `left`: the seats that have left, in order, and how;
    a robot plays on for each of them, or the other side has yet to choose (`undecided`). `paused_ms`: since
    when the game has been paused, in uptime. `last_takeback_version`: the version of the last takeback, 0 if
    there was none. `rematch`: the id of the rematch. `vacations`: those of the players; none in games in
    which they do not count. `failed_plans`: the seats whose planned reply to the last change was not legal;
    not saved.
    """

    setup: Setup
    game: Game
    events: tuple[RoomEvent, ...] = ()
    answered: AnsweredMessages = NONE_ANSWERED
    ended_by: int | None = None
    clock: Clock | None = None
    uptime: Uptime = NEVER_AWAY
    lag: LagBank = NO_LAG
    delay_ms: int = 0
    offers: tuple[PendingOffer, ...] = ()
    declined: Declined = frozenset()
    stand_ins: Mapping[int, str] = field(default_factory=dict)
    left: Mapping[int, Termination] = field(default_factory=dict)
    paused_ms: int | None = None
    last_takeback_version: int = 0
    rematch: str | None = None
    vacations: Vacations = field(default_factory=dict)
    failed_plans: frozenset[int] = frozenset()

    @property
    def version(self) -> int:
        return len(self.events)

    @property
    def is_live(self) -> bool:
        """Return whether the game is in play, not paused, and not a correspondence game."""
        is_played = not (self.setup.is_waiting or self.game.is_over)
        return is_played and self.paused_ms is None and not self.is_correspondence

    @property
    def is_correspondence(self) -> bool:
        """Return whether the game is played by correspondence."""
        return self.setup.control is not None and self.setup.control.kind is TimeControlKind.DAYS

    @property
    def may_abort(self) -> bool:
        """Return whether the players may abort the game without a result."""
        return not self.setup.is_waiting and self.setup.match_id is None and may_abort(self.game)

    @property
    def seats_of_people(self) -> frozenset[int]:
        """The seats that people play; once the game is over, also those that they left."""
        away = frozenset() if self.game.is_over else self.stand_ins.keys() | self.left.keys()
        seats = range(len(self.setup.seats))
        return frozenset(s for s in seats if self.setup.occupant(s) is not None and s not in away)

    @property
    def undecided(self) -> int | None:
        """The seat that left, while the other side has not said whether a robot shall play on for it."""
        if self.game.is_over:
            return None
        return next((seat for seat in self.left if seat not in self.stand_ins), None)

    @property
    def leaver(self) -> int | None:
        """The seat that ranks last because it has left, however well a robot plays for it; None if none.

        In a match a side leaves with its first player, elsewhere a team with its last one.
        """
        sides_leave = self.setup.match_id is not None
        partners = self.setup.rules.partners
        return next((s for s in self.left if sides_leave or self.left.keys() >= {*partners(s)}), None)

    @property
    def robot_to_play(self) -> str | None:
        """The name of the robot to play; None if it is a person's turn or the game is not running."""
        if self.game.is_over or self.setup.is_waiting or self.paused_ms is not None:
            return None
        seat = self.game.to_play
        return self.stand_ins.get(seat, self.setup.seats[seat].robot)

    def seats_of(self, user_id: str | None) -> frozenset[int]:
        """Return the seats that a user plays, except those where a robot stands in."""
        return frozenset(seat for seat in self.seats_of_people if self.setup.owns(user_id, seat))

    def take_seat(
        self, seat: int, name: str, user_id: str, now_ms: int, colour_preferences: str = ""
    ) -> "RoomChange[Room] | Refusal":
        """Handle a request to take an open seat; users may not play against themselves."""
        if self.setup.plays(user_id):
            return Refusal("already_seated")
        if seat not in self.setup.free_seats:
            return Refusal("seat_taken")
        taken = TakenSeat(self.setup.id, seat, user_id, name, now_ms, colour_preferences)
        setup = self.setup.with_occupant(taken)
        if setup.is_waiting:
            return RoomChange(replace(self, setup=setup), (taken,))
        setup = setup.with_colours()
        room = open_room(setup, self.uptime, self.vacations)
        begin = begin_game(setup.id, now_ms, print_rules(setup.rules))
        return RoomChange(room, (taken, begin, progress_row(room, now_ms)))

    def closing(self, user_id: str | None) -> "Refusal | tuple[Write, ...]":
        """Handle a request to close a waiting table: return a refusal, or the writes to save."""
        if user_id is None or user_id != self.setup.owner:
            return Refusal("not_owner")
        if not self.setup.is_waiting:
            return Refusal("has_begun")
        return delete_taken_seats(self.setup.id), close_table(self.setup.id)

    def countdown_ms(self, now_ms: int) -> int:
        """Return how long it is until the clocks start; 0 once they have, and for a table that waits."""
        return 0 if self.game.is_over else max(0, (self.setup.started_ms or 0) - now_ms)

    def end_countdown(self, now_ms: int) -> "RoomChange[Room] | Refusal":
        """Start the clocks before the end of the countdown, because everybody has come."""
        ends_ms, clock = self.setup.started_ms, self.clock
        if ends_ms is None or not self.countdown_ms(now_ms):
            return Refusal("not_now")
        if clock is not None and clock.running is not None:
            clock = clock.count_from(self.time_of(clock.running).at(now_ms))
        room = replace(self, setup=replace(self.setup, started_ms=now_ms), clock=clock, delay_ms=0)
        saved = end_countdown(self.setup.id, ends_ms, now_ms), delete_delay(self.setup.id)
        return RoomChange(room, (*saved, progress_row(room, now_ms)))

    def tick(self, now_ms: int) -> "RoomChange[Room] | Refusal":
        """Handle expired time: a seat has lost on time (R8.1), or a pause or a choice has lasted too long."""
        if not self.game.is_over and pause_left_ms(self, now_ms) == 0:
            left = self.undecided
            return self.change(Pause(False) if left is None else Ended(self.left[left], left), now_ms)
        seat = self.fallen(now_ms)
        if self.game.is_over or seat is None:
            return Refusal("stale_ply")
        return self.leave(seat, Termination.TIME, now_ms)

    def leave(
        self, seat: int, termination: Termination, now_ms: int, message: MessageKey | None = None
    ) -> "RoomChange[Room] | Refusal":
        """Let a seat leave the game, which ends, or in a match rests until the other side has chosen (R8.2).

        If the other side has left before, it has lost, so the game ends in favour of this one.
        """
        first = self.leaver
        if first is None:
            line = Departure(seat, termination) if self._may_choose(seat) else Ended(termination, seat)
            return self.change(line, now_ms, message)
        if first not in self.setup.rules.partners(seat):
            return self.change(Ended(self.left[first], first), now_ms, message)
        if self.paused_ms is not None:
            return Refusal("paused")
        return self.change(StandIn(seat, MATCH_STAND_IN), now_ms, message)

    def _may_choose(self, left: int) -> bool:
        """Return whether somebody may choose a robot for a seat that leaves: in a match, not at its start."""
        opponents = self.seats_of_people - {*self.setup.rules.partners(left)}
        is_match = self.setup.match_id is not None and self.setup.host is None
        return is_match and bool(opponents) and not may_abort(self.game)

    def fallen(self, now_ms: int) -> int | None:
        """Return the seat that has lost on time; None if there is none."""
        if self.clock is None or self._is_without_time:
            return None
        return self.clock.fallen(self.clock_ms(now_ms))

    def time_of(self, seat: int | None) -> Uptime:
        """Return the time that the clock of a seat counts: without outages and the player's vacations."""
        user_id = None if seat is None else self.setup.occupant(seat)
        vacations = self.vacations.get(user_id, ()) if user_id is not None else ()
        return self.uptime.without(Outage(*each) for each in vacations) if vacations else self.uptime

    def clock_ms(self, now_ms: int) -> int:
        """Return the time that the running clock counts."""
        return self.time_of(None if self.clock is None else self.clock.running).at(now_ms)

    def away_until_ms(self, seat: int, now_ms: int) -> int | None:
        """Return until when the player of a seat is on vacation; None if they are not."""
        vacation = current(self.vacations.get(self.setup.occupant(seat) or "", ()), now_ms)
        return None if vacation is None or self.game.is_over else vacation.until_ms

    @property
    def _is_without_time(self) -> bool:
        """Return whether the robot to play replaces a tournament player, so that the clock cannot run out."""
        return self.setup.match_id is not None and self.game.to_play in self.stand_ins

    def due_in_ms(self, now_ms: int) -> int | None:
        """Return how long until `tick` has something to do; None if nothing is due."""
        if self.paused_ms is not None:
            return pause_left_ms(self, now_ms)
        falls_at_ms = None if self.clock is None or self._is_without_time else self.clock.falls_at_ms()
        if falls_at_ms is None or self.clock is None:
            return None
        return self.time_of(self.clock.running).wait_ms(falls_at_ms, now_ms)

    def place(
        self, message: PlaceRequest, user_id: str | None, now_ms: int, round_trip_ms: int = 0
    ) -> "RoomChange[Room] | RoomRepeat | Refusal":
        """Handle a person's request to lay a tile."""
        if not self.setup.plays(user_id):
            return Refusal("not_your_seat")
        key = MessageKey.of(message.id, message, user_id or "", "place")
        if repeat := self.answered.find(key):
            return repeat
        if self.setup.is_waiting:
            return Refusal("not_begun")
        if message.ply != self.game.ply:
            return Refusal("stale_ply")
        if not self.game.is_over and not self.setup.owns(user_id, self.game.to_play):
            return Refusal("not_your_seat")
        if not self.game.is_over and (self.game.to_play in self.stand_ins or self.game.to_play in self.left):
            return Refusal("stood_in")
        try:
            placement = Placement.parse(message.placement)
        except ValueError:
            return Refusal("bad_message")
        return self.lay(placement, now_ms, key, round_trip_ms)

    def lay(
        self, placement: Placement, now_ms: int, message: MessageKey | None = None, round_trip_ms: int = 0
    ) -> "RoomChange[Room] | Refusal":
        """Lay a tile for the seat to play, a person's or a robot's, and draw from the bag."""
        if self.paused_ms is not None and not self.game.is_over:
            return Refusal("paused")
        if self.fallen(now_ms) is not None:
            return Refusal("time_over")
        verdict = self.game.verdict(placement)
        if verdict is not Verdict.LEGAL:
            return Refusal(verdict.name)
        line = PlacementLine(placement.canonical(), next_draw(self.setup.deal, self.game))
        return self.change(line, now_ms, message, self._lag_ms(now_ms, round_trip_ms))

    def _lag_ms(self, now_ms: int, round_trip_ms: int) -> int:
        clock = self.clock
        if clock is None or clock.control.kind is TimeControlKind.DAYS:
            return 0
        elapsed_ms = self.uptime.at(now_ms) - clock.since_ms
        return self.lag.credit(self.game.to_play, round_trip_ms, elapsed_ms)

    def resign(
        self, message: Resign, user_id: str | None, now_ms: int
    ) -> "RoomChange[Room] | RoomRepeat | Refusal":
        """Handle a person's request to resign a seat."""
        if not self.setup.plays(user_id):
            return Refusal("not_your_seat")
        key = MessageKey.of(message.id, message, user_id or "", message.type)
        if repeat := self.answered.find(key):
            return repeat
        if self.setup.is_waiting:
            return Refusal("not_begun")
        if message.seat >= len(self.setup.seats) or not self.setup.owns(user_id, message.seat):
            return Refusal("not_your_seat")
        if self.game.is_over:
            return Refusal(Verdict.GAME_OVER.name)
        if message.seat in self.stand_ins or message.seat in self.left:
            return Refusal("stood_in")
        return self.leave(message.seat, Termination.RESIGNATION, now_ms, key)

    def change(
        self, line: JournalLine, now_ms: int, message: MessageKey | None = None, lag_ms: int = 0
    ) -> "RoomChange[Room]":
        """Return the room after a line, with the writes that must be saved first."""
        sequence = len(self.events) + 1
        text = line.line(self.game)
        key = None if message is None else str(message)
        entry = JournalEntry(self.setup.id, sequence, text, key, now_ms, lag_ms, self.delay_ms)
        after = self.after(line, message, now_ms, lag_ms)
        return RoomChange(after, (entry, progress_row(after, now_ms), *_finish(after, now_ms)))

    def after(self, line: JournalLine, message: MessageKey | None, at_ms: int, lag_ms: int = 0) -> "Room":
        """Return the room after a saved line; `message` is None if none caused it."""
        game = self._game_after(line)
        version = self.version + 1
        clock = self._clock_after(line, game, at_ms, lag_ms)
        has_time = clock is not None and isinstance(line, PlacementLine)
        left_ms = (
            clock.left(seat := self.game.to_play, self.time_of(seat).at(at_ms))
            if clock and has_time
            else None
        )
        events = [RoomEvent(version, game.ply, line, left_ms)]
        if game.is_over and isinstance(line, PlacementLine):
            events.append(RoomEvent(version + 1, game.ply, None))
        return replace(
            self,
            game=game,
            events=(*self.events, *events),
            answered=self.answered.plus(message, version),
            ended_by=line.seat if isinstance(line, Ended) else self.leaver if game.is_over else None,
            clock=clock,
            lag=self._lag_after(line, game, lag_ms),
            delay_ms=0,
            offers=(),
            declined=frozenset(),
            stand_ins=self._stand_ins_after(line),
            left=self._left_after(line),
            paused_ms=self._paused_after(line, self.uptime.at(at_ms)),
            last_takeback_version=version if isinstance(line, Takeback) else self.last_takeback_version,
            failed_plans=frozenset(),
        )

    def with_delay(self, at_ms: int, now_ms: int) -> "Room":
        """Return the room when it is sent to its players: no clock counts the time since `at_ms`."""
        return self.delayed(self.clock_ms(now_ms) - self.clock_ms(at_ms))

    def delayed(self, ms: int) -> "Room":
        """Return the room with the running clock started `ms` milliseconds later."""
        if ms <= 0 or self.clock is None or self.clock.running is None:
            return self
        return replace(self, clock=self.clock.delay(ms), delay_ms=self.delay_ms + ms)

    def _game_after(self, line: JournalLine) -> Game:
        match line:
            case PlacementLine():
                game, left = self.game.play(line.placement, line.draw), self.leaver
                return game.end(self.left[left], left) if game.is_over and left is not None else game
            case Ended():
                return self.game.end(line.termination, line.seat)
            case Takeback():
                return game_at(self, line.ply)
            case StandIn() | Departure() | Pause():
                return self.game

    def _clock_after(self, line: JournalLine, game: Game, at_ms: int, lag_ms: int) -> Clock | None:
        """Return the clock after a line: it is pressed when the turn changes."""
        clock = self.clock
        if clock is None:
            return None
        now_ms = self.clock_ms(at_ms)
        next_ms = self.time_of(game.to_play).at(max(at_ms, self.setup.started_ms or 0))
        if game.is_over or line == Pause(True) or isinstance(line, Departure):
            return clock.give(self.game.to_play, lag_ms).pause(now_ms)
        match line:
            case Pause():
                return clock.resume(game.to_play, next_ms)
            case StandIn() if self.undecided is not None:
                return clock.resume(game.to_play, next_ms)
            case Takeback():
                return clock.turn_back(game.to_play, now_ms).count_from(next_ms)
            case PlacementLine():
                clock = clock.give(self.game.to_play, lag_ms)
                if game.turn == self.game.turn:
                    return clock
                return clock.press(game.to_play, now_ms).count_from(next_ms)
            case _:
                return clock

    def _lag_after(self, line: JournalLine, game: Game, lag_ms: int) -> LagBank:
        lag = self.lag.taken(self.game.to_play, lag_ms) if lag_ms else self.lag
        return lag if game.turn == self.game.turn and not isinstance(line, Takeback) else lag.next_turn()

    def _stand_ins_after(self, line: JournalLine) -> Mapping[int, str]:
        if not isinstance(line, StandIn):
            return self.stand_ins
        others = {seat: robot for seat, robot in self.stand_ins.items() if seat != line.seat}
        return others if line.robot is None else {**others, line.seat: line.robot}

    def _left_after(self, line: JournalLine) -> Mapping[int, Termination]:
        match line:
            case Departure():
                return {**self.left, line.seat: line.termination}
            case StandIn(seat, None):
                return {each: how for each, how in self.left.items() if each != seat}
            case StandIn():
                return {**self.left, line.seat: self.left.get(line.seat, Termination.ABANDONED)}
            case _:
                return self.left

    def _paused_after(self, line: JournalLine, now_ms: int) -> int | None:
        match line:
            case Pause():
                return now_ms if line.is_on else None
            case Departure():
                return now_ms
            case StandIn() if self.undecided is not None:
                return None
            case Ended():
                return None
            case _:
                return self.paused_ms


RoomAnswer = RoomChange[Room] | RoomRepeat | Refusal


def open_room(setup: Setup, uptime: Uptime = NEVER_AWAY, vacations: Vacations = _NO_VACATIONS) -> Room:
    """Open the room of a newly dealt game."""
    lag = LagBank((0,) * len(setup.seats))
    return begun(Room(setup, start(setup.rules, setup.deal), uptime=uptime, lag=lag, vacations=vacations))


def begun(room: Room) -> Room:
    """Start the clock if the game can begin and has a time control."""
    setup = room.setup
    if setup.control is None or setup.started_ms is None:
        return room
    clock = Clock.start(setup.control, len(setup.seats))
    if setup.host is not None:
        clock = clock.give(*setup.host)
    return replace(
        room, clock=clock.press(room.game.to_play, room.time_of(room.game.to_play).at(setup.started_ms))
    )


def reopen_room(
    setup: Setup,
    entries: Iterable[JournalEntry],
    uptime: Uptime = NEVER_AWAY,
    rematch: str | None = None,
    vacations: Vacations = _NO_VACATIONS,
) -> Room:
    """Open a room by replaying its journal.

    If the server stopped after the last line, it is not known how long that line took to reach the players:
    the clock is credited with the time until the outage, at most `LOST_DELAY_MS`.
    """
    room = replace(open_room(setup, uptime, vacations), rematch=rematch)
    at_ms = setup.started_ms or 0
    for entry in entries:
        line, at_ms = parse_line(entry.line, room.game), entry.at_ms
        key = None if entry.message_key is None else MessageKey.parse(entry.message_key)
        room = room.delayed(entry.delay_ms).after(line, key, at_ms, entry.lag_ms)
    outage = uptime.outage_after(at_ms)
    if outage is None:
        return room
    counted_ms = uptime.at(max(at_ms, outage.from_ms)) - uptime.at(at_ms)
    return room.delayed(min(LOST_DELAY_MS, counted_ms))


def progress_row(room: Room, now_ms: int) -> GameProgress:
    """Return the row with what lists show of a game."""
    game, due_in_ms = room.game, room.due_in_ms(now_ms)
    return GameProgress(
        game_id=room.setup.id,
        ply=game.ply,
        version=room.version,
        to_play=None if game.is_over else game.to_play,
        scores=",".join(map(str, game.scores)),
        stand_ins=",".join(f"{seat} {robot}" for seat, robot in sorted(room.stand_ins.items())),
        is_paused=room.paused_ms is not None,
        due_ms=None if due_in_ms is None else now_ms + due_in_ms,
    )


def pause_left_ms(room: Room, now_ms: int) -> int | None:
    """Return how much longer a pause, or the time for a choice, may last; None if the game is not paused."""
    if room.paused_ms is None:
        return None
    limits = (MAX_PAUSE_MS, MAX_CORRESPONDENCE_PAUSE_MS)
    if room.undecided is not None:
        limits = (CHOICE_MS, CORRESPONDENCE_CHOICE_MS)
    max_ms = limits[room.is_correspondence]
    return max(0, room.paused_ms + max_ms - room.uptime.at(now_ms))


def may_abort(game: Game) -> bool:
    """Return whether the game is not over and fewer than two turns are complete."""
    return not game.is_over and game.turn <= ABORT_TURNS


def is_settled(room: Room, ply: int) -> bool:
    """Return whether the position with `ply` tiles is final, because it can no longer be taken back."""
    return room.game.is_over or (room.setup.is_rated and ply < room.game.ply)


def game_at(room: Room, ply: int) -> Game:
    """Return the game as it was with `ply` tiles on the table; raises ValueError if `ply` is out of range."""
    if ply == room.game.ply:
        return room.game
    return _replayed(room, ply)


def game_after(room: Room, event: RoomEvent) -> Game:
    """Return the game as it was after an event that has not been taken back since."""
    return room.game if event.is_end else _replayed(room, event.ply)


def record_of(room: Room) -> Record:
    """Return the record of a game; it includes the secret only when the game is over."""
    setup, is_over = room.setup, room.game.is_over
    if setup.record is not None:
        return setup.record
    record = Record.of(
        room.game,
        setup.deal,
        seats=setup.seats,
        date=print_day(setup.created_ms),
        commitment=commitment(setup.secret),
        secret=setup.secret if is_over else None,
        ended_by=room.ended_by,
        left_ms=left_after_placements(room),
    )
    return replace(record, tags=tuple(_tags(room)))


def left_after_placements(room: Room) -> tuple[int | None, ...]:
    """Return the time that each tile's player had left after laying it, except for tiles taken back."""
    n_opening = start(room.setup.rules, room.setup.deal).ply
    left: list[int | None] = []
    for event in room.events:
        if isinstance(event.line, PlacementLine):
            left.append(event.left_ms)
        elif isinstance(event.line, Takeback):
            del left[event.line.ply - n_opening :]
    return tuple(left)


def penalties(room: Room, now_ms: int) -> tuple[int, int]:
    """Return the points that the clock costs the side of seat 0 and that of seat 1 (R8.1)."""
    if room.clock is None:
        return 0, 0
    rules, up_ms = room.setup.rules, room.uptime.at(now_ms)
    return room.clock.penalty(rules.partners(0), up_ms), room.clock.penalty(rules.partners(1), up_ms)


def match_outcome(room: Room, now_ms: int) -> GameOutcome:
    """Return the outcome of a finished game of a match, for the side of seat 0 and that of seat 1.

    A side that resigns, leaves or loses on time before the third turn counts as absent: an average win for
    the other side. In a simul, where no robot plays on, this applies to a resignation at any turn. Later it
    has lost, and the other side gets no less than that, even if a robot has played on.
    """
    outcome = room.game.outcome
    assert outcome is not None, f"expected a game that is over, got {room.setup.id}"
    present = _present_sides(room, outcome.termination)
    if present is not None:
        return forfeited(present)
    first, second = outcome.scores[:2]
    if room.ended_by is not None and outcome.termination.is_by_a_seat:
        left = room.ended_by % 2
        tenths = ended_tenths(first - second, penalties(room, now_ms), left)
        return GameOutcome(tenths, (2 * left, 2 - 2 * left), (first, second), penalties(room, now_ms))
    if outcome.termination in (Termination.DEADLOCK, Termination.AGREEMENT):
        return replace(played((first, first), penalties(room, now_ms)), scores=(first, second))
    return played((first, second), penalties(room, now_ms))


def is_default(room: Room) -> bool:
    """Return whether a finished game of a match counts as not played, because a side did not come."""
    outcome = room.game.outcome
    if room.setup.match_id is None or outcome is None:
        return False
    return _present_sides(room, outcome.termination) is not None


def _present_sides(room: Room, termination: Termination) -> tuple[bool, bool] | None:
    """Return which sides were present if the game ended by default; None if it was played."""
    if termination is Termination.ABORTED:
        return False, False
    counts_as_left = room.setup.host is not None or room.game.turn <= ABORT_TURNS
    if termination not in _WITHOUT_PLAY or not counts_as_left or room.ended_by is None:
        return None
    leaver = room.ended_by % 2
    return leaver != 0, leaver != 1


def tournament_tenths(room: Room, now_ms: int) -> tuple[int, ...] | None:
    """Return the tournament points of every seat in tenths, with the penalties of the clocks (R8.1, R8.2).

    A shared first rank is a draw, whatever the scores; partners get the points of their side. A finished
    game of a match has the points that the match counts. Returns None without the tournament clock, for
    three or four sides, and if the game was aborted.
    """
    rules, outcome, clock = room.setup.rules, room.game.outcome, room.clock
    if clock is None or clock.control.kind is not TimeControlKind.TOURNAMENT:
        return None
    is_aborted = outcome is not None and outcome.termination is Termination.ABORTED
    if is_aborted or not (rules.n_seats == 2 or rules.teams):
        return None
    if outcome is not None and room.setup.match_id is not None:
        tenths = match_outcome(room, now_ms).tenths
    else:
        is_draw = outcome is not None and outcome.ranks[0] == outcome.ranks[1]
        margin = 0 if is_draw else room.game.scores[0] - room.game.scores[1]
        leaver = room.leaver if room.ended_by is None else room.ended_by
        left = None if leaver is None else leaver % 2
        tenths = ended_tenths(margin, penalties(room, now_ms), left)
    return tuple(tenths[seat % 2] for seat in range(rules.n_seats))


def _tags(room: Room) -> Iterator[tuple[str, str]]:
    """Yield the tags that the server adds to the record of a game."""
    if room.setup.control is not None:
        yield "TimeControl", print_control(room.setup.control)
    tenths = tournament_tenths(room, 0) if room.game.is_over else None  # the clocks have stopped
    if tenths is not None:
        yield "TournamentPoints", print_tenths(tenths)
    if is_default(room):
        yield "Forfeit", "yes"


def print_tenths(tenths: Iterable[int]) -> str:
    """Print tournament points by seat, such as "15.3-4.7"."""
    return "-".join(f"{each / POINT:.1f}" for each in tenths)


def _replayed(room: Room, ply: int) -> Game:
    if ply == room.game.ply and not room.game.is_over:
        return room.game
    game = start(room.setup.rules, room.setup.deal)
    if not game.ply <= ply <= room.game.ply:
        raise ValueError(f"expected a ply {game.ply} to {room.game.ply}, got {ply}")
    for laid in room.game.laid[game.ply : ply]:
        game = game.play(laid.placement, laid.draw)
    return room.game if game.is_over else game  # a seat may have left a game that was played out


def _finish(room: Room, now_ms: int) -> tuple[Write, ...]:
    """Return the writes that end a game; none while it is in play."""
    if not room.game.is_over:
        return ()
    game_id = room.setup.id
    return FinishGame(game_id, now_ms, _print_result(room.game)), end_taken_seats(game_id)


def _print_result(game: Game) -> str:
    assert game.outcome is not None, "only a game that is over has a result"
    return f"{game.outcome.termination.value} {' '.join(map(str, game.outcome.scores))}"

"""A room of Gobble: its seats, its settings and the rush. It only makes decisions; it does no I/O.

A room is a value, as in `games/room.py`: a command produces a refusal or a `RoomChange`, which is the room
after it and the writes that must be saved first. The time of a rush starts when the countdown ends and does
not count outages, so no player loses time by a restart of the server.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from tantrix.deal import commitment
from tantrix.gobble import (
    Command,
    Give,
    Gobble,
    GobbleRules,
    Lay,
    Leave,
    Moment,
    Penalty,
    PutAside,
    RushRecord,
    RushVerdict,
    TimedCommand,
    Turn,
    deal_rush,
    parse_command,
    print_command,
)
from tantrix.placement import Placement
from tantrix.server.accounts.names import NewName
from tantrix.server.cluster.uptime import NEVER_AWAY, Uptime
from tantrix.server.gobble.store import (
    RushEntry,
    StoredRushPlayer,
    change_host,
    change_rush,
    finish_rush,
    link_rematch,
)
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.gobble import (
    GiveTile,
    LayTile,
    LeaveRush,
    PutTileAside,
    RushCommand,
    RushSettings,
    TurnTile,
)
from tantrix.server.rooms.attendance import Owned
from tantrix.server.rooms.commands import NONE_ANSWERED, AnsweredMessages, MessageKey, RoomChange, RoomRepeat
from tantrix.server.wording.seats import player_name, robot_name
from tantrix.tiles import GAME_SET

MAX_SEATS = 8
COUNTDOWN_MS = 3_000
IDLE_MS = 180_000  # a rush ends when no player has acted for this long
RushPhase = Literal["waiting", "countdown", "running", "over"]


@dataclass(frozen=True, slots=True)
class RushSeat:
    """The player at a seat: a person, given by user id, or a robot of some style."""

    name: str
    user_id: str | None
    robot: str | None = None


@dataclass(frozen=True, slots=True)
class RushSetup:
    """The setup of a room. It may change until `started_ms`, the end of the countdown, is set.

    `owner`: the host, at first the player who opened the room; this may change until the rush is over.
    `tournament`: the id of the cup whose table this is.
    """

    id: str
    owner: str
    secret: bytes
    created_ms: int
    seats: tuple[RushSeat, ...]
    settings: RushSettings
    listing: Literal["private", "open", "linked"] = "private"
    started_ms: int | None = None
    rematch: str | None = None
    tournament: str | None = None

    @property
    def rules(self) -> GobbleRules:
        """The rules, or before the start what the rules would be if the rush began now."""
        settings = self.settings
        return GobbleRules(
            n_players=max(1, len(self.seats)),
            tiles=dealt(settings, max(1, len(self.seats))),
            double_gobble=settings.double_gobble,
            penalty=Penalty(settings.penalty),
            choose_ms=settings.choose_s * 1000,
            limit_ms=max(10, settings.limit_s) * 1000 if settings.limit_s else 0,
            idle_ms=IDLE_MS,
        )

    @property
    def is_rated(self) -> bool:
        """Return whether the result changes ratings."""
        return self.settings.rated

    @property
    def user_ids(self) -> frozenset[str]:
        """The owner and the people in the seats."""
        return frozenset((self.owner, *(seat.user_id for seat in self.seats if seat.user_id is not None)))

    @property
    def owned(self) -> Owned:
        """The host, and the players who could follow in seat order."""
        heirs = tuple(seat.user_id for seat in self.seats if seat.user_id is not None)
        return Owned(self.owner, heirs)

    def seat_of(self, user_id: str | None) -> int | None:
        """Return the seat of a user; None for spectators."""
        if user_id is None:
            return None
        return next((number for number, seat in enumerate(self.seats) if seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class RushRoom:
    """A room after its last event. `moments`: the deal and every command after it; empty before the start.

    `answered`: the messages that were answered.
    """

    setup: RushSetup
    moments: tuple[Moment, ...] = ()
    answered: AnsweredMessages = NONE_ANSWERED
    uptime: Uptime = NEVER_AWAY

    @property
    def rush(self) -> Gobble | None:
        """The current state of the rush; None before its start."""
        return self.moments[-1].rush if self.moments else None

    @property
    def version(self) -> int:
        """The number of accepted commands."""
        return max(0, len(self.moments) - 1)

    @property
    def is_over(self) -> bool:
        return bool(self.moments) and self.moments[-1].rush.is_over

    def with_name(self, new: NewName) -> "RushRoom":
        """Return the room in which the seat of a user has another name."""
        seats = (
            replace(each, name=new.instead_of(each.name)) if each.user_id == new.user_id else each
            for each in self.setup.seats
        )
        return replace(self, setup=replace(self.setup, seats=tuple(seats)))

    def rush_ms(self, now_ms: int) -> int:
        """Return the time of the rush, negative during the countdown. The rush must have started."""
        assert self.setup.started_ms is not None, "expected a rush that has started"
        return self.uptime.at(now_ms) - self.uptime.at(self.setup.started_ms)

    def phase(self, now_ms: int) -> RushPhase:
        """Return the phase of the room."""
        if self.setup.started_ms is None:
            return "waiting"
        if self.is_over:
            return "over"
        return "countdown" if self.rush_ms(now_ms) < 0 else "running"

    def sit(self, name: str, user_id: str) -> "RushAnswer":
        """Take the next free seat for a person."""
        if self.setup.seat_of(user_id) is not None:
            return Refusal("already_seated")
        return self._seated(RushSeat(name or player_name(len(self.setup.seats) + 1), user_id))

    def add_robot(self, style: str, user_id: str | None) -> "RushAnswer":
        """Seat a robot at the next free seat; only the owner may do this."""
        if user_id != self.setup.owner:
            return Refusal("gobble:not_owner")
        return self._seated(robot_seat(style, self.setup.seats))

    def stand(self, seat: int, user_id: str | None) -> "RushAnswer":
        """Free a seat: players may free their own, the owner any."""
        if self.setup.started_ms is not None:
            return Refusal("rush_begun")
        own = self.setup.seat_of(user_id)
        is_owner = user_id is not None and user_id == self.setup.owner
        if seat >= len(self.setup.seats) or user_id is None or (own != seat and not is_owner):
            return Refusal("not_your_seat")
        seats = (*self.setup.seats[:seat], *self.setup.seats[seat + 1 :])
        extra = [*self.setup.settings.handicaps]
        del extra[seat : seat + 1]
        settings = self.setup.settings.model_copy(update={"handicaps": extra})
        return self._set_up(replace(self.setup, seats=seats, settings=settings))

    def give_host(self, seat: int, user_id: str | None) -> "RushAnswer":
        """Make the person in a seat the host; only the host may do this."""
        if user_id is None or user_id != self.setup.owner:
            return Refusal("gobble:not_owner")
        heir = self.setup.seats[seat].user_id if seat < len(self.setup.seats) else None
        return Refusal("gobble:no_person") if heir is None else self.with_host(heir)

    def with_host(self, user_id: str) -> "RushAnswer":
        """Make a seated person the host until the rush is over."""
        if self.is_over:
            return Refusal(f"gobble:{RushVerdict.GAME_OVER.name}")
        if user_id == self.setup.owner:
            return RoomRepeat(self.version)
        setup = replace(self.setup, owner=user_id)
        return RoomChange(replace(self, setup=setup), (change_host(setup.id, user_id, self.setup.owner),))

    def depart(self, user_id: str, now_ms: int) -> "RushAnswer":
        """Let a user leave whose account is closed or banned; a refusal if they have no seat any more."""
        seat = self.setup.seat_of(user_id)
        if seat is None:
            return Refusal("not_your_seat")
        return self.stand(seat, user_id) if self.setup.started_ms is None else self.apply(Leave(seat), now_ms)

    def change_settings(self, settings: RushSettings, user_id: str | None) -> "RushAnswer":
        """Change the settings; only the owner may do this."""
        if user_id is None or user_id != self.setup.owner:
            return Refusal("gobble:not_owner")
        if self.setup.started_ms is not None:
            return Refusal("rush_begun")
        return self._set_up(replace(self.setup, settings=settings))

    def start(self, user_id: str | None, now_ms: int) -> "RushAnswer":
        """Start the countdown and deal to the seated players; only the owner may do this."""
        if user_id is None or user_id != self.setup.owner:
            return Refusal("gobble:not_owner")
        if self.setup.started_ms is not None:
            return Refusal("rush_begun")
        if not self.setup.seats:
            return Refusal("not_your_seat")
        setup = replace(self.setup, started_ms=now_ms + COUNTDOWN_MS)
        change = self._set_up(setup)
        assert isinstance(change, RoomChange), "judged before"
        players = (
            StoredRushPlayer(setup.id, number, seat.user_id)
            for number, seat in enumerate(setup.seats)
            if seat.user_id is not None
        )
        return RoomChange(dealt_room(change.room), (*change.writes, *players))

    def rematched(self, rematch: str) -> "RushAnswer":
        """Record that a rematch was opened."""
        setup = replace(self.setup, rematch=rematch)
        return RoomChange(replace(self, setup=setup), (link_rematch(setup.id, rematch),))

    def play(self, message: RushCommand, user_id: str | None, now_ms: int) -> "RushAnswer":
        """Carry out a person's command, once for each message id."""
        seat = self.setup.seat_of(user_id)
        if seat is None:
            return Refusal("not_your_seat")
        key = MessageKey.of(message.id, message, user_id or "", message.type)
        repeat = self.answered.find(key)
        if repeat is not None:
            return repeat
        try:
            command = _command(message, seat)
        except ValueError:
            return Refusal("bad_message")
        return self.apply(command, now_ms, key)

    def apply(self, command: Command, now_ms: int, message: MessageKey | None = None) -> "RushAnswer":
        """Carry out a command of a person, a robot or the clock, if the rules allow it."""
        rush = self.rush
        if rush is None or self.rush_ms(now_ms) < 0:
            return Refusal("rush_not_begun")
        # The time of a rush must not go back if the wall clock was set back between two runs of the server.
        at_ms = max(rush.at_ms, self.rush_ms(now_ms))
        if isinstance(command, Give) and command.to >= len(self.setup.seats):
            return Refusal("gobble:NO_OPPONENT")
        verdict = rush.verdict(command, at_ms)
        if verdict:
            return Refusal(f"gobble:{verdict.name}")
        stamped = TimedCommand(at_ms, command)
        after = self.after(stamped, message)
        key = None if message is None else str(message)
        entry = RushEntry(self.setup.id, after.version, print_command(stamped), key)
        finish = [finish_rush(self.setup.id, now_ms, _print_result(after))] if after.is_over else []
        return RoomChange(after, (entry, *finish))

    def after(self, stamped: TimedCommand, message: MessageKey | None) -> "RushRoom":
        """Return the room after a command; `message` is the message that caused it, if any."""
        rush, events = self.moments[-1].rush.play(stamped.command, stamped.at_ms)
        version = self.version + 1
        answered = self.answered.plus(message, version)
        return replace(self, moments=(*self.moments, Moment(stamped, rush, events)), answered=answered)

    def _seated(self, seat: RushSeat) -> "RushAnswer":
        if self.setup.started_ms is not None:
            return Refusal("rush_begun")
        if len(self.setup.seats) == MAX_SEATS:
            return Refusal("rush_full")
        return self._set_up(replace(self.setup, seats=(*self.setup.seats, seat)))

    def _set_up(self, setup: RushSetup) -> "RushAnswer":
        write = change_rush(
            setup.id,
            setup.settings.model_dump_json(),
            print_seats(setup.seats),
            setup.started_ms,
            known_owner=self.setup.owner,
            known_settings=self.setup.settings.model_dump_json(),
            known_seats=print_seats(self.setup.seats),
        )
        return RoomChange(replace(self, setup=setup), (write,))


RushAnswer = RoomChange[RushRoom] | RoomRepeat | Refusal


def dealt(settings: RushSettings, n_players: int) -> tuple[int, ...]:
    """Return how many tiles each seat gets; empty if all tiles are dealt equally."""
    extra = [*settings.handicaps, *[0] * n_players][:n_players]
    if settings.share is None and not any(extra):
        return ()
    most = len(GAME_SET) - 2
    fair = (most - sum(extra)) // n_players
    share = fair if settings.share is None else min(settings.share, fair)
    tiles = [max(1, share + more) for more in extra]
    while sum(tiles) > most:
        tiles[tiles.index(max(tiles))] -= 1
    return tuple(tiles)


def print_seats(seats: Iterable[RushSeat]) -> str:
    """Write seats as a JSON list of name, user id and robot."""
    return json.dumps([[seat.name, seat.user_id, seat.robot] for seat in seats], ensure_ascii=False)


def parse_seats(text: str) -> tuple[RushSeat, ...]:
    """Parse seats that `print_seats` has written."""
    return tuple(RushSeat(name, user_id, robot) for name, user_id, robot in json.loads(text))


def robot_seat(style: str, others: Iterable[RushSeat]) -> RushSeat:
    """Return a seat for a robot, with a name that no other player in the room has."""
    return RushSeat(robot_name(style, (seat.name for seat in others)), None, style)


def dealt_room(room: RushRoom) -> RushRoom:
    """Return the room after its rush is dealt."""
    rush = Gobble.start(room.setup.rules, deal_rush(room.setup.rules, room.setup.secret))
    return replace(room, moments=(Moment(None, rush, ()),))


def reopened(setup: RushSetup, entries: Iterable[RushEntry], uptime: Uptime = NEVER_AWAY) -> RushRoom:
    """Return a room in the state after its journal."""
    room = RushRoom(setup, uptime=uptime)
    if setup.started_ms is None:
        return room
    room = dealt_room(room)
    for entry in entries:
        key = None if entry.message_key is None else MessageKey.parse(entry.message_key)
        room = room.after(parse_command(entry.line), key)
    return room


def record_of(room: RushRoom) -> RushRecord:
    """Return the record of a rush; it includes the secret of the deal only when the rush is over."""
    setup, outcome = room.setup, None if room.rush is None else room.rush.outcome
    return RushRecord(
        rules=setup.rules,
        names=tuple(_plain(seat.name) for seat in setup.seats),
        lines=tuple(moment.stamped for moment in room.moments if moment.stamped is not None),
        secret=setup.secret if room.is_over else None,
        commitment=commitment(setup.secret),
        ranks=None if outcome is None else outcome.ranks,
    )


def handicaps_after(room: RushRoom) -> list[int]:
    """Return the handicaps for a rematch: players who ranked above the middle get more tiles, others fewer.

    Each rank away from the middle counts half a tile, and the change is at least one tile. The changes add up
    to about zero.
    """
    rush = room.rush
    assert rush is not None and rush.outcome is not None, "expected a rush that is over"
    before = [*room.setup.settings.handicaps, *[0] * MAX_SEATS]
    middle = sum(rush.outcome.ranks) / len(rush.outcome.ranks)
    return [
        max(-20, min(20, before[seat] + _step(middle - rank))) for seat, rank in enumerate(rush.outcome.ranks)
    ]


def _step(above: float) -> int:
    if above == 0:
        return 0
    return max(1, round(abs(above) / 2)) * (1 if above > 0 else -1)


def _command(message: RushCommand, seat: int) -> Command:
    match message:
        case TurnTile():
            return Turn(seat)
        case LayTile():
            return Lay(seat, Placement.parse(message.placement))
        case PutTileAside():
            return PutAside(seat)
        case GiveTile():
            return Give(seat, message.to, message.tile)
        case LeaveRush():
            return Leave(seat)


def _plain(name: str) -> str:
    return "".join(" " if letter in '"\\;[]' else letter for letter in name)


def _print_result(room: RushRoom) -> str:
    outcome = room.rush.outcome if room.rush else None
    assert outcome is not None, "expected a rush that is over"
    return f"{outcome.ending.value} {' '.join(map(str, outcome.ranks))}"

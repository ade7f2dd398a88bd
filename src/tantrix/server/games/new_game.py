"""Turn a game request into a dealt game, and convert a dealt game to and from its row in the store."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from tantrix.clock import parse_control, print_control
from tantrix.deal import Deal, commitment, parse_secret, print_secret
from tantrix.notation import parse_rules, print_rules
from tantrix.record import Seat
from tantrix.robots import names
from tantrix.robots.roster import has_fixed_strength
from tantrix.rules import Deadlock, ForcedSides, Rules, Start
from tantrix.server.database.writes import Write
from tantrix.server.games.offers.store import RematchLink
from tantrix.server.games.room import HostSeat, Room, Setup, open_room, progress_row
from tantrix.server.games.store import GameRow, TakenSeat
from tantrix.server.protocol.lobby import NewGame, SeatChoice
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.settings import Settings
from tantrix.server.wording.seats import named_seats
from tantrix.tiles import Colour

OPEN_SEAT = "open"
_PREFERENCES = "prefers "
_HOST = "host "  # and how many milliseconds more the seat has than the others
_NO_DEAL = Deal(hands=(), to_play=0, opening=None, drawn=(), bag=())


def new_setup(new: NewGame, user_id: str, settings: Settings) -> Setup:
    """Deal the requested game; raises ValueError if its rules contradict each other."""
    rules, secret = rules_of(new), settings.make_secret()
    open_seats = tuple(seat for seat, choice in enumerate(new.seats) if choice.kind == "open")
    if len(open_seats) == len(new.seats):
        raise ValueError("expected a seat for the player who opens the table, got only open seats")
    if new.rated:
        _check_rated(new)
    now_ms = settings.play_ms()
    setup = Setup(
        id=settings.make_id(),
        owner=user_id,
        rules=rules,
        seats=_seats(new.seats),
        secret=secret,
        deal=settings.deal(rules, secret),
        created_ms=now_ms,
        open_seats=open_seats,
        control=None if new.control is None else parse_control(new.control),
        listing=new.listing,
        started_ms=None if open_seats else now_ms,
        is_rated=new.rated,
        colour_preferences=tuple(
            (n, "".join(choice.colour_preferences))
            for n, choice in enumerate(new.seats)
            if choice.colour_preferences
        ),
    )
    return setup if setup.is_waiting else setup.with_colours()


def rematch(
    room: Room, now_ms: int, settings: Settings, begin_writes: Callable[[Room], Iterable[Write]]
) -> RoomChange[Room]:
    """Deal the next game at a table, with all players moved on by one seat, and link to it as the rematch.

    `begin_writes`: the writes of subscribers for the commit that begins a game.
    """
    setup = _moved_on(room.setup, now_ms, settings)
    link, more = (
        RematchLink(room.setup.id, setup.id),
        begin_writes(open_room(setup, room.uptime, room.vacations)),
    )
    writes: tuple[Write, ...] = (row_of(setup), *taken_seats_of(setup), link, *more)
    return RoomChange(replace(room, rematch=setup.id), writes)


def taken_seats_of(setup: Setup) -> list[TakenSeat]:
    """List the taken open seats of a new game, as rows."""
    seats, at_ms = setup.seats, setup.created_ms
    return [TakenSeat(setup.id, seat, user_id, seats[seat].name, at_ms) for seat, user_id in setup.occupants]


def row_of(setup: Setup) -> GameRow:
    """Return the row of a new game."""
    return GameRow(
        id=setup.id,
        owner=setup.owner,
        rules=print_rules(setup.rules),
        seats=_print_seats(setup),
        secret=print_secret(setup.secret),
        commitment=commitment(setup.secret),
        created_ms=setup.created_ms,
        control=None if setup.control is None else print_control(setup.control),
        listing=setup.listing,
        started_ms=setup.started_ms,
        is_rated=setup.is_rated,
        match_id=setup.match_id,
        **progress_row(open_room(setup), setup.created_ms).columns,
    )


def setup_of(row: GameRow, taken_seats: Iterable[TakenSeat], settings: Settings) -> Setup:
    """Read a setup from a row and the seats taken since; the deal follows from rules and secret."""
    setup = undealt_setup(row, taken_seats)
    secret = parse_secret(row.secret)
    return replace(setup, secret=secret, deal=settings.deal(setup.rules, secret))


def undealt_setup(row: GameRow, taken_seats: Iterable[TakenSeat]) -> Setup:
    """Read a setup like `setup_of`, but without its secret and with an empty deal, for use in lists."""
    seats = json.loads(row.seats)
    words = tuple(_words(seats))
    setup = Setup(
        id=row.id,
        owner=row.owner,
        rules=parse_rules(row.rules),
        seats=tuple(Seat(name, robot) for name, robot, *_ in seats),
        secret=b"",
        deal=_NO_DEAL,
        created_ms=row.created_ms,
        open_seats=tuple(number for number, seat in enumerate(seats) if OPEN_SEAT in seat[2:]),
        control=None if row.control is None else parse_control(row.control),
        listing=row.listing,
        started_ms=row.started_ms,
        is_rated=row.is_rated,
        match_id=row.match_id,
        colour_preferences=tuple(
            (n, word[len(_PREFERENCES) :]) for n, word in words if word.startswith(_PREFERENCES)
        ),
        host=next((_host(n, word) for n, word in words if word.startswith(_HOST)), None),
    )
    for taken in taken_seats:
        setup = setup.with_occupant(taken)
    if setup.is_waiting:
        return setup
    return replace(setup, colour_preferences=(), started_ms=row.started_ms or setup.started_ms)


def _moved_on(setup: Setup, now_ms: int, settings: Settings) -> Setup:
    """Deal again; each player moves to the next seat and its colour, the last player to the first seat."""
    n_seats, secret = len(setup.seats), settings.make_secret()
    return replace(
        setup,
        id=settings.make_id(),
        seats=(setup.seats[-1], *setup.seats[:-1]),
        secret=secret,
        deal=settings.deal(setup.rules, secret),
        created_ms=now_ms,
        open_seats=tuple(sorted((seat + 1) % n_seats for seat in setup.open_seats)),
        occupants=tuple(((seat + 1) % n_seats, user_id) for seat, user_id in setup.occupants),
        started_ms=now_ms,
    )


def _words(seats: list[list[str | None]]) -> Iterator[tuple[int, str]]:
    """List the words that are stored for a seat after its name and robot."""
    return ((number, word) for number, seat in enumerate(seats) for word in seat[2:] if word)


def _host(seat: int, word: str) -> HostSeat:
    return HostSeat(seat, int(word[len(_HOST) :]))


def _check_rated(new: NewGame) -> None:
    """Raise ValueError unless a rated table starts with one person, and with no robot that adapts to others.

    Others join with their own accounts.
    """
    n_here = sum(choice.kind == "person" for choice in new.seats)
    if n_here != 1:
        raise ValueError(f"expected one person at this browser in a rated game, got {n_here}")
    for choice in new.seats:
        if choice.robot and not has_fixed_strength(choice.robot):
            raise ValueError(f"expected a robot of fixed strength in a rated game, got {choice.robot!r}")


def _print_seats(setup: Setup) -> str:
    """Write the seats as JSON: name, robot, and words that mark an open seat, preferences, a host."""
    colour_preferences = dict(setup.colour_preferences)
    seats = [
        [
            *(seat.name, seat.robot),
            *([OPEN_SEAT] if number in setup.open_seats else []),
            *([_PREFERENCES + colour_preferences[number]] if number in colour_preferences else []),
            *([f"{_HOST}{setup.host.extra_ms}"] if setup.host and setup.host.seat == number else []),
        ]
        for number, seat in enumerate(setup.seats)
    ]
    return json.dumps(seats, ensure_ascii=False)


def rules_of(new: NewGame) -> Rules:
    """Return the requested rules; raises ValueError if they contradict each other."""
    return Rules(
        colours=tuple(Colour.parse(seat.colour) for seat in new.seats),
        tile_set=new.tile_set,
        start=Start(new.start),
        forced_sides=ForcedSides(new.forced_sides),
        deadlock=Deadlock(new.deadlock),
        teams=new.teams,
    )


def _seats(choices: Sequence[SeatChoice]) -> tuple[Seat, ...]:
    for choice in choices:
        _check_seat(choice)
    return named_seats(choices)


def _check_seat(choice: SeatChoice) -> None:
    if choice.kind == "open" and (choice.robot is not None or choice.name):
        raise ValueError(f"expected neither name nor robot for an open seat, got {choice}")
    if choice.kind == "person" and choice.robot is not None:
        raise ValueError(f"expected no robot for a person, got {choice.robot!r}")
    if choice.kind == "robot" and choice.robot not in names():
        raise ValueError(f"expected a robot named {', '.join(names())}, got {choice.robot!r}")

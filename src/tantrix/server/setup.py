"""From a wish for a game to a game dealt, and between a game dealt and its row in the store."""

import json
from collections.abc import Iterable

from tantrix.clock import parse_control, print_control
from tantrix.deal import commitment, parse_secret, print_secret
from tantrix.notation import parse_rules, print_rules
from tantrix.record import Seat
from tantrix.robots import names
from tantrix.rules import Deadlock, ForcedSides, Rules, Start
from tantrix.server.protocol.lobby import NewGame, SeatChoice
from tantrix.server.room import Setup
from tantrix.server.settings import Settings
from tantrix.server.store import GameRow, Sitting
from tantrix.tiles import Colour

_OPEN = "open"


def new_setup(new: NewGame, owner: str, settings: Settings) -> Setup:
    """Deal the game that was wished for; raises ValueError if its rules contradict each other."""
    rules, secret = _rules(new), settings.make_secret()
    open_seats = tuple(seat for seat, choice in enumerate(new.seats) if choice.kind == "open")
    if len(open_seats) == len(new.seats):
        raise ValueError("expected a seat for who opens the table, got open seats alone")
    if new.rated:
        _check_rated(new)
    now_ms = settings.now_ms()
    return Setup(
        id=settings.make_id(),
        owner=owner,
        rules=rules,
        seats=tuple(_seat(number, choice) for number, choice in enumerate(new.seats)),
        secret=secret,
        deal=settings.deal(rules, secret),
        created_ms=now_ms,
        open_seats=open_seats,
        control=None if new.control is None else parse_control(new.control),
        listing=new.listing,
        started_ms=None if open_seats else now_ms,
        is_rated=new.rated,
    )


def row_of(setup: Setup) -> GameRow:
    """Write a game just dealt as a row."""
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
    )


def setup_of(row: GameRow, sittings: Iterable[Sitting], settings: Settings) -> Setup:
    """Read a row and who took its open seats; the deal follows from the rules and the secret."""
    rules, secret = parse_rules(row.rules), parse_secret(row.secret)
    seats = json.loads(row.seats)
    setup = Setup(
        id=row.id,
        owner=row.owner,
        rules=rules,
        seats=tuple(Seat(name, robot) for name, robot, *_ in seats),
        secret=secret,
        deal=settings.deal(rules, secret),
        created_ms=row.created_ms,
        open_seats=tuple(number for number, seat in enumerate(seats) if _OPEN in seat[2:]),
        control=None if row.control is None else parse_control(row.control),
        listing=row.listing,
        started_ms=row.started_ms,
        is_rated=row.is_rated,
    )
    for sitting in sittings:
        setup = setup.with_sitter(sitting)
    return setup


def _check_rated(new: NewGame) -> None:
    """Raise ValueError unless one person opens the table: all others come with accounts of their own."""
    n_here = sum(choice.kind == "person" for choice in new.seats)
    if n_here != 1:
        raise ValueError(f"expected one person at this browser in a rated game, got {n_here}")


def _print_seats(setup: Setup) -> str:
    """Write the seats as a list: name and robot, and a third word for a seat that others may take."""
    seats = [
        [seat.name, seat.robot, *([_OPEN] if number in setup.open_seats else [])]
        for number, seat in enumerate(setup.seats)
    ]
    return json.dumps(seats, ensure_ascii=False)


def _rules(new: NewGame) -> Rules:
    return Rules(
        colours=tuple(Colour.parse(seat.colour) for seat in new.seats),
        tile_set=new.tile_set,
        start=Start(new.start),
        forced_sides=ForcedSides(new.forced_sides),
        deadlock=Deadlock(new.deadlock),
        teams=new.teams,
    )


def _seat(number: int, choice: SeatChoice) -> Seat:
    if choice.kind == "open":
        if choice.robot is not None or choice.name:
            raise ValueError(f"expected neither name nor robot for an open seat, got {choice}")
        return Seat("", None)
    if choice.kind == "person":
        if choice.robot is not None:
            raise ValueError(f"expected no robot for a person, got {choice.robot!r}")
        return Seat(choice.name or f"Player {number + 1}", None)
    if choice.robot not in names():
        raise ValueError(f"expected a robot named {', '.join(names())}, got {choice.robot!r}")
    return Seat(choice.name or choice.robot.capitalize(), choice.robot)

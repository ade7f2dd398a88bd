"""From a wish for a game to a game dealt, and between a game dealt and its row in the store."""

import json

from tantrix.deal import commitment, parse_secret, print_secret
from tantrix.notation import parse_rules, print_rules
from tantrix.record import Seat
from tantrix.robots import names
from tantrix.rules import Deadlock, ForcedSides, Rules, Start
from tantrix.server.protocol import NewGame, SeatChoice
from tantrix.server.room import Setup
from tantrix.server.settings import Settings
from tantrix.server.store import GameRow
from tantrix.tiles import Colour


def new_setup(new: NewGame, owner: str, settings: Settings) -> Setup:
    """Deal the game that was wished for; raises ValueError if its rules contradict each other."""
    rules, secret = _rules(new), settings.make_secret()
    return Setup(
        id=settings.make_id(),
        owner=owner,
        rules=rules,
        seats=tuple(_seat(number, choice) for number, choice in enumerate(new.seats)),
        secret=secret,
        deal=settings.deal(rules, secret),
        created_ms=settings.now_ms(),
    )


def row_of(setup: Setup) -> GameRow:
    """Write a game just dealt as a row."""
    return GameRow(
        id=setup.id,
        owner=setup.owner,
        rules=print_rules(setup.rules),
        seats=json.dumps([[seat.name, seat.robot] for seat in setup.seats], ensure_ascii=False),
        secret=print_secret(setup.secret),
        commitment=commitment(setup.secret),
        created_ms=setup.created_ms,
    )


def setup_of(row: GameRow, settings: Settings) -> Setup:
    """Read a row; the deal follows from the rules and the secret."""
    rules, secret = parse_rules(row.rules), parse_secret(row.secret)
    return Setup(
        id=row.id,
        owner=row.owner,
        rules=rules,
        seats=tuple(Seat(name, robot) for name, robot in json.loads(row.seats)),
        secret=secret,
        deal=settings.deal(rules, secret),
        created_ms=row.created_ms,
    )


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
    if choice.kind == "person":
        if choice.robot is not None:
            raise ValueError(f"expected no robot for a person, got {choice.robot!r}")
        return Seat(choice.name or f"Player {number + 1}", None)
    if choice.robot not in names():
        raise ValueError(f"expected a robot named {', '.join(names())}, got {choice.robot!r}")
    return Seat(choice.name or choice.robot.capitalize(), choice.robot)

"""Making a new room of Gobble, and converting rooms to and from rows of the store."""

from typing import Literal, cast

from tantrix.deal import commitment, parse_secret, print_secret
from tantrix.server.gobble.room import (
    RushRoom,
    RushSeat,
    RushSetup,
    handicaps_after,
    parse_seats,
    print_seats,
    robot_seat,
)
from tantrix.server.gobble.store import StoredRush
from tantrix.server.protocol.gobble import NewRush, RushSettings
from tantrix.server.settings import Settings
from tantrix.server.wording.seats import player_name


def new_rush(new: NewRush, user_id: str, settings: Settings) -> RushSetup:
    """Set up the requested room, with its owner at the first seat."""
    seats = [RushSeat(new.name or player_name(1), user_id)]
    for style in new.robots:
        seats.append(robot_seat(style, seats))
    return RushSetup(
        id=settings.make_id(),
        owner=user_id,
        secret=settings.make_secret(),
        created_ms=settings.play_ms(),
        seats=tuple(seats),
        settings=new.settings,
        listing=new.listing,
    )


def rematch_of(room: RushRoom, user_id: str, with_handicap: bool, settings: Settings) -> RushSetup:
    """Set up the same room for the same players again. `user_id` owns it; a handicap makes it unrated."""
    agreed = room.setup.settings
    if with_handicap:
        agreed = agreed.model_copy(update={"handicaps": handicaps_after(room), "rated": False})
    return RushSetup(
        id=settings.make_id(),
        owner=user_id,
        secret=settings.make_secret(),
        created_ms=settings.play_ms(),
        seats=room.setup.seats,
        settings=agreed,
        listing=room.setup.listing,
    )


def rush_row(setup: RushSetup) -> StoredRush:
    """Return the row of a new room."""
    return StoredRush(
        id=setup.id,
        owner=setup.owner,
        listing=setup.listing,
        settings=setup.settings.model_dump_json(),
        seats=print_seats(setup.seats),
        secret=print_secret(setup.secret),
        commitment=commitment(setup.secret),
        created_ms=setup.created_ms,
        started_ms=setup.started_ms,
    )


def rush_setup(row: StoredRush) -> RushSetup:
    """Return the setup of a stored room."""
    return RushSetup(
        id=row.id,
        owner=row.owner,
        secret=parse_secret(row.secret),
        created_ms=row.created_ms,
        seats=parse_seats(row.seats),
        settings=RushSettings.model_validate_json(row.settings),
        listing=cast(Literal["private", "open", "linked"], row.listing),
        started_ms=row.started_ms,
        rematch=row.rematch,
    )

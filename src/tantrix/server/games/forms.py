"""The form on the start page: parsed into a `NewGame`, and filled in again for a rematch."""

from collections.abc import Iterator, Mapping
from typing import cast

from tantrix.clock import parse_control, print_control
from tantrix.robots import names
from tantrix.robots.roster import has_fixed_strength
from tantrix.server.games.room import Setup
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.lobby import NewGame
from tantrix.server.protocol.text import clean_name
from tantrix.server.wording.robots import robot_label
from tantrix.server.wording.seats import GUEST, YOU, has_robot_name, player_name

ROBOT = "robot:"
_COLOURS = "RBYG"
_N_SEATS = {"2": 2, "3": 3, "4": 4, "doubles": 4}
_TILE_SETS = {"56": 56, "64": 64}
_OPTIONS = ("start", "forced_sides", "deadlock")


def read_form(form: Mapping[str, str], language: str, account: str | None = None) -> NewGame:
    """Read the posted fields, with defaults for missing ones; raises Refusal if the game is not valid.

    `account`: the name of the account that opens the table, if any.
    """
    seats = form.get("seats", "2")
    if seats not in _N_SEATS:
        raise Refusal("seat_count")
    me = account or _name_of_a_guest(form, _N_SEATS[seats])
    chosen = [_seat(form, seat, seats == "doubles", me) for seat in range(_N_SEATS[seats])]
    _check_colours({seat["colour"] for seat in chosen}, seats)
    if form.get("rated") == "yes":
        _check_rated(account, chosen, language)
    values = {
        "seats": [
            {**chosen[0], "colour_preferences": _colour_preferences(form, chosen[0]["colour"])},
            *chosen[1:],
        ],
        "tile_set": _TILE_SETS.get(form.get("tile_set", "56")),
        "teams": seats == "doubles",
        "control": form.get("control") or None,
        "listing": form.get("listing", "private"),
        "rated": form.get("rated") == "yes",
        **{name: form[name] for name in _OPTIONS if name in form},
    }
    try:
        if values["control"] is not None:
            parse_control(str(values["control"]))
        return NewGame.model_validate(values)
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error


def read_colour_preferences(form: Mapping[str, str]) -> list[ColourLetter]:
    """Read the colour preferences of a player who sits down, best first; other values are ignored."""
    preferred = (form.get(name, "") for name in ("first_preference", "second_preference"))
    return [cast(ColourLetter, letter) for letter in preferred if letter in [*_COLOURS]]


def write_form(setup: Setup) -> list[tuple[str, str]]:
    """Write the fields that start the same game again."""
    rules = setup.rules
    fields = [
        ("seats", "doubles" if rules.teams else str(rules.n_seats)),
        ("tile_set", str(rules.tile_set)),
        ("start", rules.start.value),
        ("forced_sides", rules.forced_sides.value),
        ("deadlock", rules.deadlock.value),
    ]
    if setup.control is not None:
        fields += [("control", print_control(setup.control))]
    if setup.is_rated:
        fields += [("rated", "yes")]
    return [*fields, ("listing", "open" if setup.listing == "open" else "private"), *_seat_fields(setup)]


def _check_colours(colours: set[str | None], seats: str) -> None:
    if seats == "doubles" and len(colours) < 2:
        raise Refusal("pair_colours")
    if seats != "doubles" and len(colours) < _N_SEATS[seats]:
        raise Refusal("same_colour")


def _check_rated(account: str | None, seats: list[dict[str, str | None]], language: str) -> None:
    if account is None:
        raise Refusal("account_needed")
    if sum(seat["kind"] == "person" for seat in seats) != 1:
        raise Refusal("same_browser")
    for seat in seats:
        if (robot := seat["robot"]) and not has_fixed_strength(robot):
            raise Refusal("adaptive_robot", name=robot_label(robot, language))


def chosen_player(form: Mapping[str, str], seat: int, default: str = "greedy") -> tuple[str, str]:
    """Return who has a seat, "robot" for any robot, and the robot that is chosen there."""
    kind, _, robot = form.get(f"kind_{seat}", "me" if seat == 0 else "robot").partition(":")
    return kind, robot or form.get(f"robot_{seat}", default)


def _seat(form: Mapping[str, str], seat: int, is_doubles: bool, me: str) -> dict[str, str | None]:
    kind, chosen = chosen_player(form, seat)
    robot = chosen if kind == "robot" else None
    if kind not in ("me", "person", "open") and robot not in names():
        raise Refusal("no_account")
    partner = seat % 2 if is_doubles else seat
    return {
        "colour": form.get(f"colour_{partner}", _COLOURS[partner]),
        "kind": "robot" if robot is not None else "open" if kind == "open" else "person",
        "name": ""
        if kind == "open"
        else clean_name(form.get(f"name_{seat}", "")[:40]) or _given_name(kind, seat, me),
        "robot": robot,
    }


def _colour_preferences(form: Mapping[str, str], colour: str | None) -> list[str]:
    """Return the colour that the opener of the table chose, if any, and the alternative."""
    is_alone = not any(form.get(f"kind_{other}") == "open" for other in range(4))
    if is_alone or form.get("kind_0", "me") != "me" or form.get("seats") == "doubles":
        return []
    chosen = colour if form.get("colour_0") else None
    return [letter for letter in (chosen, form.get("second_preference")) if letter]


def _given_name(kind: str, seat: int, me: str) -> str:
    """Return a default name for a player who gave none; empty for robots, which are named by their kind."""
    return me if kind == "me" else player_name(seat + 1) if kind == "person" else ""


def _name_of_a_guest(form: Mapping[str, str], n_seats: int) -> str:
    """Return the default name of a guest: on another player's device "You" would be wrong."""
    is_seen = any(form.get(f"kind_{seat}") == "open" for seat in range(n_seats))
    return GUEST if is_seen else YOU


def _seat_fields(setup: Setup) -> Iterator[tuple[str, str]]:
    for number, seat in enumerate(setup.seats):
        kind = "open" if number in setup.open_seats else "person"
        yield f"kind_{number}", kind if seat.robot is None else f"{ROBOT}{seat.robot}"
        yield f"name_{number}", "" if number in setup.open_seats or has_robot_name(seat) else seat.name
        yield f"colour_{number}", setup.rules.colours[number].letter

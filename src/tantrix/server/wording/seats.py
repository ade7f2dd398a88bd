"""Default names given by the server: stored in English, shown in the reader's language.

A guest is "Guest", to themselves "You", or at a seat "Player 2"; a person who plays alone is "You"; a robot
has the name of its kind, with a number if the table has several: "Greedy", "Greedy 2". Records, files and the
API use these names. Pages show them with `shown_name`, and scripts with the same table
(`web/src/page/data.ts`). Names that people choose are never translated. Users cannot choose the server's
names for an account or a robot.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from tantrix.record import Seat
from tantrix.robots import all_names
from tantrix.server.protocol.lobby import SeatChoice
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.robots import is_known_robot, labels_everywhere, robot_label, style_names

GUEST = gettext_noop("Guest")
YOU = gettext_noop("You")
_PLAYER = gettext_noop("Player {number}")
_MAX_SEATS = 9  # a rush has eight seats, and a player who joins after another left may get the next number
_NUMBERED = re.compile(r"(.*\D) (\d{1,2})")


def player_name(number: int) -> str:
    """Name a player who has given no name; seats count from 1."""
    return _PLAYER.format(number=number)


def robot_name(robot: str, taken: Iterable[str]) -> str:
    """Name a robot so that no two robots at a table have the same name."""
    others, plain = set(taken), _plain_name(robot)
    number = 1
    while (name := plain if number == 1 else f"{plain} {number}") in others:
        number += 1
    return name


def named_seats(choices: Sequence[SeatChoice]) -> tuple[Seat, ...]:
    """Name all players chosen for a table; a free seat has no name yet."""
    seats: list[Seat] = []
    for number, choice in enumerate(choices, 1):
        taken = [seat.name for seat in seats] + [other.name for other in choices[number:]]
        seats.append(_seat(number, choice, taken))
    return tuple(seats)


def shown_name(name: str, language: str, robot: str | None = None, account: str | None = None) -> str:
    """Return a seat's name as a reader sees it: only names given by the server are translated."""
    if account:
        return name
    if robot is None:
        return _accounts(language).get(name, name)
    plain, number = _split(name)
    return robot_label(robot, language) + number if plain in _given(robot) else name


def has_robot_name(seat: Seat) -> bool:
    """Return whether the server named a robot at a seat, so that its number may differ at another table."""
    return seat.robot is not None and _split(seat.name)[0] in _given(seat.robot)


def is_given(name: str) -> bool:
    """Return whether the server may give this name to a person without a name."""
    return name.casefold() in {given.casefold() for given in _accounts("en")}


def name_for_oneself(name: str) -> str:
    """Return a player's name as shown to that player: among guests, one's own row is "You"."""
    return YOU if name == GUEST else name


def name_for_others(name: str) -> str:
    """Return a player's name as shown to others: only the player sees "You"."""
    return GUEST if name == YOU else name


def seats_title(seats: Iterable[Seat], language: str, is_player: bool = False) -> str:
    """Return the names of all players at a table; for its players, a person without a name is "You"."""
    names = ((seat.name if is_player else name_for_others(seat.name), seat.robot) for seat in seats)
    return ", ".join(shown_name(name, language, robot) for name, robot in names)


@cache
def names_shown(language: str) -> dict[str, object]:
    """Return the names that scripts show: `people`, and for `robots` the label and all given names."""
    robots = {
        robot: {"label": robot_label(robot, language), "given": sorted(_given(robot))}
        for robot in (*all_names(), *style_names())
    }
    return {"people": _accounts(language), "robots": robots}


def _split(name: str) -> tuple[str, str]:
    """Split a robot's name into the plain name and its number."""
    numbered = _NUMBERED.fullmatch(name)
    return (numbered[1], f" {numbered[2]}") if numbered else (name, "")


def _seat(number: int, choice: SeatChoice, taken: Iterable[str]) -> Seat:
    if choice.kind == "open":
        return Seat("", None)
    if choice.robot is None:
        return Seat(choice.name or player_name(number), None)
    return Seat(choice.name or robot_name(choice.robot, taken), choice.robot)


def _plain_name(robot: str) -> str:
    return robot_label(robot, "en") if is_known_robot(robot) else robot.capitalize()


@cache
def _given(robot: str) -> frozenset[str]:
    """Return all names that the server gives a robot, or once gave it in the language of the opener."""
    return labels_everywhere().get(robot, frozenset({robot})) | {robot.capitalize()}


@cache
def _accounts(language: str) -> Mapping[str, str]:
    players = {
        player_name(n): translate(language, _PLAYER).format(number=n) for n in range(1, _MAX_SEATS + 1)
    }
    return {GUEST: translate(language, GUEST), YOU: translate(language, YOU), **players}

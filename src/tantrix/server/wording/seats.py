"""Names that the server gives to those who choose none: kept in English, shown in the reader's language.

A guest is "Guest", or at a seat "Player 2"; who plays at his own browser alone is "You"; robots go by what
they are, those of one kind at a table with numbers: "Greedy", "Greedy 2". Records, files and the interface
have these words. Pages show them by `shown_name`, and scripts by the same table (`web/src/page/data.ts`).
Names that people choose are never changed: accounts and robots cannot be called like that by anybody else.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from tantrix.record import Seat
from tantrix.robots import names
from tantrix.server.protocol.lobby import SeatChoice
from tantrix.server.wording.catalogues import LANGUAGES, gettext_noop, translate
from tantrix.server.wording.robots import is_known_robot, robot_label, style_names

GUEST = gettext_noop("Guest")
YOU = gettext_noop("You")
_PLAYER = gettext_noop("Player {number}")
_MOST_SEATS = 9  # eight sit at a rush, and one who comes when somebody has got up may be the next
_NUMBERED = re.compile(r"(.*\D) (\d{1,2})")


def player_name(number: int) -> str:
    """Name somebody at a seat who has given no name; seats count from 1."""
    return _PLAYER.format(number=number)


def robot_name(robot: str, taken: Iterable[str]) -> str:
    """Name a robot so that no two at a table are called alike."""
    others, plain = set(taken), _plain_name(robot)
    number = 1
    while (name := plain if number == 1 else f"{plain} {number}") in others:
        number += 1
    return name


def seats_of(choices: Sequence[SeatChoice]) -> tuple[Seat, ...]:
    """Name everybody who is chosen for a table; a free seat has no name yet."""
    seats: list[Seat] = []
    for number, choice in enumerate(choices, 1):
        taken = [seat.name for seat in seats] + [other.name for other in choices[number:]]
        seats.append(_seat(number, choice, taken))
    return tuple(seats)


def shown_name(name: str, language: str, robot: str | None = None, account: str | None = None) -> str:
    """Return a name at a seat as a reader is shown it: only what the server gave is translated."""
    if account:
        return name
    if robot is None:
        return _people(language).get(name, name)
    plain, number = _split(name)
    return robot_label(robot, language) + number if plain in _given(robot) else name


def is_robot_s(seat: Seat) -> bool:
    """Tell whether the server named a robot, so that another number may be right at another table."""
    return seat.robot is not None and _split(seat.name)[0] in _given(seat.robot)


def is_given(name: str) -> bool:
    """Tell whether the server may give this name to a person who has given none."""
    return name.casefold() in {given.casefold() for given in _people("en")}


def seats_title(seats: Iterable[Seat], language: str) -> str:
    """Name all who sit at a table."""
    return ", ".join(shown_name(seat.name, language, seat.robot) for seat in seats)


@cache
def names_shown(language: str) -> dict[str, object]:
    """Return what scripts show names by: `people`, and of `robots` the label and all names given."""
    robots = {
        robot: {"label": robot_label(robot, language), "given": sorted(_given(robot))}
        for robot in (*names(), *style_names())
    }
    return {"people": _people(language), "robots": robots}


def _split(name: str) -> tuple[str, str]:
    """Split a robot's name from the number after it."""
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
    """Return all that a robot was ever called by the server: once in the language of who opened the table."""
    labels = {robot_label(robot, language) for language in LANGUAGES}
    return frozenset({robot.capitalize(), *labels})


@cache
def _people(language: str) -> Mapping[str, str]:
    players = {
        player_name(n): translate(language, _PLAYER).format(number=n) for n in range(1, _MOST_SEATS + 1)
    }
    return {GUEST: translate(language, GUEST), YOU: translate(language, YOU), **players}

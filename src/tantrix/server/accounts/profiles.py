"""Profiles: a face, a country, a few words and, not public, preferred colours and who reaches the player."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from babel import Locale

from tantrix.server.http.errors import Refusal
from tantrix.server.http.faces import COLOURS, EYES, MOUTHS, Face, parse_face, print_face
from tantrix.server.protocol.text import clean_line
from tantrix.server.wording.catalogues import gettext_noop

NameOf = Callable[[str | None], str | None]
"""Returns the name of a user's account; None for guests, and without a user id."""
FaceOf = Callable[[str | None], str | None]
"""Returns the face that a user has composed; None without one."""
AreMuted = Callable[[str, str], bool]
"""Tells whether one of two users has muted the other; reads the database."""

MAX_ABOUT = 200
VIEWERS = {  # who sees that a player is online, and who may write to a player
    "": gettext_noop("Everyone"),
    "friends": gettext_noop("Players you follow"),
    "nobody": gettext_noop("Nobody"),
}
_NO_COUNTRIES = {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}  # two-letter codes in CLDR that are not countries
MOUTH_NAMES = (
    gettext_noop("wide smile"),
    gettext_noop("smile"),
    gettext_noop("half smile"),
    gettext_noop("smirk"),
    gettext_noop("straight"),
    gettext_noop("wavy"),
)
EYE_NAMES = (
    gettext_noop("dots"),
    gettext_noop("wink"),
    gettext_noop("laughing"),
    gettext_noop("stern"),
    gettext_noop("glasses"),
    gettext_noop("sleepy"),
    gettext_noop("looking right"),
)

COLOUR_NAMES = {
    "R": gettext_noop("red"),
    "Y": gettext_noop("yellow"),
    "G": gettext_noop("green"),
    "B": gettext_noop("blue"),
}


class ProfileChoices(NamedTuple):
    """The profile of an account; a field is None if nothing was chosen."""

    face: str | None
    country: str | None
    about: str | None
    colour_preferences: str | None
    seen_by: str | None
    written_by: str | None


def read_profile(form: Mapping[str, str]) -> ProfileChoices:
    """Read the fields of the form. Raises Refusal if one is not a valid choice or is too long."""
    country, about = form.get("country", ""), clean_line(form.get("about", ""))
    if country and country not in country_names("en"):
        raise Refusal("invalid", f"expected a country of two letters like 'PL', got {country!r}")
    if len(about) > MAX_ABOUT:
        raise Refusal("invalid", f"expected at most {MAX_ABOUT} letters, got {len(about)}")
    return ProfileChoices(
        _face(form),
        country or None,
        about or None,
        _colour_preferences(form),
        _viewers(form, "seen_by"),
        _viewers(form, "written_by"),
    )


def country_names(language: str) -> dict[str, str]:
    """Return countries and territories by their two-letter codes, in alphabetical order of the language."""
    found = Locale.parse(language).territories.items()
    names = {code: name for code, name in found if _is_country(code)}
    return dict(sorted(names.items(), key=lambda item: item[1].casefold()))


def _colour_preferences(form: Mapping[str, str]) -> str | None:
    """Return the letters of the first and the second preference; without a first one there is no second."""
    first, second = form.get("first_preference", ""), form.get("second_preference", "")
    for letter in (first, second):
        if letter and letter not in COLOUR_NAMES:
            raise Refusal("invalid", f"expected one of {' '.join(COLOUR_NAMES)}, got {letter!r}")
    return first + (second if second != first else "") if first else None


def _viewers(form: Mapping[str, str], field: str) -> str | None:
    """Return a choice of `VIEWERS`; None for everyone."""
    chosen = form.get(field, "")
    if chosen not in VIEWERS:
        raise Refusal("invalid", f"expected one of {list(VIEWERS)}, got {chosen!r}")
    return chosen or None


def _is_country(code: str) -> bool:
    return len(code) == 2 and code.isalpha() and code not in _NO_COUNTRIES


def _face(form: Mapping[str, str]) -> str | None:
    """Return the face that a form describes, or None if it has no parts of a face."""
    parts = [form.get(name, "") for name in ("mouth", "eyes", "colour", "cap")]
    if not any(parts):
        return None
    try:
        return print_face(parse_face("".join(parts)))
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error


class FaceChoice(NamedTuple):
    """A choice of the face editor: its value in the form, its name, and the resulting face."""

    value: str
    label: str
    face: str


def face_choices(chosen: str) -> dict[str, list[FaceChoice]]:
    """Return the choices for each part of a face, each with the resulting face."""
    face = parse_face(chosen)
    mouths = [(str(n + 1), MOUTH_NAMES[n], face._replace(mouth=n)) for n in range(len(MOUTHS))]
    eyes = [(str(n + 1), EYE_NAMES[n], face._replace(eyes=n)) for n in range(len(EYES))]
    colours = [(letter, COLOUR_NAMES[letter], face._replace(colour=letter)) for letter in COLOURS]
    caps = [(letter, COLOUR_NAMES[letter], face._replace(cap=letter)) for letter in COLOURS]
    return {
        "mouth": _choices(mouths),
        "eyes": _choices(eyes),
        "colour": _choices(colours),
        "cap": _choices([("", gettext_noop("no cap"), face._replace(cap=None)), *caps]),
    }


def _choices(rows: list[tuple[str, str, Face]]) -> list[FaceChoice]:
    return [FaceChoice(value, label, print_face(face)) for value, label, face in rows]

"""The fields of forms as the values of commands and options."""

import re
from collections.abc import Mapping

from pydantic import ValidationError

from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.answers import fields_of
from tantrix.server.wording.catalogues import gettext_noop, translate

_STAGE_NUMBERS = ("n_rounds", "n_games", "days", "n_boards", "minutes", "n_best", "host_minutes")
_KNOCKOUT_NUMBERS = ("knockout_games", "knockout_days", "min_lead", "n_extra_games")
_TIME_NUMBERS = ("check_in_minutes", "no_show_minutes", "round_minutes", "countdown_seconds")
_OPTION_NUMBERS = (
    *_STAGE_NUMBERS,
    *_KNOCKOUT_NUMBERS,
    *_TIME_NUMBERS,
    "group_size",
    "n_through",
    "tile_set",
    "most",
    "low",
    "high",
)
_SCORE_NUMBERS = ("number", "board", "first", "second", "first_penalty", "second_penalty", "sequence")
_NUMBERS = frozenset((*_OPTION_NUMBERS, *_SCORE_NUMBERS))
_LISTS = {
    "board": "members",
    "category": "categories",
}  # by the first part of the fields that hold a value each
_TIMES = frozenset(("starts_at", "at", "until"))
_WITHOUT_ZONE = re.compile(r"[\d-]+T\d\d:\d\d(:\d\d)?")  # the format that forms send without JavaScript
_TICKS = frozenset(
    (
        "is_listed",
        "allows_robots",
        "is_paused",
        "is_agreed",
        "is_by_hand",
        "has_third_place",
        "separates_countries",
        "whole_stage",
    )
)
_TIME = gettext_noop("Enter a time in UTC like 2026-11-22T19:00, not {value}.")
_WRONG = gettext_noop("Some values are missing or out of range.")
_SENTENCES = {  # by the kind of Pydantic's error, with placeholders that are in its context
    "missing": gettext_noop("Fill in this field."),
    "int_type": gettext_noop("Enter a whole number, not {value}."),
    "greater_than_equal": gettext_noop("Enter {ge} or more, not {value}."),
    "less_than_equal": gettext_noop("Enter {le} or less, not {value}."),
    "string_too_short": gettext_noop("Enter {min_length} or more characters."),
    "string_too_long": gettext_noop("Enter {max_length} or fewer characters."),
    "too_long": gettext_noop("Enter {max_length} or fewer values."),
    "literal_error": gettext_noop("Choose from the list, not {value}."),
    "string_pattern_mismatch": gettext_noop("This cannot be read: {value}."),
}
FIELD_NAMES = {
    "name": gettext_noop("Name"),
    "preset": gettext_noop("Kind"),
    "form": gettext_noop("Form"),
    "control": gettext_noop("Clock"),
    "n_rounds": gettext_noop("Number of Swiss rounds"),
    "n_games": gettext_noop("Games per match"),
    "minutes": gettext_noop("Length of an arena or a race in minutes"),
    "host_minutes": gettext_noop("Extra minutes for the host of a simul"),
    "n_best": gettext_noop("Number of arena results that count"),
    "days": gettext_noop("Days per round (0: live)"),
    "n_boards": gettext_noop("Boards per team"),
    "check_in_minutes": gettext_noop("Check-in opens, minutes before the start"),
    "most": gettext_noop("Maximum number of entrants"),
    "low": gettext_noop("Minimum rating"),
    "high": gettext_noop("Maximum rating"),
    "countries": gettext_noop("Countries (two-letter codes, separated by commas)"),
    "categories": gettext_noop("Categories for side prizes, separated by commas"),
    "password": gettext_noop("Password for entries"),
    "knockout_games": gettext_noop("Games per match of the knock-out"),
    "knockout_days": gettext_noop("Days per round of the knock-out"),
    "group_size": gettext_noop("Entrants per group"),
    "n_through": gettext_noop("Entrants that advance from each group"),
    "min_lead": gettext_noop("Lead in points that decides a knock-out match"),
    "n_extra_games": gettext_noop("Extra games at most, while the lead is smaller"),
    "no_show_minutes": gettext_noop("Minutes for a first turn, before a game is forfeited"),
    "round_minutes": gettext_noop("Length of a live round in minutes, per game"),
    "countdown_seconds": gettext_noop("Seconds that the clock of a live game waits for absent players"),
    "tile_set": gettext_noop("Tiles"),
    "start": gettext_noop("Who starts"),
    "repeats": gettext_noop("Repeat"),
    "starts_at": gettext_noop("Start"),
    "text": gettext_noop("Description"),
    "first": gettext_noop("Score, first player"),
    "second": gettext_noop("Score, second player"),
    "first_penalty": gettext_noop("Time penalty, first player"),
    "second_penalty": gettext_noop("Time penalty, second player"),
    "reason": gettext_noop("Reason (public)"),
}


def given(form: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of a form that were filled in, as numbers, booleans, times and lists."""
    given: dict[str, object] = {}
    lists: dict[str, list[str]] = {"categories": []} if form.get("type") == "categories" else {}
    for name, text in form.items():
        value = text.strip()
        if not value:
            continue
        if name in _NUMBERS:
            given[name] = int(value) if value.isascii() and value.isdigit() else value
        elif name in _TICKS:
            given[name] = value == "yes"
        elif name in ("members", "countries", "categories", "names"):
            given[name] = [part.strip() for part in value.split(",") if part.strip()]
        elif (part := name.partition("-")[0]) in _LISTS:
            lists.setdefault(_LISTS[part], []).append(value)
        elif name in _TIMES:
            given[name] = f"{value}Z" if _WITHOUT_ZONE.fullmatch(value) else value
        else:
            given[name] = value
    return given | lists


def wrong_fields(language: str, error: Refusal | ValueError | None) -> dict[str, str]:
    """Return what is wrong with each field of a form, in a language, by the name of the field.

    The empty name stands for the form as a whole.
    """
    if error is None:
        return {}
    if isinstance(error, Refusal):
        return {name: error.sentence_in(language) for name in fields_of(error) or ("",)}
    if isinstance(error, InvalidValue):
        return {error.option: translate(language, error.sentence).format(**error.values)}
    if not isinstance(error, ValidationError):
        return {"": translate(language, _WRONG)}
    found: dict[str, str] = {}
    for each in error.errors():
        names = [part for part in each["loc"] if isinstance(part, str)]
        field = names[-1] if names else ""
        values = {**each.get("ctx", {}), "value": str(each["input"])[:40]}
        found.setdefault(field, translate(language, _sentence(each["type"], field)).format(**values))
    return found


def wrong_in(language: str, error: Refusal | ValueError | None) -> str | None:
    """Return what is wrong with a form, in a language and as one line; None if nothing is."""
    if error is None:
        return None
    if isinstance(error, Refusal):
        return error.sentence_in(language)
    found = wrong_fields(language, error).items()
    if not isinstance(error, ValidationError):
        return " ".join(sentence for _, sentence in found)
    names = {field: translate(language, FIELD_NAMES.get(field, "")) for field, _ in found}
    return " ".join(f"{names[field]}: {sentence}" if names[field] else sentence for field, sentence in found)


def status_of(error: Refusal | ValueError | None) -> int:
    """Return the HTTP status of a page with a form, 200 if nothing is wrong."""
    if error is None:
        return 200
    return error.status if isinstance(error, Refusal) else 422


def _sentence(kind: str, field: str) -> str:
    if kind == "value_error" and field in _TIMES:
        return _TIME
    return _SENTENCES.get(kind, _WRONG)

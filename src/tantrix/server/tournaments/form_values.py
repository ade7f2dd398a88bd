"""The fields of forms as the values of commands and options."""

import re
from collections.abc import Mapping

from pydantic import ValidationError

from tantrix.server.http.errors import Refusal, sentence_in

_STAGE_NUMBERS = ("n_rounds", "n_games", "days", "n_boards", "minutes", "n_best", "host_minutes")
_OPTION_NUMBERS = (*_STAGE_NUMBERS, "most", "low", "high", "check_in_minutes")
_SCORE_NUMBERS = ("number", "board", "first", "second", "first_penalty", "second_penalty", "sequence")
_NUMBERS = frozenset((*_OPTION_NUMBERS, *_SCORE_NUMBERS))
_WITHOUT_ZONE = re.compile(r"[\d-]+T\d\d:\d\d(:\d\d)?")  # the format that forms send without JavaScript
_TICKS = frozenset(("is_listed", "allows_robots", "is_paused"))


def given(form: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of a form that were filled in, as numbers, booleans, times and lists."""
    given: dict[str, object] = {}
    for name, text in form.items():
        value = text.strip()
        if not value:
            continue
        if name in _NUMBERS:
            given[name] = int(value) if value.isascii() and value.isdigit() else value
        elif name in _TICKS:
            given[name] = value == "yes"
        elif name in ("members", "countries", "names"):
            given[name] = [part.strip() for part in value.split(",") if part.strip()]
        elif name in ("starts_at", "at", "until"):
            given[name] = f"{value}Z" if _WITHOUT_ZONE.fullmatch(value) else value
        else:
            given[name] = value
    return given


def complaint(error: ValueError) -> str:
    """Return what is wrong with the values of a form, in English."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    text = first["msg"].removeprefix("Value error, ")
    return f"{first['loc'][-1]}: {text}" if first["loc"] else text


def wrong_in(language: str, error: Refusal | ValueError) -> str:
    """Return what is wrong with a form: a refusal's sentence in a language, with details in English."""
    if isinstance(error, ValueError):
        return complaint(error)
    return "; ".join((sentence_in(language, error), *error.errors))


def status_of(error: Refusal | ValueError | None) -> int:
    """Return the HTTP status of a page with a form, 200 if nothing is wrong."""
    if error is None:
        return 200
    return error.status if isinstance(error, Refusal) else 422

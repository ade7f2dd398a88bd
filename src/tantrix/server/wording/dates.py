"""Dates in the reader's language: "21 November 2026", with the day first in every language."""

from datetime import date
from typing import Literal

from babel.dates import format_date

_LOCALES = {"en": "en_GB"}  # English on these pages is British


def day_text(day: date | str, language: str) -> str:
    """Write out a date; a text must begin with an ISO 8601 date, otherwise it is returned unchanged."""
    if isinstance(day, date):
        return _print(day, "long", language)
    try:
        return _print(date.fromisoformat(day[:10]), "long", language)
    except ValueError:
        return day


def day_with_weekday(day: date, language: str) -> str:
    """Write out a date, preceded by the name of the weekday."""
    return _print(day, "full", language)


def _print(day: date, style: Literal["long", "full"], language: str) -> str:
    words = format_date(day, style, _LOCALES.get(language, language))
    return words.removesuffix("г.").rstrip()  # Russian: redundant after the year, and a sentence may end here

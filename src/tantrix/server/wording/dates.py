"""Dates and times as the reader's language writes them: "21 November 2026"."""

from datetime import UTC, date, datetime, tzinfo
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date, format_skeleton

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


def month_text(day: date, language: str) -> str:
    """Write the month of a day, and its year: "November 2026", "2026. november"."""
    return _without_year_sign(format_skeleton("yMMMM", day, locale=_LOCALES.get(language, language)))


def moment_text(at_ms: int, zone: str, language: str) -> str:
    """Write a time in a time zone, and its zone: `16 Nov 2023, 20:00 UTC`."""
    local = datetime.fromtimestamp(at_ms / 1000, zone_named(zone))
    day = _without_year_sign(format_skeleton("yMMMd", local, locale=_LOCALES.get(language, language)))
    return f"{day}, {local:%H:%M} {local.tzname()}"


def zone_named(name: str) -> tzinfo:
    """Return a time zone; UTC for one that is no longer in the database of this machine."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


@lru_cache(4096)
def _print(day: date, style: Literal["long", "full"], language: str) -> str:
    return _without_year_sign(format_date(day, style, _LOCALES.get(language, language)))


def _without_year_sign(words: str) -> str:
    """Cut what Russian writes after a year: it is redundant, and a sentence may end here."""
    return words.removesuffix("г.").rstrip()

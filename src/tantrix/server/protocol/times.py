"""Times and days as text, always in UTC; everywhere else a time is a number of milliseconds since 1970.

`print_time` and `parse_time` are inverses, up to whole seconds. Times in the reader's language are in
`wording/dates.py`.
"""

import re
from datetime import UTC, date, datetime, time

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z", re.ASCII)


def print_time(ms: int) -> str:
    """Print a time as ISO 8601, in whole seconds: `2026-11-22T19:00:00Z`."""
    return _at(ms).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_time(text: str) -> int:
    """Parse a time that `check_time` accepts. Raises ValueError for a day or hour that does not exist."""
    return _ms(datetime.fromisoformat(text))


def check_time(text: str) -> str:
    """Return a time in UTC as it was given.

    Raises ValueError if it is in another zone or without one, or if there is no such day or hour.
    """
    try:
        if not _TIME.fullmatch(text):
            raise ValueError
        datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"expected a time in UTC like 2026-11-22T19:00Z, got {text[:40]!r}") from None
    return text


def print_seconds(ms: int) -> str:
    """Print a time for an operator: `2026-11-22 19:00:00`."""
    return _at(ms).strftime("%Y-%m-%d %H:%M:%S")


def print_minute(ms: int) -> str:
    """Print a time without seconds: `2026-11-22 19:00`."""
    return print_seconds(ms)[:16]


def print_day(ms: int) -> str:
    """Print the day of a time: `2026-11-22`."""
    return day_of(ms).isoformat()


def print_month(ms: int) -> str:
    """Print the month of a time: `2026-11`."""
    return print_day(ms)[:7]


def day_of(ms: int) -> date:
    """Return the day of a time."""
    return _at(ms).date()


def midnight_ms(day: date) -> int:
    """Return the time at which a day begins."""
    return _ms(datetime.combine(day, time(), UTC))


def _at(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1000, UTC)


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)

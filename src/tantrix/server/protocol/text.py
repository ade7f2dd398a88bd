"""Text in messages: names without invisible characters, times in UTC."""

import re
from datetime import UTC, datetime
from unicodedata import category

# Control (Cc) and format (Cf) characters, e.g. characters that reverse the direction of the surrounding text.
_INVISIBLE = ("Cc", "Cf")

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z", re.ASCII)


def clean_name(name: str) -> str:
    """Remove invisible characters from a name; each run of white space becomes one space."""
    spaced = " ".join(name.split())
    return " ".join("".join(letter for letter in spaced if category(letter) not in _INVISIBLE).split())


def clean_lines(text: str) -> str:
    """Remove control characters, halves of characters and outer white space from a text of several lines."""
    return "".join(c for c in text if c in "\n\t" or category(c) not in ("Cc", "Cs")).strip()


def print_time(ms: int) -> str:
    """Print a time in milliseconds since 1970 as ISO 8601 in UTC, in whole seconds."""
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


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

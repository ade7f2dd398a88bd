"""Text as it goes over the wire: names without invisible characters, times in UTC."""

from datetime import UTC, datetime
from unicodedata import category

# Control (Cc) and format (Cf) characters, e.g. those that reverse the direction of the text around a name.
_INVISIBLE = ("Cc", "Cf")


def clean_name(name: str) -> str:
    """Remove invisible characters from a name; each run of white space becomes one space."""
    spaced = " ".join(name.split())
    return " ".join("".join(letter for letter in spaced if category(letter) not in _INVISIBLE).split())


def print_time(ms: int) -> str:
    """Write a time in milliseconds since 1970 as ISO 8601 in UTC, in whole seconds."""
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

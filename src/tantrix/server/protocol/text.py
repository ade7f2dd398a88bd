"""Text in messages, without invisible characters."""

from typing import Annotated
from unicodedata import category

from pydantic import AfterValidator, Field

# Control (Cc) and format (Cf) characters, e.g. characters that reverse the direction of the surrounding text.
_INVISIBLE = ("Cc", "Cf")

MAX_NAME = 40


def clean_name(name: str) -> str:
    """Remove invisible characters from a name; each run of white space becomes one space."""
    spaced = " ".join(name.split())
    return " ".join("".join(letter for letter in spaced if category(letter) not in _INVISIBLE).split())


def clean_lines(text: str) -> str:
    """Remove control characters, halves of characters and outer white space from a text of several lines."""
    return "".join(c for c in text if c in "\n\t" or category(c) not in ("Cc", "Cs")).strip()


PlayerText = Annotated[str, Field(max_length=MAX_NAME), AfterValidator(clean_name)]
"""The name of a player, as somebody has typed it."""

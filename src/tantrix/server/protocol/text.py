"""Text in messages, without invisible characters."""

from unicodedata import category

# Control (Cc) and format (Cf) characters, e.g. characters that reverse the direction of the surrounding text.
_INVISIBLE = ("Cc", "Cf")


def clean_name(name: str) -> str:
    """Remove invisible characters from a name; each run of white space becomes one space."""
    spaced = " ".join(name.split())
    return " ".join("".join(letter for letter in spaced if category(letter) not in _INVISIBLE).split())


def clean_lines(text: str) -> str:
    """Remove control characters, halves of characters and outer white space from a text of several lines."""
    return "".join(c for c in text if c in "\n\t" or category(c) not in ("Cc", "Cs")).strip()

"""Text in messages, without invisible characters.

Names keep visible characters only. Free text also keeps the two characters that hold an emoji sequence
together, where they do so. A text without any visible character is empty.
"""

import re
from typing import Annotated
from unicodedata import category

from pydantic import AfterValidator, Field

# Control (Cc) and format (Cf) characters, e.g. characters that reverse the direction of the surrounding text,
# and halves of characters (Cs).
_INVISIBLE = ("Cc", "Cf", "Cs")

# Default_Ignorable_Code_Point of Unicode 14.0 (DerivedCoreProperties.txt), which `unicodedata` lacks; then
# the braille, Khitan and musical characters that are drawn as nothing.
_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\u2800\U00016fe4\U0001d159]"
)
_SELECTOR, _JOINER = "\ufe0f", "\u200d"  # draw the character before as an emoji; draw two emojis as one
_JOINERS = re.compile(f"[{_SELECTOR}{_JOINER}]+")

MAX_NAME = 40


def is_visible(letter: str) -> bool:
    """Return whether a character is drawn, or is white space between others that are."""
    return category(letter) not in _INVISIBLE and not _IGNORED.match(letter)


def clean_name(name: str) -> str:
    """Remove invisible characters from a name; each run of white space becomes one space."""
    spaced = " ".join(name.split())
    return _unless_blank(" ".join("".join(filter(is_visible, spaced)).split()))


def clean_line(text: str) -> str:
    """Clean a text of one line like a name, but keep the sequences of which emojis are made."""
    return " ".join(clean_lines(" ".join(text.split())).split())


def clean_lines(text: str) -> str:
    """Remove invisible characters and outer white space from a text of several lines."""
    return _unless_blank(visible_text(text).strip())


def visible_text(text: str) -> str:
    """Remove invisible characters from a text, and keep its lines."""
    return _JOINERS.sub(_joined, _without_invisible(text))


def _without_invisible(text: str) -> str:
    return "".join(c for c in text if c in "\n\t" or is_visible(c) or c in (_SELECTOR, _JOINER))


def _joined(found: re.Match[str]) -> str:
    """Return what is kept of joiners: a selector after a character, a joiner between two."""
    start, end = found.span()
    before, after = found.string[max(0, start - 1) : start].strip(), found.string[end : end + 1].strip()
    selector = _SELECTOR if before and found[0].startswith(_SELECTOR) else ""
    return selector + (_JOINER if before and after and _JOINER in found[0] else "")


def _unless_blank(text: str) -> str:
    """Return a text, or nothing if it has only white space and marks without a letter."""
    letters = (letter for letter in text if not letter.isspace() and category(letter) not in ("Mn", "Me"))
    return text if any(map(is_visible, letters)) else ""


PlayerText = Annotated[str, Field(max_length=MAX_NAME), AfterValidator(clean_name)]
"""The name of a player, as somebody has typed it."""

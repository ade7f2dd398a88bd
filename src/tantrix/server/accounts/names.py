"""Names of accounts: what may be one, and which two look alike.

A name is kept as it was written, in NFKC. Two names with one skeleton cannot both be taken: case, spaces and
signs between letters do not count, nor whether a letter is Latin, Cyrillic or Greek if it looks the same.
"""

import re
from unicodedata import category, normalize

from confusable_homoglyphs import categories, confusables

MIN_LENGTH, MAX_LENGTH = 2, 20
_ALLOWED = re.compile(r"[^\W_](?:[^\W_]|[ ._'-](?=[^\W_]))*")
_RESERVED = (
    "admin",
    "administrator",
    "moderator",
    "tantrix",
    "server",
    "system",
    "robot",
    "guest",
    "deleted",
)
_TITLE = "bot"  # what robots bear before their names
_TOGETHER = {"CJK", "HIRAGANA", "KATAKANA"}  # are written in one word
_LOOKS_LIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s"})


def account_name(text: str) -> str:
    """Return a name as it is kept. Raises ValueError with a sentence that says what it must be."""
    name = normalize("NFKC", text).strip()
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValueError(f"expected a name of {MIN_LENGTH} to {MAX_LENGTH} letters, got {len(name)}")
    if not _ALLOWED.fullmatch(name) or any(category(letter)[0] not in "LNZP" for letter in name):
        raise ValueError("expected letters and digits, with single spaces or . _ ' - between them")
    scripts = _scripts(name)
    if len(scripts) > 1 and not scripts <= _TOGETHER:
        raise ValueError("expected letters of one script")
    if is_reserved(name):
        raise ValueError("expected another name: this one is kept for the server")
    return name


def is_reserved(name: str) -> bool:
    """Tell whether a name is kept for the server, or begins with the title of robots."""
    is_titled = skeleton(re.split(r"[ ._'-]", name)[0]) == _TITLE
    return is_titled or any(skeleton(name).startswith(skeleton(word)) for word in _RESERVED)


def skeleton(name: str) -> str:
    """Return what a name looks like; equal for names that could be taken for each other."""
    letters = (letter for letter in normalize("NFKC", name).casefold() if letter.isalnum())
    return "".join(_plain(letter) for letter in letters).translate(_LOOKS_LIKE)


def _plain(letter: str) -> str:
    """Return the Latin letter that a letter looks like, itself if there is none."""
    base = normalize("NFD", letter)[0]
    if base.isascii():
        return base
    found = confusables.is_confusable(base, greedy=False, preferred_aliases=[])
    twins = (glyph["c"] for entry in found or () for glyph in entry["homoglyphs"])
    return next((twin.casefold() for twin in twins if twin.isascii() and twin.isalnum()), base)


def _scripts(name: str) -> set[str]:
    return {script for letter in name if letter.isalpha() and (script := _script(letter)) != "COMMON"}


def _script(letter: str) -> str:
    script: str = categories.alias(letter)
    return script

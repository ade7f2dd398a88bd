"""Account names: which are allowed, and which look alike.

A name is stored as it was typed, in NFKC. Two names with the same skeleton cannot both be taken. A skeleton
ignores case, spaces, punctuation and invisible characters, and the script (Latin, Cyrillic, Greek) of letters
that look the same.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple
from unicodedata import category, normalize

from tantrix.server.protocol.text import is_visible

MIN_LENGTH, MAX_LENGTH = 2, 20
MAX_READ = 64  # letters of a text that are read as a name, before and after NFKC, which can make 18 of one
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
_OFFICES = (
    "official",
    "operator",
    "owner",
    "referee",
    "root",
    "staff",
    "support",
    "webmaster",
)  # whole words
_TITLE = "bot"  # the title in front of the names of robot accounts
_TOGETHER = {"CJK", "HIRAGANA", "KATAKANA"}  # scripts that may be mixed in one name
_LOOKS_LIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s"})


class NewName(NamedTuple):
    """The new name of an account. `replaced`: what replaces its old names; if None, `name` replaces any."""

    user_id: str
    name: str
    replaced: Mapping[str, str] | None = None

    def instead_of(self, name: str) -> str:
        """Return what a seat of the account shows that has shown a name."""
        return self.name if self.replaced is None else self.replaced.get(name, name)


def account_name(text: str) -> str:
    """Return a name in the form in which it is stored. Raises ValueError if it is not allowed."""
    name = normalize("NFKC", text.strip()[:MAX_READ]).strip()
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValueError(f"expected a name of {MIN_LENGTH} to {MAX_LENGTH} letters, got {len(name)}")
    is_seen = all(category(letter)[0] in "LNZP" and is_visible(letter) for letter in name)
    if not _ALLOWED.fullmatch(name) or not is_seen:
        raise ValueError("expected letters and digits, with single spaces or . _ ' - between them")
    scripts = _scripts(name)
    if len(scripts) > 1 and not scripts <= _TOGETHER:
        raise ValueError("expected letters of one script")
    if is_reserved(name):
        raise ValueError("expected another name: this one is kept for the server")
    return name


def is_reserved(name: str) -> bool:
    """Return whether a name is reserved for the server, has an office, or begins with the title of robots."""
    words = [skeleton(word) for word in (name, *re.split(r"[ ._'-]", name))]
    if words[1] == _TITLE or not {skeleton(office) for office in _OFFICES}.isdisjoint(words):
        return True
    return any(skeleton(name).startswith(skeleton(word)) for word in _RESERVED)


def skeleton(name: str) -> str:
    """Return the skeleton of a name, which is equal for names that a reader could confuse.

    Only the first `MAX_READ` letters count: anybody can send names of any length.
    """
    return _skeleton(name[:MAX_READ])


def closed_skeleton(shape: str) -> str:
    """Return the hash that is kept of the skeleton of a closed account, so that its name stays taken."""
    return f"closed {sha256(shape.encode()).hexdigest()}"


@lru_cache(4096)
def _skeleton(name: str) -> str:
    folded = normalize("NFKC", "".join(filter(is_visible, name)))[:MAX_READ].casefold()
    letters = (_plain(letter) for letter in folded if letter.isalnum() and is_visible(letter))
    return "".join(letters).translate(_LOOKS_LIKE)


@lru_cache(4096)
def _plain(letter: str) -> str:
    """Return the Latin letter that a letter looks like, or the letter itself."""
    base = normalize("NFD", letter)[0]
    if base.isascii():
        return base
    from confusable_homoglyphs import confusables  # tables of 8 MB, read with the first name of other letters

    found = confusables.is_confusable(base, greedy=False, preferred_aliases=[])
    homoglyphs = (glyph["c"] for entry in found or () for glyph in entry["homoglyphs"])
    return next(
        (homoglyph.casefold() for homoglyph in homoglyphs if homoglyph.isascii() and homoglyph.isalnum()),
        base,
    )


def _scripts(name: str) -> set[str]:
    return {script for letter in name if letter.isalpha() and (script := _script(letter)) != "COMMON"}


def _script(letter: str) -> str:
    from confusable_homoglyphs import categories

    script: str = categories.alias(letter)
    return script

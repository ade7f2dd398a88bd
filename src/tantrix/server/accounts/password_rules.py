"""Passwords that are refused: common ones, patterns, and passwords that contain the name of the account.

Strength is estimated by zxcvbn: the number of guesses for an attacker who knows common passwords, words and
names, keyboard patterns, dates, repetitions and substitutions like @ for a.
"""

import math
import unicodedata
from collections.abc import Iterable

MIN_LENGTH, MAX_LENGTH = 10, 200
MIN_GUESSES = 10**8  # zxcvbn's threshold for offline guessing against a slow hash like argon2
MAX_JUDGED = 40  # characters; more only make a password stronger, and the time grows with the square
MAX_READINGS = 8  # ways to read the symbols that stand for letters
MIN_PART = 4  # letters of a name that a password must not contain; shorter ones occur by chance

# Each letter of a Russian keyboard, and the character that the same key types on an English one.
_KEYS = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
# One letter for each symbol that can stand for a letter.
_READINGS = str.maketrans("@({[<!|$+%", "accccilstx")


def fault_of(password: str, words: Iterable[str] = ()) -> str | None:
    """Return the code for refusing a password, or None if the password is good. Takes up to 30 ms.

    `words`: the name and the mail address of the account.
    """
    plain = unicodedata.normalize("NFKC", password).casefold()
    parts = [part for word in words for part in _parts(word) if part]
    if any(len(part) >= MIN_PART and part in plain for part in parts):
        return "name_in_password"
    short = " ".join(dict.fromkeys(plain.split()))[:MAX_JUDGED]  # repeating a word adds no strength
    typed = {short, short.translate(_KEYS)}
    return "common_password" if min(_guesses(text, parts) for text in typed) < MIN_GUESSES else None


def _parts(word: str) -> Iterable[str]:
    """Return how a name or a mail address may occur in a password: whole, or without the mail host."""
    plain = unicodedata.normalize("NFKC", word).casefold()
    return {plain, plain.replace(" ", ""), plain.partition("@")[0]}


def few_readings(text: str) -> str:
    """Return a text in which few symbols can stand for letters, because zxcvbn tries all combinations."""
    from zxcvbn.matching import L33T_TABLE

    used = [sum(symbol in text for symbol in symbols) for symbols in L33T_TABLE.values()]
    n_readings = math.prod(max(1, n) for n in used)
    return text if n_readings <= MAX_READINGS else text.translate(_READINGS)


def _guesses(text: str, parts: list[str]) -> float:
    # Imported when the first password is chosen: its lists take 13 MB.
    from zxcvbn import zxcvbn

    return float(zxcvbn(few_readings(text), user_inputs=parts)["guesses"])

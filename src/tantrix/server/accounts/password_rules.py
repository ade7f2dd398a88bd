"""Which passwords are refused: common ones, patterns, and those that contain the name of the account.

The estimate is zxcvbn's: how many guesses an attacker needs who knows the most used passwords, words and
names, keyboard patterns, dates, repetitions and substitutions like @ for a.
"""

import math
import unicodedata
from collections.abc import Iterable

MIN_LENGTH, MAX_LENGTH = 10, 200
LEAST_GUESSES = 10**8  # what zxcvbn calls safe against guessing offline, at argon2's speed
MAX_JUDGED = 40  # characters; what follows only makes a password better, and time grows with the square
MAX_READINGS = 8  # of the symbols that stand for letters
LEAST_PART = 4  # letters of a name that a password must not contain; shorter ones occur by chance

# The letters and symbols of a Russian keyboard, by what the same keys write on an English one.
_KEYS = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
# One reading for each symbol that can stand for a letter.
_READINGS = str.maketrans("@({[<!|$+%", "accccilstx")


def fault_of(password: str, words: Iterable[str] = ()) -> str | None:
    """Return the code of the refusal of a password, None if it is good. Takes up to 30 ms.

    `words`: the name and the mail address of the account.
    """
    plain = unicodedata.normalize("NFKC", password).casefold()
    parts = [part for word in words for part in _parts(word) if part]
    if any(len(part) >= LEAST_PART and part in plain for part in parts):
        return "name_in_password"
    short = " ".join(dict.fromkeys(plain.split()))[:MAX_JUDGED]  # a word repeated is no second word
    typed = {short, short.translate(_KEYS)}
    return "common_password" if min(_guesses(text, parts) for text in typed) < LEAST_GUESSES else None


def _parts(word: str) -> Iterable[str]:
    """Return a name or a mail address as it may stand in a password: whole, and without the host of mail."""
    plain = unicodedata.normalize("NFKC", word).casefold()
    return {plain, plain.replace(" ", ""), plain.partition("@")[0]}


def few_readings(text: str) -> str:
    """Return a text whose symbols stand for letters in a few ways at most: zxcvbn tries them all."""
    from zxcvbn.matching import L33T_TABLE

    used = [sum(symbol in text for symbol in symbols) for symbols in L33T_TABLE.values()]
    n_readings = math.prod(max(1, n) for n in used)
    return text if n_readings <= MAX_READINGS else text.translate(_READINGS)


def _guesses(text: str, parts: list[str]) -> float:
    # Loaded with the first password that is chosen: its lists take 13 MB.
    from zxcvbn import zxcvbn

    return float(zxcvbn(few_readings(text), user_inputs=parts)["guesses"])

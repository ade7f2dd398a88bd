"""Codes of rooms, such as "KIWI 42": short enough to call across a room, and to type on any keyboard.

A code follows from the id of its room, so all servers agree on it and nothing is stored. The words are
spelled alike in the languages of the site. Many ids share a code: a new room gets an id whose code no open
room has.
"""

import re
from collections.abc import Iterator

_WORDS = """
    ATLAS BANANA BINGO BONUS BRAVO COLA DELTA DOMINO EURO EXTRA GALA GOLF HOBBY HOTEL JUDO KARATE
    KEBAB KIWI KOALA LAMA LASSO LIMBO LOTTO LUNA MAMBO MANGO MARS METRO MOTOR NINJA OMEGA OPERA
    ORION PANDA PAPAYA PASTA PIANO PIZZA POLKA POLO PUMA RADIO ROBOT RODEO RUMBA SAFARI SALSA SAMBA
    SAUNA SOFA SOLO SUMO SUSHI TANGO TAXI TENOR TOFU TRIO TUBA TURBO VILLA VIOLA YOGA ZEBRA
""".split()
_FIRST, _PER_WORD = 10, 90  # two digits each
_CODES = len(_WORDS) * _PER_WORD
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ENDINGS = len(_DIGITS) ** 3
_TYPED = re.compile(r"[\W_]*([A-Z]+)[\W_]*([0-9]{2})[\W_]*", re.ASCII)

ENDING_LETTERS = 3  # the last letters of an id, from which its code follows


def code_of(rush_id: str) -> str:
    """Return the code of a room.

    >>> code_of("b2p2wv3x98kz")
    'TURBO 63'
    """
    word, number = divmod(int(rush_id[-ENDING_LETTERS:], len(_DIGITS)) % _CODES, _PER_WORD)
    return f"{_WORDS[word]} {_FIRST + number}"


def parse_code(text: str) -> str | None:
    """Return the code that somebody has typed, with or without spaces and capitals; None if it is none.

    >>> parse_code("kiwi-42")
    'KIWI 42'
    """
    typed = _TYPED.fullmatch(text.upper())
    if typed is None or typed[1] not in _WORDS or int(typed[2]) < _FIRST:
        return None
    return f"{typed[1]} {typed[2]}"


def endings(code: str) -> Iterator[str]:
    """Yield how the ids of the rooms with a code end."""
    word, number = code.split()
    first = _WORDS.index(word) * _PER_WORD + int(number) - _FIRST
    for n in range(first, _ENDINGS, _CODES):
        yield _DIGITS[n // 36**2] + _DIGITS[n // 36 % 36] + _DIGITS[n % 36]

"""The letters of the colours in the reader's language: on the lines of tiles, and beside names.

In each language these are the first letters of the four colours if they are distinct. In Polish, where the
letters of "żółty" and "zielony" would look alike, yellow is shown by a letter that no other colour has.
Notation, records and the API keep R, Y, G and B.
"""

from tantrix.pictures.draw import COLOUR_LETTERS
from tantrix.server.wording.catalogues import gettext_noop, translate

_LETTERS = gettext_noop("RYGB")


def colour_letters(language: str) -> str:
    """Return the letters of red, yellow, green and blue."""
    return translate(language, _LETTERS)


def colour_letter(letter: str, language: str) -> str:
    """Return the letter to show for a colour's letter in notation; other text is returned unchanged."""
    number = COLOUR_LETTERS.find(letter) if letter else -1
    return letter if number < 0 else colour_letters(language)[number]

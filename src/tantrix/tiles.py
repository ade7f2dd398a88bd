"""The tiles of Tantrix: their numbers, edges and links.

An edge is one of six, numbered 0 to 5 clockwise from east. Rotation `n` turns a tile `n` sixths
clockwise from the official table (R1.1), so the colour at edge `e` is the table's at `(e - n) % 6`.
"""

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Colour(IntEnum):
    """One of the four colours of links, in the order of the notation `RYGB`."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    @property
    def letter(self) -> str:
        return LETTERS[self]

    @classmethod
    def parse(cls, letter: str) -> "Colour":
        """Read one of the letters R, Y, G, B in either case; anything else raises ValueError."""
        index = LETTERS.find(letter.upper()) if len(letter) == 1 else -1
        if index < 0:
            raise ValueError(f"expected a colour R, Y, G or B, got {letter!r}")
        return cls(index)


class Shape(StrEnum):
    """How a link runs through its tile (R1.2)."""

    CORNER = "corner"
    BEND = "bend"
    STRAIGHT = "straight"


class Link(NamedTuple):
    """The coloured path that joins edges `a` and `b` of one tile, `a < b`."""

    colour: Colour
    a: int
    b: int

    @property
    def shape(self) -> Shape:
        return _SHAPES[min(self.b - self.a, 6 - self.b + self.a)]


LETTERS = "RYGB"

# R1.1, R1.3: edges clockwise as in the official table; row `n - 1` is tile `n`. The last eight are
# the triple straights of the 64-tile set, whose original numbers are lost.
TABLE: tuple[str, ...] = tuple(
    """
    YYBRBR YYBRRB RRBBYY YRBRYB YYRBBR RBYBRY BBYRYR BBRYRY YBRBYR YYRBRB RRBYBY RRYBYB BBYRRY YYBBRR
    GGRYYR GGYRRY YYGRGR YYRGRG RRGYGY RRYGYG GGRRYY YYGRRG GYYRRG GGBRRB GGRRBB BBGRRG RRBGBG GGBBRR
    RRGBGB GGRBBR GGRYRY RYGYRG GGYRYR GYRYGR GRYRGY GGRBRB BBGRGR BBRGRG RBGBRG RGBGRB GGBRBR BGRGBR
    GGBBYY BGYGBY GGYYBB GGBYBY GGYBBY GGBYYB YYGBBG YGBGYB BYGYBG GGYBYB YYGBGB YYBGBG BBGYGY BBYGYG
    RBYRBY RYBRYB RYGRYG RGYRGY RBGRBG RGBRGB BYGBYG BGYBGY
    """.split()
)

# The colour printed on the back of tiles 1 to 56; W (white) means that the back has no colour.
BACKS = "YYYRRBBBYRRYBBRRYRRYYYYRRRRRRRYGGGGGGGBBBBBYGGGWWWWWWWWW"

GAME_SET: tuple[int, ...] = tuple(range(1, 57))
FULL_SET: tuple[int, ...] = tuple(range(1, 65))

_SHAPES = {1: Shape.CORNER, 2: Shape.BEND, 3: Shape.STRAIGHT}


def edges(tile: int, rotation: int = 0) -> str:
    """Return the six colour letters of a tile clockwise from its east edge, such as `"RRBYBY"`.

    Raises ValueError for a tile that is not 1..64 or a rotation that is not 0..5.
    """
    check_tile(tile)
    if not 0 <= rotation <= 5:
        raise ValueError(f"expected a rotation 0 to 5, got {rotation!r}")
    table = TABLE[tile - 1]
    return table[6 - rotation :] + table[: 6 - rotation]


def links(tile: int, rotation: int = 0) -> tuple[Link, Link, Link]:
    """Return the three links of a tile, ordered by their first edge."""
    shown = edges(tile, rotation)
    pairs = [
        Link(Colour.parse(shown[a]), a, shown.index(shown[a], a + 1))
        for a in range(6)
        if shown[a] not in shown[:a]
    ]
    return (pairs[0], pairs[1], pairs[2])


def n_rotations(tile: int) -> int:
    """Return how many rotations look different: 3 for a triple straight, 6 for all others (R1.3)."""
    check_tile(tile)
    return 3 if tile > GAME_SET[-1] else 6


def back(tile: int) -> str:
    """Return the letter of the colour on a tile's back: R, Y, G, B, or W for none."""
    check_tile(tile)
    return BACKS[tile - 1] if tile <= GAME_SET[-1] else "W"


def colours(tile: int) -> frozenset[Colour]:
    """Return the three colours a tile carries."""
    return frozenset(link.colour for link in links(tile))


def check_tile(tile: int) -> None:
    """Raise ValueError unless `tile` is a tile's number."""
    if not 1 <= tile <= FULL_SET[-1]:
        raise ValueError(f"expected a tile 1 to 64, got {tile!r}")

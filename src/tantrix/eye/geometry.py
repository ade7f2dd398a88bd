"""The hexagon of a tile in apothems, and the 336 ways in which one of the 56 tiles can show its edges.

Edges are numbered clockwise from east, y runs downwards, as in `hexes`. A frame is the matrix that takes the
unit directions of a tile's edges to pixels, so its columns are the apothems as the picture shows them.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tantrix._compile.records import Floats
from tantrix.tiles import GAME_SET, LETTERS, edges

Pixels = NDArray[np.uint8]
Activations = NDArray[np.float32]
Flags = NDArray[np.bool_]
Random = np.random.Generator

N_OPTIONS = len(GAME_SET) * 6
_ANGLES = np.arange(6) * np.pi / 3

# float64[6, 2]: the middle of each edge, and the corner after it, of a hexagon of apothem 1.
SIDES: Final[Floats] = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], 1)
CORNERS: Final[Floats] = (
    np.stack([np.cos(_ANGLES + np.pi / 6), np.sin(_ANGLES + np.pi / 6)], 1) * 2 / np.sqrt(3)
)

# int8[336, 6]: the colour at each edge of tile `option // 6 + 1` turned by `option % 6`.
OPTIONS: Final[NDArray[np.int8]] = np.array(
    [[LETTERS.index(letter) for letter in edges(tile, turn)] for tile in GAME_SET for turn in range(6)],
    np.int8,
)

# How far from the centre the network marks the end of a link: two ends that touch stay apart.
END = 0.75


def lattice(q: float, r: float) -> Floats:
    """Return the centre of a cell in apothems."""
    return np.array([2.0 * q + r, r * np.sqrt(3)])


def turned(angle: float) -> Floats:
    """Return the matrix that turns points clockwise as seen, by radians."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine], [sine, cosine]])

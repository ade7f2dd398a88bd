"""Tiles that lie face down: blots of the class that the network has for backs, as large as a tile."""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats
from tantrix.eye.frames import CENTRE_X, CENTRE_Y, XX, XY, YX, YY
from tantrix.eye.geometry import Activations, Flags
from tantrix.eye.layers import CLASSES, STRIDE
from tantrix.eye.peaks import from_map
from tantrix.eye.reading import ReadBack

MOST_BACKS = 60
LIKENESS = (0.5, 1.6)  # how much smaller or larger than a tile a blot may be
_HEXAGON = 2 * np.sqrt(3)  # the area of a tile of apothem 1


def find_backs(answer: Activations, frames: Floats, scale: float) -> tuple[ReadBack, ...]:
    """Return the backs in a view, in pixels of the file, that are about as large as the tiles read."""
    areas = np.abs(frames[:, XX] * frames[:, YY] - frames[:, XY] * frames[:, YX])
    expected = float(np.median(areas)) * _HEXAGON
    blots = np.empty((MOST_BACKS, 3))
    is_back = answer[..., CLASSES].argmax(2) == CLASSES.stop - CLASSES.start - 1
    n = find_blots(is_back, blots)
    backs = []
    for area, x, y in blots[:n].tolist():
        ratio = area * STRIDE**2 / expected
        is_read = (np.hypot(frames[:, CENTRE_X] - x, frames[:, CENTRE_Y] - y) < np.sqrt(areas)).any()
        if LIKENESS[0] < ratio < LIKENESS[1] and not is_read:
            size = 4 / np.sqrt(3) * np.sqrt(area * STRIDE**2 / _HEXAGON)
            place = ((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5)
            backs.append(ReadBack(round(place[0], 1), round(place[1], 1), round(float(size / scale), 1)))
    return tuple(backs)


@jit
def find_blots(is_back: Flags, out: Floats) -> int:
    """Fill out[n, 3] by the area in pixels of the map, and the middle in the picture, of joined pixels."""
    height, width = is_back.shape
    seen = np.zeros((height, width), np.bool_)
    stack = np.empty(height * width, np.int64)
    n = 0
    for start in range(height * width):
        if seen[start // width, start % width] or not is_back[start // width, start % width]:
            continue
        n_waiting, area, sum_x, sum_y = 1, 0.0, 0.0, 0.0
        stack[0] = start
        seen[start // width, start % width] = True
        while n_waiting:
            n_waiting -= 1
            y, x = stack[n_waiting] // width, stack[n_waiting] % width
            area += 1
            sum_x += x
            sum_y += y
            for step in range(4):
                row, column = y + (step == 0) - (step == 1), x + (step == 2) - (step == 3)
                if (
                    0 <= row < height
                    and 0 <= column < width
                    and is_back[row, column]
                    and not seen[row, column]
                ):
                    seen[row, column] = True
                    stack[n_waiting] = row * width + column
                    n_waiting += 1
        if area >= 8 and n < len(out):
            out[n, 0], out[n, 1], out[n, 2] = area, from_map(sum_x / area), from_map(sum_y / area)
            n += 1
    return n

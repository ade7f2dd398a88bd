"""Tiles that lie face down: blots of the class that the network has for backs, as large as a tile."""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats
from tantrix.eye.frames import CENTRE_X, CENTRE_Y
from tantrix.eye.geometry import Flags
from tantrix.eye.layers import CLASSES, STRIDE
from tantrix.eye.peaks import from_map
from tantrix.eye.views import PhotoView, median_apothem

MOST_BACKS = 60
LIKENESS = (0.5, 1.6)  # how much smaller or larger than a tile a blot may be
_HEXAGON = 2 * np.sqrt(3)  # the area of a tile of apothem 1


@jit
def find_backs(view: PhotoView, out: Floats) -> int:
    """Fill out[n, 3] by place and size of the backs about as large as the tiles, in pixels of the picture."""
    apothem = median_apothem(view.frames)
    blots, n = np.empty((MOST_BACKS, 3)), 0
    for i in range(find_blots(backs_in(view), blots)):
        x, y, area = blots[i, 1], blots[i, 2], blots[i, 0] * STRIDE**2 / _HEXAGON
        is_read = False
        for frame in view.frames:
            is_read |= np.hypot(frame[CENTRE_X] - x, frame[CENTRE_Y] - y) < apothem
        if LIKENESS[0] < area / max(apothem**2, 1.0) < LIKENESS[1] and not is_read:
            out[n, 0], out[n, 1] = (x + 0.5) / view.scale - 0.5, (y + 0.5) / view.scale - 0.5
            out[n, 2] = 4 / np.sqrt(3) * np.sqrt(area) / view.scale
            n += 1
    return n


@jit
def backs_in(view: PhotoView) -> Flags:
    """Return where the network sees the back of a tile rather than anything else."""
    height, width = view.answer.shape[0], view.answer.shape[1]
    found = np.ones((height, width), np.bool_)
    for y in range(height):
        for x in range(width):
            for kind in range(CLASSES.start, CLASSES.stop - 1):
                if view.answer[y, x, kind] >= view.answer[y, x, CLASSES.stop - 1]:
                    found[y, x] = False
    return found


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

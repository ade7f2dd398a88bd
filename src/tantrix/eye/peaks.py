"""Where the network sees centres of tiles and ends of links: peaks of its heat, in pixels of the picture."""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats
from tantrix.eye.geometry import Activations
from tantrix.eye.layers import ENDS, STRIDE, VECTOR_UNIT

# Columns of an end: how sure it is, where it is, and where it says that its tile's centre is.
SURE, X, Y, VOTE_X, VOTE_Y = range(5)
N_END_COLUMNS = 5
MOST_PEAKS = 1200
LEAST_CENTRE = 0.28
LEAST_END = 0.18


@jit
def find_centres(heat: Activations, out: Floats) -> int:
    """Fill out[n, 3] by how sure each centre is and where it is; return how many there are."""
    return find_peaks(heat[0], LEAST_CENTRE, out)


@jit
def find_ends(heat: Activations, answer: Activations, out: Floats) -> int:
    """Fill out[n, 5] by the ends of links of any colour, with their votes; return how many there are."""
    height, width = heat.shape[1], heat.shape[2]
    most = np.zeros((height, width), np.float32)
    for y in range(height):
        for x in range(width):
            for colour in range(4):
                most[y, x] = max(most[y, x], heat[1 + colour, y, x])
    n = find_peaks(most, LEAST_END, out)
    for i in range(n):
        column = int(to_map(out[i, X]) + 0.5)
        row = int(to_map(out[i, Y]) + 0.5)
        vector = answer[row, column]
        out[i, VOTE_X] = out[i, X] + vector[ENDS.stop] * VECTOR_UNIT
        out[i, VOTE_Y] = out[i, Y] + vector[ENDS.stop + 1] * VECTOR_UNIT
    return n


@jit
def find_peaks(heat: Activations, least: float, out: Floats) -> int:
    """Fill the first three columns of `out` by the peaks of a map: how high they are and where, weighted."""
    height, width = heat.shape
    n = 0
    for y in range(height):
        for x in range(width):
            if heat[y, x] < least or not is_peak(heat, x, y) or n == len(out):
                continue
            total, at_x, at_y = 0.0, 0.0, 0.0
            for row in range(max(0, y - 1), min(height, y + 2)):
                for column in range(max(0, x - 1), min(width, x + 2)):
                    weight = float(heat[row, column]) ** 2
                    total += weight
                    at_x += weight * column
                    at_y += weight * row
            out[n, SURE] = heat[y, x]
            out[n, X] = from_map(at_x / total)
            out[n, Y] = from_map(at_y / total)
            n += 1
    return n


@jit
def is_peak(heat: Activations, x: int, y: int) -> bool:
    """Tell whether no pixel around is higher; of equal ones the last counts."""
    height, width = heat.shape
    for row in range(max(0, y - 1), min(height, y + 2)):
        for column in range(max(0, x - 1), min(width, x + 2)):
            is_later = row > y or (row == y and column > x)
            if heat[row, column] > heat[y, x] or (is_later and heat[row, column] == heat[y, x]):
                return False
    return True


@jit
def to_map(pixel: float) -> float:
    """Return where a pixel of the picture is on a map of the network."""
    return (pixel - STRIDE / 2 + 0.5) / STRIDE


@jit
def from_map(place: float) -> float:
    """Return where a place of a map is in the picture."""
    return place * STRIDE + STRIDE / 2 - 0.5


@jit
def at_point(values: Activations, x: float, y: float) -> float:
    """Return a map's value at a point of the picture, between its four pixels."""
    height, width = values.shape
    column = min(max(to_map(x), 0.0), width - 1.0)
    row = min(max(to_map(y), 0.0), height - 1.0)
    left, top = int(column), int(row)
    right, bottom = min(left + 1, width - 1), min(top + 1, height - 1)
    across, down = column - left, row - top
    above = values[top, left] * (1 - across) + values[top, right] * across
    below = values[bottom, left] * (1 - across) + values[bottom, right] * across
    return float(above * (1 - down) + below * down)

"""The best line or loop of each colour among tiles as they were read, which need not match.

For browsers, as `best_line` of `game` is for Python, which is the oracle of its tests.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Numbers
from tantrix.eye.geometry import OPTIONS


@jit
def find_line(neighbours: Numbers, readings: Numbers, colour: int, out: Numbers) -> int:
    """Fill `out` by the tiles of a colour's best line, in order; return how many, negative for a loop."""
    n = len(readings)
    seen, line = np.zeros(n, np.bool_), np.empty(n + 1, np.int64)
    best, found = 0, 0
    for i in range(n):
        edge = end_of(readings[i], colour, -1)
        if seen[i] or edge < 0:
            continue
        n_tiles = follow(neighbours, readings, colour, i, edge, line)
        is_loop = n_tiles > 1 and line[n_tiles - 1] == i
        if is_loop:
            n_tiles -= 1
        else:
            # From the end that was reached, back to the other one.
            last = line[n_tiles - 1]
            edge = end_of(readings[i], colour, edge) if last == i else way_back(neighbours, line, n_tiles)
            n_tiles = follow(neighbours, readings, colour, last, edge, line)
        for at in range(n_tiles):
            seen[line[at]] = True
        score = 2 * n_tiles if is_loop else n_tiles
        if score > best or (score == best and n_tiles > abs(found)):
            best, found = score, -n_tiles if is_loop else n_tiles
            for at in range(n_tiles):
                out[at] = line[at]
    return found


@jit
def end_of(reading: int, colour: int, other: int) -> int:
    """Return an edge other than `other` at which a reading shows a colour, or -1."""
    if reading >= 0:
        for edge in range(6):
            if edge != other and OPTIONS[reading, edge] == colour:
                return edge
    return -1


@jit
def way_back(neighbours: Numbers, line: Numbers, n: int) -> int:
    """Return the edge of the last tile of a line across which the one before it lies."""
    for edge in range(6):
        if neighbours[line[n - 1], edge] == line[n - 2]:
            return edge
    return -1


@jit
def follow(neighbours: Numbers, readings: Numbers, colour: int, start: int, edge: int, out: Numbers) -> int:
    """Fill `out` by the tiles from one on that leaves by an edge; a loop ends with its first tile again."""
    n, tile = 1, start
    out[0] = start
    while True:
        beside, entered = neighbours[tile, edge], (edge + 3) % 6
        if beside < 0 or readings[beside] < 0 or OPTIONS[readings[beside], entered] != colour:
            return n
        out[n] = beside
        n += 1
        if beside == start:
            return n
        tile, edge = beside, end_of(readings[beside], colour, entered)

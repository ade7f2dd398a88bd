"""Which tiles touch: links between frames, groups of linked tiles, and their cells in a lattice.

A link is counted if each of two tiles lies where the other's edge says, and the two edges run along each
other. Tiles that only happen to lie close fail the second test.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats, Numbers
from tantrix.eye.frames import CENTRE_X, CENTRE_Y, XX, XY, YX, YY, into_frame
from tantrix.eye.geometry import SIDES
from tantrix.hexes import DIRECTIONS

# Columns of a place: group, cell, and how many edges the tile's directions are ahead of the group's.
GROUP, Q, R, AHEAD = range(4)
N_PLACE_COLUMNS = 4
FARTHEST = 0.42  # apothems between a centre and where the neighbour expects it
SKEW = np.sin(np.radians(12.0))
STEPS = np.array(DIRECTIONS)


@jit
def find_groups(frames: Floats, n: int, places: Numbers) -> int:
    """Fill places[n, 4] by the group and cell of each tile, the best links first; return how many groups."""
    errors, edges = np.full((n, n), np.inf), np.zeros((n, n), np.int64)
    for i in range(n):
        for j in range(n):
            if i != j:
                edges[i, j] = edge_towards(frames[i], frames[j])
                errors[i, j] = misplaced(frames[i], frames[j]) + misplaced(frames[j], frames[i])
                if errors[i, j] < 2 * FARTHEST and not runs_along(frames[i], frames[j]):
                    errors[i, j] = np.inf
    n_groups = 0
    for i in range(n):
        places[i, GROUP] = -1
    for first in range(n):
        if places[first, GROUP] < 0:
            places[first, GROUP] = n_groups
            places[first, Q], places[first, R], places[first, AHEAD] = 0, 0, 0
            spread(errors, edges, n, places, n_groups)
            n_groups += 1
    return n_groups


@jit
def spread(errors: Floats, edges: Numbers, n: int, places: Numbers, group: int) -> None:
    """Join tiles to a group one at a time, always by the best link that leads to a free cell."""
    while True:
        least, inside, outside = 2 * FARTHEST, -1, -1
        for i in range(n):
            if places[i, GROUP] != group:
                continue
            for j in range(n):
                if places[j, GROUP] < 0 and errors[i, j] < least and is_free(places, n, i, edges[i, j]):
                    least, inside, outside = errors[i, j], i, j
        if inside < 0:
            return
        edge = (edges[inside, outside] - places[inside, AHEAD]) % 6
        places[outside, GROUP] = group
        places[outside, Q] = places[inside, Q] + STEPS[edge, 0]
        places[outside, R] = places[inside, R] + STEPS[edge, 1]
        places[outside, AHEAD] = (edges[outside, inside] - edge - 3) % 6


@jit
def is_free(places: Numbers, n: int, i: int, edge: int) -> bool:
    """Tell whether no tile of its group has the cell across an edge of tile `i`."""
    step = STEPS[(edge - places[i, AHEAD]) % 6]
    for j in range(n):
        is_there = places[j, Q] == places[i, Q] + step[0] and places[j, R] == places[i, R] + step[1]
        if places[j, GROUP] == places[i, GROUP] and is_there:
            return False
    return True


@jit
def edge_towards(frame: Floats, other: Floats) -> int:
    """Return the edge of a tile that is nearest to the direction of another."""
    place = np.empty(2)
    return into_frame(frame, other[CENTRE_X] - frame[CENTRE_X], other[CENTRE_Y] - frame[CENTRE_Y], place)


@jit
def misplaced(frame: Floats, other: Floats) -> float:
    """Return how far another tile is from where a neighbour would be, in apothems; infinite if too far."""
    place = np.empty(2)
    edge = into_frame(frame, other[CENTRE_X] - frame[CENTRE_X], other[CENTRE_Y] - frame[CENTRE_Y], place)
    missed = float(np.hypot(place[0] - 2 * SIDES[edge, 0], place[1] - 2 * SIDES[edge, 1]))
    return missed if missed < FARTHEST else np.inf


@jit
def runs_along(frame: Floats, other: Floats) -> bool:
    """Tell whether the edges by which two tiles touch are parallel."""
    first, second = edge_towards(frame, other), edge_towards(other, frame)
    # An edge runs at right angles to its direction, in apothems; pixels are skewed, so both are taken there.
    a_x = -frame[XX] * SIDES[first, 1] + frame[XY] * SIDES[first, 0]
    a_y = -frame[YX] * SIDES[first, 1] + frame[YY] * SIDES[first, 0]
    b_x = -other[XX] * SIDES[second, 1] + other[XY] * SIDES[second, 0]
    b_y = -other[YX] * SIDES[second, 1] + other[YY] * SIDES[second, 0]
    across = a_x * b_y - a_y * b_x
    return bool(abs(across) < SKEW * np.hypot(a_x, a_y) * np.hypot(b_x, b_y))

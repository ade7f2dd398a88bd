"""The plane of a group: the perspective that takes its cells to their centres, fitted without stray tiles.

It makes frames more exact than the ends of a single tile can, and says where a missed tile should be.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats, Numbers
from tantrix.eye.frames import CENTRE_X, CENTRE_Y, N_FRAME_COLUMNS, XX, XY, apart, is_plausible
from tantrix.eye.geometry import Flags
from tantrix.eye.groups import AHEAD, GROUP, Q, R

LEAST_TILES = 6
STRAY = 0.35  # apothems between a centre and where the perspective has it
N_ROUNDS = 4


@jit
def straighten(frames: Floats, n: int, places: Numbers, group: int, perspective: Floats) -> bool:
    """Give the tiles of a group the frames of its plane (8 numbers); return whether it has one."""
    if not fit_perspective(frames, n, places, group, perspective):
        return False
    seen = np.empty(N_FRAME_COLUMNS)
    for i in range(n):
        if places[i, GROUP] != group:
            continue
        frame_at(perspective, places[i, Q], places[i, R], seen)
        missed = apart(seen, frames[i])
        if missed < 0.5:
            if missed <= 0.12:
                seen[CENTRE_X], seen[CENTRE_Y] = frames[i, CENTRE_X], frames[i, CENTRE_Y]
            else:
                seen[CENTRE_X] = (seen[CENTRE_X] + frames[i, CENTRE_X]) / 2
                seen[CENTRE_Y] = (seen[CENTRE_Y] + frames[i, CENTRE_Y]) / 2
            frames[i, 1:] = seen[1:]
            places[i, AHEAD] = 0
    return True


@jit
def fit_perspective(frames: Floats, n: int, places: Numbers, group: int, out: Floats) -> bool:
    """Fit the perspective of a group to its centres; each round leaves out those that are off by too much."""
    counts = np.zeros(n, np.bool_)
    for i in range(n):
        counts[i] = places[i, GROUP] == group
    seen = np.empty(N_FRAME_COLUMNS)
    for _ in range(N_ROUNDS):
        if counts.sum() < LEAST_TILES or not solve_perspective(frames, n, places, counts, out):
            return False
        for i in range(n):
            if places[i, GROUP] == group:
                frame_at(out, places[i, Q], places[i, R], seen)
                counts[i] = is_plausible(seen) and apart(seen, frames[i]) < STRAY
    return bool(counts.sum() >= LEAST_TILES)


@jit
def solve_perspective(frames: Floats, n: int, places: Numbers, counts: Flags, out: Floats) -> bool:
    """Solve for x (g u + h v + 1) = a u + b v + c, and the same for y, by least squares about the mean."""
    rows, sums = np.zeros((2, 9)), np.zeros((8, 9))
    middle_x, middle_y, total = 0.0, 0.0, 0.0
    for i in range(n):
        if counts[i]:
            middle_x += frames[i, CENTRE_X]
            middle_y += frames[i, CENTRE_Y]
            total += 1
    middle_x /= total
    middle_y /= total
    for i in range(n):
        if not counts[i]:
            continue
        u, v = 2.0 * places[i, Q] + places[i, R], places[i, R] * np.sqrt(3.0)
        for row in range(2):
            value = frames[i, CENTRE_X] - middle_x if row == 0 else frames[i, CENTRE_Y] - middle_y
            rows[row] = 0.0
            rows[row, 3 * row], rows[row, 3 * row + 1], rows[row, 3 * row + 2] = u, v, 1.0
            rows[row, 6], rows[row, 7], rows[row, 8] = -u * value, -v * value, value
            for a in range(8):
                for b in range(9):
                    sums[a, b] += rows[row, a] * rows[row, b]
    if not solve(sums, out):
        return False
    for column in range(3):
        weight = 1.0 if column == 2 else out[6 + column]
        out[column] += middle_x * weight
        out[3 + column] += middle_y * weight
    return True


@jit
def solve(sums: Floats, out: Floats) -> bool:
    """Solve eight equations by elimination with pivots; return whether they have one solution."""
    n = len(sums)
    for column in range(n):
        pivot = column
        for row in range(column + 1, n):
            if abs(sums[row, column]) > abs(sums[pivot, column]):
                pivot = row
        if abs(sums[pivot, column]) < 1e-7:
            return False
        for at in range(n + 1):
            sums[column, at], sums[pivot, at] = sums[pivot, at], sums[column, at]
        for row in range(n):
            if row != column:
                share = sums[row, column] / sums[column, column]
                for at in range(column, n + 1):
                    sums[row, at] -= share * sums[column, at]
    for row in range(n):
        out[row] = sums[row, n] / sums[row, row]
    return True


@jit
def frame_at(perspective: Floats, q: int, r: int, out: Floats) -> None:
    """Fill a frame for a cell: where its centre is, and how the plane lies there."""
    u, v = 2.0 * q + r, r * np.sqrt(3.0)
    depth = perspective[6] * u + perspective[7] * v + 1.0
    for row in range(2):
        a, b = perspective[3 * row], perspective[3 * row + 1]
        place = (a * u + b * v + perspective[3 * row + 2]) / depth
        out[CENTRE_X + row] = place
        out[XX + 2 * row] = (a - perspective[6] * place) / depth
        out[XY + 2 * row] = (b - perspective[7] * place) / depth

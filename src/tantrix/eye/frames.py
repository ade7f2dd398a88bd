"""From ends of links to frames: for each centre the matrix under which most of the ends that vote for it fit.

A frame is a row of seven numbers: how well it fits, the centre, and the matrix (columns: what one apothem
east, and one south, become in pixels). Every pair of ends is tried as two neighbouring or next-but-one edges.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats
from tantrix.eye.geometry import END, SIDES
from tantrix.eye.peaks import SURE, VOTE_X, VOTE_Y, X, Y

N_FRAME_COLUMNS = 7
SCORE, CENTRE_X, CENTRE_Y, XX, XY, YX, YY = range(N_FRAME_COLUMNS)
MOST_ENDS = 24
LEAST_AREA = 20.0  # of the square of an apothem, in pixels
LONGEST = 3.0  # how many times longer one axis of a frame may be
INLIER = 0.25
LEAST_SCORE = 0.62


@jit
def find_frames(centres: Floats, n_centres: int, ends: Floats, n_ends: int, out: Floats) -> int:
    """Fill out[n, 7] by the frames of tiles, best first, none over another; return how many there are."""
    n_centres = add_voted_centres(centres, n_centres, ends, n_ends)
    found = np.empty((n_centres, N_FRAME_COLUMNS))
    near = np.empty((MOST_ENDS, 3))
    n = 0
    for i in range(n_centres):
        n_near = find_voters(centres[i], ends, n_ends, near)
        if n_near >= 3 and fit_frame(centres[i, X], centres[i, Y], near, n_near, found[n]):
            refine_centre(near, n_near, found[n])
            found[n, SCORE] = 0.5 * centres[i, SURE] + found[n, SCORE] / 6
            n += 1
    return keep_best(found, n, out)


@jit
def vote_length(ends: Floats, i: int) -> float:
    """Return how far an end says that the centre is."""
    return float(np.hypot(ends[i, VOTE_X] - ends[i, X], ends[i, VOTE_Y] - ends[i, Y]))


@jit
def add_voted_centres(centres: Floats, n_centres: int, ends: Floats, n_ends: int) -> int:
    """Add centres that four ends agree on and the network did not see as such."""
    for i in range(n_ends):
        reach = vote_length(ends, i)
        n, x, y = 0, 0.0, 0.0
        for j in range(n_ends):
            if np.hypot(ends[j, VOTE_X] - ends[i, VOTE_X], ends[j, VOTE_Y] - ends[i, VOTE_Y]) < 0.35 * reach:
                n += 1
                x += ends[j, VOTE_X]
                y += ends[j, VOTE_Y]
        if n < 4 or n_centres == len(centres):
            continue
        is_new = True
        for j in range(n_centres):
            if np.hypot(x / n - centres[j, X], y / n - centres[j, Y]) <= 0.6 * reach:
                is_new = False
        if is_new:
            centres[n_centres, SURE] = 0.25 * n / 6
            centres[n_centres, X] = x / n
            centres[n_centres, Y] = y / n
            n_centres += 1
    return n_centres


@jit
def find_voters(centre: Floats, ends: Floats, n_ends: int, near: Floats) -> int:
    """Fill near[n, 3] by the ends that vote for a centre, relative to it; return how many."""
    n = 0
    for i in range(n_ends):
        reach = vote_length(ends, i)
        missed = np.hypot(ends[i, VOTE_X] - centre[X], ends[i, VOTE_Y] - centre[Y])
        distance = np.hypot(ends[i, X] - centre[X], ends[i, Y] - centre[Y])
        if missed < 0.45 * reach + 3 and abs(distance - reach) < 0.4 * reach + 3 and n < len(near):
            near[n, SURE] = ends[i, SURE]
            near[n, X] = ends[i, X] - centre[X]
            near[n, Y] = ends[i, Y] - centre[Y]
            n += 1
    return n


@jit
def fit_frame(x: float, y: float, near: Floats, n: int, out: Floats) -> bool:
    """Fill `out` by the best frame around a centre; return whether there is one."""
    out[SCORE] = -1.0
    frame = np.empty(N_FRAME_COLUMNS)
    order = np.argsort(-near[:n, SURE], kind="mergesort")
    for rank in range(min(3, n)):
        first = order[rank]
        for second in range(n):
            for step in range(1, 3):
                if second == first or not frame_of_two(near, first, second, step, frame):
                    continue
                for _ in range(2):
                    if not refit(near, n, frame):
                        break
                score = explained(near, n, frame)
                if score > out[SCORE]:
                    out[:] = frame
                    out[SCORE] = score
    out[CENTRE_X] = x
    out[CENTRE_Y] = y
    return bool(out[SCORE] > 0)


@jit
def frame_of_two(near: Floats, first: int, second: int, step: int, out: Floats) -> bool:
    """Fill a frame in which one end is at edge 0 and another at edge `step`; return whether it may be one."""
    cosine, sine = SIDES[step, 0], SIDES[step, 1]
    for row in range(2):
        east = near[first, X + row] / END
        out[XX + 2 * row] = east
        out[XX + 2 * row + 1] = (near[second, X + row] / END - east * cosine) / sine
    return is_plausible(out)


@jit
def is_plausible(frame: Floats) -> bool:
    """Tell whether a frame is no mirror, not too small and not too flat."""
    area = frame[XX] * frame[YY] - frame[XY] * frame[YX]
    squares = frame[XX] ** 2 + frame[XY] ** 2 + frame[YX] ** 2 + frame[YY] ** 2
    # With axes a and b: squares is a² + b², area is ab.
    return bool(area >= LEAST_AREA and squares <= area * (LONGEST + 1 / LONGEST))


@jit
def into_frame(frame: Floats, x: float, y: float, out: Floats) -> int:
    """Fill `out` by pixels from the centre in apothems; return the nearest edge."""
    area = frame[XX] * frame[YY] - frame[XY] * frame[YX]
    out[0] = (frame[YY] * x - frame[XY] * y) / area
    out[1] = (frame[XX] * y - frame[YX] * x) / area
    return int(np.round(np.arctan2(out[1], out[0]) / (np.pi / 3))) % 6


@jit
def refit(near: Floats, n: int, frame: Floats) -> bool:
    """Fit a frame to its inliers by least squares; return whether three edges have one and it may be one."""
    place, sums, right = np.empty(2), np.zeros((2, 2)), np.zeros((2, 2))
    edges = 0
    for i in range(n):
        edge = into_frame(frame, near[i, X], near[i, Y], place)
        if np.hypot(place[0] - END * SIDES[edge, 0], place[1] - END * SIDES[edge, 1]) >= INLIER:
            continue
        edges |= 1 << edge
        weight = near[i, SURE] ** 2
        for a in range(2):
            for b in range(2):
                sums[a, b] += weight * END * END * SIDES[edge, a] * SIDES[edge, b]
                right[a, b] += weight * END * SIDES[edge, b] * near[i, X + a]
    area = sums[0, 0] * sums[1, 1] - sums[0, 1] ** 2
    if n_bits(edges) < 3 or area < 1e-9:
        return False
    for row in range(2):
        frame[XX + 2 * row] = (right[row, 0] * sums[1, 1] - right[row, 1] * sums[0, 1]) / area
        frame[XX + 2 * row + 1] = (right[row, 1] * sums[0, 0] - right[row, 0] * sums[0, 1]) / area
    return is_plausible(frame)


@jit
def n_bits(number: int) -> int:
    """Count the edges of a set of edges."""
    n = 0
    for edge in range(6):
        n += number >> edge & 1
    return n


@jit
def explained(near: Floats, n: int, frame: Floats) -> float:
    """Return how much of the ends a frame explains: the best at each edge, less half of what fits nowhere."""
    if not is_plausible(frame):
        return -1.0
    best, place, stray = np.zeros(6), np.empty(2), 0.0
    for i in range(n):
        edge = into_frame(frame, near[i, X], near[i, Y], place)
        missed = np.hypot(place[0] - END * SIDES[edge, 0], place[1] - END * SIDES[edge, 1])
        best[edge] = max(best[edge], near[i, SURE] * np.exp(-((missed / 0.15) ** 2)))
        if missed > 0.3:
            stray += near[i, SURE]
    return float(best.sum() - 0.5 * stray)


@jit
def refine_centre(near: Floats, n: int, frame: Floats) -> None:
    """Move a centre half of the way to where the ends of five edges or more say it is."""
    place = np.empty(2)
    edges, total, x, y = 0, 0.0, 0.0, 0.0
    for i in range(n):
        edge = into_frame(frame, near[i, X], near[i, Y], place)
        if np.hypot(place[0] - END * SIDES[edge, 0], place[1] - END * SIDES[edge, 1]) < INLIER:
            edges |= 1 << edge
            weight = near[i, SURE] ** 2
            east, south = END * SIDES[edge, 0], END * SIDES[edge, 1]
            total += weight
            x += weight * (near[i, X] - frame[XX] * east - frame[XY] * south)
            y += weight * (near[i, Y] - frame[YX] * east - frame[YY] * south)
    if n_bits(edges) >= 5:
        frame[CENTRE_X] += 0.5 * x / total
        frame[CENTRE_Y] += 0.5 * y / total


@jit
def apart(first: Floats, second: Floats) -> float:
    """Return how far the second frame's centre is from the first's, in apothems of the first."""
    place = np.empty(2)
    into_frame(first, second[CENTRE_X] - first[CENTRE_X], second[CENTRE_Y] - first[CENTRE_Y], place)
    return float(np.hypot(place[0], place[1]))


@jit
def keep_best(found: Floats, n: int, out: Floats) -> int:
    """Fill `out` by the frames that fit well and lie on no better one, best first; return how many."""
    kept = 0
    order = np.argsort(-found[:n, SCORE], kind="mergesort")
    for i in order:
        if found[i, SCORE] < LEAST_SCORE or kept == len(out):
            break
        is_free = True
        for j in range(kept):
            if apart(out[j], found[i]) <= 1.3 or apart(found[i], out[j]) <= 1.1:
                is_free = False
        if is_free:
            out[kept] = found[i]
            kept += 1
    return kept

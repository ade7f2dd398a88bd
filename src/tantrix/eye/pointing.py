"""A tile that the user points at in a picture, because it was missed: where it lies, and what it shows.

The network looks once more, at what is around it alone. What it still does not see as a tile lies where a
neighbour's edges say, or as the likeliest regular hexagon; its readings are for the user to choose from.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats, Numbers
from tantrix.eye.arrangement import GAINS, IS_WHOLE, Arrangement, end_heat, find_seen, has_tile, scored
from tantrix.eye.frames import CENTRE_X, CENTRE_Y, N_FRAME_COLUMNS, XX, XY, YX, YY, apart
from tantrix.eye.geometry import SIDES, Activations, Pixels
from tantrix.eye.groups import AHEAD, FARTHEST, GROUP, N_PLACE_COLUMNS, STEPS, Q, R, edge_towards, misplaced
from tantrix.eye.views import AS_IT_IS, PhotoView, look, point_in

CONTEXT = 3  # how far around its centre the network looks, in halves of the box around a tile
HALF_BOX = 27.0  # in pixels, at the size at which it looks
NEAR = 0.6  # of half a box: so far from its middle may the tile's be
SAME = 0.5  # apothems between the centres of what is one tile
N_TURNS = 12  # in which a hexagon is tried
APOTHEM = 0.9  # of half of the box around a hexagon, turned in any way


@jit
def add_pointed(
    pixels: Pixels,
    width: int,
    height: int,
    weights: Activations,
    x: int,
    y: int,
    reach: int,
    n: int,
    seen: Floats,
    places: Numbers,
    scores: Floats,
    n_lights: int,
) -> int:
    """Add the tile in a box around a point, `reach` being half of its side; return the place of the tile.

    `seen`, `places` and `scores` get another row, unless the tile is one of those `n` that they have.
    """
    left, top = max(0, x - CONTEXT * reach), max(0, y - CONTEXT * reach)
    right, bottom = min(width, x + CONTEXT * reach), min(height, y + CONTEXT * reach)
    picture = cut_out(pixels, width, left, top, right - left, bottom - top)
    size = int(max(right - left, bottom - top) * HALF_BOX / reach + 0.5)
    view = look(picture, size, weights, AS_IT_IS)
    known = np.empty((n, N_FRAME_COLUMNS))
    for i in range(n):
        known[i, CENTRE_X] = (seen[i, 0] - left + 0.5) * view.scale - 0.5
        known[i, CENTRE_Y] = (seen[i, 1] - top + 0.5) * view.scale - 0.5
        for column in range(4):
            known[i, XX + column] = seen[i, 2 + column] * view.scale
    frames, placed = np.empty((1, N_FRAME_COLUMNS)), np.zeros((1, N_PLACE_COLUMNS), np.int64)
    frames[0, CENTRE_X] = (x - left + 0.5) * view.scale - 0.5
    frames[0, CENTRE_Y] = (y - top + 0.5) * view.scale - 0.5
    find_pointed(view, known, places, frames[0])
    for i in range(n):
        if apart(known[i], frames[0]) < SAME:
            return i
    find_place(known, places, frames[0], placed[0])
    places[n] = placed[0]
    arrangement = Arrangement(frames, placed)
    find_seen(view, arrangement, seen[n:])
    seen[n, 0] += left
    seen[n, 1] += top
    seen[n, IS_WHOLE] = 1.0
    scores[0, n] = scored(view, arrangement)[0]
    for light in range(1, n_lights):
        scores[light, n] = scored(look(picture, size, weights, GAINS[light - 1]), arrangement)[0]
    return n


@jit
def cut_out(pixels: Pixels, stride: int, left: int, top: int, width: int, height: int) -> Pixels:
    """Return a part of a picture of RGBA whose rows have `stride` pixels."""
    part = np.empty((height, width, 3), np.uint8)
    for row in range(height):
        at = 4 * ((top + row) * stride + left)
        for column in range(width):
            for channel in range(3):
                part[row, column, channel] = pixels[at + channel]
            at += 4
    return part


@jit
def find_pointed(view: PhotoView, known: Floats, places: Numbers, frame: Floats) -> None:
    """Fill the frame of the tile around its centre: as seen, as a neighbour says, or as is likeliest."""
    x, y = frame[CENTRE_X], frame[CENTRE_Y]
    nearest, found = NEAR * HALF_BOX, False
    for i in range(len(view.frames)):
        distance = np.hypot(view.frames[i, CENTRE_X] - x, view.frames[i, CENTRE_Y] - y)
        if distance < nearest:
            nearest, found = distance, True
            frame[:] = view.frames[i]
    if found:
        return
    for i in range(len(known)):
        for edge in range(6):
            q, r = places[i, Q] + STEPS[edge, 0], places[i, R] + STEPS[edge, 1]
            there_x, there_y = point_in(known[i], 2 * SIDES[edge, 0], 2 * SIDES[edge, 1])
            distance = np.hypot(there_x - x, there_y - y)
            if distance < nearest and not has_tile(places, len(known), places[i, GROUP], q, r):
                nearest, found = distance, True
                frame[:] = known[i]
                frame[CENTRE_X], frame[CENTRE_Y] = there_x, there_y
    if not found:
        fit_hexagon(view, frame)


@jit
def fit_hexagon(view: PhotoView, frame: Floats) -> None:
    """Fill the matrix of a regular hexagon, turned so that most ends of links are seen at its edges."""
    best, tried = -1.0, frame.copy()
    for turn in range(N_TURNS):
        angle = turn * np.pi / 3 / N_TURNS
        along, across = APOTHEM * HALF_BOX * np.cos(angle), APOTHEM * HALF_BOX * np.sin(angle)
        tried[XX], tried[XY], tried[YX], tried[YY] = along, -across, across, along
        total = 0.0
        for edge in range(6):
            total += end_heat(view, tried, edge)
        if total > best:
            best = total
            frame[:] = tried


@jit
def find_place(known: Floats, places: Numbers, frame: Floats, out: Numbers) -> None:
    """Fill the place of a tile: beside the tile that it touches best, otherwise in a group of its own."""
    n = len(known)
    least = 2 * FARTHEST
    for i in range(n):
        out[GROUP] = max(out[GROUP], places[i, GROUP] + 1)
    for i in range(n):
        error = misplaced(known[i], frame) + misplaced(frame, known[i])
        edge = edge_towards(known[i], frame)
        q, r = places[i, Q] + STEPS[edge, 0], places[i, R] + STEPS[edge, 1]
        if error < least and not has_tile(places, n, places[i, GROUP], q, r):
            least = error
            out[GROUP], out[Q], out[R] = places[i, GROUP], q, r
            out[AHEAD] = (edge_towards(frame, known[i]) - edge - 3) % 6

"""Where the tiles of a view lie: their groups, those that only a group reveals, and what each shows."""

from typing import NamedTuple

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats, Numbers
from tantrix.eye.decoder import find_evidence, find_scores, highest
from tantrix.eye.frames import CENTRE_X, CENTRE_Y, N_FRAME_COLUMNS, SCORE, XX, XY, apart
from tantrix.eye.geometry import CORNERS, END, N_OPTIONS, SIDES, Activations, Pixels
from tantrix.eye.groups import AHEAD, GROUP, N_PLACE_COLUMNS, STEPS, Q, R, find_groups
from tantrix.eye.lattice import frame_at, straighten
from tantrix.eye.peaks import at_point
from tantrix.eye.views import MOST_TILES, PhotoView, is_inside, look, point_in

# Red, green and blue are multiplied by these, for light that is too warm, and for light that is too cold.
GAINS = np.array([[0.95, 1.0, 1.7], [1.4, 1.0, 0.95]])
N_LIGHTS = 1 + len(GAINS)
CLEAR = -0.35  # nats an edge: a photograph that is read better than this needs no other gains
LEAST_HEAT = (0.06, 0.12, 0.3)  # at an empty cell: its centre, each end, all ends on average

# Columns of a seen tile: its centre, its matrix in the directions of its group, whether all of it is seen.
IS_WHOLE = 6
N_SEEN_COLUMNS = 7


class Arrangement(NamedTuple):
    """The frames of all tiles, and their places: group, cell and turn, as in `groups`."""

    frames: Floats
    places: Numbers


@jit
def arranged(view: PhotoView) -> Arrangement:
    """Return the frames of a view and their places in groups, with tiles that only a group reveals."""
    n = len(view.frames)
    frames = np.empty((MOST_TILES, N_FRAME_COLUMNS))
    for i in range(n):
        frames[i] = view.frames[i]
    places = np.zeros((MOST_TILES, N_PLACE_COLUMNS), np.int64)
    n_groups = find_groups(frames, n, places)
    perspective = np.empty(8)
    for group in range(n_groups):
        if straighten(frames, n, places, group, perspective):
            n = fill_group(view, frames, n, places, group, perspective)
    return Arrangement(frames[:n].copy(), places[:n].copy())


@jit
def fill_group(
    view: PhotoView, frames: Floats, n: int, places: Numbers, group: int, perspective: Floats
) -> int:
    """Look once more at the empty cells around a group; return how many tiles there are then."""
    n_before = n
    seen = np.empty(N_FRAME_COLUMNS)
    for i in range(n_before):
        for edge in range(6):
            q, r = places[i, Q] + STEPS[edge, 0], places[i, R] + STEPS[edge, 1]
            if places[i, GROUP] != group or n == MOST_TILES or has_tile(places, n, group, q, r):
                continue
            frame_at(perspective, q, r, seen)
            if shows_tile(view, seen) and is_clear(frames, n, seen):
                seen[SCORE] = 0.5
                frames[n] = seen
                places[n, GROUP], places[n, Q], places[n, R], places[n, AHEAD] = group, q, r, 0
                n += 1
    return n


@jit
def has_tile(places: Numbers, n: int, group: int, q: int, r: int) -> bool:
    """Tell whether a group has a tile at a cell."""
    found = False
    for i in range(n):
        found |= places[i, GROUP] == group and places[i, Q] == q and places[i, R] == r
    return found


@jit
def is_clear(frames: Floats, n: int, frame: Floats) -> bool:
    """Tell whether a frame lies on no tile."""
    nearest = np.inf
    for i in range(n):
        nearest = min(nearest, apart(frame, frames[i]))
    return nearest > 1.2


@jit
def shows_tile(view: PhotoView, frame: Floats) -> bool:
    """Tell whether a centre and six ends of links are faintly seen where a frame says."""
    if not is_inside(view, frame, SIDES, 1.0):
        return False
    total = 0.0
    for edge in range(6):
        heat = end_heat(view, frame, edge)
        if heat <= LEAST_HEAT[1]:
            return False
        total += heat
    centre = at_point(view.heat[0], frame[CENTRE_X], frame[CENTRE_Y])
    return bool(centre > LEAST_HEAT[0] and total / 6 > LEAST_HEAT[2])


@jit
def end_heat(view: PhotoView, frame: Floats, edge: int) -> float:
    """Return how clearly the end of a link, of any colour, is seen at an edge of a tile."""
    x, y = point_in(frame, END * SIDES[edge, 0], END * SIDES[edge, 1])
    most = 0.0
    for colour in range(4):
        most = max(most, at_point(view.heat[1 + colour], x, y))
    return most


@jit
def scored(view: PhotoView, arrangement: Arrangement) -> Floats:
    """Return float64[n, 336]: what each reading of each tile is worth by the colours of a view."""
    frames, places = arrangement
    evidence, scores = np.empty((len(frames), 6, 4)), np.empty((len(frames), N_OPTIONS))
    for i in range(len(frames)):
        find_evidence(view.heat, view.colours, frames[i], places[i, AHEAD], evidence[i])
    find_scores(evidence, len(frames), scores)
    return scores


@jit
def scored_in_all_lights(
    picture: Pixels, weights: Activations, view: PhotoView, arrangement: Arrangement
) -> Floats:
    """Return float64[n_lights, n, 336]: scores as it is, and in other light where that is not clear."""
    first = scored(view, arrangement)
    total = 0.0
    for i in range(len(first)):
        total += highest(first[i])
    is_clear = total / len(first) / 6 >= CLEAR
    scores = np.empty((1 if is_clear else N_LIGHTS, len(first), N_OPTIONS))
    for i in range(len(first)):
        scores[0, i] = first[i]
    size = int(view.scale * max(picture.shape[0], picture.shape[1]) + 0.5)
    for light in range(1, len(scores)):
        lit = scored(look(picture, size, weights, GAINS[light - 1]), arrangement)
        for i in range(len(first)):
            scores[light, i] = lit[i]
    return scores


@jit
def find_seen(view: PhotoView, arrangement: Arrangement, out: Floats) -> None:
    """Fill out[n, 7] by the tiles in pixels of the picture, east being that of the group."""
    frames, places = arrangement
    for i in range(len(frames)):
        east = SIDES[places[i, AHEAD] % 6]
        for row in range(2):
            a, b = frames[i, XX + 2 * row] / view.scale, frames[i, XY + 2 * row] / view.scale
            out[i, row] = (frames[i, CENTRE_X + row] + 0.5) / view.scale - 0.5
            out[i, 2 + 2 * row] = a * east[0] + b * east[1]
            out[i, 3 + 2 * row] = b * east[0] - a * east[1]
        out[i, IS_WHOLE] = is_inside(view, frames[i], CORNERS, 0.9)

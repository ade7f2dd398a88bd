"""What the network sees in a picture, at the size at which it sees the tiles best."""

from typing import NamedTuple

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats
from tantrix.eye.forward import find_likelihoods, run_network
from tantrix.eye.frames import N_FRAME_COLUMNS, SCORE, XX, XY, YX, YY, find_frames
from tantrix.eye.geometry import Activations, Pixels
from tantrix.eye.layers import STRIDE
from tantrix.eye.peaks import MOST_PEAKS, N_END_COLUMNS, find_centres, find_ends
from tantrix.eye.resampling import resized

MOST_TILES = 120
COARSE = (320, 480)
FINER = (720, 1000)
COARSER = 220
LARGEST = 2.2  # how many times larger than it is a picture may be seen
BEST_APOTHEMS = (12.0, 45.0)  # in pixels, what the network was trained for and reads best
AS_IT_IS = np.ones(3)


class PhotoView(NamedTuple):
    """A picture at one size with what the network sees in it: maps, and the frames of tiles."""

    scale: float
    heat: Activations
    colours: Activations
    answer: Activations
    frames: Floats


@jit
def best_view(picture: Pixels, weights: Activations) -> PhotoView:
    """Return the view with the most evidence: two coarse sizes, then those that the tiles found ask for."""
    most = LARGEST * max(picture.shape[0], picture.shape[1])
    best = look(picture, COARSE[0], weights, AS_IT_IS)
    if most > COARSE[1]:
        best = better(best, look(picture, COARSE[1], weights, AS_IT_IS))
    apothem = median_apothem(best.frames)
    if apothem < BEST_APOTHEMS[0]:
        for size in FINER:
            if most > size:
                best = better(best, look(picture, size, weights, AS_IT_IS))
    if apothem == 0 or apothem > BEST_APOTHEMS[1]:
        best = better(best, look(picture, COARSER, weights, AS_IT_IS))
    return best


@jit
def median_apothem(frames: Floats) -> float:
    """Return the size of most tiles, 0 if there are none."""
    n = len(frames)
    if n == 0:
        return 0.0
    areas = frames[:, XX] * frames[:, YY] - frames[:, XY] * frames[:, YX]
    order = np.argsort(areas, kind="mergesort")
    return float(np.sqrt((areas[order[(n - 1) // 2]] + areas[order[n // 2]]) / 2))


@jit
def better(first: PhotoView, second: PhotoView) -> PhotoView:
    """Return the view in which more speaks for the tiles."""
    return second if evidence(second) > evidence(first) else first


@jit
def evidence(view: PhotoView) -> float:
    """Return how much speaks for the tiles of a view."""
    return float((view.frames[:, SCORE] - 0.3).sum())


@jit
def look(picture: Pixels, size: int, weights: Activations, gains: Floats) -> PhotoView:
    """Run the network over a picture whose longer side gets `size` pixels; find the frames of tiles."""
    answer = run_network(resized(picture, size), weights, gains)
    return view_of(answer, size / max(picture.shape[0], picture.shape[1]))


@jit
def view_of(answer: Activations, scale: float) -> PhotoView:
    """Find the tiles in what the network answers for a picture `scale` times as large as the original."""
    height, width = answer.shape[0], answer.shape[1]
    heat, colours = np.empty((5, height, width), np.float32), np.empty((4, height, width), np.float32)
    find_likelihoods(answer, heat, colours)
    centres, ends = np.empty((MOST_PEAKS, 3)), np.empty((MOST_PEAKS, N_END_COLUMNS))
    frames = np.empty((MOST_TILES, N_FRAME_COLUMNS))
    n_centres, n_ends = find_centres(heat, centres), find_ends(heat, answer, ends)
    n = find_frames(centres, n_centres, ends, n_ends, frames)
    return PhotoView(scale, heat, colours, answer, frames[:n].copy())


@jit
def is_inside(view: PhotoView, frame: Floats, points: Floats, reach: float) -> bool:
    """Tell whether points of a tile, `reach` times as far from its centre, are in the picture."""
    height, width = view.heat.shape[1] * STRIDE, view.heat.shape[2] * STRIDE
    for i in range(len(points)):
        x, y = point_in(frame, reach * points[i, 0], reach * points[i, 1])
        if x <= -1 or y <= -1 or x >= width or y >= height:
            return False
    return True


@jit
def point_in(frame: Floats, east: float, south: float) -> tuple[float, float]:
    """Return a point, given in apothems from the centre of a tile, in pixels of the view."""
    return (
        frame[1] + frame[XX] * east + frame[XY] * south,
        frame[2] + frame[YX] * east + frame[YY] * south,
    )

"""What the module for browsers exports of the eye: plain arrays in, plain arrays out.

`scripts/make_wasm.py` compiles these functions and all they call to WebAssembly.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats, Numbers
from tantrix.eye.arrangement import Arrangement, arranged, find_seen, scored_in_all_lights
from tantrix.eye.backs import find_backs
from tantrix.eye.decoder import decode_lights, find_neighbours
from tantrix.eye.geometry import N_OPTIONS, Activations, Pixels
from tantrix.eye.groups import N_PLACE_COLUMNS
from tantrix.eye.lines import find_line
from tantrix.eye.pointing import cut_out
from tantrix.eye.views import AS_IT_IS, COARSE, best_view, look


@jit
def read(
    pixels: Pixels,
    width: int,
    height: int,
    weights: Activations,
    seen: Floats,
    places: Numbers,
    scores: Floats,
    backs: Floats,
    counts: Numbers,
) -> int:
    """Read a picture of RGBA; return how many tiles it has. counts[2] becomes those of lights and backs."""
    picture = cut_out(pixels, width, 0, 0, width, height)
    view = best_view(picture, weights)
    n = len(view.frames)
    if n == 0:
        return 0
    arrangement = arranged(view)
    in_lights = scored_in_all_lights(picture, weights, view, arrangement)
    n = len(arrangement.frames)
    for i in range(n):
        places[i] = arrangement.places[i]
        for light in range(len(in_lights)):
            scores[light, i] = in_lights[light, i]
    find_seen(view, arrangement, seen)
    counts[0], counts[1] = len(in_lights), find_backs(view, backs)
    return n


@jit
def glance(pixels: Pixels, width: int, height: int, weights: Activations, seen: Floats) -> int:
    """Find the tiles of a picture of RGBA at the coarsest size alone, without groups; return how many."""
    view = look(cut_out(pixels, width, 0, 0, width, height), COARSE[0], weights, AS_IT_IS)
    n = len(view.frames)
    find_seen(view, Arrangement(view.frames, np.zeros((n, N_PLACE_COLUMNS), np.int64)), seen)
    return n


@jit
def decode(
    scores: Floats,
    n_lights: int,
    n: int,
    places: Numbers,
    fixed: Numbers,
    readings: Numbers,
    likely: Floats,
    agreement: Floats,
    lines: Numbers,
) -> None:
    """Decide what the first `n` tiles are, as `decode_lights` does; `fixed` are readings that the user gave.

    `lines`: int64[4, n + 1], of each colour how many tiles its best line has, negative for a loop, and which.
    """
    in_lights = np.empty((n_lights, n, N_OPTIONS))
    for light in range(n_lights):
        for i in range(n):
            in_lights[light, i] = scores[light, i]
    decoded = decode_lights(in_lights, places[:n], fixed[:n])
    for i in range(n):
        readings[i] = decoded.readings[i]
        agreement[i] = decoded.agreement[i]
        likely[i] = decoded.likely[i]
    neighbours = np.empty((n, 6), np.int64)
    find_neighbours(places, n, neighbours)
    for colour in range(4):
        lines[colour, 0] = find_line(neighbours, decoded.readings, colour, lines[colour, 1:])

"""What the network should answer for a scene: maps a quarter of its size, with the channels of `layers`."""

from typing import NamedTuple

import numpy as np

from research.eye.scenes import Scene
from tantrix._compile.records import Floats
from tantrix.eye.geometry import Activations, Flags, Pixels
from tantrix.eye.layers import STRIDE, VECTOR_UNIT


class Targets(NamedTuple):
    """Maps of one scene.

    heat:    float32[5, n, n]  centres, and ends of links by colour; 1 exactly at the nearest pixel
    vectors: float32[2, n, n]  from an end to its centre, in VECTOR_UNIT
    ends:    bool[n, n]        where `vectors` counts
    classes: uint8[n, n]
    """

    heat: Activations
    vectors: Activations
    ends: Flags
    classes: Pixels


def targets(scene: Scene) -> Targets:
    """Return what the network should answer for a scene."""
    n = len(scene.image) // STRIDE
    heat, vectors = np.zeros((5, n, n), np.float32), np.zeros((2, n, n), np.float32)
    ends = np.zeros((n, n), np.bool_)
    for tile in scene.tiles:
        apothem = np.hypot(*(tile.sides - tile.centre).T).min() / STRIDE
        if tile.is_seen:
            _mark(heat[0], _on_map(tile.centre), float(np.clip(0.13 * apothem, 0.8, 2.5)))
        for end, colour, is_seen in zip(tile.ends, tile.edges, tile.ends_seen, strict=True):
            if is_seen:
                place = _on_map(end)
                spread = float(np.clip(0.09 * apothem, 0.7, 1.8))
                _mark(heat[1 + colour], place, spread)
                y, x = _near(place, spread, n)
                vectors[0, y, x] = (tile.centre[0] - (x * STRIDE + STRIDE / 2 - 0.5)) / VECTOR_UNIT
                vectors[1, y, x] = (tile.centre[1] - (y * STRIDE + STRIDE / 2 - 0.5)) / VECTOR_UNIT
                ends[y, x] = True
    return Targets(heat, vectors, ends, scene.classes[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE])


def _on_map(point: Floats) -> Floats:
    return (point - STRIDE / 2 + 0.5) / STRIDE


def _near(place: Floats, spread: float, n: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Return the rows and columns of the pixels within about a spread of a place, all pairs."""
    reach = max(0.75, 1.2 * spread)
    low = np.clip(np.ceil(place - reach).astype(int), 0, n - 1)
    high = np.clip(np.floor(place + reach).astype(int), 0, n - 1)
    y, x = np.mgrid[low[1] : high[1] + 1, low[0] : high[0] + 1]
    return y.ravel(), x.ravel()


def _mark(heat: Activations, place: Floats, spread: float) -> None:
    """Raise a map to a bell around a place, to exactly 1 at the nearest pixel."""
    n = len(heat)
    y, x = _near(place, 3 * spread, n)
    bell = np.exp(-((x - place[0]) ** 2 + (y - place[1]) ** 2) / (2 * spread**2))
    heat[y, x] = np.maximum(heat[y, x], np.minimum(bell, 0.95))
    column, row = np.clip(np.round(place).astype(int), 0, n - 1)
    heat[row, column] = 1

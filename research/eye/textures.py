"""Colours and surfaces: what lies under the tiles in a drawn scene."""

from collections.abc import Callable

import cv2
import numpy as np

from tantrix._compile.records import Floats
from tantrix.eye.geometry import Activations, Random


def colour(hue: float, saturation: float, value: float) -> Floats:
    """Return red, green and blue of 0 to 255 for a hue in degrees."""
    offsets = (np.array([5.0, 3.0, 1.0]) + hue / 60) % 6
    return 255 * value * (1 - saturation * np.clip(np.minimum(offsets, 4 - offsets), 0, 1))


def any_colour(rng: Random) -> Floats:
    """Return any colour at all."""
    return colour(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0, 1))


def noise(rng: Random, size: int, grain: float) -> Activations:
    """Return a smooth random surface of 0 to 1, float32[size, size, 1], with spots of `grain` pixels."""
    n = max(2, int(size / grain))
    spots = rng.random((n, n)).astype(np.float32)
    return cv2.resize(spots, (size, size), interpolation=cv2.INTER_CUBIC)[..., None]


def ground(rng: Random, size: int) -> Activations:
    """Return a table, carpet or cloth: float32[size, size, 3]."""
    base = colour(rng.uniform(0, 360), rng.uniform(0, 0.6) ** 1.3, rng.uniform(0.05, 1))
    image = _SURFACES[rng.integers(len(_SURFACES))](rng, size, base).astype(np.float32)
    for grain in (2, 6, 30):
        image *= 1 + (noise(rng, size, grain) - 0.5) * rng.uniform(0, 0.3)
    return image


def _plain(_rng: Random, size: int, base: Floats) -> Floats:
    return np.ones((size, size, 3)) * base


def _white(rng: Random, size: int, _base: Floats) -> Floats:
    return np.full((size, size, 3), rng.uniform(225, 255))


def _dark(rng: Random, size: int, base: Floats) -> Floats:
    return np.ones((size, size, 3)) * base * rng.uniform(0.05, 0.5)


def _wood(rng: Random, size: int, base: Floats) -> Floats:
    rows = np.arange(size)[:, None] / size
    bends = noise(rng, size, size / rng.uniform(2, 6))[..., 0]
    grain = np.sin(rows * rng.uniform(20, 120) + bends * rng.uniform(2, 20)) / 2 + 0.5
    image = base * (0.7 + 0.5 * grain[..., None] * rng.uniform(0.1, 1))
    return image.transpose(1, 0, 2).copy() if rng.random() < 0.5 else image


def _checks(rng: Random, size: int, base: Floats) -> Floats:
    step = rng.uniform(0.03, 0.3) * size
    rows, columns = np.mgrid[:size, :size] // step % 2
    share = ((rows + columns) / 2)[..., None]
    other = colour(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.3, 1))
    return base * (1 - share) + other * share


def _carpet(rng: Random, size: int, base: Floats) -> Floats:
    image = np.ones((size, size, 3)) * base
    for grain in (3, 8, 20):
        spots = noise(rng, size, grain) > rng.uniform(0.4, 0.7)
        image = np.where(
            spots, colour(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.1, 0.9)), image
        )
    return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 2))


_SURFACES: tuple[Callable[[Random, int, Floats], Floats], ...] = (
    _plain,
    _white,
    _dark,
    _wood,
    _checks,
    _carpet,
)

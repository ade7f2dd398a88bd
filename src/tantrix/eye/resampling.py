"""Pictures of another size, the same to the last bit in Python and in browsers.

Reduced by the mean of the pixels that a new one covers, enlarged by cubic curves, first across and then down.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats, Numbers
from tantrix.eye.geometry import Pixels

_BITS = 22  # of a weight behind the point: sums of 8-bit colours stay whole numbers


@jit
def resized(picture: Pixels, longest: int) -> Pixels:
    """Return a picture whose longer side has that many pixels."""
    height, width = picture.shape[0], picture.shape[1]
    scale = longest / max(height, width)
    n_rows, n_columns = max(1, int(height * scale + 0.5)), max(1, int(width * scale + 0.5))
    wide = np.empty((height, n_columns, 3), np.uint8)
    starts, weights = find_weights(width, n_columns)
    for column in range(n_columns):
        for row in range(height):
            for channel in range(3):
                total = 1 << _BITS - 1
                for at in range(weights.shape[1]):
                    if weights[column, at]:
                        total += weights[column, at] * picture[row, starts[column] + at, channel]
                wide[row, column, channel] = min(max(total >> _BITS, 0), 255)
    result = np.empty((n_rows, n_columns, 3), np.uint8)
    starts, weights = find_weights(height, n_rows)
    for row in range(n_rows):
        for column in range(n_columns):
            for channel in range(3):
                total = 1 << _BITS - 1
                for at in range(weights.shape[1]):
                    if weights[row, at]:
                        total += weights[row, at] * wide[starts[row] + at, column, channel]
                result[row, column, channel] = min(max(total >> _BITS, 0), 255)
    return result


@jit
def find_weights(n: int, n_new: int) -> tuple[Numbers, Numbers]:
    """Return for each new pixel of a row the first old one that counts, and the weights from there on."""
    scale = n / n_new
    reach = 0.5 * scale if scale > 1 else 2.0
    starts = np.zeros(n_new, np.int64)
    weights = np.zeros((n_new, 2 * int(np.ceil(reach)) + 1), np.int64)
    shares = np.zeros(weights.shape[1])
    for new in range(n_new):
        middle = (new + 0.5) * scale
        starts[new] = max(0, int(middle - reach + 0.5))
        past = min(n, int(middle + reach + 0.5))
        for at in range(past - starts[new]):
            shares[at] = share((starts[new] + at - middle + 0.5) / max(scale, 1.0), scale > 1)
        _round_shares(shares, past - starts[new], weights[new])
    return starts, weights


@jit
def _round_shares(shares: Floats, n: int, out: Numbers) -> None:
    """Fill `out` by shares of their sum."""
    total = shares[:n].sum()
    for at in range(n):
        value = shares[at] / total * (1 << _BITS)
        out[at] = int(value - 0.5) if value < 0 else int(value + 0.5)


@jit
def share(distance: float, is_reduced: bool) -> float:
    """Return how much a pixel at a distance counts, in pixels of the smaller picture."""
    if is_reduced:
        return 1.0 if -0.5 < distance <= 0.5 else 0.0
    # Keys, "Cubic convolution interpolation" (1981), equation 15.
    x = abs(distance)
    if x < 1:
        return (1.5 * x - 2.5) * x * x + 1
    return ((2.5 - 0.5 * x) * x - 4) * x + 2 if x < 2 else 0.0

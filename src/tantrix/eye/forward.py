"""Running the network: one compiled convolution, applied layer by layer to a picture.

Maps are float32[height, width, channels]. Four output pixels share each weight that is loaded, and sums over
channels run in the same order everywhere, so that a picture gets the same answer on every machine.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats
from tantrix.eye.geometry import Activations, Pixels
from tantrix.eye.layers import CENTRE, CLASSES, COLOURS, ENDS, GRAIN, LAYERS
from tantrix.eye.weights import LayerWeights

N_AT_ONCE = 4
NOTHING: Activations = np.zeros((1, 1, 1), np.float32)


def run_network(
    picture: Pixels, weights: tuple[LayerWeights, ...], gains: Floats | None = None
) -> Activations:
    """Return what the network answers for an RGB picture, whose colours are multiplied by `gains` first."""
    maps = {"picture": _padded(picture, gains)}
    for layer, (kernel, bias) in zip(LAYERS, weights, strict=True):
        source = maps[layer.source]
        height, width = source.shape[0] // layer.stride, source.shape[1] // layer.stride
        target = np.empty((height, width, layer.n_out), np.float32)
        added = maps[layer.added] if layer.added else NOTHING
        times = height // added.shape[0] if layer.added else 0
        convolve(source, kernel, bias, added, times, layer.stride, layer.dilation, layer.relu, target)
        maps[layer.target] = target
    return maps["output"]


def _padded(picture: Pixels, gains: Floats | None) -> Activations:
    """Return a picture as -1 to 1, its last row and column repeated to a multiple of GRAIN."""
    height, width = picture.shape[:2]
    edge = np.pad(picture, ((0, -height % GRAIN), (0, -width % GRAIN), (0, 0)), mode="edge")
    values = edge.astype(np.float32)
    if gains is not None:
        values = np.minimum(values * gains.astype(np.float32), np.float32(255))
    return values / np.float32(127.5) - np.float32(1)


@jit
def convolve(
    source: Activations,
    kernel: Activations,
    bias: Activations,
    added: Activations,
    times: int,
    stride: int,
    dilation: int,
    relu: bool,
    target: Activations,
) -> None:
    """Fill `target` with the convolution of `source`, plus `added` enlarged by `times` (0: nothing is)."""
    height, width, n_out = target.shape
    sums = np.empty((N_AT_ONCE, n_out), np.float32)
    for y in range(height):
        for x in range(0, width, N_AT_ONCE):
            for at in range(N_AT_ONCE):
                sums[at] = bias
            add_window(source, kernel, y * stride, x * stride, stride, dilation, sums)
            for at in range(min(N_AT_ONCE, width - x)):
                for c in range(np.uintp(n_out)):
                    value = sums[at, c]
                    if times:
                        value += added[y // times, (x + at) // times, c]
                    if relu and value < 0:
                        value = np.float32(0)
                    target[y, x + at, c] = value


@jit
def add_window(
    source: Activations,
    kernel: Activations,
    top: int,
    left: int,
    stride: int,
    dilation: int,
    sums: Activations,
) -> None:
    """Add to the sums of four pixels what the kernel sees around them; outside the picture is nothing."""
    height, width = source.shape[0], source.shape[1]
    reach = kernel.shape[0] // 2
    for row in range(kernel.shape[0]):
        y = top + (row - reach) * dilation
        if y < 0 or y >= height:
            continue
        for column in range(kernel.shape[1]):
            x = left + (column - reach) * dilation
            if x >= 0 and x + (N_AT_ONCE - 1) * stride < width:
                add_four(source[y], kernel[row, column], x, stride, sums)
            else:
                for at in range(N_AT_ONCE):
                    if 0 <= x + at * stride < width:
                        add_one(source[y, x + at * stride], kernel[row, column], sums[at])


@jit
def add_four(source: Activations, kernel: Activations, x: int, stride: int, sums: Activations) -> None:
    """Add four pixels of a row, `stride` apart, times a matrix to their sums."""
    first, second, third, fourth = sums[0], sums[1], sums[2], sums[3]
    n_in, n_out = kernel.shape
    for channel in range(np.uintp(n_in)):
        a, b = source[x, channel], source[x + stride, channel]
        c, d = source[x + 2 * stride, channel], source[x + 3 * stride, channel]
        row = kernel[channel]
        for out in range(np.uintp(n_out)):
            first[out] += a * row[out]
            second[out] += b * row[out]
            third[out] += c * row[out]
            fourth[out] += d * row[out]


@jit
def add_one(pixel: Activations, kernel: Activations, total: Activations) -> None:
    """Add a pixel times a matrix to a sum."""
    n_in, n_out = kernel.shape
    for channel in range(np.uintp(n_in)):
        value = pixel[channel]
        row = kernel[channel]
        for out in range(np.uintp(n_out)):
            total[out] += value * row[out]


@jit
def find_likelihoods(answer: Activations, heat: Activations, colours: Activations) -> None:
    """Fill heat[5, h, w] by centres and ends, colours[4, h, w] by the share of each colour."""
    height, width, n = answer.shape
    for y in range(height):
        for x in range(width):
            for channel in range(CENTRE, ENDS.stop):
                heat[channel, y, x] = 1 / (1 + np.exp(-answer[y, x, channel]))
            most = answer[y, x, CLASSES.start]
            for channel in range(CLASSES.start, n):
                most = max(most, answer[y, x, channel])
            total = np.float32(0)
            for channel in range(CLASSES.start, n):
                total += np.exp(answer[y, x, channel] - most)
            for colour in range(4):
                colours[colour, y, x] = np.exp(answer[y, x, COLOURS.start + colour] - most) / total

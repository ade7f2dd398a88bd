"""Running the network: one compiled convolution, applied layer by layer to a picture.

Maps are float32[height, width, channels]. Four output pixels share each weight that is loaded, and sums over
channels run in the same order everywhere, so that a picture gets the same answer on every machine.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats, Numbers
from tantrix.eye.geometry import Activations, Pixels
from tantrix.eye.layers import CENTRE, CLASSES, COLOURS, ENDS, GRAIN, LAYERS, STARTS

N_AT_ONCE = 4
NOTHING: Activations = np.zeros((1, 1, 1), np.float32)

# Of each layer: inputs, outputs, width of its kernel, stride, dilation, whether what is negative is cut, and
# where its weights begin, which are the biases and then the kernel.
N_IN, N_OUT, WIDTH, STRIDE, DILATION, CUTS, START = range(7)
PLAN = np.array(
    [
        (e.n_in, e.n_out, e.width, e.stride, e.dilation, e.relu, start)
        for e, start in zip(LAYERS, STARTS, strict=True)
    ]
)


@jit
def run_network(picture: Pixels, weights: Activations, gains: Floats) -> Activations:
    """Return what the network answers for an RGB picture, whose colours are multiplied by `gains` first."""
    nothing = NOTHING.copy()  # constants are of another type, for which all would be compiled again
    half = run_layer(PLAN[0], padded(picture, gains), nothing, weights)
    fourth = run_block(PLAN[1:4], half, nothing, weights)
    eighth = run_block(PLAN[4:7], fourth, nothing, weights)
    sixteenth = run_block(PLAN[7:10], eighth, nothing, weights)
    far = run_layer(PLAN[10], sixteenth, nothing, weights)
    widest = run_layer(PLAN[11], far, sixteenth, weights)
    merged = run_layer(PLAN[13], eighth, run_layer(PLAN[12], widest, nothing, weights), weights)
    mixed = run_layer(PLAN[14], merged, nothing, weights)
    merged = run_layer(PLAN[16], fourth, run_layer(PLAN[15], mixed, nothing, weights), weights)
    return run_layer(PLAN[18], run_layer(PLAN[17], merged, nothing, weights), nothing, weights)


@jit
def run_block(plans: Numbers, source: Activations, nothing: Activations, weights: Activations) -> Activations:
    """Run a layer that halves the map, and two whose result is added to it."""
    reduced = run_layer(plans[0], source, nothing, weights)
    return run_layer(plans[2], run_layer(plans[1], reduced, nothing, weights), reduced, weights)


@jit
def run_layer(plan: Numbers, source: Activations, added: Activations, weights: Activations) -> Activations:
    """Return what a layer makes of a map; `added` may be smaller, or NOTHING."""
    start, n_in, n_out, width = plan[START], plan[N_IN], plan[N_OUT], plan[WIDTH]
    kernel = np.empty((width, width, n_in, n_out), np.float32)
    at = start + n_out
    for row in range(width):
        for column in range(width):
            for channel in range(n_in):
                kernel[row, column, channel] = weights[at : at + n_out]
                at += n_out
    height, breadth = source.shape[0] // plan[STRIDE], source.shape[1] // plan[STRIDE]
    target = np.empty((height, breadth, n_out), np.float32)
    times = height // added.shape[0] if added.shape[2] == n_out else 0
    bias = weights[start : start + n_out]
    convolve(source, kernel, bias, added, times, plan[STRIDE], plan[DILATION], plan[CUTS] > 0, target)
    return target


@jit
def padded(picture: Pixels, gains: Floats) -> Activations:
    """Return a picture as -1 to 1, its last row and column repeated to a multiple of GRAIN."""
    height, width = picture.shape[0], picture.shape[1]
    values = np.empty((height + -height % GRAIN, width + -width % GRAIN, 3), np.float32)
    for row in range(values.shape[0]):
        for column in range(values.shape[1]):
            for channel in range(3):
                colour = np.float32(picture[min(row, height - 1), min(column, width - 1), channel])
                value = min(colour * np.float32(gains[channel]), np.float32(255))
                values[row, column, channel] = value / np.float32(127.5) - np.float32(1)
    return values


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

"""The network as plain data: its convolutions, and what its outputs mean.

The picture is reduced four times by two; the small maps are enlarged again and added to the larger ones, up
to a quarter of the size. A layer's input and output are named maps: training builds the same in PyTorch.
"""

from itertools import accumulate
from typing import NamedTuple

STRIDE = 4  # pixels of the picture per pixel of the output
GRAIN = 16  # width and height of the picture are multiples of this
VECTOR_UNIT = 32.0  # the network gives vectors to centres in this many pixels

# Channels of the output: heat of centres, heat of ends by colour, the vector from an end to its centre, and
# the class of the pixel, which is ground, black, one of the colours, or the back of a tile.
CENTRE = 0
ENDS = slice(1, 5)
VECTOR = slice(5, 7)
CLASSES = slice(7, 14)
COLOURS = slice(9, 13)
N_OUTPUTS = 14


class Layer(NamedTuple):
    """A convolution: `source` to `target`, plus `added` (enlarged if it is half as large), then ReLU."""

    name: str
    source: str
    target: str
    n_in: int
    n_out: int
    width: int = 3
    stride: int = 1
    dilation: int = 1
    added: str = ""
    relu: bool = True

    @property
    def n_weights(self) -> int:
        """How many numbers its biases and its kernel have."""
        return self.n_out * (1 + self.width**2 * self.n_in)


def _block(number: int, source: str, half: str, n_in: int, n_out: int) -> list[Layer]:
    """Return a convolution that halves the map, and two whose result is added to it."""
    reduced, inner = f"{half}a", f"{half}b"
    return [
        Layer(f"{number}.reduce", source, reduced, n_in, n_out, stride=2),
        Layer(f"{number}.first", reduced, inner, n_out, n_out),
        Layer(f"{number}.second", inner, half, n_out, n_out, added=reduced),
    ]


LAYERS: tuple[Layer, ...] = (
    Layer("half", "picture", "half", 3, 12, stride=2),
    *_block(4, "half", "fourth", 12, 28),
    *_block(8, "fourth", "eighth", 28, 48),
    *_block(16, "eighth", "sixteenth", 48, 64),
    Layer("far.first", "sixteenth", "far", 64, 64, dilation=2),
    Layer("far.second", "far", "widest", 64, 64, added="sixteenth"),
    Layer("up.sixteenth", "widest", "up16", 64, 48, width=1),
    Layer("merge.eighth", "eighth", "merged8", 48, 48, width=1, added="up16"),
    Layer("mix.eighth", "merged8", "mixed8", 48, 48),
    Layer("up.eighth", "mixed8", "up8", 48, 40, width=1),
    Layer("merge.fourth", "fourth", "merged4", 28, 40, width=1, added="up8"),
    Layer("mix.fourth", "merged4", "mixed4", 40, 40),
    Layer("answer", "mixed4", "output", 40, N_OUTPUTS, width=1, relu=False),
)

# Where the weights of each layer begin, if all are in one array, and how many there are.
*STARTS, N_WEIGHTS = accumulate((layer.n_weights for layer in LAYERS), initial=0)

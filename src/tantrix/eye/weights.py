"""The weights of the network: whole numbers of -127 to 127 with a scale for each channel, in one file.

The file is a length, that many bytes of JSON (where the weights come from), and for each layer its scales,
its biases and its kernel. `weights.bin` in this package is read by default.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tantrix._compile.jit import jit
from tantrix.eye.forward import N_IN, N_OUT, PLAN, START, WIDTH
from tantrix.eye.geometry import Activations, Pixels
from tantrix.eye.layers import LAYERS, N_WEIGHTS, STARTS

SHIPPED = Path(__file__).with_name("weights.bin")
N_PACKED = N_WEIGHTS + 7 * sum(layer.n_out for layer in LAYERS)  # bytes: scales and biases have four each
_LENGTH = np.dtype("<u4")


class LayerWeights(NamedTuple):
    """A kernel, float32[width, width, n_in, n_out], and the biases of its outputs."""

    kernel: Activations
    bias: Activations


class NetworkWeights(NamedTuple):
    """The weights of all layers, and their provenance: digests of generator and log, steps and seed."""

    provenance: dict[str, str | int]
    values: Activations

    def layers(self) -> tuple[LayerWeights, ...]:
        """Return the weights by layer."""
        shares = [self.values[start : start + e.n_weights] for start, e in zip(STARTS, LAYERS, strict=True)]
        return tuple(
            LayerWeights(share[e.n_out :].reshape(e.width, e.width, e.n_in, e.n_out), share[: e.n_out])
            for share, e in zip(shares, LAYERS, strict=True)
        )


def joined(layers: Sequence[LayerWeights]) -> Activations:
    """Return the weights of all layers in one array."""
    return np.concatenate([part.ravel() for kernel, bias in layers for part in (bias, kernel)])


@cache
def shipped_weights() -> NetworkWeights:
    """Return the weights of this package."""
    return parse_weights(SHIPPED.read_bytes())


def parse_weights(data: bytes) -> NetworkWeights:
    """Read the content of a file of weights; ValueError if it has another length than the layers need."""
    length = int(np.frombuffer(data, _LENGTH, 1)[0])
    at = _LENGTH.itemsize + length
    provenance = json.loads(data[_LENGTH.itemsize : at])
    if len(data) != at + N_PACKED:
        raise ValueError(f"expected weights of {at + N_PACKED} bytes, got {len(data)}")
    values = np.empty(N_WEIGHTS, np.float32)
    unpack(np.frombuffer(bytearray(data[at:]), np.uint8), values)
    return NetworkWeights(provenance, values)


@jit
def unpack(packed: Pixels, out: Activations) -> None:
    """Fill out[N_WEIGHTS] by the weights of a file, from behind its provenance."""
    singles, whole = packed.view(np.float32), packed.view(np.int8)
    at = 0
    for number in range(len(PLAN)):
        start, n_out = PLAN[number, START], PLAN[number, N_OUT]
        n_rows = PLAN[number, WIDTH] ** 2 * PLAN[number, N_IN]
        for channel in range(n_out):
            out[start + channel] = singles[at // 4 + n_out + channel]
            for row in range(n_rows):
                value = whole[at + 8 * n_out + row * n_out + channel]
                out[start + (1 + row) * n_out + channel] = value * singles[at // 4 + channel]
        at += n_out * (8 + n_rows)


def print_weights(weights: NetworkWeights) -> bytes:
    """Return the content of a file of weights, rounded to whole numbers."""
    header = json.dumps(weights.provenance, sort_keys=True).encode()
    parts = [np.array(len(header), _LENGTH).tobytes(), header]
    for kernel, bias in weights.layers():
        scales = np.maximum(np.abs(kernel).max((0, 1, 2)) / 127, 1e-12).astype("<f4")
        whole = np.round(kernel / scales).astype(np.int8)
        parts += [scales.tobytes(), bias.astype("<f4").tobytes(), whole.tobytes()]
    return b"".join(parts)

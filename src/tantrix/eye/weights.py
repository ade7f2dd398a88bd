"""The weights of the network: whole numbers of -127 to 127 with a scale for each channel, in one file.

The file is a length, that many bytes of JSON (where the weights come from), and for each layer its scales,
its biases and its kernel. `weights.bin` in this package is read by default.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tantrix.eye.geometry import Activations
from tantrix.eye.layers import LAYERS

SHIPPED = Path(__file__).with_name("weights.bin")
_LENGTH = np.dtype("<u4")


class LayerWeights(NamedTuple):
    """A kernel, float32[width, width, n_in, n_out], and the biases of its outputs."""

    kernel: Activations
    bias: Activations


class NetworkWeights(NamedTuple):
    """All layers, and their provenance: digests of generator and log, steps and seed."""

    provenance: dict[str, str | int]
    layers: tuple[LayerWeights, ...]


@cache
def shipped_weights() -> NetworkWeights:
    """Return the weights of this package."""
    return parse_weights(SHIPPED.read_bytes())


def parse_weights(data: bytes) -> NetworkWeights:
    """Read the content of a file of weights; ValueError if it has another length than the layers need."""
    length = int(np.frombuffer(data, _LENGTH, 1)[0])
    at = _LENGTH.itemsize + length
    provenance = json.loads(data[_LENGTH.itemsize : at])
    expected = at + sum(8 * layer.n_out + layer.width**2 * layer.n_in * layer.n_out for layer in LAYERS)
    if len(data) != expected:
        raise ValueError(f"expected weights of {expected} bytes, got {len(data)}")
    layers = []
    for layer in LAYERS:
        shape = (layer.width, layer.width, layer.n_in, layer.n_out)
        scales, bias = np.frombuffer(data, "<f4", 2 * layer.n_out, at).reshape(2, -1)
        at += 8 * layer.n_out
        kernel = np.frombuffer(data, np.int8, int(np.prod(shape)), at).reshape(shape)
        at += kernel.size
        layers.append(
            LayerWeights(np.ascontiguousarray(kernel * scales, np.float32), bias.astype(np.float32))
        )
    return NetworkWeights(provenance, tuple(layers))


def print_weights(weights: NetworkWeights) -> bytes:
    """Return the content of a file of weights, rounded to whole numbers."""
    header = json.dumps(weights.provenance, sort_keys=True).encode()
    parts = [np.array(len(header), _LENGTH).tobytes(), header]
    for kernel, bias in weights.layers:
        scales = np.maximum(np.abs(kernel).max((0, 1, 2)) / 127, 1e-12).astype("<f4")
        whole = np.round(kernel / scales).astype(np.int8)
        parts += [scales.tobytes(), bias.astype("<f4").tobytes(), whole.tobytes()]
    return b"".join(parts)

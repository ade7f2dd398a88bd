"""Random choices of a compiled search; the generator's state is the field `random` of its record.

The generator is a xorshift, so that compiled and plain Python make the same choices.
"""

from typing import Any

import numpy as np

from tantrix._jit import jit, lowest_bit

U0 = np.uint64(0)


@jit
def random_bits(s: Any) -> int:
    """Return 24 random bits and advance the generator."""
    x = s.random
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    s.random = x
    return int(x >> np.uint64(40))


@jit
def below(s: Any, bound: int) -> int:
    """Return a random number from 0 to `bound - 1`."""
    return (random_bits(s) * bound) >> 24


@jit
def bit_from(bits: Any, first: int) -> int:
    """Return the lowest set bit from `first` on, or the lowest of all if there is none."""
    shift = np.uint64(first)
    high = (bits >> shift) << shift
    return lowest_bit(high) if high != U0 else lowest_bit(bits)


@jit
def pick(s: Any, bits: Any) -> int:
    """Return the lowest set bit or, if the generator has a state, the first from a random position on."""
    return lowest_bit(bits) if s.random == U0 else bit_from(bits, random_bits(s) & 63)

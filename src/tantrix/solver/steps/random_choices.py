"""Random choices of a compiled search, and how long random searches should be.

The generator's state is the field `random` of the search's record. The generator
is a xorshift, so that compiled and plain Python make the same choices.
"""

from collections.abc import Iterable, Iterator
from math import exp
from typing import Protocol

import numpy as np

from tantrix._compile.jit import jit, lowest_bit
from tantrix._compile.records import U0, Numbers, Word


class HasRandom(Protocol):
    """The field of a record that holds the state of its generator."""

    random: Word


def seeded(seed: int) -> Word:
    """Return the state of a generator, never zero, for a seed from 0 on."""
    return np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64 or 1)


def chances(losses: Iterable[float]) -> Numbers:
    """Return the chances of simulated annealing to keep losses, given in units of the temperature.

    They are 65,536ths (Metropolis et al., Equation of State Calculations by Fast Computing Machines, 1953).
    """
    return np.array([65536 * exp(-loss) for loss in losses], np.int64)


@jit
def random_bits(s: HasRandom) -> int:
    """Return 24 random bits and advance the generator."""
    x = s.random
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    s.random = x
    return int(x >> np.uint64(40))


@jit
def below(s: HasRandom, bound: int) -> int:
    """Return a random number from 0 to `bound - 1`."""
    return (random_bits(s) * bound) >> 24


@jit
def bit_from(bits: Word, first: int) -> int:
    """Return the lowest set bit from `first` on, or the lowest of all if there is none."""
    shift = np.uint64(first)
    high = (bits >> shift) << shift
    return lowest_bit(high) if high != U0 else lowest_bit(bits)


@jit
def pick(s: HasRandom, bits: Word) -> int:
    """Return the lowest set bit or, if the generator has a state, the first from a random position on."""
    return lowest_bit(bits) if s.random == U0 else bit_from(bits, random_bits(s) & 63)


def luby() -> Iterator[int]:
    """Yield 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, ...: as long as all shorter ones, then everything again.

    Restarts of these lengths are never much slower than the best fixed length, which nobody knows (Luby,
    Sinclair, Zuckerman, Optimal speedup of Las Vegas algorithms, 1993).
    """
    term, length = 1, 1
    while True:
        yield length
        if term & -term == length:
            term, length = term + 1, 1
        else:
            length *= 2

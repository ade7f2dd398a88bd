"""Compiled loops that only the benchmark runs: one kernel call repeated many times, and a fixed reference."""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Numbers, Word
from tantrix.kernel import States, TableArray, find_placements

REFERENCE_STEPS = 1_000_000


@jit
def list_many(states: States, tables: TableArray, out: Numbers, n: int) -> int:
    """List the legal placements of one position `n` times."""
    s, t = states[0], tables[0]
    total = 0
    for _ in range(n):
        total += find_placements(s, t, out)
    return total


@jit
def copy_many(states: States, n: int) -> int:
    """Copy the first state over each of the others in turn, `n` times in all."""
    for i in range(n):
        states[1 + i % (len(states) - 1)] = states[0]
    return int(states[1].n_laid)


@jit
def reference(table: Numbers, seed: Word, n: int) -> int:
    """Take `n` dependent steps like the kernel's: shifts, a table lookup, an unpredictable branch.

    It never changes, so that ratios to it can be compared between versions and, roughly, between machines.
    """
    x = np.uint64(seed)
    total = 0
    mask = len(table) - 1
    for _ in range(n):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        value = table[int(x >> np.uint64(40)) & mask]
        if value & 1:
            total += value
        else:
            total ^= value
    return int(total)

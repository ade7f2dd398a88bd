"""Sets of tiles, numbered within their class, and the subsets of each half of a set.

By the parity rule (`refusals.py`) the sets that can close a gate belong to one of eight classes: for each
other colour, whether an odd number of its tiles has that colour cross the loop. A set is numbered by its
*high* tiles, all but the first twelve, which name a row, and by its *low* ones, which name a column.
"""

from collections.abc import Sequence

import numpy as np

from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import Numbers, Word
from tantrix.solver.loops.forms import Kit, KitArray, bits_of
from tantrix.tiles import TABLE, Colour, links

LOW_BITS = 12
LOW = np.uint64((1 << LOW_BITS) - 1)


def number_sets(kits: KitArray, tiles: Sequence[int], colour: Colour) -> Numbers:
    """Number the sets of up to `most` tiles within their class; return how many each class has."""
    kit = kits[0]
    numbers = np.arange(1 << LOW_BITS)
    _add_classes(kit, tiles, colour)
    sizes = np.bitwise_count(numbers)
    n_sets = np.zeros((kit.most + 1, 8), np.int64)
    exists = numbers < 1 << min(len(tiles), LOW_BITS)
    for own in range(8):
        some = np.flatnonzero(exists & (kit.parity[0] == own))
        some = some[np.argsort(sizes[some], kind="stable")]
        kit.columns[some] = np.arange(len(some))
        n_sets[:, own] = [(sizes[some] <= most).sum() for most in range(kit.most + 1)]
    n_high = 1 << max(0, len(tiles) - LOW_BITS)
    totals = np.zeros(8, np.int64)
    for own in range(8):
        most = kit.most - sizes[:n_high].astype(np.int64)
        n = np.where(most < 0, 0, n_sets[np.maximum(most, 0), kit.parity[1, :n_high] ^ own])
        kit.rows[own, :n_high] = np.cumsum(n) - n
        totals[own] = n.sum()
    _sort_subsets(kits, len(tiles))
    return totals


@jit
def number_of(k: Kit, own: int, tiles: Word) -> int:
    """Return the number of a set of tiles within its class."""
    low = int(np.uint64(tiles) & LOW)
    high = int(np.uint64(tiles) >> np.uint64(LOW_BITS))
    return int(k.rows[own, high]) + int(k.columns[low])


def _add_classes(kit: Kit, tiles: Sequence[int], colour: Colour) -> None:
    """Note the class of each set of low tiles and of each set of high ones."""
    others = [other for other in Colour if other != colour]
    numbers = np.arange(1 << LOW_BITS)
    for half, part in enumerate((tiles[:LOW_BITS], tiles[LOW_BITS:])):
        for at, tile in enumerate(part):
            own = bits_of(_crosses(tile, colour, other) for other in others)
            kit.parity[half] ^= np.where(numbers >> at & 1, own, 0).astype(np.uint8)


def _crosses(tile: int, colour: Colour, other: Colour) -> bool:
    link = next(link for link in links(tile) if link.colour == colour)
    return TABLE[tile - 1][link.a + 1 : link.b].count(other.letter) % 2 == 1


@jit
def _sort_subsets(kits: KitArray, n_tiles: int) -> None:
    """Sort the subsets of all sets of low tiles, and of high ones, by number of tiles and class."""
    k = kits[0]
    place = np.zeros(8 * (LOW_BITS + 1) + 1, np.int64)
    for half in range(2):
        n_bits = max(0, min(LOW_BITS, n_tiles - half * LOW_BITS))
        begin = 0
        for whole in range(1 << n_bits):
            k.subsets_from[half, whole] = begin
            place[:] = 0
            part = whole
            while True:
                place[8 * popcount(np.uint64(part)) + int(k.parity[half, part]) + 1] += 1
                if part == 0:
                    break
                part = (part - 1) & whole
            for bucket in range(8 * (LOW_BITS + 1)):
                place[bucket + 1] += place[bucket]
            for bucket in range(8 * (LOW_BITS + 1) + 1):
                k.bucket[half, whole, bucket] = place[bucket]
            while True:
                bucket = 8 * popcount(np.uint64(part)) + int(k.parity[half, part])
                if half == 0:
                    k.columns_of[begin + place[bucket]] = k.columns[part]
                else:
                    k.subsets[begin + place[bucket]] = part
                place[bucket] += 1
                part = (part - whole) & whole
                if part == 0:
                    break
            begin += 1 << popcount(np.uint64(whole))

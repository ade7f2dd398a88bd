"""The numbers of sets of tiles, and the table of the subsets of each half."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from tantrix.solver.loops.closures import Closures
from tantrix.solver.loops.sets import LOW_BITS, number_of
from tantrix.tiles import GAME_SET, Colour, colours

RED = [tile for tile in GAME_SET if Colour.RED in colours(tile)]


def known(n_tiles, largest):
    return Closures(sorted(Random(n_tiles).sample(RED, n_tiles)), Colour.RED, largest)


def class_of(kit, tiles):
    return kit.parity[0, tiles & (1 << LOW_BITS) - 1] ^ kit.parity[1, tiles >> LOW_BITS]


@pytest.mark.parametrize(("n_tiles", "largest"), [(10, 4), (12, 5), (16, 3), (24, 2)])
def test_the_sets_of_a_class_have_the_numbers_from_zero_on(n_tiles, largest):
    kit = known(n_tiles, largest).kit[0]
    numbers = {own: [] for own in range(8)}
    for size in range(largest + 1):
        for some in combinations(range(n_tiles), size):
            tiles = sum(1 << tile for tile in some)
            own = int(class_of(kit, tiles))
            numbers[own].append(number_of(kit, own, tiles))
    for found in numbers.values():
        assert sorted(found) == list(range(len(found)))


@pytest.mark.parametrize("n_tiles", [10, 15, 24])
def test_the_subsets_of_a_half_follow_each_other_by_size_and_class(n_tiles):
    kit = known(n_tiles, 2).kit[0]
    rng = Random(n_tiles)
    for half in range(2):
        n_bits = max(0, min(LOW_BITS, n_tiles - half * LOW_BITS))
        for whole in [0, (1 << n_bits) - 1, *(rng.randrange(1 << n_bits) for _ in range(20))]:
            parts = [part for part in range(whole + 1) if part & ~whole == 0]
            order = sorted(parts, key=lambda part: (part.bit_count(), kit.parity[half, part], part))
            begin = int(kit.subsets_from[half, whole])
            table = kit.columns_of if half == 0 else kit.subsets
            expected = kit.columns[order] if half == 0 else np.array(order)
            assert table[begin : begin + len(order)].tolist() == expected.tolist()
            buckets = [8 * part.bit_count() + int(kit.parity[half, part]) for part in order]
            for bucket in range(8 * (LOW_BITS + 1)):
                first, end = kit.bucket[half, whole, bucket : bucket + 2]
                assert buckets[first:end] == [bucket] * buckets.count(bucket)


def test_the_complements_of_a_bucket_are_another_one_backwards():
    kit = known(24, 2).kit[0]
    for whole in (0b1011_0110_1101, 0b1111_1111_1111):
        parts = [part for part in range(whole + 1) if part & ~whole == 0]
        for size, own in ((2, 3), (3, 1), (4, 0)):
            some = [part for part in parts if (part.bit_count(), kit.parity[0, part]) == (size, own)]
            bucket = 8 * (whole.bit_count() - size) + int(own ^ kit.parity[0, whole])
            begin = int(kit.subsets_from[0, whole])
            first, end = (int(place) for place in kit.bucket[0, whole, bucket : bucket + 2])
            backwards = kit.columns_of[begin + first : begin + end][::-1]
            assert backwards.tolist() == [kit.columns[whole ^ part] for part in some]

"""The closures of gates, listed key by key: which last tiles can complete a loop, by the set of tiles left.

The *centres* that a count begins with (`counting.py`) are listed here too.

What can close a gate depends only on a part of its two tiles: the colours that they show between the edge
where they touch and the edge by which the loop leaves them. That pair is a *key*. For each key the closures
by any of the tiles are listed once, sorted by the set of tiles that they use. By the parity rule
(`refusals.py`) only sets of one of eight classes can occur for a key, so sets are numbered within
their class.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tantrix import kernel
from tantrix._compile.records import Numbers, Records
from tantrix.hexes import ORIGIN, neighbour, neighbours
from tantrix.solver.loops import counting, listing
from tantrix.solver.loops.forms import EAST, Kit, bits_of, blank_kit, first_edge, form_ids, mask_of
from tantrix.solver.loops.gates import facts
from tantrix.solver.loops.joining import Join
from tantrix.solver.loops.listing import ClosureListing
from tantrix.solver.loops.sets import number_sets
from tantrix.tiles import TABLE, Colour, links

_Number = TypeVar("_Number", bound=np.generic)

Prefix = tuple[Colour, ...]


class Closures:
    """The closures of one set of tiles and a colour, listed key by key when first needed."""

    def __init__(self, tiles: Sequence[int], colour: Colour, most: int) -> None:
        self.kit = Kit.view(blank_kit().copy())
        self.tiles, self.colour = tuple(tiles), colour
        self._prefixes: list[Prefix] = []
        kit = self.kit[0]
        kit.most = most
        kit.first[:] = counting.UNLISTED
        _add_tiles(kit, tiles, colour)
        self._add_keys(kit)
        self._n_sets = number_sets(self.kit, tiles, colour)
        self._groups, self._centres = centres_of(tiles, colour)
        self.join = Join.zeros()
        self._entries, self._starts = np.empty(1 << 16, np.uint64), np.empty(1 << 16, np.uint32)
        self._filled = np.empty(1 << 13, np.uint8)
        self._n_entries = self._n_starts = 0
        self._publish()
        self._listed, self._sets = np.empty(1 << 14, np.uint64), np.empty(1 << 14, np.uint32)

    def list_for(self, key: int) -> None:
        """List the closures of a key."""
        kit = self.kit[0]
        own = self._class_of(key)
        while (
            n := int(listing.fill(self._listing(key), self.kit, form_ids(), self._listed, self._sets))
        ) < 0:
            size = 2 * len(self._listed)
            self._listed, self._sets = np.empty(size, np.uint64), np.empty(size, np.uint32)
        end = self._n_starts + int(self._n_sets[own]) + 1
        self._entries = _grown(self._entries, self._n_entries + n)
        n_bytes = -(-end // 8)
        self._starts = _grown(self._starts, 8 * n_bytes)
        self._filled = _grown(self._filled, n_bytes)
        by_form = np.argsort(self._listed[:n].astype(np.uint16), kind="stable")
        work = self._sets, self._listed, by_form, self._n_entries, self._entries
        listing.file(self.kit, own, *work, self._starts[self._n_starts : end])
        kit.first[key], kit.own_class[key] = self._n_starts, own
        ends = self._starts[self._n_starts : end]
        is_filled = np.packbits(ends[1:] > ends[:-1], bitorder="little")
        self._filled[self._n_starts // 8 : self._n_starts // 8 + len(is_filled)] = is_filled
        self._n_entries += n
        self._n_starts = 8 * n_bytes
        self._publish()

    @property
    def lists(self) -> counting.Lists:
        """What the count reads beside the kit."""
        return counting.Lists(self._groups, self._centres)

    def _publish(self) -> None:
        """Tell the count where the lists are now."""
        join = self.join[0]
        kept = self._entries, self._starts, self.kit[0].columns_of, self._filled
        join.entries, join.starts, join.columns, join.filled = (some.ctypes.data for some in kept)

    def _listing(self, key: int) -> Records[ClosureListing]:
        """Prepare the search for all closures of a gate that points east, between two tiles of a key."""
        made = ClosureListing.zeros()
        s = made[0]
        steps = kernel.tables()[0].step[:6]
        s.step[:] = np.resize(steps, 16)
        s.mask = kernel.MASK
        source, target = kernel.START, kernel.START + int(steps[0])
        by_source, by_target = self._prefixes[key >> 6], self._prefixes[key & 63]
        for way, colour in enumerate((*by_source, self.colour)):
            s.code[source + int(steps[5 - way])] += (colour + 1) * 5 ** ((8 - way) % 6)
        for way, colour in enumerate((*by_target, self.colour)):
            s.code[target + int(steps[(4 + way) % 6])] += (colour + 1) * 5 ** ((7 + way) % 6)
        s.turned[[source, target]] = 1
        s.source[0], s.target[0], s.apex[0] = source, target, source + int(steps[5])
        s.leaves[0], s.enters[0] = 5 - len(by_source), (4 + len(by_target)) % 6
        s.shown[0] = (not by_source) + (not by_target)
        s.n_gates = s.n_open = s.euler = 1
        s.spare = self.kit[0].most
        s.left = np.uint64((1 << len(self.tiles)) - 1)
        return made

    def _add_keys(self, kit: Kit) -> None:
        """Number the colours that a tile can show inside, from the gate to the loop's edge: at most three."""
        numbers: dict[Prefix, int] = {}
        kit.source_key[:] = kit.target_key[:] = -1
        sides = ((kit.source_key, (5, 4, 3, 2)), (kit.target_key, (4, 5, 0, 1)))
        for local, rotation, towards in product(range(len(self.tiles)), range(6), range(6)):
            shown = [TABLE[self.tiles[local] - 1][(towards + way - rotation) % 6] for way in range(6)]
            for table, edges in sides:
                letters = "".join(shown[edge] for edge in edges)
                if self.colour.letter in letters:
                    prefix = tuple(map(Colour.parse, letters[: letters.index(self.colour.letter)]))
                    table[8 * local + rotation, towards] = numbers.setdefault(prefix, len(numbers))
        self._prefixes = list(numbers)
        for prefix, number in numbers.items():
            inside = {neighbour(ORIGIN, 5 - way) for way in range(len(prefix) + 1)}
            kit.halo_source[number] = mask_of(set(neighbours(ORIGIN)) - inside)
            inside = {neighbour(EAST, (4 + way) % 6) for way in range(len(prefix) + 1)}
            kit.halo_target[number] = mask_of(set(neighbours(EAST)) - inside)

    def _class_of(self, key: int) -> int:
        """Return the class of the sets that can close a gate of a key."""
        shown = self._prefixes[key >> 6] + self._prefixes[key & 63]
        others = [colour for colour in Colour if colour != self.colour]
        return bits_of(shown.count(colour) % 2 for colour in others)


def _add_tiles(kit: Kit, tiles: Sequence[int], colour: Colour) -> None:
    tables, own = kernel.tables()[0], facts(colour)[0]
    kit.shown[:], kit.euler[:] = own.shown, own.euler
    codes = np.arange(kernel.N_CODES)
    kit.sides[:] = sum((codes // 5**edge % 5 > 0).astype(np.uint8) << edge for edge in range(6))
    n_variants = 0
    for local, tile in enumerate(tiles):
        fits = (tables.fit >> np.uint64(tile - 1)) & np.uint64(1)
        kit.fit |= (fits << np.uint64(local)).astype(np.uint32)
        link = next(link for link in links(tile) if link.colour == colour)
        first = first_edge(link.a, link.b)
        is_straight = (link.b - link.a) % 6 == 3
        for rotation in range(6):
            turned, known = 8 * local + rotation, 8 * (tile - 1) + rotation
            kit.add[turned], kit.a[turned], kit.b[turned] = tables.add[known], own.a[known], own.b[known]
            is_other = is_straight and tile <= 56 and (first + rotation) % 6 >= 3
            kit.variant[turned] = n_variants + is_other
        for flip in range(2 if is_straight and tile <= 56 else 1):
            period = 6 if tile <= 56 else 3
            rotations = (np.arange(12) + 6 - first + 3 * flip) % period
            shown = [TABLE[tile - 1][(edge + first - 3 * flip) % 6] for edge in range(6)]
            kit.hue[n_variants] = [Colour.parse(letter) for letter in shown]
            kit.tile[n_variants], kit.rotation[n_variants] = local, rotations
            kit.fits_at |= fits[:, rotations].astype(np.uint32) << np.uint32(n_variants)
            n_variants += 1


@lru_cache(maxsize=1)
def closures_of(tiles: tuple[int, ...], colour: Colour, largest: int) -> Closures:
    """Return the closures of a set of tiles, shared by all pieces of a count."""
    return Closures(tiles, colour, largest)


def count_variants(tiles: Sequence[int], colour: Colour) -> int:
    """Count the tiles, counting straights twice; entries have room for 32."""
    own = [next(link for link in links(tile) if link.colour == colour) for tile in tiles]
    return sum(
        2 if (link.b - link.a) % 6 == 3 and tile <= 56 else 1 for tile, link in zip(tiles, own, strict=True)
    )


def centres_of(tiles: Sequence[int], colour: Colour) -> tuple[Numbers, Numbers]:
    """List the centres, and group them by their smallest tile and the numbers of tiles beyond gates."""
    found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for centre, joins in _triangles(tiles):
        kind = centre[0] >> 3, *(int(letter != colour.letter) for letter in joins)
        found.setdefault(kind, []).append(centre)
    centres, groups = list[tuple[int, ...]](), list[tuple[int, ...]]()
    most = (len(tiles) - 2) // 2
    for (_, *is_gate), some in found.items():
        for sizes in product(*(range(1, most + 1) if gate else (0,) for gate in is_gate)):
            if sum(sizes) == len(tiles) - 3:
                groups.append((len(centres), len(centres) + len(some), *sizes))
        centres += some
    return np.array(groups, np.int64).reshape(-1, 5), np.array(centres, np.int64).reshape(-1, 3)


def _triangles(tiles: Sequence[int]) -> Iterator[tuple[tuple[int, int, int], str]]:
    """Yield all ways to lay three tiles that touch, the smallest first, and the colours between them."""
    turned = [
        (8 * local + rotation, "".join(TABLE[tile - 1][(edge - rotation) % 6] for edge in range(6)))
        for local, tile in enumerate(tiles)
        for rotation in range(6 if tile <= 56 else 3)
    ]
    by_shown: dict[str, list[int]] = {}
    for third, shown in turned:
        by_shown.setdefault(shown[4:6], []).append(third)
    for (first, shown), (second, beside) in product(turned, repeat=2):
        if shown[0] == beside[3] and second >> 3 > first >> 3:
            for third in by_shown.get(shown[1] + beside[2], ()):
                if third >> 3 > first >> 3 and third >> 3 != second >> 3:
                    yield (first, second, third), shown[0] + beside[2] + shown[1]


def _grown(kept: NDArray[_Number], size: int) -> NDArray[_Number]:
    """Return an array with room for at least so many items, the old ones first."""
    if size <= len(kept):
        return kept
    made = np.empty(max(size, 3 * len(kept) // 2), kept.dtype)
    made[: len(kept)] = kept
    return made

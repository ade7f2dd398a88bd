"""The closures of gates, listed key by key: which last tiles can complete a loop, by the set of tiles left.

What can close a gate depends only on a part of its two tiles: the colours that they show between the edge
where they touch and the edge by which the loop leaves them. That pair is a *key*. For each key the closures
by any of the tiles are listed once, sorted by the set of tiles that they use. By the parity rule
(`short_proofs.py`) only sets of one of eight classes can occur for a key, so sets are numbered within
their class.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix.hexes import ORIGIN, neighbour, neighbours
from tantrix.solver.loops import counting
from tantrix.solver.loops.forms import EAST, PLACES, Kit, bits_of, blank_kit, first_edge, form_ids, mask_of
from tantrix.solver.loops.gates import facts
from tantrix.tiles import TABLE, Colour, links

Prefix = tuple[Colour, ...]


class Closures:
    """The closures of one set of tiles and a colour, listed key by key when first needed."""

    def __init__(self, tiles: Sequence[int], colour: Colour, most: int, room: int) -> None:
        self.kit = blank_kit().copy().view(np.recarray)
        self.tiles, self.colour = tuple(tiles), colour
        self._prefixes: list[Prefix] = []
        kit = self.kit[0]
        kit.most = most
        kit.first[:] = -1
        _add_tiles(kit, tiles, colour)
        self._add_keys(kit)
        self.rank, self.n_sets = _ranks(tiles, colour, most)
        self.entries = np.empty(room, np.uint64)
        self.starts = np.empty(4 * (len(self.rank) + 2) * len(self._prefixes) ** 2 // 8 + 100, np.uint32)
        self.n_entries = self.n_starts = 0
        self._listed = np.empty(room // 8, np.uint64)
        self._sets = np.empty(room // 8, np.uint32)
        self._few, self._few_sets = np.empty(0, np.uint64), np.empty(0, np.uint32)

    def list_for(self, key: int) -> None:
        """List the closures of a key, or record that there is no room for them."""
        kit = self.kit[0]
        own = self._class_of(key)
        n = int(counting.fill(self._listing(key), self.kit, form_ids(), self._listed, self._sets))
        end = self.n_starts + int(self.n_sets[own]) + 1
        if n < 0 or self.n_entries + n > len(self.entries) or end > len(self.starts):
            kit.first[key] = counting.REFUSED
            return
        starts = self.starts[self.n_starts : end]
        by_form = np.argsort(self._listed[:n].astype(np.uint16), kind="stable")
        counting.file(self.rank, self._sets, self._listed, by_form, self.n_entries, self.entries, starts)
        self._add_few(key, n)
        kit.first[key], kit.own_class[key] = self.n_starts, own
        self.n_entries += n
        self.n_starts = end

    def _add_few(self, key: int, n: int) -> None:
        """Append those of the `n` closures just listed that have few tiles, sorted by their number."""
        kit = self.kit[0]
        sizes = np.bitwise_count(self._sets[:n])
        chosen = np.argsort(sizes, kind="stable")[: np.count_nonzero(sizes <= counting.FEW)]
        kit.few_from[key] = len(self._few)
        kit.few_to[key] = len(self._few) + np.searchsorted(sizes[chosen], range(PLACES), side="right")
        self._few = np.concatenate((self._few, self._listed[chosen]))
        self._few_sets = np.concatenate((self._few_sets, self._sets[chosen]))

    @property
    def lists(self) -> counting.Lists:
        """What the count reads beside the kit."""
        return counting.Lists(self.rank, self.entries, self.starts, self._few, self._few_sets)

    def _listing(self, key: int) -> Any:
        """Prepare the search for all closures of a gate that points east, between two tiles of a key."""
        made = np.zeros(1, counting.COUNT).view(np.recarray)
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
        s.n_gates = s.n_open = s.lists = s.euler = 1
        s.large = counting.NONE
        s.spare = self.kit[0].most
        s.left = np.uint64((1 << (len(self.tiles) - 1)) - 1)
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
            kit.tile[n_variants], kit.rotation[n_variants] = local, rotations
            kit.fits_at |= fits[:, rotations].astype(np.uint32) << np.uint32(n_variants)
            n_variants += 1


def count_variants(tiles: Sequence[int], colour: Colour) -> int:
    """Count the tiles, counting straights twice; entries have room for 32."""
    own = [next(link for link in links(tile) if link.colour == colour) for tile in tiles]
    return sum(
        2 if (link.b - link.a) % 6 == 3 and tile <= 56 else 1 for tile, link in zip(tiles, own, strict=True)
    )


def _ranks(tiles: Sequence[int], colour: Colour, most: int) -> tuple[Any, Any]:
    """Number the sets of up to `most` tiles without the root within their class: uint32[sets], int64[8]."""
    others = [other for other in Colour if other != colour]
    classes, sizes = np.zeros(1, np.uint8), np.zeros(1, np.uint8)
    for tile in tiles[:-1]:
        own = bits_of(_crosses(tile, colour, other) for other in others)
        classes = np.concatenate((classes, classes ^ np.uint8(own)))
        sizes = np.concatenate((sizes, sizes + np.uint8(1)))
    rank, n_sets = np.zeros(len(classes), np.uint32), np.zeros(8, np.int64)
    for number in range(8):
        listed = (classes == number) & (sizes <= most) & (sizes > 0)
        n_sets[number] = listed.sum()
        rank[listed] = np.arange(n_sets[number])
    return rank << 3 | classes, n_sets


def _crosses(tile: int, colour: Colour, other: Colour) -> bool:
    link = next(link for link in links(tile) if link.colour == colour)
    return TABLE[tile - 1][link.a + 1 : link.b].count(other.letter) % 2 == 1

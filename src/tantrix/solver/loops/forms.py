"""The forms of up to eight tiles that can close a gate, and the window of cells that they can occupy.

They are described for a gate that points east, with its source at home; `towards` turns them. Everything that
the compiled count needs to know about forms and tiles is in one record, the kit.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Annotated, TypeAlias

import numpy as np

from tantrix import kernel
from tantrix._compile.records import (
    CompiledRecord,
    Int8Rows,
    Int8s,
    Int16Rows,
    Int64Rows,
    Int64s,
    Integers,
    Records,
    UInt8Rows,
    UInt8s,
    UInt16Rows,
    UInt16s,
    UInt32Rows,
    UInt32s,
    UInt64Rows,
    UInt64s,
)
from tantrix.hexes import ORIGIN, Cell, neighbour, neighbours

MAX_TILES = 8  # that close a gate
PLACES = 8
N_TURNED = 256
EAST = Cell(1, 0)
N_FORMS = 2048
_N_PATHS = 4 * 5**MAX_TILES


class Kit(CompiledRecord):
    """What a count knows of its tiles, and of their closures, forms and sets."""

    # of the tiles, by local number
    fit: Annotated[UInt32Rows, (kernel.N_CODES, 8)]  # those that fit a code, by rotation; [6]: in any
    add: Annotated[Int16Rows, (N_TURNED, 8)]
    a: Annotated[Int8s, N_TURNED]
    b: Annotated[Int8s, N_TURNED]
    shown: Annotated[Int8s, kernel.N_CODES]
    euler: Annotated[Int8s, kernel.N_CODES]
    sides: Annotated[UInt8s, kernel.N_CODES]  # one bit for each neighbour present
    adds: Annotated[Int8s, 64]  # what a tile with these neighbours adds to tiles - contacts + triples
    # of the closures
    most: int  # tiles of the largest closures listed, 0 for none
    variant: Annotated[UInt8s, N_TURNED]  # a tile and, for a straight, its direction
    tile: Annotated[Int64s, 32]  # of a variant
    rotation: Annotated[UInt8Rows, (32, 12)]  # of a variant, by the first edge of its link
    hue: Annotated[UInt8Rows, (32, 6)]  # of a variant: its colour so many edges after the first of the link
    # variants that fit a code, by the first edge of the link
    fits_at: Annotated[UInt32Rows, (kernel.N_CODES, 12)]
    source_key: Annotated[Int8Rows, (N_TURNED, 6)]  # by the edge across which the other tile of the gate lies
    target_key: Annotated[Int8Rows, (N_TURNED, 6)]
    halo_source: Annotated[UInt64s, 64]  # cells of the window beside a tile of the gate, but not inside
    halo_target: Annotated[UInt64s, 64]
    first: Annotated[Int64s, 4096]  # where the sets of a key begin, or counting.UNLISTED
    own_class: Annotated[UInt32s, 4096]
    # of the sets, numbered within their class: by their high tiles, then by the low ones
    parity: Annotated[UInt8Rows, (2, 4096)]  # the class of a set of low tiles, of high ones
    rows: Annotated[UInt32Rows, (8, 4096)]  # the number of the first set with such high tiles
    # of a low set: how many of the same class have fewer tiles, or as many and are smaller
    columns: Annotated[UInt16s, 4096]
    # of each low set: the columns of its subsets, by number of tiles and class; of each high one: these
    columns_of: Annotated[UInt16s, 3**12]
    subsets: Annotated[UInt16s, 3**12]
    subsets_from: Annotated[UInt32Rows, (2, 4096)]  # where they begin
    bucket: Annotated[UInt16Rows, (2, 4096, 8 * 13 + 1)]  # and after how many those of a number and a class
    # of the forms
    mask: Annotated[UInt64s, N_FORMS]  # its cells, one bit each
    length: Annotated[Int64s, N_FORMS]
    bit: Annotated[Int8Rows, (N_FORMS, PLACES)]  # of each tile along the loop: its cell
    place: Annotated[Int8Rows, (N_FORMS, 64)]  # of a cell along the loop
    edge: Annotated[Int8Rows, (N_FORMS, PLACES)]  # the first edge of its link, clockwise
    earlier: Annotated[UInt8Rows, (N_FORMS, PLACES)]  # edges that touch earlier tiles
    adds_alone: Annotated[Int8Rows, (N_FORMS, PLACES)]  # what each tile adds where nothing else touches it
    euler_alone: Annotated[Int8s, N_FORMS]  # of the gate and the form; 1: no hole
    # of the window of cells that forms can occupy
    at: Annotated[Int64Rows, (6, 64)]  # index of a cell minus the source's
    own: Annotated[UInt64Rows, (6, kernel.SIZE)]  # bit of the cell at such an index
    halo: Annotated[UInt64Rows, (6, kernel.SIZE)]  # bits of its neighbours


KitArray: TypeAlias = Records[Kit]


LoopForm = tuple[tuple[Cell, ...], tuple[int, ...]]
"""The cells along a loop, and the edges by which it leaves A and then each of them."""


@cache
def forms() -> tuple[LoopForm, ...]:
    """Build all ways in which a loop can close a gate with at most eight tiles; takes 0.1 s."""
    gate = (ORIGIN, EAST, 0)
    return tuple(_walk(path) for path in _paths([gate], frozenset((ORIGIN, EAST)), {}))


def _paths(
    gates: list[tuple[Cell, Cell, int]], cells: frozenset[Cell], after: dict[Cell, int]
) -> Iterator[dict[Cell, int]]:
    """Yield the edges by which the tiles leave each other, for each polygon beyond some gates."""
    if not gates:
        yield after
        return
    source, target, towards = gates[-1]
    apex = neighbour(source, (towards + 5) % 6)
    if apex in cells or len(cells) - 2 + len(gates) > MAX_TILES:
        return
    for follows in (False, True):
        for precedes in (False, True):
            opened, laid = list(gates[:-1]), dict(after)
            if follows:
                laid[source] = (towards + 5) % 6
            else:
                opened.append((source, apex, (towards + 5) % 6))
            if precedes:
                laid[apex] = (towards + 1) % 6
            else:
                opened.append((apex, target, (towards + 1) % 6))
            yield from _paths(opened, cells | {apex}, laid)


def _walk(after: dict[Cell, int]) -> LoopForm:
    cells, ways, cell = [], [after[ORIGIN]], neighbour(ORIGIN, after[ORIGIN])
    while cell != EAST:
        cells.append(cell)
        ways.append(after[cell])
        cell = neighbour(cell, after[cell])
    return tuple(cells), tuple(ways)


@cache
def form_ids() -> Integers:
    """Return int16[]: the number of a form by its loop's path, encoded as in `counting`."""
    ids = np.zeros(_N_PATHS, np.int16)
    for number, (_, ways) in enumerate(forms()):
        ids[_path(ways)] = number
    return ids


def _path(ways: Sequence[int]) -> int:
    path, power = (11 - ways[0]) % 6, 4
    for before, way in pairwise(ways):
        path += power * ((way - before + 8) % 6)
        power *= 5
    return path


@cache
def _window() -> tuple[Cell, ...]:
    """List the 54 cells that forms can occupy."""
    return tuple(sorted({cell for cells, _ in forms() for cell in cells}))


@cache
def blank_kit() -> KitArray:
    """Build the part of the kit that does not depend on the tiles."""
    made = Kit.zeros()
    kit = made[0]
    bits = np.arange(64)
    runs = sum((bits >> edge & 1) & ~(bits >> (edge + 5) % 6) & 1 for edge in range(6))
    kit.adds[:] = np.where(bits == 63, 1, 1 - runs)
    _add_forms(kit)
    _add_window(kit)
    return made


def _add_forms(kit: Kit) -> None:
    bit = {cell: at for at, cell in enumerate(_window())}
    for number, (cells, ways) in enumerate(forms()):
        kit.mask[number] = mask_of(cells)
        kit.length[number] = len(cells)
        laid, euler = {ORIGIN, EAST}, 1
        for place, cell in enumerate(cells):
            kit.bit[number, place] = bit[cell]
            kit.place[number, bit[cell]] = place
            kit.edge[number, place] = first_edge((ways[place] + 3) % 6, ways[place + 1])
            beside = [near in laid for near in neighbours(cell)]
            kit.adds_alone[number, place] = kit.adds[bits_of(beside)]
            euler += int(kit.adds_alone[number, place])
            kit.earlier[number, place] = bits_of(
                near in laid and near not in (ORIGIN, EAST) for near in neighbours(cell)
            )
            laid.add(cell)
        kit.euler_alone[number] = euler


def first_edge(a: int, b: int) -> int:
    """Return the edge from which the other is less than half a turn clockwise; of opposites, the smaller."""
    return min(a, b) if (a - b) % 6 == 3 else a if (b - a) % 6 < 3 else b


def bits_of(flags: Iterable[object]) -> int:
    return sum(bool(flag) << at for at, flag in enumerate(flags))


def mask_of(cells: Iterable[Cell]) -> np.uint64:
    wanted = set(cells)
    return np.uint64(bits_of(cell in wanted for cell in _window()))


def _add_window(kit: Kit) -> None:
    """Turn the window in each direction."""
    steps = kernel.tables()[0].step[:6]
    around = {cell for inside in _window() for cell in (inside, *neighbours(inside))}
    for towards in range(6):
        east, south = int(steps[towards]), int(steps[(towards + 1) % 6])
        for at, cell in enumerate(_window()):
            kit.at[towards, at] = cell.q * east + cell.r * south
        for cell in around:
            index = (cell.q * east + cell.r * south) & kernel.MASK
            kit.own[towards, index] = mask_of([cell])
            kit.halo[towards, index] = mask_of(neighbours(cell))

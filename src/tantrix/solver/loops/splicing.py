"""Lengthening a loop: a piece of it is cut off at a gate and replaced by one with more tiles.

A series of small searches thus builds a loop of up to a thousand tiles, many of them alike. Each search takes
a few tiles, mixed like the whole set, and must use them all, so that no tiles are left over that fit nowhere.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Int16s,
    Int32s,
    Int64s,
    Numbers,
    Records,
    UInt64s,
    Word,
)
from tantrix.hexes import Cell
from tantrix.kernel import TableArray, Tables
from tantrix.placement import Placement
from tantrix.solver.answer import Solution
from tantrix.solver.loops.gates import (
    LoopFactArray,
    LoopFacts,
    can_turn,
    facts,
    give_back_gate,
    join_loop,
    lay,
    lift,
    needs,
    open_gate,
    remember,
    restore_remembered,
    take_gate,
    turning,
)
from tantrix.solver.steps.random_choices import below, bit_from, seeded
from tantrix.tiles import Colour, Shape, links

WIDTH = 256
_CENTRE = 128
_MARGIN = 4
LEVELS = 64
MAX_TILES = 1000
MIN_CUT, MAX_CUT = 2, 12


class Splice(CompiledRecord):
    """The loop, what was cut off, and the search that closes the gate."""

    code: Annotated[Int16s, WIDTH * WIDTH]
    turned: Annotated[Int16s, WIDTH * WIDTH]  # turned tile plus 1, 0 where empty
    step: Annotated[Int64s, 16]
    mask: int
    random: Word
    cell: Annotated[Int64s, MAX_TILES]  # the loop, clockwise
    way: Annotated[Int64s, MAX_TILES]  # the edge by which it leaves each
    n: int
    source: Annotated[Int32s, 2 * LEVELS]  # the gates, as in gates.py
    target: Annotated[Int32s, 2 * LEVELS]
    towards: Annotated[Int64s, 2 * LEVELS]
    leaves: Annotated[Int64s, 2 * LEVELS]
    enters: Annotated[Int64s, 2 * LEVELS]
    apex: Annotated[Int32s, 2 * LEVELS]
    shown: Annotated[Int64s, 2 * LEVELS]
    n_gates: int
    open: Annotated[Int64s, LEVELS]
    n_open: int
    copies: Annotated[Int64s, 64]  # tiles to be laid, by kind
    left: Word  # kinds with tiles left
    n_left: int
    bend: Annotated[Int64s, 64]  # of each kind: by how many sixths its link turns
    turns: Annotated[Int64s, 3]  # tiles left, by the sixths that they turn
    turn: int
    euler: int
    nodes: int
    was_cell: Annotated[Int64s, LEVELS]  # what was cut off, along the loop
    was_turned: Annotated[Int64s, LEVELS]
    at: Annotated[Int64s, LEVELS]  # of each level
    gate: Annotated[Int64s, LEVELS]
    rotation: Annotated[Int64s, LEVELS]
    first: Annotated[Int64s, LEVELS]
    fitting: Annotated[UInt64s, LEVELS]
    laid: Annotated[Int64s, LEVELS]
    before_turn: Annotated[Int64s, LEVELS]
    before_euler: Annotated[Int64s, LEVELS]
    before_gates: Annotated[Int64s, LEVELS]
    before_open: Annotated[Int64s, LEVELS]


class Splicer:
    """A loop that grows by taking up more tiles."""

    def __init__(self, loop: Solution, colour: Colour, seed: int) -> None:
        self._record = Splice.zeros()
        self._facts = facts(colour)
        s = self._record[0]
        s.step[:] = np.resize((1, WIDTH, WIDTH - 1, -1, -WIDTH, 1 - WIDTH), 16)
        s.mask = WIDTH * WIDTH - 1
        s.random = seeded(seed)
        s.n = len(loop)
        for tile in range(1, 65):
            own = [link.shape for link in links(tile) if link.colour == colour]
            s.bend[tile - 1] = (Shape.STRAIGHT, Shape.BEND, Shape.CORNER).index(own[0]) if own else 0
        first = loop[len(loop) // 2].cell
        for place, laid in enumerate(loop):
            s.cell[place] = _index(Cell(laid.cell.q - first.q, laid.cell.r - first.r))
        lay_first_loop(self._record, kernel.tables(), _turned(loop))

    @property
    def nodes(self) -> int:
        return int(self._record[0].nodes)

    def take_up(self, tiles: Sequence[int], tries: int) -> bool:
        """Lengthen the loop by some tiles; after `tries` failed attempts it is unchanged."""
        s = self._record[0]
        for tile in tiles:
            s.copies[tile - 1] += 1
            s.left |= U1 << np.uint64(tile - 1)
            s.turns[s.bend[tile - 1]] += 1
        s.n_left = len(tiles)
        return bool(lengthen(self._record, kernel.tables(), self._facts, tries))

    def loop(self) -> Solution:
        s = self._record[0]
        cells = [int(cell) for cell in s.cell[: s.n]]
        turned = [int(s.turned[cell]) - 1 for cell in cells]
        places = [Cell(cell % WIDTH - _CENTRE, cell // WIDTH - _CENTRE) for cell in cells]
        return tuple(
            Placement((one >> 3) + 1, cell, one & 7) for one, cell in zip(turned, places, strict=True)
        )


def _index(cell: Cell) -> int:
    return (cell.q + _CENTRE) + WIDTH * (cell.r + _CENTRE)


def _turned(loop: Solution) -> Numbers:
    return np.array([8 * (laid.tile - 1) + laid.rotation for laid in loop], np.int64)


@jit
def lay_first_loop(splices: Records[Splice], tables: TableArray, turned: Numbers) -> None:
    """Lay a first loop, whose cells the record lists clockwise."""
    s, t = splices[0], tables[0]
    for place in range(s.n):
        lay(s, t, s.cell[place], turned[place])
        after = s.cell[(place + 1) % s.n]
        for edge in range(6):
            if s.cell[place] + s.step[edge] == after:
                s.way[place] = edge


@jit
def lengthen(splices: Records[Splice], tables: TableArray, facts: LoopFactArray, tries: int) -> bool:
    """Cut off a piece and close the gate with its tiles and all tiles left; make up to `tries` attempts."""
    s, t, f = splices[0], tables[0], facts[0]
    for _ in range(tries):
        first = below(s, s.n)
        n_cut = MIN_CUT + below(s, min(MAX_CUT, s.n - 4) - MIN_CUT + 1)
        towards = _gate_between(s, first, n_cut)
        if towards < 0:
            continue
        _cut(s, t, f, first, n_cut, towards)
        if _close(s, t, f, 4000):
            _walk(s, f)
            return True
        s.n_open = 0
        for at in range(n_cut):
            _take(s, s.was_turned[at] >> 3)
            lay(s, t, s.was_cell[at], s.was_turned[at])
    return False


@jit
def _gate_between(s: Splice, first: int, n_cut: int) -> int:
    """Return the edge across which two tiles form a gate that `n_cut` tiles close, -1 if there is none."""
    source, target = s.cell[first], s.cell[(first + n_cut + 1) % s.n]
    for towards in range(6):
        if source + s.step[towards] == target:
            apex = source + s.step[towards + 5]
            for at in range(1, n_cut + 1):
                if s.cell[(first + at) % s.n] == apex:
                    return towards
    return -1


@jit
def _cut(s: Splice, t: Tables, f: LoopFacts, first: int, n_cut: int, towards: int) -> None:
    """Remove the tiles that close a gate, and open it."""
    last = (first + n_cut + 1) % s.n
    s.turn = 6
    s.euler = 1
    for at in range(n_cut):
        place = (first + 1 + at) % s.n
        cell = s.cell[place]
        turned = s.turned[cell] - 1
        s.was_cell[at] = cell
        s.was_turned[at] = turned
        s.turn -= turning((s.way[(place - 1) % s.n] + 3) % 6, s.way[place])
        lift(s, t, cell, turned)
        s.euler -= f.euler[s.code[cell]]
        _give(s, turned >> 3)
    s.n_gates = 0
    s.n_open = 0
    enters = (s.way[(last - 1) % s.n] + 3) % 6
    open_gate(s, int(s.cell[first]), int(s.cell[last]), towards, s.way[first], enters)


@jit
def _give(s: Splice, tile: int) -> None:
    s.copies[tile] += 1
    s.left |= U1 << np.uint64(tile)
    s.n_left += 1
    s.turns[s.bend[tile]] += 1


@jit
def _take(s: Splice, tile: int) -> None:
    s.copies[tile] -= 1
    if s.copies[tile] == 0:
        s.left &= ~(U1 << np.uint64(tile))
    s.n_left -= 1
    s.turns[s.bend[tile]] -= 1


@jit
def _close(s: Splice, t: Tables, f: LoopFacts, most: int) -> bool:
    """Close the gate with exactly the tiles left; give up after `most` nodes and leave it open."""
    level = 0
    end = s.nodes + most
    if not _enter(s, t, f, 0):
        return False
    while level >= 0:
        if s.laid[level] >= 0:
            _take_back(s, t, level)
        if s.nodes >= end or not _next(s, t, f, level):
            give_back_gate(s, level)
            level -= 1
            continue
        if s.n_left == 0:
            if s.n_open == 0 and s.euler == 1:
                return True
        elif _enter(s, t, f, level + 1):
            level += 1
    return False


@jit
def _enter(s: Splice, t: Tables, f: LoopFacts, level: int) -> bool:
    """Choose the gate that the fewest kinds fit; fail if no kind fits a gate."""
    tiles, inwards = needs(s)
    if s.n_open == 0 or level >= LEVELS or s.n_left < tiles:
        return False
    if not can_turn(s, inwards, s.turns[2], s.turns[1]):
        return False
    fewest = 1000
    chosen = 0
    for place in range(s.n_open):
        gate = s.open[place]
        cell = s.apex[gate]
        code = s.code[cell]
        if s.turned[cell] != 0 or f.shown[code] != s.shown[gate] or not _is_inside(cell):
            return False
        n = popcount(t.fit[code, 6] & s.left)
        if n == 0:
            return False
        if n < fewest:
            fewest = n
            chosen = place
    take_gate(s, level, chosen)
    remember(s, level)
    s.rotation[level] = -1
    s.first[level] = below(s, 6)
    s.fitting[level] = U0
    s.laid[level] = -1
    return True


@jit
def _is_inside(cell: int) -> bool:
    """Return whether a cell is so far inside that the loop cannot meet itself around the torus."""
    q, r = cell & (WIDTH - 1), cell // WIDTH
    return bool(_MARGIN <= q < WIDTH - _MARGIN and _MARGIN <= r < WIDTH - _MARGIN)


@jit
def _next(s: Splice, t: Tables, f: LoopFacts, level: int) -> bool:
    """Lay the next kind that fits the gate of this level, and open the gates beyond it."""
    gate = s.gate[level]
    cell = int(s.apex[gate])
    code = s.code[cell]
    while s.fitting[level] == U0:
        s.rotation[level] += 1
        if s.rotation[level] == 6:
            return False
        s.fitting[level] = t.fit[code, (s.rotation[level] + s.first[level]) % 6] & s.left
    tile = bit_from(s.fitting[level], below(s, 64))
    s.fitting[level] &= ~(U1 << np.uint64(tile))
    turned = 8 * tile + (s.rotation[level] + s.first[level]) % 6
    s.nodes += 1
    lay(s, t, cell, turned)
    s.laid[level] = turned
    _take(s, tile)
    s.euler += f.euler[code]
    join_loop(s, f, gate, cell, turned)
    return True


@jit
def _take_back(s: Splice, t: Tables, level: int) -> None:
    turned = s.laid[level]
    lift(s, t, int(s.apex[s.gate[level]]), turned)
    s.laid[level] = -1
    _give(s, turned >> 3)
    restore_remembered(s, level)


@jit
def _walk(s: Splice, f: LoopFacts) -> None:
    """Store the new course of the loop, from the source of the gate that was closed."""
    start = int(s.source[0])
    cell = start
    way = s.leaves[0]
    s.n = 0
    while True:
        s.cell[s.n] = cell
        s.way[s.n] = way
        s.n += 1
        cell = (cell + s.step[way]) & s.mask
        if cell == start:
            return
        turned = s.turned[cell] - 1
        way = int(f.b[turned] if f.a[turned] == (way + 3) % 6 else f.a[turned])

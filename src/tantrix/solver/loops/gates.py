"""Loops of one colour through all of some distinct tiles, without holes: the search through gates.

Such a loop is a lattice polygon without inner points, so its inside is a tree of triangles of touching tiles.
A *gate* is two tiles that touch, beyond which lies a part of the loop not yet found: from the edge `leaves`
of the tile `source` to the edge `enters` of `target`, with the inside on the right. A tile at the *apex* of
the triangle beyond closes the gate, moves it on, or splits it. Each solution is found once for a fixed root
tile.

The search is a record that `advance` updates: it can be stopped, saved, copied and split at any node.
Cells, turned tiles and codes are as in `tantrix.kernel`.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Annotated, Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tantrix import kernel
from tantrix._compile.jit import jit, lowest_bit, popcount
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Int8s,
    Int16Rows,
    Int16s,
    Int64Rows,
    Int64s,
    Records,
    UInt64s,
    Vector,
    Word,
)
from tantrix.kernel import TableArray, Tables
from tantrix.solver.steps.outcomes import BRANCH, DONE, RUNNING, SOLUTION
from tantrix.solver.steps.random_choices import HasRandom, below
from tantrix.tiles import TABLE, Colour, Shape, links

SIZE, MASK, START = kernel.SIZE, kernel.MASK, kernel.START
N_CODES = kernel.N_CODES
LEVELS = 72


class GateState(CompiledRecord):
    """The state of a search through gates."""

    code: Annotated[Int16s, SIZE]
    turned: Annotated[Int16s, SIZE]  # turned tile plus 1, 0 where empty
    step: Annotated[Int64s, 16]  # from a cell to its neighbours, twice around
    mask: int
    root: int  # turned tile
    starts: Annotated[Int64Rows, (256, 2)]  # edge by which the root is left, turned tile beyond it
    n_starts: int
    start: int  # the next one
    source: Annotated[Int16s, 160]  # of each gate: a cell
    target: Annotated[Int16s, 160]
    towards: Annotated[Int64s, 160]  # the edge of the source that touches the target
    leaves: Annotated[Int64s, 160]
    enters: Annotated[Int64s, 160]
    apex: Annotated[Int16s, 160]
    shown: Annotated[Int64s, 160]  # how many links of the loop point at the apex
    n_gates: int  # gates ever made on this branch
    open: Annotated[Int64s, LEVELS]
    n_open: int
    left: Word  # tiles not laid
    corners: Word
    bends: Word
    turn: int  # by how many sixths the loop has turned clockwise
    euler: int  # tiles - contacts + triples; 1 at the end if there is no hole
    level: int
    floor: int  # the search ends when it falls HasRandom, below
    ceiling: int  # `advance` returns BRANCH here
    counts_only: int
    nodes: int
    found: int
    shows: int  # 1: `advance` stopped because a solution lies on the table
    at: Annotated[Int64s, LEVELS]  # of each level: place of its gate in `open`
    gate: Annotated[Int64s, LEVELS]
    rotation: Annotated[Int64s, LEVELS]  # rotation being tried
    fitting: Annotated[UInt64s, LEVELS]  # tiles still to try in it
    laid_cell: Annotated[Int64s, LEVELS]  # the tile laid, and the state before
    laid_turned: Annotated[Int64s, LEVELS]
    before_turn: Annotated[Int64s, LEVELS]
    before_euler: Annotated[Int64s, LEVELS]
    before_gates: Annotated[Int64s, LEVELS]
    before_open: Annotated[Int64s, LEVELS]
    tried: Annotated[Int64s, LEVELS]  # candidates of the level tried, and in all, for progress reports
    candidates: Annotated[Int64s, LEVELS]


GateStates: TypeAlias = Records[GateState]


class LoopFacts(CompiledRecord):
    """Tables that depend only on the colour of the loop."""

    shown: Annotated[Int8s, N_CODES]  # how many neighbours show the colour
    euler: Annotated[Int8s, N_CODES]  # what a tile on a cell of this code adds to tiles - contacts + triples
    a: Annotated[Int8s, 512]  # the two edges of a turned tile that carry the colour, -1 if none does
    b: Annotated[Int8s, 512]


LoopFactArray: TypeAlias = Records[LoopFacts]


class HasGates(Protocol):
    """The fields of a search that say where the loop is open, and how it has been laid."""

    code: Int16s
    turned: Int16s
    step: Int64s
    mask: int
    towards: Int64s
    leaves: Int64s
    enters: Int64s
    shown: Int64s
    n_gates: int
    open: Int64s
    n_open: int
    left: Word
    turn: int
    euler: int
    nodes: int
    at: Int64s
    gate: Int64s
    rotation: Int64s
    fitting: UInt64s
    before_turn: Int64s
    before_euler: Int64s
    before_gates: Int64s
    before_open: Int64s

    @property
    def source(self) -> Vector[Any, int]: ...
    @property
    def target(self) -> Vector[Any, int]: ...
    @property
    def apex(self) -> Vector[Any, int]: ...


class HasCorners(HasGates, Protocol):
    """A search that knows which tiles are corners and bends."""

    corners: Word
    bends: Word


class HasLevels(HasGates, Protocol):
    """A search that remembers what it has laid at each level."""

    level: int
    laid_cell: Int64s
    laid_turned: Int64s
    tried: Int64s


class HasLinks(Protocol):
    """The tables of a record that say how turned tiles carry the loop."""

    shown: Int8s
    euler: Int8s
    a: Int8s
    b: Int8s


class HasFit(Protocol):
    """The tables of a record that say which tiles fit and what they show."""

    add: Int16Rows

    @property
    def fit(self) -> NDArray[Any]: ...


@cache
def facts(colour: Colour) -> LoopFactArray:
    """Build the tables of a colour."""
    made = LoopFacts.zeros()
    record = made[0]
    shown = np.stack([np.arange(N_CODES) // 5**edge % 5 for edge in range(6)])
    record.shown[:] = (shown == colour + 1).sum(axis=0)
    filled = shown > 0
    contacts = filled.sum(axis=0)
    triples = (filled & np.roll(filled, 1, axis=0)).sum(axis=0)
    record.euler[:] = 1 - contacts + triples
    record.a[:] = record.b[:] = -1
    for tile in range(1, 65):
        for rotation in range(6):
            for link in links(tile, rotation):
                if link.colour == colour:
                    record.a[8 * (tile - 1) + rotation] = link.a
                    record.b[8 * (tile - 1) + rotation] = link.b
    return made


def new_search(tiles: Sequence[int], colour: Colour) -> GateStates:
    """Prepare a search through all of some distinct tiles that carry a colour, three or more."""
    made = GateState.zeros()
    s = made[0]
    steps = kernel.tables()[0].step[:6]
    s.step[:] = np.resize(steps, 16)
    s.mask = MASK
    root = root_of(tiles, colour)
    s.root = 8 * (root - 1)
    others = [tile for tile in tiles if tile != root]
    s.left = Word(kernel.mask(others))
    s.corners = Word(kernel.mask(tile for tile in tiles if shape_of(tile, colour) is Shape.CORNER))
    s.bends = Word(kernel.mask(tile for tile in tiles if shape_of(tile, colour) is Shape.BEND))
    starts = list(starts_of(root, others, colour))
    s.n_starts = len(starts)
    s.starts[: len(starts)] = starts
    s.ceiling = LEVELS
    return made


def root_of(tiles: Sequence[int], colour: Colour) -> int:
    """Prefer a corner, which leaves the fewest ways; a triple straight would be found from both sides."""
    order = (Shape.CORNER, Shape.BEND, Shape.STRAIGHT)
    return min(tiles, key=lambda tile: (tile > 56, order.index(shape_of(tile, colour)), tile))


def shape_of(tile: int, colour: Colour) -> Shape:
    """Return the shape of the link of a colour on a tile that carries it."""
    return next(link.shape for link in links(tile) if link.colour == colour)


def starts_of(root: int, others: Sequence[int], colour: Colour) -> Iterator[tuple[int, int]]:
    """Yield both directions of the loop with every tile that can follow the root (R1.3: three rotations)."""
    link = next(link for link in links(root) if link.colour == colour)
    for edge in (link.a, link.b) if root <= 56 else (link.a,):
        for tile in others:
            for rotation in range(6 if tile <= 56 else 3):
                if TABLE[tile - 1][(edge + 3 - rotation) % 6] == colour.letter:
                    yield edge, 8 * (tile - 1) + rotation


@jit
def advance(searches: GateStates, tables: TableArray, facts: LoopFactArray, budget: int) -> int:
    """Advance a search by at most `budget` nodes; return why it stopped."""
    s, t, f = searches[0], tables[0], facts[0]
    end = s.nodes + budget
    if s.shows and s.level > 0:
        s.shows = 0
        take_back(s, t, s.level)
    if s.level == 0 and s.nodes == 0:
        lay(s, t, START, s.root)
    while s.nodes < end:
        if s.level == 0:
            if s.start >= s.n_starts or s.floor > 0:
                return DONE
            open_root(s, t, f)
            if not _enter(s, t, f):
                lift_root(s, t)
            continue
        if not lay_next(s, t, f):
            _leave(s, t)
            if s.level < s.floor:
                return DONE
            continue
        if s.left == U0:
            if s.n_open == 0 and s.euler == 1:
                s.found += 1
                if s.counts_only == 0:
                    s.shows = 1
                    return SOLUTION
            take_back(s, t, s.level)
            continue
        if s.counts_only != 0 and s.left & (s.left - U1) == U0:
            _count_last(s, t, f)
            take_back(s, t, s.level)
        elif not _enter(s, t, f):
            take_back(s, t, s.level)
        elif s.level >= s.ceiling:
            return BRANCH
    return RUNNING


@jit
def begin_at_random(s: GateState, t: Tables, f: LoopFacts, choices: HasRandom) -> int:
    """Lay the root and a random tile that can follow it; return from how many it was chosen."""
    lay(s, t, START, s.root)
    chosen, n = 0, 0
    for start in range(s.n_starts):
        if _open(s, t, f, start):
            n += 1
            if below(choices, n) == 0:
                chosen = start
            _leave(s, t)
    if n > 0:
        _open(s, t, f, chosen)
    return n


@jit
def _open(s: GateState, t: Tables, f: LoopFacts, start: int) -> bool:
    s.start = start
    open_root(s, t, f)
    is_good = _enter(s, t, f)
    if not is_good:
        lift_root(s, t)
    return is_good


@jit
def lay_at_random(s: GateState, t: Tables, f: LoopFacts, choices: HasRandom) -> int:
    """Lay a random tile at the gate of this level, of those that leave the loop possible; return how many.

    The tiles that were not chosen are not tried again.
    """
    level = s.level
    chosen, n = 0, 0
    while lay_next(s, t, f):
        turned = int(s.laid_turned[level])
        if _enter(s, t, f):
            n += 1
            if below(choices, n) == 0:
                chosen = turned
            _leave(s, t)
        else:
            take_back(s, t, level)
    if n > 0:
        s.rotation[level] = chosen & 7
        s.fitting[level] = U1 << np.uint64(chosen >> 3)
        lay_next(s, t, f)
        _enter(s, t, f)
    return n


@jit
def _count_last(s: GateState, t: Tables, f: LoopFacts) -> None:
    """Count the loops that the last tile completes, without laying it: a corner at the only gate."""
    gate = s.open[0]
    cell = s.apex[gate]
    code = s.code[cell]
    if s.n_open != 1 or s.shown[gate] != 2 or s.turned[cell] != 0 or f.shown[code] != 2:
        return
    if s.euler + f.euler[code] == 1 and t.fit[code, 6] & s.left != U0:
        s.found += 1
        s.nodes += 1


@jit
def retreat(searches: GateStates, tables: TableArray) -> None:
    """Skip the branch where `advance` stopped, because it is searched elsewhere."""
    _leave(searches[0], tables[0])


@jit
def lay(s: HasGates, t: HasFit, cell: int, turned: int) -> None:
    s.turned[cell] = turned + 1
    for edge in range(6):
        s.code[(cell + s.step[edge]) & s.mask] += t.add[turned, edge]


@jit
def lift(s: HasGates, t: HasFit, cell: int, turned: int) -> None:
    s.turned[cell] = 0
    for edge in range(6):
        s.code[(cell + s.step[edge]) & s.mask] -= t.add[turned, edge]


@jit
def turning(enters: int, leaves: int) -> int:
    """Return by how many sixths a loop turns clockwise between two edges of a tile."""
    return (leaves - enters + 6) % 6 - 3


@jit
def open_root(s: GateState, t: Tables, f: LoopFacts) -> None:
    """Lay the next tile that can follow the root, and open the gate between them."""
    edge = s.starts[s.start, 0]
    turned = s.starts[s.start, 1]
    s.start += 1
    s.nodes += 1
    cell = (START + s.step[edge]) & MASK
    enters = (edge + 3) % 6
    leaves = int(f.b[turned] if f.a[turned] == enters else f.a[turned])
    back = int(f.b[s.root] if f.a[s.root] == edge else f.a[s.root])
    lay(s, t, cell, turned)
    s.laid_cell[0] = cell
    s.laid_turned[0] = turned
    s.left &= ~(U1 << np.uint64(turned >> 3))
    s.turn = turning(enters, leaves) + turning(back, edge)
    s.euler = 1
    s.n_gates = 0
    s.n_open = 0
    open_gate(s, cell, START, enters, leaves, back)


@jit
def lift_root(s: GateState, t: Tables) -> None:
    """Undo `open_root`."""
    turned = s.laid_turned[0]
    lift(s, t, s.laid_cell[0], turned)
    s.left |= U1 << np.uint64(turned >> 3)


@jit
def open_gate(s: HasGates, source: int, target: int, towards: int, leaves: int, enters: int) -> None:
    gate = s.n_gates
    s.n_gates = gate + 1
    s.source[gate] = source
    s.target[gate] = target
    s.towards[gate] = towards
    s.leaves[gate] = leaves
    s.enters[gate] = enters
    s.apex[gate] = (source + s.step[towards + 5]) & s.mask
    s.shown[gate] = int(leaves == (towards + 5) % 6) + int(enters == (towards + 4) % 6)
    s.open[s.n_open] = gate
    s.n_open += 1


@jit
def needs(s: HasGates) -> tuple[int, int]:
    """Return the least number of tiles that the open gates need, and of corners on the inside of the loop.

    A gate with both tiles pointing at the apex needs one tile, a corner. Each tile that does not point at it
    adds one, and a gate with neither ends in two corners.
    """
    tiles = 3 * s.n_open
    inwards = s.n_open
    for place in range(s.n_open):
        shown = s.shown[s.open[place]]
        tiles -= shown
        inwards += int(shown == 0)
    return tiles, inwards


@jit
def can_turn(s: HasGates, inwards: int, corners: int, bends: int) -> bool:
    """Return whether these numbers of corners and bends can turn the loop by the remaining sixths."""
    twice = 6 - s.turn + 2 * corners
    least = max(inwards, (twice - bends + 3) >> 2)
    most = min(corners, (twice + bends) >> 2)
    return bool(least <= most)


@jit
def can_close(s: HasCorners, tiles: int, inwards: int) -> bool:
    """Return whether so many tiles are left, with so many corners, and can complete the turn of the loop."""
    if popcount(s.left) < tiles:
        return False
    return can_turn(s, inwards, popcount(s.left & s.corners), popcount(s.left & s.bends))


@jit
def _enter(s: GateState, t: Tables, f: LoopFacts) -> bool:
    """Choose the gate that the fewest tiles fit and go one level down; fail if no tile fits a gate."""
    tiles, inwards = needs(s)
    if s.n_open == 0 or not can_close(s, tiles, inwards):
        return False
    fewest = 1000
    chosen = 0
    for place in range(s.n_open):
        gate = s.open[place]
        cell = s.apex[gate]
        code = s.code[cell]
        if s.turned[cell] != 0 or f.shown[code] != s.shown[gate]:
            return False
        n = popcount(t.fit[code, 6] & s.left)
        if n < fewest:
            if n == 0:
                return False
            fewest = n
            chosen = place
    level = s.level + 1
    s.level = level
    gate = take_gate(s, level, chosen)
    remember(s, level)
    s.rotation[level] = 0
    s.fitting[level] = t.fit[s.code[s.apex[gate]], 0] & s.left
    s.laid_turned[level] = -1
    s.tried[level] = 0
    s.candidates[level] = _count_ways(s, t, gate) if level < 8 else 0
    return True


@jit
def _count_ways(s: GateState, t: Tables, gate: int) -> int:
    n = 0
    for rotation in range(6):
        n += popcount(t.fit[s.code[s.apex[gate]], rotation] & s.left)
    return n


@jit
def take_gate(s: HasGates, level: int, place: int) -> int:
    """Take a gate from the open ones for a level, and return it."""
    gate = int(s.open[place])
    s.at[level] = place
    s.gate[level] = gate
    s.n_open -= 1
    s.open[place] = s.open[s.n_open]
    return gate


@jit
def give_back_gate(s: HasGates, level: int) -> None:
    """Undo `take_gate`."""
    s.open[s.n_open] = s.open[s.at[level]]
    s.open[s.at[level]] = s.gate[level]
    s.n_open += 1


@jit
def remember(s: HasGates, level: int) -> None:
    """Save the state that a tile laid at a level will change."""
    s.before_turn[level] = s.turn
    s.before_euler[level] = s.euler
    s.before_gates[level] = s.n_gates
    s.before_open[level] = s.n_open


@jit
def restore_remembered(s: HasGates, level: int) -> None:
    """Restore what `remember` saved."""
    s.turn = s.before_turn[level]
    s.euler = s.before_euler[level]
    s.n_gates = s.before_gates[level]
    s.n_open = s.before_open[level]


@jit
def _leave(s: GateState, t: Tables) -> None:
    """Go one level up, and take back the tile laid there."""
    level = s.level
    give_back_gate(s, level)
    s.level = level - 1
    if level == 1:
        lift_root(s, t)
    else:
        take_back(s, t, level - 1)


@jit
def take_back(s: HasLevels, t: HasFit, level: int) -> None:
    """Take back the tile laid at a level, and the gates that it opened."""
    turned = s.laid_turned[level]
    lift(s, t, s.laid_cell[level], turned)
    s.left |= U1 << np.uint64(turned >> 3)
    restore_remembered(s, level)


@jit
def lay_next(s: HasLevels, t: HasFit, f: HasLinks) -> bool:
    """Lay the next tile that fits the gate of this level, and open the gates beyond it; False if none."""
    level = s.level
    gate = s.gate[level]
    cell = int(s.apex[gate])
    code = s.code[cell]
    while s.fitting[level] == U0:
        s.rotation[level] += 1
        if s.rotation[level] == 6:
            return False
        s.fitting[level] = t.fit[code, s.rotation[level]] & s.left
    tile = lowest_bit(s.fitting[level])
    s.fitting[level] &= s.fitting[level] - U1
    turned = 8 * tile + s.rotation[level]
    s.nodes += 1
    s.tried[level] += 1
    lay(s, t, cell, turned)
    s.laid_cell[level] = cell
    s.laid_turned[level] = turned
    s.left &= ~(U1 << np.uint64(tile))
    s.euler += f.euler[code]
    join_loop(s, f, gate, cell, turned)
    return True


@jit
def join_loop(s: HasGates, f: HasLinks, gate: int, cell: int, turned: int) -> None:
    """Join the loop to the tile now at a gate's apex and open what remains."""
    towards = s.towards[gate]
    to_source = (towards + 2) % 6
    to_target = (towards + 1) % 6
    a = int(f.a[turned])
    b = int(f.b[turned])
    follows = s.leaves[gate] == (towards + 5) % 6
    precedes = s.enters[gate] == (towards + 4) % 6
    # Clockwise from the source, the edge of the loop on the source's side comes first.
    enters = a
    leaves = b
    if precedes or not follows:
        if precedes:
            leaves = to_target
            enters = b if a == to_target else a
        elif (b - to_source + 6) % 6 < (a - to_source + 6) % 6:
            enters = b
            leaves = a
    if follows:
        enters = to_source
        leaves = b if a == to_source else a
    s.turn += turning(enters, leaves)
    if not follows:
        open_gate(s, int(s.source[gate]), cell, (towards + 5) % 6, s.leaves[gate], enters)
    if not precedes:
        open_gate(s, cell, int(s.target[gate]), to_target, leaves, s.enters[gate])

"""The search through gates with held tiles: a loop through all of some distinct tiles, without holes.

It grows the loop as `solver.loops.gates` does, from a tile of the largest group. The cells of a group are
*kept* for its tiles once one of them lies: tiles beside them must match already, but the kept tiles are laid,
and count, only when the loop reaches them. So each cell has two codes: `code` covers all known tiles and
decides what fits; `own` covers only the tiles laid and describes the loop so far.

A *blind* search looks only for the form of the loop: tiles that are not held show only their links of the
loop's colour, and of tiles that would look the same only one is tried. `solver.loops.held_forms` then lays
the tiles.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, TypeAlias

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import U0, U1, CompiledRecord, Int16s, Int64Rows, Int64s, Records, UInt64s, Word
from tantrix.kernel import TableArray, Tables
from tantrix.solver.goal import Goal
from tantrix.solver.held_groups import HeldGroup, is_matching, moved
from tantrix.solver.loops.gates import (
    LoopFactArray,
    LoopFacts,
    can_close,
    give_back_gate,
    join_loop,
    needs,
    open_gate,
    remember,
    restore_remembered,
    shape_of,
    take_gate,
    turning,
)
from tantrix.solver.steps.outcomes import BRANCH, DONE, RUNNING, SOLUTION
from tantrix.solver.steps.random_choices import pick, random_bits
from tantrix.tiles import GAME_SET, Colour, Shape, links

SIZE, MASK, START = kernel.SIZE, kernel.MASK, kernel.START
LEVELS = 72
MAX_GATES = 64


class HeldGateState(CompiledRecord):
    """The state of a search through gates with held tiles."""

    code: Annotated[Int16s, SIZE]  # of the tiles laid and kept
    own: Annotated[Int16s, SIZE]  # of the tiles laid
    turned: Annotated[Int16s, SIZE]  # turned tile plus 1, 0 where empty
    kept: Annotated[Int16s, SIZE]  # the turned tile plus 1 for which a cell is kept, laid or not
    step: Annotated[Int64s, 16]  # from a cell to its neighbours, twice around
    mask: int
    root: int  # turned tile
    root_cell: int
    starts: Annotated[Int64Rows, (800, 2)]  # edge by which the root is left, turned tile beyond it
    n_starts: int
    start: int  # the next one
    source: Annotated[Int16s, 160]  # of each gate, as in GateState
    target: Annotated[Int16s, 160]
    towards: Annotated[Int64s, 160]
    leaves: Annotated[Int64s, 160]
    enters: Annotated[Int64s, 160]
    apex: Annotated[Int16s, 160]
    shown: Annotated[Int64s, 160]
    n_gates: int
    open: Annotated[Int64s, LEVELS]
    n_open: int
    left: Word  # tiles not laid
    known: Word  # tiles for which a cell is kept
    corners: Word
    bends: Word
    turn: int
    euler: int
    n_held: int
    group_from: Annotated[Int64s, MAX_GATES + 1]  # first held tile of each group, up to that of the next
    group_of: Annotated[Int64s, MAX_GATES]  # of each held tile
    place_of: Annotated[Int64s, MAX_GATES]  # of each tile: which held tile it is, -1 for none
    held_step: Annotated[Int64Rows, (6, MAX_GATES)]  # from the first of the group as it is turned
    held_turned: Annotated[Int64Rows, (6, MAX_GATES)]
    held_cell: Annotated[Int64s, MAX_GATES]  # the cell kept for a held tile, -1 for none yet
    is_blind: int
    paths: Annotated[UInt64s, LEVELS]  # blind: the pairs of edges tried with tiles that are not held
    random: Word  # state of the generator, 0 for the fixed order
    level: int
    floor: int
    ceiling: int
    counts_only: int
    nodes: int
    found: int
    shows: int
    at: Annotated[Int64s, LEVELS]  # of each level, as in GateState
    gate: Annotated[Int64s, LEVELS]
    first: Annotated[Int64s, LEVELS]  # the rotation tried first
    rotation: Annotated[Int64s, LEVELS]
    fitting: Annotated[UInt64s, LEVELS]
    laid_cell: Annotated[Int64s, LEVELS]
    laid_turned: Annotated[Int64s, LEVELS]  # twice, plus 1 if its cell was kept for it before
    before_turn: Annotated[Int64s, LEVELS]
    before_euler: Annotated[Int64s, LEVELS]
    before_gates: Annotated[Int64s, LEVELS]
    before_open: Annotated[Int64s, LEVELS]
    tried: Annotated[Int64s, LEVELS]
    candidates: Annotated[Int64s, LEVELS]


HeldGateStates: TypeAlias = Records[HeldGateState]


def can_hold(goal: Goal) -> bool:
    """Return whether the held tiles match and determine their rotation: no triple straight (R1.3)."""
    is_known = all(placement.tile <= GAME_SET[-1] for placement in goal.held)
    return is_known and all(map(is_matching, goal.groups))


def new_search(goal: Goal, seed: int = 0) -> HeldGateStates:
    """Prepare a search; with a seed other than 0 the tiles are tried in a random order."""
    made = HeldGateState.zeros()
    s = made[0]
    colour = goal.strands[0].colour
    s.step[:] = np.resize(kernel.tables()[0].step[:6], 16)
    s.mask = MASK
    s.left = Word(kernel.mask(goal.tiles))
    s.corners = Word(kernel.mask(tile for tile in goal.tiles if shape_of(tile, colour) is Shape.CORNER))
    s.bends = Word(kernel.mask(tile for tile in goal.tiles if shape_of(tile, colour) is Shape.BEND))
    s.random = np.uint64(seed)
    s.ceiling = LEVELS
    groups = goal.groups
    _hold(s, groups)
    do_keep(made, kernel.tables())
    _choose_root(s, goal, groups[0])
    return made


def _hold(s: HeldGateState, groups: Sequence[HeldGroup]) -> None:
    s.place_of[:] = s.held_cell[:] = -1
    s.group_from[1 : len(groups) + 1] = np.cumsum([len(group) for group in groups])
    s.n_held = sum(map(len, groups))
    for number, group in enumerate(groups):
        for sixths in range(6):
            for place, (tile, cell, rotation) in enumerate(moved(group, sixths), int(s.group_from[number])):
                s.held_step[sixths, place] = cell.q * s.step[0] + cell.r * s.step[1]
                s.held_turned[sixths, place] = 8 * (tile - 1) + rotation
                s.place_of[tile - 1] = place
                s.group_of[place] = number


def _choose_root(s: HeldGateState, goal: Goal, group: HeldGroup) -> None:
    """Choose the tile of the first group that the fewest tiles can follow."""
    colour = goal.strands[0].colour
    ways = {place: list(_starts(s, goal, place, colour)) for place in range(len(group))}
    place = min(ways, key=lambda place: len(ways[place]))
    s.root, s.root_cell = s.held_turned[0, place], s.held_cell[place]
    s.n_starts = len(ways[place])
    s.starts[: len(ways[place])] = np.array(ways[place], np.int64).reshape(-1, 2)


def _starts(s: HeldGateState, goal: Goal, place: int, colour: Colour) -> Iterator[tuple[int, int]]:
    """Yield both directions of the loop from a held tile, with every tile that can follow it."""
    tile, rotation = (int(s.held_turned[0, place]) >> 3) + 1, int(s.held_turned[0, place]) & 7
    link = next(link for link in links(tile, rotation) if link.colour == colour)
    for edge in (link.a, link.b):
        cell = (int(s.held_cell[place]) + int(s.step[edge])) & MASK
        if s.kept[cell]:
            yield edge, int(s.kept[cell]) - 1
            continue
        fit = kernel.tables()[0].fit[s.code[cell]]
        for other in goal.tiles:
            for turned in range(8 * other - 8, 8 * other - 2):
                is_known = int(s.known) >> (other - 1) & 1
                if not is_known and int(fit[turned & 7]) >> (other - 1) & 1:
                    yield edge, turned


@jit
def do_keep(searches: HeldGateStates, tables: TableArray) -> None:
    """Keep cells for the first group, unturned and with its first tile in the middle."""
    s, t = searches[0], tables[0]
    for place in range(s.group_from[1]):
        _keep(s, t, place, (START + s.held_step[0, place]) & MASK, int(s.held_turned[0, place]))


@jit
def advance(searches: HeldGateStates, tables: TableArray, facts: LoopFactArray, budget: int) -> int:
    """Advance a search by at most `budget` nodes; return why it stopped."""
    s, t, f = searches[0], tables[0], facts[0]
    end = s.nodes + budget
    if s.shows and s.level > 0:
        s.shows = 0
        _take_back(s, t, f, s.level)
    if s.level == 0 and s.nodes == 0:
        _lay(s, t, f, s.root_cell, s.root)
    while s.nodes < end:
        if s.level == 0:
            if s.start >= s.n_starts or s.floor > 0:
                return DONE
            _open_first(s, t, f)
            continue
        if not _next(s, t, f):
            _leave(s, t, f)
            if s.level < s.floor:
                return DONE
            continue
        if s.left == U0:
            if s.n_open == 0 and s.euler == 1:
                s.found += 1
                if s.counts_only == 0:
                    s.shows = 1
                    return SOLUTION
            _take_back(s, t, f, s.level)
        elif not _enter(s, t, f):
            _take_back(s, t, f, s.level)
        elif s.level >= s.ceiling:
            return BRANCH
    return RUNNING


@jit
def retreat(searches: HeldGateStates, tables: TableArray, facts: LoopFactArray) -> None:
    """Leave the branch before which `advance` stopped, because it is searched elsewhere."""
    _leave(searches[0], tables[0], facts[0])


@jit
def _keep(s: HeldGateState, t: Tables, place: int, cell: int, turned: int) -> None:
    """Keep a cell for a held tile."""
    s.kept[cell] = turned + 1
    s.held_cell[place] = cell
    s.known |= U1 << np.uint64(turned >> 3)
    for edge in range(6):
        s.code[(cell + s.step[edge]) & MASK] += t.add[turned, edge]


@jit
def _give_up(s: HeldGateState, t: Tables, place: int, cell: int, turned: int) -> None:
    s.kept[cell] = 0
    s.held_cell[place] = -1
    s.known &= ~(U1 << np.uint64(turned >> 3))
    for edge in range(6):
        s.code[(cell + s.step[edge]) & MASK] -= t.add[turned, edge]


@jit
def _lay(s: HeldGateState, t: Tables, f: LoopFacts, cell: int, turned: int) -> bool:
    """Lay a tile, and keep cells for those held with it; lay nothing if one of them does not fit."""
    place = int(s.place_of[turned >> 3])
    if s.kept[cell] == 0 and place >= 0 and not _keep_group(s, t, place, cell, turned):
        return False
    s.turned[cell] = turned + 1
    s.left &= ~(U1 << np.uint64(turned >> 3))
    for edge in range(6):
        beside = (cell + s.step[edge]) & MASK
        s.own[beside] += t.add[turned, edge]
        if place < 0 and _shows(s, f, turned, edge):
            s.code[beside] += t.add[turned, edge]
    return True


@jit
def _shows(s: HeldGateState, f: LoopFacts, turned: int, edge: int) -> bool:
    """Return whether a tile that is not held shows its colour to the cell across an edge."""
    return bool(s.is_blind == 0 or edge == f.a[turned] or edge == f.b[turned])


@jit
def _is_new(s: HeldGateState, f: LoopFacts, cell: int, turned: int) -> bool:
    """Return whether a tile fits along the loop, and no equivalent one was tried at this level."""
    for side in range(2):
        edge = int(f.b[turned] if side else f.a[turned])
        beside = s.turned[(cell + s.step[edge]) & MASK]
        back = (edge + 3) % 6
        if beside and f.a[beside - 1] != back and f.b[beside - 1] != back:
            return False
    if s.place_of[turned >> 3] >= 0:
        return True
    bit = U1 << np.uint64(6 * f.a[turned] + f.b[turned])
    if s.paths[s.level] & bit:
        return False
    s.paths[s.level] |= bit
    return True


@jit
def _lift(s: HeldGateState, t: Tables, f: LoopFacts, cell: int, turned: int, was_kept: bool) -> None:
    """Take back a tile, and release the cells that were kept when it was laid."""
    place = int(s.place_of[turned >> 3])
    s.turned[cell] = 0
    s.left |= U1 << np.uint64(turned >> 3)
    for edge in range(6):
        beside = (cell + s.step[edge]) & MASK
        s.own[beside] -= t.add[turned, edge]
        if place < 0 and _shows(s, f, turned, edge):
            s.code[beside] -= t.add[turned, edge]
    if place >= 0 and not was_kept:
        group = int(s.group_of[place])
        _give_up_places(s, t, int(s.group_from[group]), int(s.group_from[group + 1]))


@jit
def _keep_group(s: HeldGateState, t: Tables, place: int, cell: int, turned: int) -> bool:
    """Keep cells for a group when one of its tiles is laid in a cell."""
    sixths = ((turned & 7) - (int(s.held_turned[0, place]) & 7) + 6) % 6
    start = cell - s.held_step[sixths, place]
    group = int(s.group_of[place])
    first = int(s.group_from[group])
    for other in range(first, s.group_from[group + 1]):
        here = (start + s.held_step[sixths, other]) & MASK
        mate = int(s.held_turned[sixths, other])
        fitting = t.fit[s.code[here], mate & 7]
        if s.turned[here] or s.kept[here] or fitting >> np.uint64(mate >> 3) & U1 == U0:
            _give_up_places(s, t, first, other)
            return False
        _keep(s, t, other, here, mate)
    return True


@jit
def _give_up_places(s: HeldGateState, t: Tables, first: int, end: int) -> None:
    for place in range(first, end):
        cell = int(s.held_cell[place])
        _give_up(s, t, place, cell, int(s.kept[cell]) - 1)


@jit
def _open_first(s: HeldGateState, t: Tables, f: LoopFacts) -> None:
    """Lay the next tile that can follow the root, and open the gate between them."""
    edge = s.starts[s.start, 0]
    turned = s.starts[s.start, 1]
    s.start += 1
    s.nodes += 1
    cell = (s.root_cell + s.step[edge]) & MASK
    was_kept = s.kept[cell] != 0
    if not _lay(s, t, f, cell, turned):
        return
    enters = (edge + 3) % 6
    leaves = f.b[turned] if f.a[turned] == enters else f.a[turned]
    back = f.b[s.root] if f.a[s.root] == edge else f.a[s.root]
    s.laid_cell[0] = cell
    s.laid_turned[0] = 2 * turned + was_kept
    s.turn = turning(enters, leaves) + turning(back, edge)
    s.euler = 1
    s.n_gates = 0
    s.n_open = 0
    open_gate(s, cell, s.root_cell, enters, leaves, back)
    if not _enter(s, t, f):
        _lift(s, t, f, cell, turned, was_kept)


@jit
def _can_reach(s: HeldGateState, t: Tables, f: LoopFacts) -> bool:
    """Return whether each empty cell to which a kept tile would lead the loop has a fitting tile."""
    for place in range(s.n_held):
        cell = int(s.held_cell[place])
        if cell < 0 or s.turned[cell]:
            continue
        turned = s.kept[cell] - 1
        for side in range(2):
            edge = f.b[turned] if side else f.a[turned]
            beside = (cell + s.step[edge]) & MASK
            is_empty = s.kept[beside] == 0 and s.turned[beside] == 0
            if is_empty and t.fit[s.code[beside], 6] & s.left & ~s.known == U0:
                return False
    return True


@jit
def _fitting(s: HeldGateState, t: Tables, cell: int, rotation: int) -> Word:
    """Return the tiles that may be laid at an apex in a rotation, 6 for any."""
    fit: Word = t.fit[s.code[cell], rotation]
    if s.kept[cell] == 0:
        return fit & s.left & ~s.known
    turned = s.kept[cell] - 1
    if rotation != 6 and rotation != turned & 7:
        return U0
    return fit & (U1 << np.uint64(turned >> 3))


@jit
def _enter(s: HeldGateState, t: Tables, f: LoopFacts) -> bool:
    """Choose the gate that the fewest tiles fit and go one level down; fail if no tile fits a gate."""
    tiles, inwards = needs(s)
    if s.n_open == 0 or not can_close(s, tiles, inwards) or not _can_reach(s, t, f):
        return False
    fewest = 1000
    chosen = 0
    for place in range(s.n_open):
        gate = s.open[place]
        cell = int(s.apex[gate])
        if s.turned[cell] != 0 or f.shown[s.own[cell]] != s.shown[gate]:
            return False
        n = popcount(_fitting(s, t, cell, 6))
        if n < fewest:
            if n == 0:
                return False
            fewest = n
            chosen = place
    _descend(s, t, chosen)
    return True


@jit
def _descend(s: HeldGateState, t: Tables, chosen: int) -> None:
    level = s.level + 1
    s.level = level
    gate = take_gate(s, level, chosen)
    remember(s, level)
    s.first[level] = random_bits(s) % 6 if s.random != U0 else 0
    s.rotation[level] = -1
    s.fitting[level] = U0
    s.laid_turned[level] = -1
    s.paths[level] = U0
    s.tried[level] = 0
    s.candidates[level] = 0
    if level < 8:
        for rotation in range(6):
            s.candidates[level] += popcount(_fitting(s, t, int(s.apex[gate]), rotation))


@jit
def _next(s: HeldGateState, t: Tables, f: LoopFacts) -> bool:
    """Lay the next tile that fits the gate of this level, and open the gates beyond it."""
    level = s.level
    gate = s.gate[level]
    cell = int(s.apex[gate])
    while True:
        while s.fitting[level] == U0:
            s.rotation[level] += 1
            if s.rotation[level] == 6:
                return False
            s.fitting[level] = _fitting(s, t, cell, (s.rotation[level] + s.first[level]) % 6)
        tile = pick(s, s.fitting[level])
        s.fitting[level] &= ~(U1 << np.uint64(tile))
        turned = 8 * tile + (s.rotation[level] + s.first[level]) % 6
        if s.is_blind and not _is_new(s, f, cell, turned):
            continue
        s.nodes += 1
        s.tried[level] += 1
        gain = int(f.euler[s.own[cell]])
        was_kept = s.kept[cell] != 0
        if _lay(s, t, f, cell, turned):
            s.laid_cell[level] = cell
            s.laid_turned[level] = 2 * turned + was_kept
            s.euler += gain
            join_loop(s, f, gate, cell, turned)
            return True


@jit
def _leave(s: HeldGateState, t: Tables, f: LoopFacts) -> None:
    """Go one level up, and take back what was laid there."""
    level = s.level
    give_back_gate(s, level)
    s.level = level - 1
    if level == 1:
        _lift_laid(s, t, f, 0)
    else:
        _take_back(s, t, f, level - 1)


@jit
def _lift_laid(s: HeldGateState, t: Tables, f: LoopFacts, level: int) -> None:
    laid = int(s.laid_turned[level])
    _lift(s, t, f, int(s.laid_cell[level]), laid >> 1, laid & 1 != 0)


@jit
def _take_back(s: HeldGateState, t: Tables, f: LoopFacts, level: int) -> None:
    _lift_laid(s, t, f, level)
    restore_remembered(s, level)

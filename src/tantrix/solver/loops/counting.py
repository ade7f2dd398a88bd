"""The count of loops from their middle: a small core is searched, the two largest parts come from lists.

The inside of a loop without holes is a tree of triangles of touching tiles. One triangle is its centre:
beyond each of its three gates lies a part of the loop with at most half of the triangles. (If two parts of
exactly half meet at a gate, both triangles there are centres; the one counts for which the loop passes the
gate from the tile with the smaller number.) So each loop is found once, from the smallest tile of its centre.

The search lays a centre with the number of tiles beyond each gate, and more tiles in the larger parts until
each open gate needs few enough tiles to be closed from a list (`listing.py`); then it completes the smallest
parts until two gates are open. For each way to divide the tiles left between the two, the closures of both
are joined (`joining.py`).

The search is a record that `advance` updates, as in `gates.py`. Tiles are numbered from 0.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple, TypeAlias

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import U0, U1, CompiledRecord, Int16s, Int64s, Numbers, Records, UInt64s, Word
from tantrix.solver.loops.forms import Kit, KitArray
from tantrix.solver.loops.gates import (
    can_close,
    give_back_gate,
    lay,
    lay_next,
    lift,
    needs,
    open_gate,
    remember,
    shape_of,
    take_back,
    take_gate,
    turning,
)
from tantrix.solver.loops.joining import Join, count_alone, count_both, key_of, survey
from tantrix.solver.loops.listing import fitting
from tantrix.solver.steps.outcomes import BRANCH, DONE, RUNNING
from tantrix.tiles import Colour, Shape

SIZE, MASK, START = kernel.SIZE, kernel.MASK, kernel.START
LEVELS = 40
FIRST = 2  # the level of the centres; each further level lays a tile
WANTS = 4  # `advance` returned to have the closures of `key` listed
FRESH = -1  # of a split: none was tried yet
UNLISTED = -1  # of a key: its closures are not listed yet


class Lists(NamedTuple):
    """The centres, in groups."""

    groups: Numbers  # [n, 5]: the first centre of a group, the end, and the tiles beyond each gate
    centres: Numbers  # [n, 3]: three turned tiles, clockwise


class CountState(CompiledRecord):
    """The state of a count of the loops of a colour."""

    code: Annotated[Int16s, SIZE]
    turned: Annotated[Int16s, SIZE]  # turned tile plus 1, 0 where empty
    step: Annotated[Int64s, 16]
    mask: int
    n_tiles: int
    n_starts: int  # groups of centres
    start: int  # the next one
    centre: int  # the next one of the group
    lies: int  # 1: a centre lies on the board
    source: Annotated[Int16s, 2 * LEVELS]  # the gates, as in gates.py
    target: Annotated[Int16s, 2 * LEVELS]
    towards: Annotated[Int64s, 2 * LEVELS]
    leaves: Annotated[Int64s, 2 * LEVELS]
    enters: Annotated[Int64s, 2 * LEVELS]
    apex: Annotated[Int16s, 2 * LEVELS]
    shown: Annotated[Int64s, 2 * LEVELS]
    sizes: Annotated[Int64s, 2 * LEVELS]  # how many tiles lie beyond
    n_gates: int
    open: Annotated[Int64s, LEVELS]
    n_open: int
    left: Word
    corners: Word
    bends: Word
    turn: int
    euler: int
    level: int
    floor: int
    ceiling: int
    counts_only: int
    waits: int  # 1: `advance` returned for a key
    key: int
    nodes: int
    found: int
    at: Annotated[Int64s, LEVELS]  # of each level: place of its gate in `open`
    gate: Annotated[Int64s, LEVELS]
    rotation: Annotated[Int64s, LEVELS]
    fitting: Annotated[UInt64s, LEVELS]
    split: Annotated[Int64s, LEVELS]  # tiles beyond the first of two gates just opened, 0: none, or FRESH
    cells: Annotated[Int64s, LEVELS]  # of each tile laid, the centre first
    n_cells: int
    laid_cell: Annotated[Int64s, LEVELS]
    laid_turned: Annotated[Int64s, LEVELS]
    before_turn: Annotated[Int64s, LEVELS]
    before_euler: Annotated[Int64s, LEVELS]
    before_gates: Annotated[Int64s, LEVELS]
    before_open: Annotated[Int64s, LEVELS]
    tried: Annotated[Int64s, LEVELS]
    candidates: Annotated[Int64s, LEVELS]


CountStates: TypeAlias = Records[CountState]


def new_count(tiles: Sequence[int], colour: Colour, n_groups: int) -> CountStates:
    """Prepare a count of the loops of a colour through some tiles."""
    made = CountState.zeros()
    s = made[0]
    s.step[:] = np.resize(kernel.tables()[0].step[:6], 16)
    s.mask = kernel.MASK
    shapes = [shape_of(tile, colour) for tile in tiles]
    s.n_tiles = len(tiles)
    s.left = _bits(range(len(tiles)))
    s.corners = _bits(number for number, shape in enumerate(shapes) if shape is Shape.CORNER)
    s.bends = _bits(number for number, shape in enumerate(shapes) if shape is Shape.BEND)
    s.n_starts = n_groups
    s.ceiling = LEVELS
    return made


def _bits(numbers: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))


@jit
def advance(counts: CountStates, kits: KitArray, joins: Records[Join], lists: Lists, budget: int) -> int:
    """Advance a count by at most `budget` nodes; return why it stopped."""
    s, k = counts[0], kits[0]
    end = s.nodes + budget
    while s.nodes < end:
        if s.waits == 0:
            if s.level == 0:
                if s.start >= s.n_starts or s.floor > 0:
                    return DONE
                _open_group(s, lists)
                if s.level >= s.ceiling:
                    return BRANCH
                continue
            if not (_next_centre(s, k, lists) if s.level == FIRST else _next(s, k)):
                _leave(s, k)
                if s.level < s.floor:
                    return DONE
                continue
        if s.n_open == 0:
            s.found += int(s.left == U0 and s.euler == 1)
            _take_back(s, k)
        elif _is_listed(s, k):
            s.waits = int(not _join(s, k, joins[0]))
            if s.waits != 0:
                return WANTS
            _take_back(s, k)
        elif not _enter(s, k):
            _take_back(s, k)
        elif s.level >= s.ceiling:
            return BRANCH
    return RUNNING


@jit
def retreat(counts: CountStates, kits: KitArray) -> None:
    """Skip the branch where `advance` stopped, because it is counted elsewhere."""
    _leave(counts[0], kits[0])


@jit
def _open_group(s: CountState, lists: Lists) -> None:
    """Begin with the next group of centres."""
    s.centre = lists.groups[s.start, 0]
    s.start += 1
    s.level = FIRST
    s.tried[FIRST] = 0
    s.candidates[FIRST] = lists.groups[s.start - 1, 1] - s.centre


@jit
def _next(s: CountState, k: Kit) -> bool:
    """Lay the next tile at the gate of this level with the next numbers beyond it."""
    level = s.level
    gate = int(s.gate[level])
    rest = s.sizes[gate] - 1
    while True:
        if s.split[level] != 0:
            if _divide(s, level, rest):
                return True
            s.split[level] = 0
            s.n_cells -= 1
            take_back(s, k, level)
        if not lay_next(s, k, k):
            return False
        s.cells[s.n_cells] = s.laid_cell[level]
        s.n_cells += 1
        n_new = s.n_gates - s.before_gates[level]
        if n_new == 2:
            s.split[level] = FRESH
        elif n_new == 1 and rest > 0:
            s.sizes[s.n_gates - 1] = rest
            return True
        elif n_new == 0 and rest == 0:
            return True
        else:
            s.n_cells -= 1
            take_back(s, k, level)


@jit
def _divide(s: CountState, level: int, rest: int) -> bool:
    """Divide the tiles beyond the gate of a level in the next way between the two that its tile opened."""
    gate = s.before_gates[level]
    for first in range(max(s.split[level], 0) + 1, rest):
        s.sizes[gate], s.sizes[gate + 1] = first, rest - first
        if _can_have_size(s, gate) and _can_have_size(s, gate + 1):
            s.split[level] = first
            return True
    return False


@jit
def _can_have_size(s: CountState, gate: int) -> bool:
    """Return whether as many tiles can lie beyond a gate: one if both tiles point at its apex, or more."""
    least = 3 - s.shown[gate]
    return bool(s.sizes[gate] == 1 if least == 1 else s.sizes[gate] >= least)


@jit
def _next_centre(s: CountState, k: Kit, lists: Lists) -> bool:
    """Lay the next three tiles of the group that leave enough beyond each gate; lift those before."""
    group = lists.groups[s.start - 1]
    while True:
        if s.lies != 0:
            s.lies = 0
            _lift_centre(s, k, lists.centres[s.centre - 1])
        if s.centre == group[1]:
            return False
        s.centre += 1
        s.nodes += 1
        s.tried[FIRST] += 1
        s.lies = 1
        if _lay_centre(s, k, lists.centres[s.centre - 1], group[2:]):
            return True


@jit
def _lay_centre(s: CountState, k: Kit, centre: Numbers, sizes: Numbers) -> bool:
    """Lay three tiles and open the gates between them; fail if one has too few tiles beyond it."""
    s.turn = s.n_gates = s.n_open = 0
    s.euler = 1
    s.n_cells = 3
    s.cells[0], s.cells[1], s.cells[2] = START, START + s.step[0], START + s.step[1]
    for corner in range(3):
        lay(s, k, s.cells[corner], centre[corner])
        s.left &= ~(U1 << np.uint64(centre[corner] >> 3))
        s.turn += turning(
            _way(k, centre[corner], 2 * corner, True), _way(k, centre[corner], 2 * corner, False)
        )
    for corner in range(3):
        size, after = sizes[corner], (corner + 1) % 3
        if size == 0:
            continue
        leaves = _way(k, centre[corner], 2 * corner, False)
        enters = _way(k, centre[after], 2 * after, True)
        open_gate(s, s.cells[corner], s.cells[after], 2 * corner, leaves, enters)
        s.sizes[s.n_gates - 1] = size
        if 2 * size == s.n_tiles - 2 and centre[corner] > centre[after]:
            return False
    return True


@jit
def _way(k: Kit, turned: int, towards: int, is_in: bool) -> int:
    """Return the edge by which the loop enters or leaves a tile of the centre, given its gate."""
    a, b = int(k.a[turned]), int(k.b[turned])
    is_first = (towards + 6 - a) % 6 < (towards + 6 - b) % 6
    return b if is_first == is_in else a


@jit
def _lift_centre(s: CountState, k: Kit, centre: Numbers) -> None:
    for corner in range(3):
        lift(s, k, s.cells[corner], centre[corner])
        s.left |= U1 << np.uint64(centre[corner] >> 3)


@jit
def _can_close(s: CountState, k: Kit) -> bool:
    """Return whether the tiles left can close the open gates, as far as one sees at once."""
    for place in range(s.n_open):
        gate = s.open[place]
        if not _can_have_size(s, gate) or fitting(s, k, gate) == 0:
            return False
    tiles, inwards = needs(s)
    return can_close(s, tiles, inwards)


@jit
def _enter(s: CountState, k: Kit) -> bool:
    """Choose the largest gate, or the smallest if all can be listed; go down a level. Fail if one is dead."""
    if not _can_close(s, k):
        return False
    largest, smallest = 0, 0
    for place in range(s.n_open):
        gate = s.open[place]
        if s.sizes[gate] > s.sizes[s.open[largest]]:
            largest = place
        if s.sizes[gate] < s.sizes[s.open[smallest]]:
            smallest = place
    level = s.level + 1
    s.level = level
    gate = take_gate(s, level, largest if s.sizes[s.open[largest]] > k.most else smallest)
    remember(s, level)
    s.rotation[level] = 0
    s.split[level] = 0
    s.fitting[level] = k.fit[s.code[s.apex[gate]], 0] & s.left
    s.tried[level] = 0
    s.candidates[level] = 0
    if level < 8:
        for rotation in range(6):
            s.candidates[level] += popcount(k.fit[s.code[s.apex[gate]], rotation] & s.left)
    return True


@jit
def _leave(s: CountState, k: Kit) -> None:
    """Go one level up, and take back what was laid there."""
    if s.level == FIRST:
        s.level = 0
        return
    give_back_gate(s, s.level)
    s.level -= 1
    _take_back(s, k)


@jit
def _take_back(s: CountState, k: Kit) -> None:
    """Lift the tile of this level, unless it lies for another division, or a centre, which `_next` lifts."""
    level = s.level
    if level > FIRST and s.split[level] == 0:
        s.n_cells -= 1
        take_back(s, k, level)


@jit
def _is_listed(s: CountState, k: Kit) -> bool:
    """Return whether there are at most two gates, and their closures are small enough to be listed."""
    largest = 0
    for place in range(s.n_open):
        largest = max(largest, s.sizes[s.open[place]])
    return bool(s.n_open <= 2 and largest <= k.most)


@jit
def _join(s: CountState, k: Kit, j: Join) -> bool:
    """Count the closures of the one or two open gates; fail if those of a key are not listed."""
    s.nodes += 1
    if not _can_close(s, k):
        return True
    for place in range(s.n_open):
        s.key = key_of(s, k, s.open[place])
        if k.first[s.key] == UNLISTED:
            return False
    j.stamp += 1
    if s.n_open == 1:
        survey(s, k, j, 1, s.open[0], s.key)
        s.found += count_alone(s, k, j, s.key)
        return True
    smaller = int(s.sizes[s.open[1]] < s.sizes[s.open[0]])
    gate, gate_then = s.open[smaller], s.open[1 - smaller]
    key, key_then = key_of(s, k, gate), key_of(s, k, gate_then)
    survey(s, k, j, 0, gate, key)
    survey(s, k, j, 1, gate_then, key_then)
    s.found += count_both(s, k, j, s.sizes[gate], key, key_then)
    return True

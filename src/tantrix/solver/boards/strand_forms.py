"""A quick search for several strands at once: first the forms of all strands, then the tiles for them.

A form says, for each cell and each strand, by which two edges the strand runs there. Simulated annealing
changes it a triangle or a rhombus of cells at a time, so that links meet, no edge has two strands, and the
cells are in one piece without holes. A strand may fall apart into a line and loops, or several loops, which
costs. So does a number of cells with the same edges, up to rotation, that differs from that of the tiles.
Where nothing is left to pay, the other colours decide which tile lies where; a short search lays them, and
if that fails, the form is changed further.

This never proves anything: if nothing is found, there may still be a solution.
"""

from collections import defaultdict
from functools import cache
from typing import Annotated, TypeAlias

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit, lowest_bit, popcount
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Int8Rows,
    Int8s,
    Int16s,
    Int64Rows,
    Int64s,
    Numbers,
    Records,
    UInt64s,
    Word,
)
from tantrix.kernel import TableArray, Tables
from tantrix.solver.goal import Goal, GoalKind
from tantrix.solver.steps.open_places import do_put_back, do_take_out
from tantrix.solver.steps.random_choices import below, bit_from, chances, seeded
from tantrix.tiles import LETTERS, edges

_LEAST = 10  # tiles; fewer are decided by the complete search
MOST = 64
_CLASSES = MOST + 1
SPARE = 2  # a form may have so many more cells than there are tiles
_COLOURS = 4
_LOG = 16  # what two changes overwrite: each three cells of two strands, or four of one
_LAYING = 5_000  # nodes of the search that lays the tiles

_APART = 4  # the cost of a strand in two parts; 8 for three
_SHARED = 2  # the weight of cells with two strands or more: they are the scarce ones
_HOT, _COLD, _LEVELS = 2.0, 0.4, 20  # temperatures
_STEPS = 2_000  # changes tried at each of them, for each tile
_AGAIN, _SHAKEN = 12, 500  # after a form without tiles: the temperature, and changes a tile before the next
_NEVER = 64  # an increase that is not accepted
_JOINED = -1  # in place of a cell
_BEGINNING, _RECONNECTING = 4, 16  # one of so many chances for these changes, hardly ever kept, is taken


class StrandForms(CompiledRecord):
    """The form of several strands, and the tiles laid in its cells.

    Edges are six bits. The class of a cell with edges that no tile has is 0.
    """

    n_tiles: int
    n_strands: int
    is_line: Annotated[Int64s, _COLOURS]
    colour: Annotated[Int64s, _COLOURS]
    random: Word
    step: int  # of the schedule of temperatures
    least: int  # the step from which on a form counts
    nodes: int
    n: int
    cell: Annotated[Int64s, MOST + SPARE + 6]  # the cells of the form, in any order
    place: Annotated[Int16s, kernel.SIZE]  # of a cell in `cell`
    # the two edges of a strand in a cell, 0 where it is not
    way: Annotated[Int8Rows, (_COLOURS, kernel.SIZE)]
    used: Annotated[Int8s, kernel.SIZE]  # the edges of all strands; 0 in empty cells
    code: Annotated[Int16s, kernel.SIZE]  # the strand plus 1 at each edge, in base 5
    n_parts: Annotated[Int64s, _COLOURS]
    cost: int
    have: Annotated[Int64s, _CLASSES]  # cells of each class
    wanted: Annotated[Int64s, _CLASSES]  # tiles of each class
    weight: Annotated[Int64s, _CLASSES]
    among: Annotated[UInt64s, _CLASSES]  # the tiles of each class
    class_of: Annotated[Int16s, 5**6]  # by code
    spread: Annotated[Int16s, 64]  # the code of strand 0 at some edges
    is_run: Annotated[Int8s, 64]  # 1: the bits, read cyclically, are a single run of one to five
    n_logged: int  # what the changes that can be undone have overwritten
    n_before: int  # what of this was there before the latest of them
    logged: Annotated[Int64Rows, (_LOG, 3)]  # strand, cell, way; or strand, _JOINED, parts more
    left: Word
    copies: Annotated[Int64s, 64]
    shown: Annotated[Int16s, kernel.SIZE]  # the colours known at the edges of a cell, as in the kernel
    turned: Annotated[Int16s, kernel.SIZE]  # turned tile plus 1, 0 where none
    open: Annotated[Int64s, MOST]  # the cells without tile
    n_open: int
    at: Annotated[Int64s, MOST]  # of each level: the position of its cell in `open`
    chosen: Annotated[Int64s, MOST]  # the cell
    rotation: Annotated[Int64s, MOST]
    fitting: Annotated[UInt64s, MOST]


StrandFormArray: TypeAlias = Records[StrandForms]


def can_form(goal: Goal) -> bool:
    """Return whether a goal has several strands, so that each tile has one, on a free board without holes."""
    is_free = goal.shape is None and not goal.held and goal.holes == 0
    return is_free and len(goal.strands) > 1 and _LEAST <= len(goal.tiles) <= MOST


def new_forms(goal: Goal, seed: int) -> StrandFormArray:
    """Begin a search for a goal with a short line or a triangle for each strand."""
    made = StrandForms.zeros()
    s = made[0]
    s.n_tiles, s.n_strands = len(goal.tiles), len(goal.strands)
    for strand, asked in enumerate(goal.strands):
        s.colour[strand] = asked.colour
        s.is_line[strand] = asked.kind is GoalKind.LINE
    s.n_parts[: s.n_strands] = 1
    s.random = seeded(seed)
    for bits in range(64):
        s.spread[bits] = sum(5**edge for edge in range(6) if bits >> edge & 1)
        starts = sum(bits >> edge & 1 and not bits >> (edge - 1) % 6 & 1 for edge in range(6))
        s.is_run[bits] = starts == 1
    s.copies[:] = np.bincount(np.array(goal.tiles) - 1, minlength=64)
    s.left = np.uint64(sum(1 << (tile - 1) for tile in set(goal.tiles)))
    _classify(s, goal)
    do_begin(made, kernel.tables())
    return made


def _classify(s: StrandForms, goal: Goal) -> None:
    """Divide the tiles into classes of the same edges, up to rotation."""
    digits = {LETTERS[strand.colour]: at + 1 for at, strand in enumerate(goal.strands)}
    numbers: defaultdict[tuple[int, ...], int] = defaultdict(lambda: len(numbers) + 1)
    s.weight[0] = 1
    for tile in goal.tiles:
        word = [digits.get(letter, 0) for letter in edges(tile)]
        turned = [(*word[sixths:], *word[:sixths]) for sixths in range(6)]
        number = numbers[min(turned)]
        s.wanted[number] += 1
        s.weight[number] = _SHARED if len({*word} - {0}) > 1 else 1
        s.among[number] |= np.uint64(1 << (tile - 1))
        for each in turned:
            s.class_of[sum(digit * 5**edge for edge, digit in enumerate(each))] = number
    s.cost = int((s.weight * s.wanted**2).sum())


@cache
def chances_by_level() -> Numbers:
    """Return the chance to accept each increase of the cost at each temperature, in 65,536ths."""
    heats = [_HOT * (_COLD / _HOT) ** (level / (_LEVELS - 1)) for level in range(_LEVELS)]
    return np.array([chances(more / heat for more in range(_NEVER)) for heat in heats])


@jit
def do_begin(forms: StrandFormArray, tables: TableArray) -> None:
    """Lay a line of two cells or a loop of three for each strand, side by side."""
    s, t = forms[0], tables[0]
    for strand in range(s.n_strands):
        cell = kernel.START + 2 * strand
        if s.is_line[strand]:
            do_put(s, strand, cell, 0b010001)
            do_put(s, strand, cell + 1, 0b011000)
        else:
            do_put(s, strand, cell, 0b000011)
            do_put(s, strand, cell + 1, 0b001100)
            do_put(s, strand, (cell + t.step[1]) & kernel.MASK, 0b110000)


@jit
def do_search(forms: StrandFormArray, tables: TableArray, chances: Numbers, n_steps: int) -> bool:
    """Change the form some times; return whether the tiles could be laid."""
    s, t = forms[0], tables[0]
    for _ in range(n_steps):
        if s.cost == 0 and s.step >= s.least:
            if _assign(s, t, _LAYING):
                return True
            s.step = _AGAIN * _STEPS * s.n_tiles
            s.least = s.step + _SHAKEN * s.n_tiles
        level = s.step // (_STEPS * s.n_tiles)
        s.step += 1
        if level == _LEVELS:
            s.step = 0
            s.least = 0
            continue
        before = s.cost
        s.n_logged = 0
        if do_change(s, t):
            more = s.cost - before
            if more > 0 and (more >= _NEVER or below(s, 65536) >= chances[level, more]):
                do_undo(s)
    return False


# The form


@jit
def _set(s: StrandForms, strand: int, cell: int, way: int) -> None:
    """Change the way of a strand in a cell, to be undone perhaps."""
    _log(s, strand, cell, s.way[strand, cell])
    do_put(s, strand, cell, way)


@jit
def _toggle(s: StrandForms, strand: int, cell: int, first: int, second: int) -> None:
    """Let a strand use an edge that it did not use, or no longer use it; the same for another."""
    _set(s, strand, cell, s.way[strand, cell] ^ (1 << first) ^ (1 << second))


@jit
def do_put(s: StrandForms, strand: int, cell: int, way: int) -> None:
    old, before = s.way[strand, cell], s.used[cell]
    if before != 0:
        _tally(s, cell, -1)
    s.way[strand, cell] = way
    s.used[cell] = before ^ old ^ way
    s.code[cell] += (strand + 1) * (s.spread[way] - s.spread[old])
    if s.used[cell] != 0:
        _tally(s, cell, 1)
        if before == 0:
            s.cell[s.n] = cell
            s.place[cell] = s.n
            s.n += 1
    elif before != 0:
        s.n -= 1
        last = s.cell[s.n]
        s.cell[s.place[cell]] = last
        s.place[last] = s.place[cell]


@jit
def _tally(s: StrandForms, cell: int, by: int) -> None:
    """Count a cell in its class or no longer; the cost is the square of the difference."""
    number = s.class_of[s.code[cell]]
    s.cost += s.weight[number] * (1 + 2 * by * (s.have[number] - s.wanted[number]))
    s.have[number] += by


@jit
def _join(s: StrandForms, strand: int, by: int) -> None:
    """Count more or fewer parts of a strand, to be undone perhaps."""
    _log(s, strand, _JOINED, by)
    _count_parts(s, strand, by)


@jit
def _count_parts(s: StrandForms, strand: int, by: int) -> None:
    s.n_parts[strand] += by
    s.cost += by * _APART


@jit
def _log(s: StrandForms, strand: int, cell: int, before: int) -> None:
    s.logged[s.n_logged, 0] = strand
    s.logged[s.n_logged, 1] = cell
    s.logged[s.n_logged, 2] = before
    s.n_logged += 1


@jit
def do_take(alone: StrandForms, s: StrandForms) -> bool:
    """Take over the first strand of a form as a form of its own, if it is in one part and in all cells."""
    if s.n_parts[0] > 1:
        return False
    for place in range(s.n):
        if s.way[0, s.cell[place]] == 0:
            return False
    do_clear(alone)
    for place in range(s.n):
        cell = s.cell[place]
        do_put(alone, 0, cell, s.way[0, cell])
    return True


@jit
def do_clear(alone: StrandForms) -> None:
    """Take up all cells of a form of one strand."""
    while alone.n > 0:
        do_put(alone, 0, alone.cell[0], 0)
    _count_parts(alone, 0, 1 - alone.n_parts[0])


@jit
def do_undo(s: StrandForms) -> None:
    """Undo the latest change."""
    _undo_to(s, s.n_before)


@jit
def do_undo_all(s: StrandForms) -> None:
    """Undo all changes since `n_logged` was 0."""
    _undo_to(s, 0)


@jit
def _undo_to(s: StrandForms, n_logged: int) -> None:
    while s.n_logged > n_logged:
        s.n_logged -= 1
        strand, cell, before = s.logged[s.n_logged, 0], s.logged[s.n_logged, 1], s.logged[s.n_logged, 2]
        if cell == _JOINED:
            _count_parts(s, strand, -before)
        else:
            do_put(s, strand, cell, before)


@jit
def _beside(t: Tables, cell: int, edge: int) -> int:
    return int((cell + t.step[edge]) & kernel.MASK)


@jit
def _shows(s: StrandForms, strand: int, cell: int, edge: int) -> bool:
    """Return whether a strand uses the edge of a cell."""
    return bool(s.way[strand, cell] >> edge & 1)


@jit
def _is_used(s: StrandForms, cell: int, edge: int) -> bool:
    return bool(s.used[cell] >> edge & 1)


@jit
def _can_enter(s: StrandForms, t: Tables, strand: int, cell: int) -> bool:
    """Return whether a strand may enter a cell: one without it that is filled, or may be.

    A new cell must touch the form in one run, and no end of a line may show there.
    """
    if s.way[strand, cell] != 0:
        return False
    if s.used[cell] != 0:
        return True
    around = 0
    for edge in range(6):
        used = s.used[_beside(t, cell, edge)]
        if used >> (edge + 3) % 6 & 1:
            return False
        around |= int(used != 0) << edge
    return bool(s.is_run[around] and s.n < s.n_tiles + SPARE)


@jit
def _can_leave(s: StrandForms, t: Tables, strand: int, cell: int) -> bool:
    """Return whether a strand may leave a cell: another stays, or the form remains in one piece."""
    if s.used[cell] != s.way[strand, cell]:
        return True
    around = 0
    for edge in range(6):
        around |= int(s.used[_beside(t, cell, edge)] != 0) << edge
    return bool(s.is_run[around])


# Changes: each returns whether it was possible


@jit
def do_change(s: StrandForms, t: Tables) -> bool:
    """Make a random change, which can be undone; set `n_logged` to 0 before the first of several to undo."""
    s.n_before = s.n_logged
    cell = s.cell[below(s, s.n)]
    strand = below(s, s.n_strands)
    way = s.way[strand, cell]
    edge = below(s, 6)
    if way == 0:
        return below(s, _BEGINNING) == 0 and _begin_loop(s, t, strand, cell, edge)
    edge = bit_from(np.uint64(way), edge)
    if not _shows(s, strand, _beside(t, cell, edge), (edge + 3) % 6):
        return _move_end(s, t, strand, cell, edge, below(s, 3) - 1)
    side = 1 + 4 * below(s, 2)
    if below(s, _RECONNECTING) == 0:
        return _reconnect(s, t, strand, cell, edge, (edge + side * (1 + below(s, 2))) % 6)
    kind = below(s, 6)
    if kind == 0:
        return _swap(s, t, strand, cell, edge, side)
    if way >> (edge + side) % 6 & 1:
        return _cut(s, t, strand, cell, edge, side)
    if kind < 4 and way >> (edge + 2 * side) % 6 & 1:
        return _flip(s, t, strand, cell, edge, side)
    return _bulge(s, t, strand, cell, edge, side)


@jit
def do_resize(s: StrandForms, t: Tables, by: int) -> bool:
    """Make a random change that adds -1, 0 or 1 cells to a form of one strand; it can be undone."""
    s.n_before = s.n_logged
    cell = s.cell[below(s, s.n)]
    way = s.way[0, cell]
    edge, side = bit_from(np.uint64(way), below(s, 6)), 1 + 4 * below(s, 2)
    if not _shows(s, 0, _beside(t, cell, edge), (edge + 3) % 6):
        return _move_end(s, t, 0, cell, edge, by)
    is_corner = bool(way >> (edge + side) % 6 & 1)
    if by > 0:
        return not is_corner and _bulge(s, t, 0, cell, edge, side)
    if by < 0:
        return is_corner and _cut(s, t, 0, cell, edge, side)
    if below(s, _RECONNECTING) == 0:
        return _reconnect(s, t, 0, cell, edge, (edge + side * (1 + below(s, 2))) % 6)
    return bool(way >> (edge + 2 * side) % 6 & 1) and _flip(s, t, 0, cell, edge, side)


@jit
def _bulge(s: StrandForms, t: Tables, strand: int, a: int, edge: int, side: int) -> bool:
    """Make A - X - B of A - B."""
    to_x, on = (edge + side) % 6, (edge + 2 * side) % 6
    b, x = _beside(t, a, edge), _beside(t, a, to_x)
    if _is_used(s, a, to_x) or _is_used(s, b, on) or not _can_enter(s, t, strand, x):
        return False
    _toggle(s, strand, a, edge, to_x)
    _toggle(s, strand, b, (edge + 3) % 6, on)
    _toggle(s, strand, x, (to_x + 3) % 6, (on + 3) % 6)
    return True


@jit
def _cut(s: StrandForms, t: Tables, strand: int, a: int, edge: int, side: int) -> bool:
    """Make B - C of B - A - C at a corner A, or let a loop of these three disappear."""
    to_c, on = (edge + side) % 6, (edge + 2 * side) % 6
    b, c = _beside(t, a, edge), _beside(t, a, to_c)
    if not _shows(s, strand, c, (to_c + 3) % 6):
        return False
    if _shows(s, strand, b, on):
        return _end_loop(s, strand, a, b, c)
    if _is_used(s, b, on) or not _can_leave(s, t, strand, a):
        return False
    _set(s, strand, a, 0)
    _toggle(s, strand, b, (edge + 3) % 6, on)
    _toggle(s, strand, c, (to_c + 3) % 6, (on + 3) % 6)
    return True


@jit
def _flip(s: StrandForms, t: Tables, strand: int, a: int, edge: int, side: int) -> bool:
    """Make B - X - C of B - A - C at a bend A."""
    to_x, to_c = (edge + side) % 6, (edge + 2 * side) % 6
    b, c, x = _beside(t, a, edge), _beside(t, a, to_c), _beside(t, a, to_x)
    if not _shows(s, strand, c, (to_c + 3) % 6) or _is_used(s, b, to_c) or _is_used(s, c, edge):
        return False
    if not _can_enter(s, t, strand, x):
        return False
    _toggle(s, strand, x, (to_c + 3) % 6, (edge + 3) % 6)
    if not _can_leave(s, t, strand, a):
        do_undo(s)
        return False
    _set(s, strand, a, 0)
    _toggle(s, strand, b, (edge + 3) % 6, to_c)
    _toggle(s, strand, c, (to_c + 3) % 6, edge)
    return True


@jit
def _swap(s: StrandForms, t: Tables, strand: int, a: int, edge: int, side: int) -> bool:
    """Let the strand of A - B and another, of A - X - B, change places."""
    to_x, on = (edge + side) % 6, (edge + 2 * side) % 6
    b, x = _beside(t, a, edge), _beside(t, a, to_x)
    through = 1 << (to_x + 3) % 6 | 1 << (on + 3) % 6
    if s.way[strand, x] != 0:
        return False
    for other in range(s.n_strands):
        if s.way[other, x] == through and _shows(s, other, a, to_x) and _shows(s, other, b, on):
            _set(s, strand, x, through)
            _set(s, other, x, 0)
            for each in (strand, other):
                _toggle(s, each, a, edge, to_x)
                _toggle(s, each, b, (edge + 3) % 6, on)
            return True
    return False


@jit
def _begin_loop(s: StrandForms, t: Tables, strand: int, a: int, edge: int) -> bool:
    """Lay a loop through three filled cells."""
    to_c, on = (edge + 1) % 6, (edge + 2) % 6
    b, c = _beside(t, a, edge), _beside(t, a, to_c)
    if s.way[strand, b] != 0 or s.way[strand, c] != 0 or s.used[b] == 0 or s.used[c] == 0:
        return False
    if _is_used(s, a, edge) or _is_used(s, a, to_c) or _is_used(s, b, on):
        return False
    _toggle(s, strand, a, edge, to_c)
    _toggle(s, strand, b, (edge + 3) % 6, on)
    _toggle(s, strand, c, (to_c + 3) % 6, (on + 3) % 6)
    _join(s, strand, 1)
    return True


@jit
def _end_loop(s: StrandForms, strand: int, a: int, b: int, c: int) -> bool:
    """Take up a loop of three cells, where each has another strand."""
    if s.n_parts[strand] < 2:
        return False
    for cell in (a, b, c):
        if s.used[cell] == s.way[strand, cell]:
            return False
    for cell in (a, b, c):
        _set(s, strand, cell, 0)
    _join(s, strand, -1)
    return True


@jit
def _reconnect(s: StrandForms, t: Tables, strand: int, a: int, edge: int, across: int) -> bool:
    """Make A - X and B - Y of two parallel links A - B and X - Y, which joins or divides parts."""
    back, home = (edge + 3) % 6, (across + 3) % 6
    b, x, y = _beside(t, a, edge), _beside(t, a, across), _beside(t, _beside(t, a, edge), across)
    if not _shows(s, strand, x, edge) or not _shows(s, strand, y, back):
        return False
    if _is_used(s, a, across) or _is_used(s, b, across):
        return False
    was_one = _are_joined(s, t, strand, a, x)
    _toggle(s, strand, a, edge, across)
    _toggle(s, strand, b, back, across)
    _toggle(s, strand, x, edge, home)
    _toggle(s, strand, y, back, home)
    if not was_one:
        _join(s, strand, -1)
    elif not _are_joined(s, t, strand, a, b):
        _join(s, strand, 1)
    return True


@jit
def _are_joined(s: StrandForms, t: Tables, strand: int, start: int, goal: int) -> bool:
    """Walk along a strand both ways; return whether a cell is met."""
    for first in range(6):
        if not _shows(s, strand, start, first):
            continue
        cell, edge = start, first
        while True:
            cell = _beside(t, cell, edge)
            if cell == goal:
                return True
            if cell == start or not _shows(s, strand, cell, (edge + 3) % 6):
                break
            way = s.way[strand, cell] ^ (1 << (edge + 3) % 6)
            edge = 0
            while way >> edge & 1 == 0:
                edge += 1
    return False


@jit
def _move_end(s: StrandForms, t: Tables, strand: int, a: int, edge: int, by: int) -> bool:
    """Shorten (-1), turn (0) or lengthen (1) a line whose end shows at an edge of A."""
    other = below(s, 6)
    if by == 0:
        if _is_used(s, a, other) or s.used[_beside(t, a, other)] != 0:
            return False
        _toggle(s, strand, a, edge, other)
        return True
    return _lengthen(s, t, strand, a, edge, other) if by > 0 else _shorten(s, t, strand, a, edge, other)


@jit
def _lengthen(s: StrandForms, t: Tables, strand: int, a: int, edge: int, to_x: int) -> bool:
    x, end = _beside(t, a, to_x), below(s, 6)
    if (to_x != edge and _is_used(s, a, to_x)) or end == (to_x + 3) % 6:
        return False
    if _is_used(s, x, end) or s.used[_beside(t, x, end)] != 0:
        return False
    _set(s, strand, a, s.way[strand, a] ^ (1 << edge))
    if not _can_enter(s, t, strand, x):
        do_undo(s)
        return False
    _set(s, strand, a, s.way[strand, a] ^ (1 << to_x))
    _toggle(s, strand, x, (to_x + 3) % 6, end)
    return True


@jit
def _shorten(s: StrandForms, t: Tables, strand: int, a: int, edge: int, end: int) -> bool:
    way = s.way[strand, a] ^ (1 << edge)
    to_b = 0
    while way >> to_b & 1 == 0:
        to_b += 1
    b = _beside(t, a, to_b)
    if not _shows(s, strand, b, (to_b + 3) % 6) or not _can_leave(s, t, strand, a):
        return False
    _set(s, strand, a, 0)
    _set(s, strand, b, s.way[strand, b] ^ (1 << (to_b + 3) % 6))
    if _is_used(s, b, end) or s.used[_beside(t, b, end)] != 0:
        do_undo(s)
        return False
    _set(s, strand, b, s.way[strand, b] ^ (1 << end))
    return True


# The tiles


@jit
def _assign(s: StrandForms, t: Tables, most: int) -> bool:
    """Lay the tiles where they fit, hardest cell first; give up after `most` nodes."""
    _prepare(s)
    level, spent = 0, 0
    if not _choose(s, t, 0):
        return False
    while level >= 0:
        if s.turned[s.chosen[level]] != 0:
            _lift(s, t, s.chosen[level])
        if spent == most or not _next(s, t, level):
            do_put_back(s, level)
            level -= 1
            continue
        spent += 1
        if s.n_open == 0:
            break
        if _choose(s, t, level + 1):
            level += 1
    s.nodes += spent
    return bool(level >= 0)


@jit
def _prepare(s: StrandForms) -> None:
    """Store what the strands show each cell."""
    for place in range(s.n):
        cell = s.cell[place]
        s.open[place] = cell
        s.turned[cell] = 0
        s.shown[cell] = 0
        for strand in range(s.n_strands):
            s.shown[cell] += (s.colour[strand] + 1) * s.spread[s.way[strand, cell]]
    s.n_open = s.n


@jit
def _choose(s: StrandForms, t: Tables, level: int) -> bool:
    """Choose the open cell that the fewest tiles fit; fail if no tile fits one."""
    fewest, chosen = MOST + 1, 0
    for at in range(s.n_open):
        n = popcount(_fitting(s, t, s.open[at], 6))
        if n < fewest:
            if n == 0:
                return False
            fewest, chosen = n, at
    do_take_out(s, level, chosen)
    s.rotation[level] = -1
    s.fitting[level] = U0
    return True


@jit
def _fitting(s: StrandForms, t: Tables, cell: int, rotation: int) -> Word:
    """Return the tiles left that fit a cell, and have no strand that it lacks; rotation 6 stands for all."""
    fit: Word = t.fit[s.shown[cell], rotation]
    return fit & s.among[s.class_of[s.code[cell]]] & s.left


@jit
def _next(s: StrandForms, t: Tables, level: int) -> bool:
    """Lay the next tile that fits the cell of this level."""
    cell = s.chosen[level]
    while s.fitting[level] == U0:
        if s.rotation[level] == 5:
            return False
        s.rotation[level] += 1
        s.fitting[level] = _fitting(s, t, cell, s.rotation[level])
    tile = lowest_bit(s.fitting[level])
    s.fitting[level] &= s.fitting[level] - U1
    s.turned[cell] = 8 * tile + s.rotation[level] + 1
    s.copies[tile] -= 1
    if s.copies[tile] == 0:
        s.left &= ~(U1 << np.uint64(tile))
    _show(s, t, cell, 1)
    return True


@jit
def _lift(s: StrandForms, t: Tables, cell: int) -> None:
    _show(s, t, cell, -1)
    tile = (s.turned[cell] - 1) >> 3
    s.turned[cell] = 0
    s.copies[tile] += 1
    s.left |= U1 << np.uint64(tile)


@jit
def _show(s: StrandForms, t: Tables, cell: int, sign: int) -> None:
    """Show the other colours of a laid tile to its neighbours, or no longer."""
    for edge in range(6):
        if not _is_used(s, cell, edge):
            s.shown[_beside(t, cell, edge)] += sign * t.add[s.turned[cell] - 1, edge]

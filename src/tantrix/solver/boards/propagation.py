"""Any strands on a board of up to 64 cells: a complete search that propagates what each edge can show.

A cell has *choices*, the turned tiles that can still lie there, and an edge has the colours that it can still
show. A cell loses the choices that show another colour at one of its edges, then its edges lose the colours
that no choice shows, and so on until nothing changes. When all copies of a tile have their cells, the other
cells lose that tile; one that fits in a single cell goes there. Where both ends of a strand face one cell, it
loses the links that would close the strand too early. A line shows its colour at exactly two edges of the
rim.

The cell with the fewest choices for its weight is decided next. The weight is 1 plus the number of times that
the cell was left without a choice (Boussemart, Hemery, Lecoutre, Sais, Boosting systematic search by
weighting constraints, 2004). After `_FIRST` nodes without a solution the search starts again with the weights
it has, and *probes* at its upper levels: each choice of a cell is tried, and lost if that fails at once.

A set of turned tiles takes up to six words. A word has a field for each of some rotations, and a field has a
bit for each kind of tile, so few kinds need few words. The search is a record that `advance` updates: it can
be stopped, saved, copied and split at any node.
"""

from functools import cache
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tantrix._compile.jit import jit, lowest_bit, popcount
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Float64s,
    Int8s,
    Int16Rows,
    Int16s,
    Int32s,
    Int64s,
    Records,
    UInt8Rows,
    UInt64Rows,
    UInt64s,
    Word,
)
from tantrix.hexes import Cell, neighbour
from tantrix.solver.answer import Solution, placement_of
from tantrix.solver.boards.frontier import set_strands
from tantrix.solver.goal import Goal
from tantrix.solver.shapes import count_holes
from tantrix.solver.steps.outcomes import BRANCH, DONE, RUNNING, SOLUTION
from tantrix.solver.steps.random_choices import below, bit_from, seeded
from tantrix.tiles import FULL_SET, GAME_SET, links

MAX_CELLS = 64

_WORDS = 6
_LEVELS = MAX_CELLS + 1
_MANY = 24  # tiles for which it pays to propagate
_FIRST = 500  # nodes before the search starts once more
_PROBED_LEVELS = 2
_PROBED_CHOICES = 100  # a cell with more is not probed
_PROBES = 3  # passes through the cells, as long as the last one changed something


class PropagationState(CompiledRecord):
    """The state of a search by propagation.

    Sides are `6 * cell + edge`, and the choices of a cell are `n_words` words from `n_words * cell` on.
    """

    n: int  # cells
    n_kinds: int
    n_words: int
    n_fields: int  # in a word
    width: Word
    kinds: Word  # one bit for each kind of tile
    full: Word  # one bit for each cell
    around: Annotated[Int16s, 6 * MAX_CELLS]  # the cell beyond a side, -1 for none
    rim: Annotated[Int16s, 6 * MAX_CELLS]  # the sides with no cell beyond
    n_rim: int
    loops: int  # one bit per colour required as a loop
    lines: int
    through: Annotated[Int64s, 4]  # how many tiles a strand has
    allowed: Annotated[UInt64Rows, (96, _WORDS)]  # [16 * edge + colours]: show one of them there
    showing: Annotated[UInt64Rows, (24, _WORDS)]  # [4 * edge + colour]
    parting: Annotated[UInt64Rows, (144, _WORDS)]  # [24 * edge + 4 * edge + colour]: that do not link them so
    of_kind: Annotated[UInt64Rows, (64, _WORDS)]
    ends: Annotated[Int8s, 64 * 64]  # [64 * kind + 8 * rotation + 2 * colour]: the two edges, -1 for none
    # By levels: what is known after the choice of the level; level 0 is the beginning.
    choices: Annotated[UInt64Rows, (_LEVELS, _WORDS * MAX_CELLS)]
    colours: Annotated[UInt8Rows, (_LEVELS, 6 * MAX_CELLS)]  # that a side can show, one bit each
    far: Annotated[Int16Rows, (_LEVELS, 6 * MAX_CELLS)]  # the other end of the strand that ends here
    length: Annotated[Int16Rows, (_LEVELS, 6 * MAX_CELLS)]  # of the strand, in tiles
    copies: Annotated[Int16Rows, (_LEVELS, 64)]  # of each kind that have no cell yet
    wanted: Annotated[UInt64s, _LEVELS]  # kinds with such copies
    several: Annotated[UInt64s, _LEVELS]  # kinds with more than one
    known: Annotated[UInt64s, _LEVELS]  # cells whose kind of tile is known
    settled: Annotated[UInt64s, _LEVELS]  # cells with one choice
    todo: Word  # cells to revise
    stale: Word  # cells that lost choices since their edges were revised
    weight: Annotated[Float64s, MAX_CELLS]
    level: int
    floor: int
    ceiling: int
    start: int
    n_starts: int
    counts_only: int
    nodes: int
    found: int
    probes: int  # 1: after the second start
    random: Word  # state of the generator, 0 for the fixed order
    cell: Annotated[Int16s, _LEVELS]  # of each level: the cell being decided
    left: Annotated[UInt64Rows, (_LEVELS, _WORDS)]  # its choices not yet tried
    tried: Annotated[Int32s, _LEVELS]
    candidates: Annotated[Int32s, _LEVELS]


def is_worthwhile(goal: Goal) -> bool:
    """Return whether this search proves faster than the frontier search that a goal has no solution.

    The rim must exclude much: of several strands one runs through all of many tiles.
    """
    n = len(goal.tiles)
    has_main = any(goal.through(strand) == n for strand in goal.strands)
    return n >= _MANY and len(goal.strands) > 1 and has_main and can_propagate(goal)


def can_propagate(goal: Goal) -> bool:
    """Return whether a goal is strands on a board of up to 64 cells, with the holes of the board."""
    if goal.shape is None or goal.held or not goal.strands or len(goal.tiles) > MAX_CELLS:
        return False
    if any(goal.through(strand) == 0 for strand in goal.strands):
        return False
    return goal.holes is None or count_holes(goal.shape.cells) == goal.holes


def new_search(goal: Goal, seed: int | None = None) -> Records[PropagationState]:
    """Prepare a search that tries everything in a fixed order or, with a seed, in a random one."""
    assert goal.shape is not None, goal
    made = PropagationState.zeros()
    s = made[0]
    s.n = len(goal.tiles)
    s.full = np.uint64((1 << s.n) - 1)
    places = {cell: place for place, cell in enumerate(goal.shape.cells)}
    for cell, place in places.items():
        s.around[6 * place : 6 * place + 6] = [places.get(neighbour(cell, edge), -1) for edge in range(6)]
    set_strands(s, goal)
    _set_kinds(s, sorted(set(goal.tiles)))
    for number, tile in enumerate(sorted(set(goal.tiles))):
        copies = goal.tiles.count(tile)
        s.copies[0, number] = copies
        s.wanted[0] |= U1 << np.uint64(number)
        s.several[0] |= np.uint64(copies > 1) << np.uint64(number)
    rim = np.flatnonzero(s.around[: 6 * s.n] < 0)
    s.n_rim = len(rim)
    s.rim[: s.n_rim] = rim
    s.colours[0, : 6 * s.n] = 15
    s.colours[0, rim] = 15 & ~s.loops
    s.todo = s.stale = s.full
    s.weight[:] = 1
    s.n_starts = 1
    s.ceiling = _LEVELS
    if seed is not None:
        s.random = seeded(seed)
        s.weight[: s.n] += [below(s, 1000) / 2000 for _ in range(s.n)]
    return made


def _set_kinds(s: PropagationState, kinds: list[int]) -> None:
    """Choose the fields of a word, store which turned tiles show what, and let all cells hold all of them."""
    s.n_kinds = len(kinds)
    s.n_fields = min(6, 64 // len(kinds))
    s.n_words = -(-6 // int(s.n_fields))
    s.width = np.uint64(64 // int(s.n_fields))
    s.kinds = np.uint64((1 << len(kinds)) - 1)
    s.ends[: 64 * len(kinds)] = _ends()[kinds].reshape(-1)
    showing, everything = np.zeros((24, _WORDS), np.uint64), np.zeros(_WORDS, np.uint64)
    s.parting[:] = ~U0
    numbers = np.arange(len(kinds), dtype=np.uint64)
    for rotation in range(6):
        word, field = divmod(rotation, int(s.n_fields))
        bits = U1 << (numbers + np.uint64(field) * s.width)
        ends = _ends()[kinds, rotation]
        s.of_kind[: len(kinds), word] |= np.where(ends.max(axis=(1, 2)) >= 0, bits, U0)
        for colour in range(4):
            a, b = ends[:, colour].T.astype(int)
            has = a >= 0
            for edges in (a, b):
                np.bitwise_or.at(showing[:, word], 4 * edges[has] + colour, bits[has])
            for one, other in ((a, b), (b, a)):
                np.bitwise_and.at(s.parting[:, word], 24 * one[has] + 4 * other[has] + colour, ~bits[has])
    everything = np.bitwise_or.reduce(s.of_kind, axis=0)
    s.showing[:] = showing
    for colours in range(16):
        shown = [colour for colour in range(4) if colours >> colour & 1]
        for edge in range(6):
            for colour in shown:
                s.allowed[16 * edge + colours] |= showing[4 * edge + colour]
    s.choices[0, : s.n_words * s.n] = np.tile(everything[: s.n_words], s.n)


@cache
def _ends() -> NDArray[np.int8]:
    """Return the two edges that a tile joins in a colour: int8[tile, rotation, colour, 2], -1 for none.

    Triple straights look the same after half a turn, so that they have three rotations.
    """
    made = np.full((FULL_SET[-1] + 1, 8, 4, 2), -1, np.int8)
    for tile in FULL_SET:
        for rotation in range(6 if tile <= GAME_SET[-1] else 3):
            for link in links(tile, rotation):
                made[tile, rotation, link.colour] = link.a, link.b
    return made


def solution_of(goal: Goal, record: Records[PropagationState]) -> Solution:
    """Return the solution that `advance` has found."""
    assert goal.shape is not None, goal
    kinds = sorted(set(goal.tiles))
    laid = []
    for place, cell in enumerate(goal.shape.cells):
        number, rotation = divmod(int(do_read(record, place)), 8)
        laid.append(placement_of(Cell(*cell), 8 * (kinds[number] - 1) + rotation))
    return tuple(laid)


@jit
def do_read(searches: Records[PropagationState], cell: int) -> int:
    """Return what lies in a settled cell: 8 times the kind of tile plus the rotation."""
    s = searches[0]
    return _only(s, s.level, cell)


@jit
def advance(searches: Records[PropagationState], budget: int) -> int:
    """Advance a search by `budget` nodes, and some more if it probes; return why it stopped."""
    s = searches[0]
    end = s.nodes + budget
    while s.nodes < end:
        if s.level < s.floor or (s.level == 0 and s.start >= s.n_starts):
            return DONE
        if s.level == 0:
            s.start = 1
            s.nodes += 1
            is_good = _settle(s, 0)
        elif _should_restart(s):
            s.probes = 1
            s.level = 0
            is_good = True
        elif _is_exhausted(s):
            s.level -= 1
            continue
        else:
            is_good = _try_next(s)
        if not is_good or (s.probes and s.level < _PROBED_LEVELS and not _probe(s, s.level)):
            continue
        if s.settled[s.level] == s.full:
            s.found += 1
            if s.counts_only == 0:
                return SOLUTION
            continue
        _descend(s)
        if s.level >= s.ceiling:
            return BRANCH
    return RUNNING


@jit
def retreat(searches: Records[PropagationState]) -> None:
    """Skip the branch where `advance` stopped, because it is searched elsewhere."""
    searches[0].level -= 1


@jit
def _should_restart(s: PropagationState) -> bool:
    """Return whether to start once more; a count or a part of a search goes on as it began."""
    is_whole = s.floor == 0 and s.ceiling == _LEVELS and s.counts_only == 0 and s.found == 0
    return bool(s.probes == 0 and s.nodes > _FIRST and is_whole)


@jit
def _is_exhausted(s: PropagationState) -> bool:
    left = U0
    for word in range(s.n_words):
        left |= s.left[s.level, word]
    return bool(left == U0)


@jit
def _try_next(s: PropagationState) -> bool:
    """Try the next choice of this level; return whether no contradiction was met."""
    level = s.level
    word = 0
    while s.left[level, word] == U0:
        word += 1
    bit = lowest_bit(s.left[level, word])
    if s.random != U0:
        word = below(s, s.n_words)
        while s.left[level, word] == U0:
            word = (word + 1) % s.n_words
        bit = bit_from(s.left[level, word], below(s, 64))
    s.left[level, word] &= ~(U1 << np.uint64(bit))
    s.tried[level] += 1
    s.nodes += 1
    return _try(s, level - 1, int(s.cell[level]), word, bit)


@jit
def _try(s: PropagationState, before: int, cell: int, word: int, bit: int) -> bool:
    """Decide a cell in a copy of what is known, one level down; return whether no contradiction was met."""
    at = before + 1
    for place in range(s.n_words * s.n):
        s.choices[at, place] = s.choices[before, place]
    for side in range(6 * s.n):
        s.colours[at, side] = s.colours[before, side]
        s.far[at, side] = s.far[before, side]
        s.length[at, side] = s.length[before, side]
    for kind in range(s.n_kinds):
        s.copies[at, kind] = s.copies[before, kind]
    s.wanted[at] = s.wanted[before]
    s.several[at] = s.several[before]
    s.known[at] = s.known[before]
    s.settled[at] = s.settled[before]
    for place in range(s.n_words):
        s.choices[at, s.n_words * cell + place] = U0
    s.choices[at, s.n_words * cell + word] = U1 << np.uint64(bit)
    s.stale = s.todo = U1 << np.uint64(cell)
    return _settle(s, at)


@jit
def _descend(s: PropagationState) -> None:
    """Choose the next cell and go one level down."""
    at = s.level
    chosen = -1
    least = 1e30
    fewest = 0
    cells = s.full & ~s.settled[at]
    while cells != U0:
        cell = lowest_bit(cells)
        cells &= cells - U1
        n = _count(s, at, cell)
        if n < least * s.weight[cell]:
            least = n / s.weight[cell]
            fewest = n
            chosen = cell
    level = at + 1
    s.level = level
    s.cell[level] = chosen
    s.tried[level] = 0
    s.candidates[level] = fewest
    for word in range(s.n_words):
        s.left[level, word] = s.choices[at, s.n_words * chosen + word]


@jit
def _count(s: PropagationState, at: int, cell: int) -> int:
    n = 0
    for word in range(s.n_words * cell, s.n_words * (cell + 1)):
        n += popcount(s.choices[at, word])
    return n


@jit
def _only(s: PropagationState, at: int, cell: int) -> int:
    """Return the only choice of a cell: 8 times the kind of tile plus the rotation."""
    word = 0
    while s.choices[at, s.n_words * cell + word] == U0:
        word += 1
    field, kind = divmod(lowest_bit(s.choices[at, s.n_words * cell + word]), int(s.width))
    return int(8 * kind + word * s.n_fields + field)


@jit
def _probe(s: PropagationState, at: int) -> bool:
    """Let cells with few choices lose those that fail at once; return whether no contradiction was met."""
    for _ in range(_PROBES):
        is_changed = False
        for cell in range(s.n):
            if s.settled[at] >> np.uint64(cell) & U1 or _count(s, at, cell) > _PROBED_CHOICES:
                continue
            if _lose_failing(s, at, cell):
                is_changed = True
                s.stale = s.todo = U1 << np.uint64(cell)
                if not _settle(s, at):
                    return False
        if not is_changed:
            break
    return True


@jit
def _lose_failing(s: PropagationState, at: int, cell: int) -> bool:
    """Let a cell lose the choices that fail at once; return whether there were any."""
    is_changed = False
    for word in range(s.n_words):
        choices = s.choices[at, s.n_words * cell + word]
        while choices != U0:
            bit = lowest_bit(choices)
            choices &= choices - U1
            s.nodes += 1
            if not _try(s, at, cell, word, bit):
                s.choices[at, s.n_words * cell + word] &= ~(U1 << np.uint64(bit))
                is_changed = True
    return is_changed


@jit
def _settle(s: PropagationState, at: int) -> bool:
    """Propagate until nothing changes; return whether no contradiction was met."""
    while True:
        while s.todo != U0:
            cell = lowest_bit(s.todo)
            s.todo &= s.todo - U1
            if not _revise(s, at, cell):
                s.weight[cell] += 1
                return False
        if not _find_homes(s, at):
            return False
        if s.todo == U0 and s.lines and not _end_lines(s, at):
            return False
        if s.todo == U0:
            return True


@jit
def _revise(s: PropagationState, at: int, cell: int) -> bool:
    """Let a cell lose the choices that its edges exclude, and its edges the colours that it cannot show."""
    side = 6 * cell
    a, b, c = s.colours[at, side], 16 + s.colours[at, side + 1], 32 + s.colours[at, side + 2]
    d, e, f = 48 + s.colours[at, side + 3], 64 + s.colours[at, side + 4], 80 + s.colours[at, side + 5]
    here = U1 << np.uint64(cell)
    is_changed = s.stale & here != U0
    s.stale &= ~here
    union = U0
    n = 0
    for word in range(s.n_words):
        before = s.choices[at, s.n_words * cell + word]
        after = before & s.allowed[a, word] & s.allowed[b, word] & s.allowed[c, word]
        after &= s.allowed[d, word] & s.allowed[e, word] & s.allowed[f, word]
        if after != before:
            s.choices[at, s.n_words * cell + word] = after
            is_changed = True
        if after != U0:
            n += 1 if after & (after - U1) == U0 else 2
        union |= after
    if n == 0:
        return False
    if not is_changed or s.settled[at] & here != U0:
        return True
    _narrow(s, at, cell)
    kinds = _kinds(s, union)
    if kinds & (kinds - U1) != U0:
        return True
    if s.known[at] & here == U0:
        s.known[at] |= here
        _take(s, at, lowest_bit(kinds))
    if n > 1:
        return True
    s.settled[at] |= here
    return _join(s, at, cell)


@jit
def _kinds(s: PropagationState, union: Word) -> Word:
    """Return the kinds of tile in any field of a word."""
    kinds = union
    for _ in range(1, s.n_fields):
        union >>= s.width
        kinds |= union
    return kinds & s.kinds


@jit
def _narrow(s: PropagationState, at: int, cell: int) -> None:
    """Let the edges of a cell lose the colours that it cannot show."""
    first = s.n_words * cell
    for edge in range(6):
        side = 6 * cell + edge
        before = int(s.colours[at, side])
        beside = int(s.around[side])
        if before & (before - 1) == 0 or (beside < 0 and s.lines == 0):
            continue
        after = 0
        for colour in range(4):
            if before >> colour & 1:
                for word in range(s.n_words):
                    if s.choices[at, first + word] & s.showing[4 * edge + colour, word] != U0:
                        after |= 1 << colour
                        break
        if after != before:
            s.colours[at, side] = after
            if beside >= 0:
                s.colours[at, 6 * beside + (edge + 3) % 6] = after
                s.todo |= U1 << np.uint64(beside)


@jit
def _take(s: PropagationState, at: int, kind: int) -> None:
    """Give a copy of a kind of tile to a cell; after the last one the other cells lose that kind."""
    s.copies[at, kind] -= 1
    if s.copies[at, kind] == 1:
        s.several[at] &= ~(U1 << np.uint64(kind))
    if s.copies[at, kind] > 0:
        return
    s.wanted[at] &= ~(U1 << np.uint64(kind))
    cells = s.full & ~s.known[at]
    while cells != U0:
        cell = lowest_bit(cells)
        cells &= cells - U1
        is_changed = False
        for word in range(s.n_words):
            if s.choices[at, s.n_words * cell + word] & s.of_kind[kind, word] != U0:
                s.choices[at, s.n_words * cell + word] &= ~s.of_kind[kind, word]
                is_changed = True
        if is_changed:
            s.stale |= U1 << np.uint64(cell)
            s.todo |= U1 << np.uint64(cell)


@jit
def _find_homes(s: PropagationState, at: int) -> bool:
    """Let the last copy of a tile go where alone it can lie; fail if a tile can lie nowhere."""
    once = twice = U0
    cells = s.full & ~s.known[at]
    while cells != U0:
        kinds = _kinds_at(s, at, lowest_bit(cells))
        cells &= cells - U1
        twice |= once & kinds
        once |= kinds
    if s.wanted[at] & ~once != U0 or s.several[at] & ~twice != U0:
        return False
    homeless = s.wanted[at] & ~twice
    cells = s.full & ~s.known[at]
    while homeless != U0 and cells != U0:
        cell = lowest_bit(cells)
        cells &= cells - U1
        kinds = _kinds_at(s, at, cell)
        here = kinds & homeless
        if here == U0 or kinds == here:
            continue
        if here & (here - U1) != U0:
            return False
        for word in range(s.n_words):
            s.choices[at, s.n_words * cell + word] &= s.of_kind[lowest_bit(here), word]
        s.stale |= U1 << np.uint64(cell)
        s.todo |= U1 << np.uint64(cell)
    return True


@jit
def _kinds_at(s: PropagationState, at: int, cell: int) -> Word:
    union = U0
    for word in range(s.n_words * cell, s.n_words * (cell + 1)):
        union |= s.choices[at, word]
    return _kinds(s, union)


@jit
def _end_lines(s: PropagationState, at: int) -> bool:
    """Let each line show its colour at exactly two edges of the rim; fail if that is impossible."""
    for colour in range(4):
        if s.lines >> colour & 1 == 0:
            continue
        n_shown = n_possible = 0
        for place in range(s.n_rim):
            shown = s.colours[at, s.rim[place]]
            n_possible += shown >> colour & 1
            n_shown += int(shown == 1 << colour)
        if n_shown > 2 or n_possible < 2:
            return False
        if n_possible == 2 and n_shown < 2:
            _limit_rim(s, at, colour, 1 << colour)
        elif n_shown == 2 and n_possible > 2:
            _limit_rim(s, at, colour, 15 ^ 1 << colour)
    return True


@jit
def _limit_rim(s: PropagationState, at: int, colour: int, colours: int) -> None:
    """Leave only some colours where the rim can show a colour and others."""
    for place in range(s.n_rim):
        side = int(s.rim[place])
        shown = int(s.colours[at, side])
        if shown >> colour & 1 and shown != 1 << colour:
            s.colours[at, side] = shown & colours
            s.todo |= U1 << np.uint64(side // 6)


@jit
def _join(s: PropagationState, at: int, cell: int) -> bool:
    """Join the links of a settled cell to what they meet; fail if a strand is closed or ended too early."""
    turned = _only(s, at, cell)
    for colour in range(4):
        if (s.loops | s.lines) >> colour & 1 and s.ends[8 * turned + 2 * colour] >= 0:
            a = 6 * cell + int(s.ends[8 * turned + 2 * colour])
            b = 6 * cell + int(s.ends[8 * turned + 2 * colour + 1])
            if not _join_link(s, at, colour, a, b):
                return False
    return True


@jit
def _join_link(s: PropagationState, at: int, colour: int, a: int, b: int) -> bool:
    """Join a link from one side to another."""
    far_a, far_b = a, b
    length = 1
    beyond_a, beyond_b = _meets(s, at, a), _meets(s, at, b)
    if beyond_a >= 0:
        far_a = int(s.far[at, beyond_a])
        length += s.length[at, beyond_a]
    if beyond_b >= 0:
        if far_a == beyond_b:
            return bool(s.loops >> colour & 1 and length == s.through[colour])
        far_b = int(s.far[at, beyond_b])
        length += s.length[at, beyond_b]
    s.far[at, far_a] = far_b
    s.far[at, far_b] = far_a
    s.length[at, far_a] = length
    s.length[at, far_b] = length
    here, there = int(s.around[far_a]), int(s.around[far_b])
    if here != there:
        return True
    if here < 0:
        return bool(length == s.through[colour])
    if s.lines >> colour & 1 or length + 1 < s.through[colour]:
        _part(s, at, here, 24 * ((far_a + 3) % 6) + 4 * ((far_b + 3) % 6) + colour)
    return True


@jit
def _meets(s: PropagationState, at: int, side: int) -> int:
    """Return the side that a side meets if a settled cell lies beyond it, else -1."""
    beside = int(s.around[side])
    if beside < 0 or s.settled[at] >> np.uint64(beside) & U1 == U0:
        return -1
    return 6 * beside + (side + 3) % 6


@jit
def _part(s: PropagationState, at: int, cell: int, link: int) -> None:
    """Let a cell lose the choices with a link."""
    for word in range(s.n_words):
        before = s.choices[at, s.n_words * cell + word]
        after = before & s.parting[link, word]
        if after != before:
            s.choices[at, s.n_words * cell + word] = after
            s.stale |= U1 << np.uint64(cell)
            s.todo |= U1 << np.uint64(cell)

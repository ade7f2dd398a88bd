"""Any goal, cell by cell: lines and loops of several colours at once, with or without holes, fixed boards.

Each node decides the cell that the fewest tiles fit: a tile is laid there or, on a free board, the cell stays
empty. On a free board, as long as any cells face a colour of the goal, only those cells are candidates; on a
fixed board all cells beside tiles or the rim are, and none may stay empty. So every solution is found once
for a fixed root tile, or once on a fixed board.

Ends of lines are `8 * ply + edge` of the tile that shows them; each end stores the far end of its line and
the number of tiles in the line, as in `tantrix.kernel`. An end is *final* when the cell it faces stays empty.

Groups of tiles that are held together are laid as a whole, as if each were one large tile. On a free board
the largest group lies there from the start; on a fixed board it is tried in every place. Every other group is
laid when one of its tiles is. A copy of a held tile that belongs to no group can also be laid alone.

The search is a record that `advance` updates: it can be stopped, saved, copied and split at any node.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Annotated, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tantrix import kernel
from tantrix._compile.jit import jit, lowest_bit, popcount
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Int8Rows,
    Int8s,
    Int16Rows,
    Int16s,
    Int32s,
    Int64Rows,
    Int64s,
    Records,
    UInt8Rows,
    UInt64Rows,
    UInt64s,
    Word,
)
from tantrix.hexes import DIRECTIONS, ORIGIN, Cell, distance
from tantrix.kernel import TableArray, Tables
from tantrix.solver.goal import Goal, GoalKind
from tantrix.solver.held_groups import HeldGroup, moved
from tantrix.solver.steps.outcomes import BRANCH, DONE, RUNNING, SOLUTION
from tantrix.solver.steps.random_choices import pick, random_bits
from tantrix.tiles import GAME_SET, Colour, links

SIZE, MASK, START = kernel.SIZE, kernel.MASK, kernel.START
N_CODES = kernel.N_CODES
MAX_PLIES = 1024
LEVELS = 2 * MAX_PLIES
REACH = 8  # `facts` lists where a loop can lead with up to this many remaining tiles
MAX_HELD = 256  # tiles in groups
FIRST_TRIPLE_STRAIGHT = len(GAME_SET)  # counted from 0; their rotations 3 to 5 look like 0 to 2

UNDECIDED, CLOSED = -1, -2


class HasStrands(Protocol):
    """The fields of a record that say which strands are wanted."""

    loops: int  # one bit per colour required as a loop
    lines: int
    through: Int64s  # how many tiles a strand has


class FrontierState(CompiledRecord):
    """The state of a search cell by cell."""

    code: Annotated[Int16s, SIZE]
    turned: Annotated[Int16s, SIZE]  # turned tile plus 1, 0 where empty
    ply: Annotated[Int16s, SIZE]  # which tile lies there, counted from 0
    wall: Annotated[Int16s, SIZE]  # one bit per edge: the cell across it stays empty
    closed: Annotated[Int8s, SIZE]  # 1: stays empty
    reached: Annotated[Int32s, SIZE]  # scratch: the last flood that reached it
    flood: int
    queue: Annotated[Int16s, SIZE]
    must: Annotated[UInt64s, 64]  # the cells to decide next
    must_words: Word
    may: Annotated[UInt64s, 64]  # all undecided cells beside tiles
    may_words: Word
    step: Annotated[Int64s, 8]
    is_fixed: int
    loops: int  # one bit per colour required as a loop
    lines: int
    through: Annotated[Int64s, 4]  # how many tiles a strand has
    remaining: Annotated[Int64Rows, (4, 3)]  # tiles not laid that carry a colour: straights, bends, corners
    ends: Annotated[Int64s, 4]  # final ends of each colour
    strands: Annotated[Int64s, 4]  # strands of each colour so far, closed ones not counted
    holes: int  # how many are required, -1 for any
    column: Annotated[Int16s, SIZE]  # of a cell of a fixed board
    start: int  # the next of the places of the first group, or of the only start
    n_starts: int
    n_groups: int
    is_laid: Annotated[Int8s, MAX_HELD]  # of each group
    group_from: Annotated[Int16s, MAX_HELD + 1]  # its first held tile; it ends where the next group begins
    group_of: Annotated[Int16s, MAX_HELD]  # of each held tile
    held_from: Annotated[Int16s, 64]  # of each tile: its first copy among the held tiles, -1 for none
    held_next: Annotated[Int16s, MAX_HELD]  # and the next copy
    held_step: Annotated[Int16Rows, (6, MAX_HELD)]  # from the first of the group as it is turned
    held_column: Annotated[Int16Rows, (6, MAX_HELD)]
    held_turned: Annotated[Int16Rows, (6, MAX_HELD)]
    held_tiles: Word
    free: Annotated[Int64s, 64]  # copies of held tiles that belong to no group
    n_tiles: int
    n_laid: int
    left: Word
    copies: Annotated[Int64s, 64]
    euler: int
    cell_of: Annotated[Int16s, MAX_PLIES]  # where the tile of a ply lies
    far: Annotated[Int16s, 8 * MAX_PLIES]
    length: Annotated[Int16s, 8 * MAX_PLIES]
    final: Annotated[Int8s, 8 * MAX_PLIES]
    level: int
    floor: int
    ceiling: int
    counts_only: int
    nodes: int
    found: int
    shows: int  # 1: `advance` stopped because a solution lies on the table
    random: Word  # state of the generator, 0 for the fixed order
    cell: Annotated[Int16s, LEVELS]  # of each level: the cell being decided
    rotation: Annotated[Int8s, LEVELS]  # how many rotations have been tried, 7: staying empty too
    first: Annotated[Int8s, LEVELS]  # the rotation tried first
    fitting: Annotated[UInt64s, LEVELS]
    choice: Annotated[Int16s, LEVELS]  # turned tile laid, UNDECIDED or CLOSED
    way: Annotated[Int16s, LEVELS]  # the next way to lay the tile being tried, -1 for none: see `_next_way`
    held: Annotated[Int16s, LEVELS]  # the tile being tried, turned, where it is a held one
    laid_way: Annotated[Int16s, LEVELS]  # the way in which `choice` was laid
    tried: Annotated[Int32s, LEVELS]
    candidates: Annotated[Int32s, LEVELS]


FrontierStates: TypeAlias = Records[FrontierState]


class FrontierFacts(CompiledRecord):
    """Tables that depend on nothing."""

    shown: Annotated[Int16s, N_CODES]  # how many links of each colour face the cell, four bits per colour
    present: Annotated[Int8s, N_CODES]  # one bit per colour shown
    euler: Annotated[Int8s, N_CODES]  # what a tile on a cell of this code adds to tiles - contacts + triples
    open: Annotated[UInt64Rows, (16, 64, 8)]  # [colours, wall, rotation]: tiles that show none of them to it
    edges: Annotated[Int8Rows, (512, 4, 2)]  # the two edges of a turned tile that carry a colour, -1 for none
    colour: Annotated[Int8Rows, (512, 8)]  # the colour at an edge of a turned tile
    sixths: Annotated[Int8Rows, (512, 4)]  # by how many sixths a link of a turned tile bends: 0, 1 or 2
    # By straights, bends and corners, the way in, and the cells from the first to the last of them:
    # one bit for each way out.
    reach: Annotated[UInt8Rows, (REACH + 1, REACH + 1, REACH + 1, 6, 2 * REACH - 1, 2 * REACH - 1)]
    q: Annotated[Int8s, SIZE]  # the offset for a difference of two cell indices on a free board
    r: Annotated[Int8s, SIZE]
    distance: Annotated[Int8s, SIZE]  # steps between cells by the difference of their indices; 36 means more


FrontierFactArray: TypeAlias = Records[FrontierFacts]


@cache
def facts() -> FrontierFactArray:
    """Build the tables once."""
    made = FrontierFacts.zeros()
    _build_codes(made[0])
    _build_tiles(made[0])
    _build_open(made[0])
    _build_distances(made[0])
    _build_reach(made[0].reach)
    return made


def _build_codes(record: FrontierFacts) -> None:
    shown = np.stack([np.arange(N_CODES) // 5**edge % 5 for edge in range(6)])
    counts = np.stack([(shown == colour + 1).sum(axis=0) for colour in range(4)])
    record.shown[:] = sum(counts[colour] << (4 * colour) for colour in range(4))
    record.present[:] = sum((counts[colour] > 0) << colour for colour in range(4))
    filled = shown > 0
    triples = (filled & np.roll(filled, 1, axis=0)).sum(axis=0)
    record.euler[:] = 1 - filled.sum(axis=0) + triples


def _build_tiles(record: FrontierFacts) -> None:
    record.edges[:] = -1
    for tile in range(1, 65):
        for rotation in range(6):
            for link in links(tile, rotation):
                turned = 8 * (tile - 1) + rotation
                record.edges[turned, link.colour] = (link.a, link.b)
                record.sixths[turned, link.colour] = 3 - min(link.b - link.a, 6 - link.b + link.a)
                record.colour[turned, [link.a, link.b]] = link.colour


def _build_open(record: FrontierFacts) -> None:
    shows = kernel.tables()[0].shows
    record.open[:] = ~U0
    for colours in range(1, 16):
        for wall in range(64):
            for edge in range(6):
                if wall >> edge & 1:
                    record.open[colours, wall] &= ~shows[16 * edge + colours]


def _build_distances(record: FrontierFacts) -> None:
    record.distance[:] = 36
    for q in range(-35, 36):
        for r in range(-35, 36):
            index = (q + kernel.STRIDE * r) & MASK
            record.distance[index] = min(distance(ORIGIN, Cell(q, r)), 36)
            record.q[index], record.r[index] = q, r


def _build_reach(reach: NDArray[np.uint8]) -> None:
    """Find all ways of up to `REACH` tiles, whether or not they cross themselves, from the last tile back."""
    middle = REACH - 1
    for counts in sorted(product(range(REACH + 1), repeat=3), key=sum):
        if not 1 <= sum(counts) <= REACH:
            continue
        for sixths in range(3):
            if counts[sixths] == 0:
                continue
            rest = tuple(n - (place == sixths) for place, n in enumerate(counts))
            for way, turn in product(range(6), {sixths, -sixths}):
                out = (way + turn) % 6
                if sum(counts) == 1:
                    reach[counts][way, middle, middle] |= 1 << out
                else:
                    reach[counts][way] |= np.roll(reach[rest][out], DIRECTIONS[out], axis=(0, 1))


def new_search(goal: Goal) -> FrontierStates:
    """Prepare a search that tries the tiles in a fixed order, or in a random one if `random` is then set."""
    made = FrontierState.zeros()
    s = made[0]
    for tile in goal.tiles:
        s.copies[tile - 1] += 1
        s.left |= U1 << np.uint64(tile - 1)
    for tile in goal.tiles:
        for link in links(tile):
            s.remaining[link.colour, facts()[0].sixths[8 * tile - 8, link.colour]] += 1
    set_strands(s, goal)
    s.holes = -1 if goal.holes is None else goal.holes
    s.n_tiles = len(goal.tiles)
    s.ceiling = LEVELS
    s.n_starts = 1
    if goal.shape is not None:
        _wall_in(s, goal)
    else:
        s.step[:6] = kernel.tables()[0].step[:6]
    groups = goal.groups
    s.held_from[:] = -1
    if groups:
        _hold(s, groups)
    if goal.shape is None:
        _lay_first(made, goal, groups)
    return made


def set_strands(s: HasStrands, goal: Goal) -> None:
    """Note in a record which colours are wanted as loops and as lines, and through how many tiles."""
    for strand in goal.strands:
        s.through[strand.colour] = goal.through(strand)
        if strand.kind is GoalKind.LOOP:
            s.loops |= 1 << strand.colour
        else:
            s.lines |= 1 << strand.colour


def _hold(s: FrontierState, groups: Sequence[HeldGroup]) -> None:
    """Store the groups in each of their rotations. Raises ValueError for too many tiles."""
    n_held = sum(map(len, groups))
    if n_held > MAX_HELD:
        raise ValueError(f"expected at most {MAX_HELD} tiles held together, got {n_held}")
    s.n_groups = len(groups)
    s.group_from[: len(groups) + 1] = np.cumsum([0, *map(len, groups)])
    s.free[:] = s.copies
    for number, group in enumerate(groups):
        at = int(s.group_from[number])
        for sixths in range(6):
            for place, (tile, cell, rotation) in enumerate(moved(group, sixths), at):
                s.held_step[sixths, place] = cell.q * s.step[0] + cell.r * s.step[1]
                s.held_column[sixths, place] = cell.q
                s.held_turned[sixths, place] = 8 * (tile - 1) + rotation
        for place, (tile, _, _) in enumerate(group, at):
            s.group_of[place] = number
            s.held_next[place] = s.held_from[tile - 1]
            s.held_from[tile - 1] = place
            s.held_tiles |= U1 << np.uint64(tile - 1)
            s.free[tile - 1] -= 1
    if s.is_fixed:
        s.n_starts = 6 * SIZE


def _lay_first(made: FrontierStates, goal: Goal, groups: Sequence[HeldGroup]) -> None:
    """Lay the largest group or the root first on a free board; if that fails, no start is left."""
    if groups:
        made[0].n_starts = int(do_lay_group(made, kernel.tables(), facts(), 0, START, 0))
    else:
        do_lay(made, kernel.tables(), facts(), START, 8 * (root_of(goal) - 1))


def root_of(goal: Goal) -> int:
    """Choose the tile to lay first: a rare one with many colours of the goal."""
    colours = [strand.colour for strand in goal.strands]
    return min(
        sorted(set(goal.tiles)),
        key=lambda tile: (tile > 56, goal.tiles.count(tile), -sum(c in colours for c in _colours(tile))),
    )


def _colours(tile: int) -> Sequence[Colour]:
    return [link.colour for link in links(tile)]


def cell_index(goal: Goal) -> dict[tuple[int, int], int]:
    """Number the cells of a shape, with a rim around it, so that the steps between neighbours are fixed."""
    assert goal.shape is not None
    cells = goal.shape.cells
    left, top = min(q for q, _ in cells), min(r for _, r in cells)
    width = max(q for q, _ in cells) - left + 3
    if width * (max(r for _, r in cells) - top + 3) > SIZE:
        raise ValueError(f"expected a shape within {SIZE} cells, got {goal.shape}")
    return {(q, r): q - left + 1 + (r - top + 1) * width for q, r in cells}


def _wall_in(s: FrontierState, goal: Goal) -> None:
    index = cell_index(goal)
    assert goal.shape is not None
    width = max(q for q, _ in goal.shape.cells) - min(q for q, _ in goal.shape.cells) + 3
    s.step[:6] = (1, width, width - 1, -1, -width, 1 - width)
    s.is_fixed = 1
    s.closed[:] = 1
    own = list(index.values())
    s.closed[own] = 0
    for cell in own:
        s.column[cell] = cell % width
        for edge in range(6):
            if s.closed[(cell + s.step[edge]) & MASK]:
                s.wall[cell] |= 1 << edge
        if s.wall[cell]:
            s.must[cell >> 6] |= U1 << np.uint64(cell & 63)
            s.must_words |= U1 << np.uint64(cell >> 6)


@jit
def advance(searches: FrontierStates, tables: TableArray, facts: FrontierFactArray, budget: int) -> int:
    """Advance a search by at most `budget` nodes; return why it stopped."""
    s, t, f = searches[0], tables[0], facts[0]
    end = s.nodes + budget
    if s.shows and s.level > 0:
        s.shows = 0
        _undo(s, t, f)
    while s.nodes < end:
        if s.level < s.floor:
            return DONE
        if s.level == 0:
            if s.start >= s.n_starts:
                return DONE
            if _start(s, t, f):
                return SOLUTION
            continue
        if not _next(s, t, f):
            leave(s, t, f)
            continue
        if s.n_laid == s.n_tiles:
            if _is_solved(s):
                s.found += 1
                if s.counts_only == 0:
                    s.shows = 1
                    return SOLUTION
            _undo(s, t, f)
            continue
        if not _enter(s, t, f):
            _undo(s, t, f)
        elif s.level >= s.ceiling:
            return BRANCH
    return RUNNING


@jit
def _start(s: FrontierState, t: Tables, f: FrontierFacts) -> bool:
    """Begin from the next start; return whether that already lays all tiles as a solution to be shown."""
    at = s.start
    s.start += 1
    if s.is_fixed and s.n_groups:
        if s.n_laid:
            _lift_group(s, t, f, 0, (at - 1) // 6, (at - 1) % 6)
        if s.closed[at // 6] or not _lay_group(s, t, f, 0, at // 6, at % 6):
            return False
    s.nodes += 1
    if s.n_laid < s.n_tiles:
        _enter(s, t, f)
        return False
    if not _is_solved(s):
        return False
    s.found += 1
    return bool(s.counts_only == 0)


@jit
def retreat(searches: FrontierStates, tables: TableArray, facts: FrontierFactArray) -> None:
    """Skip the branch where `advance` stopped, because it is searched elsewhere."""
    leave(searches[0], tables[0], facts[0])


@jit
def do_lay(
    searches: FrontierStates, tables: TableArray, facts: FrontierFactArray, cell: int, turned: int
) -> int:
    """Lay a tile that belongs to no level."""
    return int(_lay(searches[0], tables[0], facts[0], cell, turned))


@jit
def do_lay_group(
    searches: FrontierStates, tables: TableArray, facts: FrontierFactArray, group: int, cell: int, sixths: int
) -> bool:
    """Lay a group that belongs to no level; return whether it could be laid."""
    return _lay_group(searches[0], tables[0], facts[0], group, cell, sixths)


@jit
def _is_solved(s: FrontierState) -> bool:
    """Return whether all tiles, once laid, make one strand of each line, closed loops and the right holes."""
    if s.holes >= 0 and 1 - s.euler != s.holes:
        return False
    for colour in range(4):
        if s.loops >> colour & 1 and s.strands[colour] != 0:
            return False
        if s.lines >> colour & 1 and s.strands[colour] != 1:
            return False
    return True


@jit
def _update(s: FrontierState, f: FrontierFacts, cell: int) -> None:
    """Update `must` and `may` for a cell."""
    word = cell >> 6
    bit = U1 << np.uint64(cell & 63)
    at = U1 << np.uint64(word)
    code = s.code[cell]
    is_open = s.turned[cell] == 0 and s.closed[cell] == 0
    if s.is_fixed:
        must = is_open and (code != 0 or s.wall[cell] != 0)
    else:
        must = is_open and f.present[code] & (s.loops | s.lines) != 0
    if must:
        s.must[word] |= bit
        s.must_words |= at
    else:
        s.must[word] &= ~bit
        if s.must[word] == U0:
            s.must_words &= ~at
    if is_open and code != 0:
        s.may[word] |= bit
        s.may_words |= at
    else:
        s.may[word] &= ~bit
        if s.may[word] == U0:
            s.may_words &= ~at


@jit
def _lay(s: FrontierState, t: Tables, f: FrontierFacts, cell: int, turned: int) -> bool:
    """Lay a tile completely, and return whether the required strands and holes are still possible."""
    ply = s.n_laid
    s.n_laid = ply + 1
    s.ply[cell] = ply
    s.cell_of[ply] = cell
    s.turned[cell] = turned + 1
    tile = turned >> 3
    s.copies[tile] -= 1
    if s.copies[tile] == 0:
        s.left &= ~(U1 << np.uint64(tile))
    gain = int(f.euler[s.code[cell]]) if ply else 1
    s.euler += gain
    for edge in range(6):
        beside = (cell + s.step[edge]) & MASK
        s.code[beside] += t.add[turned, edge]
        _update(s, f, beside)
        s.final[8 * ply + edge] = 0
    _update(s, f, cell)
    is_good = True
    for colour in range(4):
        if (s.loops | s.lines) >> colour & 1 and f.edges[turned, colour, 0] >= 0:
            s.remaining[colour, f.sixths[turned, colour]] -= 1
            is_good &= _join(s, f, cell, turned, colour)
    return is_good


@jit
def _put(s: FrontierState, t: Tables, f: FrontierFacts, cell: int, turned: int) -> bool:
    """Lay a tile beside others, and return whether the required strands and holes are still possible."""
    before = s.euler
    is_good = _lay(s, t, f, cell, turned)
    if is_good and s.euler < before and s.holes == 0 and s.is_fixed == 0:
        is_good = _can_fill(s, cell)
    return is_good


@jit
def _lay_group(s: FrontierState, t: Tables, f: FrontierFacts, group: int, cell: int, sixths: int) -> bool:
    """Lay a turned group with its first tile in a cell, or nothing if it does not fit there."""
    first = int(s.group_from[group])
    end = int(s.group_from[group + 1])
    before = s.euler
    for place in range(first, end):
        here = (cell + s.held_step[sixths, place]) & MASK
        is_good = _can_hold(s, t, f, cell, here, sixths, place, _barred(s))
        if is_good:
            is_good = _lay(s, t, f, here, int(s.held_turned[sixths, place]))
            place += 1
        if not is_good:
            _lift_places(s, t, f, first, place, cell, sixths)
            return False
    s.is_laid[group] = 1
    if s.euler < before and s.holes == 0 and s.is_fixed == 0 and not _can_fill_around(s, group, cell, sixths):
        _lift_group(s, t, f, group, cell, sixths)
        return False
    return True


@jit
def _can_fill_around(s: FrontierState, group: int, cell: int, sixths: int) -> bool:
    """Return whether at most one region beside a group is too large for the tiles left to fill."""
    limit = s.n_tiles - s.n_laid
    s.flood += 1
    n_large = 0
    for place in range(s.group_from[group], s.group_from[group + 1]):
        here = (cell + s.held_step[sixths, place]) & MASK
        for edge in range(6):
            beside = (here + s.step[edge]) & MASK
            if s.turned[beside] == 0 and s.reached[beside] != s.flood:
                n_large += int(_spread(s, beside, limit, SIZE))
    return n_large <= 1


@jit
def _lift_group(s: FrontierState, t: Tables, f: FrontierFacts, group: int, cell: int, sixths: int) -> None:
    s.is_laid[group] = 0
    _lift_places(s, t, f, int(s.group_from[group]), int(s.group_from[group + 1]), cell, sixths)


@jit
def _lift_places(
    s: FrontierState, t: Tables, f: FrontierFacts, first: int, end: int, cell: int, sixths: int
) -> None:
    """Take back held tiles, last laid first."""
    for place in range(end - 1, first - 1, -1):
        here = (cell + s.held_step[sixths, place]) & MASK
        _lift(s, t, f, here, int(s.held_turned[sixths, place]))


@jit
def _can_hold(
    s: FrontierState, t: Tables, f: FrontierFacts, cell: int, here: int, sixths: int, place: int, barred: int
) -> bool:
    """Return whether a held tile fits in its place when the first tile of its group lies in a cell."""
    if s.turned[here] or s.closed[here]:
        return False
    if s.is_fixed and s.column[here] - s.column[cell] != s.held_column[sixths, place]:
        return False
    turned = int(s.held_turned[sixths, place])
    rotation = turned & 7
    fitting = t.fit[s.code[here], rotation] & f.open[barred, s.wall[here], rotation]
    return bool(fitting >> np.uint64(turned >> 3) & U1 != U0)


@jit
def _can_hold_group(
    s: FrontierState, t: Tables, f: FrontierFacts, group: int, cell: int, sixths: int, barred: int
) -> bool:
    for place in range(s.group_from[group], s.group_from[group + 1]):
        here = (cell + s.held_step[sixths, place]) & MASK
        if not _can_hold(s, t, f, cell, here, sixths, place, barred):
            return False
    return True


@jit
def _join(s: FrontierState, f: FrontierFacts, cell: int, turned: int, colour: int) -> bool:
    """Join a link to what it meets; fail if a strand is closed or ended too early."""
    a = int(f.edges[turned, colour, 0])
    b = int(f.edges[turned, colour, 1])
    beside_a = (cell + s.step[a]) & MASK
    beside_b = (cell + s.step[b]) & MASK
    ply = int(s.ply[cell])
    far_a = 8 * ply + a
    far_b = 8 * ply + b
    length = 1
    s.strands[colour] += 1 - int(s.turned[beside_a] != 0) - int(s.turned[beside_b] != 0)
    if s.turned[beside_a]:
        end_a = 8 * int(s.ply[beside_a]) + (a + 3) % 6
        far_a = int(s.far[end_a])
        length += s.length[end_a]
    elif s.wall[cell] >> a & 1:
        s.ends[colour] += 1
        s.final[far_a] = 1
    if s.turned[beside_b]:
        end_b = 8 * int(s.ply[beside_b]) + (b + 3) % 6
        if s.turned[beside_a] and far_a == end_b:
            return bool(s.loops >> colour & 1 == 1 and length == s.through[colour])
        far_b = int(s.far[end_b])
        length += s.length[end_b]
    elif s.wall[cell] >> b & 1:
        s.ends[colour] += 1
        s.final[far_b] = 1
    s.far[far_a] = far_b
    s.far[far_b] = far_a
    s.length[far_a] = length
    s.length[far_b] = length
    if s.final[far_a] and s.final[far_b] and length < s.through[colour]:
        return False
    return bool(s.ends[colour] <= 2)


@jit
def _lift(s: FrontierState, t: Tables, f: FrontierFacts, cell: int, turned: int) -> None:
    """Take back the tile laid last: the exact inverse of `_lay`."""
    for colour in range(4):
        if (s.loops | s.lines) >> colour & 1 and f.edges[turned, colour, 0] >= 0:
            s.remaining[colour, f.sixths[turned, colour]] += 1
            _part(s, f, cell, turned, colour)
    s.n_laid -= 1
    s.turned[cell] = 0
    tile = turned >> 3
    s.copies[tile] += 1
    s.left |= U1 << np.uint64(tile)
    s.euler -= int(f.euler[s.code[cell]])
    for edge in range(6):
        beside = (cell + s.step[edge]) & MASK
        s.code[beside] -= t.add[turned, edge]
        _update(s, f, beside)
    _update(s, f, cell)


@jit
def _part(s: FrontierState, f: FrontierFacts, cell: int, turned: int, colour: int) -> None:
    s.strands[colour] -= 1
    for side in range(2):
        edge = int(f.edges[turned, colour, side])
        beside = (cell + s.step[edge]) & MASK
        if s.turned[beside]:
            s.strands[colour] += 1
            end = 8 * int(s.ply[beside]) + (edge + 3) % 6
            s.far[s.far[end]] = end
            s.length[s.far[end]] = s.length[end]
        elif s.wall[cell] >> edge & 1:
            s.ends[colour] -= 1
            s.final[8 * int(s.ply[cell]) + edge] = 0


@jit
def _can_fill(s: FrontierState, cell: int) -> bool:
    """Return whether at most one region beside a cell is too large for the tiles left to fill."""
    limit = s.n_tiles - s.n_laid
    n_large = 0
    for edge in range(6):
        beside = (cell + s.step[edge]) & MASK
        before = (cell + s.step[(edge + 5) % 6]) & MASK
        if s.turned[beside] == 0 and s.turned[before] != 0:
            s.flood += 1
            n_large += int(_spread(s, beside, limit, limit))
            if n_large > 1:
                return False
    return True


@jit
def _spread(s: FrontierState, cell: int, limit: int, at_most: int) -> bool:
    """Flood the empty region around a cell; return whether it exceeds `limit` or has a cell that stays empty.

    With more than `at_most` cells, or one that stays empty, the flood may end early.
    """
    s.reached[cell] = s.flood
    s.queue[0] = cell
    n = 1
    at = 0
    is_open = False
    while at < n and n <= at_most:
        here = int(s.queue[at])
        at += 1
        if s.closed[here]:
            is_open = True
            if at_most == limit:
                break
        for edge in range(6):
            beside = (here + s.step[edge]) & MASK
            if s.turned[beside] == 0 and s.reached[beside] != s.flood:
                s.reached[beside] = s.flood
                s.queue[n] = beside
                n += 1
    return is_open or n > limit


@jit
def _close(s: FrontierState, f: FrontierFacts, cell: int) -> bool:
    """Mark a cell as staying empty; fail if that ends a strand too early."""
    s.closed[cell] = 1
    is_good = True
    for edge in range(6):
        beside = (cell + s.step[edge]) & MASK
        s.wall[beside] |= 1 << ((edge + 3) % 6)
        if s.turned[beside]:
            colour = int(f.colour[s.turned[beside] - 1, (edge + 3) % 6])
            if s.lines >> colour & 1:
                end = 8 * int(s.ply[beside]) + (edge + 3) % 6
                s.ends[colour] += 1
                s.final[end] = 1
                if s.final[s.far[end]] and s.length[end] < s.through[colour]:
                    is_good = False
                if s.ends[colour] > 2:
                    is_good = False
    _update(s, f, cell)
    return is_good


@jit
def _reopen(s: FrontierState, f: FrontierFacts, cell: int) -> None:
    s.closed[cell] = 0
    for edge in range(6):
        beside = (cell + s.step[edge]) & MASK
        s.wall[beside] &= ~(1 << ((edge + 3) % 6))
        if s.turned[beside]:
            colour = int(f.colour[s.turned[beside] - 1, (edge + 3) % 6])
            if s.lines >> colour & 1:
                s.ends[colour] -= 1
                s.final[8 * int(s.ply[beside]) + (edge + 3) % 6] = 0
    _update(s, f, cell)


@jit
def _barred(s: FrontierState) -> int:
    """Return the colours that may not face a cell that stays empty, one bit each."""
    colours = s.loops
    for colour in range(4):
        if s.ends[colour] >= 2:
            colours |= s.lines & (1 << colour)
    return int(colours)


@jit
def _may_stay_empty(s: FrontierState, f: FrontierFacts, cell: int) -> bool:
    """Return whether a cell may stay empty: no loop and no more than two ends of a line face it."""
    if s.is_fixed:
        return False
    shown = f.shown[s.code[cell]]
    for colour in range(4):
        n = shown >> (4 * colour) & 15
        if n and s.loops >> colour & 1:
            return False
        if s.lines >> colour & 1 and s.ends[colour] + n > 2:
            return False
    return True


@jit
def _count(s: FrontierState, t: Tables, f: FrontierFacts, cell: int, barred: int) -> int:
    code = s.code[cell]
    wall = s.wall[cell]
    if t.fit[code, 6] & s.left == U0:
        return 0
    n = 0
    for rotation in range(6):
        fitting = t.fit[code, rotation] & f.open[barred, wall, rotation] & s.left
        held = fitting & s.held_tiles
        n += popcount(fitting ^ held)
        while held != U0:
            tile = lowest_bit(held)
            held &= held - U1
            n += _count_held(s, t, f, cell, 8 * tile + rotation, barred)
    return n


@jit
def _count_held(s: FrontierState, t: Tables, f: FrontierFacts, cell: int, turned: int, barred: int) -> int:
    """Count the ways to lay a held tile, alone or with its group."""
    tile = turned >> 3
    n = int(s.free[tile] > 0)
    way = _next_way(s, tile, 0)
    while way >= 0:
        group = int(s.group_of[(way - 1) >> 1])
        if s.is_laid[group] == 0:
            sixths = _sixths(s, turned, way)
            n += int(_can_hold_group(s, t, f, group, _first_cell(s, cell, way, sixths), sixths, barred))
        way = _next_way(s, tile, way)
    return n


@jit
def _next_way(s: FrontierState, tile: int, way: int) -> int:
    """Return the way after `way`, or -1 after the last.

    Way 0 is the tile alone, `1 + 2 * held` the tile with a group, and one more that group turned by half,
    which is possible where the tile is a triple straight.
    """
    if way == 0:
        held = int(s.held_from[tile])
    elif tile >= FIRST_TRIPLE_STRAIGHT and way & 1:
        return way + 1
    else:
        held = int(s.held_next[(way - 1) >> 1])
    return 1 + 2 * held if held >= 0 else -1


@jit
def _sixths(s: FrontierState, turned: int, way: int) -> int:
    """Return how far a group is turned, given one of its turned tiles."""
    own = int(s.held_turned[0, (way - 1) >> 1]) & 7
    return ((turned & 7) - own + 6 + 3 * ((way - 1) & 1)) % 6


@jit
def _first_cell(s: FrontierState, cell: int, way: int, sixths: int) -> int:
    """Return the cell of the first tile of a group, given the cell of another of its tiles."""
    return int((cell - s.held_step[sixths, (way - 1) >> 1]) & MASK)


@jit
def _enter(s: FrontierState, t: Tables, f: FrontierFacts) -> bool:
    """Choose the cell with the fewest choices and go one level down; fail if a cell has none."""
    barred = _barred(s)
    fewest = 100000
    chosen = -1
    n_forced = 0
    words = s.must_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.must[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits &= bits - U1
            n = _count(s, t, f, cell, barred)
            if _may_stay_empty(s, f, cell):
                n += 1
            else:
                n_forced += 1
            if n < fewest:
                if n == 0:
                    return False
                fewest = n
                chosen = cell
    if n_forced > s.n_tiles - s.n_laid:
        return False
    if not _can_meet(s, f):
        return False
    if chosen < 0:
        if s.may_words == U0:
            return False
        word = lowest_bit(s.may_words)
        chosen = word * 64 + lowest_bit(s.may[word])
        fewest = _count(s, t, f, chosen, barred) + 1
    _descend(s, chosen, fewest)
    return True


@jit
def _can_meet(s: FrontierState, f: FrontierFacts) -> bool:
    """Return whether the tiles left can join the ends of each loop that is a single strand so far."""
    for colour in range(4):
        if s.loops >> colour & 1 and s.strands[colour] == 1 and not _can_lead(s, f, colour):
            return False
    return True


@jit
def _can_lead(s: FrontierState, f: FrontierFacts, colour: int) -> bool:
    """Return whether the tiles left that carry a colour can join the two ends of its only strand."""
    cell = _facing(s, f, colour)
    if cell < 0:
        return True
    edge = 0
    code = int(s.code[cell])
    while code % 5 != colour + 1:
        code //= 5
        edge += 1
    end = 8 * int(s.ply[(cell + s.step[edge]) & MASK]) + (edge + 3) % 6
    far = int(s.far[end])
    last = int((s.cell_of[far >> 3] + s.step[far & 7]) & MASK)
    straights, bends, corners = s.remaining[colour, 0], s.remaining[colour, 1], s.remaining[colour, 2]
    n = straights + bends + corners
    if n > REACH:
        return bool(s.is_fixed != 0 or f.distance[(last - cell) & MASK] < n)
    if s.is_fixed:
        q = int(s.column[last] - s.column[cell])
        r = (last - cell - q) // s.step[1]
    else:
        q, r = int(f.q[(last - cell) & MASK]), int(f.r[(last - cell) & MASK])
    if n == 0 or abs(q) >= n or abs(r) >= n:
        return False
    ways = f.reach[straights, bends, corners, (edge + 3) % 6, q + REACH - 1, r + REACH - 1]
    return bool(ways >> ((far & 7) + 3) % 6 & 1)


@jit
def _facing(s: FrontierState, f: FrontierFacts, colour: int) -> int:
    """Return an undecided cell that faces a colour, -1 if there is none."""
    words = s.must_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.must[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits &= bits - U1
            if f.shown[s.code[cell]] >> (4 * colour) & 15:
                return cell
    return -1


@jit
def _descend(s: FrontierState, cell: int, n: int) -> None:
    level = s.level + 1
    s.level = level
    s.cell[level] = cell
    s.rotation[level] = -1
    s.first[level] = 0
    s.fitting[level] = U0
    s.choice[level] = UNDECIDED
    s.way[level] = -1
    s.tried[level] = 0
    s.candidates[level] = n
    if s.random != U0:
        s.first[level] = random_bits(s) % 6


@jit
def _next(s: FrontierState, t: Tables, f: FrontierFacts) -> bool:
    """Make the next choice of this level that does not fail immediately; return whether there was one."""
    level = s.level
    cell = int(s.cell[level])
    while True:
        while s.way[level] >= 0:
            if _lay_next_way(s, t, f, cell):
                return True
        while s.fitting[level] == U0:
            s.rotation[level] += 1
            if s.rotation[level] >= 6:
                return _next_empty(s, f, cell)
            rotation = (s.rotation[level] + s.first[level]) % 6
            fit = t.fit[s.code[cell], rotation] & s.left
            if fit != U0:
                s.fitting[level] = fit & f.open[_barred(s), s.wall[cell], rotation]
        tile = pick(s, s.fitting[level])
        s.fitting[level] &= ~(U1 << np.uint64(tile))
        turned = 8 * tile + (int(s.rotation[level]) + int(s.first[level])) % 6
        if s.held_tiles >> np.uint64(tile) & U1:
            s.held[level] = turned
            s.way[level] = 0
            continue
        s.nodes += 1
        s.tried[level] += 1
        if _put(s, t, f, cell, turned):
            s.choice[level] = turned
            return True
        _lift(s, t, f, cell, turned)


@jit
def _lay_next_way(s: FrontierState, t: Tables, f: FrontierFacts, cell: int) -> bool:
    """Lay the held tile of this level in its next way; return whether it could be laid."""
    level = s.level
    turned = int(s.held[level])
    tile = turned >> 3
    way = int(s.way[level])
    s.way[level] = _next_way(s, tile, way)
    s.laid_way[level] = way
    if way == 0:
        if s.free[tile] == 0:
            return False
        is_good = _put(s, t, f, cell, turned)
        s.free[tile] -= 1
        if not is_good:
            _lift(s, t, f, cell, turned)
            s.free[tile] += 1
    else:
        group = int(s.group_of[(way - 1) >> 1])
        if s.is_laid[group]:
            return False
        sixths = _sixths(s, turned, way)
        is_good = _lay_group(s, t, f, group, _first_cell(s, cell, way, sixths), sixths)
    s.nodes += 1
    s.tried[level] += 1
    if is_good:
        s.choice[level] = turned
    return is_good


@jit
def _next_empty(s: FrontierState, f: FrontierFacts, cell: int) -> bool:
    """After all tiles have been tried, leave the cell empty if that is allowed."""
    level = s.level
    if s.rotation[level] > 6 or not _may_stay_empty(s, f, cell):
        return False
    s.rotation[level] = 7
    s.nodes += 1
    s.tried[level] += 1
    if _close(s, f, cell):
        s.choice[level] = CLOSED
        return True
    _reopen(s, f, cell)
    return False


@jit
def _undo(s: FrontierState, t: Tables, f: FrontierFacts) -> None:
    """Take back the choice of this level."""
    level = s.level
    cell = int(s.cell[level])
    choice = int(s.choice[level])
    if choice == CLOSED:
        _reopen(s, f, cell)
    elif choice >= 0:
        _take_back(s, t, f, cell, choice)
    s.choice[level] = UNDECIDED


@jit
def _take_back(s: FrontierState, t: Tables, f: FrontierFacts, cell: int, turned: int) -> None:
    """Take back a tile of this level, with its group if it was laid with one."""
    way = int(s.laid_way[s.level])
    tile = turned >> 3
    is_held = s.held_tiles >> np.uint64(tile) & U1 != U0
    if is_held and way > 0:
        sixths = _sixths(s, turned, way)
        _lift_group(s, t, f, int(s.group_of[(way - 1) >> 1]), _first_cell(s, cell, way, sixths), sixths)
        return
    _lift(s, t, f, cell, turned)
    if is_held:
        s.free[tile] += 1


@jit
def leave(s: FrontierState, t: Tables, f: FrontierFacts) -> None:
    """Go one level up and take back its choice."""
    s.level -= 1
    if s.level > 0:
        _undo(s, t, f)

"""Tiles for the course of a strand that runs through all of them: a search lays them so that all colours fit.

The course fixes the cells, and how each tile lies in each cell, up to half a turn of straights. A search lays
the tiles, always in the cell that the fewest of them fit. It gives up where a matching of cells and tiles
(Kuhn, The Hungarian method for the assignment problem, 1955), which ignores that tiles must fit each other,
would show more ends of lines than there are.
"""

from typing import Annotated

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit, lowest_bit, popcount
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Int8,
    Int8Rows,
    Int8s,
    Int16Rows,
    Int16s,
    Int64s,
    Records,
    UInt64Rows,
    UInt64s,
    Word,
)
from tantrix.kernel import Tables
from tantrix.solver.boards.strand_forms import MOST, SPARE, StrandForms
from tantrix.solver.goal import Goal, GoalKind, Strand
from tantrix.solver.steps.open_places import do_put_back, do_take_out
from tantrix.tiles import LETTERS, edges

MET = 1 << 14
_LEVELS = MOST + SPARE
_SIDES = 2  # rotations in which a straight link lies in the same way; others have one
_LAYING, _LAYING_LOOPS = 300, 2_000  # nodes of the search that lays the tiles; the latter without a bound


class Courses(CompiledRecord):
    """The course of a strand through all tiles, and the tiles laid on it.

    A way is the two edges of the main strand, as bits; a side one of the rotations that put its link there.
    """

    since: int  # changes of the form since the last course
    n_tries: int  # changes of this course that may still be tried
    nodes: int
    steps: int  # changes of forms and courses, and nodes of the search that lays tiles
    has_line: Int8  # whether a strand is a line: walks and matchings help only then
    is_asked: Annotated[Int8s, 4]  # whether a colour has a strand
    most_ends: Annotated[Int64s, 4]  # of a colour: two for a line
    ends: Annotated[Int64s, 4]  # laid so far, the main strand's left out
    n_full: int  # colours whose ends have all been laid
    main: int  # the colour of the main strand
    shows: Annotated[UInt64Rows, (64, _SIDES, 6, 4)]  # tiles that show a colour at an edge, by way and side
    fit: Annotated[UInt64Rows, (64, 64, _SIDES)]  # the tiles that an open cell can have, by way and rim
    dull: Annotated[UInt64Rows, (64, 64, _SIDES, 4)]  # the tiles that show a colour to no empty cell
    endless: Annotated[UInt64Rows, (64, 64, _SIDES)]  # the tiles that show an end of a line to no empty cell
    turned: Annotated[Int16Rows, (64, _SIDES, 64)]  # turned tile plus 1, by way, side and tile; 0 for none
    colour: Annotated[Int8Rows, (512, 6)]  # of a turned tile plus 1 at each edge
    met: Annotated[UInt64s, MET]  # courses met of late
    n_bare: int  # of the course before the latest change
    way: Annotated[Int64s, kernel.SIZE]
    rim: Annotated[Int64s, kernel.SIZE]  # the edges without neighbour, as bits
    can: Annotated[UInt64Rows, (kernel.SIZE, _SIDES)]  # the tiles that fit an open cell, used ones too
    without: Annotated[UInt64s, kernel.SIZE]  # the tiles left that fit an open cell without an end of a line
    laid: Annotated[Int16s, kernel.SIZE]  # turned tile plus 1, 0 where none
    copies: Annotated[Int64s, 64]
    left: Word
    open: Annotated[Int64s, _LEVELS]  # the cells without tile
    n_open: int
    at: Annotated[Int64s, _LEVELS]  # of each level: the position of its cell in `open`
    chosen: Annotated[Int64s, _LEVELS]  # the cell
    side: Annotated[Int64s, _LEVELS]
    fitting: Annotated[UInt64s, _LEVELS]
    mate: Annotated[Int64s, kernel.SIZE]  # the tile that a cell had in the latest matching
    owner: Annotated[Int64s, 64]  # of each tile: its cell in this matching
    row: Annotated[Int64s, _LEVELS]  # a row of cells that pass on their tiles, and the tiles
    passed: Annotated[Int64s, _LEVELS]
    kept: Annotated[UInt64Rows, (_LEVELS, 6, _SIDES)]  # what `can` was, of each neighbour


def new_courses(goal: Goal, main: Strand) -> Records[Courses]:
    """Prepare the record: the tiles of a goal, and how they lie for each way of the main strand."""
    made = Courses.zeros()
    c = made[0]
    c.main = main.colour
    c.has_line = any(strand.kind is GoalKind.LINE for strand in goal.strands)
    for strand in goal.strands:
        c.is_asked[strand.colour] = 1
        c.most_ends[strand.colour] = 2 if strand.kind is GoalKind.LINE else 0
    c.copies[:] = np.bincount(np.array(goal.tiles) - 1, minlength=64)
    c.left = np.uint64(sum(1 << (tile - 1) for tile in set(goal.tiles)))
    for tile in set(goal.tiles):
        _describe(c, tile, main.colour)
    do_prepare(made)
    return made


def _describe(c: Courses, tile: int, main: int) -> None:
    """Store how a tile lies for each way of its main strand, and what it shows there."""
    letters = edges(tile)
    for rotation in range(6):
        colours = [LETTERS.index(letters[(edge - rotation) % 6]) for edge in range(6)]
        way = sum(1 << edge for edge in range(6) if colours[edge] == main)
        side = int(c.turned[way, 0, tile - 1] != 0)
        c.turned[way, side, tile - 1] = 8 * (tile - 1) + rotation + 1
        c.colour[8 * (tile - 1) + rotation + 1] = colours
        for edge, colour in enumerate(colours):
            c.shows[way, side, edge, colour] |= np.uint64(1 << (tile - 1))


@jit
def do_prepare(courses: Records[Courses]) -> None:
    """Store which tiles a cell can have, and which of them show what, for each way and rim."""
    c = courses[0]
    for way in range(64):
        for rim in range(64):
            for side in range(_SIDES):
                _prepare(c, way, rim, side)


@jit
def _prepare(c: Courses, way: int, rim: int, side: int) -> None:
    every = U0
    for colour in range(4):
        every |= c.shows[way, side, 0, colour]
    fit, endless = every, every
    for colour in range(4):
        shown = U0
        for edge in range(6):
            if rim >> edge & 1:
                shown |= c.shows[way, side, edge, colour]
        c.dull[way, rim, side, colour] = every & ~shown
        if c.most_ends[colour]:
            endless &= ~shown
        elif c.is_asked[colour]:
            fit &= ~shown
    c.fit[way, rim, side] = fit
    c.endless[way, rim, side] = endless


@jit
def do_lay(c: Courses, m: StrandForms, t: Tables) -> bool:
    """Lay the tiles where they fit, hardest cell first; give up after some nodes."""
    level, spent = 0, 0
    most = _LAYING if c.has_line else _LAYING_LOOPS
    if not _choose(c, 0):
        return False
    while level >= 0:
        if c.laid[c.chosen[level]] != 0:
            _lift(c, t, level)
        if spent == most or not _next(c, level):
            do_put_back(c, level)
            level -= 1
            continue
        spent += 1
        _show(c, t, level)
        if c.n_open == 0:
            if _are_whole(c, m, t):
                break
        elif (not c.has_line or _can_be_laid(c)) and _choose(c, level + 1):
            level += 1
    c.steps += spent
    return bool(level >= 0)


@jit
def do_open_all(c: Courses, m: StrandForms, t: Tables) -> None:
    """Open all cells of a course, for the tiles that show what they must not to no empty cell."""
    c.n_open = m.n
    c.ends[:] = 0
    c.n_full = 0
    for place in range(m.n):
        cell, way = m.cell[place], int(m.way[0, m.cell[place]])
        c.open[place] = cell
        c.laid[cell] = 0
        c.way[cell] = way
        c.rim[cell] = 0
        for edge in range(6):
            is_empty = m.used[(cell + t.step[edge]) & kernel.MASK] == 0
            c.rim[cell] |= int(is_empty and way >> edge & 1 == 0) << edge
        for side in range(_SIDES):
            c.can[cell, side] = c.fit[way, c.rim[cell], side]


@jit
def _fitting(c: Courses, cell: int, side: int) -> Word:
    """Return the tiles left that fit a cell on one side."""
    fitting: Word = c.can[cell, side] & c.left
    if c.n_full > 0:
        for colour in range(4):
            if c.most_ends[colour] and c.ends[colour] == c.most_ends[colour]:
                fitting &= c.dull[c.way[cell], c.rim[cell], side, colour]
    return fitting


@jit
def _choose(c: Courses, level: int) -> bool:
    """Choose the open cell that the fewest tiles fit; fail if no tile fits one."""
    fewest, chosen = 2 * _LEVELS + 1, 0
    for at in range(c.n_open):
        cell = c.open[at]
        n = popcount(_fitting(c, cell, 0)) + popcount(_fitting(c, cell, 1))
        if n < fewest:
            if n == 0:
                return False
            fewest, chosen = n, at
    do_take_out(c, level, chosen)
    c.side[level] = -1
    c.fitting[level] = U0
    return True


@jit
def _next(c: Courses, level: int) -> bool:
    """Lay the next tile that fits the cell of this level, and does not show a third end of a line."""
    cell = c.chosen[level]
    while True:
        while c.fitting[level] == U0:
            if c.side[level] == _SIDES - 1:
                return False
            c.side[level] += 1
            c.fitting[level] = _fitting(c, cell, c.side[level])
        tile = lowest_bit(c.fitting[level])
        c.fitting[level] &= c.fitting[level] - U1
        c.laid[cell] = c.turned[c.way[cell], c.side[level], tile]
        if _count_ends(c, cell, 1):
            break
        _count_ends(c, cell, -1)
        c.laid[cell] = 0
    c.copies[tile] -= 1
    if c.copies[tile] == 0:
        c.left &= ~(U1 << np.uint64(tile))
    return True


@jit
def _count_ends(c: Courses, cell: int, by: int) -> bool:
    """Count the ends of lines that a tile shows, or no longer; return whether they are not too many."""
    is_right = True
    for edge in range(6):
        if c.rim[cell] >> edge & 1:
            colour = c.colour[c.laid[cell], edge]
            if c.most_ends[colour]:
                was_full = c.ends[colour] >= c.most_ends[colour]
                c.ends[colour] += by
                is_full = c.ends[colour] >= c.most_ends[colour]
                c.n_full += int(is_full) - int(was_full)
                is_right = is_right and c.ends[colour] <= c.most_ends[colour]
    return is_right


@jit
def _show(c: Courses, t: Tables, level: int) -> None:
    """Leave its neighbours only the tiles that show the same colours to a laid tile."""
    cell = c.chosen[level]
    for edge in range(6):
        beside = (cell + t.step[edge]) & kernel.MASK
        colour = c.colour[c.laid[cell], edge]
        for side in range(_SIDES):
            c.kept[level, edge, side] = c.can[beside, side]
            if c.rim[cell] >> edge & 1 == 0 and colour != c.main:
                c.can[beside, side] &= c.shows[c.way[beside], side, (edge + 3) % 6, colour]


@jit
def _lift(c: Courses, t: Tables, level: int) -> None:
    cell = c.chosen[level]
    for edge in range(6):
        beside = (cell + t.step[edge]) & kernel.MASK
        for side in range(_SIDES):
            c.can[beside, side] = c.kept[level, edge, side]
    _count_ends(c, cell, -1)
    tile = (c.laid[cell] - 1) >> 3
    c.laid[cell] = 0
    c.copies[tile] += 1
    c.left |= U1 << np.uint64(tile)


# A bound: the ends of lines that the open cells must show


@jit
def _can_be_laid(c: Courses) -> bool:
    """Return whether enough cells can have tiles of their own that show no end of a line."""
    return n_bare(c) <= n_ends_left(c)


@jit
def n_ends_left(c: Courses) -> int:
    n = 0
    for colour in range(4):
        if colour != c.main:
            n += c.most_ends[colour] - c.ends[colour]
    return n


@jit
def n_bare(c: Courses) -> int:
    """Return how many open cells have no tile in a largest matching with tiles that show no end of a line.

    Tiles with copies count as often as one likes.
    """
    n, free = c.n_open, c.left
    for at in range(c.n_open):
        cell = c.open[at]
        c.without[cell] = _without_end(c, cell)
    for at in range(c.n_open):
        cell = c.open[at]
        tile = c.mate[cell]
        if c.without[cell] & free & (U1 << np.uint64(tile)) == U0:
            tile = _find_mate(c, cell, free)
        else:
            c.owner[tile] = cell
        if tile >= 0:
            n -= 1
            if c.copies[tile] == 1:
                free &= ~(U1 << np.uint64(tile))
    return int(n)


@jit
def _find_mate(c: Courses, cell: int, free: Word) -> int:
    """Give a cell a tile, where cells in a row pass on theirs; return the free tile used, -1 if none."""
    visited, top = U0, 0
    c.row[0] = cell
    while top >= 0:
        open_ = c.without[c.row[top]] & ~visited
        if open_ == U0:
            top -= 1
            continue
        tile = lowest_bit(open_ & free if open_ & free != U0 else open_)
        c.passed[top] = tile
        if free >> np.uint64(tile) & U1 != U0:
            for at in range(top + 1):
                c.owner[c.passed[at]] = c.row[at]
                c.mate[c.row[at]] = c.passed[at]
            return tile
        visited |= U1 << np.uint64(tile)
        top += 1
        c.row[top] = c.owner[tile]
    return -1


@jit
def _without_end(c: Courses, cell: int) -> Word:
    """Return the tiles left that fit a cell and show no end of a line there."""
    way, rim, fitting = c.way[cell], c.rim[cell], U0
    for side in range(_SIDES):
        fitting |= c.can[cell, side] & c.endless[way, rim, side]
    return fitting & c.left


# Each other strand must be one


@jit
def _are_whole(c: Courses, m: StrandForms, t: Tables) -> bool:
    """Return whether the laid tiles have each strand in one part."""
    for colour in range(4):
        if c.is_asked[colour] and colour != c.main and not _is_whole(c, m, t, colour):
            return False
    return True


@jit
def _is_whole(c: Courses, m: StrandForms, t: Tables, colour: int) -> bool:
    """Walk along a colour from one of its ends, or round a loop; return whether that was all of it."""
    n_cells, start, back = 0, 0, -1
    for place in range(m.n):
        cell = m.cell[place]
        has_it = False
        for edge in range(6):
            if c.colour[c.laid[cell], edge] == colour:
                has_it = True
                if c.most_ends[colour] == 0 or c.rim[cell] >> edge & 1:
                    start, back = cell, edge
        n_cells += has_it
    if back < 0:
        return False
    cell = start
    while True:
        n_cells -= 1
        edge = 0
        while edge == back or c.colour[c.laid[cell], edge] != colour:
            edge += 1
        cell = (cell + t.step[edge]) & kernel.MASK
        if m.used[cell] == 0 or cell == start:
            return n_cells == 0
        back = (edge + 3) % 6

"""A quick search for several strands of which one, the main strand, runs through all tiles.

Forms of all strands (`strand_forms.py`) with exactly the edges of the tiles are rare then. So the form is
only a guide: now and then the course of its main strand is taken over and changed until it has as many
corners, bends and straights as the tiles. That fixes the cells, and the rotations of each tile in each cell.
Then a search lays the tiles so that all colours fit, whatever the courses of the other strands in the form.

This never proves anything: if nothing is found, there may still be a solution.
"""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix._jit import jit, lowest_bit, popcount
from tantrix.solver.boards.strand_forms import can_form, do_change, do_take, do_undo, new_forms
from tantrix.solver.goal import Goal, GoalKind, Strand
from tantrix.solver.random_choices import below, chances
from tantrix.tiles import LETTERS, edges

Courses = Any  # a record of COURSES
Forms = Any  # a record of strand_forms.FORMS

_MOST = 64
_NEVER = 64  # an increase of the cost that is not accepted
_GUIDE, _COURSE = 1.0, 0.4  # the temperatures of the form and of the course taken from it
_APART = 10  # changes of the form between two courses
_SETTLING = 40  # changes tried to give a course the corners, bends and straights of the tiles
_LAYING = 2_000  # nodes of the search that lays the tiles
_MET = 1 << 14
_SIDES = 2  # rotations in which a straight link lies in the same way; others have one

U0 = np.uint64(0)
U1 = np.uint64(1)

# A way is the two edges of the main strand, as bits; a side one of the rotations that put its link there.
COURSES = np.dtype(
    [
        ("since", np.int64),  # changes of the form since the last course
        ("nodes", np.int64),
        ("is_asked", np.int8, 4),  # whether a colour has a strand
        ("most_ends", np.int64, 4),  # of a colour: two for a line
        ("ends", np.int64, 4),  # laid so far, the main strand's left out
        ("n_full", np.int64),  # colours whose ends have all been laid
        ("main", np.int64),  # the colour of the main strand
        ("shows", np.uint64, (64, _SIDES, 6, 4)),  # tiles that show a colour at an edge, by way and side
        ("turned", np.int16, (64, _SIDES, 64)),  # turned tile plus 1, by way, side and tile; 0 for none
        ("colour", np.int8, (512, 6)),  # of a turned tile plus 1 at each edge
        ("met", np.uint64, _MET),  # courses met of late
        ("way", np.int64, kernel.SIZE),
        ("rim", np.int64, kernel.SIZE),  # the edges without neighbour, as bits
        ("can", np.uint64, (kernel.SIZE, _SIDES)),  # the tiles that fit an open cell, used ones too
        ("dull", np.uint64, (kernel.SIZE, _SIDES, 4)),  # the tiles that show a colour to no empty cell
        ("laid", np.int16, kernel.SIZE),  # turned tile plus 1, 0 where none
        ("copies", np.int64, 64),
        ("left", np.uint64),
        ("open", np.int64, _MOST),  # the cells without tile
        ("n_open", np.int64),
        ("at", np.int64, _MOST),  # of each level: the position of its cell in `open`
        ("chosen", np.int64, _MOST),  # the cell
        ("side", np.int64, _MOST),
        ("fitting", np.uint64, _MOST),
        ("kept", np.uint64, (_MOST, 6, _SIDES)),  # what `can` was, of each neighbour
    ],
    align=True,
)


def main_strand(goal: Goal) -> Strand | None:
    """Return the strand of a goal with forms that runs through all tiles, if there is one."""
    if not can_form(goal):
        return None
    return next((each for each in goal.strands if goal.through(each) == len(goal.tiles)), None)


def new_search(goal: Goal, seed: int) -> tuple[Any, Any, Any]:
    """Prepare the records: the form of all strands with the main strand first, its course, and the tiles."""
    main = main_strand(goal)
    assert main is not None, goal
    others = tuple(each for each in goal.strands if each != main)
    forms = new_forms(replace(goal, strands=(main, *others)), seed)
    course = new_forms(replace(goal, strands=(main,)), seed)
    made = np.zeros(1, COURSES).view(np.recarray)
    c = made[0]
    c.main = main.colour
    for strand in goal.strands:
        c.is_asked[strand.colour] = 1
        c.most_ends[strand.colour] = 2 if strand.kind is GoalKind.LINE else 0
    c.copies[:], c.left = forms[0].copies, forms[0].left
    for tile in set(goal.tiles):
        _describe(c, tile, main.colour)
    return forms, course, made


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


@cache
def keeping() -> tuple[Any, Any]:
    """Return the chances to keep each increase of the cost, in 65,536ths: of a form, and of a course."""
    guiding, settling = (chances(more / heat for more in range(_NEVER)) for heat in (_GUIDE, _COURSE))
    return guiding, settling


@jit
def do_search(
    forms: Any, course: Any, courses: Any, tables: Any, guiding: Any, settling: Any, n_steps: int
) -> bool:
    """Change the form some times; return whether tiles could be laid on a course of the main strand."""
    s, m, c, t = forms[0], course[0], courses[0], tables[0]
    for _ in range(n_steps):
        _step(s, t, guiding)
        c.since += 1
        if c.since < _APART:
            continue
        if not do_take(m, s):
            continue
        c.since = 0
        if _settle(m, t, settling) and _is_new(c, m) and _lay(c, m, t):
            return True
    return False


@jit
def _step(s: Forms, t: Any, keeping: Any) -> None:
    """Try a random change."""
    before = s.cost
    s.n_logged = 0
    s.joined[:] = 0
    if do_change(s, t):
        more = s.cost - before
        if more > 0 and (more >= _NEVER or below(s, 65536) >= keeping[more]):
            do_undo(s)


# The course of the main strand


@jit
def _settle(m: Forms, t: Any, keeping: Any) -> bool:
    """Change a course until it is in one part and has the corners, bends and straights of the tiles."""
    for _ in range(_SETTLING):
        if m.cost == 0:
            return True
        _step(m, t, keeping)
    return False


@jit
def _is_new(c: Courses, m: Forms) -> bool:
    """Return whether a course has not been met of late."""
    code = U0
    for place in range(m.n):
        cell = m.cell[place]
        mixed = np.uint64(64 * cell + m.way[0, cell]) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
        code += mixed ^ (mixed >> np.uint64(32))
    at = int(code & np.uint64(_MET - 1))
    is_new = c.met[at] != code
    c.met[at] = code
    return bool(is_new)


# The tiles


@jit
def _lay(c: Courses, m: Forms, t: Any) -> bool:
    """Lay the tiles where they fit, hardest cell first; give up after some nodes."""
    _prepare(c, m, t)
    level, spent = 0, 0
    if not _choose(c, 0):
        return False
    while level >= 0:
        if c.laid[c.chosen[level]] != 0:
            _lift(c, t, level)
        if spent == _LAYING or not _next(c, level):
            _reopen(c, level)
            level -= 1
            continue
        spent += 1
        _show(c, t, level)
        if c.n_open == 0:
            if _are_whole(c, m, t):
                break
        elif _choose(c, level + 1):
            level += 1
    c.nodes += spent
    return bool(level >= 0)


@jit
def _prepare(c: Courses, m: Forms, t: Any) -> None:
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
            _open(c, cell, side)


@jit
def _open(c: Courses, cell: int, side: int) -> None:
    way = c.way[cell]
    every = U0
    for colour in range(4):
        every |= c.shows[way, side, 0, colour]
    c.can[cell, side] = every
    for colour in range(4):
        shown = U0
        for edge in range(6):
            if c.rim[cell] >> edge & 1:
                shown |= c.shows[way, side, edge, colour]
        c.dull[cell, side, colour] = every & ~shown
        if c.is_asked[colour] and c.most_ends[colour] == 0:
            c.can[cell, side] &= ~shown


@jit
def _fitting(c: Courses, cell: int, side: int) -> Any:
    """Return the tiles left that fit a cell on one side."""
    fitting = c.can[cell, side] & c.left
    if c.n_full > 0:
        for colour in range(4):
            if c.most_ends[colour] and c.ends[colour] == c.most_ends[colour]:
                fitting &= c.dull[cell, side, colour]
    return fitting


@jit
def _choose(c: Courses, level: int) -> bool:
    """Choose the open cell that the fewest tiles fit; fail if no tile fits one."""
    fewest, chosen = 2 * _MOST + 1, 0
    for at in range(c.n_open):
        cell = c.open[at]
        n = popcount(_fitting(c, cell, 0)) + popcount(_fitting(c, cell, 1))
        if n < fewest:
            if n == 0:
                return False
            fewest, chosen = n, at
    c.at[level] = chosen
    c.chosen[level] = c.open[chosen]
    c.n_open -= 1
    c.open[chosen] = c.open[c.n_open]
    c.side[level] = -1
    c.fitting[level] = U0
    return True


@jit
def _reopen(c: Courses, level: int) -> None:
    c.open[c.n_open] = c.open[c.at[level]]
    c.open[c.at[level]] = c.chosen[level]
    c.n_open += 1


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
def _show(c: Courses, t: Any, level: int) -> None:
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
def _lift(c: Courses, t: Any, level: int) -> None:
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


# Each other strand must be one


@jit
def _are_whole(c: Courses, m: Forms, t: Any) -> bool:
    """Return whether the laid tiles have each strand in one part."""
    for colour in range(4):
        if c.is_asked[colour] and colour != c.main and not _is_whole(c, m, t, colour):
            return False
    return True


@jit
def _is_whole(c: Courses, m: Forms, t: Any, colour: int) -> bool:
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

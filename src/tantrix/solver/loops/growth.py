"""A quick search for one loop of up to 64 tiles: first the form of the loop, then the tiles for it.

The form is a lattice polygon without holes that has as many corners, bends and straights as the tiles. It
starts as a triangle. *Ears* (corners between two neighbours) are added until it is long enough, and then
moved around until the numbers match. A search lays the tiles, always in the place that the fewest of them
fit; if that takes too long, ears are moved to make another form.

This never proves anything: if no loop is found, there may still be one.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit
from tantrix._compile.records import Int8s, Int64s, Integers, Records
from tantrix.hexes import ORIGIN, neighbour
from tantrix.kernel import TableArray
from tantrix.placement import Placement
from tantrix.solver.answer import Solution
from tantrix.solver.goal import Goal, is_plain_loop, turnings
from tantrix.solver.steps.laying import Laying, do_assign, set_tiles
from tantrix.solver.steps.random_choices import below, seeded

MIN_TILES, MAX_TILES = 12, 64
SIZE = 72
_WIDTH = 128


class Growth(Laying):
    """The form of a loop, and the tiles laid in its places.

    A place is a number from 0 to `n - 1`, in no particular order; `after` leads round the loop, clockwise.
    """

    n: int
    width: int
    step: Annotated[Int64s, 8]
    is_run: Annotated[Int8s, 64]  # 1: the bits, read cyclically, are a single run of one to five
    colour: int
    wanted: Annotated[Int64s, 3]  # straights, bends and corners among the tiles
    have: Annotated[Int64s, 3]  # the same in the form
    n_placed: int
    cell: Annotated[Int64s, SIZE]
    after: Annotated[Int64s, SIZE]
    before: Annotated[Int64s, SIZE]
    way: Annotated[Int64s, SIZE]  # edge towards the place after
    turn: Annotated[Int64s, SIZE]  # sixths clockwise, -2..2


def can_grow(goal: Goal) -> bool:
    """Return whether a goal is one loop through all of 12 to 64 tiles, without holes, shape or held tiles."""
    return MIN_TILES <= len(goal.tiles) <= MAX_TILES and is_plain_loop(goal) and not goal.held


class Grower:
    """Forms and tiles tried for one goal, from one seed."""

    def __init__(self, goal: Goal, seed: int = 1) -> None:
        self._record = _new_growth(goal, seed)
        width = int(self._record[0].width)
        self._grid = np.zeros(width * width, np.int16)
        self._is_grown = False

    @property
    def nodes(self) -> int:
        return int(self._record[0].nodes)

    def tries(self) -> Iterator[tuple[Solution | None, int]]:
        """Try form after form; yield the loop, if the tiles can be laid, and the nodes that this took."""
        while True:
            before = self.nodes
            is_found = try_form(self._record, self._grid, kernel.tables(), not self._is_grown)
            self._is_grown = True
            yield self._solution() if is_found else None, self.nodes - before

    def find(self, n_forms: int) -> Solution | None:
        """Try some forms."""
        return next((loop for loop, _ in islice(self.tries(), n_forms) if loop is not None), None)

    def _solution(self) -> Solution:
        s = self._record[0]
        laid, ways, after = s.laid.tolist(), s.way.tolist(), s.after.tolist()
        cell, place, found = ORIGIN, 0, []
        for _ in range(int(s.n)):
            turned = laid[place] - 1
            found.append(Placement((turned >> 3) + 1, cell, turned & 7))
            cell, place = neighbour(cell, ways[place]), after[place]
        return tuple(found)


def _new_growth(goal: Goal, seed: int) -> Records[Growth]:
    made = Growth.zeros()
    s = made[0]
    colour = goal.strands[0].colour
    s.n, s.colour = len(goal.tiles), colour
    s.width = width = _WIDTH
    s.step[:6] = (1, width, width - 1, -1, -width, 1 - width)
    s.random = seeded(seed)
    s.is_run[:] = _IS_RUN
    s.wanted[:] = turnings(goal.tiles, colour)
    set_tiles(s, goal.tiles)
    return made


def _is_run(bits: int) -> bool:
    starts = sum(bits >> edge & 1 and not bits >> (edge - 1) % 6 & 1 for edge in range(6))
    return starts == 1


_IS_RUN = [_is_run(bits) for bits in range(64)]


@jit
def try_form(growths: Records[Growth], grid: Integers, tables: TableArray, is_new: bool) -> bool:
    """Make or change the form until it has the corners, bends and straights of the tiles, and lay them."""
    s, t = growths[0], tables[0]
    if is_new:
        _start(s, grid)
    if not _anneal(s, grid, 8 if is_new else s.n, 4000 + 400 * s.n):
        return False
    _prepare(s, grid)
    return do_assign(s, t, 2000 + 20 * s.n)


@jit
def _start(s: Growth, grid: Integers) -> None:
    """Start with a triangle and add ears until the loop is long enough."""
    middle = s.width * (s.width // 2) + s.width // 2
    ways = (0, 2, 4)
    s.n_placed = 3
    s.have[:] = 0
    s.have[2] = 3
    cell = middle
    for place in range(3):
        s.cell[place] = cell
        grid[cell] = place + 1
        s.after[place] = (place + 1) % 3
        s.before[place] = (place + 2) % 3
        s.way[place] = ways[place]
        s.turn[place] = 2
        cell += s.step[ways[place]]
    while s.n_placed < s.n:
        edge = below(s, s.n_placed)
        if _can_insert(s, grid, edge):
            _insert(s, grid, edge, s.n_placed)
            s.n_placed += 1


@jit
def _sides(s: Growth, grid: Integers, cell: int) -> int:
    sides = 0
    size = s.width * s.width
    for edge in range(6):
        sides |= int(grid[(cell + s.step[edge]) % size] != 0) << edge
    return sides


@jit
def _apex(s: Growth, place: int) -> int:
    """Return the cell outside between a place and the next."""
    return int((s.cell[place] + s.step[(s.way[place] + 5) % 6]) % (s.width * s.width))


@jit
def _can_insert(s: Growth, grid: Integers, place: int) -> bool:
    if s.turn[place] < -1 or s.turn[s.after[place]] < -1:
        return False
    cell = _apex(s, place)
    return bool(grid[cell] == 0 and s.is_run[_sides(s, grid, cell)] == 1)


@jit
def _bend(s: Growth, place: int, sixths: int) -> None:
    s.have[abs(s.turn[place])] -= 1
    s.turn[place] += sixths
    s.have[abs(s.turn[place])] += 1


@jit
def _insert(s: Growth, grid: Integers, before: int, place: int) -> None:
    """Put an ear between a place and the next."""
    cell = _apex(s, before)
    after = s.after[before]
    way = s.way[before]
    s.cell[place] = cell
    grid[cell] = place + 1
    s.before[place] = before
    s.after[place] = after
    s.after[before] = place
    s.before[after] = place
    s.way[before] = (way + 5) % 6
    s.way[place] = (way + 1) % 6
    s.turn[place] = 2
    s.have[2] += 1
    _bend(s, before, -1)
    _bend(s, after, -1)


@jit
def _remove(s: Growth, grid: Integers, place: int) -> None:
    """Remove an ear."""
    before = s.before[place]
    after = s.after[place]
    grid[s.cell[place]] = 0
    s.after[before] = after
    s.before[after] = before
    s.way[before] = (s.way[before] + 1) % 6
    s.have[2] -= 1
    _bend(s, before, 1)
    _bend(s, after, 1)


@jit
def _error(s: Growth) -> int:
    return int(abs(s.have[0] - s.wanted[0]) + abs(s.have[1] - s.wanted[1]) + abs(s.have[2] - s.wanted[2]))


@jit
def _anneal(s: Growth, grid: Integers, least: int, most: int) -> bool:
    """Move ears around until the form has the wanted corners, bends and straights."""
    n_moved = 0
    error = _error(s)
    for _ in range(most):
        if error == 0 and n_moved >= least:
            return True
        ear = below(s, s.n)
        before = s.before[ear]
        if s.turn[ear] != 2 or s.turn[before] > 1 or s.turn[s.after[ear]] > 1:
            continue
        if s.is_run[_sides(s, grid, s.cell[ear])] == 0:
            continue
        _remove(s, grid, ear)
        edge = below(s, s.n)
        if edge == ear or not _can_insert(s, grid, edge):
            _insert(s, grid, before, ear)
            continue
        _insert(s, grid, edge, ear)
        changed = _error(s)
        if changed > error and below(s, 1000) >= (600 if n_moved < least else 40):
            _remove(s, grid, ear)
            _insert(s, grid, before, ear)
            continue
        error = changed
        n_moved += 1
    return error == 0


@jit
def _prepare(s: Growth, grid: Integers) -> None:
    """Store what the loop shows each place, and which places touch beside it."""
    size = s.width * s.width
    power = (1, 5, 25, 125, 625, 3125)
    for place in range(s.n):
        s.open[place] = place
        s.laid[place] = 0
        out = s.way[place]
        back = (s.way[s.before[place]] + 3) % 6
        s.code[place] = (s.colour + 1) * (power[out] + power[back])
        for edge in range(6):
            beside = int(grid[(s.cell[place] + s.step[edge]) % size]) - 1
            s.beside[place, edge] = -1 if edge in (out, back) else beside
    s.n_open = s.n

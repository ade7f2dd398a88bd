"""Random regions of the plane whose rim the tiles of a goal can show: boards for several loops at once.

A loop shows its colour to no empty cell. So a tile can be exposed on as many
edges in a row as it has in a row without a colour of the goal; with two colours that is often one edge, so a
region that suits the tiles is nearly convex. Here a random region is changed, a cell at a time, by simulated
annealing, until no more cells have an exposed row of each length than there are tiles for it, and until its
rim has a wanted length. All of its cells stay connected, without holes, and touch the outside once at most.
"""

import math
from functools import cache
from random import Random
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix._jit import jit
from tantrix.hexes import ORIGIN, Cell, neighbour
from tantrix.solver.goal import Goal, GoalKind
from tantrix.solver.random_choices import below
from tantrix.solver.rim_proof import least_rim
from tantrix.tiles import LETTERS, edges

STEPS = 200_000  # tried for one region
_LEAST = 10  # tiles; fewer are decided by the complete search
_MOST = 64
_TWICE, _TOO_LONG = 8, 4  # penalties: a cell that touches the outside twice, a row that no tile can show
_HEAT = 2.0

REGION = np.dtype(
    [
        ("n", np.int64),
        ("cell", np.int64, _MOST),
        ("is_inside", np.int8, kernel.SIZE),
        ("exposed", np.int64, 7),  # cells by the number of their exposed edges
        ("twice", np.int64),  # cells that touch the outside twice or more
        ("allowed", np.int64, 7),  # how many cells may have at least so many exposed edges
        ("rim", np.int64),  # the wanted number of exposed edges
        ("random", np.uint64),
        ("nodes", np.int64),  # of the searches that fill the regions
    ],
    align=True,
)


def can_fill(goal: Goal) -> bool:
    """Return whether random regions may help to find a solution: several loops on a free board, no line."""
    is_free = goal.shape is None and not goal.held and goal.holes == 0
    are_loops = len(goal.strands) > 1 and all(strand.kind is GoalKind.LOOP for strand in goal.strands)
    return is_free and are_loops and _LEAST <= len(goal.tiles) <= _MOST


def new_region(goal: Goal, seed: int) -> Any:
    """Prepare regions for the tiles of a goal; `next_region` makes the first."""
    made = np.zeros(1, REGION).view(np.recarray)
    s = made[0]
    s.n = len(goal.tiles)
    s.random = np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64 or 1)
    rows = [_longest_row(goal, tile) for tile in goal.tiles]
    s.allowed[:2] = s.n
    for length in range(2, 5):
        s.allowed[length] = sum(row >= length for row in rows)
    do_begin(made, kernel.tables())
    return made


def _longest_row(goal: Goal, tile: int) -> int:
    """Count the most edges in a row on a tile without a colour of the goal."""
    asked = {LETTERS[strand.colour] for strand in goal.strands}
    free = "".join("+" if letter in asked else "-" for letter in edges(tile))
    return max(map(len, (free + free).split("+")))


@cache
def arcs() -> Any:
    """Count the groups of adjacent neighbours for each set of neighbours, as six bits."""
    bits = (np.arange(64)[:, None] >> np.arange(6)) & 1
    return (bits > np.roll(bits, 1, axis=1)).sum(axis=1)


def chances() -> Any:
    """Return the chance to accept each amount of worsening, in 65,536ths."""
    return np.array([65536 * math.exp(-worse / _HEAT) for worse in range(64)], np.int64)


def next_region(region: Any, random: Random) -> list[Cell] | None:
    """Change the region into another that suits the tiles; return its cells, None if that fails.

    The rim is somewhat longer than it must be: so lay it in most solutions that were found.
    """
    s = region[0]
    n = int(s.n)
    s.rim = least_rim(n) + 2 * random.randint(n // 16, 3 * n // 16)
    is_found = do_find(region, kernel.tables(), arcs(), chances(), 20 * n, STEPS)
    return cells_of(region) if is_found else None


def cells_of(region: Any) -> list[Cell]:
    """Return the cells as coordinates, the first at the origin."""
    s, step = region[0], kernel.tables()[0].step
    indices = {int(index) for index in s.cell[: s.n]}
    found = {int(s.cell[0]): ORIGIN}
    waiting = list(found)
    while waiting:
        index = waiting.pop()
        for edge in range(6):
            beside = int(index + step[edge]) & kernel.MASK
            if beside in indices and beside not in found:
                found[beside] = neighbour(found[index], edge)
                waiting.append(beside)
    return list(found.values())


@jit
def do_begin(regions: Any, tables: Any) -> None:
    """Grow a region, cell by cell, at random."""
    s, t = regions[0], tables[0]
    s.cell[0] = kernel.START
    s.is_inside[kernel.START] = 1
    n = 1
    while n < s.n:
        beside = (s.cell[below(s, n)] + t.step[below(s, 6)]) & kernel.MASK
        if s.is_inside[beside] == 0 and _is_on_rim(_around(s, t, beside)):
            s.cell[n] = beside
            s.is_inside[beside] = 1
            n += 1


@jit
def do_find(regions: Any, tables: Any, arcs: Any, chances: Any, n_least: int, n_most: int) -> bool:
    """Change the region at least `n_least` times and until it suits the tiles; return whether it does."""
    s, t = regions[0], tables[0]
    _count(s, t, arcs)
    energy = _energy(s)
    for step in range(n_most):
        if energy == 0 and step >= n_least:
            return True
        energy = _change(s, t, arcs, chances, energy)
    return False


@jit
def _change(s: Any, t: Any, arcs: Any, chances: Any, energy: int) -> int:
    """Move a random cell of the rim elsewhere if that is not much worse; return the energy."""
    at = below(s, s.n)
    old = s.cell[at]
    if not _is_on_rim(_around(s, t, old)):
        return energy
    other = s.cell[below(s, s.n)]
    new = (other + t.step[below(s, 6)]) & kernel.MASK
    if s.is_inside[new] or other == old:
        return energy
    _move(s, t, arcs, at, old, new)
    after = _energy(s)
    worse = after - energy
    if _is_on_rim(_around(s, t, new)) and (worse <= 0 or (worse < 64 and below(s, 65536) < chances[worse])):
        return int(after)
    _move(s, t, arcs, at, new, old)
    return energy


@jit
def _move(s: Any, t: Any, arcs: Any, at: int, old: int, new: int) -> None:
    _toggle(s, t, arcs, old)
    s.cell[at] = new
    _toggle(s, t, arcs, new)


@jit
def _toggle(s: Any, t: Any, arcs: Any, cell: int) -> None:
    """Take a cell into the region or out of it."""
    for edge in range(7):
        beside = (cell + t.step[edge]) & kernel.MASK if edge < 6 else cell
        if s.is_inside[beside]:
            _tally(s, t, arcs, beside, -1)
    s.is_inside[cell] = 1 - s.is_inside[cell]
    for edge in range(7):
        beside = (cell + t.step[edge]) & kernel.MASK if edge < 6 else cell
        if s.is_inside[beside]:
            _tally(s, t, arcs, beside, 1)


@jit
def _count(s: Any, t: Any, arcs: Any) -> None:
    s.exposed[:] = 0
    s.twice = 0
    for at in range(s.n):
        _tally(s, t, arcs, s.cell[at], 1)


@jit
def _tally(s: Any, t: Any, arcs: Any, cell: int, by: int) -> None:
    outside = 63 - _around(s, t, cell)
    n_exposed = 0
    for edge in range(6):
        n_exposed += outside >> edge & 1
    s.exposed[n_exposed] += by
    if arcs[outside] > 1:
        s.twice += by


@jit
def _energy(s: Any) -> int:
    n, length, energy = 0, 0, _TWICE * s.twice
    for exposed in range(6, 0, -1):
        n += s.exposed[exposed]
        length += exposed * s.exposed[exposed]
        energy += _TOO_LONG * max(0, n - s.allowed[exposed])
    return int(energy + abs(length - s.rim))


@jit
def _around(s: Any, t: Any, cell: int) -> int:
    """Return which neighbours of a cell are in the region, as six bits."""
    around = 0
    for edge in range(6):
        around |= int(s.is_inside[(cell + t.step[edge]) & kernel.MASK]) << edge
    return around


@jit
def _is_on_rim(around: int) -> bool:
    """Return whether the neighbours are in one group, so that the cell can join or leave the region."""
    n_groups = 0
    for edge in range(6):
        n_groups += (around >> edge & 1) & ~(around >> (edge + 5) % 6) & 1
    return n_groups == 1

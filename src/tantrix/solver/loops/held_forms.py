"""A quick search for one loop with held tiles: first its form by a blind search, then the tiles.

The form already has the held tiles in their places; a search lays the others, always in the cell that the
fewest of them fit. This can find a loop, but never proves that there is none.
"""

from typing import Any

import numpy as np

from tantrix._compile.jit import jit, lowest_bit
from tantrix.solver.goal import Goal
from tantrix.solver.laying import fewest_fitting
from tantrix.solver.loops import held_gates
from tantrix.solver.loops.held_gates import LEVELS, MASK, SIZE, SOLUTION
from tantrix.solver.open_places import do_put_back, do_take_out

Forms = Any  # a record of FORMS
Search = Any  # a record of held_gates.SEARCH
Facts = Any  # a record of gates.FACTS
Tables = Any  # kernel.TABLES

_FORM_NODES = 3000
_TILE_NODES = 2000

U0 = np.uint64(0)
U1 = np.uint64(1)

FORMS = np.dtype(
    [
        ("code", np.int16, SIZE),
        ("path", np.int16, SIZE),  # one bit for each of the two edges of the loop
        ("laid", np.int16, SIZE),  # turned tile plus 1
        ("open", np.int64, LEVELS),  # the cells without tile
        ("n_open", np.int64),
        ("left", np.uint64),
        ("at", np.int64, LEVELS),  # of each level: the position of its cell in `open`
        ("chosen", np.int64, LEVELS),
        ("rotation", np.int64, LEVELS),
        ("fitting", np.uint64, LEVELS),
    ],
    align=True,
)


def new_forms(goal: Goal) -> tuple[Any, Any, Any]:
    """Prepare the records: the blind search where each try starts, a working copy, and the tile search."""
    first = held_gates.new_search(goal)
    first[0].is_blind = 1
    return first, first.copy(), np.zeros(1, FORMS).view(np.recarray)


@jit
def find_arrangement(
    firsts: Any, searches: Any, forms: Any, tables: Any, facts: Any, seed: Any, budget: int
) -> bool:
    """Try forms for about `budget` nodes; return whether the tiles lie in `turned` of the search."""
    nodes = 0
    random = seed
    while nodes < budget:
        searches[0] = firsts[0]
        s = searches[0]
        s.nodes = 0
        random = random * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        s.random = random | U1
        if s.n_starts:
            s.start = int(random >> np.uint64(33)) % s.n_starts
            s.n_starts = s.start + 1
        if held_gates.advance(searches, tables, facts, _FORM_NODES) == SOLUTION:
            nodes += _lay_tiles(s, forms[0], tables[0], facts[0])
            if forms[0].n_open == 0:
                firsts[0].nodes += nodes + s.nodes
                return True
        nodes += s.nodes
    firsts[0].nodes += nodes
    return False


@jit
def _lay_tiles(s: Search, w: Forms, t: Tables, f: Facts) -> int:
    """Lay the tiles of a form that are not held, hardest cell first; return the nodes."""
    _prepare(s, w, f)
    level, nodes = -1, 0
    while w.n_open > 0 and nodes < _TILE_NODES:
        if _choose(w, t, level + 1):
            level += 1
        while level >= 0 and not _next(s, w, t, level):
            do_put_back(w, level)
            level -= 1
            if level >= 0:
                _lift(s, w, t, level)
        if level < 0:
            return nodes
        nodes += 1
    if w.n_open == 0:
        for place in range(level + 1):
            cell = w.chosen[place]
            s.turned[cell] = w.laid[cell]
    return nodes


@jit
def _prepare(s: Search, w: Forms, f: Facts) -> None:
    w.n_open = 0
    w.left = U0
    w.code[:] = s.code
    for cell in range(SIZE):
        turned = s.turned[cell] - 1
        if turned < 0 or s.place_of[turned >> 3] >= 0:
            continue
        w.open[w.n_open] = cell
        w.n_open += 1
        w.left |= U1 << np.uint64(turned >> 3)
        w.path[cell] = (1 << f.a[turned]) | (1 << f.b[turned])


@jit
def _choose(w: Forms, t: Tables, level: int) -> bool:
    """Choose the open cell that the fewest tiles fit; fail if no tile fits one."""
    chosen = fewest_fitting(w.open, w.n_open, w.code, t.fit, w.left)
    if chosen < 0:
        return False
    do_take_out(w, level, chosen)
    w.rotation[level] = -1
    w.fitting[level] = U0
    return True


@jit
def _next(s: Search, w: Forms, t: Tables, level: int) -> bool:
    """Lay the next tile that fits the cell of this level."""
    cell = w.chosen[level]
    while w.fitting[level] == U0:
        w.rotation[level] += 1
        if w.rotation[level] == 6:
            return False
        w.fitting[level] = t.fit[w.code[cell], w.rotation[level]] & w.left
    tile = lowest_bit(w.fitting[level])
    w.fitting[level] &= w.fitting[level] - U1
    w.left &= ~(U1 << np.uint64(tile))
    w.laid[cell] = 8 * tile + w.rotation[level] + 1
    _show(s, w, t, cell, 1)
    return True


@jit
def _lift(s: Search, w: Forms, t: Tables, level: int) -> None:
    cell = w.chosen[level]
    w.left |= U1 << np.uint64((w.laid[cell] - 1) >> 3)
    _show(s, w, t, cell, -1)


@jit
def _show(s: Search, w: Forms, t: Tables, cell: int, sign: int) -> None:
    """Add a tile's colours to the codes of its neighbours, except the loop's, which they already have."""
    turned = w.laid[cell] - 1
    for edge in range(6):
        if w.path[cell] >> edge & 1 == 0:
            w.code[(cell + s.step[edge]) & MASK] += sign * t.add[turned, edge]

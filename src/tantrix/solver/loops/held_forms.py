"""A quick search for one loop with held tiles: first its form by a blind search, then the tiles.

The form already has the held tiles in their places; the others are laid as in `laying.py`. This can find a
loop, but never proves that there is none.
"""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import U0, U1, Int16s, Int64s, Records, Word
from tantrix.kernel import TableArray, Tables
from tantrix.solver.goal import Goal
from tantrix.solver.loops import held_gates
from tantrix.solver.loops.gates import LoopFactArray, LoopFacts
from tantrix.solver.loops.held_gates import LEVELS, MASK, SIZE, HeldGateState, HeldGateStates
from tantrix.solver.steps.laying import Laying, do_assign
from tantrix.solver.steps.outcomes import SOLUTION
from tantrix.solver.steps.random_choices import seeded

_FORM_NODES = 3000
_TILE_NODES = 2000


class HeldForms(Laying):
    """The places of a form, and the tiles laid in them."""

    n: int
    cell: Annotated[Int64s, LEVELS]  # of each place
    place: Annotated[Int16s, SIZE]  # at each cell, plus 1; 0 for none, and between two forms


def new_forms(goal: Goal, seed: int) -> tuple[HeldGateStates, HeldGateStates, Records[HeldForms]]:
    """Prepare the records: the blind search where each try starts, a working copy, and the tile search."""
    first = held_gates.new_search(goal)
    first[0].is_blind = 1
    forms = HeldForms.zeros()
    forms[0].random = seeded(seed)
    return first, first.copy(), forms


@jit
def find_arrangement(
    firsts: HeldGateStates,
    searches: HeldGateStates,
    forms: Records[HeldForms],
    tables: TableArray,
    facts: LoopFactArray,
    seed: Word,
    budget: int,
) -> bool:
    """Try forms for about `budget` nodes; return whether the tiles lie in `turned` of the search."""
    nodes = 0
    random = seed
    is_found = False
    while nodes < budget and not is_found:
        searches[0] = firsts[0]
        s = searches[0]
        s.nodes = 0
        random = random * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        s.random = random | U1
        if s.n_starts:
            s.start = int(random >> np.uint64(33)) % s.n_starts
            s.n_starts = s.start + 1
        if held_gates.advance(searches, tables, facts, _FORM_NODES) == SOLUTION:
            before = forms[0].nodes
            is_found = _lay_tiles(s, forms[0], tables[0], facts[0])
            nodes += forms[0].nodes - before
        nodes += s.nodes
    firsts[0].nodes += nodes
    return is_found


@jit
def _lay_tiles(s: HeldGateState, w: HeldForms, t: Tables, f: LoopFacts) -> bool:
    """Lay the tiles that are not held in the cells of a form."""
    _prepare(s, w, f)
    if w.n > 0 and not do_assign(w, t, _TILE_NODES):
        return False
    for place in range(w.n):
        s.turned[w.cell[place]] = w.laid[place]
    return True


@jit
def _prepare(s: HeldGateState, w: HeldForms, f: LoopFacts) -> None:
    """Make a place of each cell whose tile is not held; across the edges of the loop its colour is known."""
    w.n = 0
    w.left = U0
    w.copies[:] = 0
    for cell in range(SIZE):
        turned = s.turned[cell] - 1
        if turned < 0 or s.place_of[turned >> 3] >= 0:
            continue
        w.cell[w.n] = cell
        w.open[w.n] = w.n
        w.laid[w.n] = 0
        w.code[w.n] = s.code[cell]
        w.left |= U1 << np.uint64(turned >> 3)
        w.copies[turned >> 3] = 1
        w.n += 1
        w.place[cell] = w.n
    w.n_open = w.n
    _find_neighbours(s, w, f)


@jit
def _find_neighbours(s: HeldGateState, w: HeldForms, f: LoopFacts) -> None:
    for place in range(w.n):
        cell = w.cell[place]
        turned = s.turned[cell] - 1
        for edge in range(6):
            beside = w.place[(cell + s.step[edge]) & MASK] - 1
            w.beside[place, edge] = -1 if edge in (f.a[turned], f.b[turned]) else beside
    for place in range(w.n):
        w.place[w.cell[place]] = 0

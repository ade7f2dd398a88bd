"""The search that lists the closures of a gate: all ways to complete the loop beyond it, by any tiles.

The search is a record, as in `gates.py`; tiles are numbered from 0.
"""

from typing import Annotated

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Int16s,
    Int64s,
    Integers,
    Numbers,
    Records,
    UInt64s,
    Word,
    Words,
)
from tantrix.solver.loops.forms import MAX_TILES, Kit, KitArray
from tantrix.solver.loops.gates import (
    HasGates,
    give_back_gate,
    lay_next,
    needs,
    remember,
    take_back,
    take_gate,
    turning,
)
from tantrix.solver.loops.sets import number_of

SIZE, MASK = kernel.SIZE, kernel.MASK
LEVELS = MAX_TILES + 2
FORM = np.uint64(0xFFFF)
RUN_AT = np.uint64(56)
MAX_IN_RUN = 255


class ClosureListing(CompiledRecord):
    """The state of the search that lists the closures of a gate."""

    code: Annotated[Int16s, SIZE]
    turned: Annotated[Int16s, SIZE]  # turned tile plus 1, 0 where empty
    step: Annotated[Int64s, 16]
    mask: int
    source: Annotated[Int16s, 2 * LEVELS]  # the gates, as in gates.py
    target: Annotated[Int16s, 2 * LEVELS]
    towards: Annotated[Int64s, 2 * LEVELS]
    leaves: Annotated[Int64s, 2 * LEVELS]
    enters: Annotated[Int64s, 2 * LEVELS]
    apex: Annotated[Int16s, 2 * LEVELS]
    shown: Annotated[Int64s, 2 * LEVELS]
    n_gates: int
    open: Annotated[Int64s, LEVELS]
    n_open: int
    spare: int  # tiles that the closure may still take
    left: Word
    turn: int
    euler: int
    level: int
    nodes: int
    at: Annotated[Int64s, LEVELS]  # of each level
    gate: Annotated[Int64s, LEVELS]
    rotation: Annotated[Int64s, LEVELS]
    fitting: Annotated[UInt64s, LEVELS]
    laid_cell: Annotated[Int64s, LEVELS]
    laid_turned: Annotated[Int64s, LEVELS]
    before_turn: Annotated[Int64s, LEVELS]
    before_euler: Annotated[Int64s, LEVELS]
    before_gates: Annotated[Int64s, LEVELS]
    before_open: Annotated[Int64s, LEVELS]
    tried: Annotated[Int64s, LEVELS]


@jit
def fill(
    listings: Records[ClosureListing], kits: KitArray, ids: Integers, entries: Words, sets: Integers
) -> int:
    """List all closures of the open gate by at most `spare` tiles; return how many, -1 for no room."""
    s, k = listings[0], kits[0]
    n = 0
    if not _enter(s, k):
        return 0
    while s.level > 0:
        if not lay_next(s, k, k):
            _leave(s, k)
            continue
        s.spare -= 1
        if s.n_open == 0:
            if n == len(entries):
                return -1
            entries[n], sets[n] = _closure(s, k, ids)
            n += 1
            _take_back(s, k)
        elif not _enter(s, k):
            _take_back(s, k)
    return n


@jit
def file(
    kits: KitArray,
    own: int,
    sets: Integers,
    listed: Words,
    order: Numbers,
    first: int,
    entries: Words,
    ends: Integers,
) -> None:
    """Sort the listed closures by set into `entries` from `first` on; `ends` says where each set begins.

    Closures by the same set stay in the given order.
    """
    k = kits[0]
    ends[:] = 0
    for i in range(len(order)):
        ends[number_of(k, own, sets[i])] += 1
    total = first
    for i in range(len(ends)):
        total += ends[i]
        ends[i] = total
    for place in range(len(order) - 1, -1, -1):
        i = order[place]
        at = number_of(k, own, sets[i])
        ends[at] -= 1
        entries[ends[at]] = listed[i]
    for i in range(len(ends) - 1):
        _mark_runs(entries, int(ends[i]), int(ends[i + 1]))


@jit
def _mark_runs(entries: Words, start: int, end: int) -> None:
    """Write into each closure of a set how many of the same form follow from there on, itself included."""
    after, run = -1, 0
    for place in range(end - 1, start - 1, -1):
        form = int(entries[place] & FORM)
        run = run + 1 if form == after and run < MAX_IN_RUN else 1
        after = form
        entries[place] |= np.uint64(run) << RUN_AT


@jit
def _closure(s: ClosureListing, k: Kit, ids: Integers) -> tuple[Word, Word]:
    """Write the closure on the board as an entry: along the loop from the source of the first gate."""
    out = s.leaves[0]
    cell = int(s.source[0])
    entry = U0
    tiles = U0
    shift = np.uint64(16)
    path = (s.towards[0] + 11 - out) % 6
    power = 4
    while True:
        cell = (cell + s.step[out]) & MASK
        if cell == s.target[0]:
            break
        turned = s.turned[cell] - 1
        enters = (out + 3) % 6
        out = int(k.b[turned] if k.a[turned] == enters else k.a[turned])
        path += power * (turning(enters, out) + 2)
        power *= 5
        entry |= np.uint64(k.variant[turned]) << shift
        shift += np.uint64(5)
        tiles |= U1 << np.uint64(turned >> 3)
    return entry | np.uint64(ids[path]), tiles


@jit
def _enter(s: ClosureListing, k: Kit) -> bool:
    """Choose the gate that the fewest tiles fit and go down a level; fail if it cannot be closed."""
    tiles, _ = needs(s)
    if tiles > s.spare:
        return False
    chosen, fewest = -1, 1000
    for place in range(s.n_open):
        n = fitting(s, k, s.open[place])
        if n == 0:
            return False
        if n < fewest:
            fewest = n
            chosen = place
    level = s.level + 1
    s.level = level
    gate = take_gate(s, level, chosen)
    remember(s, level)
    s.rotation[level] = 0
    s.fitting[level] = k.fit[s.code[s.apex[gate]], 0] & s.left
    return True


@jit
def fitting(s: HasGates, k: Kit, gate: int) -> int:
    """Count the tiles that fit at the apex of a gate."""
    cell = s.apex[gate]
    code = s.code[cell]
    if s.turned[cell] != 0 or k.shown[code] != s.shown[gate]:
        return 0
    return int(popcount(k.fit[code, 6] & s.left))


@jit
def _leave(s: ClosureListing, k: Kit) -> None:
    """Go one level up, and take back what was laid there."""
    give_back_gate(s, s.level)
    s.level -= 1
    if s.level > 0:
        _take_back(s, k)


@jit
def _take_back(s: ClosureListing, k: Kit) -> None:
    take_back(s, k, s.level)
    s.spare += 1

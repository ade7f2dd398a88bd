"""The search that lists the closures of a gate: all ways to complete the loop beyond it, by any tiles.

The search is a record, as in `gates.py`; tiles are numbered from 0.
"""

from typing import Any

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import U0, U1
from tantrix.solver.loops.forms import MAX_TILES, Kit, KitArray
from tantrix.solver.loops.gates import (
    give_back_gate,
    lay_next,
    needs,
    remember,
    take_back,
    take_gate,
    turning,
)
from tantrix.solver.loops.sets import number_of

ListingRecord = Any  # a record of LISTING
ListingArray = Any  # recarray[1] of LISTING
Entries = Any  # uint64[]: a closure, its form in the low 16 bits, 5 bits per place, at the top its run
Order = Any  # int64[]: the numbers of the listed closures, sorted by form
Starts = Any  # uint32[]: where the closures of a key and a set begin
Sets = Any  # uint32[]

SIZE, MASK = kernel.SIZE, kernel.MASK
LEVELS = MAX_TILES + 2
FORM = np.uint64(0xFFFF)
RUN_AT = np.uint64(56)
MAX_IN_RUN = 255

LISTING = np.dtype(
    [
        ("code", np.int16, SIZE),
        ("turned", np.int16, SIZE),  # turned tile plus 1, 0 where empty
        ("step", np.int64, 16),
        ("mask", np.int64),
        ("source", np.int16, 2 * LEVELS),  # the gates, as in gates.py
        ("target", np.int16, 2 * LEVELS),
        ("towards", np.int64, 2 * LEVELS),
        ("leaves", np.int64, 2 * LEVELS),
        ("enters", np.int64, 2 * LEVELS),
        ("apex", np.int16, 2 * LEVELS),
        ("shown", np.int64, 2 * LEVELS),
        ("n_gates", np.int64),
        ("open", np.int64, LEVELS),
        ("n_open", np.int64),
        ("spare", np.int64),  # tiles that the closure may still take
        ("left", np.uint64),
        ("turn", np.int64),
        ("euler", np.int64),
        ("level", np.int64),
        ("nodes", np.int64),
        ("at", np.int64, LEVELS),  # of each level
        ("gate", np.int64, LEVELS),
        ("rotation", np.int64, LEVELS),
        ("fitting", np.uint64, LEVELS),
        ("laid_cell", np.int64, LEVELS),
        ("laid_turned", np.int64, LEVELS),
        ("before_turn", np.int64, LEVELS),
        ("before_euler", np.int64, LEVELS),
        ("before_gates", np.int64, LEVELS),
        ("before_open", np.int64, LEVELS),
        ("tried", np.int64, LEVELS),
    ],
    align=True,
)


@jit
def fill(listings: ListingArray, kits: KitArray, ids: Any, entries: Entries, sets: Sets) -> int:
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
    sets: Sets,
    listed: Entries,
    order: Order,
    first: int,
    entries: Entries,
    ends: Starts,
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
def _mark_runs(entries: Entries, start: int, end: int) -> None:
    """Write into each closure of a set how many of the same form follow from there on, itself included."""
    after, run = -1, 0
    for place in range(end - 1, start - 1, -1):
        form = int(entries[place] & FORM)
        run = run + 1 if form == after and run < MAX_IN_RUN else 1
        after = form
        entries[place] |= np.uint64(run) << RUN_AT


@jit
def _closure(s: ListingRecord, k: Kit, ids: Any) -> tuple[Any, Any]:
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
def _enter(s: ListingRecord, k: Kit) -> bool:
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
def fitting(s: Any, k: Kit, gate: int) -> int:
    """Count the tiles that fit at the apex of a gate."""
    cell = s.apex[gate]
    code = s.code[cell]
    if s.turned[cell] != 0 or k.shown[code] != s.shown[gate]:
        return 0
    return int(popcount(k.fit[code, 6] & s.left))


@jit
def _leave(s: ListingRecord, k: Kit) -> None:
    """Go one level up, and take back what was laid there."""
    give_back_gate(s, s.level)
    s.level -= 1
    if s.level > 0:
        _take_back(s, k)


@jit
def _take_back(s: ListingRecord, k: Kit) -> None:
    take_back(s, k, s.level)
    s.spare += 1

"""The search through gates, for counting: smaller half first, and the last tiles from a table of closures.

Where the loop splits, the half that takes fewer tiles is completed first, so that one gate is left at the
end. Once few enough tiles are left to close it, no search is needed: the closures of a gate were listed once
(`fill`), by the colours that its two tiles show on the inside and by the set of tiles, and each closure that
the remaining set allows is checked against the board.

The search is a record that `advance` updates, as in `gates.py`. Tiles are numbered from 0, the root last.
"""

from typing import Any

import numpy as np

from tantrix import kernel
from tantrix._jit import jit, popcount
from tantrix.solver.loops.forms import PLACES
from tantrix.solver.loops.gates import (
    BRANCH,
    DONE,
    RUNNING,
    U0,
    U1,
    can_close,
    give_back_gate,
    lay,
    lay_next,
    lift_root,
    needs,
    open_root,
    remember,
    take_back,
    take_gate,
    turning,
)

CountRecord = Any  # a record of COUNT
CountArray = Any  # recarray[1] of COUNT
Kit = Any  # a record of forms.KIT
KitArray = Any
Entries = Any  # uint64[]: a closure, its form in the low 16 bits, 5 bits per place, at the top its run
Order = Any  # int64[]: the numbers of the listed closures, sorted by form
Starts = Any  # uint32[]: where the closures of a key and a set begin
Sets = Any  # uint32[]
Ranks = Any  # uint32[sets]: number of a set within its class, and the class in the low three bits

SIZE, MASK, START = kernel.SIZE, kernel.MASK, kernel.START
LEVELS = 40
WANTS = 4  # `advance` returned to have the closures of `key` listed
NONE = -1
UNLISTED, REFUSED = -1, -2  # of a key: its closures are not listed yet, or will never be
FORM = np.uint64(0xFFFF)
RUN_AT = np.uint64(56)
MAX_IN_RUN = 255

COUNT = np.dtype(
    [
        ("code", np.int16, SIZE),
        ("turned", np.int16, SIZE),  # turned tile plus 1, 0 where empty
        ("step", np.int64, 16),
        ("mask", np.int64),
        ("root", np.int64),
        ("starts", np.int64, (256, 2)),  # edge by which the root is left, turned tile beyond it
        ("n_starts", np.int64),
        ("start", np.int64),
        ("source", np.int16, 2 * LEVELS),  # the gates, as in gates.py
        ("target", np.int16, 2 * LEVELS),
        ("towards", np.int64, 2 * LEVELS),
        ("leaves", np.int64, 2 * LEVELS),
        ("enters", np.int64, 2 * LEVELS),
        ("apex", np.int16, 2 * LEVELS),
        ("shown", np.int64, 2 * LEVELS),
        ("n_gates", np.int64),
        ("open", np.int64, LEVELS),  # the gates of the smaller half
        ("n_open", np.int64),
        ("large", np.int64),  # the gate of the larger half, NONE while it is being passed
        ("spare", np.int64),  # tiles that the smaller half may still take
        ("left", np.uint64),
        ("corners", np.uint64),
        ("bends", np.uint64),
        ("turn", np.int64),
        ("euler", np.int64),
        ("level", np.int64),
        ("floor", np.int64),
        ("ceiling", np.int64),
        ("counts_only", np.int64),
        ("lists", np.int64),  # 1: the search lists the closures of one gate, by any tiles
        ("waits", np.int64),  # 1: `advance` returned for a key
        ("key", np.int64),
        ("nodes", np.int64),
        ("found", np.int64),
        ("at", np.int64, LEVELS),  # of each level: place of its gate in `open`, NONE for the large one
        ("gate", np.int64, LEVELS),
        ("rotation", np.int64, LEVELS),
        ("fitting", np.uint64, LEVELS),
        ("halves", np.int64, LEVELS),  # 2: the loop splits here, the other half comes first later; 1: now
        ("laid_cell", np.int64, LEVELS),
        ("laid_turned", np.int64, LEVELS),
        ("before_turn", np.int64, LEVELS),
        ("before_euler", np.int64, LEVELS),
        ("before_gates", np.int64, LEVELS),
        ("before_open", np.int64, LEVELS),
        ("before_spare", np.int64, LEVELS),
        ("tried", np.int64, LEVELS),
        ("candidates", np.int64, LEVELS),
        ("check_code", np.int64, PLACES),  # scratch: of the places of a form that touch the board
        ("check_edge", np.int64, PLACES),  # the first edge of the link there
        ("check_shift", np.int64, PLACES),  # where an entry says which tile lies there
    ],
    align=True,
)


@jit
def advance(
    counts: CountArray, kits: KitArray, rank: Ranks, entries: Entries, starts: Starts, budget: int
) -> int:
    """Advance a count by at most `budget` nodes; return why it stopped."""
    s, k = counts[0], kits[0]
    end = s.nodes + budget
    if s.level == 0 and s.nodes == 0:
        lay(s, k, START, s.root)
    while s.nodes < end:
        if s.waits == 0:
            if s.level == 0:
                if s.start >= s.n_starts or s.floor > 0:
                    return DONE
                _open_first(s, k)
                continue
            if not _next(s, k):
                _leave(s, k)
                if s.level < s.floor:
                    return DONE
                continue
        if s.n_open == 0 and (s.large == NONE or popcount(s.left) <= k.most):
            if s.large == NONE:
                s.found += int(s.left == U0 and s.euler == 1)
            else:
                s.waits = int(not _close(s, k, rank, entries, starts))
                if s.waits != 0 and k.first[s.key] == UNLISTED:
                    return WANTS
            if s.waits == 0:
                _take_back(s, k)
                continue
            s.waits = 0
        if not _enter(s, k):
            _take_back(s, k)
        elif s.level >= s.ceiling:
            return BRANCH
    return RUNNING


@jit
def retreat(counts: CountArray, kits: KitArray) -> None:
    """Skip the branch where `advance` stopped, because it is counted elsewhere."""
    _leave(counts[0], kits[0])


@jit
def fill(counts: CountArray, kits: KitArray, ids: Any, entries: Entries, sets: Sets) -> int:
    """List all closures of the open gate by at most `spare` tiles; return how many, -1 for no room."""
    s, k = counts[0], kits[0]
    n = 0
    if not _enter(s, k):
        return 0
    while s.level > 0:
        if not _next(s, k):
            _leave(s, k)
        elif s.n_open == 0:
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
    rank: Ranks, sets: Sets, listed: Entries, order: Order, first: int, entries: Entries, ends: Starts
) -> None:
    """Sort the listed closures by set into `entries` from `first` on; `ends` says where each set begins.

    Closures by the same set stay in the given order.
    """
    ends[:] = 0
    for i in range(len(order)):
        ends[rank[sets[i]] >> np.uint32(3)] += 1
    total = first
    for i in range(len(ends)):
        total += ends[i]
        ends[i] = total
    for place in range(len(order) - 1, -1, -1):
        i = order[place]
        at = rank[sets[i]] >> np.uint32(3)
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
def _closure(s: CountRecord, k: Kit, ids: Any) -> tuple[Any, Any]:
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
def _close(s: CountRecord, k: Kit, rank: Ranks, entries: Entries, starts: Starts) -> bool:
    """Count the closures of the last gate that the board allows; fail if they are not listed."""
    gate = s.large
    apex = s.apex[gate]
    code = s.code[apex]
    if s.turned[apex] != 0 or k.shown[code] != s.shown[gate] or k.fit[code, 6] & s.left == U0:
        return True
    towards = s.towards[gate]
    source, target = int(s.source[gate]), int(s.target[gate])
    by_source = int(k.source_key[s.turned[source] - 1, towards])
    by_target = int(k.target_key[s.turned[target] - 1, towards])
    s.key = 64 * by_source + by_target
    first = k.first[s.key]
    if first < 0:
        return False
    numbered = rank[s.left]
    if numbered & np.uint32(7) != k.own_class[s.key]:
        return True
    place = first + int(numbered >> np.uint32(3))
    here, end = int(starts[place]), int(starts[place + 1])
    if here == end:
        return True
    s.nodes += 1
    taken = U0
    touched = k.halo_source[by_source] | k.halo_target[by_target]
    for level in range(-1, s.level + 1):
        cell = START if level < 0 else s.laid_cell[level]
        if cell not in (source, target):
            beside = (cell - source) & MASK
            taken |= k.own[towards, beside]
            touched |= k.halo[towards, beside]
    n = 0
    is_sound = s.euler == 1
    while here < end:
        form = int(entries[here] & FORM)
        after = here + int(entries[here] >> RUN_AT)
        mask = k.mask[form]
        if mask & taken == U0:
            if mask & touched == U0 and is_sound:
                n += (after - here) * int(k.is_whole[form])
            else:
                n_checks = _inspect(s, k, form, mask & touched, source, towards)
                if n_checks >= 0:
                    for place in range(here, after):
                        n += _suits(s, k, entries[place], n_checks)
        here = after
    s.found += n
    return True


@jit
def _inspect(s: CountRecord, k: Kit, form: int, touched: Any, source: int, towards: int) -> int:
    """Note what the board shows the places of a form that touch it; return how many, -1 for a hole."""
    euler = s.euler
    n = 0
    for place in range(k.length[form]):
        bit = k.bit[form, place]
        code = s.code[(source + k.at[towards, bit]) & MASK]
        earlier = int(k.earlier[form, place])
        around = (earlier << towards | earlier >> (6 - towards)) & 63
        euler += k.adds[around | k.sides[code]]
        if touched >> np.uint64(bit) & U1 != U0:
            s.check_code[n] = code
            s.check_edge[n] = k.edge[form, place] + towards
            s.check_shift[n] = 16 + 5 * place
            n += 1
    return n if euler == 1 else -1


@jit
def _suits(s: CountRecord, k: Kit, entry: Any, n_checks: int) -> int:
    """Return 1 if the tiles of a closure fit in the places noted, else 0."""
    for check in range(n_checks):
        variant = int(entry >> np.uint64(s.check_shift[check]) & np.uint64(31))
        rotation = k.rotation[variant, s.check_edge[check]]
        if (np.uint64(k.fit[s.check_code[check], rotation]) >> np.uint64(k.tile[variant])) & U1 == U0:
            return 0
    return 1


@jit
def _open_first(s: CountRecord, k: Kit) -> None:
    """Lay the next tile that can follow the root; the gate between them is the large one."""
    open_root(s, k, k)
    s.n_open = 0
    s.large = 0
    s.spare = 0
    if not _enter(s, k):
        lift_root(s, k)


@jit
def _can_close_halves(s: CountRecord) -> bool:
    """Return whether the tiles left can close the gates of both halves."""
    tiles, inwards = needs(s)
    if s.n_open > 0 and tiles > s.spare:
        return False
    if s.lists != 0:
        return True
    if s.large != NONE:
        tiles += 3 - s.shown[s.large]
        inwards += 1 + int(s.shown[s.large] == 0)
    return can_close(s, tiles, inwards)


@jit
def _fitting(s: CountRecord, k: Kit, gate: int) -> int:
    """Count the tiles that fit at the apex of a gate."""
    cell = s.apex[gate]
    code = s.code[cell]
    if s.turned[cell] != 0 or k.shown[code] != s.shown[gate]:
        return 0
    return int(popcount(k.fit[code, 6] & s.left))


@jit
def _enter(s: CountRecord, k: Kit) -> bool:
    """Choose the gate of the smaller half that the fewest tiles fit, else the large one; go down a level."""
    if not _can_close_halves(s):
        return False
    chosen = NONE
    fewest = 1000
    if s.large != NONE and _fitting(s, k, s.large) == 0:
        return False
    for place in range(s.n_open):
        n = _fitting(s, k, s.open[place])
        if n == 0:
            return False
        if n < fewest:
            fewest = n
            chosen = place
    level = s.level + 1
    s.level = level
    if chosen == NONE:
        gate = int(s.large)
        s.at[level] = NONE
        s.gate[level] = gate
        s.large = NONE
    else:
        gate = take_gate(s, level, chosen)
    remember(s, level)
    code = s.code[s.apex[gate]]
    s.rotation[level] = 0
    s.halves[level] = 0
    s.fitting[level] = k.fit[code, 0] & s.left
    s.before_spare[level] = s.spare
    s.tried[level] = 0
    s.candidates[level] = 0
    if level < 8:
        for rotation in range(6):
            s.candidates[level] += popcount(k.fit[code, rotation] & s.left)
    return True


@jit
def _leave(s: CountRecord, k: Kit) -> None:
    """Go one level up, and take back what was laid there."""
    level = s.level
    if s.at[level] == NONE:
        s.large = s.gate[level]
    else:
        give_back_gate(s, level)
    s.level = level - 1
    if level > 1:
        _take_back(s, k)
    elif s.lists == 0:
        lift_root(s, k)


@jit
def _take_back(s: CountRecord, k: Kit) -> None:
    """Lift the tile of this level, or leave it and complete the other half first."""
    level = s.level
    if s.halves[level] == 2:
        s.halves[level] = 1
        return
    take_back(s, k, level)
    s.spare = s.before_spare[level]
    if s.at[level] == NONE:
        s.large = NONE


@jit
def _next(s: CountRecord, k: Kit) -> bool:
    """Lay the next tile that fits the gate of this level, and open the gates beyond it."""
    level = s.level
    if s.halves[level] == 1:
        s.halves[level] = 0
        s.large = s.before_gates[level]
        s.open[0] = s.large + 1
        s.n_open = 1
        s.n_gates = s.large + 2
        s.spare = (popcount(s.left) - 1) >> 1
        return True
    if not lay_next(s, k, k):
        return False
    s.spare -= 1
    if s.at[level] == NONE:
        _halve(s)
    return True


@jit
def _halve(s: CountRecord) -> None:
    """Split beyond the large gate; the first half comes first if it takes no more tiles than the other."""
    if s.n_open == 2:
        s.halves[s.level] = 2
        s.large = s.open[1]
        s.n_open = 1
        s.spare = popcount(s.left) >> 1
    elif s.n_open == 1:
        s.large = s.open[0]
        s.n_open = 0

"""The search through gates, for counting: smaller half first, and the last tiles from a table of closures.

Where the loop splits, the half that takes fewer tiles is completed first, so that one gate is left at the
end. Once few enough tiles are left to close it, no search is needed: the closures of a gate were listed once
(`fill`), by the colours that its two tiles show on the inside and by the set of tiles, and each closure that
the remaining set allows is checked against the board.

The search is a record that `advance` updates, as in `gates.py`. Tiles are numbered from 0, the root last.
"""

from typing import Any, NamedTuple

import numpy as np

from tantrix import kernel
from tantrix._jit import jit, lowest_bit, popcount
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
    lift,
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
FEW = 4  # most tiles of a smaller half that is not searched, but taken from a list
NONE = -1
UNLISTED, REFUSED = -1, -2  # of a key: its closures are not listed yet, or will never be
FORM = np.uint64(0xFFFF)
RUN_AT = np.uint64(56)
MAX_IN_RUN = 255


class Lists(NamedTuple):
    """The closures of all keys listed so far."""

    rank: Ranks
    entries: Entries  # sorted by key, set and form
    starts: Starts
    few: Entries  # those by at most FEW tiles again, sorted by key and number of tiles
    few_sets: Sets


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
        ("euler_then", np.int64),  # scratch: with the closure that is checked
        ("check_fit", np.uint32, PLACES),  # the variants that fit a place that touches the board
        ("check_shift", np.uint64, PLACES),  # where an entry says which variant lies there
    ],
    align=True,
)


@jit
def advance(counts: CountArray, kits: KitArray, lists: Lists, budget: int) -> int:
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
        if s.n_open == 0 and s.large == NONE:
            s.found += int(s.left == U0 and s.euler == 1)
            _take_back(s, k)
            continue
        if _is_listed(s, k):
            s.waits = int(not _close(s, k, lists))
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
def _is_listed(s: CountRecord, k: Kit) -> bool:
    """Return whether the closures of the open gates are short enough to be listed."""
    if s.large == NONE or s.n_open > 1:
        return False
    return bool(popcount(s.left) <= k.most + s.n_open and (s.n_open == 0 or s.spare <= FEW))


@jit
def _close(s: CountRecord, k: Kit, lists: Lists) -> bool:
    """Count the closures of the one or two last gates that the board allows; fail if they are not listed."""
    large = s.large
    if not _has_apex(s, k, large) or (s.n_open == 1 and not _has_apex(s, k, s.open[0])):
        return True
    s.key = _key(s, k, large)
    if k.first[s.key] < 0:
        return False
    if s.n_open == 1:
        key = s.key
        s.key = _key(s, k, s.open[0])
        if k.first[s.key] < 0:
            return False
        _close_both(s, k, lists, s.key, key)
    elif _has_closures(k, lists.rank, lists.starts, s.key, s.left):
        s.nodes += 1
        taken, touched = _window(s, k, large, -1, s.level + 1)
        touched |= _beside(s, k, large)
        s.found += _count_closures(s, k, lists, s.left, taken, touched)
    return True


@jit
def _close_both(s: CountRecord, k: Kit, lists: Lists, key: int, key_large: int) -> None:
    """Count the closures of two gates: lay each of the smaller half, then count those of the other."""
    gate, large = s.open[0], s.large
    source, towards = int(s.source[gate]), s.towards[gate]
    taken = touched = taken_large = touched_large = U0
    rank, starts, few, few_sets = lists.rank, lists.starts, lists.few, lists.few_sets
    is_prepared = False
    s.nodes += 1
    for at in range(k.few_from[key], k.few_to[key, s.spare]):
        tiles = np.uint64(few_sets[at])
        left = s.left & ~tiles
        if s.left & tiles != tiles or not _has_closures(k, rank, starts, key_large, left):
            continue
        if not is_prepared:
            is_prepared = True
            taken, touched = _window(s, k, gate, -1, s.level + 1)
            touched |= _beside(s, k, gate)
            taken_large, touched_large = _window(s, k, large, -1, s.level + 1)
            touched_large |= _beside(s, k, large)
        entry = few[at]
        form = int(entry & FORM)
        mask = k.mask[form]
        if mask & taken != U0:
            continue
        n_checks = _inspect(s, k, form, mask & touched, source, towards)
        if _suits(s, entry, n_checks) == 0:
            continue
        euler = s.euler
        s.euler = s.euler_then
        end = _lay_closure(s, k, entry, form, source, towards)
        also_taken, also_touched = _window(s, k, large, s.level + 1, end)
        s.found += _count_closures(s, k, lists, left, taken_large | also_taken, touched_large | also_touched)
        for level in range(s.level + 1, end):
            lift(s, k, s.laid_cell[level], s.laid_turned[level])
        s.euler = euler


@jit
def _lay_closure(s: CountRecord, k: Kit, entry: Any, form: int, source: int, towards: int) -> int:
    """Lay the tiles of a closure, noted as if on the next levels; return the first level without one."""
    end = int(s.level) + 1
    for place in range(k.length[form]):
        variant = int(entry >> np.uint64(16 + 5 * place) & np.uint64(31))
        edge = k.edge[form, place] + towards
        s.laid_cell[end] = (source + k.at[towards, k.bit[form, place]]) & MASK
        s.laid_turned[end] = 8 * k.tile[variant] + k.rotation[variant, edge]
        lay(s, k, s.laid_cell[end], s.laid_turned[end])
        end += 1
    return end


@jit
def _has_apex(s: CountRecord, k: Kit, gate: int) -> bool:
    """Return whether the apex of a gate is empty and a tile left fits there."""
    apex = s.apex[gate]
    code = s.code[apex]
    return bool(s.turned[apex] == 0 and k.shown[code] == s.shown[gate] and k.fit[code, 6] & s.left != U0)


@jit
def _key(s: CountRecord, k: Kit, gate: int) -> int:
    """Return the key of a gate: the colours that its two tiles show inside."""
    towards = s.towards[gate]
    by_source = k.source_key[s.turned[s.source[gate]] - 1, towards]
    by_target = k.target_key[s.turned[s.target[gate]] - 1, towards]
    return 64 * int(by_source) + int(by_target)


@jit
def _has_closures(k: Kit, rank: Ranks, starts: Starts, key: int, left: Any) -> bool:
    """Return whether a set of tiles can close a gate of a key."""
    numbered = rank[left]
    place = k.first[key] + int(numbered >> np.uint32(3))
    return bool(numbered & np.uint32(7) == k.own_class[key] and starts[place] != starts[place + 1])


@jit
def _window(s: CountRecord, k: Kit, gate: int, first: int, end: int) -> tuple[Any, Any]:
    """Return the cells of a gate's window that the tiles of some levels take, and those beside them."""
    source, target, towards = int(s.source[gate]), int(s.target[gate]), s.towards[gate]
    taken = touched = U0
    for level in range(first, end):
        cell = START if level < 0 else s.laid_cell[level]
        if cell not in (source, target):
            beside = (cell - source) & MASK
            taken |= k.own[towards, beside]
            touched |= k.halo[towards, beside]
    return taken, touched


@jit
def _beside(s: CountRecord, k: Kit, gate: int) -> Any:
    """Return the cells of a gate's window that touch its two tiles outside."""
    key = _key(s, k, gate)
    return k.halo_source[key >> 6] | k.halo_target[key & 63]


@jit
def _count_closures(s: CountRecord, k: Kit, lists: Lists, left: Any, taken: Any, touched: Any) -> int:
    """Count the closures of the large gate by the tiles left that the board allows."""
    entries, starts = lists.entries, lists.starts
    gate = s.large
    source, towards = int(s.source[gate]), s.towards[gate]
    at = k.first[_key(s, k, gate)] + int(lists.rank[left] >> np.uint32(3))
    here, end = int(starts[at]), int(starts[at + 1])
    n = 0
    while here < end:
        form = int(entries[here] & FORM)
        after = here + int(entries[here] >> RUN_AT)
        mask = k.mask[form]
        if mask & taken == U0:
            if mask & touched == U0:
                n += (after - here) * int(s.euler + k.euler_alone[form] == 2)
            else:
                n_checks = _inspect(s, k, form, mask & touched, source, towards)
                if s.euler_then == 1:
                    for place in range(here, after):
                        n += _suits(s, entries[place], n_checks)
        here = after
    return n


@jit
def _inspect(s: CountRecord, k: Kit, form: int, touched: Any, source: int, towards: int) -> int:
    """Note what fits the places of a form that touch the board, and `euler_then`; return how many."""
    euler = s.euler + k.euler_alone[form] - 1
    n = 0
    while touched != U0:
        bit = lowest_bit(touched)
        touched &= touched - U1
        place = k.place[form, bit]
        code = s.code[(source + k.at[towards, bit]) & MASK]
        earlier = int(k.earlier[form, place])
        euler += k.adds[(earlier << towards | earlier >> (6 - towards)) & 63 | k.sides[code]]
        euler -= k.adds_alone[form, place]
        s.check_fit[n] = k.fits_at[code, k.edge[form, place] + towards]
        s.check_shift[n] = np.uint64(16 + 5 * place)
        n += 1
    s.euler_then = euler
    return n


@jit
def _suits(s: CountRecord, entry: Any, n_checks: int) -> int:
    """Return 1 if the tiles of a closure fit in the places noted, else 0."""
    fits = np.uint64(1)
    for check in range(n_checks):
        variant = entry >> s.check_shift[check] & np.uint64(31)
        fits &= np.uint64(s.check_fit[check]) >> variant
    return int(fits & U1)


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

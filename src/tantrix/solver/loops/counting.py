"""The count of loops from their middle: a small core is searched, the two largest parts come from lists.

The inside of a loop without holes is a tree of triangles of touching tiles. One triangle is its centre:
beyond each of its three gates lies a part of the loop with at most half of the triangles. (If two parts of
exactly half meet at a gate, both triangles there are centres; the one counts for which the loop passes the
gate from the tile with the smaller number.) So each loop is found once, from the smallest tile of its centre.

The search lays a centre with the number of tiles beyond each gate, and more tiles in the larger parts until
each open gate needs few enough tiles to be closed from a list (`listing.py`); then it completes the smallest
parts until two gates are open. For each way to divide the tiles left between the two, the closures of both
are joined, form by form: two that do not touch each other need no further look, and of two that do, only the
colours at their contacts are compared.

The search is a record that `advance` updates, as in `gates.py`. Tiles are numbered from 0.
"""

from typing import Any, NamedTuple

import numpy as np

from tantrix import kernel
from tantrix._jit import jit, lowest_bit, popcount
from tantrix.solver.loops.forms import N_FORMS, PLACES, Kit, KitArray
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
    needs,
    open_gate,
    remember,
    take_back,
    take_gate,
    turning,
)
from tantrix.solver.loops.listing import FORM, LOW, LOW_BITS, MAX_IN_RUN, RUN_AT, Entries, Starts, fitting

CountRecord = Any  # a record of COUNT
CountArray = Any  # recarray[1] of COUNT
JoinRecord = Any  # a record of JOIN
JoinArray = Any  # recarray[1] of JOIN
Groups = Any  # int64[n, 5]: the first centre of a group, the end, and the tiles beyond each gate
Centres = Any  # int64[n, 3]: three turned tiles, clockwise

SIZE, MASK, START = kernel.SIZE, kernel.MASK, kernel.START
LEVELS = 40
FIRST = 2  # the level of the centres; each further level lays a tile
WANTS = 4  # `advance` returned to have the closures of `key` listed
FRESH = -1  # of a split: none was tried yet
UNLISTED = -1  # of a key: its closures are not listed yet
BLOCKED = -1
MAX_IN_SET = 1 << 14  # closures of a key by one set
MAX_CONTACTS = 32
N_LOW = 1 << LOW_BITS


class Lists(NamedTuple):
    """The centres, and the closures of all keys listed so far."""

    groups: Groups
    centres: Centres
    entries: Entries  # sorted by key, set and form
    starts: Starts


COUNT = np.dtype(
    [
        ("code", np.int16, SIZE),
        ("turned", np.int16, SIZE),  # turned tile plus 1, 0 where empty
        ("step", np.int64, 16),
        ("mask", np.int64),
        ("n_tiles", np.int64),
        ("n_starts", np.int64),  # groups of centres
        ("start", np.int64),  # the next one
        ("centre", np.int64),  # the next one of the group
        ("lies", np.int64),  # 1: a centre lies on the board
        ("source", np.int16, 2 * LEVELS),  # the gates, as in gates.py
        ("target", np.int16, 2 * LEVELS),
        ("towards", np.int64, 2 * LEVELS),
        ("leaves", np.int64, 2 * LEVELS),
        ("enters", np.int64, 2 * LEVELS),
        ("apex", np.int16, 2 * LEVELS),
        ("shown", np.int64, 2 * LEVELS),
        ("size", np.int64, 2 * LEVELS),  # how many tiles lie beyond
        ("n_gates", np.int64),
        ("open", np.int64, LEVELS),
        ("n_open", np.int64),
        ("left", np.uint64),
        ("corners", np.uint64),
        ("bends", np.uint64),
        ("turn", np.int64),
        ("euler", np.int64),
        ("level", np.int64),
        ("floor", np.int64),
        ("ceiling", np.int64),
        ("counts_only", np.int64),
        ("waits", np.int64),  # 1: `advance` returned for a key
        ("key", np.int64),
        ("nodes", np.int64),
        ("found", np.int64),
        ("at", np.int64, LEVELS),  # of each level: place of its gate in `open`
        ("gate", np.int64, LEVELS),
        ("rotation", np.int64, LEVELS),
        ("fitting", np.uint64, LEVELS),
        ("split", np.int64, LEVELS),  # tiles beyond the first of two gates just opened, 0: none, or FRESH
        ("cells", np.int64, LEVELS),  # of each tile laid, the centre first
        ("n_cells", np.int64),
        ("laid_cell", np.int64, LEVELS),
        ("laid_turned", np.int64, LEVELS),
        ("before_turn", np.int64, LEVELS),
        ("before_euler", np.int64, LEVELS),
        ("before_gates", np.int64, LEVELS),
        ("before_open", np.int64, LEVELS),
        ("tried", np.int64, LEVELS),
        ("candidates", np.int64, LEVELS),
    ],
    align=True,
)

# Scratch of one join: of two gates, the first and the second.
JOIN = np.dtype(
    [
        ("stamp", np.int64),
        ("source", np.int64, 2),
        ("towards", np.int64, 2),
        ("taken", np.uint64, 2),  # cells of the gate's window where tiles lie
        ("touched", np.uint64, 2),  # cells beside them
        ("known", np.int64, (2, N_FORMS)),  # the last join in which the form was looked at
        ("checks", np.int64, (2, N_FORMS)),  # how many places touch the core, BLOCKED: it does not fit
        ("adds", np.int64, (2, N_FORMS)),  # what the form adds to `euler`
        ("fit", np.uint32, (2, N_FORMS, PLACES)),  # the variants that fit a place that touches the core
        ("shift", np.uint64, (2, N_FORMS, PLACES)),  # where an entry says which variant lies there
        ("moved", np.int64, N_FORMS),  # the last join in which the next two were made
        ("takes", np.uint64, N_FORMS),  # cells of a form of the first gate in the window of the second
        ("touches", np.uint64, N_FORMS),
        ("check_fit", np.uint32, PLACES),
        ("check_shift", np.uint64, PLACES),
        ("euler_then", np.int64),
        ("low", np.uint64, N_LOW),  # the subsets of the low tiles left, by number of tiles and class
        ("low_from", np.int64, 8 * (LOW_BITS + 1) + 1),
        ("place", np.int64, N_LOW),
        ("listed", np.uint64, (2, MAX_IN_SET)),  # the closures by one set
        ("n_listed", np.int64, 2),
        # the closures that fit the core: of the first gate those of one run, of the second all, in runs
        ("kept", np.uint64, (2, MAX_IN_SET)),
        ("form", np.int64, MAX_IN_SET),  # of each run: its form, its first closure, and their end
        ("first", np.int64, MAX_IN_SET),
        ("end", np.int64, MAX_IN_SET),
        ("near", np.int64, MAX_IN_SET),  # runs that touch a form of the first gate
        ("shows", np.uint64, MAX_IN_RUN),  # the colours that each of the first gate shows at the contacts
        ("place_of", np.int8, SIZE),  # of a cell: its place in a form of the first gate plus 1
        (
            "shift_at",
            np.uint64,
            (2, MAX_CONTACTS),
        ),  # of a contact: where an entry says which variant lies there
        ("edge_at", np.int64, (2, MAX_CONTACTS)),  # and how many edges after the first of its link
        ("n_contacts", np.int64),
    ],
    align=True,
)


@jit
def advance(counts: CountArray, kits: KitArray, joins: JoinArray, lists: Lists, budget: int) -> int:
    """Advance a count by at most `budget` nodes; return why it stopped."""
    s, k = counts[0], kits[0]
    end = s.nodes + budget
    while s.nodes < end:
        if s.waits == 0:
            if s.level == 0:
                if s.start >= s.n_starts or s.floor > 0:
                    return DONE
                _open_group(s, lists)
                if s.level >= s.ceiling:
                    return BRANCH
                continue
            if not _next(s, k, lists):
                _leave(s, k)
                if s.level < s.floor:
                    return DONE
                continue
        if s.n_open == 0:
            s.found += int(s.left == U0 and s.euler == 1)
            _take_back(s, k)
        elif _is_listed(s, k):
            s.waits = int(not _join(s, k, joins[0], lists))
            if s.waits != 0:
                return WANTS
            _take_back(s, k)
        elif not _enter(s, k):
            _take_back(s, k)
        elif s.level >= s.ceiling:
            return BRANCH
    return RUNNING


@jit
def retreat(counts: CountArray, kits: KitArray) -> None:
    """Skip the branch where `advance` stopped, because it is counted elsewhere."""
    _leave(counts[0], kits[0])


@jit
def _open_group(s: CountRecord, lists: Lists) -> None:
    """Begin with the next group of centres."""
    s.centre = lists.groups[s.start, 0]
    s.start += 1
    s.level = FIRST
    s.tried[FIRST] = 0
    s.candidates[FIRST] = lists.groups[s.start - 1, 1] - s.centre


@jit
def _next(s: CountRecord, k: Kit, lists: Lists) -> bool:
    """Lay the next centre, or the next tile at the gate of this level with the next numbers beyond it."""
    level = s.level
    if level == FIRST:
        return _next_centre(s, k, lists)
    gate = int(s.gate[level])
    rest = s.size[gate] - 1
    while True:
        if s.split[level] != 0:
            if _divide(s, level, rest):
                return True
            s.split[level] = 0
            s.n_cells -= 1
            take_back(s, k, level)
        if not lay_next(s, k, k):
            return False
        s.cells[s.n_cells] = s.laid_cell[level]
        s.n_cells += 1
        n_new = s.n_gates - s.before_gates[level]
        if n_new == 2:
            s.split[level] = FRESH
        elif n_new == 1 and rest > 0:
            s.size[s.n_gates - 1] = rest
            return True
        elif n_new == 0 and rest == 0:
            return True
        else:
            s.n_cells -= 1
            take_back(s, k, level)


@jit
def _divide(s: CountRecord, level: int, rest: int) -> bool:
    """Divide the tiles beyond the gate of a level in the next way between the two that its tile opened."""
    gate = s.before_gates[level]
    for first in range(max(s.split[level], 0) + 1, rest):
        s.size[gate], s.size[gate + 1] = first, rest - first
        if _can_have_size(s, gate) and _can_have_size(s, gate + 1):
            s.split[level] = first
            return True
    return False


@jit
def _can_have_size(s: CountRecord, gate: int) -> bool:
    """Return whether as many tiles can lie beyond a gate: one if both tiles point at its apex, or more."""
    least = 3 - s.shown[gate]
    return bool(s.size[gate] == 1 if least == 1 else s.size[gate] >= least)


@jit
def _next_centre(s: CountRecord, k: Kit, lists: Lists) -> bool:
    """Lay the next three tiles of the group that leave enough beyond each gate; lift those before."""
    group = lists.groups[s.start - 1]
    while True:
        if s.lies != 0:
            s.lies = 0
            _lift_centre(s, k, lists.centres[s.centre - 1])
        if s.centre == group[1]:
            return False
        s.centre += 1
        s.nodes += 1
        s.tried[FIRST] += 1
        s.lies = 1
        if _lay_centre(s, k, lists.centres[s.centre - 1], group[2:]):
            return True


@jit
def _lay_centre(s: CountRecord, k: Kit, centre: Any, sizes: Any) -> bool:
    """Lay three tiles and open the gates between them; fail if one has too few tiles beyond it."""
    s.turn = s.n_gates = s.n_open = 0
    s.euler = 1
    s.n_cells = 3
    s.cells[0], s.cells[1], s.cells[2] = START, START + s.step[0], START + s.step[1]
    for corner in range(3):
        lay(s, k, s.cells[corner], centre[corner])
        s.left &= ~(U1 << np.uint64(centre[corner] >> 3))
        s.turn += turning(
            _way(k, centre[corner], 2 * corner, True), _way(k, centre[corner], 2 * corner, False)
        )
    for corner in range(3):
        size, after = sizes[corner], (corner + 1) % 3
        if size == 0:
            continue
        leaves = _way(k, centre[corner], 2 * corner, False)
        enters = _way(k, centre[after], 2 * after, True)
        open_gate(s, s.cells[corner], s.cells[after], 2 * corner, leaves, enters)
        s.size[s.n_gates - 1] = size
        if 2 * size == s.n_tiles - 2 and centre[corner] > centre[after]:
            return False
    return True


@jit
def _way(k: Kit, turned: int, towards: int, is_in: bool) -> int:
    """Return the edge by which the loop enters or leaves a tile of the centre, given its gate."""
    a, b = int(k.a[turned]), int(k.b[turned])
    is_first = (towards + 6 - a) % 6 < (towards + 6 - b) % 6
    return b if is_first == is_in else a


@jit
def _lift_centre(s: CountRecord, k: Kit, centre: Any) -> None:
    for corner in range(3):
        lift(s, k, s.cells[corner], centre[corner])
        s.left |= U1 << np.uint64(centre[corner] >> 3)


@jit
def _can_close(s: CountRecord, k: Kit) -> bool:
    """Return whether the tiles left can close the open gates, as far as one sees at once."""
    for place in range(s.n_open):
        gate = s.open[place]
        if not _can_have_size(s, gate) or fitting(s, k, gate) == 0:
            return False
    tiles, inwards = needs(s)
    return can_close(s, tiles, inwards)


@jit
def _enter(s: CountRecord, k: Kit) -> bool:
    """Choose the largest gate, or the smallest if all can be listed; go down a level. Fail if one is dead."""
    if not _can_close(s, k):
        return False
    largest, smallest = 0, 0
    for place in range(s.n_open):
        gate = s.open[place]
        if s.size[gate] > s.size[s.open[largest]]:
            largest = place
        if s.size[gate] < s.size[s.open[smallest]]:
            smallest = place
    level = s.level + 1
    s.level = level
    gate = take_gate(s, level, largest if s.size[s.open[largest]] > k.most else smallest)
    remember(s, level)
    s.rotation[level] = 0
    s.split[level] = 0
    s.fitting[level] = k.fit[s.code[s.apex[gate]], 0] & s.left
    s.tried[level] = 0
    s.candidates[level] = 0
    if level < 8:
        for rotation in range(6):
            s.candidates[level] += popcount(k.fit[s.code[s.apex[gate]], rotation] & s.left)
    return True


@jit
def _leave(s: CountRecord, k: Kit) -> None:
    """Go one level up, and take back what was laid there."""
    if s.level == FIRST:
        s.level = 0
        return
    give_back_gate(s, s.level)
    s.level -= 1
    _take_back(s, k)


@jit
def _take_back(s: CountRecord, k: Kit) -> None:
    """Lift the tile of this level, unless it lies for another division, or a centre, which `_next` lifts."""
    level = s.level
    if level > FIRST and s.split[level] == 0:
        s.n_cells -= 1
        take_back(s, k, level)


@jit
def _is_listed(s: CountRecord, k: Kit) -> bool:
    """Return whether there are at most two gates, and their closures are small enough to be listed."""
    largest = 0
    for place in range(s.n_open):
        largest = max(largest, s.size[s.open[place]])
    return bool(s.n_open <= 2 and largest <= k.most)


@jit
def _join(s: CountRecord, k: Kit, j: JoinRecord, lists: Lists) -> bool:
    """Count the closures of the one or two open gates; fail if those of a key are not listed."""
    s.nodes += 1
    if not _can_close(s, k):
        return True
    for place in range(s.n_open):
        s.key = _key(s, k, s.open[place])
        if k.first[s.key] == UNLISTED:
            return False
    j.stamp += 1
    if s.n_open == 1:
        _survey(s, k, j, 1, s.open[0])
        s.found += _count_alone(s, k, j, lists, _key(s, k, s.open[0]))
    else:
        _survey(s, k, j, 0, s.open[0])
        _survey(s, k, j, 1, s.open[1])
        s.found += _count_both(s, k, j, lists, _key(s, k, s.open[0]), _key(s, k, s.open[1]))
    return True


@jit
def _key(s: CountRecord, k: Kit, gate: int) -> int:
    """Return the key of a gate: the colours that its two tiles show inside."""
    towards = s.towards[gate]
    by_source = k.source_key[s.turned[s.source[gate]] - 1, towards]
    by_target = k.target_key[s.turned[s.target[gate]] - 1, towards]
    return 64 * int(by_source) + int(by_target)


@jit
def _survey(s: CountRecord, k: Kit, j: JoinRecord, side: int, gate: int) -> None:
    """Note the cells of a gate's window that tiles take, and those that touch a tile from outside."""
    source, target, towards = int(s.source[gate]), int(s.target[gate]), int(s.towards[gate])
    key = _key(s, k, gate)
    taken = U0
    touched = k.halo_source[key >> 6] | k.halo_target[key & 63]
    for at in range(s.n_cells):
        cell = int(s.cells[at])
        if cell not in (source, target):
            taken |= k.own[towards, (cell - source) & MASK]
            touched |= k.halo[towards, (cell - source) & MASK]
    j.source[side], j.towards[side], j.taken[side], j.touched[side] = source, towards, taken, touched


@jit
def _count_alone(s: CountRecord, k: Kit, j: JoinRecord, lists: Lists, key: int) -> int:
    """Count the closures of the only gate by all tiles left."""
    own = int(k.own_class[key])
    low, high = s.left & LOW, s.left >> np.uint64(LOW_BITS)
    if k.parity[0, low] ^ k.parity[1, high] != own:
        return 0
    at = k.first[key] + k.rows[own, high] + k.columns[k.most - popcount(high), low]
    n = 0
    first, end = int(lists.starts[at]), int(lists.starts[at + 1])
    for place in range(end - first):
        j.listed[1, place] = lists.entries[first + place]
    j.n_listed[1] = end - first
    for run in range(_keep_runs(s, k, j)):
        if s.euler + j.adds[1, j.form[run]] == 1:
            n += j.end[run] - j.first[run]
    return n


@jit
def _count_both(s: CountRecord, k: Kit, j: JoinRecord, lists: Lists, key: int, key_then: int) -> int:
    """Count the closures of both gates, for each way to divide the tiles left between them."""
    starts, entries = lists.starts, lists.entries
    low, high = s.left & LOW, s.left >> np.uint64(LOW_BITS)
    own, own_then = int(k.own_class[key]), int(k.own_class[key_then])
    if k.parity[0, low] ^ k.parity[1, high] ^ own != own_then:
        return 0
    n_low = popcount(low)
    _sort_low(k, j, low)
    found = 0
    size = s.size[s.open[0]]
    above = high
    while True:
        n_above = popcount(above)
        n_below = size - n_above
        if 0 <= n_below <= n_low:
            rest = high ^ above
            row = k.first[key] + k.rows[own, above]
            row_then = k.first[key_then] + k.rows[own_then, rest]
            most, most_then = k.most - n_above, k.most - popcount(rest)
            bucket = 8 * n_below + (own ^ int(k.parity[1, above]))
            for at in range(j.low_from[bucket], j.low_from[bucket + 1]):
                below = j.low[at]
                here = row + k.columns[most, below]
                first, end = int(starts[here]), int(starts[here + 1])
                if first == end:
                    continue
                here = row_then + k.columns[most_then, low ^ below]
                first_then, end_then = int(starts[here]), int(starts[here + 1])
                if first_then == end_then:
                    continue
                s.nodes += 1
                for place in range(end_then - first_then):
                    j.listed[1, place] = entries[first_then + place]
                j.n_listed[1] = end_then - first_then
                n_runs = _keep_runs(s, k, j)
                if n_runs == 0:
                    continue
                for place in range(end - first):
                    j.listed[0, place] = entries[first + place]
                j.n_listed[0] = end - first
                found += _pairs(s, k, j, n_runs)
        if above == U0:
            return found
        above = (above - U1) & high


@jit
def _sort_low(k: Kit, j: JoinRecord, low: Any) -> None:
    """Sort the subsets of the low tiles left by number of tiles and class."""
    j.low_from[:] = 0
    below = low
    while True:
        bucket = 8 * popcount(below) + int(k.parity[0, below])
        j.low_from[bucket + 1] += 1
        if below == U0:
            break
        below = (below - U1) & low
    for bucket in range(8 * (LOW_BITS + 1)):
        j.low_from[bucket + 1] += j.low_from[bucket]
        j.place[bucket] = j.low_from[bucket]
    while True:
        bucket = 8 * popcount(below) + int(k.parity[0, below])
        j.low[j.place[bucket]] = below
        j.place[bucket] += 1
        below = (below - low) & low
        if below == U0:
            return


@jit
def _keep_runs(s: CountRecord, k: Kit, j: JoinRecord) -> int:
    """Keep the closures of the second gate that fit the core, in runs; return how many runs."""
    n_runs = n = here = 0
    while here < j.n_listed[1]:
        form = int(j.listed[1, here] & FORM)
        after = here + int(j.listed[1, here] >> RUN_AT)
        n_then = _keep(s, k, j, 1, form, here, after, n)
        if n_then > n:
            j.form[n_runs], j.first[n_runs], j.end[n_runs] = form, n, n_then
            n_runs += 1
            n = n_then
        here = after
    return n_runs


@jit
def _keep(s: CountRecord, k: Kit, j: JoinRecord, side: int, form: int, here: int, end: int, n: int) -> int:
    """Append the closures of a run that fit the core to `n` others; return how many there are then."""
    if j.known[side, form] != j.stamp:
        _learn(s, k, j, side, form)
    n_checks = j.checks[side, form]
    if n_checks == BLOCKED:
        return n
    for at in range(here, end):
        entry = j.listed[side, at]
        j.kept[side, n] = entry
        fits = U1
        for check in range(n_checks):
            fits &= np.uint64(j.fit[side, form, check]) >> (
                entry >> j.shift[side, form, check] & np.uint64(31)
            )
        n += int(fits)
    return n


@jit
def _learn(s: CountRecord, k: Kit, j: JoinRecord, side: int, form: int) -> None:
    """Note how a form meets the core."""
    j.known[side, form] = j.stamp
    mask = k.mask[form]
    if mask & j.taken[side] != U0:
        j.checks[side, form] = BLOCKED
        return
    n = _inspect(s, k, j, side, form, mask & j.touched[side])
    j.checks[side, form] = n
    j.adds[side, form] = j.euler_then - s.euler
    for check in range(n):
        j.fit[side, form, check] = j.check_fit[check]
        j.shift[side, form, check] = j.check_shift[check]


@jit
def _inspect(s: CountRecord, k: Kit, j: JoinRecord, side: int, form: int, touched: Any) -> int:
    """Note what fits the places of a form that touch the board, and `euler_then`; return how many."""
    source, towards = j.source[side], j.towards[side]
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
        j.check_fit[n] = k.fits_at[code, k.edge[form, place] + towards]
        j.check_shift[n] = np.uint64(16 + 5 * place)
        n += 1
    j.euler_then = euler
    return n


@jit
def _pairs(s: CountRecord, k: Kit, j: JoinRecord, n_runs: int) -> int:
    """Count the pairs of a closure of the first gate that is listed and one that is kept of the second."""
    n = here = 0
    while here < j.n_listed[0]:
        form = int(j.listed[0, here] & FORM)
        after = here + int(j.listed[0, here] >> RUN_AT)
        n_one = _keep(s, k, j, 0, form, here, after, 0)
        here = after
        if n_one == 0:
            continue
        if j.moved[form] != j.stamp:
            _move(k, j, form)
        takes, touches = j.takes[form], j.touches[form]
        euler = s.euler + j.adds[0, form]
        n_near = 0
        for run in range(n_runs):
            mask = k.mask[j.form[run]]
            if mask & (takes | touches) == U0:
                if euler + j.adds[1, j.form[run]] == 1:
                    n += n_one * (j.end[run] - j.first[run])
            elif mask & takes == U0:
                j.near[n_near] = run
                n_near += 1
        if n_near > 0:
            n += _near_pairs(s, k, j, form, n_one, n_near)
    return n


@jit
def _move(k: Kit, j: JoinRecord, form: int) -> None:
    """Note which cells of the second window a form of the first gate takes and touches."""
    j.moved[form] = j.stamp
    takes = touches = U0
    for place in range(k.length[form]):
        cell = j.source[0] + k.at[j.towards[0], k.bit[form, place]] - j.source[1]
        takes |= k.own[j.towards[1], cell & MASK]
        touches |= k.halo[j.towards[1], cell & MASK]
    j.takes[form], j.touches[form] = takes, touches


@jit
def _near_pairs(s: CountRecord, k: Kit, j: JoinRecord, form: int, n_one: int, n_near: int) -> int:
    """Count the pairs whose closures touch: those that show the same colours at all contacts."""
    n = 0
    for place in range(k.length[form]):
        j.place_of[_cell_at(s, k, j, 0, form, place)] = place + 1
    for number in range(n_near):
        run = j.near[number]
        euler = s.euler + j.adds[0, form] + j.adds[1, j.form[run]]
        if euler + _meet(s, k, j, form, int(j.form[run])) != 1:
            continue
        for at in range(n_one):
            j.shows[at] = _shown(k, j, 0, at)
        for other in range(j.first[run], j.end[run]):
            shown = _shown(k, j, 1, other)
            for at in range(n_one):
                n += int(j.shows[at] == shown)
    for place in range(k.length[form]):
        j.place_of[_cell_at(s, k, j, 0, form, place)] = 0
    return n


@jit
def _cell_at(s: CountRecord, k: Kit, j: JoinRecord, side: int, form: int, place: int) -> int:
    """Return the cell of a place of a form at one of the gates."""
    return int((j.source[side] + k.at[j.towards[side], k.bit[form, place]]) & MASK)


@jit
def _meet(s: CountRecord, k: Kit, j: JoinRecord, one: int, other: int) -> int:
    """Note the contacts between a form of each gate; return what they add to `euler`."""
    added = n = 0
    touched = k.mask[other] & j.touches[one]
    while touched != U0:
        bit = lowest_bit(touched)
        touched &= touched - U1
        place = k.place[other, bit]
        cell = (j.source[1] + k.at[j.towards[1], bit]) & MASK
        first = k.edge[other, place] + j.towards[1]
        beside = 0
        for edge in range(6):
            place_one = int(j.place_of[(cell + s.step[edge]) & MASK]) - 1
            if place_one >= 0:
                beside |= 1 << edge
                first_one = k.edge[one, place_one] + j.towards[0]
                j.shift_at[0, n], j.edge_at[0, n] = 16 + 5 * place_one, (edge + 15 - first_one) % 6
                j.shift_at[1, n], j.edge_at[1, n] = 16 + 5 * place, (edge + 12 - first) % 6
                n += 1
        earlier = int(k.earlier[other, place])
        turned = (earlier << j.towards[1] | earlier >> (6 - j.towards[1])) & 63
        before = turned | int(k.sides[s.code[cell]])
        added += k.adds[before | beside] - k.adds[before]
    j.n_contacts = n
    return int(added)


@jit
def _shown(k: Kit, j: JoinRecord, side: int, at: int) -> Any:
    """Return the colours that a closure shows at the contacts, two bits each."""
    entry = j.kept[side, at]
    shown = U0
    for contact in range(j.n_contacts):
        variant = entry >> j.shift_at[side, contact] & np.uint64(31)
        shown = shown << np.uint64(2) | np.uint64(k.hue[variant, j.edge_at[side, contact]])
    return shown

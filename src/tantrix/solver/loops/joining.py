"""The closures of two gates joined: how many pairs complete a core of the loop with all tiles left.

A core has two open gates, or one. The sets of tiles by which each can be closed are known (`listing.py`).
Each way to divide the tiles left between the gates names a set for either; for most of them one has no
closures, which a bit for each set tells. Of the others the closures are joined, form by form: two forms that
do not touch each other need no further look, and of two that do, only the colours at their contacts are
compared.

The lists are much larger than the caches, so what will be read is fetched before it is needed.
"""

from typing import Annotated, Protocol

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit, lowest_bit, popcount
from tantrix._compile.pointers import fetch, load_u8, load_u16, load_u32, load_u64
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Int8s,
    Int16s,
    Int64Rows,
    Int64s,
    UInt32Rows,
    UInt32s,
    UInt64Rows,
    UInt64s,
    Word,
)
from tantrix.solver.loops.forms import N_FORMS, PLACES, Kit
from tantrix.solver.loops.listing import FORM, MAX_IN_RUN, RUN_AT
from tantrix.solver.loops.sets import LOW, LOW_BITS

SIZE, MASK = kernel.SIZE, kernel.MASK
BLOCKED = -1
MAX_IN_SET = 1 << 14  # closures of a key by one set
MAX_CONTACTS = 32
MAX_SPLITS = 12_870  # ways to divide 16 tiles between two gates


class Core(Protocol):
    """The fields of a count that say what has been laid of a loop."""

    code: Int16s
    turned: Int16s
    step: Int64s
    source: Int16s
    target: Int16s
    towards: Int64s
    cells: Int64s
    n_cells: int
    left: Word
    euler: int
    nodes: int


class Join(CompiledRecord):
    """Scratch of one join: of two gates, the first and the second."""

    stamp: int
    source: Annotated[Int64s, 2]
    towards: Annotated[Int64s, 2]
    taken: Annotated[UInt64s, 2]  # cells of the gate's window where tiles lie
    touched: Annotated[UInt64s, 2]  # cells beside them
    known: Annotated[Int64Rows, (2, N_FORMS)]  # the last join in which the form was looked at
    checks: Annotated[Int64Rows, (2, N_FORMS)]  # how many places touch the core, BLOCKED: it does not fit
    adds: Annotated[Int64Rows, (2, N_FORMS)]  # what the form adds to `euler`
    fit: Annotated[UInt32Rows, (2, N_FORMS, PLACES)]  # the variants that fit a place that touches the core
    shift: Annotated[UInt64Rows, (2, N_FORMS, PLACES)]  # where an entry says which variant lies there
    moved: Annotated[Int64s, N_FORMS]  # the last join in which the next two were made
    takes: Annotated[UInt64s, N_FORMS]  # cells of a form of the first gate in the window of the second
    touches: Annotated[UInt64s, N_FORMS]
    check_fit: Annotated[UInt32s, PLACES]
    check_shift: Annotated[UInt64s, PLACES]
    euler_then: int
    entries: int  # where the lists are
    starts: int
    columns: int
    filled: int  # one bit for each start: whether there are closures
    here: Annotated[Int64Rows, (2, MAX_SPLITS)]  # of each way to divide the tiles left: the start
    begin: Annotated[Int64Rows, (2, MAX_SPLITS)]  # and the closures by either set
    finish: Annotated[Int64Rows, (2, MAX_SPLITS)]
    # the closures that fit the core: of the first gate those of one run, of the second all, in runs
    kept: Annotated[UInt64Rows, (2, MAX_IN_SET)]
    form: Annotated[Int64s, MAX_IN_SET]  # of each run: its form, its first closure, and their end
    first: Annotated[Int64s, MAX_IN_SET]
    end: Annotated[Int64s, MAX_IN_SET]
    near: Annotated[Int64s, MAX_IN_SET]  # runs that touch a form of the first gate
    shows: Annotated[UInt64s, MAX_IN_RUN]  # the colours that each of the first gate shows at the contacts
    place_of: Annotated[Int8s, SIZE]  # of a cell: its place in a form of the first gate plus 1
    # of a contact: where an entry says which variant lies there
    shift_at: Annotated[UInt64Rows, (2, MAX_CONTACTS)]
    edge_at: Annotated[Int64Rows, (2, MAX_CONTACTS)]  # and how many edges after the first of its link
    n_contacts: int


@jit
def key_of(s: Core, k: Kit, gate: int) -> int:
    """Return the key of a gate: the colours that its two tiles show inside."""
    towards = s.towards[gate]
    by_source = k.source_key[s.turned[s.source[gate]] - 1, towards]
    by_target = k.target_key[s.turned[s.target[gate]] - 1, towards]
    return 64 * int(by_source) + int(by_target)


@jit
def survey(s: Core, k: Kit, j: Join, side: int, gate: int, key: int) -> None:
    """Note the cells of a gate's window that tiles take, and those that touch a tile from outside."""
    source, target, towards = int(s.source[gate]), int(s.target[gate]), int(s.towards[gate])
    taken = U0
    touched = k.halo_source[key >> 6] | k.halo_target[key & 63]
    for at in range(s.n_cells):
        cell = int(s.cells[at])
        if cell not in (source, target):
            taken |= k.own[towards, (cell - source) & MASK]
            touched |= k.halo[towards, (cell - source) & MASK]
    j.source[side], j.towards[side], j.taken[side], j.touched[side] = source, towards, taken, touched


@jit
def count_alone(s: Core, k: Kit, j: Join, key: int) -> int:
    """Count the closures of the only gate by all tiles left."""
    own = int(k.own_class[key])
    low, high = s.left & LOW, s.left >> np.uint64(LOW_BITS)
    if k.parity[0, low] ^ k.parity[1, high] != own:
        return 0
    at = k.first[key] + k.rows[own, high] + k.columns[low]
    n = 0
    for run in range(_keep_runs(s, k, j, load_u32(j.starts, at), load_u32(j.starts, at + 1))):
        if s.euler + j.adds[1, j.form[run]] == 1:
            n += j.end[run] - j.first[run]
    return n


@jit
def count_both(s: Core, k: Kit, j: Join, size: int, key: int, key_then: int) -> int:
    """Count the closures of both gates, for each way to divide the tiles left between them."""
    n_splits = _find_splits(s, k, j, size, key, key_then)
    for at in range(n_splits):
        for side in range(2):
            here = j.here[side, at]
            j.begin[side, at] = load_u32(j.starts, here)
            j.finish[side, at] = load_u32(j.starts, here + 1)
            fetch(j.entries + 8 * j.begin[side, at])
    s.nodes += n_splits
    found = 0
    for at in range(n_splits):
        n_runs = _keep_runs(s, k, j, j.begin[1, at], j.finish[1, at])
        if n_runs > 0:
            found += _pairs(s, k, j, n_runs, j.begin[0, at], j.finish[0, at])
    return found


@jit
def _find_splits(s: Core, k: Kit, j: Join, size: int, key: int, key_then: int) -> int:
    """Note how the tiles left can be divided so that both gates have closures; return in how many ways."""
    low, high = int(s.left & LOW), int(s.left >> np.uint64(LOW_BITS))
    own, own_then = int(k.own_class[key]), int(k.own_class[key_then])
    if k.parity[0, low] ^ k.parity[1, high] ^ own != own_then:
        return 0
    n_low, n_high = popcount(np.uint64(low)), popcount(np.uint64(high))
    from_low, from_high = int(k.subsets_from[0, low]), int(k.subsets_from[1, high])
    first, first_then = int(k.first[key]), int(k.first[key_then])
    n = 0
    for n_above in range(max(0, size - n_low), min(size, n_high) + 1):
        for own_above in range(8):
            own_below = own ^ own_above
            bucket = 8 * (size - n_above) + own_below
            begin, end = int(k.bucket[0, low, bucket]), int(k.bucket[0, low, bucket + 1])
            if begin == end:
                continue
            bucket = 8 * (n_low - size + n_above) + (own_below ^ int(k.parity[0, low]))
            last = from_low + int(k.bucket[0, low, bucket + 1]) - 1
            begin, end = begin + from_low, end + from_low
            bucket = 8 * n_above + own_above
            for at in range(int(k.bucket[1, high, bucket]), int(k.bucket[1, high, bucket + 1])):
                above = int(k.subsets[from_high + at])
                row = first + int(k.rows[own, above])
                row_then = first_then + int(k.rows[own_then, high ^ above])
                for place in range(begin, end):
                    here = row + load_u16(j.columns, place)
                    if (load_u8(j.filled, here >> 3) >> (here & 7)) & 1 == 0:
                        continue
                    here_then = row_then + load_u16(j.columns, last + begin - place)
                    if (load_u8(j.filled, here_then >> 3) >> (here_then & 7)) & 1 != 0:
                        j.here[0, n], j.here[1, n] = here, here_then
                        fetch(j.starts + 4 * here)
                        fetch(j.starts + 4 * here_then)
                        n += 1
    return n


@jit
def _keep_runs(s: Core, k: Kit, j: Join, begin: int, end: int) -> int:
    """Keep the closures of the second gate that fit the core, in runs; return how many runs."""
    n_runs = n = 0
    here = begin
    while here < end:
        entry = load_u64(j.entries, here)
        form = int(entry & FORM)
        after = here + int(entry >> RUN_AT)
        n_then = _keep(s, k, j, 1, form, here, after, n)
        if n_then > n:
            j.form[n_runs], j.first[n_runs], j.end[n_runs] = form, n, n_then
            n_runs += 1
            n = n_then
        here = after
    return n_runs


@jit
def _keep(s: Core, k: Kit, j: Join, side: int, form: int, here: int, end: int, n: int) -> int:
    """Append the closures of a run that fit the core to `n` others; return how many there are then."""
    if j.known[side, form] != j.stamp:
        _learn(s, k, j, side, form)
    n_checks = j.checks[side, form]
    if n_checks == BLOCKED:
        return n
    for at in range(here, end):
        entry = load_u64(j.entries, at)
        j.kept[side, n] = entry
        fits = U1
        for check in range(n_checks):
            fits &= np.uint64(j.fit[side, form, check]) >> (
                entry >> j.shift[side, form, check] & np.uint64(31)
            )
        n += int(fits)
    return n


@jit
def _learn(s: Core, k: Kit, j: Join, side: int, form: int) -> None:
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
def _inspect(s: Core, k: Kit, j: Join, side: int, form: int, touched: Word) -> int:
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
def _pairs(s: Core, k: Kit, j: Join, n_runs: int, begin: int, end: int) -> int:
    """Count the pairs of a closure of the first gate that is listed and one that is kept of the second."""
    n = 0
    here = begin
    while here < end:
        entry = load_u64(j.entries, here)
        form = int(entry & FORM)
        after = here + int(entry >> RUN_AT)
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
def _move(k: Kit, j: Join, form: int) -> None:
    """Note which cells of the second window a form of the first gate takes and touches."""
    j.moved[form] = j.stamp
    takes = touches = U0
    for place in range(k.length[form]):
        cell = j.source[0] + k.at[j.towards[0], k.bit[form, place]] - j.source[1]
        takes |= k.own[j.towards[1], cell & MASK]
        touches |= k.halo[j.towards[1], cell & MASK]
    j.takes[form], j.touches[form] = takes, touches


@jit
def _near_pairs(s: Core, k: Kit, j: Join, form: int, n_one: int, n_near: int) -> int:
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
def _cell_at(s: Core, k: Kit, j: Join, side: int, form: int, place: int) -> int:
    """Return the cell of a place of a form at one of the gates."""
    return int((j.source[side] + k.at[j.towards[side], k.bit[form, place]]) & MASK)


@jit
def _meet(s: Core, k: Kit, j: Join, one: int, other: int) -> int:
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
def _shown(k: Kit, j: Join, side: int, at: int) -> Word:
    """Return the colours that a closure shows at the contacts, two bits each."""
    entry = j.kept[side, at]
    shown = U0
    for contact in range(j.n_contacts):
        variant = entry >> j.shift_at[side, contact] & np.uint64(31)
        shown = shown << np.uint64(2) | np.uint64(k.hue[variant, j.edge_at[side, contact]])
    return shown

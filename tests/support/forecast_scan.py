"""The forecast by a plain scan of the whole table for each placement: the oracle of the real one."""

from functools import cache
from typing import Annotated, Any

import numpy as np

from tantrix._compile.jit import jit, lowest_bit, popcount, without_lowest
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Float32s,
    Floats,
    Int64Rows,
    Int64s,
    Numbers,
    Records,
    UInt8Rows,
    UInt64s,
    Word,
)
from tantrix.kernel import (
    FILL,
    MASK,
    N_CODES,
    SIZE,
    STRIDE,
    State,
    States,
    TableArray,
    Tables,
    cell_of,
    find_rays,
    place_unsettled,
    turned_of,
    unlay,
)
from tantrix.robots.forecast.features import (
    BARRED,
    DEAD,
    FORCED_OWN,
    FORCED_THEIRS,
    FREE_OWN,
    FREE_THEIRS,
    N_FEATURES,
    N_HIDDEN,
    NAMES,
    Net,
    stage_of,
)
from tantrix.tiles import FULL_SET, TABLE

# Where the groups of features begin.
_BEST = NAMES.index("best")
_TO_PLAY = NAMES.index("to_play")
_TILES = NAMES.index("tiles_left")
_FIRST = NAMES.index("first_length")
_FIRST_KINDS = NAMES.index("first_dead")
_FIRST_FITS = NAMES.index("first_fits")
_SECOND = NAMES.index("second_length")
_JOINT = NAMES.index("joint_gain")
_JOINT2 = NAMES.index("joint2_gain")
_CHAIN = NAMES.index("chain_gain")
_NEAR = NAMES.index("near_gain")
_LOOP = NAMES.index("loop_gain")
_OPEN = NAMES.index("open_ends")
_FILLINGS = NAMES.index("fillings_own")
_FIRST_JOINT = NAMES.index("first_joint")
_THIRD = NAMES.index("third_length")
_JOINTS = NAMES.index("joints")
_SECOND_JOINT = NAMES.index("second_joint")


class ScanSheet(CompiledRecord):
    """The ends of lines, and scratch space; each thread has its own."""

    colours: Annotated[Int64s, 4]  # the colours in play, each once
    n_colours: int
    own: Annotated[UInt64s, 4]  # by colour: all hands of its seats
    hands: Word
    fillings: Annotated[Int64s, 4]  # by colour: forced spaces that its hands fit
    fillings_of_all: int  # forced spaces that some hand fits
    n_ends: Annotated[Int64s, 4]  # by colour
    ends: Annotated[Int64Rows, (4, 192)]
    cell: Annotated[Int64s, 512]  # by end: the space that it faces
    kind: Annotated[Int64s, 512]
    fits: Annotated[Int64s, 512]  # how many of the tiles left fit there
    partner: Annotated[Int64s, 512]  # the other end of this colour at that space, or -1
    lines: Annotated[Int64s, 3]  # one end of each of the three best lines, best first, or -1
    line_ranks: Annotated[Int64s, 3]
    joints: Annotated[Int64s, 2]  # likewise: one end of each joint
    joint_ranks: Annotated[Int64s, 2]
    n_joints: int
    loop: int  # an end of the longest line that one tile would close
    loop_score: int
    wide: int  # the best score of a loop that two tiles would close
    chain: int  # the best score of three or more lines connected by joints
    chain_loop: int  # the same, if the joints lead back to the first line
    n_open: int  # ends that are not dead
    open_tiles: int  # tiles of the lines that have open ends
    shown: Annotated[UInt8Rows, (N_CODES, 4)]  # the edges at which a code shows a colour, one bit each
    with_colour: Annotated[UInt64s, 4]  # the tiles that have a colour
    row: Annotated[Float32s, N_FEATURES]
    hidden: Annotated[Float32s, N_HIDDEN]
    value: Annotated[Float32s, 4]  # by colour: the score forecast


@cache
def _shown() -> Any:
    codes = np.arange(N_CODES)
    shown = np.zeros((N_CODES, 4), np.uint8)
    for edge in range(6):
        for colour in range(4):
            shown[:, colour] |= ((codes // 5**edge % 5 == colour + 1) << edge).astype(np.uint8)
    return shown


def new_scan_sheet() -> Records[ScanSheet]:
    """Make a sheet; about 100 KB."""
    made = ScanSheet.zeros()
    made[0].shown[:] = _shown()
    for colour, letter in enumerate("RYGB"):
        having = [place for place in range(len(FULL_SET)) if letter in TABLE[place]]
        made[0].with_colour[colour] = np.uint64(sum(1 << place for place in having))
    return made


@jit
def find_seats(s: State, sheet: ScanSheet) -> None:
    """Find the colours in play and the hands of each."""
    sheet.n_colours = 0
    sheet.hands = U0
    for colour in range(4):
        sheet.own[colour] = U0
    for seat in range(s.n_seats):
        colour = s.colours[seat]
        is_new = True
        for at in range(sheet.n_colours):
            if sheet.colours[at] == colour:
                is_new = False
        if is_new:
            sheet.colours[sheet.n_colours] = colour
            sheet.n_colours += 1
        sheet.own[colour] |= s.hands[seat]
        sheet.hands |= s.hands[seat]


@jit
def _kind_of(is_barred: bool, n_fits: int, n_sides: int, is_own: bool) -> int:
    if n_fits == 0:
        return DEAD
    if is_barred:
        return BARRED
    if n_sides >= 3:
        return FORCED_OWN if is_own else FORCED_THEIRS
    return FREE_OWN if is_own else FREE_THEIRS


@jit
def _add_ends(s: State, t: Tables, sheet: ScanSheet, colour: int, cell: int, kind: int, n_fits: int) -> None:
    """List the ends of a colour at a space."""
    edges = np.uint64(sheet.shown[s.code[cell], colour])
    before = -1
    while edges != U0:
        edge = lowest_bit(edges)
        edges = without_lowest(edges)
        beside = int(s.turned[(cell + t.step[edge]) & MASK]) - 1
        end = (beside & ~7) + int(t.across[edge])
        sheet.cell[end] = cell
        sheet.kind[end] = kind
        sheet.fits[end] = n_fits
        sheet.partner[end] = before
        if before >= 0:
            sheet.partner[before] = end
        before = end
        sheet.ends[colour, sheet.n_ends[colour]] = end
        sheet.n_ends[colour] += 1


@jit
def _list_ends_at(s: State, t: Tables, sheet: ScanSheet, cell: int, is_barred: bool) -> None:
    """List the ends at a space, and who could fill it if it is forced."""
    code = int(s.code[cell])
    fits = t.fit[code, 6] & (s.bag | sheet.hands)
    n_fits = popcount(fits)
    n_sides = int(t.sides[code])
    is_held = n_sides >= 3 and fits & sheet.hands != U0
    sheet.fillings_of_all += is_held
    for at in range(sheet.n_colours):
        colour = sheet.colours[at]
        is_own = fits & sheet.own[colour] != U0
        sheet.fillings[colour] += is_held and is_own
        if sheet.shown[code, colour]:
            kind = _kind_of(is_barred, n_fits, n_sides, is_own)
            _add_ends(s, t, sheet, colour, cell, kind, n_fits)


@jit
def find_ends(s: State, t: Tables, sheet: ScanSheet) -> None:
    """List the open ends of the colours in play, with their kinds."""
    for colour in range(4):
        sheet.n_ends[colour] = 0
        sheet.fillings[colour] = 0
    sheet.fillings_of_all = 0
    is_barring = s.bag != U0 and s.forced_words != U0
    if is_barring:
        find_rays(s, t)
    words = s.spaces_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.spaces[word]
        barred = s.barred[word] & ~s.forced[word] if is_barring else U0
        while bits != U0:
            place = lowest_bit(bits)
            bits = without_lowest(bits)
            _list_ends_at(s, t, sheet, word * 64 + place, (barred >> np.uint64(place)) & U1 != U0)


@jit
def _openness(kind: int) -> int:
    """Return what a kind of end adds to a line's rank; four points equal one tile of length."""
    if kind == DEAD:
        return 0
    if kind <= FORCED_THEIRS:
        return 4 if kind == BARRED else 5
    return 9 if kind == FORCED_OWN else 8 if kind == FREE_OWN else 7


@jit
def _walk(s: State, sheet: ScanSheet, end: int, start: int) -> int:
    """Follow a line beyond an end through live joints; return 256 * the end reached + tiles passed.

    Returns -1 - tiles if this leads back to the line with the end `start`: a possible loop.
    """
    tiles = 0
    for _ in range(6):
        partner = sheet.partner[end]
        if partner < 0 or sheet.kind[end] == DEAD:
            break
        if partner == start:
            return -1 - (tiles + 1)
        tiles += 1 + int(s.length[partner])
        end = int(s.far[partner])
    return int((end << 8) + tiles)


@jit
def _is_beside(cell: int, other: int) -> bool:
    return ((other - cell) & MASK) in (1, STRIDE, STRIDE - 1, MASK, SIZE - STRIDE, SIZE + 1 - STRIDE)


@jit
def _gain(score: int, best: int) -> float:
    return max(0.0, 0.1 * (score - best))


@jit
def _rank_line(sheet: ScanSheet, end: int, rank: int) -> None:
    """Keep the three lines of highest rank, best first; ties go to the earlier line."""
    ends, ranks = sheet.lines, sheet.line_ranks
    if rank <= ranks[2]:
        return
    at = 0 if rank > ranks[0] else 1 if rank > ranks[1] else 2
    for later in range(2, at, -1):
        ends[later], ranks[later] = ends[later - 1], ranks[later - 1]
    ends[at], ranks[at] = end, rank


@jit
def _rank_joint(sheet: ScanSheet, end: int, rank: int) -> None:
    """Keep the two joints of highest rank."""
    ends, ranks = sheet.joints, sheet.joint_ranks
    if rank > ranks[0]:
        ends[1], ranks[1] = ends[0], ranks[0]
        ends[0], ranks[0] = end, rank
    elif rank > ranks[1]:
        ends[1], ranks[1] = end, rank


@jit
def _reset(sheet: ScanSheet) -> None:
    """Clear the sheet for the next colour."""
    for at in range(N_FEATURES):
        sheet.row[at] = 0.0
    for at in range(3):
        sheet.lines[at] = -1
        sheet.line_ranks[at] = 0
    for at in range(2):
        sheet.joints[at] = -1
        sheet.joint_ranks[at] = 0
    sheet.n_joints = 0
    sheet.loop = -1
    sheet.loop_score = 0
    sheet.wide = 0
    sheet.chain = 0
    sheet.chain_loop = 0
    sheet.n_open = 0
    sheet.open_tiles = 0


@jit
def _add_end(s: State, sheet: ScanSheet, end: int) -> None:
    """Record a live end: the joint that it is part of, or the loop that one tile would close."""
    sheet.n_open += 1
    partner = sheet.partner[end]
    length = int(s.length[end])
    if partner == s.far[end]:
        if end < partner and 2 * (length + 1) > sheet.loop_score:
            sheet.loop = end
            sheet.loop_score = 2 * (length + 1)
    elif partner > end:
        sheet.n_joints += 1
        score = 1 + length + int(s.length[partner])
        _rank_joint(sheet, end, 4 * score + _openness(sheet.kind[end]))


@jit
def _add_line(s: State, sheet: ScanSheet, end: int, far: int) -> None:
    """Record a live line: its rank, and the loops and chains that more than one tile would make."""
    length = int(s.length[end])
    sheet.open_tiles += length
    kind, far_kind = sheet.kind[end], sheet.kind[far]
    _rank_line(sheet, end, 4 * length + _openness(kind) + _openness(far_kind))
    if sheet.partner[end] == far:
        return
    is_alive = kind != DEAD and far_kind != DEAD and length > 1
    if is_alive and _is_beside(sheet.cell[end], sheet.cell[far]):
        sheet.wide = max(sheet.wide, 2 * (length + 2))
    if sheet.partner[end] >= 0 and sheet.partner[far] >= 0:
        ahead = _walk(s, sheet, far, end)
        if ahead < 0:
            sheet.chain_loop = max(sheet.chain_loop, 2 * (length - 1 - ahead))
        else:
            behind = _walk(s, sheet, end, far)
            sheet.chain = max(sheet.chain, length + (ahead & 255) + (behind & 255))


@jit
def _find_near(s: State, sheet: ScanSheet, colour: int, end: int, best: int, at: int) -> None:
    """Find the longest other line that two tiles would join to the line at an end."""
    if sheet.kind[end] == DEAD:
        return
    far = np.int64(s.far[end])
    most = 0
    for place in range(sheet.n_ends[colour]):
        other = sheet.ends[colour, place]
        length = int(s.length[other])
        if length <= most or other in (end, far) or sheet.kind[other] == DEAD:
            continue
        if _is_beside(sheet.cell[end], sheet.cell[other]):
            most = length
    if most > 0:
        gain = _gain(int(s.length[end]) + most + 2, best)
        sheet.row[at] = max(sheet.row[at], gain)


@jit
def _is_own(kind: int) -> bool:
    return kind in (FORCED_OWN, FREE_OWN)


@jit
def _is_joint(sheet: ScanSheet, end: int, far: int) -> bool:
    partner = sheet.partner[end]
    return bool(partner >= 0 and partner != far and sheet.kind[end] != DEAD)


@jit
def _fits_at(s: State, t: Tables, sheet: ScanSheet, end: int) -> Word:
    """Return the tiles that fit where an end is open."""
    return t.fit[s.code[sheet.cell[end]], 6]


@jit
def _describe_table(s: State, sheet: ScanSheet, colour: int, seat: int, n_left: int) -> None:
    """Fill in how far the game has progressed, and what the hands hold."""
    row = sheet.row
    own, having = sheet.own[colour], sheet.with_colour[colour]
    row[_BEST] = 0.1 * s.best[colour]
    if s.colours[seat] == colour:
        row[_TO_PLAY] = 1.0
        row[_TO_PLAY + 1] = 1.0 if s.phase == FILL else 0.0
    row[_TILES] = n_left / 28.0
    row[_TILES + 1] = popcount(own & having) / 6.0
    row[_TILES + 2] = popcount((sheet.hands | s.bag) & having) / max(1.0, float(n_left))
    row[_TILES + 3] = 1.0 if s.bag == U0 else 0.0
    row[_OPEN] = 0.1 * sheet.n_open
    row[_OPEN + 1] = 0.05 * sheet.open_tiles
    row[_FILLINGS] = 0.5 * min(3, sheet.fillings[colour])
    row[_FILLINGS + 1] = 0.5 * min(3, sheet.fillings_of_all - sheet.fillings[colour])


@jit
def _describe_first(s: State, t: Tables, sheet: ScanSheet, colour: int, end: int) -> None:
    """Fill in the most important line: its length, its ends, the tiles that fit there."""
    row = sheet.row
    best = int(s.best[colour])
    far = np.int64(s.far[end])
    own = sheet.own[colour]
    row[_FIRST] = 0.1 * s.length[end]
    row[_FIRST + 1] = 0.1 * (best - s.length[end])
    row[_FIRST_KINDS + sheet.kind[end]] += 1.0
    row[_FIRST_KINDS + sheet.kind[far]] += 1.0
    row[_FIRST_FITS] = (min(12, sheet.fits[end]) + min(12, sheet.fits[far])) / 12.0
    row[_FIRST_JOINT] = _is_joint(sheet, end, far) + _is_joint(sheet, far, end)
    fits, fits_far = _fits_at(s, t, sheet, end) & own, _fits_at(s, t, sheet, far) & own
    row[_FIRST_JOINT + 1] = (min(4, popcount(fits)) + min(4, popcount(fits_far))) / 4.0
    _find_near(s, sheet, colour, end, best, _NEAR)
    _find_near(s, sheet, colour, far, best, _NEAR)


@jit
def _describe_second(s: State, sheet: ScanSheet, colour: int, end: int) -> None:
    """Fill in the second line."""
    row = sheet.row
    best = int(s.best[colour])
    far = np.int64(s.far[end])
    row[_SECOND] = 0.1 * s.length[end]
    row[_SECOND + 1] = int(sheet.kind[end] >= FORCED_THEIRS) + int(sheet.kind[far] >= FORCED_THEIRS)
    row[_SECOND + 2] = _is_own(sheet.kind[end]) + _is_own(sheet.kind[far])
    row[_SECOND + 3] = (min(12, sheet.fits[end]) + min(12, sheet.fits[far])) / 12.0
    row[_SECOND_JOINT] = _is_joint(sheet, end, far) + _is_joint(sheet, far, end)
    _find_near(s, sheet, colour, end, best, _NEAR + 1)
    _find_near(s, sheet, colour, far, best, _NEAR + 1)


@jit
def _describe_fits(s: State, t: Tables, sheet: ScanSheet, colour: int, end: int, at: int) -> None:
    """Fill in how many tiles of the colour's own hands, the other hands and the bag fit a space."""
    fits = _fits_at(s, t, sheet, end)
    own = sheet.own[colour]
    sheet.row[at] = min(4, popcount(fits & own)) / 4.0
    sheet.row[at + 1] = min(4, popcount(fits & sheet.hands & ~own)) / 4.0
    sheet.row[at + 2] = min(8, popcount(fits & s.bag)) / 8.0


@jit
def _describe_joints(s: State, t: Tables, sheet: ScanSheet, colour: int) -> None:
    """Fill in what the two best joints would gain, and who can fill them."""
    row = sheet.row
    best = int(s.best[colour])
    end = sheet.joints[0]
    row[_JOINTS] = 0.25 * min(6, sheet.n_joints)
    if end >= 0:
        partner = sheet.partner[end]
        kind = sheet.kind[end]
        row[_JOINT] = _gain(1 + int(s.length[end]) + int(s.length[partner]), best)
        row[_JOINT + 1] = 1.0
        _describe_fits(s, t, sheet, colour, end, _JOINT + 2)
        row[_JOINT + 5] = 1.0 if kind in (FORCED_OWN, FORCED_THEIRS) else 0.0
        row[_JOINT + 6] = 1.0 if kind == BARRED else 0.0
        row[_JOINT + 7] = int(sheet.kind[s.far[end]] != DEAD) + int(sheet.kind[s.far[partner]] != DEAD)
    end = sheet.joints[1]
    if end >= 0:
        fits = _fits_at(s, t, sheet, end)
        row[_JOINT2] = _gain(1 + int(s.length[end]) + int(s.length[sheet.partner[end]]), best)
        row[_JOINT2 + 1] = min(4, popcount(fits & sheet.own[colour])) / 4.0
        row[_JOINT2 + 2] = min(12, sheet.fits[end]) / 12.0
        row[_JOINTS + 1] = min(8, popcount(fits & s.bag)) / 8.0


@jit
def find_features(s: State, t: Tables, sheet: ScanSheet, colour: int, seat: int, n_left: int) -> None:
    """Fill `sheet.row` for one colour, after `find_seats` and `find_ends`; takes about a third of a µs."""
    _reset(sheet)
    row = sheet.row
    best = int(s.best[colour])
    for place in range(sheet.n_ends[colour]):
        end = sheet.ends[colour, place]
        far = np.int64(s.far[end])
        if sheet.kind[end] != DEAD:
            _add_end(s, sheet, end)
        if end < far and (sheet.kind[end] != DEAD or sheet.kind[far] != DEAD):
            _add_line(s, sheet, end, far)
    _describe_table(s, sheet, colour, seat, n_left)
    if sheet.lines[0] >= 0:
        _describe_first(s, t, sheet, colour, sheet.lines[0])
    if sheet.lines[1] >= 0:
        _describe_second(s, sheet, colour, sheet.lines[1])
    if sheet.lines[2] >= 0:
        row[_THIRD] = 0.1 * s.length[sheet.lines[2]]
    _describe_joints(s, t, sheet, colour)
    row[_CHAIN] = _gain(sheet.chain, best)
    if sheet.loop >= 0:
        row[_LOOP] = _gain(sheet.loop_score, best)
        _describe_fits(s, t, sheet, colour, sheet.loop, _LOOP + 1)
    row[_LOOP + 4] = _gain(sheet.wide, best)
    row[_LOOP + 5] = _gain(sheet.chain_loop, best)


@jit
def _to_come(net: Net, stage: int, sheet: ScanSheet) -> float:
    """Return the points still to come that the net predicts from `sheet.row`."""
    row = sheet.row
    hidden = sheet.hidden
    for j in range(N_HIDDEN):
        hidden[j] = net.inner_bias[stage, j]
    total = net.bias[stage]
    for i in range(N_FEATURES):
        x = row[i]
        if x != 0.0:
            total += x * net.linear[stage, i]
            for j in range(N_HIDDEN):
                hidden[j] += x * net.inner[stage, i, j]
    for j in range(N_HIDDEN):
        total += net.output[stage, j] * max(np.float32(0.0), hidden[j])
    return float(total)


@jit
def forecast(s: State, t: Tables, net: Net, sheet: ScanSheet, seat: int) -> float:
    """Return the expected final margin of a seat: the value of its colour minus its best opponent's.

    Fills `sheet.value`. The table must be as after a placement of `seat`, before its draw.
    """
    find_seats(s, sheet)
    n_left = popcount(s.bag | sheet.hands)
    stage = stage_of(n_left)
    own = s.colours[seat]
    if n_left > 0:
        find_ends(s, t, sheet)
    opponent = np.float32(-1000.0)
    for at in range(sheet.n_colours):
        colour = sheet.colours[at]
        value = np.float32(s.best[colour])
        if n_left > 0:
            find_features(s, t, sheet, colour, seat, n_left)
            value += max(np.float32(0.0), np.float32(_to_come(net, stage, sheet)))
        sheet.value[colour] = value
        if colour != own:
            opponent = max(opponent, value)
    return float(sheet.value[own] - opponent)


@jit
def judge_placement(s: State, t: Tables, net: Net, sheet: ScanSheet, key: int) -> float:
    """Return the margin forecast after a placement of the seat to play; the table is unchanged afterwards."""
    phase = s.phase
    stuck = s.stuck
    tile = U1 << np.uint64(key & 63)
    seat = s.to_play
    place_unsettled(s, t, cell_of(key), turned_of(key), -1)
    margin = forecast(s, t, net, sheet, seat)
    unlay(s, t)
    s.hands[seat] |= tile
    s.phase = phase
    s.stuck = stuck
    return margin


@jit
def ask_scanned_forecasts(
    states: States,
    tables: TableArray,
    nets: Records[Net],
    sheets: Records[ScanSheet],
    keys: Numbers,
    n: int,
    margins: Floats,
) -> None:
    """Forecast the margin of the seat to play after each placement."""
    s, t = states[0], tables[0]
    for at in range(n):
        margins[at] = judge_placement(s, t, nets[0], sheets[0], keys[at])

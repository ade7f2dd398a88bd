"""What can be seen of a colour's final score: its lines, where they end, what could join or close them.

Judged is the table just after a placement, before the draw: the seat to play is the one that laid it. For
each colour in play a row of numbers says what is on the table (`find_features`), and a small net for the
stage of the game, fitted by `tantrix train`, says how many points are still to come (`forecast`).

An end of a line is open at a space. Its *kind* is what may happen there: DEAD (no tile left fits), BARRED
(controlled by a forced space, R4.2 and R4.3), or whether the space is forced and the colour's own hands
fit. Two ends of one colour at one space are a *joint*: one tile makes one line, or a loop, of them.
"""

from functools import cache
from typing import Any

import numpy as np

from tantrix._jit import jit, lowest_bit, popcount
from tantrix.kernel import FILL, MASK, N_CODES, SIZE, STRIDE, U0, U1, _find_rays, _put, unlay
from tantrix.tiles import FULL_SET, TABLE

State = Any  # a record of kernel.STATE
Tables = Any  # a record of kernel.TABLES
Sheet = Any  # a record of SHEET
Net = Any  # a record of NET
Row = Any  # float32[N_FEATURES]

N_STAGES = 8
N_HIDDEN = 16
STAGE_ENDS = (3, 6, 9, 13, 18, 25, 34, 64)  # the most tiles left, in hands and bag, of each stage

DEAD, BARRED, FORCED_THEIRS, FORCED_OWN, FREE_OWN, FREE_THEIRS = range(6)
_N_KINDS = 6

NAMES = (
    *("best", "to_play", "free_to_come", "tiles_left", "own_tiles", "colour_share", "bag_is_empty"),
    *("first_length", "first_short", "first_dead", "first_barred", "first_forced_theirs", "first_forced_own"),
    *("first_free_own", "first_free_theirs", "first_fits"),
    *("second_length", "second_open", "second_own", "second_fits"),
    *("joint_gain", "joint_is", "joint_own", "joint_theirs", "joint_bag", "joint_forced", "joint_barred"),
    *("joint_open", "joint2_gain", "joint2_own", "joint2_fits"),
    *("chain_gain", "near_gain", "near2_gain"),
    *("loop_gain", "loop_own", "loop_theirs", "loop_bag", "wide_loop_gain", "chain_loop_gain"),
    *("open_ends", "open_tiles"),
)
N_FEATURES = len(NAMES)

# Where the ends are, and scratch; one for each thread.
SHEET = np.dtype(
    [
        ("colours", np.int64, 4),  # those in play, once each
        ("n_colours", np.int64),
        ("own", np.uint64, 4),  # by colour: all hands of its seats
        ("hands", np.uint64),
        ("n_ends", np.int64, 4),  # by colour
        ("ends", np.int64, (4, 192)),
        ("cell", np.int64, 512),  # by end: the space it is open at
        ("kind", np.int64, 512),
        ("fits", np.int64, 512),  # how many of the tiles left fit there
        ("partner", np.int64, 512),  # the other end of this colour at that space, or -1
        ("shown", np.uint8, (N_CODES, 4)),  # the edges, one bit each, at which a code shows a colour
        ("with_colour", np.uint64, 4),  # the tiles that have a colour
        ("row", np.float32, N_FEATURES),
        ("hidden", np.float32, N_HIDDEN),
        ("worth", np.float32, 4),  # by colour: the score forecast
    ],
    align=True,
)

# The forecast of the points to come: bias + row . linear + output . max(0, row . inner + inner_bias).
NET = np.dtype(
    [
        ("linear", np.float32, (N_STAGES, N_FEATURES)),
        ("bias", np.float32, N_STAGES),
        ("inner", np.float32, (N_STAGES, N_FEATURES, N_HIDDEN)),
        ("inner_bias", np.float32, (N_STAGES, N_HIDDEN)),
        ("output", np.float32, (N_STAGES, N_HIDDEN)),
        ("scale", np.float32, N_STAGES),  # points of margin that multiply the odds of winning by e
    ],
    align=True,
)


@cache
def _shown() -> Any:
    codes = np.arange(N_CODES)
    shown = np.zeros((N_CODES, 4), np.uint8)
    for edge in range(6):
        for colour in range(4):
            shown[:, colour] |= ((codes // 5**edge % 5 == colour + 1) << edge).astype(np.uint8)
    return shown


def new_sheet() -> Any:
    """Make a sheet, recarray[1]; about 100 KB."""
    made = np.zeros(1, SHEET).view(np.recarray)
    made[0].shown[:] = _shown()
    for colour, letter in enumerate("RYGB"):
        having = [place for place in range(len(FULL_SET)) if letter in TABLE[place]]
        made[0].with_colour[colour] = np.uint64(sum(1 << place for place in having))
    return made


@jit
def stage_of(n_left: int) -> int:
    """Return the stage of a game with so many tiles in hands and bag."""
    if n_left <= 9:
        return 0 if n_left <= 3 else 1 if n_left <= 6 else 2
    if n_left <= 18:
        return 3 if n_left <= 13 else 4
    return 5 if n_left <= 25 else 6 if n_left <= 34 else 7


@jit
def find_seats(s: State, sheet: Sheet) -> None:
    """Note who plays which colour with which hands."""
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
def find_ends(s: State, t: Tables, sheet: Sheet) -> None:
    """List the open ends of the colours in play, with what may happen at each."""
    for colour in range(4):
        sheet.n_ends[colour] = 0
    left = s.bag | sheet.hands
    is_barring = s.bag != U0 and s.forced_words != U0
    if is_barring:
        _find_rays(s, t)
    n_colours = sheet.n_colours
    words = s.frontier_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.frontier[word]
        barred = s.barred[word] & ~s.forced[word] if is_barring else U0
        while bits != U0:
            place = lowest_bit(bits)
            bits &= bits - U1
            cell = word * 64 + place
            code = int(s.code[cell])
            fits = t.fit[code, 6] & left
            n_fits = popcount(fits)
            is_barred = (barred >> np.uint64(place)) & U1 != U0
            for at in range(n_colours):
                colour = sheet.colours[at]
                edges = np.uint64(sheet.shown[code, colour])
                if edges == U0:
                    continue
                is_own = fits & sheet.own[colour] != U0
                if n_fits == 0:
                    kind = DEAD
                elif is_barred:
                    kind = BARRED
                elif t.sides[code] >= 3:
                    kind = FORCED_OWN if is_own else FORCED_THEIRS
                else:
                    kind = FREE_OWN if is_own else FREE_THEIRS
                before = -1
                while edges != U0:
                    edge = lowest_bit(edges)
                    edges &= edges - U1
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
def _openness(kind: int) -> int:
    """Rank the kinds of an end when the line to watch is chosen: four points are worth a tile of length."""
    if kind == DEAD:
        return 0
    if kind <= FORCED_THEIRS:
        return 4 if kind == BARRED else 5
    return 9 if kind == FORCED_OWN else 8 if kind == FREE_OWN else 7


@jit
def _walk(s: State, sheet: Sheet, end: Any, start: Any) -> int:
    """Follow a line beyond an end through living joints; return 256 * the end reached + tiles passed.

    Returns -1 - tiles if the way leads back to the line with the end `start`: a loop in the making.
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
def _find_near(s: State, sheet: Sheet, colour: int, end: Any, best: int, at: int) -> None:
    """Look for other lines that a tile and one more would join to the line at an end."""
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
        if gain > sheet.row[at]:
            sheet.row[at] = gain


@jit
def _is_own(kind: int) -> bool:
    return kind in (FORCED_OWN, FREE_OWN)


@jit
def _describe_line(s: State, sheet: Sheet, colour: int, end: int, other: int, best: int) -> None:
    """Say what is seen of the first line and of the second; -1 where there is none."""
    row = sheet.row
    if end >= 0:
        far = np.int64(s.far[end])
        row[7] = 0.1 * s.length[end]
        row[8] = 0.1 * (best - s.length[end])
        row[9 + sheet.kind[end]] += 1.0
        row[9 + sheet.kind[far]] += 1.0
        row[15] = (min(12, sheet.fits[end]) + min(12, sheet.fits[far])) / 12.0
        _find_near(s, sheet, colour, end, best, 32)
        _find_near(s, sheet, colour, far, best, 32)
    if other >= 0:
        far = np.int64(s.far[other])
        row[16] = 0.1 * s.length[other]
        row[17] = (sheet.kind[other] >= FORCED_THEIRS) + (sheet.kind[far] >= FORCED_THEIRS)
        row[18] = _is_own(sheet.kind[other]) + _is_own(sheet.kind[far])
        row[19] = (min(12, sheet.fits[other]) + min(12, sheet.fits[far])) / 12.0
        _find_near(s, sheet, colour, other, best, 33)
        _find_near(s, sheet, colour, far, best, 33)


@jit
def _describe_joint(
    s: State, t: Tables, sheet: Sheet, colour: int, end: int, score: int, best: int, at: int
) -> None:
    """Say who can fill a joint that is worth `score`: gain, is there, own fits, theirs, bag."""
    row = sheet.row
    fits = t.fit[s.code[sheet.cell[end]], 6]
    own = sheet.own[colour]
    row[at] = _gain(score, best)
    row[at + 1] = min(4, popcount(fits & own)) / 4.0
    row[at + 2] = min(4, popcount(fits & sheet.hands & ~own)) / 4.0
    row[at + 3] = min(8, popcount(fits & s.bag)) / 8.0


@jit
def find_features(s: State, t: Tables, sheet: Sheet, colour: int, seat: int, n_left: int) -> None:
    """Fill `sheet.row` for one colour; `find_seats` and `find_ends` come first. About half a microsecond."""
    row = sheet.row
    for at in range(N_FEATURES):
        row[at] = 0.0
    best = int(s.best[colour])
    own = sheet.own[colour]
    row[0] = 0.1 * best
    if s.colours[seat] == colour:
        row[1] = 1.0
        row[2] = 1.0 if s.phase == FILL else 0.0
    row[3] = n_left / 28.0
    having = sheet.with_colour[colour]
    row[4] = popcount(own & having) / 6.0
    row[5] = popcount((sheet.hands | s.bag) & having) / max(1.0, float(n_left))
    row[6] = 1.0 if s.bag == U0 else 0.0
    first, second, first_rank, second_rank = -1, -1, 0, 0
    joint, joint2, joint_score, joint2_score = -1, -1, 0, 0
    loop, loop_score, wide, chain, chain_loop = -1, 0, 0, 0, 0
    n_open, open_tiles = 0, 0
    for place in range(sheet.n_ends[colour]):
        end = sheet.ends[colour, place]
        far = np.int64(s.far[end])
        length = int(s.length[end])
        kind = sheet.kind[end]
        if kind != DEAD:
            n_open += 1
            partner = sheet.partner[end]
            if partner == far:
                if end < far and 2 * (length + 1) > loop_score:
                    loop, loop_score = end, 2 * (length + 1)
            elif partner > end:
                score = 1 + length + int(s.length[partner])
                rank = 4 * score + _openness(kind)
                if rank > joint_score:
                    joint2, joint2_score = joint, joint_score
                    joint, joint_score = end, rank
                elif rank > joint2_score:
                    joint2, joint2_score = end, rank
        if end > far:
            continue
        far_kind = sheet.kind[far]
        if kind == DEAD and far_kind == DEAD:
            continue
        open_tiles += length
        rank = 4 * length + _openness(kind) + _openness(far_kind)
        if rank > first_rank:
            second, second_rank = first, first_rank
            first, first_rank = end, rank
        elif rank > second_rank:
            second, second_rank = end, rank
        is_wide = kind != DEAD and far_kind != DEAD and length > 1 and sheet.partner[end] != far
        if is_wide and _is_beside(sheet.cell[end], sheet.cell[far]):
            wide = max(wide, 2 * (length + 2))
        if sheet.partner[end] >= 0 and sheet.partner[far] >= 0 and sheet.partner[end] != far:
            ahead = _walk(s, sheet, far, end)
            if ahead < 0:
                chain_loop = max(chain_loop, 2 * (length - 1 - ahead))
            else:
                behind = _walk(s, sheet, end, far)
                chain = max(chain, length + (ahead & 255) + (behind & 255))
    _describe_line(s, sheet, colour, first, second, best)
    if joint >= 0:
        partner = sheet.partner[joint]
        score = 1 + int(s.length[joint]) + int(s.length[partner])
        _describe_joint(s, t, sheet, colour, joint, score, best, 20)
        row[24] = row[23]
        row[23] = row[22]
        row[22] = row[21]
        row[21] = 1.0
        kind = sheet.kind[joint]
        row[25] = 1.0 if kind in (FORCED_OWN, FORCED_THEIRS) else 0.0
        row[26] = 1.0 if kind == BARRED else 0.0
        row[27] = (sheet.kind[s.far[joint]] != DEAD) + (sheet.kind[s.far[partner]] != DEAD)
    if joint2 >= 0:
        fits = t.fit[s.code[sheet.cell[joint2]], 6]
        row[28] = _gain(1 + int(s.length[joint2]) + int(s.length[sheet.partner[joint2]]), best)
        row[29] = min(4, popcount(fits & own)) / 4.0
        row[30] = min(12, sheet.fits[joint2]) / 12.0
    row[31] = _gain(chain, best)
    if loop >= 0:
        _describe_joint(s, t, sheet, colour, loop, loop_score, best, 34)
    row[38] = _gain(wide, best)
    row[39] = _gain(chain_loop, best)
    row[40] = 0.1 * n_open
    row[41] = 0.05 * open_tiles


@jit
def _to_come(net: Net, stage: int, sheet: Sheet) -> float:
    """Return the points still to come by the net, from `sheet.row`."""
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
def forecast(s: State, t: Tables, net: Net, sheet: Sheet, seat: int) -> float:
    """Return the margin forecast for a seat: its colour's worth less the most that a rival's is worth.

    Fills `sheet.worth`. The table is as after a placement of `seat`, before its draw.
    """
    find_seats(s, sheet)
    n_left = popcount(s.bag | sheet.hands)
    stage = stage_of(n_left)
    own = s.colours[seat]
    if n_left > 0:
        find_ends(s, t, sheet)
    rival = np.float32(-1000.0)
    for at in range(sheet.n_colours):
        colour = sheet.colours[at]
        worth = np.float32(s.best[colour])
        if n_left > 0:
            find_features(s, t, sheet, colour, seat, n_left)
            worth += max(np.float32(0.0), np.float32(_to_come(net, stage, sheet)))
        sheet.worth[colour] = worth
        if colour != own:
            rival = max(rival, worth)
    return float(sheet.worth[own] - rival)


@jit
def judge_placement(s: State, t: Tables, net: Net, sheet: Sheet, key: int) -> float:
    """Return the margin forecast after a placement of the seat to play; the table is left as it was."""
    phase = s.phase
    stuck = s.stuck
    tile = U1 << np.uint64(key & 63)
    seat = s.to_play
    _put(s, t, key >> 9, ((key & 63) << 3) + ((key >> 6) & 7), -1)
    margin = forecast(s, t, net, sheet, seat)
    unlay(s, t)
    s.hands[seat] |= tile
    s.phase = phase
    s.stuck = stuck
    return margin


@jit
def ask_forecasts(states: Any, tables: Any, nets: Any, sheets: Any, keys: Any, n: int, margins: Any) -> None:
    """Forecast the margin of the seat to play after each of the placements."""
    s, t = states[0], tables[0]
    for at in range(n):
        margins[at] = judge_placement(s, t, nets[0], sheets[0], keys[at])


@jit
def ask_row(states: Any, tables: Any, sheets: Any, colour: int, seat: int) -> None:
    """Fill the row of one colour, for tests and training."""
    s, sheet = states[0], sheets[0]
    find_seats(s, sheet)
    find_ends(s, tables[0], sheet)
    find_features(s, tables[0], sheet, colour, seat, popcount(s.bag | sheet.hands))

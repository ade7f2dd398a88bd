"""Features that predict a colour's final score: its lines, where they end, and what could join or close them.

They describe the table just after a placement and before the draw: the seat to play is the one that laid the
tile. For each colour in play a row of numbers describes the table (`find_features`), and a small net for the
stage of the game, fitted by `tantrix train`, predicts the points still to come (`forecast`).

An end of a line is open at a space. Its *kind* is what can happen there: DEAD (no tile left fits), BARRED
(controlled by a forced space, R4.2 and R4.3), or whether the space is forced and the colour's own hands
fit. Two ends of one colour at one space are a *joint*: one tile makes one line, or a loop, of them.
"""

from functools import cache
from typing import Annotated, Protocol

import numpy as np

from tantrix._compile.jit import jit, lowest_bit, popcount, without_lowest
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Float32Array,
    Float32Rows,
    Float32s,
    Floats,
    Int16Rows,
    Int16s,
    Int64s,
    Numbers,
    Records,
    UInt64Rows,
    UInt64s,
    Word,
    Words,
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
    find_rays,
    tables,
)
from tantrix.robots.forecast.trial import PlacementTrial, try_placement, withdraw
from tantrix.tiles import FULL_SET, TABLE

N_STAGES = 8
N_HIDDEN = 16
STAGE_ENDS = (3, 6, 9, 13, 18, 25, 34, 64)  # the most tiles left in hands and bag at each stage

DEAD, BARRED, FORCED_THEIRS, FORCED_OWN, FREE_OWN, FREE_THEIRS = range(6)

NAMES = (
    *("best", "to_play", "free_to_come", "tiles_left", "own_tiles", "colour_share", "bag_is_empty"),
    *("first_length", "first_short", "first_dead", "first_barred", "first_forced_theirs", "first_forced_own"),
    *("first_free_own", "first_free_theirs", "first_fits"),
    *("second_length", "second_open", "second_own", "second_fits"),
    *("joint_gain", "joint_is", "joint_own", "joint_theirs", "joint_bag", "joint_forced", "joint_barred"),
    *("joint_open", "joint2_gain", "joint2_own", "joint2_fits"),
    *("chain_gain", "near_gain", "near2_gain"),
    *("loop_gain", "loop_own", "loop_theirs", "loop_bag", "wide_loop_gain", "chain_loop_gain"),
    *("open_ends", "open_tiles", "fillings_own", "fillings_theirs", "first_joint", "first_own_fits"),
    *("third_length", "joints", "joint2_bag", "second_joint"),
)
N_FEATURES = len(NAMES)

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

# What can happen at a space, one hexadecimal digit for each case; see `kind_of`.
_OF_OPEN = (FREE_THEIRS, FREE_OWN, FORCED_THEIRS, FORCED_OWN)
_KINDS = np.uint64(sum(kind << 4 * case for case, kind in enumerate((*_OF_OPEN, *4 * (BARRED,)))))


class Sheet(CompiledRecord):
    """The ends of lines, and scratch space; each thread has its own."""

    colours: Annotated[Int64s, 4]  # the colours in play, each once
    n_colours: int
    own: Annotated[UInt64s, 4]  # by colour: all hands of its seats
    hands: Word
    fillings: Annotated[Int64s, 4]  # by colour: forced spaces that its hands fit
    fillings_of_all: int  # forced spaces that some hand fits
    n_ends: Annotated[Int64s, 4]  # by colour
    ends: Annotated[Int16Rows, (4, 192)]
    cell: Annotated[Int16s, 520]  # by end: the space that it faces
    kind: Annotated[Int16s, 520]
    fits: Annotated[Int16s, 520]  # how many of the tiles left fit there
    partner: Annotated[Int16s, 520]  # the other end of this colour at that space, or -1
    live_lines: Annotated[Int16s, 192]  # of one colour: an end of each line with an end that is not dead
    live_joints: Annotated[Int16s, 192]  # and an end of each joint that is not dead
    # By code: the tiles that fit; the edges that show each colour, eight bits a colour, and the sides.
    seen: Annotated[UInt64Rows, (N_CODES, 2)]
    with_colour: Annotated[UInt64s, 4]  # the tiles that have a colour
    rows: Annotated[Float32Rows, (4, N_FEATURES)]  # by place in `colours`
    hidden: Annotated[Float32Rows, (2, N_HIDDEN)]
    to_come: Annotated[Float32s, 4]
    value: Annotated[Float32s, 4]  # by colour: the score forecast
    trial: PlacementTrial


class Net(CompiledRecord):
    """The points to come: bias + row . linear + output . max(0, row . inner + inner_bias)."""

    linear: Annotated[Float32Rows, (N_STAGES, N_FEATURES)]
    bias: Annotated[Float32s, N_STAGES]
    inner: Annotated[Float32Rows, (N_STAGES, N_FEATURES, N_HIDDEN)]
    inner_bias: Annotated[Float32Rows, (N_STAGES, N_HIDDEN)]
    output: Annotated[Float32Rows, (N_STAGES, N_HIDDEN)]
    scale: Annotated[Float32s, N_STAGES]  # how many points of margin multiply the odds of winning by e


class HasEnds(Protocol):
    """The fields of a record that say what may happen at the ends of lines; colours have places in it."""

    own: UInt64s
    hands: Word
    seen: UInt64Rows
    fillings: Int64s
    fillings_of_all: int
    n_ends: Int64s
    ends: Int16Rows
    cell: Int16s
    kind: Int16s
    fits: Int16s
    partner: Int16s


@cache
def seen_at_spaces() -> Words:
    """Return what a space of each code shows: the field `seen` of a record of ends."""
    codes = np.arange(N_CODES)
    seen = np.zeros((N_CODES, 2), np.uint64)
    seen[:, 0] = tables()[0].fit[:, 6]
    for edge in range(6):
        shown = codes // 5**edge % 5
        for colour in range(4):
            seen[:, 1] |= (shown == colour + 1).astype(np.uint64) << np.uint64(8 * colour + edge)
        seen[:, 1] += (shown > 0).astype(np.uint64) << np.uint64(32)
    return seen


def new_sheet() -> Records[Sheet]:
    """Make a sheet; about 260 kB."""
    made = Sheet.zeros()
    made[0].seen[:] = seen_at_spaces()
    for colour, letter in enumerate("RYGB"):
        having = [place for place in range(len(FULL_SET)) if letter in TABLE[place]]
        made[0].with_colour[colour] = np.uint64(sum(1 << place for place in having))
    return made


@jit
def stage_of(n_left: int) -> int:
    """Return the stage of a game by the number of tiles in hands and bag."""
    if n_left <= 9:
        return 0 if n_left <= 3 else 1 if n_left <= 6 else 2
    if n_left <= 18:
        return 3 if n_left <= 13 else 4
    return 5 if n_left <= 25 else 6 if n_left <= 34 else 7


@jit
def find_seats(s: State, sheet: Sheet) -> None:
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
def kind_of(is_own: bool, is_forced: bool, is_barred: bool, is_dead: bool) -> int:
    """Return what can happen at a space, without branches."""
    case = int(is_own) + 2 * int(is_forced) + 4 * int(is_barred)
    return int((_KINDS >> np.uint64(4 * case)) & np.uint64(15)) * (not is_dead)


@jit
def add_ends(
    s: State, t: Tables, sheet: HasEnds, colour: int, cell: int, edges: Word, kind: int, n_fits: int
) -> None:
    """List the ends of a colour at a space; in the ends of another record `colour` may count otherwise."""
    before = -1
    n = int(sheet.n_ends[colour])
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
        sheet.ends[colour, n] = end
        n += 1
    sheet.n_ends[colour] = n


@jit
def find_ends(s: State, t: Tables, sheet: Sheet) -> None:
    """List the open ends of the colours in play, with their kinds."""
    if s.bag != U0 and s.forced_words != U0:
        find_rays(s, t)
    last = sheet.n_colours - 1
    for at in range(0, last + 1, 2):
        colour, other = sheet.colours[at], sheet.colours[min(at + 1, last)]
        find_ends_of(s, t, sheet, colour, other, colour, other)


@jit
def find_ends_of(
    s: State, t: Tables, sheet: HasEnds, first: int, second: int, colour: int, other: int
) -> None:
    """List the ends of two colours, after `find_rays`; count who could fill the forced spaces.

    first, second: the places of the colours in the record, the same place if there is only one colour.
    """
    sheet.n_ends[first] = 0
    sheet.n_ends[second] = 0
    n_fillings, n_other_fillings, n_all_fillings = 0, 0, 0
    is_barring = s.bag != U0 and s.forced_words != U0
    own, other_own, hands = sheet.own[first], sheet.own[second], sheet.hands
    left = hands | s.bag
    at, other_at = np.uint64(8 * colour), np.uint64(8 * other)
    words = s.spaces_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.spaces[word]
        barred = s.barred[word] & ~s.forced[word] if is_barring else U0
        while bits != U0:
            place = lowest_bit(bits)
            bits = without_lowest(bits)
            cell = word * 64 + place
            code = int(s.code[cell])
            shown = sheet.seen[code, 1]
            edges = (shown >> at) & np.uint64(63)
            other_edges = (shown >> other_at) & np.uint64(63)
            is_forced = shown >= np.uint64(3 << 32)
            if (edges | other_edges) == U0 and not is_forced:
                continue
            fits = sheet.seen[code, 0] & left
            n_fits = popcount(fits)
            is_own = fits & own != U0
            is_other = fits & other_own != U0
            if is_forced:
                n_fillings += is_own
                n_other_fillings += is_other
                n_all_fillings += fits & hands != U0
            is_barred = (barred >> np.uint64(place)) & U1 != U0
            if edges != U0:
                kind = kind_of(is_own, is_forced, is_barred, n_fits == 0)
                add_ends(s, t, sheet, first, cell, edges, kind, n_fits)
            if other_edges != U0 and second != first:
                kind = kind_of(is_other, is_forced, is_barred, n_fits == 0)
                add_ends(s, t, sheet, second, cell, other_edges, kind, n_fits)
    sheet.fillings[first] = n_fillings
    sheet.fillings[second] = n_other_fillings
    sheet.fillings_of_all = n_all_fillings


@jit
def best_is_loop(s: State, sheet: Sheet, colour: int) -> bool:
    """Return whether the best score of a colour is a loop's, after `find_ends`: no line is that long."""
    longest = 0
    for place in range(sheet.n_ends[colour]):
        longest = max(longest, int(s.length[sheet.ends[colour, place]]))
    return bool(longest < s.best[colour])


@jit
def openness(kind: int) -> int:
    """Return what a kind of end adds to a line's rank, 0, 4, 5, 9, 8 or 7; four equal one tile of length."""
    return (0x789540 >> (4 * kind)) & 15


@jit
def walk(s: State, sheet: HasEnds, end: int, start: int) -> int:
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
    apart = (other - cell) & MASK
    near = min(apart, SIZE - apart)
    return bool((near == 1) | (near == STRIDE) | (near == STRIDE - 1))


@jit
def _gain(score: int, best: int) -> float:
    return max(0.0, 0.1 * (score - best))


@jit
def pack(rank: int, at: int, end: int) -> int:
    """Return a number that is higher for a higher rank, and among equals for what comes earlier."""
    return (rank << 20) | ((1023 - at) << 10) | end


@jit
def unpack(packed: int) -> int:
    """Return the end in a packed number, or -1 if nothing was packed."""
    return packed & 1023 if packed else -1


@jit
def _find_live(s: State, sheet: Sheet, colour: int) -> tuple[int, int, int, int, int]:
    """Fill `live_lines` and `live_joints`.

    Returns how many there are of each, the open ends, and the longest line that one tile would close: an end
    of it, or -1, and the score of the loop.
    """
    n_lines, n_joints, n_open = 0, 0, 0
    loop, loop_score = -1, 0
    for place in range(sheet.n_ends[colour]):
        end = int(sheet.ends[colour, place])
        far = int(s.far[end])
        partner = int(sheet.partner[end])
        is_live = sheet.kind[end] != DEAD
        n_open += is_live
        sheet.live_lines[n_lines] = end
        n_lines += (end < far) & (is_live | (sheet.kind[far] != DEAD))
        sheet.live_joints[n_joints] = end
        n_joints += is_live & (partner > end) & (partner != far)
        if is_live & (partner == far) & (end < partner):
            score = 2 * (int(s.length[end]) + 1)
            if score > loop_score:
                loop, loop_score = end, score
    return n_lines, n_joints, n_open, loop, loop_score


@jit
def _rank_lines(s: State, sheet: Sheet, n_lines: int) -> tuple[int, int, int]:
    """Return an end of each of the three best live lines, best first, or -1."""
    first, second, third = 0, 0, 0
    for at in range(n_lines):
        end = int(sheet.live_lines[at])
        far = int(s.far[end])
        rank = 4 * int(s.length[end]) + openness(int(sheet.kind[end])) + openness(int(sheet.kind[far]))
        packed = pack(rank, at, end)
        third = max(third, min(second, packed))
        second = max(second, min(first, packed))
        first = max(first, packed)
    return unpack(first), unpack(second), unpack(third)


@jit
def _rank_joints(s: State, sheet: Sheet, n_joints: int) -> tuple[int, int]:
    """Return an end of each of the two best live joints, best first, or -1."""
    first, second = 0, 0
    for at in range(n_joints):
        end = int(sheet.live_joints[at])
        score = 1 + int(s.length[end]) + int(s.length[sheet.partner[end]])
        packed = pack(4 * score + openness(int(sheet.kind[end])), at, end)
        second = max(second, min(first, packed))
        first = max(first, packed)
    return unpack(first), unpack(second)


@jit
def _reach(s: State, sheet: Sheet, n_lines: int) -> tuple[int, int, int, int]:
    """Return what the live lines could become.

    Their tiles; the best score of a loop that two tiles would close; of three or more lines connected by
    joints; and the same, if the joints lead back to the first line.
    """
    tiles, wide, chain, chain_loop = 0, 0, 0, 0
    for at in range(n_lines):
        end = int(sheet.live_lines[at])
        far = int(s.far[end])
        length = int(s.length[end])
        tiles += length
        partner = int(sheet.partner[end])
        is_apart = partner != far
        is_alive = (sheet.kind[end] != DEAD) & (sheet.kind[far] != DEAD) & (length > 1) & is_apart
        if is_alive & _is_beside(sheet.cell[end], sheet.cell[far]):
            wide = max(wide, 2 * (length + 2))
        if is_apart & (partner >= 0) & (sheet.partner[far] >= 0):
            ahead = walk(s, sheet, far, end)
            if ahead < 0:
                chain_loop = max(chain_loop, 2 * (length - 1 - ahead))
            else:
                chain = max(chain, length + (ahead & 255) + (walk(s, sheet, end, far) & 255))
    return tiles, wide, chain, chain_loop


@jit
def _can_meet(sheet: Sheet, end: int, other: int) -> bool:
    """Return whether two tiles could join two ends."""
    is_alive = (sheet.kind[end] != DEAD) & (sheet.kind[other] != DEAD)
    return bool(is_alive & _is_beside(sheet.cell[end], sheet.cell[other]))


@jit
def _near_gain(s: State, sheet: Sheet, n_lines: int, end: int, best: int) -> float:
    """Return the gain if two tiles joined a live line to the longest other one within reach."""
    far = int(s.far[end])
    least = max(0, best - int(s.length[end]) - 2)  # a line no longer than this brings no gain
    most = least
    for at in range(n_lines):
        other = int(sheet.live_lines[at])
        length = int(s.length[other])
        if length <= most or other == end:
            continue
        other_far = int(s.far[other])
        if (
            _can_meet(sheet, end, other)
            | _can_meet(sheet, end, other_far)
            | _can_meet(sheet, far, other)
            | _can_meet(sheet, far, other_far)
        ):
            most = length
    return _gain(int(s.length[end]) + most + 2, best) if most > least else 0.0


@jit
def _is_own(kind: int) -> bool:
    return bool((kind == FORCED_OWN) | (kind == FREE_OWN))


@jit
def is_joint(sheet: HasEnds, end: int, far: int) -> bool:
    partner = sheet.partner[end]
    return bool(partner >= 0 and partner != far and sheet.kind[end] != DEAD)


@jit
def _fits_at(s: State, sheet: Sheet, end: int) -> Word:
    """Return the tiles that fit where an end is open."""
    return np.uint64(sheet.seen[s.code[sheet.cell[end]], 0])


@jit
def _describe_table(s: State, sheet: Sheet, row: Float32Array, colour: int, seat: int, n_left: int) -> None:
    """Fill in how far the game has progressed, and what the hands hold."""
    own, having = sheet.own[colour], sheet.with_colour[colour]
    row[_BEST] = 0.1 * s.best[colour]
    if s.colours[seat] == colour:
        row[_TO_PLAY] = 1.0
        row[_TO_PLAY + 1] = 1.0 if s.phase == FILL else 0.0
    row[_TILES] = n_left / 28.0
    row[_TILES + 1] = popcount(own & having) / 6.0
    row[_TILES + 2] = popcount((sheet.hands | s.bag) & having) / max(1.0, float(n_left))
    row[_TILES + 3] = 1.0 if s.bag == U0 else 0.0
    row[_FILLINGS] = 0.5 * min(3, sheet.fillings[colour])
    row[_FILLINGS + 1] = 0.5 * min(3, sheet.fillings_of_all - sheet.fillings[colour])


@jit
def _describe_first(s: State, sheet: Sheet, row: Float32Array, colour: int, end: int, n_lines: int) -> None:
    """Fill in the most important line: its length, its ends, the tiles that fit there."""
    best = int(s.best[colour])
    far = int(s.far[end])
    own = sheet.own[colour]
    row[_FIRST] = 0.1 * s.length[end]
    row[_FIRST + 1] = 0.1 * (best - s.length[end])
    row[_FIRST_KINDS + sheet.kind[end]] += 1.0
    row[_FIRST_KINDS + sheet.kind[far]] += 1.0
    row[_FIRST_FITS] = (min(12, int(sheet.fits[end])) + min(12, int(sheet.fits[far]))) / 12.0
    row[_FIRST_JOINT] = is_joint(sheet, end, far) + is_joint(sheet, far, end)
    fits, fits_far = _fits_at(s, sheet, end) & own, _fits_at(s, sheet, far) & own
    row[_FIRST_JOINT + 1] = (min(4, popcount(fits)) + min(4, popcount(fits_far))) / 4.0
    row[_NEAR] = _near_gain(s, sheet, n_lines, end, best)


@jit
def _describe_second(s: State, sheet: Sheet, row: Float32Array, colour: int, end: int, n_lines: int) -> None:
    """Fill in the second line."""
    far = int(s.far[end])
    kind, far_kind = int(sheet.kind[end]), int(sheet.kind[far])
    row[_SECOND] = 0.1 * s.length[end]
    row[_SECOND + 1] = int(kind >= FORCED_THEIRS) + int(far_kind >= FORCED_THEIRS)
    row[_SECOND + 2] = _is_own(kind) + _is_own(far_kind)
    row[_SECOND + 3] = (min(12, int(sheet.fits[end])) + min(12, int(sheet.fits[far]))) / 12.0
    row[_SECOND_JOINT] = is_joint(sheet, end, far) + is_joint(sheet, far, end)
    row[_NEAR + 1] = _near_gain(s, sheet, n_lines, end, int(s.best[colour]))


@jit
def _describe_fits(s: State, sheet: Sheet, row: Float32Array, colour: int, end: int, at: int) -> None:
    """Fill in how many tiles of the player's hands, the other hands and the bag fit a space."""
    fits = _fits_at(s, sheet, end)
    own = sheet.own[colour]
    row[at] = min(4, popcount(fits & own)) / 4.0
    row[at + 1] = min(4, popcount(fits & sheet.hands & ~own)) / 4.0
    row[at + 2] = min(8, popcount(fits & s.bag)) / 8.0


@jit
def _describe_joints(s: State, sheet: Sheet, row: Float32Array, colour: int, end: int, other: int) -> None:
    """Fill in what the two best joints would gain, and who can fill them."""
    best = int(s.best[colour])
    if end >= 0:
        partner = int(sheet.partner[end])
        kind = int(sheet.kind[end])
        row[_JOINT] = _gain(1 + int(s.length[end]) + int(s.length[partner]), best)
        row[_JOINT + 1] = 1.0
        _describe_fits(s, sheet, row, colour, end, _JOINT + 2)
        row[_JOINT + 5] = 1.0 if (kind == FORCED_OWN) | (kind == FORCED_THEIRS) else 0.0
        row[_JOINT + 6] = 1.0 if kind == BARRED else 0.0
        row[_JOINT + 7] = int(sheet.kind[s.far[end]] != DEAD) + int(sheet.kind[s.far[partner]] != DEAD)
    if other >= 0:
        fits = _fits_at(s, sheet, other)
        row[_JOINT2] = _gain(1 + int(s.length[other]) + int(s.length[sheet.partner[other]]), best)
        row[_JOINT2 + 1] = min(4, popcount(fits & sheet.own[colour])) / 4.0
        row[_JOINT2 + 2] = min(12, int(sheet.fits[other])) / 12.0
        row[_JOINTS + 1] = min(8, popcount(fits & s.bag)) / 8.0


@jit
def find_features(s: State, sheet: Sheet, row: Float32Array, colour: int, seat: int, n_left: int) -> None:
    """Fill the row of one colour, float32[N_FEATURES], after `find_seats` and `find_ends`."""
    best = int(s.best[colour])
    for at in range(N_FEATURES):
        row[at] = 0.0
    _describe_table(s, sheet, row, colour, seat, n_left)
    n_lines, n_joints, n_open, loop, loop_score = _find_live(s, sheet, colour)
    first, second, third = _rank_lines(s, sheet, n_lines)
    tiles, wide, chain, chain_loop = _reach(s, sheet, n_lines)
    row[_OPEN] = 0.1 * n_open
    row[_OPEN + 1] = 0.05 * tiles
    if first >= 0:
        _describe_first(s, sheet, row, colour, first, n_lines)
    if second >= 0:
        _describe_second(s, sheet, row, colour, second, n_lines)
    if third >= 0:
        row[_THIRD] = 0.1 * s.length[third]
    row[_JOINTS] = 0.25 * min(6, n_joints)
    joint, other_joint = _rank_joints(s, sheet, n_joints)
    _describe_joints(s, sheet, row, colour, joint, other_joint)
    row[_CHAIN] = _gain(chain, best)
    if loop >= 0:
        row[_LOOP] = _gain(loop_score, best)
        _describe_fits(s, sheet, row, colour, loop, _LOOP + 1)
    row[_LOOP + 4] = _gain(wide, best)
    row[_LOOP + 5] = _gain(chain_loop, best)


@jit
def find_to_come(net: Net, stage: int, sheet: Sheet, place: int, other: int) -> None:
    """Fill `to_come`, what the net predicts, for two rows at once: their sums do not wait for each other.

    The sums of a row are taken in the order of the features; five of them at a time save memory traffic. The
    inner loops are written out because Numba does not vectorise them in a separate function.
    """
    x, y = sheet.rows[place], sheet.rows[other]
    h, g = sheet.hidden[0], sheet.hidden[1]
    inner, linear = net.inner[stage], net.linear[stage]
    total = net.bias[stage]
    total_other = total
    for j in range(N_HIDDEN):
        h[j] = net.inner_bias[stage, j]
        g[j] = net.inner_bias[stage, j]
    for i in range(0, N_FEATURES, 5):
        for k in range(i, i + 5):
            total += x[k] * linear[k]
            total_other += y[k] * linear[k]
        a, b, c, d, e = x[i], x[i + 1], x[i + 2], x[i + 3], x[i + 4]
        for j in range(N_HIDDEN):
            part = h[j] + a * inner[i, j] + b * inner[i + 1, j] + c * inner[i + 2, j]
            h[j] = part + d * inner[i + 3, j] + e * inner[i + 4, j]
        a, b, c, d, e = y[i], y[i + 1], y[i + 2], y[i + 3], y[i + 4]
        for j in range(N_HIDDEN):
            part = g[j] + a * inner[i, j] + b * inner[i + 1, j] + c * inner[i + 2, j]
            g[j] = part + d * inner[i + 3, j] + e * inner[i + 4, j]
    for j in range(N_HIDDEN):
        total += net.output[stage, j] * max(np.float32(0.0), h[j])
        total_other += net.output[stage, j] * max(np.float32(0.0), g[j])
    sheet.to_come[place] = max(np.float32(0.0), total)
    sheet.to_come[other] = max(np.float32(0.0), total_other)


@jit
def forecast(s: State, t: Tables, net: Net, sheet: Sheet, seat: int) -> float:
    """Return the expected final margin of a seat: the value of its colour minus its best opponent's.

    Fills `sheet.value`. The table must be as after a placement of `seat`, before its draw.
    """
    find_seats(s, sheet)
    n_left = popcount(s.bag | sheet.hands)
    own = s.colours[seat]
    if n_left > 0:
        last = sheet.n_colours - 1
        find_ends(s, t, sheet)
        for at in range(last + 1):
            find_features(s, sheet, sheet.rows[at], sheet.colours[at], seat, n_left)
        for at in range(0, last + 1, 2):
            find_to_come(net, stage_of(n_left), sheet, at, min(at + 1, last))
    opponent = np.float32(-1000.0)
    for at in range(sheet.n_colours):
        colour = sheet.colours[at]
        value = np.float32(s.best[colour])
        if n_left > 0:
            value += sheet.to_come[at]
        sheet.value[colour] = value
        if colour != own:
            opponent = max(opponent, value)
    return float(sheet.value[own] - opponent)


@jit
def judge_placement(s: State, t: Tables, net: Net, sheet: Sheet, key: int) -> float:
    """Return the margin forecast after a placement of the seat to play; the table is unchanged afterwards."""
    seat = s.to_play
    try_placement(s, t, sheet.seen, sheet.trial, key)
    margin = forecast(s, t, net, sheet, seat)
    withdraw(s, t, sheet.trial)
    return margin


@jit
def ask_forecasts(
    states: States,
    tables: TableArray,
    nets: Records[Net],
    sheets: Records[Sheet],
    keys: Numbers,
    n: int,
    margins: Floats,
) -> None:
    """Forecast the margin of the seat to play after each placement."""
    s, t = states[0], tables[0]
    for at in range(n):
        margins[at] = judge_placement(s, t, nets[0], sheets[0], keys[at])

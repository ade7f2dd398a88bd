"""The rules of Tantrix on flat arrays, in plain Python that Numba compiles. No rule is coded elsewhere.

The table is a torus of 4,096 cells, `index = START + q + 285 r` modulo 4,096. With that stride any two cells
that share an index lie at least 72 steps apart, while 63 joined tiles, the spaces around them and the
neighbours of those spaces span at most 66. So no two cells in use share an index, and the torus needs no
border checks.

A *turned tile* is `8 * (tile - 1) + rotation`; an *end* of a link `8 * (tile - 1) + edge`; a *key*
`(index * 8 + rotation) * 64 + tile - 1` is a placement, and ascending keys are the canonical order.
The *code* of a cell is the sum over the neighbours that hold a tile of `(colour + 1) * 5 ** edge`. It is kept
for every cell, even under tiles, so that taking a tile back needs no check. What fits a cell and how many
sides it has is looked up in tables indexed by code.

Functions named `ask_*` and `do_*` are called from Python: they take one-element arrays, which Numba passes
15 times faster than records. All others take the records themselves.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from tantrix._jit import jit, lowest_bit, popcount
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.tiles import FULL_SET, LETTERS, TABLE, links, n_rotations

State = Any  # a record of STATE
Tables = Any  # a record of TABLES
States = Any  # recarray[1] of STATE
TableArray = Any  # recarray[1] of TABLES
Words = Any  # uint64 array
Numbers = Any  # int64 array

SIZE = 4096
MASK = SIZE - 1
STRIDE = 285
START = 2080
N_CODES = 5**6
MAX_PLACEMENTS = 4096  # 130 spaces, 14 tiles in hand, two rotations each fit a space of one side: 3,640

FILL, FREE, REFILL, OVER = 0, 1, 2, 3
(
    LEGAL,
    GAME_OVER,
    NOT_IN_HAND,
    OCCUPIED,
    DETACHED,
    MISMATCH,
    FORCED_FIRST,
    TRIPLE,
    FOURTH_SIDE,
    CONTROLLED,
) = range(10)

U0 = np.uint64(0)
U1 = np.uint64(1)

# A Tantrix, the hands, and whose turn it is; changed in place.
STATE = np.dtype(
    [
        ("code", np.int16, SIZE),  # the code of a cell; 0 where no neighbour holds a tile
        ("turned", np.int16, SIZE),  # turned tile at a cell plus 1; 0 where empty
        ("spaces", np.uint64, 64),  # the spaces, one bit a cell
        ("forced", np.uint64, 64),  # the forced spaces
        ("pairs", np.uint64, 64),  # spaces that face two or more links of one colour
        ("spaces_words", np.uint64),  # which words of `spaces` are not zero
        ("forced_words", np.uint64),
        ("pairs_words", np.uint64),
        ("barred", np.uint64, 64),  # scratch: cells refused by R4.2 or R4.3
        ("near", np.uint64, 64),  # scratch: cells beside a pair
        ("bar", np.uint64, 8),  # scratch: tiles refused by R4.1, by rotation
        ("counts", np.int64, 256),  # scratch: running totals of the placements counted, space by space
        ("counted", np.int64, 256),  # scratch: those spaces, as twice the index, plus 1 beside a pair
        ("far", np.int16, 520),  # the other end of the line that stops at an end; stale inside lines
        ("length", np.int16, 520),  # tiles of that line; the last eight places stand for empty sides
        ("best", np.int64, 4),  # best score of each colour so far (closing a line only raises its score)
        ("hands", np.uint64, 4),  # one bit a tile
        ("bag", np.uint64),
        ("colours", np.int64, 4),  # of each seat
        ("n_seats", np.int64),
        ("is_exact", np.int64),  # 1: a forced space has exactly three sides (R3.4)
        ("passes", np.int64),  # 1: a seat without a legal free placement passes (R3.6)
        ("to_play", np.int64),
        ("phase", np.int64),
        ("turn", np.int64),  # turns begun before this one
        ("stuck", np.int64),  # seats in a row that had to pass
        ("n_laid", np.int64),
        ("log_cell", np.int16, 64),  # what was laid, in order, and what is needed to take it back
        ("log_turned", np.int16, 64),
        ("log_draw", np.int16, 64),  # tile drawn minus 1, or -1
        ("log_best", np.int64, 64),
        ("log_turn", np.int64, 64),
    ],
    align=True,
)

# Lookup tables. Masks have one bit per tile.
TABLES = np.dtype(
    [
        (
            "fit",
            np.uint64,
            (N_CODES, 8),
        ),  # tiles that fit a code, by rotation; [6]: in any; triple straights turn 0..2 only
        ("sides", np.uint8, N_CODES),
        ("pair", np.uint8, N_CODES),  # one bit for each colour that is shown twice or more
        ("marks", np.uint8, N_CODES),  # 1: three sides or more; 2: a colour is shown twice or more
        ("add", np.int16, (512, 8)),  # what a turned tile adds to the code across each edge
        ("link", np.int16, (512, 16)),  # (edge a, edge b, colour) of the three links, four places a link
        ("shows", np.uint64, (96, 8)),  # [edge * 16 + colours, rotation]: tiles that show one of them there
        ("step", np.int64, 8),  # from an index to its neighbours
        ("across", np.int64, 8),  # the edge with which a neighbour touches
    ],
    align=True,
)


def new_state() -> States:
    """Make an empty table with no seats."""
    return np.zeros(1, STATE).view(np.recarray)


def index(cell: Cell) -> int:
    """Return the index of a cell; unique among the cells that one Tantrix can touch."""
    return (START + cell.q + STRIDE * cell.r) & MASK


def turned_tile(placement: Placement) -> int:
    """Return the number of a tile in a rotation."""
    return 8 * (placement.tile - 1) + placement.rotation


def key(placement: Placement) -> int:
    """Return the key of a placement."""
    return (index(placement.cell) * 8 + placement.rotation) * 64 + placement.tile - 1


def mask(tiles: Iterable[int]) -> int:
    """Return a set of tiles as one bit a tile."""
    return sum(1 << (tile - 1) for tile in tiles)


@cache
def tables() -> TableArray:
    """Build the tables once (about 50 ms)."""
    made = _aligned(TABLES)
    record = made[0]
    record.across[:6] = [3, 4, 5, 0, 1, 2]
    record.step[:6] = [1, STRIDE, STRIDE - 1, -1, -STRIDE, 1 - STRIDE]
    _build_turned(record)
    _build_codes(record)
    return made


def _aligned(kind: np.dtype[Any]) -> Any:
    """Make a zeroed recarray[1] that starts on a cache-line boundary, so that a row of `fit` is one line."""
    raw = np.zeros(kind.itemsize + 64, np.uint8)
    first = -raw.ctypes.data % 64
    return raw[first : first + kind.itemsize].view(kind).view(np.recarray)


def _build_turned(record: Tables) -> None:
    for index, tile in enumerate(FULL_SET):
        for rotation in range(6):
            turned = 8 * index + rotation
            for place, link in enumerate(links(tile, rotation)):
                record.link[turned, 4 * place : 4 * place + 3] = (link.a, link.b, link.colour)
            for edge in range(6):
                colour = LETTERS.index(TABLE[index][(edge - rotation) % 6])
                record.add[turned, edge] = (colour + 1) * 5 ** ((edge + 3) % 6)
                if rotation < n_rotations(tile):
                    for others in range(16):
                        record.shows[16 * edge + (others | 1 << colour), rotation] |= np.uint64(1 << index)


def _build_codes(record: Tables) -> None:
    codes = np.arange(N_CODES)
    shown = np.stack([codes // 5**edge % 5 for edge in range(6)])
    counts = np.stack([(shown == colour + 1).sum(axis=0) for colour in range(4)])
    record.sides[:] = (shown > 0).sum(axis=0)
    record.pair[:] = sum(((counts[colour] >= 2) << colour) for colour in range(4))
    record.marks[:] = (record.sides >= 3) + 2 * (record.pair > 0)
    every = np.array(
        [sum(1 << tile - 1 for tile in FULL_SET if rotation < n_rotations(tile)) for rotation in range(6)],
        np.uint64,
    )
    fit = np.repeat(every[None, :], N_CODES, axis=0)
    for edge in range(6):
        single = record.shows[[16 * edge + (1 << colour) for colour in range(4)], :6]
        allowed = np.concatenate([every[None, :], single])
        fit &= allowed[shown[edge]]
    record.fit[:, :6] = fit
    record.fit[:, 6] = np.bitwise_or.reduce(fit, axis=1)


# The table: laying tiles and taking them back, without players.


@jit
def _set_space(s: State, t: Tables, cell: int, code: int) -> None:
    """Update the sets for an empty cell whose code is now `code`."""
    word = cell >> 6
    bit = U1 << np.uint64(cell & 63)
    at = U1 << np.uint64(word)
    sides = int(t.sides[code])
    if sides:
        s.spaces[word] |= bit
        s.spaces_words |= at
    else:
        s.spaces[word] &= ~bit
        if s.spaces[word] == U0:
            s.spaces_words &= ~at
    if sides == 3 or (sides > 3 and s.is_exact == 0):
        s.forced[word] |= bit
        s.forced_words |= at
    else:
        s.forced[word] &= ~bit
        if s.forced[word] == U0:
            s.forced_words &= ~at
    if t.pair[code]:
        s.pairs[word] |= bit
        s.pairs_words |= at
    else:
        s.pairs[word] &= ~bit
        if s.pairs[word] == U0:
            s.pairs_words &= ~at


@jit
def _clear_space(s: State, cell: int) -> None:
    """Remove a cell that now holds a tile from all sets."""
    word = cell >> 6
    keep = ~(U1 << np.uint64(cell & 63))
    gone = ~(U1 << np.uint64(word))
    s.spaces[word] &= keep
    s.forced[word] &= keep
    s.pairs[word] &= keep
    if s.spaces[word] == U0:
        s.spaces_words &= gone
    if s.forced[word] == U0:
        s.forced_words &= gone
    if s.pairs[word] == U0:
        s.pairs_words &= gone


@jit
def lay(s: State, t: Tables, cell: int, turned: int) -> None:
    """Lay a turned tile on an empty cell; the caller checks the golden rule and passes the turn."""
    entry = s.n_laid
    s.log_cell[entry] = cell
    s.log_turned[entry] = turned
    s.log_best[entry] = s.best[0] | (s.best[1] << 8) | (s.best[2] << 16) | (s.best[3] << 24)
    s.n_laid = entry + 1
    s.turned[cell] = turned + 1
    _clear_space(s, cell)
    for edge in range(6):
        beside = (cell + t.step[edge]) & MASK
        code = int(s.code[beside]) + int(t.add[turned, edge])
        s.code[beside] = code
        _add_side(s, t, beside, code)
    join(s, t, cell, turned)


@jit
def _add_side(s: State, t: Tables, cell: int, code: int) -> None:
    """Update the sets, without branches, for a cell that has gained a side, if it is empty."""
    word = cell >> 6
    bit = np.uint64(s.turned[cell] == 0) << np.uint64(cell & 63)
    some = np.uint64(bit != U0)
    flags = np.uint64(t.marks[code])
    forced = flags & U1
    pair = flags >> U1
    s.spaces[word] |= bit
    s.forced[word] |= bit * forced
    s.pairs[word] |= bit * pair
    place = np.uint64(word)
    s.spaces_words |= some << place
    s.forced_words |= (some & forced) << place
    s.pairs_words |= (some & pair) << place
    if s.is_exact != 0 and some != U0:
        _set_space(s, t, cell, code)


@jit
def unlay(s: State, t: Tables) -> None:
    """Take back the tile laid last: the exact inverse of `lay`."""
    entry = s.n_laid - 1
    cell = int(s.log_cell[entry])
    turned = int(s.log_turned[entry])
    part(s, t, cell, turned)
    for edge in range(6):
        beside = (cell + t.step[edge]) & MASK
        code = int(s.code[beside]) - int(t.add[turned, edge])
        s.code[beside] = code
        if s.turned[beside] == 0:
            _set_space(s, t, beside, code)
    s.turned[cell] = 0
    if s.code[cell] != 0:
        _set_space(s, t, cell, int(s.code[cell]))
    best = s.log_best[entry]
    s.best[0] = best & 255
    s.best[1] = (best >> 8) & 255
    s.best[2] = (best >> 16) & 255
    s.best[3] = (best >> 24) & 255
    s.log_cell[entry] = 0
    s.log_turned[entry] = 0
    s.log_best[entry] = 0
    s.n_laid = entry


@jit
def join(s: State, t: Tables, cell: int, turned: int) -> None:
    """Join the three links of a newly laid tile to the lines they meet, and update the best scores (R5.1).

    Where a link meets no tile, it is joined to an empty line that ends at the tile's own edge, which saves a
    branch.
    """
    tile = turned & ~7
    s.length[512] = 0
    s.length[513] = 0
    for place in range(0, 12, 4):
        a = int(t.link[turned, place])
        b = int(t.link[turned, place + 1])
        colour = int(t.link[turned, place + 2])
        beside_a = int(s.turned[(cell + t.step[a]) & MASK])
        beside_b = int(s.turned[(cell + t.step[b]) & MASK])
        s.far[512] = tile + a
        s.far[513] = tile + b
        end_a = ((beside_a - 1) & ~7) + int(t.across[a]) if beside_a else 512
        end_b = ((beside_b - 1) & ~7) + int(t.across[b]) if beside_b else 513
        far_a = int(s.far[end_a])
        far_b = int(s.far[end_b])
        length = 1 + int(s.length[end_a]) + int(s.length[end_b])
        if far_a == end_b:  # a loop: both ends belong to the same line, which was counted twice
            s.best[colour] = max(s.best[colour], length + 1)
            continue
        s.far[far_a] = far_b
        s.far[far_b] = far_a
        s.length[far_a] = length
        s.length[far_b] = length
        s.best[colour] = max(s.best[colour], length)


@jit
def part(s: State, t: Tables, cell: int, turned: int) -> None:
    """Undo `join`; the ends that the tile covered still hold the other ends of their lines."""
    s.far[514] = 514  # stands for an empty side, which saves a branch
    for place in range(0, 12, 4):
        for edge in (int(t.link[turned, place]), int(t.link[turned, place + 1])):
            beside = int(s.turned[(cell + t.step[edge]) & MASK])
            end = ((beside - 1) & ~7) + int(t.across[edge]) if beside else 514
            s.far[s.far[end]] = end
            s.length[s.far[end]] = s.length[end]


# What is legal.


@jit
def _holds(words: Words, cell: int) -> bool:
    held: bool = (words[cell >> 6] >> np.uint64(cell & 63)) & U1 != U0
    return held


@jit
def _find_bar(s: State, t: Tables, cell: int) -> None:
    """Find the tiles, by rotation, that would give a neighbour of `cell` three links of one colour (R4.1)."""
    s.bar[:] = U0
    for edge in range(6):
        beside = (cell + t.step[edge]) & MASK
        if _holds(s.pairs, beside):
            pair = 16 * edge + int(t.pair[s.code[beside]])
            for rotation in range(6):
                s.bar[rotation] |= t.shows[pair, rotation]


@jit
def _touches_forced(s: State, t: Tables, cell: int) -> bool:
    """Return whether a tile on `cell` would give a forced space a fourth side (R4.2)."""
    for edge in range(6):
        if _holds(s.forced, (cell + t.step[edge]) & MASK):
            return True
    return False


@jit
def _mark(words: Words, cell: int) -> None:
    words[cell >> 6] |= U1 << np.uint64(cell & 63)


@jit
def find_rays(s: State, t: Tables) -> None:
    """Mark in `barred` the controlled cells: the straight rays away from each forced space (R4.3).

    The first cell of each ray touches the forced space, so these are also all cells refused by R4.2.
    """
    s.barred[:] = U0
    words = s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.forced[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits &= bits - U1
            for edge in range(6):
                ahead = (cell + t.step[edge]) & MASK
                if s.turned[ahead] != 0:
                    continue
                _mark(s.barred, ahead)
                while t.sides[s.code[ahead]] >= 2:
                    ahead = (ahead + t.step[edge]) & MASK
                    if s.turned[ahead] != 0:
                        break
                    _mark(s.barred, ahead)


@jit
def _find_near(s: State, t: Tables) -> None:
    """Mark in `near` the cells beside a pair, the only ones where R4.1 can refuse a tile."""
    s.near[:] = U0
    words = s.pairs_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.pairs[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits &= bits - U1
            for edge in range(6):
                _mark(s.near, (cell + t.step[edge]) & MASK)


@jit
def _prepare_free(s: State, t: Tables) -> None:
    """Fill the scratch sets for free placements: `barred` (with the forced spaces) and `near`."""
    if s.bag == U0:
        s.barred[:] = U0
        s.near[:] = U0
        return
    _find_near(s, t)
    if s.forced_words == U0:
        s.barred[:] = U0
        return
    find_rays(s, t)
    words = s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        s.barred[word] |= s.forced[word]  # R3.1: everything that could be filled has been


@jit
def _append(
    t: Tables, code: int, cell: int, hand: Any, bar: Words, is_near: bool, out: Numbers, n: int
) -> int:
    """Append the keys of a hand's tiles that fit a space and are not in `bar`."""
    for rotation in range(6):
        fitting = t.fit[code, rotation] & hand
        if is_near:
            fitting &= ~bar[rotation]
        while fitting != U0:
            out[n] = ((cell * 8 + rotation) << 6) + lowest_bit(fitting)
            n += 1
            fitting &= fitting - U1
    return n


@jit
def find_opening(hand: Any, out: Numbers) -> int:
    """List the opening placements: any tile in each distinct rotation, at the origin (R2.5)."""
    n = 0
    for rotation in range(6):
        tiles = hand
        while tiles != U0:
            tile = lowest_bit(tiles)
            tiles &= tiles - U1
            if rotation < 3 or tile < 56:
                out[n] = ((START * 8 + rotation) << 6) + tile
                n += 1
    return n


@jit
def find_fillings(s: State, t: Tables, hand: Any, out: Numbers, at_most: int) -> int:
    """List the legal fillings of forced spaces; stop after the space that brings them to `at_most`."""
    n = 0
    is_restricted = s.bag != U0
    words = s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.forced[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits &= bits - U1
            code = int(s.code[cell])
            if t.fit[code, 6] & hand == U0:
                continue
            if is_restricted:
                if _touches_forced(s, t, cell):
                    continue
                _find_bar(s, t, cell)
            n = _append(t, code, cell, hand, s.bar, is_restricted, out, n)
            if n >= at_most:
                return n
    return n


@jit
def find_free(s: State, t: Tables, hand: Any, out: Numbers, at_most: int) -> int:
    """List the legal free placements; stop after the space that brings them to `at_most`."""
    if s.n_laid == 0:
        return find_opening(hand, out)
    _prepare_free(s, t)
    n = 0
    words = s.spaces_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.spaces[word] & ~s.barred[word]
        near = s.near[word]
        while bits != U0:
            place = lowest_bit(bits)
            bits &= bits - U1
            cell = word * 64 + place
            code = int(s.code[cell])
            if t.fit[code, 6] & hand == U0:
                continue
            is_near = (near >> np.uint64(place)) & U1 != U0
            if is_near:
                _find_bar(s, t, cell)
            n = _append(t, code, cell, hand, s.bar, is_near, out, n)
            if n >= at_most:
                return n
    return n


@jit
def find_placements(s: State, t: Tables, out: Numbers) -> int:
    """List all legal placements of the seat to play, as keys in canonical order; return how many."""
    if s.phase == OVER:
        return 0
    hand = s.hands[s.to_play]
    if s.phase == FREE:
        return find_free(s, t, hand, out, MAX_PLACEMENTS)
    return find_fillings(s, t, hand, out, MAX_PLACEMENTS)


@jit
def has_filling(s: State, t: Tables, hand: Any) -> bool:
    """Return whether a hand holds a legal filling, without listing."""
    is_restricted = s.bag != U0
    words = s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.forced[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits &= bits - U1
            code = int(s.code[cell])
            if t.fit[code, 6] & hand == U0:
                continue
            if not is_restricted:
                return True
            if _touches_forced(s, t, cell):
                continue
            _find_bar(s, t, cell)
            for rotation in range(6):
                if t.fit[code, rotation] & hand & ~s.bar[rotation] != U0:
                    return True
    return False


@jit
def verdict(s: State, t: Tables, cell: int, turned: int) -> int:
    """Judge one placement without listing all; return the first verdict that applies, in `Verdict` order."""
    tile = turned >> 3
    if s.phase == OVER:
        return GAME_OVER
    if (s.hands[s.to_play] >> np.uint64(tile)) & U1 == U0:
        return NOT_IN_HAND
    if s.n_laid == 0:
        return LEGAL if cell == START else DETACHED
    if s.turned[cell] != 0:
        return OCCUPIED
    code = int(s.code[cell])
    if code == 0:
        return DETACHED
    if (t.fit[code, turned & 7] >> np.uint64(tile)) & U1 == U0:
        return MISMATCH
    is_forced = _holds(s.forced, cell)
    if s.phase != FREE and not is_forced:
        return FORCED_FIRST
    return LEGAL if s.bag == U0 else _restriction(s, t, cell, turned, is_forced)


@jit
def _restriction(s: State, t: Tables, cell: int, turned: int, is_forced: bool) -> int:
    """Return the restriction that a fitting placement breaks (R4), or LEGAL."""
    _find_bar(s, t, cell)
    if (s.bar[turned & 7] >> np.uint64(turned >> 3)) & U1 != U0:
        return TRIPLE
    if _touches_forced(s, t, cell):
        return FOURTH_SIDE
    if is_forced:
        return LEGAL
    find_rays(s, t)
    return CONTROLLED if _holds(s.barred, cell) else LEGAL


@jit
def find_refused(s: State, t: Tables, keys: Numbers, verdicts: Numbers) -> int:
    """List what fits by colour but is not legal for the seat to play, with verdicts; return how many."""
    if s.phase == OVER or s.n_laid == 0:
        return 0
    hand = s.hands[s.to_play]
    n = 0
    for word in range(64):
        bits = s.spaces[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits &= bits - U1
            for rotation in range(6):
                fitting = t.fit[int(s.code[cell]), rotation] & hand
                while fitting != U0:
                    tile = lowest_bit(fitting)
                    fitting &= fitting - U1
                    judged = verdict(s, t, cell, 8 * tile + rotation)
                    if judged != LEGAL:
                        keys[n] = ((cell * 8 + rotation) << 6) + tile
                        verdicts[n] = judged
                        n += 1
    return n


# Lines.


@jit
def _other_end(t: Tables, turned: int, colour: int, edge: int) -> int:
    """Return the edge where a tile's link of a colour leaves if it enters at `edge`; -1 without a link.

    If `edge` is -1, return the first end of the link.
    """
    for place in range(0, 12, 4):
        if t.link[turned, place + 2] == colour:
            a, b = int(t.link[turned, place]), int(t.link[turned, place + 1])
            return b if edge == a else a
    return -1


@jit
def _walk(s: State, t: Tables, colour: int, start: int, edge: int, out: Numbers) -> int:
    """List the cells that follow `start` along a line; `start` itself comes last in a loop."""
    n = 0
    cell = (start + t.step[edge]) & MASK
    while s.turned[cell] != 0:
        out[n] = cell
        n += 1
        if cell == start:
            break
        edge = _other_end(t, int(s.turned[cell]) - 1, colour, int(t.across[edge]))
        cell = (cell + t.step[edge]) & MASK
    return n


@jit
def find_lines(s: State, t: Tables, out: Numbers) -> None:
    """Trace the best line or loop of each colour (R5.1), the first found among equals.

    `out`: int64[4, 66]; the row of a colour holds 1 for a loop (else 0), the number of tiles, then their
    plies in order.
    """
    ply_of = np.zeros(SIZE, np.int64)
    ahead, behind = np.zeros(66, np.int64), np.zeros(66, np.int64)
    for ply in range(s.n_laid):
        ply_of[s.log_cell[ply]] = ply
    for colour in range(4):
        seen = np.zeros(64, np.int64)
        best = 0
        out[colour, 0] = 0
        out[colour, 1] = 0
        for ply in range(s.n_laid):
            start = int(s.log_cell[ply])
            first = _other_end(t, int(s.turned[start]) - 1, colour, -1)
            if seen[ply] != 0 or first < 0:
                continue
            n_ahead = _walk(s, t, colour, start, first, ahead)
            is_loop = n_ahead > 0 and ahead[n_ahead - 1] == start
            n_behind = 0
            if is_loop:
                n_ahead -= 1
            else:
                second = _other_end(t, int(s.turned[start]) - 1, colour, first)
                n_behind = _walk(s, t, colour, start, second, behind)
            seen[ply] = 1
            for i in range(n_ahead):
                seen[ply_of[ahead[i]]] = 1
            for i in range(n_behind):
                seen[ply_of[behind[i]]] = 1
            n = n_behind + 1 + n_ahead
            score = 2 * n if is_loop else n
            if score > best:
                best = score
                out[colour, 0] = 1 if is_loop else 0
                out[colour, 1] = n
                for i in range(n_behind):
                    out[colour, 2 + i] = ply_of[behind[n_behind - 1 - i]]
                out[colour, 2 + n_behind] = ply
                for i in range(n_ahead):
                    out[colour, 3 + n_behind + i] = ply_of[ahead[i]]


# Turns.


@jit
def _pass_turn(s: State) -> None:
    """Pass the turn to the next seat that holds a tile; if there is none, the game is over (R3.7)."""
    s.turn += 1
    for step in range(1, s.n_seats + 1):
        seat = (s.to_play + step) % s.n_seats
        if s.hands[seat] != U0:
            s.to_play = seat
            s.phase = FILL
            return
    s.phase = OVER


@jit
def leave_phase(s: State) -> None:
    """Leave a filling phase if nothing can be filled (R3.1)."""
    if s.phase == FILL and s.hands[s.to_play] != U0:
        s.phase = FREE
    else:
        _pass_turn(s)


@jit
def settle(s: State, t: Tables) -> None:
    """Advance to the next phase in which the seat to play has something to do (R3.1)."""
    while (s.phase == FILL or s.phase == REFILL) and not has_filling(s, t, s.hands[s.to_play]):
        leave_phase(s)


@jit
def put(s: State, t: Tables, cell: int, turned: int, draw: int) -> None:
    """Lay a tile for the seat to play and draw the next one, without settling the next phase."""
    entry = s.n_laid
    s.log_draw[entry] = draw
    s.log_turn[entry] = s.to_play | (s.phase << 2) | (s.stuck << 4) | (s.turn << 8)
    lay(s, t, cell, turned)
    seat = s.to_play
    s.hands[seat] &= ~(U1 << np.uint64(turned >> 3))
    if draw >= 0:
        drawn = U1 << np.uint64(draw)
        s.hands[seat] |= drawn
        s.bag &= ~drawn
    if s.phase == FREE:
        s.phase = REFILL
    s.stuck = 0


@jit
def place(s: State, t: Tables, cell: int, turned: int, draw: int) -> None:
    """Play a legal placement and the draw that follows (tile minus 1, or -1), up to the next choice."""
    put(s, t, cell, turned, draw)
    settle(s, t)


@jit
def lift(s: State, t: Tables) -> None:
    """Take back the last placement and its draw: the exact inverse of `place` and of the passes after it."""
    entry = s.n_laid - 1
    turned = int(s.log_turned[entry])
    draw = int(s.log_draw[entry])
    turn = s.log_turn[entry]
    unlay(s, t)
    seat = turn & 3
    s.to_play = seat
    s.phase = (turn >> 2) & 3
    s.stuck = (turn >> 4) & 15
    s.turn = turn >> 8
    s.hands[seat] |= U1 << np.uint64(turned >> 3)
    if draw >= 0:
        drawn = U1 << np.uint64(draw)
        s.hands[seat] &= ~drawn
        s.bag |= drawn
    s.log_draw[entry] = 0
    s.log_turn[entry] = 0


@jit
def _count_hands(s: State) -> int:
    n = 0
    for seat in range(s.n_seats):
        if s.hands[seat] != U0:
            n += 1
    return n


@jit
def break_deadlock(s: State, t: Tables) -> None:
    """End the game or pass the turn if the seat to play has no legal free placement (R3.6)."""
    s.stuck += 1
    if s.passes == 0 or s.stuck >= _count_hands(s):
        s.phase = OVER
        return
    _pass_turn(s)
    settle(s, t)


@jit
def find_choices(s: State, t: Tables, out: Numbers) -> int:
    """Break deadlocks, then list the legal placements; return 0 only when the game is over."""
    n = find_placements(s, t, out)
    while n == 0 and s.phase != OVER:
        break_deadlock(s, t)
        n = find_placements(s, t, out)
    return n


# Counting.


@jit
def _count_fitting(s: State, t: Tables, cell: int, hand: Any, is_near: bool) -> int:
    """Count a hand's placements on a space, without those in `bar` if the space is beside a pair."""
    code = int(s.code[cell])
    n = 0
    if is_near:
        _find_bar(s, t, cell)
        for rotation in range(6):
            n += popcount(t.fit[code, rotation] & hand & ~s.bar[rotation])
    else:
        for rotation in range(6):
            n += popcount(t.fit[code, rotation] & hand)
    return n


@jit
def count_fillings(s: State, t: Tables, hand: Any) -> int:
    """Count legal fillings; leave the spaces in `counted` and the running totals in `counts`."""
    total = 0
    spaces = 0
    is_restricted = s.bag != U0
    words = s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.forced[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits &= bits - U1
            if t.fit[s.code[cell], 6] & hand == U0:
                continue
            if is_restricted and _touches_forced(s, t, cell):
                continue
            total += _count_fitting(s, t, cell, hand, is_restricted)
            s.counted[spaces] = 2 * cell + is_restricted
            s.counts[spaces] = total
            spaces += 1
    return total


@jit
def count_free(s: State, t: Tables, hand: Any) -> int:
    """Count legal free placements after the opening, as `count_fillings` does."""
    _prepare_free(s, t)
    total = 0
    spaces = 0
    words = s.spaces_words
    while words != U0:
        word = lowest_bit(words)
        words &= words - U1
        bits = s.spaces[word] & ~s.barred[word]
        near = s.near[word]
        while bits != U0:
            place = lowest_bit(bits)
            bits &= bits - U1
            cell = word * 64 + place
            is_near = (near >> np.uint64(place)) & U1 != U0
            total += _count_fitting(s, t, cell, hand, is_near)
            s.counted[spaces] = 2 * cell + is_near
            s.counts[spaces] = total
            spaces += 1
    return total


@jit
def count_placements(s: State, t: Tables) -> int:
    """Count what `find_placements` would list."""
    if s.phase == OVER:
        return 0
    hand = s.hands[s.to_play]
    if s.phase != FREE:
        return count_fillings(s, t, hand)
    if s.n_laid == 0:
        return 6 * popcount(hand) - 3 * popcount(hand >> np.uint64(56))
    return count_free(s, t, hand)


@jit
def nth_counted(s: State, t: Tables, n: int) -> int:
    """Return the key of the `n`th of the placements just counted, in canonical order from 0."""
    space = 0
    while s.counts[space] <= n:
        space += 1
    if space > 0:
        n -= s.counts[space - 1]
    cell = s.counted[space] >> 1
    is_near = s.counted[space] & 1
    hand = s.hands[s.to_play]
    if is_near:
        _find_bar(s, t, cell)
    rotation = 0
    while True:
        fitting = t.fit[s.code[cell], rotation] & hand
        if is_near:
            fitting &= ~s.bar[rotation]
        here = popcount(fitting)
        if n < here:
            break
        n -= here
        rotation += 1
    for _ in range(n):
        fitting &= fitting - U1
    return int(((cell * 8 + rotation) << 6) + lowest_bit(fitting))


@jit
def draw_of(s: State, deck: Numbers) -> int:
    """Return the next tile (minus 1) of a deck whose first tiles are already drawn, or -1."""
    left = popcount(s.bag)
    return int(deck[len(deck) - left]) if left > 0 else -1


@jit
def count_sequences(s: State, t: Tables, deck: Numbers, depth: int) -> int:
    """Count the placement sequences of length `depth` with the draws given by `deck` (perft)."""
    out = np.empty((depth + 1, MAX_PLACEMENTS), np.int64)
    n_left = np.zeros(depth + 1, np.int64)
    total = 0
    level = 0
    if depth == 0:
        return 1
    n_left[0] = find_choices(s, t, out[0])
    if depth == 1:
        return int(n_left[0])
    while level >= 0:
        if n_left[level] == 0:
            if level > 0:
                lift(s, t)
            level -= 1
            continue
        n_left[level] -= 1
        key = out[level, n_left[level]]
        place(s, t, key >> 9, ((key & 63) << 3) + ((key >> 6) & 7), draw_of(s, deck))
        if level == depth - 2:
            n = count_placements(s, t)
            while n == 0 and s.phase != OVER:
                break_deadlock(s, t)
                n = count_placements(s, t)
            total += n
            lift(s, t)
        else:
            level += 1
            n_left[level] = find_choices(s, t, out[level])
    return total


# Randomness: a xorshift generator, so that compiled and plain Python play the same games.


@jit
def random_below(rng: Words, bound: int) -> int:
    """Return a number from 0 to `bound - 1` and advance the generator; `bound` is at most 65,536."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return (int(x >> np.uint64(40)) * bound) >> 24


@jit
def shuffle(deck: Numbers, rng: Words) -> None:
    """Shuffle in place (Fisher and Yates)."""
    for last in range(len(deck) - 1, 0, -1):
        other = random_below(rng, last + 1)
        deck[last], deck[other] = deck[other], deck[last]


@jit
def playout(s: State, t: Tables, deck: Numbers, rng: Words, out: Numbers) -> None:
    """Finish a game by uniformly random legal placements, with the draws given by `deck`.

    Counts the placements and picks one instead of listing them, and looks for fillings once where `place`
    looks twice.
    """
    while s.phase != OVER:
        if s.n_laid == 0:
            n = find_opening(s.hands[s.to_play], out)
            key = int(out[random_below(rng, n)])
        elif s.phase == FREE:
            n = count_free(s, t, s.hands[s.to_play])
            if n == 0:
                break_deadlock(s, t)
                continue
            key = nth_counted(s, t, random_below(rng, n))
        else:
            n = count_fillings(s, t, s.hands[s.to_play])
            if n == 0:
                leave_phase(s)
                continue
            key = nth_counted(s, t, random_below(rng, n))
        put(s, t, key >> 9, ((key & 63) << 3) + ((key >> 6) & 7), draw_of(s, deck))


@jit
def clear(s: State) -> None:
    """Empty the table, hands and bag; seats and options stay."""
    s.code[:] = 0
    s.turned[:] = 0
    s.spaces[:] = U0
    s.forced[:] = U0
    s.pairs[:] = U0
    s.spaces_words = U0
    s.forced_words = U0
    s.pairs_words = U0
    s.best[:] = 0
    s.hands[:] = U0
    s.bag = U0
    s.to_play = 0
    s.phase = FREE
    s.turn = 0
    s.stuck = 0
    s.n_laid = 0


@jit
def deal_deck(s: State, deck: Numbers, hand_size: int) -> None:
    """Deal hands from the top of a deck, seat by seat; the holder of the highest tile starts."""
    at = 0
    top = -1
    for seat in range(s.n_seats):
        for _ in range(hand_size):
            s.hands[seat] |= U1 << np.uint64(deck[at])
            if deck[at] > top:
                top = deck[at]
                s.to_play = seat
            at += 1
    for rest in range(at, len(deck)):
        s.bag |= U1 << np.uint64(deck[rest])


# Functions called from Python.


@jit
def do_lay(states: States, tables: TableArray, cell: int, turned: int) -> None:
    """Lay a tile that belongs to no turn: a random opening or a set-up position."""
    lay(states[0], tables[0], cell, turned)


@jit
def do_settle(states: States, tables: TableArray, out: Numbers) -> int:
    """Settle the phase, break deadlocks, list the choices."""
    s = states[0]
    settle(s, tables[0])
    return find_choices(s, tables[0], out)


@jit
def do_place(states: States, tables: TableArray, cell: int, turned: int, draw: int, out: Numbers) -> int:
    """Play a legal placement, break deadlocks, and list what can be played next."""
    place(states[0], tables[0], cell, turned, draw)
    return find_choices(states[0], tables[0], out)


@jit
def ask_verdict(states: States, tables: TableArray, cell: int, turned: int) -> int:
    """Judge one placement."""
    return verdict(states[0], tables[0], cell, turned)


@jit
def ask_refused(states: States, tables: TableArray, keys: Numbers, verdicts: Numbers) -> int:
    """List the refused placements that fit by colour, and their verdicts; return how many."""
    return find_refused(states[0], tables[0], keys, verdicts)


@jit
def ask_lines(states: States, tables: TableArray, out: Numbers) -> None:
    """Trace the best line or loop of each colour."""
    find_lines(states[0], tables[0], out)


@jit
def ask_controlled(states: States, tables: TableArray, out: Words) -> None:
    """Copy the controlled cells into 64 words, none once the bag is empty."""
    s = states[0]
    if s.bag == U0:
        s.barred[:] = U0
    else:
        find_rays(s, tables[0])
    for word in range(64):
        out[word] = s.barred[word]


@jit
def ask_perft(states: States, tables: TableArray, deck: Numbers, depth: int) -> int:
    """Count placement sequences; the state is unchanged afterwards."""
    return count_sequences(states[0], tables[0], deck, depth)


@jit
def ask_margins(states: States, tables: TableArray, keys: Numbers, n: int, seat: int, out: Numbers) -> None:
    """Find for each key the seat's best score minus its best opponent's after that placement (one ply)."""
    s, t = states[0], tables[0]
    own = s.colours[seat]
    for i in range(n):
        key = keys[i]
        lay(s, t, key >> 9, ((key & 63) << 3) + ((key >> 6) & 7))
        opponent = 0
        for other in range(s.n_seats):
            if s.colours[other] != own:
                opponent = max(opponent, s.best[s.colours[other]])
        out[i] = s.best[own] - opponent
        unlay(s, t)


@jit
def do_random_games(
    states: States, tables: TableArray, deck: Numbers, rng: Words, out: Numbers, n_games: int
) -> int:
    """Play whole random games of the state's seats and options, six tiles a hand; return the tiles laid."""
    s, t = states[0], tables[0]
    total = 0
    for _ in range(n_games):
        clear(s)
        shuffle(deck, rng)
        deal_deck(s, deck, 6)
        playout(s, t, deck, rng, out)
        total += s.n_laid
    return total

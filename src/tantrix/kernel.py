"""The rules of Tantrix on flat arrays, in plain Python that Numba compiles. No rule is coded elsewhere.

The table is a torus of 4,096 cells, `index = START + q + 285 r` modulo 4,096. With that stride any two cells
that share an index lie at least 72 steps apart, while 63 joined tiles, the spaces around them and the
neighbours of those spaces span at most 66. So no two cells in use share an index, and the torus needs no
border checks.

A *turned tile* is `8 * (tile - 1) + rotation`; an *end* of a link `8 * (tile - 1) + edge`; a *key*
`(index * 8 + rotation) * 64 + tile - 1` is a placement, and ascending keys are the canonical order.
The *code* of a cell is the sum over the neighbours that hold a tile of `(colour + 1) * 5 ** edge`. It is kept
for every cell, even under tiles, so that taking a tile back needs no check. How many sides a cell has is
looked up in tables indexed by code.

The *digits* of a cell, one for each edge, also tell what the restrictions forbid there (R4.1, R4.2): 0 for
nothing, 1 to 4 for the colour of a neighbour that holds a tile, 4 plus a set of colours (one bit each) for an
empty neighbour that no tile may show one of these colours. Two digits make an index below 400, and the masks
of the tiles that fit are the intersection of three rows of a table, of which few are used: it stays in the
first-level cache. Without a bag, other rows ignore what an empty neighbour forbids.

Functions named `ask_*` and `do_*` are called from Python: they take one-element arrays, which Numba passes
15 times faster than records. All others take the records themselves.
"""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, TypeAlias

import numpy as np

from tantrix._compile.jit import count_common, jit, lowest_bit, popcount, without_lowest
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Int16Rows,
    Int16s,
    Int32s,
    Int64s,
    Integers,
    Numbers,
    Records,
    UInt8Rows,
    UInt8s,
    UInt64Rows,
    UInt64s,
    Word,
    Words,
)
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.tiles import FULL_SET, LETTERS, TABLE, links, n_rotations

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

END = 504  # the bits of an end that hold the tile
CODE = 16383  # all bits of a code; masks tell the compiler that an index is not negative, which saves a test
DIGIT = 31  # the bits of a mark that hold the digit
FORCED = 32  # the bit of a mark that says that a space is forced
RUNS_ON = 64  # the bit that says that a controlled side runs on beyond a cell, which has two sides or more
ALL_COLOURS = 19  # the digit of a forced space, which no tile may touch (R4.2)


class State(CompiledRecord):
    """A Tantrix, the hands, and whose turn it is; changed in place."""

    # Small fields lie between the large ones: what a processor stores and loads a multiple of 4,096 bytes
    # apart delays each other.
    code: Annotated[Int16s, SIZE]  # the code of a cell; 0 where no neighbour holds a tile
    spaces: Annotated[UInt64s, 64]  # the spaces, one bit a cell
    digits: Annotated[Int32s, SIZE]  # its digits: three indices of ten bits, the later edge times twenty
    forced: Annotated[UInt64s, 64]  # the forced spaces
    turned: Annotated[Int16s, SIZE]  # turned tile at a cell plus 1; 0 where empty
    barred: Annotated[UInt64s, 64]  # scratch: cells refused by R4.2 or R4.3
    spaces_words: Word  # which words of `spaces` are not zero
    forced_words: Word
    counted: Annotated[Int16s, 256]  # scratch: the spaces whose placements were counted
    counts: Annotated[Int16s, 256]  # scratch: the running totals, space by space
    changed: Annotated[Int16s, 8]  # scratch: the spaces that a tile makes show another digit
    changes: Annotated[Int16s, 8]  # scratch: twice the change of the digit, plus 1 if the space is forced now
    far: Annotated[Int16s, 520]  # the other end of the line that stops at an end; stale inside lines
    length: Annotated[Int16s, 520]  # tiles of that line; the last eight places stand for empty sides
    best: Annotated[Int64s, 4]  # best score of each colour so far (closing a line only raises its score)
    hands: Annotated[UInt64s, 4]  # one bit a tile
    bag: Word
    colours: Annotated[Int64s, 4]  # of each seat
    n_seats: int
    is_exact: int  # 1: a forced space has exactly three sides (R3.4)
    passes: int  # 1: a seat without a legal free placement passes (R3.6)
    to_play: int
    phase: int
    turn: int  # turns begun before this one
    stuck: int  # seats in a row that had to pass
    n_laid: int
    log_cell: Annotated[Int16s, 64]  # what was laid, in order, and what is needed to take it back
    log_turned: Annotated[Int16s, 64]
    log_draw: Annotated[Int16s, 64]  # tile drawn minus 1, or -1
    log_best: Annotated[Int64s, 64]
    log_turn: Annotated[Int64s, 64]


class Tables(CompiledRecord):
    """Lookup tables. Masks have one bit per tile."""

    # tiles that fit a code, by rotation; [6]: in any; triple straights turn 0..2 only
    fit: Annotated[UInt64Rows, (N_CODES, 8)]
    fits: Annotated[UInt64Rows, (2, 3, 400, 8)]  # [no bag, two edges, their digits]: tiles, by rotation
    sides: Annotated[UInt8s, N_CODES]
    pair: Annotated[UInt8s, N_CODES]  # one bit for each colour that is shown twice or more
    # [is_exact]: the digit that an empty cell shows, FORCED, RUNS_ON
    mark: Annotated[UInt8Rows, (2, N_CODES)]
    add: Annotated[Int16Rows, (512, 8)]  # what a turned tile adds to the code across each edge
    parts: Annotated[Int64s, 512]  # its colours plus 1, three bits each; its links, 3 + 3 + 2 bits each
    digit: Annotated[Int32s, 8]  # what a digit of 1 across each edge is worth
    power: Annotated[Int32s, 8]  # what it is worth in a code
    link: Annotated[Int16Rows, (512, 16)]  # (edge a, edge b, colour) of the three links, four places a link
    # [edge * 16 + colours, rotation]: tiles that show one of them there
    shows: Annotated[UInt64Rows, (96, 8)]
    step: Annotated[Int64s, 8]  # from an index to its neighbours
    across: Annotated[Int64s, 8]  # the edge with which a neighbour touches


States: TypeAlias = Records[State]
TableArray: TypeAlias = Records[Tables]


def new_state() -> States:
    """Make an empty table with no seats."""
    return State.zeros()


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
    made = _aligned_tables()
    record = made[0]
    record.across[:6] = [3, 4, 5, 0, 1, 2]
    record.step[:6] = [1, STRIDE, STRIDE - 1, -1, -STRIDE, 1 - STRIDE]
    record.digit[:6] = [digit_weight((edge + 3) % 6) for edge in range(6)]
    record.power[:6] = [5 ** ((edge + 3) % 6) for edge in range(6)]
    _build_turned(record)
    _build_codes(record)
    return made


def _aligned_tables() -> TableArray:
    """Make empty tables that start on a cache-line boundary, so that a row of `fit` is one line."""
    size = Tables.dtype.itemsize
    raw = np.zeros(size + 64, np.uint8)
    first = -raw.ctypes.data % 64
    return Tables.view(raw[first : first + size])


def digit_weight(edge: int) -> int:
    """Return what a digit of 1 at an edge is worth in the digits of a cell."""
    return (20 if edge % 2 else 1) << 10 * (edge // 2)


def _build_turned(record: Tables) -> None:
    for index, tile in enumerate(FULL_SET):
        for rotation in range(6):
            turned = 8 * index + rotation
            for place, link in enumerate(links(tile, rotation)):
                record.link[turned, 4 * place : 4 * place + 3] = (link.a, link.b, link.colour)
                record.parts[turned] |= (link.a | link.b << 3 | link.colour << 6) << 18 + 8 * place
            for edge in range(6):
                colour = LETTERS.index(TABLE[index][(edge - rotation) % 6])
                record.add[turned, edge] = (colour + 1) * record.power[edge]
                record.parts[turned] |= (colour + 1) << 3 * edge
                if rotation < n_rotations(tile):
                    for others in range(16):
                        record.shows[16 * edge + (others | 1 << colour), rotation] |= np.uint64(1 << index)


def _build_codes(record: Tables) -> None:
    codes = np.arange(N_CODES)
    shown = np.stack([codes // 5**edge % 5 for edge in range(6)])
    counts = np.stack([(shown == colour + 1).sum(axis=0) for colour in range(4)])
    record.sides[:] = (shown > 0).sum(axis=0)
    record.pair[:] = sum(((counts[colour] >= 2) << colour) for colour in range(4))
    shows = np.where(record.pair > 0, 4 + record.pair, 0) + RUNS_ON * (record.sides >= 2)
    for is_exact in range(2):
        is_forced = record.sides == 3 if is_exact else record.sides >= 3
        record.mark[is_exact] = np.where(is_forced, ALL_COLOURS + FORCED + RUNS_ON, shows)
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
    _build_fits(record, every)


def _build_fits(record: Tables, every: Words) -> None:
    """Build the masks of two digits; `every`: all tiles, by rotation."""
    for has_no_bag in range(2):
        allowed = np.empty((6, 20, 6), np.uint64)
        for edge in range(6):
            allowed[edge, 0] = every
            for colour in range(4):
                allowed[edge, 1 + colour] = record.shows[16 * edge + (1 << colour), :6]
            for colours in range(1, 16):
                refused = record.shows[16 * edge + colours, :6]
                allowed[edge, 4 + colours] = every if has_no_bag else every & ~refused
        for place in range(3):
            both = allowed[2 * place, None, :] & allowed[2 * place + 1, :, None]
            record.fits[has_no_bag, place, :, :6] = both.reshape(400, 6)


@jit
def cell_of(key: int) -> int:
    """Return the index of the cell of a key."""
    return key >> 9


@jit
def turned_of(key: int) -> int:
    """Return the turned tile of a key."""
    return ((key & 63) << 3) + ((key >> 6) & 7)


# The table: laying tiles and taking them back, without players.


@jit
def _empty_space(words: Words, some: Word, cell: int) -> Word:
    """Remove a cell from a set; return which words are not zero."""
    word = cell >> 6
    left = words[word] & ~(U1 << np.uint64(cell & 63))
    words[word] = left
    place = np.uint64(word)
    return some & ~(U1 << place) | (np.uint64(left != U0) << place)


@jit
def _put_bit(words: Words, some: Word, cell: int, bit: Word) -> Word:
    """Set or clear the bit of a cell in a set; return which words are not zero."""
    word = cell >> 6
    place = np.uint64(cell & 63)
    changed = words[word] & ~(U1 << place) | (bit << place)
    words[word] = changed
    at = np.uint64(word)
    return some & ~(U1 << at) | (np.uint64(changed != U0) << at)


@jit
def _add_bit(words: Words, some: Word, cell: int, bit: Word) -> Word:
    """Set the bit of a cell in a set if `bit` is 1; return which words are not zero."""
    word = cell >> 6
    words[word] |= bit << np.uint64(cell & 63)
    return some | (bit << np.uint64(word))


@jit
def _show(s: State, t: Tables, cell: int, change: int) -> None:
    """Change the digit that an empty cell shows to its neighbours."""
    for edge in range(6):
        s.digits[(cell + t.step[edge]) & MASK] += change * t.digit[edge]


@jit
def _colour(parts: int, edge: int) -> int:
    """Return the colour plus 1 that a turned tile shows at an edge."""
    return (parts >> (3 * edge)) & 7


@jit
def _is_forced(mark: int) -> Word:
    return np.uint64((mark >> 5) & 1)


@jit
def _change(s: State, t: Tables, at: int, forced_words: Word) -> Word:
    """Show the change of a space's digit, and keep whether it is forced; return which words are not zero."""
    cell = int(s.changed[at]) & MASK
    change = int(s.changes[at])
    _show(s, t, cell, change >> 1)
    return _put_bit(s.forced, forced_words, cell, np.uint64(change & 1))


@jit
def lay(s: State, t: Tables, cell: int, turned: int) -> None:
    """Lay a turned tile on an empty cell; the caller checks the golden rule and passes the turn.

    Which neighbours show another digit afterwards is hard to predict, but there are rarely more than two. So
    they are listed without branches, and two changes are always made, if need be of nothing.
    """
    entry = s.n_laid
    s.log_cell[entry] = cell
    s.log_turned[entry] = turned
    s.log_best[entry] = s.best[0] | (s.best[1] << 8) | (s.best[2] << 16) | (s.best[3] << 24)
    s.n_laid = entry + 1
    s.turned[cell] = turned + 1
    spaces_words = _empty_space(s.spaces, s.spaces_words, cell)
    forced_words = _empty_space(s.forced, s.forced_words, cell)
    rows = s.is_exact & 1
    shown = int(t.mark[rows, int(s.code[cell]) & CODE]) & DIGIT
    parts = int(t.parts[turned])
    n_changed = 0
    s.changed[0] = cell
    s.changed[1] = cell
    s.changes[0] = 0
    s.changes[1] = 0
    for edge in range(6):
        beside = (cell + t.step[edge]) & MASK
        before = int(s.code[beside]) & CODE
        colour = _colour(parts, edge)
        code = (before + colour * int(t.power[edge])) & CODE
        s.code[beside] = code
        s.digits[beside] += (colour - shown) * t.digit[edge]
        mark = int(t.mark[rows, code])
        bit = np.uint64(s.turned[beside] == 0)
        spaces_words = _add_bit(s.spaces, spaces_words, beside, bit)
        change = ((mark & DIGIT) - (int(t.mark[rows, before]) & DIGIT)) * int(bit)
        s.changed[n_changed] = beside
        s.changes[n_changed] = 2 * change + int(_is_forced(mark))
        n_changed += int(change != 0)
    s.changed[n_changed] = cell
    s.changes[n_changed] = 0
    for at in range(max(n_changed, 2)):
        forced_words = _change(s, t, at, forced_words)
    s.spaces_words = spaces_words
    s.forced_words = forced_words
    join(s, t, cell, turned)


@jit
def unlay(s: State, t: Tables) -> None:
    """Take back the tile laid last: the exact inverse of `lay`."""
    entry = s.n_laid - 1
    cell = int(s.log_cell[entry])
    turned = int(s.log_turned[entry])
    unjoin(s, t, cell, turned)
    parts = int(t.parts[turned])
    own = int(t.mark[s.is_exact, s.code[cell]])
    spaces_words = _put_bit(s.spaces, s.spaces_words, cell, np.uint64(s.code[cell] != 0))
    forced_words = _put_bit(s.forced, s.forced_words, cell, _is_forced(own))
    shown = own & DIGIT
    for edge in range(6):
        beside = (cell + t.step[edge]) & MASK
        before = int(s.code[beside])
        colour = _colour(parts, edge)
        code = before - colour * int(t.power[edge])
        s.code[beside] = code
        s.digits[beside] += (shown - colour) * t.digit[edge]
        mark = int(t.mark[s.is_exact, code])
        bit = np.uint64(s.turned[beside] == 0)
        spaces_words = _put_bit(s.spaces, spaces_words, beside, bit & np.uint64(code != 0))
        forced_words = _put_bit(s.forced, forced_words, beside, bit & _is_forced(mark))
        change = (mark & DIGIT) - (int(t.mark[s.is_exact, before]) & DIGIT)
        if change != 0 and bit != U0:
            _show(s, t, beside, change)
    s.turned[cell] = 0
    s.spaces_words = spaces_words
    s.forced_words = forced_words
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

    Where a link meets no tile, it is joined to an empty line that ends at the tile's own edge, and the choice
    is made by masks: which neighbours hold a tile is hard to predict.
    """
    tile = turned & ~7
    s.length[512] = 0
    s.length[513] = 0
    parts = int(t.parts[turned])
    for place in range(18, 42, 8):
        a = (parts >> place) & 7
        b = (parts >> (place + 3)) & 7
        colour = (parts >> (place + 6)) & 3
        beside_a = int(s.turned[(cell + t.step[a]) & MASK])
        beside_b = int(s.turned[(cell + t.step[b]) & MASK])
        s.far[512] = tile + a
        s.far[513] = tile + b
        is_a = -int(beside_a != 0)
        is_b = -int(beside_b != 0)
        end_a = (((((beside_a - 1) & END) + t.across[a]) & is_a) | (512 & ~is_a)) & 1023
        end_b = (((((beside_b - 1) & END) + t.across[b]) & is_b) | (513 & ~is_b)) & 1023
        far_a = int(s.far[end_a]) & 1023
        far_b = int(s.far[end_b]) & 1023
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
def unjoin(s: State, t: Tables, cell: int, turned: int) -> None:
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
    return bool((words[cell >> 6] >> np.uint64(cell & 63)) & U1 != U0)


@jit
def _fitting(s: State, t: Tables, cell: int, rotation: int) -> Word:
    """Return the tiles that may be laid on a space in a rotation, but for controlled sides (R4.3)."""
    digits = int(s.digits[cell])
    rows = int(s.bag == U0)
    return np.uint64(
        t.fits[rows, 0, digits & 1023, rotation]
        & t.fits[rows, 1, (digits >> 10) & 1023, rotation]
        & t.fits[rows, 2, (digits >> 20) & 1023, rotation]
    )


@jit
def _count_fitting(s: State, t: Tables, cell: int, rows: int, hand: Word) -> int:
    """Count a hand's placements on a space."""
    digits = int(s.digits[cell])
    first = t.fits[rows, 0, digits & 1023]
    second = t.fits[rows, 1, (digits >> 10) & 1023]
    return count_common(first, second, t.fits[rows, 2, (digits >> 20) & 1023], hand)


@jit
def _makes_triple(s: State, t: Tables, cell: int, turned: int) -> bool:
    """Return whether a tile on `cell` would give a neighbour three links of one colour (R4.1)."""
    tile = np.uint64(turned >> 3)
    for edge in range(6):
        beside = (cell + t.step[edge]) & MASK
        if s.turned[beside] == 0:
            pair = 16 * edge + int(t.pair[s.code[beside]])
            if (t.shows[pair, turned & 7] >> tile) & U1 != U0:
                return True
    return False


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
def _runs_on(s: State, t: Tables, cell: int) -> Word:
    """Return 1 if a controlled side that has reached an empty cell runs on beyond it, else 0 (R4.3)."""
    return np.uint64(t.mark[0, int(s.code[cell]) & CODE] >> 6)


@jit
def find_rays(s: State, t: Tables) -> None:
    """Mark in `barred` the controlled cells: the straight rays away from each forced space (R4.3).

    The first cell of each ray touches the forced space, so these are also all cells refused by R4.2. A ray
    ends at a tile or with the first cell of one side; two cells are marked without branches.
    """
    s.barred[:] = U0
    words = s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.forced[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits = without_lowest(bits)
            for edge in range(6):
                step = int(t.step[edge])
                first = (cell + step) & MASK
                ahead = (first + step) & MASK
                goes_on = np.uint64(s.turned[first] == 0)
                s.barred[first >> 6] |= goes_on << np.uint64(first & 63)
                goes_on &= _runs_on(s, t, first) & np.uint64(s.turned[ahead] == 0)
                s.barred[ahead >> 6] |= goes_on << np.uint64(ahead & 63)
                goes_on &= _runs_on(s, t, ahead)
                ahead = (ahead + step) & MASK
                while goes_on != U0 and s.turned[ahead] == 0:
                    s.barred[ahead >> 6] |= U1 << np.uint64(ahead & 63)
                    goes_on = _runs_on(s, t, ahead)
                    ahead = (ahead + step) & MASK


@jit
def _prepare_free(s: State, t: Tables) -> None:
    """Fill `barred` for free placements: the controlled cells and the forced spaces."""
    if s.bag == U0 or s.forced_words == U0:
        s.barred[:] = U0
        return
    find_rays(s, t)
    words = s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        s.barred[word] |= s.forced[word]  # R3.1: everything that could be filled has been


@jit
def _append(s: State, t: Tables, cell: int, hand: Word, out: Numbers, n: int) -> int:
    """Append the keys of a hand's tiles that may be laid on a space."""
    for rotation in range(6):
        fitting = _fitting(s, t, cell, rotation) & hand
        while fitting != U0:
            out[n] = ((cell * 8 + rotation) << 6) + lowest_bit(fitting)
            n += 1
            fitting = without_lowest(fitting)
    return n


@jit
def find_opening(hand: Word, out: Numbers) -> int:
    """List the opening placements: any tile in each distinct rotation, at the origin (R2.5)."""
    n = 0
    for rotation in range(6):
        tiles = hand
        while tiles != U0:
            tile = lowest_bit(tiles)
            tiles = without_lowest(tiles)
            if rotation < 3 or tile < 56:
                out[n] = ((START * 8 + rotation) << 6) + tile
                n += 1
    return n


@jit
def find_fillings(s: State, t: Tables, hand: Word, out: Numbers, at_most: int) -> int:
    """List the legal fillings of forced spaces; stop after the space that brings them to `at_most`."""
    n = 0
    words = s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.forced[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits = without_lowest(bits)
            n = _append(s, t, cell, hand, out, n)
            if n >= at_most:
                return n
    return n


@jit
def find_free(s: State, t: Tables, hand: Word, out: Numbers, at_most: int) -> int:
    """List the legal free placements; stop after the space that brings them to `at_most`."""
    if s.n_laid == 0:
        return find_opening(hand, out)
    _prepare_free(s, t)
    n = 0
    words = s.spaces_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.spaces[word] & ~s.barred[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits = without_lowest(bits)
            n = _append(s, t, cell, hand, out, n)
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
def has_filling(s: State, t: Tables, hand: Word) -> bool:
    """Return whether a hand holds a legal filling, without listing."""
    rows = int(s.bag == U0)
    words = s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.forced[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits = without_lowest(bits)
            if _count_fitting(s, t, cell, rows, hand) != 0:
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
    if _makes_triple(s, t, cell, turned):
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
            bits = without_lowest(bits)
            for rotation in range(6):
                fitting = t.fit[int(s.code[cell]), rotation] & hand
                while fitting != U0:
                    tile = lowest_bit(fitting)
                    fitting = without_lowest(fitting)
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
    seat = s.to_play
    for _ in range(s.n_seats):
        seat += 1
        if seat == s.n_seats:
            seat = 0
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
def place_unsettled(s: State, t: Tables, cell: int, turned: int, draw: int) -> None:
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
    place_unsettled(s, t, cell, turned, int(draw))
    settle(s, t)


@jit
def take_back(s: State, t: Tables) -> None:
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
def _list_cells(words: Word, sets: Words, barred: Words, out: Integers) -> int:
    """List the cells of the given words of a set that are not barred; return how many.

    Four are written for every word and more only if there are more: so few branches are hard to predict.
    """
    n = 0
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = sets[word] & ~barred[word]
        first = 64 * word
        last = n + popcount(bits)
        for place in range(4):
            out[n + place] = first + lowest_bit(bits)
            bits = without_lowest(bits)
        n += 4
        while bits != U0:
            out[n] = first + lowest_bit(bits)
            bits = without_lowest(bits)
            n += 1
        n = last
    return n


@jit
def _count_listed(s: State, t: Tables, hand: Word, n: int) -> int:
    """Count a hand's placements on the spaces listed; leave the running totals in `counts`."""
    total = 0
    rows = int(s.bag == U0)
    for at in range(n):
        cell = int(s.counted[at]) & MASK
        total += _count_fitting(s, t, cell, rows, hand)
        s.counts[at] = total
    return total


@jit
def count_fillings(s: State, t: Tables, hand: Word) -> int:
    """Count legal fillings; leave the spaces in `counted` and the running totals in `counts`."""
    words = s.forced_words
    if words == U0:
        return 0
    rows = int(s.bag == U0)
    n = 0
    total = 0
    word = lowest_bit(words)
    bits = s.forced[word]
    while True:  # one loop over words and their bits: how often it runs is hard enough to predict
        cell = (64 * word + lowest_bit(bits)) & MASK
        total += _count_fitting(s, t, cell, rows, hand)
        s.counted[n] = cell
        s.counts[n] = total
        n += 1
        bits = without_lowest(bits)
        if bits == U0:
            words = without_lowest(words)
            if words == U0:
                return total
            word = lowest_bit(words)
            bits = s.forced[word]


@jit
def count_free(s: State, t: Tables, hand: Word) -> int:
    """Count legal free placements after the opening, as `count_fillings` does."""
    _prepare_free(s, t)
    return _count_listed(s, t, hand, _list_cells(s.spaces_words, s.spaces, s.barred, s.counted))


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
        n -= int(s.counts[space - 1])
    cell = int(s.counted[space]) & MASK
    hand = s.hands[s.to_play]
    rotation, running, below = 0, 0, 0  # without branches: how many rotations end before the nth
    for turn in range(5):
        running += popcount(_fitting(s, t, cell, turn) & hand)
        is_below = int(running <= n)
        rotation += is_below
        below += (running - below) * is_below
    n -= below
    fitting = _fitting(s, t, cell, rotation) & hand
    for _ in range(n):
        fitting = without_lowest(fitting)
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
                take_back(s, t)
            level -= 1
            continue
        n_left[level] -= 1
        key = out[level, n_left[level]]
        place(s, t, cell_of(key), turned_of(key), draw_of(s, deck))
        if level == depth - 2:
            n = count_placements(s, t)
            while n == 0 and s.phase != OVER:
                break_deadlock(s, t)
                n = count_placements(s, t)
            total += n
            take_back(s, t)
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
        place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))


@jit
def _rotated(words: Word, by: int) -> Word:
    return words << np.uint64(by) | words >> np.uint64(64 - by)


@jit
def _clear_cells(s: State) -> None:
    """Clear the words of cells that hold a tile or touch one; of digits, also their neighbours' words.

    After a game these are 15 and 44 of 64 words. Clearing all would drive the tables out of the first-level
    cache.
    """
    words = s.spaces_words
    for entry in range(s.n_laid):
        words |= U1 << np.uint64(s.log_cell[entry] >> 6)
    near = words
    for by in (1, STRIDE >> 6, (STRIDE >> 6) + 1):
        near |= _rotated(words, by) | _rotated(words, 64 - by)
    while near != U0:
        first = 64 * lowest_bit(near)
        near = without_lowest(near)
        for cell in range(first, first + 64):
            s.digits[cell] = 0
    while words != U0:
        first = 64 * lowest_bit(words)
        words = without_lowest(words)
        for cell in range(first, first + 64):
            s.code[cell] = 0
            s.turned[cell] = 0


@jit
def clear(s: State) -> None:
    """Empty the table, hands and bag; seats and options stay."""
    _clear_cells(s)
    s.spaces[:] = U0
    s.forced[:] = U0
    s.spaces_words = U0
    s.forced_words = U0
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
        lay(s, t, cell_of(key), turned_of(key))
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

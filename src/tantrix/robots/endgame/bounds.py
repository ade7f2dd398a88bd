"""Bounds on how far the scores of an endgame can still grow, whatever the players do.

The score that a colour gets from a tile laid on a space depends only on the space: a tile has two edges of
each of its colours, so any tile that fits joins all links of a colour at the space. An *end* of a line faces
a space; it is live while some tile in a hand fits that space. Spaces only gain sides, so a dead end stays
dead. The live ends bound the longest chain that the tiles with the colour could make: steps from space to
space through `d` cells, joining new or old lines on the way, always overestimated. Scores never fall (R5.1),
which gives lower bounds.
"""

from functools import cache
from typing import Annotated, Any

import numpy as np

from tantrix._compile.jit import jit, lowest_bit, popcount, without_lowest
from tantrix._compile.records import (
    U0,
    CompiledRecord,
    Int16Rows,
    Int16s,
    Int64s,
    Numbers,
    Records,
    UInt8Rows,
    UInt8s,
    UInt64s,
    Word,
)
from tantrix.kernel import MASK, N_CODES, SIZE, STRIDE, State, Tables
from tantrix.tiles import FULL_SET, colours

MAX_ENDS = 96  # live ends of one colour; with more the bound is not computed
MAX_STEPS = 12  # tiles of one colour in a chain; with more the bound is not computed
LIMIT = 127  # no margin is larger


class EndBounds(CompiledRecord):
    """Lookup tables, and scratch space for the bounds."""

    # first and second edge (3 bits each, 7: none) that show a colour
    shown: Annotated[UInt8Rows, (N_CODES, 4)]
    apart: Annotated[UInt8s, SIZE]  # distance of two cells by the difference of their indices; 255: far
    carries: Annotated[UInt64s, 4]  # the tiles that have a colour
    own: int  # the colour whose margin is bounded
    n_opponents: int
    opponents: Annotated[Int64s, 4]  # the colours of the others
    value: Annotated[Int16Rows, (4, SIZE)]  # scratch: score of a colour after a tile on a space
    n_ends: int  # scratch: live ends of one colour
    end: Annotated[Int16s, MAX_ENDS]  # which end of which tile
    into: Annotated[Int16s, MAX_ENDS]  # the space it faces
    tiles: Annotated[Int16s, MAX_ENDS]  # tiles of its line
    other: Annotated[Int16s, MAX_ENDS]  # the live end at the other side of its line, or -1
    mate: Annotated[Int16s, MAX_ENDS]  # another end that faces the same space, or -1
    place: Annotated[Int16s, 520]  # position of an end in this list
    near: Annotated[Int16s, MAX_ENDS]  # tiles needed from here to the nearest end of another line
    chain: Annotated[Int16Rows, (MAX_STEPS + 1, MAX_ENDS)]  # longest continuation of an end, by tiles used
    packs: Annotated[Int16Rows, (4, 2 * MAX_STEPS + 1)]  # sums of lines, by their number and twice their cost


def new_bounds() -> Records[EndBounds]:
    """Make the tables and scratch space (500 KB); `prepare` sets them up for a position."""
    made = EndBounds.zeros()
    shown, apart, carries = _tables()
    made[0].shown = shown
    made[0].apart = apart
    made[0].carries = carries
    return made


@cache
def _tables() -> tuple[Any, Any, Any]:
    codes = np.arange(N_CODES)
    sides = np.stack([codes // 5**edge % 5 for edge in range(6)])
    shown = np.full((N_CODES, 4), 0o77, np.uint8)
    for colour in range(4):
        is_shown = sides == colour + 1
        order = np.argsort(~is_shown, axis=0, kind="stable")
        count = is_shown.sum(axis=0)
        first = np.where(count > 0, order[0], 7)
        second = np.where(count > 1, order[1], 7)
        shown[:, colour] = first + 8 * second
    apart = np.full(SIZE, 255, np.uint8)
    for q in range(-30, 31):
        for r in range(-30, 31):
            steps = max(abs(q), abs(r), abs(q + r))
            at = (q + STRIDE * r) & MASK
            apart[at] = min(apart[at], steps)
    carries = [sum(1 << tile - 1 for tile in FULL_SET if colour in colours(tile)) for colour in range(4)]
    return shown, apart, np.array(carries, np.uint64)


@jit
def prepare(s: State, b: EndBounds, seat: int) -> None:
    """Set up the scratch space for the margin of a seat's colour in a position."""
    b.own = s.colours[seat]
    b.n_opponents = 0
    seen = 1 << b.own
    for other in range(s.n_seats):
        colour = s.colours[other]
        if not (seen >> colour) & 1:
            seen |= 1 << colour
            b.opponents[b.n_opponents] = colour
            b.n_opponents += 1


@jit
def count_left(s: State) -> int:
    """Count the tiles in all hands."""
    n = 0
    for seat in range(s.n_seats):
        n += popcount(s.hands[seat])
    return n


@jit
def all_hands(s: State) -> Word:
    """Return the tiles in all hands."""
    left = U0
    for seat in range(s.n_seats):
        left |= s.hands[seat]
    return left


@jit
def best_opponent(s: State, b: EndBounds) -> int:
    """Return the best score of the opponents' colours."""
    best = 0
    for i in range(b.n_opponents):
        best = max(best, s.best[b.opponents[i]])
    return best


@jit
def margin(s: State, b: EndBounds) -> int:
    """Return the margin on the table."""
    return int(s.best[b.own] - best_opponent(s, b))


@jit
def _end_at(s: State, t: Tables, cell: int, edge: int) -> int:
    """Return the end that faces a cell across an edge of the cell."""
    return int(((s.turned[(cell + t.step[edge]) & MASK] - 1) & ~7) + t.across[edge])


@jit
def _add_end(s: State, b: EndBounds, cell: int, end: int) -> int:
    """Add an end to the list of live ends; its mate and other end are filled in later."""
    n = b.n_ends
    b.n_ends = n + 1
    b.end[n] = end
    b.into[n] = cell
    b.tiles[n] = s.length[end]
    b.mate[n] = -1
    b.place[end] = n
    return int(n)


@jit
def find_values(s: State, t: Tables, b: EndBounds, colour: int) -> int:
    """Find the score that each space would give a colour, and its live ends; return the best score.

    A space never counts less than the present best score; one that no tile in a hand fits adds nothing.
    """
    left = all_hands(s)
    now = int(s.best[colour])
    top = now
    b.n_ends = 0
    words = s.spaces_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.spaces[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits = without_lowest(bits)
            code = int(s.code[cell])
            b.value[colour, cell] = now
            shown = int(b.shown[code, colour])
            if shown == 63 or t.fit[code, 6] & left == U0 or b.n_ends > MAX_ENDS - 2:
                continue
            end = _end_at(s, t, cell, shown & 7)
            first = _add_end(s, b, cell, end)
            score = 1 + int(s.length[end])
            if shown >> 3 != 7:
                mate = _end_at(s, t, cell, shown >> 3)
                second = _add_end(s, b, cell, mate)
                b.mate[first] = second
                b.mate[second] = first
                score = 2 * score if s.far[end] == mate else score + int(s.length[mate])
            if score > now:
                b.value[colour, cell] = score
                top = max(top, score)
    return top


@jit
def _pair_ends(s: State, b: EndBounds) -> None:
    """Find for each live end the other end of its line, if that is live too."""
    for i in range(b.n_ends):
        far = int(s.far[b.end[i]])
        place = int(b.place[far])
        b.other[i] = place if 0 <= place < b.n_ends and b.end[place] == far else -1


@jit
def _tiles_between(b: EndBounds, i: int, j: int) -> int:
    """Return the least number of tiles that can join two ends facing different spaces."""
    return int(b.apart[(int(b.into[i]) - int(b.into[j])) & MASK]) + 1


@jit
def _find_chains(b: EndBounds, n_tiles: int) -> None:
    """Fill `chain`: how much a line can grow beyond each live end, by number of tiles."""
    n = b.n_ends
    for i in range(n):
        b.chain[0, i] = 0
        b.near[i] = 99
    for k in range(1, n_tiles + 1):
        for i in range(n):
            b.chain[k, i] = k
    for i in range(n):
        mate = int(b.mate[i])
        if mate >= 0:
            b.near[i] = 1
            continue
        for j in range(i + 1, n):
            if b.mate[j] >= 0 or b.other[i] == j:
                continue
            d = _tiles_between(b, i, j)
            b.near[i] = min(b.near[i], d)
            b.near[j] = min(b.near[j], d)
    for k in range(1, n_tiles + 1):
        for i in range(n):
            mate = int(b.mate[i])
            if mate >= 0:
                beyond = int(b.other[mate])
                if b.other[i] == mate:
                    b.chain[k, i] = 0
                else:
                    b.chain[k, i] = 1 + b.tiles[mate] + (b.chain[k - 1, beyond] if beyond >= 0 else 0)
                continue
            if b.near[i] > k:
                continue
            most = k
            for j in range(n):
                if j == i or b.mate[j] >= 0 or b.other[i] == j:
                    continue
                d = _tiles_between(b, i, j)
                if d <= k:
                    beyond = int(b.other[j])
                    grown = d + b.tiles[j] + (b.chain[k - d, beyond] if beyond >= 0 else 0)
                    most = max(most, grown)
            b.chain[k, i] = most


@jit
def _best_chain(b: EndBounds, n_tiles: int) -> int:
    """Return a bound on the longest line."""
    most = n_tiles
    for i in range(b.n_ends):
        j = int(b.other[i])
        if j < 0:
            most = max(most, int(b.tiles[i] + b.chain[n_tiles, i]))
        elif i < j:
            for k in range(n_tiles + 1):
                most = max(most, int(b.tiles[i] + b.chain[k, i] + b.chain[n_tiles - k, j]))
    return most


@jit
def _best_loop(b: EndBounds, n_tiles: int) -> int:
    """Return a bound on twice the tiles of the largest loop, 0 if there can be none.

    A loop of only new tiles has at least three. One old line is closed by the tiles between its ends, two by
    the tiles between their ends; three or more need at least half the distance from each end to the nearest
    other.
    """
    most = 2 * n_tiles if n_tiles >= 3 else 0
    n = b.n_ends
    for i in range(n):
        j = int(b.other[i])
        if j <= i:
            continue
        if b.mate[i] == j:
            most = max(most, 2 * (int(b.tiles[i]) + 1))
        elif b.mate[i] < 0 and b.mate[j] < 0 and _tiles_between(b, i, j) <= n_tiles:
            most = max(most, 2 * (int(b.tiles[i]) + n_tiles))
        for k in range(i + 1, n):
            m = int(b.other[k])
            if m <= k or k == j:
                continue
            straight = _joining(b, i, k) + _joining(b, j, m)
            crossed = _joining(b, i, m) + _joining(b, j, k)
            if min(straight, crossed) <= n_tiles:
                most = max(most, 2 * (int(b.tiles[i]) + int(b.tiles[k]) + n_tiles))
    return max(most, _best_ring(b, n_tiles)) if n_tiles >= 3 else most


@jit
def _joining(b: EndBounds, i: int, j: int) -> int:
    """Count the tiles that join two ends, 99 if one of them must join another end."""
    if b.mate[i] == j:
        return 1
    if b.mate[i] >= 0 or b.mate[j] >= 0:
        return 99
    return _tiles_between(b, i, j)


@jit
def _best_ring(b: EndBounds, n_tiles: int) -> int:
    """Return a bound on loops through three or more old lines: a knapsack of lines by cost."""
    room = 2 * n_tiles
    for count in range(4):
        for cost in range(room + 1):
            b.packs[count, cost] = -1
    b.packs[0, 0] = 0
    for i in range(b.n_ends):
        j = int(b.other[i])
        if j <= i or b.mate[i] == j:
            continue
        price = int(b.near[i]) + int(b.near[j])
        for cost in range(room, price - 1, -1):
            for count in range(3, 0, -1):
                held = int(b.packs[count - 1, cost - price])
                if count == 3:
                    held = max(held, int(b.packs[3, cost - price]))
                if held >= 0:
                    b.packs[count, cost] = max(int(b.packs[count, cost]), held + int(b.tiles[i]))
    most = -1
    for cost in range(room + 1):
        most = max(most, int(b.packs[3, cost]))
    return 2 * (most + n_tiles) if most >= 0 else 0


@jit
def max_score_of(s: State, t: Tables, b: EndBounds, colour: int) -> int:
    """Return an upper bound on the final score of a colour; fills `value` for its spaces."""
    top = find_values(s, t, b, colour)
    n_tiles = popcount(all_hands(s) & b.carries[colour])
    if n_tiles == 0:
        return int(s.best[colour])
    if n_tiles == 1:
        return top
    if n_tiles > MAX_STEPS or b.n_ends > MAX_ENDS - 2:
        return LIMIT
    _pair_ends(s, b)
    _find_chains(b, n_tiles)
    return max(top, _best_chain(b, n_tiles), _best_loop(b, n_tiles))


@jit
def max_score_of_opponents(s: State, t: Tables, b: EndBounds) -> int:
    """Return an upper bound on the final score of the best opponent."""
    most = 0
    for i in range(b.n_opponents):
        most = max(most, max_score_of(s, t, b, b.opponents[i]))
    return most


@jit
def cannot_deadlock(s: State, t: Tables, b: EndBounds, out: Numbers) -> bool:
    """Return whether every seat is sure to have a free placement until the end (R3.6); False if unknown.

    A tile fits every space of one side except those of the colour it lacks, and a placement takes at most one
    of a set of spaces that are three apart. So it is enough to have as many such spaces as tiles.
    """
    left = all_hands(s)
    n_left = popcount(left)
    for lacking in range(4):
        if left & ~b.carries[lacking] == U0:
            continue
        n = 0
        words = s.spaces_words
        while words != U0 and n < n_left:
            word = lowest_bit(words)
            words = without_lowest(words)
            bits = s.spaces[word]
            while bits != U0 and n < n_left:
                cell = word * 64 + lowest_bit(bits)
                bits = without_lowest(bits)
                code = int(s.code[cell])
                if t.sides[code] != 1 or b.shown[code, lacking] != 63:
                    continue
                is_apart = True
                for i in range(n):
                    if b.apart[(cell - out[i]) & MASK] < 3:
                        is_apart = False
                        break
                if is_apart:
                    out[n] = cell
                    n += 1
        if n < n_left:
            return False
    return True

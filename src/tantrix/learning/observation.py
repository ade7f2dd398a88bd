"""What a player sees of a position, written into flat arrays by compiled loops.

`docs/library/env.md` describes the arrays. A view is updated after each placement: only the tile laid and the
old and new spaces are written.
"""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit, lowest_bit, without_lowest
from tantrix._compile.records import U0, U1, Bytes, CompiledRecord, Int16s, Numbers, Records, Word
from tantrix.kernel import MASK, SIZE, START, State, States, TableArray, Tables, find_rays

GRID = 66  # a Tantrix with its spaces spans at most this much, so cells modulo this number are distinct
PLACEMENTS_PER_TILE = 260  # 130 spaces, two rotations each: no hand has more legal placements
N_SEATS = 4
N_TILES = 64
N_FACTS = 4 + 2 * N_SEATS  # the columns of `table`


class ViewRecord(CompiledRecord):
    """What is needed to update a view."""

    q: Annotated[Int16s, SIZE]  # the coordinates of each tile and space, by kernel index
    r: Annotated[Int16s, SIZE]
    marked: Annotated[Int16s, 256]  # the spaces that the planes show
    n_marked: int
    n_shown: int  # tiles that the planes show
    n_actions: int  # placements listed


# Neighbours of a cell (q, r), from east clockwise, as in `hexes`.
_DQ = np.array([1, 0, -1, -1, 0, 1])
_DR = np.array([0, 1, 1, 0, -1, -1])


@jit
def clear_view(view: ViewRecord, planes: Bytes) -> None:
    """Show an empty table with one space, the origin."""
    planes[:] = 0
    view.n_shown = 0
    view.n_marked = 0
    view.q[START] = 0
    view.r[START] = 0


@jit
def draw_table(s: State, t: Tables, view: ViewRecord, planes: Bytes) -> None:
    """Draw the tiles laid since the last call, and mark spaces: 1, or 2 if forced, 3 if controlled."""
    for at in range(view.n_shown, s.n_laid):
        cell = int(s.log_cell[at])
        turned = int(s.log_turned[at])
        q, r = int(view.q[cell]), int(view.r[cell])
        for link in range(0, 12, 4):
            colour = t.link[turned, link + 2] + 1
            planes[t.link[turned, link], r % GRID, q % GRID] = colour
            planes[t.link[turned, link + 1], r % GRID, q % GRID] = colour
        for edge in range(6):
            beside = (cell + t.step[edge]) & MASK
            view.q[beside] = q + _DQ[edge]
            view.r[beside] = r + _DR[edge]
    view.n_shown = s.n_laid
    _show_spaces(s, t, view, planes[6])


@jit
def _show_spaces(s: State, t: Tables, view: ViewRecord, plane: Bytes) -> None:
    for at in range(view.n_marked):
        cell = view.marked[at]
        plane[view.r[cell] % GRID, view.q[cell] % GRID] = 0
    n = 0
    if s.n_laid == 0:
        plane[0, 0] = 1
        view.marked[0] = START
        n = 1
    has_rays = s.bag != U0 and s.forced_words != U0
    if has_rays:
        find_rays(s, t)
    words = s.spaces_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.spaces[word]
        while bits != U0:
            bit = lowest_bit(bits)
            here = U1 << np.uint64(bit)
            bits = without_lowest(bits)
            cell = word * 64 + bit
            mark = 1
            if s.forced[word] & here != U0:
                mark = 2
            elif has_rays and s.barred[word] & here != U0:
                mark = 3
            plane[view.r[cell] % GRID, view.q[cell] % GRID] = mark
            view.marked[n] = cell
            n += 1
    view.n_marked = n


@jit
def show_seats(s: State, seat: int, hands: Bytes, bag: Bytes, table: Bytes) -> None:
    """Write hands, bag, scores and colours as seen from a seat; rows of absent seats are not written."""
    table[0] = s.phase
    table[1] = (s.to_play - seat) % s.n_seats
    table[2] = s.n_seats
    table[3] = s.n_laid
    for row in range(s.n_seats):
        other = (seat + row) % s.n_seats
        table[4 + row] = s.best[s.colours[other]]
        table[4 + N_SEATS + row] = s.colours[other]
        _write_tiles(s.hands[other], hands[row])
    _write_tiles(s.bag, bag)


@jit
def _write_tiles(tiles: Word, row: Bytes) -> None:
    row[:] = 0
    while tiles != U0:
        row[lowest_bit(tiles)] = 1
        tiles = without_lowest(tiles)


@jit
def show_actions(view: ViewRecord, keys: Numbers, n: int, rows: Bytes, allowed: Bytes) -> None:
    """Write `n` placements as rows (tile, q, r, rotation), and a 1 for each into the mask."""
    for at in range(n):
        key = keys[at]
        rows[at, 0] = (key & 63) + 1
        rows[at, 1] = view.q[key >> 9]
        rows[at, 2] = view.r[key >> 9]
        rows[at, 3] = (key >> 6) & 7
        allowed[at] = 1
    for at in range(n, view.n_actions):
        rows[at] = 0
        allowed[at] = 0
    view.n_actions = n


@jit
def do_clear_view(views: Records[ViewRecord], planes: Bytes) -> None:
    """Show an empty table."""
    clear_view(views[0], planes)


@jit
def do_show(
    states: States,
    tables: TableArray,
    views: Records[ViewRecord],
    seat: int,
    keys: Numbers,
    planes: Bytes,
    hands: Bytes,
    bag: Bytes,
    table: Bytes,
    rows: Bytes,
    allowed: Bytes,
) -> None:
    """Update all arrays of one game as seen from a seat; `keys`: its legal placements."""
    s, t, view = states[0], tables[0], views[0]
    draw_table(s, t, view, planes)
    show_seats(s, seat, hands, bag, table)
    show_actions(view, keys, len(keys), rows, allowed)

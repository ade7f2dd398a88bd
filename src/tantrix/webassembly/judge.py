"""The judge of puzzles on flat arrays, for the module that runs in browsers; `checker` is its oracle.

Eight numbers describe a tile on the table: its cell (q, r) and the colours of its edges, 0 to 3, clockwise
from east. Three describe a strand: its colour, 1 for a loop, 1 if it goes through all tiles. The judge lays
the tiles on a square of cells, where a tile is its number from 1, an empty cell 0, and a cell beyond the
frame around the tiles SEEN.
"""

from tantrix._compile.jit import jit
from tantrix._compile.records import Numbers

SOLVED, OVERLAP, MISMATCH, APART, SHAPE, HOLES, STRAND, TOO_WIDE = range(8)
SIDE = 64  # cells of a row of the square
AREA = SIDE * SIDE
MAX_EXTENT = SIDE - 4  # of the tiles: a frame of empty cells surrounds them, and a border the frame
ANY_HOLES = -1
SEEN = -AREA


@jit
def judge(
    tiles: Numbers,
    n: int,
    strands: Numbers,
    n_strands: int,
    shape: Numbers,
    n_shape: int,
    holes: int,
    work: Numbers,
) -> int:
    """Return the first fault of `n` tiles, SOLVED if there is none, or TOO_WIDE if they cannot be judged.

    `shape`: the cells (q, r) that the tiles fill, however turned; `n_shape` is 0 if any will do. `holes`: how
    many there must be, or ANY_HOLES. `work`: 2 * AREA numbers of scratch space.
    """
    n_columns, n_rows = _extent(tiles, n, 0), _extent(tiles, n, 1)
    if n_columns > MAX_EXTENT or n_rows > MAX_EXTENT:
        return TOO_WIDE
    _clear(work, n_columns, n_rows)
    if not _lay(tiles, n, work):
        return OVERLAP
    if not _matches(tiles, n, work):
        return MISMATCH
    if n_shape > 0 and not _fills(tiles, n, shape, n_shape):
        return SHAPE
    for at in range(0, 3 * n_strands, 3):
        if not _is_complete(tiles, n, strands[at], strands[at + 1] != 0, strands[at + 2] != 0, work):
            return STRAND
    if _flood(work, _place(tiles, n, 0)) < n:
        return APART
    if holes != ANY_HOLES and _count_holes(work) != holes:
        return HOLES
    return SOLVED


@jit
def _step(edge: int) -> int:
    """Return the distance on the square to the neighbour across an edge."""
    forward = edge % 3
    step = 1 if forward == 0 else SIDE if forward == 1 else SIDE - 1
    return step if edge < 3 else -step


@jit
def _lowest(tiles: Numbers, n: int, axis: int) -> int:
    """Return the smallest q (axis 0) or r (axis 1) of the tiles."""
    low = int(tiles[axis])
    for tile in range(1, n):
        low = min(low, int(tiles[8 * tile + axis]))
    return low


@jit
def _extent(tiles: Numbers, n: int, axis: int) -> int:
    """Return how many columns (axis 0) or rows (axis 1) the tiles span."""
    high = int(tiles[axis])
    for tile in range(1, n):
        high = max(high, int(tiles[8 * tile + axis]))
    return high - _lowest(tiles, n, axis) + 1


@jit
def _clear(work: Numbers, n_columns: int, n_rows: int) -> None:
    for at in range(AREA):
        row, column = at // SIDE, at % SIDE
        is_inside = 1 <= row <= n_rows + 2 and 1 <= column <= n_columns + 2
        work[at] = 0 if is_inside else SEEN


@jit
def _place(tiles: Numbers, n: int, tile: int) -> int:
    """Return where on the square a tile lies."""
    column = int(tiles[8 * tile]) - _lowest(tiles, n, 0) + 2
    row = int(tiles[8 * tile + 1]) - _lowest(tiles, n, 1) + 2
    return row * SIDE + column


@jit
def _lay(tiles: Numbers, n: int, work: Numbers) -> bool:
    """Lay the tiles; return whether each has a cell of its own."""
    for tile in range(n):
        at = _place(tiles, n, tile)
        if work[at] != 0:
            return False
        work[at] = tile + 1
    return True


@jit
def _matches(tiles: Numbers, n: int, work: Numbers) -> bool:
    """Return whether touching edges show the same colour (R1.4)."""
    for tile in range(n):
        at = _place(tiles, n, tile)
        for edge in range(3):
            beside = int(work[at + _step(edge)]) - 1
            if beside >= 0 and tiles[8 * beside + 5 + edge] != tiles[8 * tile + 2 + edge]:
                return False
    return True


@jit
def _flood(work: Numbers, start: int) -> int:
    """Mark what is joined to a cell as seen, tiles or empty cells as it is, and return how many that are."""
    are_tiles = work[start] > 0
    work[start] = SEEN
    work[AREA] = start
    n_found, n_done = 1, 0
    while n_done < n_found:
        at = int(work[AREA + n_done])
        n_done += 1
        for edge in range(6):
            beside = at + _step(edge)
            if work[beside] != SEEN and (work[beside] > 0) == are_tiles:
                work[beside] = SEEN
                work[AREA + n_found] = beside
                n_found += 1
    return n_found


@jit
def _count_holes(work: Numbers) -> int:
    """Count the groups of empty cells but for the one around the tiles (R7.5)."""
    n_groups = 0
    for at in range(AREA):
        if work[at] == 0:
            _flood(work, at)
            n_groups += 1
    return n_groups - 1


@jit
def _is_complete(tiles: Numbers, n: int, colour: int, is_loop: bool, is_of_all: bool, work: Numbers) -> bool:
    """Return whether one line, or one loop, goes through all tiles that carry a colour."""
    n_carriers, first = 0, -1
    for tile in range(n):
        if _end(tiles, tile, colour, -1) >= 0:
            n_carriers += 1
            first = tile
    if n_carriers == 0 or (is_of_all and n_carriers < n):
        return False
    one = _end(tiles, first, colour, -1)
    ahead = _walk(tiles, n, first, one, colour, work)
    if ahead < 0:
        return is_loop and -ahead == n_carriers
    behind = _walk(tiles, n, first, _end(tiles, first, colour, one), colour, work)
    return not is_loop and 1 + ahead + behind == n_carriers


@jit
def _end(tiles: Numbers, tile: int, colour: int, other: int) -> int:
    """Return an edge other than `other` that shows a colour, or -1."""
    for edge in range(6):
        if edge != other and tiles[8 * tile + 2 + edge] == colour:
            return edge
    return -1


@jit
def _walk(tiles: Numbers, n: int, start: int, leaving: int, colour: int, work: Numbers) -> int:
    """Count the tiles of a line after `start`; in a loop, return minus the number of all its tiles."""
    n_tiles, tile = 0, start
    while True:
        tile = int(work[_place(tiles, n, tile) + _step(leaving)]) - 1
        if tile < 0:
            return n_tiles
        n_tiles += 1
        if tile == start:
            return -n_tiles
        leaving = _end(tiles, tile, colour, (leaving + 3) % 6)


@jit
def _fills(tiles: Numbers, n: int, shape: Numbers, n_shape: int) -> bool:
    """Return whether the tiles fill a shape, however turned and moved."""
    if n != n_shape:
        return False
    for sixths in range(6):
        moves_q = _lowest(tiles, n, 0) - _lowest_turned(shape, n_shape, sixths, 0)
        moves_r = _lowest(tiles, n, 1) - _lowest_turned(shape, n_shape, sixths, 1)
        n_filled = 0
        for cell in range(n_shape):
            q = _turned(shape, cell, sixths, 0) + moves_q
            r = _turned(shape, cell, sixths, 1) + moves_r
            for tile in range(n):
                if tiles[8 * tile] == q and tiles[8 * tile + 1] == r:
                    n_filled += 1
        if n_filled == n_shape:
            return True
    return False


@jit
def _turned(shape: Numbers, cell: int, sixths: int, axis: int) -> int:
    """Return q (axis 0) or r (axis 1) of a cell of the shape, turned clockwise about the origin."""
    q, r = int(shape[2 * cell]), int(shape[2 * cell + 1])
    for _ in range(sixths):
        q, r = -r, q + r
    return q if axis == 0 else r


@jit
def _lowest_turned(shape: Numbers, n_shape: int, sixths: int, axis: int) -> int:
    low = _turned(shape, 0, sixths, axis)
    for cell in range(1, n_shape):
        low = min(low, _turned(shape, cell, sixths, axis))
    return low

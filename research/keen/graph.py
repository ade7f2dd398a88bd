"""What the large net sees of a position: a graph of spaces and lines, and the numbers of the keen net.

Nodes are the spaces that face a line of either colour or are forced, and the open lines; a line is joined to
the spaces at its two ends. All numbers are small and whole, as the seat sees them that has just laid a tile
(`own`) before its draw. `graph_net.py` judges it.
"""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit, lowest_bit, popcount, without_lowest
from tantrix._compile.records import U0, U1, CompiledRecord, Float32s, Int8Rows, Int16s, Word
from tantrix.kernel import MASK, State, Tables, cell_of, find_rays, place_unsettled, turned_of, unlay
from tantrix.robots.forecast.features import stage_of
from tantrix.robots.keen.features import N_NUMBERS, OPPONENT, OWN, Workspace, find_row, keen_answer

MAX_SPACES, MAX_LINES = 40, 28  # the most seen in 9,000 positions are 30 and 18; what is beyond is left out
SPACE_NAMES = (
    *("one", "tiles_left", "is_endgame", "sides", "is_forced", "is_barred"),
    *("fits_own", "fits_opponent", "fits_bag", "is_fit_own", "is_fit_opponent", "is_dead"),
    *("own_ends", "opponent_ends", "own_length", "opponent_length", "own_lines_meet", "opponent_lines_meet"),
    # What the own hands could make of the space, and the opponent's: the best score of a line there beyond
    # the best so far, of the mover's colour and of the other's, and the best gain in squares of lengths.
    *("own_makes", "own_gives", "own_gain", "opponent_makes", "opponent_gives", "opponent_gain"),
    *("bag_makes_own", "bag_makes_opponent"),
)
_MAKES = SPACE_NAMES.index("own_makes")
LINE_NAMES = (
    *("one", "tiles_left", "is_endgame", "is_own", "length", "own_length", "short_of_best", "is_single"),
    *("is_closable", "is_nearly_closable", "live_ends", "best"),
)
N_SPACE, N_LINE = len(SPACE_NAMES), len(LINE_NAMES)
NOWHERE = MAX_SPACES  # the space at an end that has none in the graph


class Graph(CompiledRecord):
    """Spaces and lines as a graph net sees them."""

    n_spaces: int
    n_lines: int
    n_left: int
    spaces: Annotated[Int8Rows, (MAX_SPACES, N_SPACE)]
    lines: Annotated[Int8Rows, (MAX_LINES, N_LINE)]
    ends: Annotated[Int8Rows, (MAX_LINES, 2)]  # the spaces at the ends of a line
    beside: Annotated[Int8Rows, (MAX_SPACES, 6)]  # the spaces beside a space, then NOWHERE
    row: Annotated[Int16s, N_NUMBERS]
    keen: Annotated[Float32s, 2]  # the margin that the keen net expects, and its logarithm of the odds
    line_of: Annotated[Int16s, 520]  # scratch, by end: its line plus 1, or 0
    cell_of: Annotated[Int16s, MAX_SPACES]  # scratch


@jit
def _add_space(s: State, d: Workspace, g: Graph, cell: int, own: int, opponent: int, is_barred: bool) -> int:
    """Describe a space and return its place; what depends on lines is added with them."""
    at = int(g.n_spaces)
    code = int(s.code[cell])
    seen = d.seen[code, 1]
    fits = d.seen[code, 0]
    n_sides = int(seen >> np.uint64(32))
    fits_own, fits_opponent = popcount(fits & d.own[0]), popcount(fits & d.own[1])
    fits_bag = popcount(fits & s.bag)
    x = g.spaces[at]
    x[0], x[1], x[2], x[3], x[4], x[5] = 1, g.n_left, s.bag == U0, n_sides, n_sides >= 3, is_barred
    x[6], x[7], x[8] = min(6, fits_own), min(6, fits_opponent), min(12, fits_bag)
    x[9], x[10], x[11] = fits_own > 0, fits_opponent > 0, fits_own + fits_opponent + fits_bag == 0
    x[12] = popcount((seen >> np.uint64(8 * own)) & np.uint64(63))
    x[13] = popcount((seen >> np.uint64(8 * opponent)) & np.uint64(63))
    x[14], x[15], x[16], x[17] = 0, 0, x[12] > 1, x[13] > 1
    g.cell_of[at] = cell
    g.n_spaces = at + 1
    return at


@jit
def _score_with(s: State, t: Tables, cell: int, turned: int, colour: int) -> int:
    """Return the score of the line that a tile would extend, plus 256 times its growth in squares."""
    for place in range(0, 12, 4):
        if t.link[turned, place + 2] != colour:
            continue
        a, b = int(t.link[turned, place]), int(t.link[turned, place + 1])
        beside_a = int(s.turned[(cell + t.step[a]) & MASK])
        beside_b = int(s.turned[(cell + t.step[b]) & MASK])
        end_a = ((beside_a - 1) & ~7) + int(t.across[a])
        end_b = ((beside_b - 1) & ~7) + int(t.across[b])
        length_a = int(s.length[end_a]) if beside_a else 0
        length_b = int(s.length[end_b]) if beside_b else 0
        score = 1 + length_a + length_b
        if beside_a and beside_b and s.far[end_a] == end_b:
            return 2 * (1 + length_a)
        return ((score * score - length_a * length_a - length_b * length_b) << 8) + score
    return 0


@jit
def _find_makes(
    s: State, t: Tables, g: Graph, space: int, cell: int, hand: Word, own: int, other: int, at: int
) -> None:
    """Note the most that a hand could make of a space: for its colour, for the other, and the gain."""
    makes, gives, gain = -60, -60, -100
    best, best_other = int(s.best[own]), int(s.best[other])
    code = int(s.code[cell])
    if t.fit[code, 6] & hand != U0:
        for rotation in range(6):
            tiles = t.fit[code, rotation] & hand
            while tiles != U0:
                tile = lowest_bit(tiles)
                tiles = without_lowest(tiles)
                turned = (tile << 3) + rotation
                here = _score_with(s, t, cell, turned, own)
                there = _score_with(s, t, cell, turned, other)
                makes = max(makes, (here & 255) - best)
                gives = max(gives, (there & 255) - best_other)
                gain = max(gain, ((here >> 8) - (there >> 8)) >> 2)
    x = g.spaces[space]
    x[at], x[at + 1], x[at + 2] = min(100, makes), min(100, gives), min(100, gain)


@jit
def _find_all_makes(
    s: State, t: Tables, d: Workspace, g: Graph, space: int, cell: int, own: int, opponent: int
) -> None:
    """Note what each hand could make of a space, and what the bag could."""
    x = g.spaces[space]
    code = int(s.code[cell])
    makes, makes_opponent = -60, -60
    if x[8] > 0:
        for rotation in range(6):
            tiles = t.fit[code, rotation] & s.bag
            while tiles != U0:
                tile = lowest_bit(tiles)
                tiles = without_lowest(tiles)
                turned = (tile << 3) + rotation
                makes = max(makes, (_score_with(s, t, cell, turned, own) & 255) - int(s.best[own]))
                there = _score_with(s, t, cell, turned, opponent) & 255
                makes_opponent = max(makes_opponent, there - int(s.best[opponent]))
    _find_makes(s, t, g, space, cell, d.own[0], own, opponent, _MAKES)
    _find_makes(s, t, g, space, cell, d.own[1], opponent, own, _MAKES + 3)
    x[_MAKES + 6], x[_MAKES + 7] = min(100, makes), min(100, makes_opponent)


@jit
def _add_ends(
    s: State, t: Tables, g: Graph, space: int, cell: int, edges: Word, is_own: bool, best: int
) -> None:
    """Join the lines of a colour that end at a space to it."""
    while edges != U0:
        edge = lowest_bit(edges)
        edges = without_lowest(edges)
        beside = int(s.turned[(cell + t.step[edge]) & MASK]) - 1
        end = (beside & ~7) + int(t.across[edge])
        far = int(s.far[end])
        length = int(s.length[end])
        place = 14 if is_own else 15
        g.spaces[space, place] = min(100, g.spaces[space, place] + length)
        if g.line_of[far] > 0 and far != end:
            line = int(g.line_of[far]) - 1
            g.ends[line, 1] = space
            g.line_of[end] = line + 1
            continue
        if g.n_lines == MAX_LINES:
            continue
        line = int(g.n_lines)
        g.n_lines = line + 1
        g.line_of[end] = line + 1
        g.ends[line, 0], g.ends[line, 1] = space, NOWHERE
        x = g.lines[line]
        x[0], x[1], x[2], x[3], x[4] = 1, g.n_left, s.bag == U0, is_own, min(60, length)
        x[5] = x[4] if is_own else 0
        x[6], x[7], x[11] = max(-60, min(60, best - length)), length == 1, min(100, best)


@jit
def find_graph(s: State, t: Tables, d: Workspace, g: Graph, seat: int) -> int:
    """Fill a graph for a seat that has just laid a tile, before its draw; return the tiles left."""
    g.n_left = find_row(s, t, d, seat)
    g.n_spaces, g.n_lines = 0, 0
    g.row[:] = d.row
    margin = keen_answer(d, stage_of(g.n_left)) if g.n_left > 0 else float(d.row[OWN] - d.row[OPPONENT])
    g.keen[0] = margin
    g.keen[1] = margin / float(d.scale[stage_of(g.n_left)])
    g.line_of[:] = 0
    own = int(s.colours[seat])
    opponent = own
    for other in range(s.n_seats):
        if s.colours[other] != own:
            opponent = int(s.colours[other])
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
            cell = word * 64 + place
            seen = d.seen[s.code[cell], 1]
            edges = (seen >> np.uint64(8 * own)) & np.uint64(63)
            opponent_edges = (seen >> np.uint64(8 * opponent)) & np.uint64(63)
            if (edges | opponent_edges) == U0 and seen < np.uint64(3 << 32):
                continue
            if g.n_spaces == MAX_SPACES:
                continue
            is_barred = (barred >> np.uint64(place)) & U1 != U0
            space = _add_space(s, d, g, cell, own, opponent, is_barred)
            _find_all_makes(s, t, d, g, space, cell, own, opponent)
            _add_ends(s, t, g, space, cell, edges, True, int(s.best[own]))
            _add_ends(s, t, g, space, cell, opponent_edges, False, int(s.best[opponent]))
    _finish_lines(d, g)
    _find_beside(d, g)
    return int(g.n_left)


@jit
def _finish_lines(d: Workspace, g: Graph) -> None:
    """Describe what depends on both ends of a line."""
    for line in range(g.n_lines):
        a, b = int(g.ends[line, 0]), int(g.ends[line, 1])
        x = g.lines[line]
        live = 1 - int(g.spaces[a, 11])
        x[8], x[9] = 0, 0
        if b != NOWHERE:
            live += 1 - int(g.spaces[b, 11])
            x[8] = a == b
            x[9] = d.beside[(int(g.cell_of[a]) - int(g.cell_of[b])) & MASK]
        x[10] = live


@jit
def _find_beside(d: Workspace, g: Graph) -> None:
    """List for each space those beside it."""
    for space in range(g.n_spaces):
        n = 0
        for other in range(g.n_spaces):
            if d.beside[(int(g.cell_of[other]) - int(g.cell_of[space])) & MASK]:
                g.beside[space, n] = other
                n += 1
        for place in range(n, 6):
            g.beside[space, place] = NOWHERE


@jit
def find_after(s: State, t: Tables, d: Workspace, g: Graph, key: int) -> int:
    """Fill a graph as after a placement of the seat to play; the table is left as it was."""
    phase, stuck, seat = s.phase, s.stuck, int(s.to_play)
    place_unsettled(s, t, cell_of(key), turned_of(key), -1)
    n_left = find_graph(s, t, d, g, seat)
    unlay(s, t)
    s.hands[seat] |= U1 << np.uint64(key & 63)
    s.phase, s.stuck = phase, stuck
    return int(n_left)

"""Short proofs that a goal has no solution, by counting instead of searching.

The parity rule: in a loop without holes every edge inside it is a contact, so inner edges come in pairs. A
tile of the loop has an odd number of inner edges of another colour if and only if its link of that colour
crosses the loop's link; a tile that lies inside has none or two. So for each other colour the number of tiles
that cross is even. Two loops cross on an even number of tiles with holes, too, as closed curves do.

The turning rule: the links of a loop join the centres of its cells to a simple polygon, whatever lies inside
or outside it. It turns by six sixths: two at each corner, one at each bend, to either side. So the number of
bends is even.

The rim rule: n tiles have at most 3n - sqrt(12n - 3) contacts (Harary and Harborth, Extremal animals, 1976),
so at least 2 * ceil(sqrt(12n - 3)) edges touch no tile. A loop ends at none of these edges, a line at two.
How many edges in a row the tiles must show is in `rims.py`; how often a loop that fills a board can turn
is in `forms.py`.
"""

from collections.abc import Sequence
from functools import cache

from tantrix.hexes import neighbours
from tantrix.solver.goal import (
    Goal,
    GoalKind,
    GoalScope,
    Strand,
    carries,
    is_full_loop,
    is_plain_loop,
    turnings,
)
from tantrix.solver.held_groups import find_mismatch
from tantrix.solver.proofs.forms import can_turn
from tantrix.solver.proofs.rims import least_rim, longest_rims, turned
from tantrix.solver.shapes import count_holes
from tantrix.tiles import Colour, Link, links

_MIN_TILES = 3
_FEWEST_EARS = 2  # corners that turn inwards, of a polygon without inner points
_MOST_ROWS = 64  # tiles; the rule takes milliseconds for so many


def why_unsolvable(goal: Goal) -> str:
    """Return why a goal has no solution, or an empty text if no short proof is known."""
    for pair in filter(None, map(find_mismatch, goal.groups)):
        return f"mismatch: {pair[0]} and {pair[1]}, held together, show each other different colours"
    for strand in goal.strands:
        found = _missing(goal, strand) or (_too_few(goal, strand) if strand.kind is GoalKind.LOOP else "")
        if found:
            return found
    for strand in goal.strands:
        found = (_turning(goal, strand) or _parity(goal, strand)) if strand.kind is GoalKind.LOOP else ""
        if found:
            return found
    return _holes(goal) or _rim(goal) or _rows(goal) or _forms(goal)


def _missing(goal: Goal, strand: Strand) -> str:
    lacking = sorted({tile for tile in goal.tiles if not carries(tile, strand.colour)})
    if strand.scope is GoalScope.ALL and lacking:
        return f"colour missing: tile {lacking[0]} carries no {strand.colour.name.lower()}"
    if len(lacking) == len(set(goal.tiles)):
        return f"colour missing: no tile carries {strand.colour.name.lower()}"
    return ""


def _too_few(goal: Goal, strand: Strand) -> str:
    n = goal.through(strand)
    return f"too few: a loop needs {_MIN_TILES} tiles, here are {n}" if n < _MIN_TILES else ""


def _turning(goal: Goal, strand: Strand) -> str:
    """Check that a loop can turn by six sixths; one full of tiles has two corners that turn inwards."""
    _, n_bends, n_corners = turnings(goal.tiles, strand.colour)
    if n_bends % 2:
        return f"parity: the number of bends must be even, here are {n_bends}"
    is_polygon = goal.holes == 0 and goal.through(strand) == len(goal.tiles)
    if is_polygon and n_corners < _FEWEST_EARS:
        return f"turning: a loop without holes needs two corners, here are {n_corners}"
    inwards = range(_FEWEST_EARS if is_polygon else 0, n_corners + 1)
    if not any(abs(6 - 4 * n + 2 * n_corners) <= n_bends for n in inwards):
        return f"turning: {n_corners} corners and {n_bends} bends cannot turn a loop round"
    return ""


def _parity(goal: Goal, strand: Strand) -> str:
    loops = [each.colour for each in goal.strands if each.kind is GoalKind.LOOP]
    own = [tile for tile in goal.tiles if carries(tile, strand.colour)]
    for colour in Colour if tuple(_numbers_of_holes(goal)) == (0,) else loops:
        n = sum(_crosses(tile, strand.colour, colour) for tile in own)
        if colour != strand.colour and n % 2:
            names = colour.name.lower(), strand.colour.name.lower()
            return f"parity: {names[0]} must cross {names[1]} on an even number of tiles, here on {n}"
    return ""


def _rows(goal: Goal) -> str:
    """Check what the tiles can show in a row; gates find out faster whether a loop can go round them all."""
    if not _MIN_TILES <= len(goal.tiles) <= _MOST_ROWS or is_plain_loop(goal):
        return ""
    longest = longest_rims(goal)
    numbers = _numbers_of_holes(goal)
    if any(longest.get(turned(n), -1) >= _n_open(goal, n) for n in numbers):
        return ""
    wanted = turned(numbers[0])
    if wanted in longest:
        least = _n_open(goal, numbers[0])
        return f"rim: {least} edges or more must be open, the tiles allow {longest[wanted]}"
    rows = f"rims turn by {min(longest)} to {max(longest)} sixths" if longest else "there is no rim"
    return f"rim: the tiles show too few edges in a row: {rows}, not by {wanted}"


def _rim(goal: Goal) -> str:
    n_open = _n_open(goal, _numbers_of_holes(goal)[0])
    asked = {strand.colour for strand in goal.strands}
    n_ends = sum(2 for strand in goal.strands if strand.kind is GoalKind.LINE)
    n_others = sum(2 for tile in goal.tiles for link in links(tile) if link.colour not in asked)
    if n_ends + n_others >= n_open:
        return ""
    n = n_ends + n_others
    return f"rim: {len(goal.tiles)} tiles leave at least {n_open} edges open, the colours allow {n}"


def _holes(goal: Goal) -> str:
    if goal.shape is None or goal.holes is None:
        return ""
    n = count_holes(goal.shape.cells)
    return f"holes: {goal.shape} has {n}, expected {goal.holes}" if n != goal.holes else ""


def _numbers_of_holes(goal: Goal) -> Sequence[int]:
    """Return how many holes the tables of a goal may have, the fewest first."""
    if goal.shape is not None:
        return (count_holes(goal.shape.cells),)
    return range(len(goal.tiles)) if goal.holes is None else (goal.holes,)


def _n_open(goal: Goal, n_holes: int) -> int:
    """Return how many edges touch no tile, at least; on a board it is known."""
    if goal.shape is None:
        return least_rim(len(goal.tiles), n_holes)
    cells = set(goal.shape.cells)
    return sum(beside not in cells for cell in cells for beside in neighbours(cell))


def _forms(goal: Goal) -> str:
    """Check whether a loop through all cells of a board can turn as often as the tiles do."""
    if goal.shape is None or not is_full_loop(goal):
        return ""
    _, n_bends, n_corners = turnings(goal.tiles, goal.strands[0].colour)
    if can_turn(goal.shape.cells, n_corners, n_bends):
        return ""
    return f"forms: no loop through all cells of {goal.shape} has {n_corners} corners and {n_bends} bends"


@cache
def _own(tile: int, colour: Colour) -> Link:
    return next(link for link in links(tile) if link.colour == colour)


@cache
def _crosses(tile: int, colour: Colour, other: Colour) -> bool:
    one = _own(tile, colour)
    return any(
        (one.a < link.a < one.b) != (one.a < link.b < one.b) for link in links(tile) if link.colour == other
    )

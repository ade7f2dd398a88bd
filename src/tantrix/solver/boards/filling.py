"""A quick search for one loop that fills a board: first the form of the loop, then the tiles for it.

The form starts as a triangle anywhere. An *ear*, a corner between two cells that touch each other, can be cut
off and put between two other cells that follow each other in the loop and both touch it; cells that the loop
has not reached are put in likewise. So the loop stays in one part until it passes through all cells, and then
until it has as many corners, bends and straights as the tiles. Then the tiles are laid; if that takes too
long, ears are moved to make another form.

This never proves anything: if no loop is found, there may still be one.
"""

from typing import Annotated

from tantrix._compile.jit import jit
from tantrix._compile.records import Int8s, Int16Rows, Int64s, Records
from tantrix.hexes import Cell, neighbour
from tantrix.kernel import TableArray
from tantrix.solver.answer import Solution, placement_of
from tantrix.solver.goal import Goal, is_full_loop, turnings
from tantrix.solver.shapes import count_holes
from tantrix.solver.steps.laying import MAX_PLACES, Laying, do_assign, set_tiles
from tantrix.solver.steps.random_choices import below, seeded

_CHANGES = 8  # tried in the time of one node
_SETTLING = 2_000  # changes for each cell; then the next form starts anew
_SHAKEN = 600  # chances in 1,000 to keep a worse form until the form differs enough from the last one
_WORSE = 40  # and after that


class Filling(Laying):
    """The form of a loop on a board, and the tiles laid in its cells.

    A place is the number of a cell in the canonical order of the board.
    """

    n: int
    n_passed: int  # places that the loop passes through
    n_moved: int  # ears, since the last complete form
    colour: int
    wanted: Annotated[Int64s, 3]  # straights, bends and corners among the tiles
    have: Annotated[Int64s, 3]  # the same in the form
    around: Annotated[Int16Rows, (MAX_PLACES, 6)]  # place across an edge, -1 for none
    way: Annotated[Int8s, MAX_PLACES]  # the edges of the loop, as bits; 0 where it does not pass
    sixths: Annotated[Int8s, 64]  # by how many sixths a way turns


def can_fill(goal: Goal) -> bool:
    """Return whether a goal is one loop through all tiles on a board where a loop can start as a triangle."""
    if goal.shape is None or goal.held or not is_full_loop(goal):
        return False
    cells = set(goal.shape.cells)
    if goal.holes is not None and count_holes(goal.shape.cells) != goal.holes:
        return False
    return any({neighbour(cell, 1), neighbour(cell, side)} <= cells for cell in cells for side in (0, 2))


def new_filling(goal: Goal, seed: int) -> Records[Filling]:
    """Begin a search for a goal with a triangle."""
    assert goal.shape is not None, goal
    made = Filling.zeros()
    s = made[0]
    colour = goal.strands[0].colour
    s.n, s.colour, s.random = len(goal.tiles), colour, seeded(seed)
    s.wanted[:] = turnings(goal.tiles, colour)
    set_tiles(s, goal.tiles)
    places = {cell: place for place, cell in enumerate(goal.shape.cells)}
    for cell, place in places.items():
        s.around[place] = [places.get(neighbour(cell, edge), -1) for edge in range(6)]
    for first in range(6):
        for second in range(first):
            s.sixths[1 << first | 1 << second] = abs(3 - (first - second))
    do_start(made)
    return made


def filled(goal: Goal, record: Records[Filling]) -> Solution:
    """Return the solution that `find_filling` has laid."""
    assert goal.shape is not None, goal
    laid = record[0].laid.tolist()
    return tuple(placement_of(Cell(*cell), laid[place] - 1) for place, cell in enumerate(goal.shape.cells))


@jit
def find_filling(fillings: Records[Filling], tables: TableArray, budget: int) -> bool:
    """Try forms, and tiles for each, for about `budget` nodes; return whether all tiles have been laid."""
    s, t = fillings[0], tables[0]
    end = s.nodes + budget
    while s.nodes < end:
        if _settle(s):
            s.n_moved = 0
            _prepare(s)
            if do_assign(s, t, 2_000 + 20 * s.n):
                return True
        else:
            _start(s)
    return False


@jit
def do_start(fillings: Records[Filling]) -> None:
    """Start with a triangle."""
    _start(fillings[0])


@jit
def _start(s: Filling) -> None:
    s.way[:] = 0
    s.have[:] = 0
    s.have[2] = 3
    s.n_passed = 3
    s.n_moved = 0
    place, edge = below(s, s.n), below(s, 6)
    while s.around[place, edge] < 0 or s.around[place, (edge + 1) % 6] < 0:
        place, edge = below(s, s.n), below(s, 6)
    s.way[place] = 1 << edge | 1 << (edge + 1) % 6
    s.way[s.around[place, edge]] = 1 << (edge + 2) % 6 | 1 << (edge + 3) % 6
    s.way[s.around[place, (edge + 1) % 6]] = 1 << (edge + 4) % 6 | 1 << (edge + 5) % 6


@jit
def _settle(s: Filling) -> bool:
    """Move ears until the form is complete, differs from the last one, and has the turnings of the tiles."""
    most = _SETTLING * s.n
    for change in range(most):
        if s.n_passed == s.n and s.n_moved >= s.n and _error(s) == 0:
            s.nodes += change // _CHANGES
            return True
        place, edge = below(s, s.n), below(s, 6)
        if s.way[place] != 0:
            _move(s, place, edge)
        elif _can_put(s, place, edge):
            _put(s, place, edge)
            s.n_passed += 1
    s.nodes += most // _CHANGES
    return False


@jit
def _error(s: Filling) -> int:
    return int(abs(s.have[0] - s.wanted[0]) + abs(s.have[1] - s.wanted[1]) + abs(s.have[2] - s.wanted[2]))


@jit
def _move(s: Filling, place: int, edge: int) -> None:
    """Move an ear, if it is one, to the cells across an edge and the next; put it back if that is too bad."""
    if s.sixths[s.way[place]] != 2:
        return
    before = 0
    while s.way[place] != 1 << before | 1 << (before + 1) % 6:
        before += 1
    if before == edge:
        return
    error = _error(s)
    _cut(s, place, before)
    if not _can_put(s, place, edge):
        _put(s, place, before)
        return
    _put(s, place, edge)
    if s.n_passed == s.n and _error(s) > error and below(s, 1000) >= (_SHAKEN if s.n_moved < s.n else _WORSE):
        _cut(s, place, edge)
        _put(s, place, before)
        return
    s.n_moved += 1


@jit
def _can_put(s: Filling, place: int, edge: int) -> bool:
    """Return whether the loop leads from the cell across an edge to the cell across the next one."""
    return bool(
        s.around[place, edge] >= 0
        and s.around[place, (edge + 1) % 6] >= 0
        and s.way[s.around[place, edge]] >> (edge + 2) % 6 & 1
    )


@jit
def _put(s: Filling, place: int, edge: int) -> None:
    """Let the loop pass through a place between the cells across an edge and the next."""
    _join(s, place, edge)
    _turn(s, place, 1 << edge | 1 << (edge + 1) % 6)


@jit
def _cut(s: Filling, place: int, edge: int) -> None:
    """Let the loop pass by an ear that lies between the cells across an edge and the next."""
    _turn(s, place, 0)
    _join(s, place, edge)


@jit
def _join(s: Filling, place: int, edge: int) -> None:
    """Join the cells across an edge and the next with each other instead of with this place, or back."""
    a, b = s.around[place, edge], s.around[place, (edge + 1) % 6]
    _turn(s, a, s.way[a] ^ (1 << (edge + 3) % 6 | 1 << (edge + 2) % 6))
    _turn(s, b, s.way[b] ^ (1 << (edge + 4) % 6 | 1 << (edge + 5) % 6))


@jit
def _turn(s: Filling, place: int, way: int) -> None:
    """Change the way of the loop in a place."""
    if s.way[place] != 0:
        s.have[s.sixths[s.way[place]]] -= 1
    s.way[place] = way
    if way != 0:
        s.have[s.sixths[way]] += 1


@jit
def _prepare(s: Filling) -> None:
    """Store what the loop shows each place, and which places touch beside it."""
    for place in range(s.n):
        s.open[place] = place
        s.laid[place] = 0
        s.code[place] = 0
        power = s.colour + 1
        for edge in range(6):
            is_passed = s.way[place] >> edge & 1
            s.code[place] += is_passed * power
            s.beside[place, edge] = -1 if is_passed else s.around[place, edge]
            power *= 5
    s.n_open = s.n

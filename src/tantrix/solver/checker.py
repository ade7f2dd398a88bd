"""An independent checker of solutions that shares no code with the search.

It is slow and simple on purpose: dictionaries of cells, edges read from the tiles, lines followed link by
link.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from tantrix.hexes import Cell, neighbour, neighbours, opposite, rotate
from tantrix.placement import Placement
from tantrix.solver.goal import Goal, GoalKind, GoalScope, Strand
from tantrix.solver.shapes import count_holes
from tantrix.tiles import Colour, edges, links

Table = dict[Cell, Placement]

_edges = cache(edges)


def faults(goal: Goal, solution: Sequence[Placement]) -> list[str]:
    """Return what is wrong with a solution, in sentences; an empty list if it is correct."""
    table = {placement.cell: placement for placement in solution}
    if len(table) < len(solution):
        return ["two tiles lie on one cell"]
    found = [*_tile_faults(goal, solution), *_edge_faults(table), *_piece_faults(table)]
    if goal.shape is not None:
        found += _shape_faults(goal, table)
    holes = count_holes(table)
    if goal.holes is not None and holes != goal.holes:
        found.append(f"expected {goal.holes} holes, got {holes}")
    for strand in goal.strands:
        found += _strand_faults(strand, table)
    if goal.held and not _holds(_parted(goal.held), table):
        found.append("the tiles that are held do not lie as given")
    return found


def _tile_faults(goal: Goal, solution: Sequence[Placement]) -> list[str]:
    laid, expected = Counter(placement.tile for placement in solution), Counter(goal.tiles)
    return [
        f"expected tile {tile} {expected[tile]} times, got {laid[tile]}"
        for tile in sorted({*laid, *expected})
        if laid[tile] != expected[tile]
    ]


def _edge_faults(table: Table) -> list[str]:
    found = []
    for cell, placement in table.items():
        shown = _edges(placement.tile, placement.rotation)
        for edge in range(3):
            beside = table.get(neighbour(cell, edge))
            if beside and _edges(beside.tile, beside.rotation)[opposite(edge)] != shown[edge]:
                found.append(f"{placement} and {beside} do not match")
    return found


def _piece_faults(table: Table) -> list[str]:
    left = set(table)
    waiting = [left.pop()] if left else []
    while waiting:
        for cell in neighbours(waiting.pop()):
            if cell in left:
                left.remove(cell)
                waiting.append(cell)
    return [f"expected one piece, but cell {min(left)} lies apart"] if left else []


def _shape_faults(goal: Goal, table: Table) -> list[str]:
    assert goal.shape is not None
    own = _at_home(list(table))
    turned = ([rotate(cell, n) for cell in goal.shape.cells] for n in range(6))
    return [] if any(_at_home(cells) == own for cells in turned) else [f"expected the shape {goal.shape}"]


def _at_home(cells: list[Cell]) -> set[tuple[int, int]]:
    first = min(cells)
    return {(cell.q - first.q, cell.r - first.r) for cell in cells}


def _strand_faults(strand: Strand, table: Table) -> list[str]:
    own = {cell for cell, placement in table.items() if _joined(placement, strand.colour)}
    if strand.scope is GoalScope.ALL and len(own) < len(table):
        return [f"{strand}: {len(table) - len(own)} tiles lack the colour"]
    if not own:
        return [f"{strand}: no tile carries the colour"]
    length, is_closed = _walk(min(own), strand.colour, table)
    if length < len(own):
        return [f"{strand}: goes through {length} of {len(own)} tiles"]
    if is_closed != (strand.kind is GoalKind.LOOP):
        return [f"{strand}: is {'closed' if is_closed else 'open'}"]
    return []


def _parted(held: Sequence[Placement]) -> list[list[Placement]]:
    """Split the held tiles into groups that touch."""
    parts: list[list[Placement]] = []
    for placement in held:
        near = set(neighbours(placement.cell))
        beside = [part for part in parts if any(other.cell in near for other in part)]
        parts = [part for part in parts if part not in beside]
        parts.append([placement, *(other for part in beside for other in part)])
    return parts


def _holds(parts: list[list[Placement]], table: Table) -> bool:
    """Return whether all parts occur in a table, each moved and turned as a whole, without overlap."""
    if not parts:
        return True
    for cell in table:
        for sixths in range(6):
            image = [_brought(placement, parts[0][0].cell, cell, sixths) for placement in parts[0]]
            if all(each.cell in table and _looks_like(table[each.cell], each) for each in image):
                covered = {each.cell for each in image}
                rest = {other: laid for other, laid in table.items() if other not in covered}
                if _holds(parts[1:], rest):
                    return True
    return False


def _brought(placement: Placement, start: Cell, end: Cell, sixths: int) -> Placement:
    away = rotate(Cell(placement.cell.q - start.q, placement.cell.r - start.r), sixths)
    there = Cell(end.q + away.q, end.r + away.r)
    return Placement(placement.tile, there, (placement.rotation + sixths) % 6)


def _looks_like(one: Placement, other: Placement) -> bool:
    return one.tile == other.tile and _edges(*one[::2]) == _edges(*other[::2])


def _walk(start: Cell, colour: Colour, table: Table) -> tuple[int, bool]:
    """Follow a line both ways from a cell; return its tiles, and whether it is closed."""
    length = 1
    for way in range(2):
        cell, leaving = start, _joined(table[start], colour)[way]
        while True:
            cell, entered = neighbour(cell, leaving), opposite(leaving)
            if cell == start:
                return length, True
            ends = _joined(table[cell], colour) if cell in table else ()
            if entered not in ends:
                break
            leaving = ends[1] if entered == ends[0] else ends[0]
            length += 1
    return length, False


def _joined(placement: Placement, colour: Colour) -> tuple[int, ...]:
    return _ends(placement.tile, placement.rotation, colour)


@cache
def _ends(tile: int, rotation: int, colour: Colour) -> tuple[int, ...]:
    """Return the edges that a tile joins in a colour; empty if it lacks the colour."""
    for link in links(tile, rotation):
        if link.colour == colour:
            return link.a, link.b
    return ()

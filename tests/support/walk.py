"""The simplest solver, for up to seven tiles: walk along the colour tile by tile and check the result."""

from collections.abc import Iterator
from functools import cache

from tantrix.hexes import ORIGIN, Cell, neighbour, opposite, rotate
from tantrix.placement import Placement
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal, GoalKind
from tantrix.tiles import Colour, edges, links, n_rotations

Laid = tuple[Placement, ...]


def solutions(goal: Goal) -> set[Laid]:
    """Find all solutions of a goal with one strand through all of some distinct tiles, the first at home."""
    colour = goal.strands[0].colour
    if any(_edges(tile, 0, colour) == () for tile in goal.tiles):
        return set()
    found = set()
    for tile in goal.tiles[:1] if goal.strands[0].kind is GoalKind.LOOP else goal.tiles:
        rest = tuple(other for other in goal.tiles if other != tile)
        for leaving in _edges(tile, 0, colour):
            for walked in _walks((Placement(tile, ORIGIN, 0),), leaving, rest, colour):
                found.add(at_home(walked, goal.tiles[0]))
    return {laid for laid in found if not faults(goal, laid)}


def at_home(laid: Laid, tile: int) -> Laid:
    """Move and turn a solution so that a tile lies at the origin unturned."""
    first = next(placement for placement in laid if placement.tile == tile)
    return tuple(sorted(_moved(placement, first) for placement in laid))


def _moved(placement: Placement, first: Placement) -> Placement:
    beside = Cell(placement.cell.q - first.cell.q, placement.cell.r - first.cell.r)
    sixths = -first.rotation % 6
    return Placement(placement.tile, rotate(beside, sixths), (placement.rotation + sixths) % 6).canonical()


def _walks(laid: Laid, leaving: int, left: tuple[int, ...], colour: Colour) -> Iterator[Laid]:
    if not left:
        yield laid
        return
    cell = neighbour(laid[-1].cell, leaving)
    if cell in {placement.cell for placement in laid}:
        return
    for tile in left:
        for rotation in range(n_rotations(tile)):
            ends = _edges(tile, rotation, colour)
            if opposite(leaving) in ends:
                onwards = ends[1] if ends[0] == opposite(leaving) else ends[0]
                rest = tuple(other for other in left if other != tile)
                placement = Placement(tile, cell, rotation)
                if all(_touch_well(placement, other) for other in laid):
                    yield from _walks((*laid, placement), onwards, rest, colour)


def _touch_well(one: Placement, other: Placement) -> bool:
    """Return whether two tiles do not touch or show each other the same colour."""
    for edge in range(6):
        if neighbour(one.cell, edge) == other.cell:
            return edges(one.tile, one.rotation)[edge] == edges(other.tile, other.rotation)[opposite(edge)]
    return True


@cache
def _edges(tile: int, rotation: int, colour: Colour) -> tuple[int, ...]:
    return next(((link.a, link.b) for link in links(tile, rotation) if link.colour == colour), ())

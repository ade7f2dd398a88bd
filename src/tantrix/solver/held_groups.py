"""Groups of tiles that are held together: tiles already on the table that keep their relative position.

Tiles that touch form a group. A group may be moved and turned as a whole; a single tile is not constrained.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from tantrix.hexes import Cell, neighbour, neighbours, opposite, rotate
from tantrix.placement import Placement
from tantrix.tiles import edges

HeldGroup = tuple[Placement, ...]


def groups_of(position: Iterable[Placement]) -> list[HeldGroup]:
    """Split a position into groups of tiles that touch, largest first; each tile touches an earlier one."""
    left = {placement.cell: placement for placement in position}
    groups = []
    while left:
        waiting = [left.pop(next(iter(left)))]
        group = []
        while waiting:
            group.append(waiting.pop())
            waiting += [left.pop(cell) for cell in neighbours(group[-1].cell) if cell in left]
        groups.append(tuple(group))
    return sorted(groups, key=len, reverse=True)


def is_matching(group: HeldGroup) -> bool:
    """Return whether all touching edges in a group match."""
    return find_mismatch(group) is None


def find_mismatch(group: HeldGroup) -> tuple[Placement, Placement] | None:
    """Return two tiles that touch and show each other different colours, or None if all match."""
    table = {placement.cell: placement for placement in group}
    return next(((table[cell], table[neighbour(cell, edge)]) for cell, edge in mismatches(group)), None)


def mismatches(group: Sequence[Placement]) -> Iterator[tuple[Cell, int]]:
    """Yield the contacts of different colours, each once: a cell and the edge, 0 to 2."""
    shown = {placement.cell: edges(placement.tile, placement.rotation) for placement in group}
    for cell, own in shown.items():
        for edge in range(3):
            beside = shown.get(neighbour(cell, edge))
            if beside and beside[opposite(edge)] != own[edge]:
                yield cell, edge


def moved(group: HeldGroup, sixths: int) -> HeldGroup:
    """Turn a group clockwise and move it so that its first tile lies at the origin."""
    first = group[0].cell
    return tuple(
        Placement(
            tile, rotate(Cell(cell.q - first.q, cell.r - first.r), sixths), (rotation + sixths) % 6
        ).canonical()
        for tile, cell, rotation in group
    )


def count_ways(groups: Sequence[HeldGroup], solution: Sequence[Placement]) -> int:
    """Count the ways in which all groups occur in a solution without overlap.

    With distinct tiles there is one way, doubled for each group that a half turn leaves unchanged (R1.3).
    """
    images = [list(_images(group, solution)) for group in groups]
    return _count_apart(images, frozenset())


def count_self_ways(groups: Sequence[HeldGroup]) -> int:
    """Count the ways for distinct tiles; their number does not depend on the solution."""
    return prod(count_ways([group], group) for group in groups)


def _images(group: HeldGroup, solution: Sequence[Placement]) -> Iterator[frozenset[Cell]]:
    """Yield the cells that a group covers, for each way in which it occurs in a solution."""
    table = {placement.cell: placement.canonical() for placement in solution}
    for sixths in range(6):
        turned = moved(group, sixths)
        for cell in table:
            image = [p._replace(cell=Cell(cell.q + p.cell.q, cell.r + p.cell.r)) for p in turned]
            if all(table.get(placement.cell) == placement for placement in image):
                yield frozenset(placement.cell for placement in image)


def _count_apart(images: Sequence[Sequence[frozenset[Cell]]], covered: frozenset[Cell]) -> int:
    if not images:
        return 1
    return sum(_count_apart(images[1:], covered | image) for image in images[0] if not covered & image)

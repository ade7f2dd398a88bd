"""Boards of a fixed shape: the cells to fill, by name or as a list.

`triangle:4` is a triangle of side 4, `rhombus:5x6` and `rectangle:5x6` have 5 rows of 6 cells, `hexagon:2`
has side 2 (7 cells), `spiral:9` is the first nine cells of the spiral around a cell, `cells:0,0;1,0` a list.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import product

from tantrix.hexes import DIRECTIONS, ORIGIN, Cell, distance, neighbour, neighbours, rotate

MAX_CELLS = 1000
NAMES = ("triangle", "rhombus", "rectangle", "hexagon", "spiral", "cells")

_CELL = re.compile(r"(-?\d{1,4}),(-?\d{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class BoardShape:
    """A set of cells in canonical order, and the text that names it."""

    text: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, text: str) -> "BoardShape":
        """Read a shape such as `triangle:4`. Raises ValueError for any other text."""
        name, _, size = text.strip().lower().partition(":")
        maker = _MAKERS.get(name)
        if maker is None:
            raise ValueError(
                f"expected a shape such as 'triangle:4', one of {', '.join(NAMES)}, got {text!r}"
            )
        cells = maker(size)
        if not 1 <= len(cells) <= MAX_CELLS:
            raise ValueError(f"expected a shape of 1 to {MAX_CELLS} cells, got {text!r} with {len(cells)}")
        return cls(f"{name}:{size}", tuple(sorted(cells)))

    def rotations(self) -> tuple[int, ...]:
        """Return the turns, in sixths, that map the shape onto itself, including 0."""
        own = _moved_home(self.cells)
        return tuple(n for n in range(6) if _moved_home(rotate(cell, n) for cell in self.cells) == own)


def fitting_shape(name: str, n_cells: int) -> BoardShape:
    """Return the triangle, hexagon or spiral with this many cells. Raises ValueError if there is none."""
    if name not in ("triangle", "hexagon", "spiral"):
        raise ValueError(f"expected a size with the shape, as '{name}:5x6', got {name!r}")
    for size in range(1, n_cells + 1):
        shape = BoardShape.parse(f"{name}:{size}")
        if len(shape.cells) == n_cells:
            return shape
        if len(shape.cells) > n_cells:
            break
    raise ValueError(f"expected as many tiles as a {name} has cells, got {n_cells}")


def is_connected(cells: tuple[Cell, ...]) -> bool:
    """Return whether the cells are connected."""
    left = set(cells)
    reached = [left.pop()]
    while reached:
        found = left.intersection(neighbours(reached.pop()))
        left -= found
        reached += found
    return not left


def count_holes(cells: Collection[Cell]) -> int:
    """Count the groups of empty cells that cannot be reached from outside (R7.5)."""
    qs, rs = [q for q, _ in cells], [r for _, r in cells]
    framed = product(range(min(qs) - 1, max(qs) + 2), range(min(rs) - 1, max(rs) + 2))
    empty = set(framed).difference(cells)
    n_groups = 0
    while empty:
        _drain(empty)
        n_groups += 1
    return n_groups - 1


def _drain(empty: set[tuple[int, int]]) -> None:
    """Remove one group of touching cells from a set."""
    waiting = [empty.pop()]
    while waiting:
        q, r = waiting.pop()
        for cell in ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)):
            if cell in empty:
                empty.remove(cell)
                waiting.append(cell)


def _moved_home(cells: Iterable[Cell]) -> frozenset[tuple[int, int]]:
    listed = list(cells)
    first = min(listed)
    return frozenset((q - first[0], r - first[1]) for q, r in listed)


def _triangle(size: str) -> list[Cell]:
    side = _whole(size)
    return [Cell(q, r) for r in range(side) for q in range(side - r)]


def _rhombus(size: str) -> list[Cell]:
    rows, columns = _two(size)
    return [Cell(q, r) for r in range(rows) for q in range(columns)]


def _rectangle(size: str) -> list[Cell]:
    rows, columns = _two(size)
    return [Cell(q - r // 2, r) for r in range(rows) for q in range(columns)]


def _hexagon(size: str) -> list[Cell]:
    reach = _whole(size) - 1
    across = range(-reach, reach + 1)
    return [Cell(q, r) for q in across for r in across if distance(ORIGIN, Cell(q, r)) <= reach]


def _spiral(size: str) -> list[Cell]:
    n, cells, ring = _whole(size), [ORIGIN], 1
    while len(cells) < n:
        cell = Cell(DIRECTIONS[4].q * ring, DIRECTIONS[4].r * ring)
        for edge in range(6):
            for _ in range(ring):
                cell = neighbour(cell, edge)
                cells.append(cell)
        ring += 1
    return cells[:n]


def _listed(text: str) -> list[Cell]:
    cells = []
    for word in text.split(";"):
        found = _CELL.fullmatch(word.strip())
        if found is None:
            raise ValueError(f"expected cells such as '0,0;1,0', got {text!r}")
        cells.append(Cell(int(found[1]), int(found[2])))
    if len(set(cells)) < len(cells):
        raise ValueError(f"expected each cell once, got {text!r}")
    return cells


def _whole(size: str) -> int:
    if not (size.isascii() and size.isdigit() and 1 <= int(size) <= MAX_CELLS):
        raise ValueError(f"expected a size such as 4, got {size!r}")
    return int(size)


def _two(size: str) -> tuple[int, int]:
    rows, _, columns = size.partition("x")
    return _whole(rows), _whole(columns)


_MAKERS: dict[str, Callable[[str], list[Cell]]] = {
    "triangle": _triangle,
    "rhombus": _rhombus,
    "rectangle": _rectangle,
    "hexagon": _hexagon,
    "spiral": _spiral,
    "cells": _listed,
}

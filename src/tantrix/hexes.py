"""Cells of the hexagonal plane in axial coordinates.

Edges and directions share one numbering, 0 to 5 clockwise from east, so the neighbour across edge
`e` touches this cell with its own edge `(e + 3) % 6`. Hexagons stand on a corner; `r` grows downwards.
"""

from math import sqrt
from typing import NamedTuple


class Cell(NamedTuple):
    """A hexagon of the plane."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


ORIGIN = Cell(0, 0)

# East, south-east, south-west, west, north-west, north-east.
DIRECTIONS: tuple[Cell, ...] = (Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1), Cell(1, -1))


def neighbour(cell: Cell, edge: int) -> Cell:
    """Return the cell across an edge."""
    step = DIRECTIONS[edge]
    return Cell(cell.q + step.q, cell.r + step.r)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells around one, in the order of its edges."""
    return tuple(neighbour(cell, edge) for edge in range(6))


def opposite(edge: int) -> int:
    """Return the edge by which the neighbour across `edge` touches."""
    return (edge + 3) % 6


def rotate(cell: Cell, sixths: int) -> Cell:
    """Turn a cell clockwise about the origin."""
    q, r = cell
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return Cell(q, r)


def distance(a: Cell, b: Cell) -> int:
    """Count the steps from one cell to another."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def centre(cell: Cell) -> tuple[float, float]:
    """Return the centre of a cell in a plane where neighbours are at distance 1, x to the right, y down."""
    return cell.q + cell.r / 2, cell.r * sqrt(3) / 2


def cell_at(x: float, y: float) -> Cell:
    """Return the cell that a point of that plane lies in, the inverse of `centre`."""
    r = y * 2 / sqrt(3)
    q = x - r / 2
    # Round all three cube coordinates, and correct the one that was rounded most, as they add up to 0.
    column, row, third = round(q), round(r), round(-q - r)
    off = abs(column - q), abs(row - r), abs(third + q + r)
    if off[0] == max(off):
        return Cell(-row - third, row)
    return Cell(column, -column - third) if off[1] == max(off) else Cell(column, row)

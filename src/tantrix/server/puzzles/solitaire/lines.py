"""The best line or loop of a colour on a table of solitaire (R5.1)."""

from collections.abc import Mapping
from typing import NamedTuple

from tantrix.hexes import Cell, neighbours, opposite
from tantrix.placement import Placement
from tantrix.tiles import Colour, edges


class BestLine(NamedTuple):
    """`points`: one for each tile, two in a loop; `n_tiles`: through how many tiles it runs."""

    points: int
    n_tiles: int


def best_line(laid: Mapping[Cell, Placement], colour: Colour) -> BestLine:
    """Return the line or loop of a colour that is worth most; nothing of a colour that no tile has."""
    left, best = {cell for cell in laid if colour.letter in _shown(laid, cell)}, BestLine(0, 0)
    while left:
        waiting, n_tiles, n_ends = [left.pop()], 1, 0
        while waiting:
            beside = _joined(laid, waiting.pop(), colour)
            n_ends += len(beside) < 2
            fresh = left.intersection(beside)
            left -= fresh
            n_tiles += len(fresh)
            waiting += fresh
        best = max(best, BestLine(n_tiles if n_ends else 2 * n_tiles, n_tiles))
    return best


def _joined(laid: Mapping[Cell, Placement], cell: Cell, colour: Colour) -> list[Cell]:
    """Return the cells to which a tile's links of a colour lead."""
    shown = _shown(laid, cell)
    return [
        near
        for edge, near in enumerate(neighbours(cell))
        if shown[edge] == colour.letter and near in laid and _shown(laid, near)[opposite(edge)] == shown[edge]
    ]


def _shown(laid: Mapping[Cell, Placement], cell: Cell) -> str:
    placement = laid[cell]
    return edges(placement.tile, placement.rotation)

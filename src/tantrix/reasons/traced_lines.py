"""Every line and loop of a position, and the spaces that the ends of lines face."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tantrix.game import Game
from tantrix.hexes import Cell, neighbour, opposite
from tantrix.tiles import Colour, Link, links


class TracedLine(NamedTuple):
    """A line or loop.

    `ends`: the spaces that the two ends of a line face, one space twice if a single tile would close it;
    none for a loop.
    """

    colour: Colour
    cells: tuple[Cell, ...]
    ends: tuple[Cell, ...]

    @property
    def n_tiles(self) -> int:
        """How many tiles it has."""
        return len(self.cells)

    @property
    def is_loop(self) -> bool:
        """Return whether it is closed."""
        return not self.ends

    @property
    def is_nearly_closed(self) -> bool:
        """Return whether both ends face the same space, so that any tile there makes it a loop."""
        return len(set(self.ends)) == 1


def trace_lines(game: Game) -> Iterator[TracedLine]:
    """Yield every line and loop on the table once; takes less than a millisecond."""
    seen: set[tuple[Cell, Colour]] = set()
    for laid in game.laid:
        tile, cell, rotation = laid.placement
        for link in _links(tile, rotation):
            if (cell, link.colour) not in seen:
                line = _line(game, cell, link)
                seen.update((each, link.colour) for each in line.cells)
                yield line


def _line(game: Game, cell: Cell, link: Link) -> TracedLine:
    ahead, end = _walk(game, cell, link.a, link.colour)
    if end is None:
        return TracedLine(link.colour, (cell, *ahead), ())
    behind, other = _walk(game, cell, link.b, link.colour)
    assert other is not None, f"the line of {link.colour.name} through {cell} ends on one side only"
    return TracedLine(link.colour, (*reversed(ahead), cell, *behind), (end, other))


def _walk(game: Game, start: Cell, edge: int, colour: Colour) -> tuple[list[Cell], Cell | None]:
    """Follow a colour out of `start`: the cells after it, and the space faced; None if it leads back."""
    cells: list[Cell] = []
    cell = neighbour(start, edge)
    while cell != start:
        laid = game.at(cell)
        if laid is None:
            return cells, cell
        cells.append(cell)
        edge = _exit(laid.placement.tile, laid.placement.rotation, colour, opposite(edge))
        cell = neighbour(cell, edge)
    return cells, None


@cache
def _exit(tile: int, rotation: int, colour: Colour, entered: int) -> int:
    """Return the other edge of the link that is entered by an edge."""
    link = next(each for each in _links(tile, rotation) if each.colour is colour)
    return link.b if link.a == entered else link.a


_links = cache(links)

"""Open solitaire as the server judges it: 56 tiles on one table, the best of each colour added up (R7.4)."""

from collections.abc import Mapping, Sequence

from tantrix.gobble.table import RushTable, fits
from tantrix.hexes import Cell, neighbours
from tantrix.placement import Placement
from tantrix.server.puzzles.solitaire.lines import best_line
from tantrix.tiles import GAME_SET, Colour


def points_of(placements: Sequence[Placement]) -> int:
    """Return what a table of all tiles is worth: a point for each tile of a line, two for each of a loop.

    Raises ValueError if it is no such table: a tile is missing or lies twice, edges that touch differ, or the
    tiles do not hang together. The order in which they were laid does not matter.
    """
    if sorted(placement.tile for placement in placements) != list(GAME_SET):
        raise ValueError(f"expected each of the tiles 1 to {len(GAME_SET)} once")
    table = RushTable()
    for placement in placements:
        if placement.cell in table.laid:
            raise ValueError(f"{placement} lies on another tile")
        if not fits(placement.tile, placement.rotation, table.facing(placement.cell)):
            raise ValueError(f"{placement} touches an edge of another colour")
        table = table.lay(placement)
    if len(_reached(table.laid)) < len(GAME_SET):
        raise ValueError("expected tiles that hang together")
    return sum(best_line(table.laid, colour).points for colour in Colour)


def _reached(laid: Mapping[Cell, Placement]) -> set[Cell]:
    """Return the cells that hang together with the first one."""
    waiting = [next(iter(laid))]
    reached = set(waiting)
    while waiting:
        fresh = {near for near in neighbours(waiting.pop()) if near in laid} - reached
        reached |= fresh
        waiting += fresh
    return reached

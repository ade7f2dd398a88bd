"""Judging solitaires (R7.4): checks the placements, and counts the best line of each colour (R5.1)."""

from collections.abc import Mapping, Sequence

from tantrix.game import best_line
from tantrix.gobble.table import FORCED_SIDES, RushTable, fits
from tantrix.hexes import Cell, neighbours
from tantrix.placement import Placement
from tantrix.server.puzzles.catalogue import CataloguePuzzle
from tantrix.tiles import GAME_SET, Colour


def laid_by_rules(puzzle: CataloguePuzzle, placements: Sequence[Placement]) -> RushTable:
    """Return the table of a solitaire in play.

    Raises ValueError if a tile was out of order or broke a rule.
    """
    if not 1 <= len(placements) <= len(puzzle.pool):
        raise ValueError(f"expected 1 to {len(puzzle.pool)} tiles, got {len(placements)}")
    table = RushTable()
    for number, (tile, placement) in enumerate(zip(puzzle.pool, placements, strict=False), start=1):
        if placement.tile != tile:
            raise ValueError(f"expected tile {tile} as number {number}, got {placement}")
        if table.laid and placement not in _ways(table, tile):
            raise ValueError(f"{placement} as number {number} breaks the rules")
        table = table.lay(placement)
    return table


def is_over(puzzle: CataloguePuzzle, placements: Sequence[Placement]) -> bool:
    """Return whether a solitaire has ended: no tile is left, or the next one fits nowhere."""
    return _has_ended(puzzle, laid_by_rules(puzzle, placements))


def length_played(puzzle: CataloguePuzzle, placements: Sequence[Placement]) -> int:
    """Return the length of the best line or loop of a solitaire that was played to its end.

    Raises ValueError if a tile was out of order or broke a rule, or if the next tile still fits somewhere.
    """
    table = laid_by_rules(puzzle, placements)
    if not _has_ended(puzzle, table):
        raise ValueError(f"the next tile, {puzzle.pool[len(placements)]}, still fits")
    return len(best_line(table.laid, puzzle.goal.strands[0].colour).cells)


def points_of(placements: Sequence[Placement]) -> int:
    """Return the points of a table of all tiles: one for each tile of a line, two for each tile of a loop.

    Raises ValueError if a tile is missing or placed twice, if touching edges differ, or if the tiles are not
    all connected. The order of the placements does not matter.
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
        raise ValueError("expected all tiles to be connected")
    return sum(best_line(table.laid, colour).score for colour in Colour)


def _has_ended(puzzle: CataloguePuzzle, table: RushTable) -> bool:
    n_laid = len(table.laid)
    return n_laid == len(puzzle.pool) or not _ways(table, puzzle.pool[n_laid])


def _ways(table: RushTable, tile: int) -> set[Placement]:
    """Return the legal placements of a tile: only in forced spaces if it fits one."""
    return set(table.placements(tile, FORCED_SIDES)) or set(table.placements(tile, 1))


def _reached(laid: Mapping[Cell, Placement]) -> set[Cell]:
    """Return the cells that are connected to the first one."""
    waiting = [next(iter(laid))]
    reached = set(waiting)
    while waiting:
        fresh = {near for near in neighbours(waiting.pop()) if near in laid} - reached
        reached |= fresh
        waiting += fresh
    return reached

"""The solitaire of the day: a pure function of the date (UTC), and the judge of how it was played (R7.4)."""

from collections.abc import Sequence
from datetime import date

from tantrix.gobble.table import FORCED_SIDES, Table
from tantrix.hexes import Cell, neighbours, opposite
from tantrix.placement import Placement
from tantrix.server.puzzles import PUZZLES, Mode, Puzzle, shuffled
from tantrix.tiles import Colour, edges

_STACKS = tuple(puzzle for puzzle in PUZZLES.values() if puzzle.mode is Mode.STACK)


def stack_of(day: date) -> Puzzle:
    """Return the solitaire of a day: the games follow each other, and the day shuffles the stack."""
    number = day.toordinal()
    return shuffled(_STACKS[number % len(_STACKS)], number)


def length_played(puzzle: Puzzle, placements: Sequence[Placement]) -> int:
    """Return the length of the best line or loop of a solitaire that was played to its end.

    Raises ValueError if it was not: another tile came next, one was laid where it may not lie, or the next
    one fits somewhere.
    """
    table = Table()
    for number, (tile, placement) in enumerate(zip(puzzle.pool, placements, strict=False), start=1):
        if placement.tile != tile:
            raise ValueError(f"expected tile {tile} as number {number}, got {placement}")
        if table.laid and placement not in _ways(table, tile):
            raise ValueError(f"{placement} as number {number} breaks the rules")
        table = table.lay(placement)
    if not placements or len(placements) > len(puzzle.pool):
        raise ValueError(f"expected 1 to {len(puzzle.pool)} tiles, got {len(placements)}")
    if len(placements) < len(puzzle.pool) and _ways(table, puzzle.pool[len(placements)]):
        raise ValueError(f"the next tile, {puzzle.pool[len(placements)]}, still fits")
    return _best(table, puzzle.goal.strands[0].colour)


def _ways(table: Table, tile: int) -> set[Placement]:
    """Return where a tile may lie: in a forced space if it fits one."""
    return set(table.placements(tile, FORCED_SIDES)) or set(table.placements(tile, 1))


def _best(table: Table, colour: Colour) -> int:
    """Return how many tiles the best line or loop runs through; loops count twice when compared."""
    left, found = set(table.laid), [(0, 0)]
    while left:
        waiting, chain = [left.pop()], 1
        ends = 0
        while waiting:
            cell = waiting.pop()
            beside = _joined(table, cell, colour)
            ends += len(beside) < 2
            fresh = left.intersection(beside)
            left -= fresh
            chain += len(fresh)
            waiting += fresh
        found.append((chain if ends else 2 * chain, chain))
    return max(found)[1]


def _joined(table: Table, cell: Cell, colour: Colour) -> list[Cell]:
    """Return the cells to which a tile's links of a colour lead."""
    placement = table.laid[cell]
    shown = edges(placement.tile, placement.rotation)
    return [
        near
        for edge, near in enumerate(neighbours(cell))
        if shown[edge] == colour.letter and near in table.laid and _shows(table, near, edge, colour)
    ]


def _shows(table: Table, cell: Cell, edge: int, colour: Colour) -> bool:
    placement = table.laid[cell]
    return edges(placement.tile, placement.rotation)[opposite(edge)] == colour.letter

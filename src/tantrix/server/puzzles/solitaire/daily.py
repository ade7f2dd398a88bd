"""The solitaire of the day: a pure function of the date (UTC), and the judge of how it was played (R7.4)."""

from collections.abc import Sequence
from datetime import date

from tantrix.gobble.table import FORCED_SIDES, RushTable
from tantrix.placement import Placement
from tantrix.server.puzzles.catalogue import PUZZLES, CataloguePuzzle, Mode, shuffled
from tantrix.server.puzzles.solitaire.lines import best_line

_STACKS = tuple(puzzle for puzzle in PUZZLES.values() if puzzle.mode is Mode.STACK)


def stack_of(day: date) -> CataloguePuzzle:
    """Return the solitaire of a day: the games follow each other, and the day shuffles the stack."""
    number = day.toordinal()
    return shuffled(_STACKS[number % len(_STACKS)], number)


def length_played(puzzle: CataloguePuzzle, placements: Sequence[Placement]) -> int:
    """Return the length of the best line or loop of a solitaire that was played to its end.

    Raises ValueError if it was not: another tile came next, one was laid where it may not lie, or the next
    one fits somewhere.
    """
    table = RushTable()
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
    return best_line(table.laid, puzzle.goal.strands[0].colour).n_tiles


def _ways(table: RushTable, tile: int) -> set[Placement]:
    """Return where a tile may lie: in a forced space if it fits one."""
    return set(table.placements(tile, FORCED_SIDES)) or set(table.placements(tile, 1))

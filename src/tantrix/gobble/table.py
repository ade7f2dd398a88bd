"""The table of a rush: tiles laid, and what the empty cells beside them show (R1.4, R6.2).

The restrictions of the strategy game (R4) do not exist here, so a placement is judged by its six neighbours
alone: one lookup, and a string of six letters to compare.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from tantrix.hexes import Cell, neighbours, opposite
from tantrix.placement import Placement
from tantrix.tiles import GAME_SET, edges

NOTHING = "."  # what an empty neighbour shows
BARE = NOTHING * 6
MIN_SIDES = 2  # R6.2: a tile touches at least two others
FORCED_SIDES = 3  # R3.4, R6.3


@dataclass(frozen=True, slots=True)
class RushTable:
    """`laid`: the tile and rotation on each cell; `spaces`: what each empty cell beside them shows.

    A space shows six letters clockwise from east, each the colour of the neighbour's touching edge, or a
    dot where there is no neighbour.
    """

    laid: Mapping[Cell, Placement] = field(default_factory=dict)
    spaces: Mapping[Cell, str] = field(default_factory=dict)

    def lay(self, placement: Placement) -> "RushTable":
        """Return the table with one more tile; the caller checks the golden rule."""
        cell, shown = placement.cell, edges(placement.tile, placement.rotation)
        spaces = {space: facing for space, facing in self.spaces.items() if space != cell}
        for edge, near in enumerate(neighbours(cell)):
            if near not in self.laid:
                facing, at = spaces.get(near, BARE), opposite(edge)
                spaces[near] = facing[:at] + shown[edge] + facing[at + 1 :]
        return RushTable({**self.laid, cell: placement}, spaces)

    def facing(self, cell: Cell) -> str:
        """Return what an empty cell shows; all dots for one that touches nothing."""
        return self.spaces.get(cell, BARE)

    def sides(self, cell: Cell) -> int:
        """Count the tiles around an empty cell."""
        return n_sides(self.facing(cell))

    def spaces_with(self, least: int) -> Iterator[tuple[Cell, str]]:
        """Yield the spaces with at least `least` sides and what they show, oldest first."""
        return ((cell, facing) for cell, facing in self.spaces.items() if n_sides(facing) >= least)

    def fitting(self, least: int) -> int:
        """Return the tiles that fit some space with at least `least` sides, as a bit set by number."""
        tiles = 0
        for _cell, facing in self.spaces_with(least):
            tiles |= tiles_that_fit(facing)
        return tiles

    def placements(self, tile: int, least: int) -> Iterator[Placement]:
        """Yield every way to lay a tile on a space with at least `least` sides."""
        for cell, facing in self.spaces_with(least):
            for rotation in rotations_that_fit(tile, facing):
                yield Placement(tile, cell, rotation)


def n_sides(facing: str) -> int:
    """Count the sides of a space by what it shows."""
    return 6 - facing.count(NOTHING)


@lru_cache(maxsize=2**14)
def rotations_that_fit(tile: int, facing: str) -> tuple[int, ...]:
    """Return the rotations in which a tile obeys the golden rule in a space (R1.4)."""
    return tuple(rotation for rotation in range(6) if fits(tile, rotation, facing))


@cache
def tiles_that_fit(facing: str) -> int:
    """Return the tiles that fit a space in some rotation, as a bit set by number."""
    return bits(tile for tile in GAME_SET if any(fits(tile, rotation, facing) for rotation in range(6)))


def fits(tile: int, rotation: int, facing: str) -> bool:
    """Return whether all touching edges show the same colours (R1.4)."""
    shown = edges(tile, rotation)
    return all(there in (NOTHING, here) for here, there in zip(shown, facing, strict=True))


def bits(tiles: Iterable[int]) -> int:
    """Return tiles as a bit set by number."""
    found = 0
    for tile in tiles:
        found |= 1 << tile
    return found

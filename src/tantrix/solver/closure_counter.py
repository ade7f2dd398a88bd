"""The machine that counts loops through many tiles, from `counting.py` and its table of closures."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix.solver.goal import Goal
from tantrix.solver.loops import counting, gates
from tantrix.solver.loops.closures import Closures, count_variants
from tantrix.solver.machines import RUNNING, Counter, fits_gates, machine_for
from tantrix.tiles import Colour, Shape

_MIN_TILES, _MAX_TILES = 13, 24
_ROOM = 1 << 26  # closures of 8 bytes
_MAX_CLOSURE = {13: 6, 14: 6, 15: 7, 23: 7, 24: 7}  # tiles in a closure, by those of the loop; else 8


class ClosureCounter:
    """Count through gates, the smaller half first; each process lists the closures again."""

    name = "closures"

    def __init__(self, goal: Goal, largest: int | None = None) -> None:
        colour = goal.strands[0].colour
        root = gates.root_of(goal.tiles, colour)
        tiles = (*(tile for tile in goal.tiles if tile != root), root)
        self.goal = goal
        self.record = new_count(tiles, colour)
        self._closures = closures_of(
            tiles, colour, _MAX_CLOSURE.get(len(tiles), 8) if largest is None else largest
        )

    def advance(self, budget: int) -> int:
        known = self._closures
        event = counting.advance(self.record, known.kit, known.lists, budget)
        if event == counting.WANTS:
            known.list_for(int(self.record[0].key))
            return RUNNING
        return int(event)

    def retreat(self) -> None:
        counting.retreat(self.record, self._closures.kit)

    def weight(self) -> Fraction:
        """Return 1: each loop is found once."""
        return Fraction(1)


@lru_cache(maxsize=1)
def closures_of(tiles: tuple[int, ...], colour: Colour, largest: int) -> Closures:
    """Return the closures of a set of tiles, shared by all pieces of a count."""
    return Closures(tiles, colour, largest, _ROOM)


def counter_for(goal: Goal) -> Counter:
    """Return the fastest search that counts a goal."""
    if not fits_gates(goal) or not _MIN_TILES <= len(goal.tiles) <= _MAX_TILES:
        return machine_for(goal)
    has_room = count_variants(goal.tiles, goal.strands[0].colour) <= 32
    return ClosureCounter(goal) if has_room else machine_for(goal)


def new_count(tiles: Sequence[int], colour: Colour) -> Any:
    """Prepare a count of the loops of a colour through some tiles, the root last."""
    made = np.zeros(1, counting.COUNT).view(np.recarray)
    s = made[0]
    s.step[:] = np.resize(kernel.tables()[0].step[:6], 16)
    s.mask = kernel.MASK
    local = {tile: number for number, tile in enumerate(tiles)}
    shapes = [gates.shape_of(tile, colour) for tile in tiles]
    s.root = 8 * local[tiles[-1]]
    s.left = _bits(range(len(tiles) - 1))
    s.corners = _bits(number for number, shape in enumerate(shapes) if shape is Shape.CORNER)
    s.bends = _bits(number for number, shape in enumerate(shapes) if shape is Shape.BEND)
    starts = list(gates.starts_of(tiles[-1], tiles[:-1], colour))
    s.n_starts = len(starts)
    s.starts[: len(starts)] = [(edge, 8 * local[(turned >> 3) + 1] + (turned & 7)) for edge, turned in starts]
    s.ceiling = counting.LEVELS
    s.large = counting.NONE
    return made


def _bits(numbers: Any) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))

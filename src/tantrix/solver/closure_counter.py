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
_MAX_CLOSURE = {13: 5, 14: 6, 15: 6, 16: 7, 17: 7, 18: 7}  # tiles in a closure, by those of the loop; else 8


class ClosureCounter:
    """Count loops from their middle; each process lists the closures again."""

    name = "closures"

    def __init__(self, goal: Goal, largest: int | None = None) -> None:
        colour = goal.strands[0].colour
        self.goal = goal
        self._closures = closures_of(
            goal.tiles, colour, _MAX_CLOSURE.get(len(goal.tiles), 8) if largest is None else largest
        )
        self.record = new_count(goal.tiles, colour, len(self._closures.lists.groups))

    def advance(self, budget: int) -> int:
        known = self._closures
        event = counting.advance(self.record, known.kit, known.join, known.lists, budget)
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
    return Closures(tiles, colour, largest)


def counter_for(goal: Goal) -> Counter:
    """Return the fastest search that counts a goal."""
    if not fits_gates(goal) or not _MIN_TILES <= len(goal.tiles) <= _MAX_TILES:
        return machine_for(goal)
    has_room = count_variants(goal.tiles, goal.strands[0].colour) <= 32
    return ClosureCounter(goal) if has_room else machine_for(goal)


def new_count(tiles: Sequence[int], colour: Colour, n_groups: int) -> Any:
    """Prepare a count of the loops of a colour through some tiles."""
    made = np.zeros(1, counting.COUNT).view(np.recarray)
    s = made[0]
    s.step[:] = np.resize(kernel.tables()[0].step[:6], 16)
    s.mask = kernel.MASK
    shapes = [gates.shape_of(tile, colour) for tile in tiles]
    s.n_tiles = len(tiles)
    s.left = _bits(range(len(tiles)))
    s.corners = _bits(number for number, shape in enumerate(shapes) if shape is Shape.CORNER)
    s.bends = _bits(number for number, shape in enumerate(shapes) if shape is Shape.BEND)
    s.n_starts = n_groups
    s.ceiling = counting.LEVELS
    return made


def _bits(numbers: Any) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))

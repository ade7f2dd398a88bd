"""The solutions of a puzzle, as a list that a player can step through.

A list has the first thousand solutions, each only once regardless of its rotation. The total is known if
counting ends in time.
"""

from dataclasses import dataclass

from tantrix.hexes import Cell, rotate
from tantrix.placement import Placement
from tantrix.solver.answer import Solution, Status
from tantrix.solver.goal import Goal

MAX_LISTED = 1000
PAGE = 100


@dataclass(frozen=True, slots=True)
class Listing:
    """The first solutions, as pages draw them, and their total, None if time ran out."""

    solutions: tuple[Solution, ...] = ()
    count: int | None = None

    @property
    def status(self) -> Status:
        """The proven status; an empty list proves that there is no solution only if the count is complete."""
        if self.solutions:
            return Status.SOLVED
        return Status.NONE if self.count == 0 else Status.UNKNOWN

    @property
    def is_final(self) -> bool:
        """Return whether the list is final, so that more time would add nothing."""
        return self.count is not None or len(self.solutions) == MAX_LISTED


def as_laid(goal: Goal, solution: Solution) -> Solution:
    """Rotate a solution by half a turn, as pages draw shapes; on a free table, also centre it."""
    turned = [Placement(p.tile, rotate(p.cell, 3), (p.rotation + 3) % 6) for p in solution]
    if goal.shape is not None:
        return tuple(turned)
    q, r = (round(sum(place) / len(turned)) for place in zip(*(p.cell for p in turned), strict=True))
    return tuple(Placement(p.tile, Cell(p.cell.q - q, p.cell.r - r), p.rotation) for p in turned)

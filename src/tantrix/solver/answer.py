"""What the solver found, and how sure it is."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tantrix.hexes import Cell, rotate
from tantrix.placement import Placement

Solution = tuple[Placement, ...]


class Status(StrEnum):
    """`NONE` is a proof; whatever was cut short before it found anything is `UNKNOWN`."""

    SOLVED = "solved"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A count that was sampled: its mean and standard error."""

    count: float
    error: float
    samples: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked answer; `count` is exact if `is_complete`, else what was found so far.

    `seconds` is processor time. `reason` says why there is none, or what cut the search short.
    """

    status: Status
    solutions: tuple[Solution, ...] = ()
    count: int | None = None
    is_complete: bool = False
    reason: str = ""
    convention: str = ""
    estimate: Estimate | None = None
    score: int | None = None
    seconds: float = 0.0
    nodes: int = 0
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def solution(self) -> Solution | None:
        return self.solutions[0] if self.solutions else None

    def to_json(self) -> dict[str, Any]:
        """Return plain values; what was not asked is left out."""
        found: dict[str, Any] = {"status": str(self.status)}
        if self.count is not None:
            found |= {"count": self.count, "complete": self.is_complete, "convention": self.convention}
        if self.estimate is not None:
            found["estimate"] = {"count": self.estimate.count, "error": self.estimate.error}
        if self.score is not None:
            found["score"] = self.score
        if self.reason:
            found["reason"] = self.reason
        if self.solutions:
            found["solution"] = [str(placement) for placement in self.solutions[0]]
        return {**found, "nodes": self.nodes, "seconds": round(self.seconds, 6), **self.details}


def turned(solution: Solution, sixths: int) -> Solution:
    """Turn a solution clockwise and move it so that its least cell is the origin, tiles in order of cells."""
    cells = [rotate(placement.cell, sixths) for placement in solution]
    first = min(cells)
    moved = (
        Placement(p.tile, Cell(cell.q - first.q, cell.r - first.r), (p.rotation + sixths) % 6).canonical()
        for p, cell in zip(solution, cells, strict=True)
    )
    return tuple(sorted(moved, key=lambda placement: placement.cell))


def canonical(solution: Solution) -> Solution:
    """Return the one form that all turns of a solution share."""
    return min(turned(solution, sixths) for sixths in range(6))


def symmetry(solution: Solution) -> int:
    """Count the turns of a solution that look like itself."""
    own = turned(solution, 0)
    return sum(turned(solution, sixths) == own for sixths in range(6))

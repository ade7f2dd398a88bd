"""What the solver found, and whether that is proved."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tantrix import draw as pictures
from tantrix import kernel
from tantrix.hexes import ORIGIN, Cell, neighbours, rotate
from tantrix.placement import Placement
from tantrix.tiles import Colour, Link, links

Solution = tuple[Placement, ...]
_Course = tuple[tuple[Cell, tuple[tuple[int, int], ...]], ...]


class Status(StrEnum):
    """How a search ended: `NONE` is proved; stopped before anything was found is `UNKNOWN`."""

    SOLVED = "solved"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A sampled count: its mean and standard error."""

    count: float
    error: float
    samples: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked answer; `count` is exact if `is_complete`, else the number found so far.

    `seconds` is processor time. `reason` says why there is no solution, or why the search stopped.
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

    def __str__(self) -> str:
        """Describe the result in one line: `2 solutions, the first: 1@0,0^0 2@1,0^1`."""
        found = {Status.SOLVED: "solved", Status.NONE: "no solution", Status.UNKNOWN: "unknown"}[self.status]
        if self.count is not None and self.status is Status.SOLVED:
            noun = "solution" if self.count == 1 else "solutions"
            found = f"{'' if self.is_complete else 'at least '}{self.count:,} {noun}"
        if self.estimate is not None:
            found = f"about {self.estimate.count:,.0f} ± {self.estimate.error:,.0f} solutions"
        if self.solution:
            which = ", the first" if len(self.solutions) > 1 or self.count is not None else ""
            return f"{found}{which}: {' '.join(map(str, self.solution))}"
        return f"{found}: {self.reason}" if self.reason else found

    def _repr_svg_(self) -> str | None:
        return pictures.svg(self.solution) if self.solution else None

    def to_json(self) -> dict[str, Any]:
        """Return plain values, without the fields that were not requested."""
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


def on_plane(turned: Any, first: int = kernel.START) -> Solution:
    """Read the tiles off the kernel's torus, moved so that the tile at `first` lies at the origin."""
    found = {first: ORIGIN}
    waiting = [first]
    steps = [int(step) for step in kernel.tables()[0].step[:6]]
    while waiting:
        at = waiting.pop()
        for step, cell in zip(steps, neighbours(found[at]), strict=True):
            beside = (at + step) & kernel.MASK
            if turned[beside] and beside not in found:
                found[beside] = cell
                waiting.append(beside)
    return tuple(sorted(placement_of(cell, int(turned[at]) - 1) for at, cell in found.items()))


def placement_of(cell: Cell, turned: int) -> Placement:
    """Return the placement of a turned tile, numbered as in the kernel."""
    return Placement((turned >> 3) + 1, cell, turned & 7)


def turned(solution: Solution, sixths: int) -> Solution:
    """Turn a solution clockwise and move its least cell to the origin; tiles are sorted by cell."""
    cells = [rotate(placement.cell, sixths) for placement in solution]
    first = min(cells)
    moved = (
        Placement(p.tile, Cell(cell.q - first.q, cell.r - first.r), (p.rotation + sixths) % 6).canonical()
        for p, cell in zip(solution, cells, strict=True)
    )
    return tuple(sorted(moved, key=lambda placement: placement.cell))


def canonical(solution: Solution) -> Solution:
    """Return the form that all rotations of a solution share."""
    return min(turned(solution, sixths) for sixths in range(6))


def symmetry(solution: Solution) -> int:
    """Count the rotations that leave a solution unchanged."""
    own = turned(solution, 0)
    return sum(turned(solution, sixths) == own for sixths in range(6))


def outlines(solutions: Iterable[Solution], colours: Collection[Colour]) -> tuple[int, int]:
    """Count the courses of some colours' strands, up to rotation, and up to rotation and reflection."""
    drawn = {_least(_course(solution, colours), mirrors=(False,)) for solution in solutions}
    return len(drawn), len({_least(course, mirrors=(False, True)) for course in drawn})


def _course(solution: Solution, colours: Collection[Colour]) -> _Course:
    return tuple(
        (placement.cell, tuple((link.a, link.b) for link in _links(*placement) if link.colour in colours))
        for placement in solution
    )


def _links(tile: int, _cell: Cell, rotation: int) -> tuple[Link, ...]:
    return links(tile, rotation)


def _least(course: _Course, mirrors: tuple[bool, ...]) -> _Course:
    return min(_moved(course, sixths, is_mirrored) for sixths in range(6) for is_mirrored in mirrors)


def _moved(course: _Course, sixths: int, is_mirrored: bool) -> _Course:
    """Mirror a course in the west-east line, turn it, and move its least cell to the origin."""
    moved = [
        (
            rotate(Cell(cell.q + cell.r, -cell.r) if is_mirrored else cell, sixths),
            tuple(sorted(_edge_pair(pair, sixths, is_mirrored) for pair in pairs)),
        )
        for cell, pairs in course
    ]
    first = min(cell for cell, _ in moved)
    return tuple(sorted((Cell(cell.q - first.q, cell.r - first.r), pairs) for cell, pairs in moved))


def _edge_pair(pair: tuple[int, int], sixths: int, is_mirrored: bool) -> tuple[int, int]:
    turned_edges = sorted(((-edge if is_mirrored else edge) + sixths) % 6 for edge in pair)
    return turned_edges[0], turned_edges[1]

"""What the solver found, and whether that is proved."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Integers, Numbers
from tantrix._tools.immutable import immutable
from tantrix.hexes import ORIGIN, Cell, neighbours, rotate
from tantrix.pictures import draw as pictures
from tantrix.placement import Placement
from tantrix.solver.least_form import find_least_form
from tantrix.tiles import Colour, links

Solution = tuple[Placement, ...]
_PAIRS = tuple(combinations(range(6), 2))


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


@immutable
@dataclass(frozen=True, slots=True)
class Answer:
    """A checked answer; `count` is exact if `is_complete`, else the number found so far.

    `seconds` is processor time. `reason` says with the numbers why there is no solution, or after how much
    work the search stopped. `search` is the name of the search that found or proved this, empty if it was a
    short proof or none.
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
    search: str = field(default="", kw_only=True)
    details: dict[str, Any] = field(default_factory=dict, hash=False)

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


def on_plane(turned: Integers, first: int = kernel.START) -> Solution:
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
    tiles = [placement.canonical() for placement in solution]
    marks = _turned_marks()[:, [8 * placement.tile + placement.rotation for placement in tiles]]
    return turned(solution, _least_form(solution, marks)[0])


def symmetry(solution: Solution) -> int:
    """Count the rotations that leave a solution unchanged."""
    own = turned(solution, 0)
    return sum(turned(solution, sixths) == own for sixths in range(6))


def outlines(solutions: Iterable[Solution], colours: Collection[Colour]) -> tuple[int, int]:
    """Count the courses of some colours' strands, up to rotation, and up to rotation and reflection."""
    rotated, reflected = set(), set()
    known = _course_marks(tuple(sorted(colours)))
    for solution in solutions:
        marks = known[:, [8 * placement.tile + placement.rotation for placement in solution]]
        form = _least_form(solution, marks[:6])[1]
        if form not in rotated:
            rotated.add(form)
            reflected.add(_least_form(solution, marks)[1])
    return len(rotated), len(reflected)


def _least_form(solution: Solution, marks: Numbers) -> tuple[int, bytes]:
    """Return the number of the least image of marked tiles, and its form."""
    cells = np.array([placement.cell for placement in solution], np.int64).T.copy()
    form = np.empty(len(solution), np.int64)
    number = find_least_form(cells, marks, form, np.empty_like(form))
    return int(number), form.tobytes()


@cache
def _turned_marks() -> Numbers:
    """Return int64[6, 8 * tile + rotation]: the same for the tile as it lies after some sixths."""
    marks = np.zeros((6, 8 * 65), np.int64)
    for tile, rotation, sixths in product(range(1, 65), range(6), range(6)):
        after = Placement(tile, ORIGIN, (rotation + sixths) % 6).canonical()
        marks[sixths, 8 * tile + rotation] = 8 * tile + after.rotation
    return marks


@cache
def _course_marks(colours: tuple[Colour, ...]) -> Numbers:
    """Return int64[12, 8 * tile + rotation]: one bit for each pair of edges that a link in some colour joins.

    The images are those of `find_least_form`.
    """
    marks = np.zeros((12, 8 * 65), np.int64)
    for tile, rotation, image in product(range(1, 65), range(6), range(12)):
        sign = -1 if image >= 6 else 1
        for link in links(tile, rotation):
            if link.colour in colours:
                pair = sorted((sign * edge + image) % 6 for edge in (link.a, link.b))
                marks[image, 8 * tile + rotation] |= 1 << _PAIRS.index((pair[0], pair[1]))
    return marks

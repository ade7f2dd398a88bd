"""A new puzzle as values: its specification, the sets that were compared, and the puzzle that was found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from tantrix.solver.answer import Solution
from tantrix.solver.goal import Goal, GoalKind, GoalScope, Strand, carries
from tantrix.solver.shapes import BoardShape
from tantrix.tiles import GAME_SET, Colour

__all__ = [
    "SIZES",
    "Candidate",
    "Difficulty",
    "Form",
    "GeneratedPuzzle",
    "PuzzleSpec",
    "max_counted_size",
    "some_colours",
]


class Form(StrEnum):
    """The form of a puzzle: a strand through all tiles, or two lines through all tiles of their colours."""

    LOOP = "loop"
    LINE = "line"
    TWO_LINES = "two-lines"
    PYRAMID = "pyramid"
    FLOWER = "flower"


class Difficulty(StrEnum):
    """Which of the drawn sets is chosen: any, or one by its number of solutions."""

    ANY = "any"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


SIZES: Mapping[Form, range | tuple[int, ...]] = {
    Form.LOOP: range(3, 31),
    Form.LINE: range(3, 13),
    Form.TWO_LINES: range(6, 11),
    Form.PYRAMID: (6, 10, 15),
    Form.FLOWER: (7,),
}
# The largest size of each form whose solutions are counted; a set takes some milliseconds.
_COUNTED = {Form.LOOP: 12, Form.LINE: 7, Form.TWO_LINES: 8, Form.PYRAMID: 10, Form.FLOWER: 7}
_COUNTED_WITH_HOLES = 9
_N_COLOURS = {Form.TWO_LINES: 2}
_SIDES = {6: 3, 10: 4, 15: 5}


@dataclass(frozen=True, slots=True)
class PuzzleSpec:
    """The requirements for a new puzzle. Raises ValueError for impossible ones.

    `is_unique`: exactly one solution up to rotation, the hardest kind, so only with `ANY` and `HARD`. Holes
    are as in a goal and can be allowed only in a loop.
    """

    form: Form
    size: int
    colours: tuple[Colour, ...]
    difficulty: Difficulty = Difficulty.ANY
    is_unique: bool = False
    allows_holes: bool = False

    def __post_init__(self) -> None:
        sizes, n = SIZES[self.form], _N_COLOURS.get(self.form, 1)
        if self.size not in sizes:
            raise ValueError(f"expected for a {self.form} a size of {_listed(sizes)}, got {self.size}")
        if len(set(self.colours)) != n or len(self.colours) != n:
            raise ValueError(f"expected for a {self.form} {n} colours, got {len(set(self.colours))}")
        if self.needs_counts and not self.is_counted:
            most = max_counted_size(self.form, self.allows_holes)
            raise ValueError(
                f"expected a size up to {most} to choose by the number of solutions, got {self.size}"
            )
        if self.is_unique and self.difficulty in (Difficulty.EASY, Difficulty.MEDIUM):
            raise ValueError(f"expected a single solution to be hard, got {self.difficulty}")
        if self.allows_holes and self.form is not Form.LOOP:
            raise ValueError(f"expected holes to be allowed in a loop, got a {self.form}")

    @property
    def needs_counts(self) -> bool:
        return self.is_unique or self.difficulty is not Difficulty.ANY

    @property
    def is_counted(self) -> bool:
        """Return whether solutions of this form and size are counted."""
        return self.size <= max_counted_size(self.form, self.allows_holes)

    def goal(self, tiles: tuple[int, ...]) -> Goal:
        """Return the goal for a set of tiles."""
        kind = GoalKind.LOOP if self.form is Form.LOOP else GoalKind.LINE
        scope = GoalScope.OWN if self.form is Form.TWO_LINES else GoalScope.ALL
        strands = tuple(Strand(colour, kind, scope) for colour in sorted(self.colours))
        return Goal(tiles, strands, self._shape(), None if self.allows_holes else 0)

    def pool(self) -> list[int]:
        """Return the tiles that may be used."""
        return [tile for tile in GAME_SET if any(carries(tile, colour) for colour in self.colours)]

    def _shape(self) -> BoardShape | None:
        if self.form is Form.PYRAMID:
            return BoardShape.parse(f"triangle:{_SIDES[self.size]}")
        return BoardShape.parse("hexagon:2") if self.form is Form.FLOWER else None


@dataclass(frozen=True, slots=True)
class Candidate:
    """Tiles with solutions, and their number; None if they were not fully counted."""

    tiles: tuple[int, ...]
    count: int | None

    @property
    def rank(self) -> tuple[float, tuple[int, ...]]:
        return (float("inf") if self.count is None else self.count), self.tiles


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """The puzzle generated, or the attempt: `goal` is None if nothing was found that meets the specification.

    `n_drawn` sets were drawn or changed; `candidates` are the solvable ones that were compared.
    """

    spec: PuzzleSpec
    seed: int
    goal: Goal | None = None
    solution: Solution = ()
    count: int | None = None
    n_drawn: int = 0
    candidates: tuple[Candidate, ...] = field(default=())

    @property
    def fewest(self) -> int | None:
        """The smallest number of solutions of any candidate, None if nothing was counted."""
        counts = [candidate.count for candidate in self.candidates if candidate.count is not None]
        return min(counts, default=None)


def max_counted_size(form: Form, allows_holes: bool = False) -> int:
    """Return the largest size for which solutions are counted; holes allow many more solutions."""
    return _COUNTED_WITH_HOLES if allows_holes else _COUNTED[form]


def some_colours(form: Form, seed: int) -> tuple[Colour, ...]:
    """Return random colours for a form."""
    chosen = Random(seed).sample(list(Colour), _N_COLOURS.get(form, 1))
    return tuple(sorted(chosen))


def _listed(sizes: range | tuple[int, ...]) -> str:
    return f"{sizes[0]} to {sizes[-1]}" if isinstance(sizes, range) else " or ".join(map(str, sizes))

"""Generate new puzzles: random tiles that have solutions, chosen by the number of solutions.

Among puzzles of one form and size, fewer solutions make a puzzle harder. So several solvable sets are drawn,
counted exactly and sorted: the one with the most solutions is easy, the one with the fewest hard. To reach a
unique solution, tiles are exchanged one by one as long as fewer solutions remain. All randomness comes from
the seed and counts do not depend on how a search runs, so for forms that can be counted a seed always gives
the same puzzle.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random

from tantrix.solver.answer import Solution, Status
from tantrix.solver.goal import Goal, GoalKind, GoalScope, Strand, carries
from tantrix.solver.machines import machine_for
from tantrix.solver.reasons import refusal
from tantrix.solver.shapes import BoardShape
from tantrix.solver.solve import SolveMode, count, solve
from tantrix.tiles import GAME_SET, Colour

CANDIDATES = 12
_DRAWS = 6000
_CHANGES = 6000
_COUNT_SLICES = 4  # slices of two million nodes before a count is given up


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


def generate(spec: PuzzleSpec, seed: int) -> GeneratedPuzzle:
    """Generate the puzzle of a seed. Takes at most a second or two of processor time."""
    rng = Random(seed)
    n_drawn, candidates = _collect(spec, rng)
    if spec.is_unique and candidates:
        n_changed, candidates = _descend(spec, candidates, rng)
        n_drawn += n_changed
    chosen = _choose(spec, candidates)
    made = GeneratedPuzzle(spec, seed, n_drawn=n_drawn, candidates=tuple(candidates))
    return made if chosen is None else _proved(made, chosen)


def max_counted_size(form: Form, allows_holes: bool = False) -> int:
    """Return the largest size for which solutions are counted; holes allow many more solutions."""
    return _COUNTED_WITH_HOLES if allows_holes else _COUNTED[form]


def some_colours(form: Form, seed: int) -> tuple[Colour, ...]:
    """Return random colours for a form."""
    chosen = Random(seed).sample(list(Colour), _N_COLOURS.get(form, 1))
    return tuple(sorted(chosen))


def _collect(spec: PuzzleSpec, rng: Random) -> tuple[int, list[Candidate]]:
    """Draw sets until enough are solvable; return the number drawn, and the solvable ones in order."""
    n_drawn, candidates = 0, list[Candidate]()
    n_wanted = CANDIDATES if spec.needs_counts else 1
    for tiles in _draws(spec, rng):
        n_drawn += 1
        found = _judged(spec, tiles)
        candidates += [found] if found else []
        if len(candidates) == n_wanted:
            break
    return n_drawn, sorted(candidates, key=lambda candidate: candidate.rank)


def _draws(spec: PuzzleSpec, rng: Random) -> Iterator[tuple[int, ...]]:
    pool = spec.pool()
    if spec.form is not Form.TWO_LINES:
        pool = [tile for tile in pool if all(carries(tile, colour) for colour in spec.colours)]
    for _ in range(_DRAWS):
        yield tuple(sorted(rng.sample(pool, spec.size)))


def _judged(spec: PuzzleSpec, tiles: tuple[int, ...]) -> Candidate | None:
    """Count the solutions of a set, or find one if they are not counted; None if it has none."""
    goal = spec.goal(tiles)
    if refusal(goal):
        return None
    slices = iter(range(_COUNT_SLICES))
    if not spec.is_counted:
        answer = solve(goal, SolveMode.FIRST, should_stop=lambda: next(slices, None) is None)
        return Candidate(tiles, None) if answer.status is Status.SOLVED else None
    answer = count(machine_for(goal), lambda: next(slices, None) is None)
    if answer.status is not Status.SOLVED:
        return None
    return Candidate(tiles, answer.count if answer.is_complete else None)


def _descend(spec: PuzzleSpec, candidates: list[Candidate], rng: Random) -> tuple[int, list[Candidate]]:
    """Change tiles of the sets with the fewest solutions until one is unique; also return the tries."""
    pool, best = spec.pool(), candidates[0]
    for tried in range(_CHANGES):
        if best.count == 1:
            return tried, [best, *candidates]
        if tried and tried % 400 == 0:
            best = candidates[tried // 400 % len(candidates)]
        found = _judged(spec, _changed(best.tiles, pool, rng))
        if found and found.rank[0] <= best.rank[0]:
            best = found
        if best.rank < candidates[0].rank:
            candidates = [best, *candidates]
    return _CHANGES, candidates


def _changed(tiles: tuple[int, ...], pool: list[int], rng: Random) -> tuple[int, ...]:
    """Replace one or two tiles; two, because exchanging a single one may break the parity rule."""
    n = rng.randint(1, 2)
    staying = rng.sample(tiles, len(tiles) - n)
    return tuple(sorted([*staying, *rng.sample([tile for tile in pool if tile not in staying], n)]))


def _choose(spec: PuzzleSpec, candidates: list[Candidate]) -> Candidate | None:
    if not candidates or (spec.is_unique and candidates[0].count != 1):
        return None
    if spec.difficulty is Difficulty.MEDIUM:
        return candidates[len(candidates) // 2]
    return candidates[-1] if spec.difficulty is Difficulty.EASY else candidates[0]


def _proved(made: GeneratedPuzzle, chosen: Candidate) -> GeneratedPuzzle:
    """Solve the chosen set, so that the independent checker verifies a solution."""
    goal = made.spec.goal(chosen.tiles)
    answer = solve(goal, SolveMode.FIRST, seed=made.seed)
    assert answer.solution, str(goal)
    return replace(made, goal=goal, solution=answer.solution, count=chosen.count)


def _listed(sizes: range | tuple[int, ...]) -> str:
    return f"{sizes[0]} to {sizes[-1]}" if isinstance(sizes, range) else " or ".join(map(str, sizes))

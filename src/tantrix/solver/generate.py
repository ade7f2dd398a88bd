"""Make new puzzles: tiles drawn by chance, kept if they can be solved, chosen by the number of solutions.

Of puzzles of one form and size the fewer solutions one has, the harder it is to find one. So some sets that
can be solved are drawn and counted exactly, and put in order: the one with the most solutions is easy, the
one with the fewest hard. For a single solution tiles are changed one by one as long as that leaves fewer.
Chance is the seed's alone and counts do not depend on how a search goes, so that a seed names its puzzle for
ever, where the form is one that can be counted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from tantrix.solver.answer import Solution, Status
from tantrix.solver.goal import Goal, GoalKind, GoalScope, Strand, carries
from tantrix.solver.machines import machine_for
from tantrix.solver.reasons import refusal
from tantrix.solver.shapes import BoardShape
from tantrix.solver.solve import Ask, count, solve
from tantrix.tiles import GAME_SET, Colour

CANDIDATES = 12
_DRAWS = 6000
_CHANGES = 6000
_COUNT_SLICES = 4  # of two million nodes each, before a count is given up


class Form(StrEnum):
    """What a puzzle asks for: through all tiles, or with two lines through all tiles of each colour."""

    LOOP = "loop"
    LINE = "line"
    TWO_LINES = "two-lines"
    PYRAMID = "pyramid"
    FLOWER = "flower"


class Difficulty(StrEnum):
    """Which of the drawn sets is chosen: any, or by the number of its solutions."""

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
# The largest of each form whose solutions are counted; a set takes some milliseconds.
_COUNTED = {Form.LOOP: 12, Form.LINE: 7, Form.TWO_LINES: 8, Form.PYRAMID: 10, Form.FLOWER: 7}
_COUNTED_WITH_HOLES = 9
_N_COLOURS = {Form.TWO_LINES: 2}
_SIDES = {6: 3, 10: 4, 15: 5}


@dataclass(frozen=True, slots=True)
class PuzzleSpec:
    """What a new puzzle is to be like. Raises ValueError for one that cannot be.

    `is_unique`: one solution and no other, up to rotation, which is as hard as a set gets; so it goes with
    `ANY` and `HARD` only. Holes are as in a goal and can be allowed in a loop only.
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
            most = most_counted(self.form, self.allows_holes)
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
        """Tell whether solutions of this form and size are counted."""
        return self.size <= most_counted(self.form, self.allows_holes)

    def goal(self, tiles: tuple[int, ...]) -> Goal:
        """Ask it of some tiles."""
        kind = GoalKind.LOOP if self.form is Form.LOOP else GoalKind.LINE
        scope = GoalScope.OWN if self.form is Form.TWO_LINES else GoalScope.ALL
        strands = tuple(Strand(colour, kind, scope) for colour in sorted(self.colours))
        return Goal(tiles, strands, self._shape(), None if self.allows_holes else 0)

    def pool(self) -> list[int]:
        """Return the tiles that may be part of it."""
        return [tile for tile in GAME_SET if any(carries(tile, colour) for colour in self.colours)]

    def _shape(self) -> BoardShape | None:
        if self.form is Form.PYRAMID:
            return BoardShape.parse(f"triangle:{_SIDES[self.size]}")
        return BoardShape.parse("hexagon:2") if self.form is Form.FLOWER else None


@dataclass(frozen=True, slots=True)
class Candidate:
    """Tiles that can be solved, and in how many ways; None where that was not counted to the end."""

    tiles: tuple[int, ...]
    count: int | None

    @property
    def rank(self) -> tuple[float, tuple[int, ...]]:
        return (float("inf") if self.count is None else self.count), self.tiles


@dataclass(frozen=True, slots=True)
class Made:
    """What was made, or what was tried: `goal` is None if nothing was found that fulfils the wish.

    `n_drawn` sets were drawn or changed, of which `candidates` could be solved and were compared.
    """

    wish: PuzzleSpec
    seed: int
    goal: Goal | None = None
    solution: Solution = ()
    count: int | None = None
    n_drawn: int = 0
    candidates: tuple[Candidate, ...] = field(default=())

    @property
    def fewest(self) -> int | None:
        """Return the least number of solutions that was met, None if nothing was counted."""
        counts = [candidate.count for candidate in self.candidates if candidate.count is not None]
        return min(counts, default=None)


def generate(wish: PuzzleSpec, seed: int) -> Made:
    """Make the puzzle that a seed stands for. Takes a second or two of processor time at most."""
    rng = Random(seed)
    n_drawn, candidates = _collect(wish, rng)
    if wish.is_unique and candidates:
        n_changed, candidates = _descend(wish, candidates, rng)
        n_drawn += n_changed
    chosen = _choose(wish, candidates)
    made = Made(wish, seed, n_drawn=n_drawn, candidates=tuple(candidates))
    return made if chosen is None else _proved(made, chosen)


def most_counted(form: Form, allows_holes: bool = False) -> int:
    """Return the largest size of which solutions are counted; holes allow many more of them."""
    return _COUNTED_WITH_HOLES if allows_holes else _COUNTED[form]


def some_colours(form: Form, seed: int) -> tuple[Colour, ...]:
    """Choose colours for whoever does not care which."""
    chosen = Random(seed).sample(list(Colour), _N_COLOURS.get(form, 1))
    return tuple(sorted(chosen))


def _collect(wish: PuzzleSpec, rng: Random) -> tuple[int, list[Candidate]]:
    """Draw sets until enough of them can be solved; return how many were drawn, and those in order."""
    n_drawn, candidates = 0, list[Candidate]()
    n_wanted = CANDIDATES if wish.needs_counts else 1
    for tiles in _draws(wish, rng):
        n_drawn += 1
        found = _judged(wish, tiles)
        candidates += [found] if found else []
        if len(candidates) == n_wanted:
            break
    return n_drawn, sorted(candidates, key=lambda candidate: candidate.rank)


def _draws(wish: PuzzleSpec, rng: Random) -> Iterator[tuple[int, ...]]:
    pool = wish.pool()
    if wish.form is not Form.TWO_LINES:
        pool = [tile for tile in pool if all(carries(tile, colour) for colour in wish.colours)]
    for _ in range(_DRAWS):
        yield tuple(sorted(rng.sample(pool, wish.size)))


def _judged(wish: PuzzleSpec, tiles: tuple[int, ...]) -> Candidate | None:
    """Count the solutions of a set if it has any, or find one where nobody counts."""
    goal = wish.goal(tiles)
    if refusal(goal):
        return None
    slices = iter(range(_COUNT_SLICES))
    if not wish.is_counted:
        answer = solve(goal, Ask.FIRST, should_stop=lambda: next(slices, None) is None)
        return Candidate(tiles, None) if answer.status is Status.SOLVED else None
    answer = count(machine_for(goal), lambda: next(slices, None) is None)
    if answer.status is not Status.SOLVED:
        return None
    return Candidate(tiles, answer.count if answer.is_complete else None)


def _descend(wish: PuzzleSpec, candidates: list[Candidate], rng: Random) -> tuple[int, list[Candidate]]:
    """Change tiles of the sets with the fewest solutions until one has a single one; tell the tries too."""
    pool, best = wish.pool(), candidates[0]
    for tried in range(_CHANGES):
        if best.count == 1:
            return tried, [best, *candidates]
        if tried and tried % 400 == 0:
            best = candidates[tried // 400 % len(candidates)]
        found = _judged(wish, _changed(best.tiles, pool, rng))
        if found and found.rank[0] <= best.rank[0]:
            best = found
        if best.rank < candidates[0].rank:
            candidates = [best, *candidates]
    return _CHANGES, candidates


def _changed(tiles: tuple[int, ...], pool: list[int], rng: Random) -> tuple[int, ...]:
    """Take one tile or two out and others in: where the numbers must stay even, one alone cannot go."""
    n = rng.randint(1, 2)
    kept = rng.sample(tiles, len(tiles) - n)
    return tuple(sorted([*kept, *rng.sample([tile for tile in pool if tile not in kept], n)]))


def _choose(wish: PuzzleSpec, candidates: list[Candidate]) -> Candidate | None:
    if not candidates or (wish.is_unique and candidates[0].count != 1):
        return None
    if wish.difficulty is Difficulty.MEDIUM:
        return candidates[len(candidates) // 2]
    return candidates[-1] if wish.difficulty is Difficulty.EASY else candidates[0]


def _proved(made: Made, chosen: Candidate) -> Made:
    """Solve what was chosen, so that the independent checker has seen a solution."""
    goal = made.wish.goal(chosen.tiles)
    answer = solve(goal, Ask.FIRST, seed=made.seed)
    assert answer.solution, str(goal)
    return Made(made.wish, made.seed, goal, answer.solution, chosen.count, made.n_drawn, made.candidates)


def _listed(sizes: range | tuple[int, ...]) -> str:
    return f"{sizes[0]} to {sizes[-1]}" if isinstance(sizes, range) else " or ".join(map(str, sizes))

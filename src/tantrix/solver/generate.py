"""Generate new puzzles: random tiles that have solutions, chosen by the number of solutions.

Among puzzles of one form and size, fewer solutions make a puzzle harder. So several solvable sets are drawn,
counted exactly and sorted: the one with the most solutions is easy, the one with the fewest hard. To reach a
unique solution, tiles are exchanged one by one as long as fewer solutions remain. All randomness comes from
the seed and counts do not depend on how a search runs, so for forms that can be counted a seed always gives
the same puzzle.
"""

from collections.abc import Iterator
from dataclasses import replace
from operator import index
from random import Random

from tantrix.solver.answer import Status
from tantrix.solver.goal import SolveMode, carries
from tantrix.solver.pipeline import solve
from tantrix.solver.specs import Candidate, Difficulty, Form, GeneratedPuzzle, PuzzleSpec

__all__ = ["generate"]

CANDIDATES = 12
_DRAWS = 6000
_CHANGES = 6000
_COUNT_SLICES = 4  # slices of two million nodes before a count is given up


def generate(spec: PuzzleSpec, seed: int) -> GeneratedPuzzle:
    """Generate the puzzle of a seed. Takes at most a second or two of processor time."""
    seed = index(seed)
    rng = Random(seed)
    n_drawn, candidates = _collect(spec, rng)
    if spec.is_unique and candidates:
        n_changed, candidates = _descend(spec, candidates, rng)
        n_drawn += n_changed
    chosen = _choose(spec, candidates)
    made = GeneratedPuzzle(spec, seed, n_drawn=n_drawn, candidates=tuple(candidates))
    return made if chosen is None else _proved(made, chosen)


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
    slices = iter(range(_COUNT_SLICES))
    mode = SolveMode.COUNT if spec.is_counted else SolveMode.FIRST
    answer = solve(spec.goal(tiles), mode, should_stop=lambda: next(slices, None) is None)
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

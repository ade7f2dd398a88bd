"""The work of worker processes for puzzles; nothing from the web server is imported here.

Large results are texts, because the server unpickles them on its event loop. Searches are imported by the
functions, because the server itself imports this module.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations

from tantrix.placement import Placement
from tantrix.server.puzzles.daily_specs import spec_of
from tantrix.server.puzzles.hints import FoundHint, Strength, help_with
from tantrix.solver.answer import Status
from tantrix.solver.goal import Goal, print_goal
from tantrix.solver.specs import GeneratedPuzzle, PuzzleSpec

SEARCH_S = 2.0  # seconds of processor time, so that a busy machine does not shorten a search


@dataclass(frozen=True, slots=True)
class SolutionTexts:
    """A list of solutions, each a text of placements separated by spaces. Other fields as in `Listing`."""

    status: Status
    solutions: tuple[str, ...]
    count: int | None
    is_final: bool


def goals_of(goal: Goal, pool: tuple[int, ...], laid: Iterable[int] = ()) -> Iterator[Goal]:
    """Yield the goal, or a goal for each choice from a larger pool that includes the tiles already laid."""
    n = len(goal.tiles)
    if len(pool) <= n:
        yield goal
        return
    chosen = set(laid)
    others = [tile for tile in pool if tile not in chosen]
    if chosen <= set(pool) and len(chosen) <= n:
        for more in combinations(others, n - len(chosen)):
            yield replace(goal, tiles=(*chosen, *more))


def make_daily_goal(day: date) -> str:
    """Make the puzzle of a day; takes a fifth of a second."""
    from tantrix.solver.generate import generate

    made = generate(spec_of(day), day.toordinal())
    assert made.goal is not None, day
    return print_goal(made.goal)


def make_puzzle(spec: PuzzleSpec, seed: int) -> GeneratedPuzzle:
    """Make a puzzle; takes seconds for a hard one."""
    from tantrix.solver.generate import generate

    return generate(spec, seed)


def find_hint(
    goal: Goal, pool: tuple[int, ...], laid: tuple[Placement, ...], strength: Strength
) -> FoundHint:
    """Search for a hint for the goal, or for each choice of tiles in turn, for at most two seconds."""
    found, is_over = FoundHint(Status.NONE), _in_seconds(SEARCH_S)
    for each in goals_of(goal, pool, (placement.tile for placement in laid)):
        found = help_with(each, laid, strength, is_over)
        if found.status is not Status.NONE:
            break
    return found


def find_solutions(goal: Goal, pool: tuple[int, ...]) -> SolutionTexts:
    """List the first solutions and count all of them, in at most two seconds."""
    from tantrix.server.puzzles.solutions import list_solutions

    found = list_solutions(goals_of(goal, pool), _in_seconds(SEARCH_S))
    texts = tuple(" ".join(map(str, solution)) for solution in found.solutions)
    return SolutionTexts(found.status, texts, found.count, found.is_final)


def _in_seconds(seconds: float) -> Callable[[], bool]:
    """Return a function that returns whether this process has used this much processor time from now on."""
    end = time.process_time() + seconds
    return lambda: time.process_time() > end

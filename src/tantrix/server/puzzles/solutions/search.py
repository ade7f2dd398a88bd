"""The search for the solutions of a puzzle, in worker processes."""

from collections.abc import Callable, Iterable

from tantrix.server.puzzles.solutions.listing import MAX_LISTED, PAGE, Listing, as_laid
from tantrix.solver.answer import Solution, canonical
from tantrix.solver.goal import Goal, SolveMode
from tantrix.solver.loops.growth import can_grow
from tantrix.solver.pipeline import solve
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.choice import complete_search, fits_gates
from tantrix.solver.steps.outcomes import DONE, SOLUTION

_SLICE = 20_000
_SOLUTIONS_PER_CHECK = 50  # solutions between two checks of the clock

Stop = Callable[[], bool]


def list_solutions(goals: Iterable[Goal], should_stop: Stop) -> Listing:
    """List the first solutions of a puzzle, given as a goal for each choice of tiles; count all in time."""
    found: list[Solution] = []
    total: int | None = 0
    for goal in goals:
        if len(found) == MAX_LISTED or should_stop():
            return Listing(tuple(found))
        listing = _list(goal, MAX_LISTED - len(found), should_stop)
        found += listing.solutions
        total = None if total is None or listing.count is None else total + listing.count
    return Listing(tuple(found), total)


def _list(goal: Goal, most: int, should_stop: Stop) -> Listing:
    if why_unsolvable(goal):
        return Listing((), 0)
    found, is_all = _first_solutions(goal, most, should_stop)
    laid = tuple(as_laid(goal, solution) for solution in found)
    if is_all or not laid or should_stop():
        return Listing(laid, len(laid) if is_all else None)
    counted = solve(goal, SolveMode.COUNT, should_stop=should_stop)
    return Listing(laid, counted.count if counted.is_complete else None)


def _first_solutions(goal: Goal, most: int, should_stop: Stop) -> tuple[list[Solution], bool]:
    """Search for up to `most` solutions; return whether these are all."""
    found: dict[Solution, Solution] = {}
    search, is_met_once = complete_search(goal), fits_gates(goal)
    while (event := search.advance(_SLICE)) != DONE:
        if event == SOLUTION:
            solution = search.solution()
            found.setdefault(solution if is_met_once else canonical(solution), solution)
        elif not found and can_grow(goal):
            # A complete search may need a long time to find its first solution; guessing is faster.
            found, is_met_once = _guessed(goal, min(most, PAGE), should_stop), False
        is_time = event != SOLUTION or len(found) % _SOLUTIONS_PER_CHECK == 0
        if len(found) == most or (is_time and should_stop()):
            return list(found.values()), False
    return list(found.values()), True


def _guessed(goal: Goal, most: int, should_stop: Stop) -> dict[Solution, Solution]:
    found: dict[Solution, Solution] = {}
    for seed in range(1, 2 * most + 1):
        for solution in solve(goal, should_stop=should_stop, seed=seed).solutions:
            found.setdefault(canonical(solution), solution)
        if len(found) == most or should_stop():
            break
    return found

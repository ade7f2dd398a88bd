"""The solutions of a puzzle, as a list that a player can step through.

A list has the first thousand solutions, each only once regardless of its rotation. The total is known if
counting ends in time.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tantrix.hexes import Cell, rotate
from tantrix.placement import Placement
from tantrix.solver.answer import Solution, Status, canonical
from tantrix.solver.goal import Goal
from tantrix.solver.loops.growth import can_grow
from tantrix.solver.machines import DONE, SOLUTION, fits_gates, machine_for
from tantrix.solver.reasons import refusal
from tantrix.solver.solve import SolveMode, find_first, solve

MAX_LISTED = 1000
PAGE = 100
_SLICE = 20_000
_SOLUTIONS_PER_CHECK = 50  # solutions between two checks of the clock

Stop = Callable[[], bool]


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
    if refusal(goal):
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
    machine, is_met_once = machine_for(goal), fits_gates(goal)
    while (event := machine.advance(_SLICE)) != DONE:
        if event == SOLUTION:
            solution = machine.solution()
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
        for solution in find_first(goal, should_stop, seed=seed).solutions:
            found.setdefault(canonical(solution), solution)
        if len(found) == most or should_stop():
            break
    return found


def as_laid(goal: Goal, solution: Solution) -> Solution:
    """Rotate a solution by half a turn, as pages draw shapes; on a free table, also centre it."""
    turned = [Placement(p.tile, rotate(p.cell, 3), (p.rotation + 3) % 6) for p in solution]
    if goal.shape is not None:
        return tuple(turned)
    q, r = (round(sum(place) / len(turned)) for place in zip(*(p.cell for p in turned), strict=True))
    return tuple(Placement(p.tile, Cell(p.cell.q - q, p.cell.r - r), p.rotation) for p in turned)

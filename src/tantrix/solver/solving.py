"""Solve a goal: short proofs first, then the fastest search that can express it, then the checker.

Nothing here reads a clock: `should_stop` says when time is up, and an interrupted search never claims "none".
"""

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from random import Random
from threading import Event

from tantrix.solver.answer import Answer, Solution, Status, canonical, outlines
from tantrix.solver.boards.filling import can_fill
from tantrix.solver.checker import faults
from tantrix.solver.closure_counter import counter_for
from tantrix.solver.goal import Goal
from tantrix.solver.loops.growth import Grower, can_grow
from tantrix.solver.loops.large import find_large, is_large_loop
from tantrix.solver.machines import (
    DONE,
    SOLUTION,
    BoardForms,
    Counter,
    Finder,
    Machine,
    finders,
    progress_of,
    prover_for,
)
from tantrix.solver.progress import OnProgress, ShouldStop, SolveProgress, ignore, never
from tantrix.solver.random_choices import luby
from tantrix.solver.short_proofs import why_unsolvable
from tantrix.solver.tiles_around_loop import GROW_TRIES, attach, can_attach, core_of

SLICE = 200_000
SEARCHED_ALL = "searched all"
INTERRUPTED = "stopped before the end"
_SOLUTIONS_PER_CHECK = 50  # solutions between two calls of `should_stop`
_RESTART = 1_500  # nodes of the shortest random searches
_PROVING = 3  # nodes of the random searches for each of the complete search
_SEEDS_APART = 1_000_003  # between threads, so that their sequences of seeds do not meet
_FILLING = 2_000  # nodes for each tile of a board, before the complete search
_FORMS = 30  # tried before the complete search, which can also prove that there is no solution


OnSolution = Callable[[Solution], None]


class SolveMode(StrEnum):
    """What to find out about a goal."""

    FIRST = "first"
    ALL = "all"
    COUNT = "count"


def solve(
    goal: Goal,
    mode: SolveMode = SolveMode.FIRST,
    *,
    should_stop: ShouldStop = never,
    on_progress: OnProgress = ignore,
    on_solution: OnSolution = ignore,
    seed: int = 1,
    jobs: int = 1,
) -> Answer:
    """Solve a goal; `seed` only decides where the search for one solution looks first.

    `on_solution` is called with each solution of a list as soon as it is found. With several `jobs` as many
    threads look for one solution in different places, and the first one found may differ from run to run.
    """
    reason = why_unsolvable(goal)
    if reason:
        return Answer(
            Status.NONE, count=_zero(mode), is_complete=True, reason=reason, convention=convention_of(goal)
        )
    if mode is SolveMode.FIRST:
        return _checked(goal, find_first(goal, should_stop, on_progress, seed, jobs))
    if mode is SolveMode.COUNT:
        return _checked(goal, count_solutions(counter_for(goal), should_stop, on_progress))
    return find_all(goal, should_stop, on_progress, on_solution)


def find_first(
    goal: Goal,
    should_stop: ShouldStop = never,
    on_progress: OnProgress = ignore,
    seed: int = 1,
    jobs: int = 1,
) -> Answer:
    """Find one solution: by forms of a loop where possible, then by a complete search."""
    if is_large_loop(goal):
        solution, nodes = find_large(goal, should_stop, seed)
        if solution is None:
            return Answer(Status.UNKNOWN, reason=INTERRUPTED, nodes=nodes)
        return Answer(Status.SOLVED, (solution,), nodes=nodes)
    if can_grow(goal):
        grower = Grower(goal, seed)
        solution = grower.find(should_stop, _FORMS)
        if solution is not None:
            return Answer(Status.SOLVED, (solution,), nodes=grower.nodes)
    nodes = 0
    if can_fill(goal):
        found = _filled(goal, should_stop, seed)
        if found.status is Status.SOLVED or found.reason:
            return found
        nodes = found.nodes
    if can_attach(goal):
        solution, nodes = _attached(goal, should_stop, seed)
        if solution is not None:
            return Answer(Status.SOLVED, (solution,), nodes=nodes)
    found = _race(goal, should_stop, on_progress, seed, jobs)
    return replace(found, nodes=found.nodes + nodes)


def _filled(goal: Goal, should_stop: ShouldStop, seed: int) -> Answer:
    """Try forms of a loop that fills a board for a while; a reason says that this was stopped."""
    forms = BoardForms(goal, seed)
    event, stopped = _run(forms, _FILLING * len(goal.tiles), should_stop)
    nodes = int(forms.record[0].nodes)
    if event == SOLUTION:
        return Answer(Status.SOLVED, (forms.solution(),), nodes=nodes)
    return Answer(Status.UNKNOWN, reason=INTERRUPTED if stopped else "", nodes=nodes)


def _attached(goal: Goal, should_stop: ShouldStop, seed: int) -> tuple[Solution | None, int]:
    """Try some loops through the tiles of the colour, with the other tiles attached to each at random."""
    core, nodes = core_of(goal), 0
    if core is not None and (why_unsolvable(core) or not can_grow(core)):
        return None, 0
    for attempt in range(GROW_TRIES):
        rng = Random(f"{seed}/{attempt}")
        loop: Solution | None = ()
        if core is not None:
            grower = Grower(core, seed * GROW_TRIES + attempt)
            loop = grower.find(should_stop, _FORMS)
            nodes += grower.nodes
        solution = None if loop is None else attach(goal, loop, rng)
        nodes += len(goal.tiles)
        if solution is not None or should_stop():
            return solution, nodes
    return None, nodes


def _race(goal: Goal, should_stop: ShouldStop, on_progress: OnProgress, seed: int, jobs: int) -> Answer:
    """Search in several threads with seeds of their own until one of them has an answer.

    Only this thread also searches completely, and it alone is interrupted by Ctrl-C.
    """
    has_ended = Event()

    def search(number: int) -> Answer:
        machine = prover_for(goal) if number == 0 else None
        report = on_progress if number == 0 else ignore
        at = seed + number * _SEEDS_APART
        try:
            return _search_first(goal, machine, lambda: has_ended.is_set() or should_stop(), report, at)
        finally:
            has_ended.set()

    if jobs == 1:
        return search(0)
    with ThreadPoolExecutor(jobs - 1) as others:
        running = [others.submit(search, number) for number in range(1, jobs)]
        answers = [search(0), *(each.result() for each in running)]
    found = next((answer for answer in answers if answer.status is not Status.UNKNOWN), answers[0])
    return replace(found, nodes=sum(answer.nodes for answer in answers))


def _search_first(
    goal: Goal, machine: Machine | None, should_stop: ShouldStop, on_progress: OnProgress, seed: int
) -> Answer:
    """Alternate between the complete search, if any, and random ones, mostly short: run times vary widely."""
    nodes = 0
    for length, other in zip(luby(), finders(goal, seed), strict=False):
        turns: list[tuple[Machine | Finder, int]] = [(other, length * _RESTART)]
        if machine is not None:
            turns.append((machine, length * _RESTART // _PROVING))
        for searched, budget in turns:
            before = int(searched.record[0].nodes)
            event, stopped = _run(searched, budget, should_stop)
            nodes += int(searched.record[0].nodes) - before
            if event == SOLUTION:
                return Answer(Status.SOLVED, (searched.solution(),), nodes=nodes)
            if event == DONE:
                return Answer(Status.NONE, is_complete=True, reason=SEARCHED_ALL, nodes=nodes)
            on_progress(SolveProgress(nodes, 0, progress_of(machine) if machine is not None else 0))
            if stopped:
                return Answer(Status.UNKNOWN, reason=INTERRUPTED, nodes=nodes)
    raise AssertionError("the sequence of restarts has no end")


def _run(machine: Counter | Finder, budget: int, should_stop: ShouldStop) -> tuple[int, bool]:
    """Advance a machine in slices; an interrupt counts as a stop."""
    event = 0
    try:
        while budget > 0 and event == 0:
            event = machine.advance(min(budget, SLICE))
            budget -= SLICE
            if event == 0 and should_stop():
                return event, True
    except KeyboardInterrupt:
        return 0, True
    return event, False


def count_solutions(
    machine: Counter, should_stop: ShouldStop = never, on_progress: OnProgress = ignore
) -> Answer:
    """Count all solutions of a machine's goal."""
    goal = machine.goal
    total, stopped = continue_count(machine, should_stop, on_progress)
    s = machine.record[0]
    convention = convention_of(goal)
    if stopped:
        status = Status.SOLVED if total else Status.UNKNOWN
        return Answer(status, (), int(total), False, INTERRUPTED, convention, nodes=int(s.nodes))
    assert total.denominator == 1, (str(goal), total)
    status = Status.SOLVED if total else Status.NONE
    reason = "" if total else SEARCHED_ALL
    return Answer(status, (), int(total), True, reason, convention, nodes=int(s.nodes))


def continue_count(
    machine: Counter, should_stop: ShouldStop = never, on_progress: OnProgress = ignore
) -> tuple[Fraction, bool]:
    """Count the rest of a search; return the weight of what it found, and whether it was stopped."""
    goal, s = machine.goal, machine.record[0]
    s.counts_only = int(goal.is_distinct)
    total, n_met = Fraction(0), 0
    while True:
        event, stopped = _run(machine, 10 * SLICE, should_stop)
        if event == SOLUTION:
            total += machine.weight()
            n_met += 1
            if n_met % _SOLUTIONS_PER_CHECK:
                continue
            stopped = should_stop()
        if goal.is_distinct:
            total = int(s.found) * machine.weight()
        if event == DONE or stopped:
            return total, stopped
        on_progress(SolveProgress(int(s.nodes), int(total), progress_of(machine)))


def find_all(
    goal: Goal,
    should_stop: ShouldStop = never,
    on_progress: OnProgress = ignore,
    on_solution: OnSolution = ignore,
) -> Answer:
    """List all solutions, one of each class; report each, checked, as soon as it is found."""
    machine = prover_for(goal)
    found: list[Solution] = []
    met = _distinct(machine, should_stop, on_progress)
    is_complete = _collect(goal, met, found, on_solution)
    status = Status.SOLVED if found else Status.NONE if is_complete else Status.UNKNOWN
    reason = INTERRUPTED if not is_complete else "" if found else SEARCHED_ALL
    return Answer(
        status,
        tuple(found),
        len(found),
        is_complete,
        reason,
        convention_of(goal),
        nodes=int(machine.record[0].nodes),
        details=_outlined(goal, tuple(found)),
    )


def _collect(
    goal: Goal, met: Generator[Solution, None, bool], found: list[Solution], on_solution: OnSolution
) -> bool:
    """Check all solutions and append them to a list; return the generator's return value."""
    while True:
        try:
            solution = next(met)
        except StopIteration as end:
            return bool(end.value)
        _check(goal, solution)
        found.append(solution)
        on_solution(solution)


def solutions(
    goal: Goal, should_stop: ShouldStop = never, on_progress: OnProgress = ignore
) -> Generator[Solution, None, bool]:
    """Yield solutions one by one as they are found, one of each class, each checked.

    The generator returns True if these are all, False if it was stopped.
    """
    if why_unsolvable(goal):
        return True
    met = _distinct(prover_for(goal), should_stop, on_progress)
    while True:
        try:
            solution = next(met)
        except StopIteration as end:
            return bool(end.value)
        _check(goal, solution)
        yield solution


def is_unique(goal: Goal, should_stop: ShouldStop = never) -> bool | None:
    """Return whether there is exactly one solution; None if the search was stopped too early to tell."""
    found = solutions(goal, should_stop)
    for n in range(2):
        try:
            next(found)
        except StopIteration as end:
            return n == 1 if end.value else None
    return False


def _distinct(
    machine: Machine, should_stop: ShouldStop, on_progress: OnProgress
) -> Generator[Solution, None, bool]:
    """Yield the first solution of each class that a search finds; return whether these are all."""
    is_met_once: bool | None = None
    seen: set[Solution] = set()
    n_met = n_found = 0
    while True:
        event, stopped = _run(machine, 10 * SLICE, should_stop)
        if event == SOLUTION:
            n_met += 1
            solution = machine.solution()
            if is_met_once is None:
                # With distinct tiles the weight is the same for each solution.
                is_met_once = machine.goal.is_distinct and machine.weight() == 1
            form = None if is_met_once else canonical(solution)
            if form is None or form not in seen:
                n_found += 1
                if form is not None:
                    seen.add(form)
                yield solution
            stopped = n_met % _SOLUTIONS_PER_CHECK == 0 and should_stop()
        if event == DONE or stopped:
            return event == DONE
        if event != SOLUTION or n_met % _SOLUTIONS_PER_CHECK == 0:
            on_progress(SolveProgress(int(machine.record[0].nodes), n_found, progress_of(machine)))


def _outlined(goal: Goal, solutions: tuple[Solution, ...]) -> dict[str, int]:
    """Count the courses of the strands; solutions may differ only in tiles with equal links."""
    n, n_reflected = outlines(solutions, {strand.colour for strand in goal.strands})
    return {"courses": n, "courses_up_to_reflection": n_reflected}


def _checked(goal: Goal, answer: Answer) -> Answer:
    """Verify every solution with the independent checker before it is returned."""
    for solution in answer.solutions:
        _check(goal, solution)
    return replace(answer, convention=convention_of(goal))


def _check(goal: Goal, solution: Solution) -> None:
    found = faults(goal, solution)
    assert not found, (str(goal), found, " ".join(map(str, solution)))


def _zero(mode: SolveMode) -> int | None:
    return None if mode is SolveMode.FIRST else 0


def convention_of(goal: Goal) -> str:
    """Describe which solutions count as the same."""
    if goal.shape is None:
        return "up to rotation and translation"
    n = len(goal.shape.rotations())
    return f"up to the {n} rotations of the board" if n > 1 else "as they lie on the board"

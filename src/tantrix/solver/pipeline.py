"""The way of a goal to its answer: prove, choose the searches, run them, check what they find, answer.

A goal is in its normal form from the start: `Goal` sorts tiles, and drops those that are held alone. Nothing
here reads a clock: `should_stop` says when time is up, and an interrupted search never claims "none".
"""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from operator import index
from threading import Event
from typing import NamedTuple

from tantrix.solver.answer import Answer, Solution, Status, canonical, outlines
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal, SolveMode
from tantrix.solver.progress import OnProgress, ShouldStop, SolveProgress, ignore, never
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.choice import (
    SLICE,
    SearchTurn,
    counting_search,
    proving_search,
    quick_turns,
    turns,
)
from tantrix.solver.searches.interfaces import CountingSearch, FindingSearch, Search
from tantrix.solver.steps.outcomes import DONE, RUNNING, SOLUTION

SEARCHED_ALL = "searched all"
INTERRUPTED = "stopped before the end"
_SOLUTIONS_PER_CHECK = 50  # solutions between two calls of `should_stop`
_SEEDS_APART = 1_000_003  # between threads, so that their sequences of seeds do not meet

OnSolution = Callable[[Solution], None]


class SearchEnd(NamedTuple):
    """How searches ended; `search` names the one that decided, `n_found` is None if nothing was counted."""

    search: str = ""
    found: tuple[Solution, ...] = ()
    n_found: int | None = None
    is_complete: bool = False
    reason: str = ""
    nodes: int = 0


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
    answer = refused(goal, mode)
    if answer is not None:
        return answer
    if mode is SolveMode.COUNT:
        end = _count(counting_search(goal), should_stop, on_progress)
    elif mode is SolveMode.ALL:
        end = _list(proving_search(goal), should_stop, on_progress, on_solution)
    else:
        end = _find(goal, should_stop, on_progress, index(seed), jobs)
    answer = answer_of(goal, end)
    return replace(answer, details=_outlined(answer, goal)) if mode is SolveMode.ALL else answer


def solutions(
    goal: Goal, should_stop: ShouldStop = never, on_progress: OnProgress = ignore
) -> Generator[Solution, None, bool]:
    """Yield solutions one by one as they are found, one of each class, each checked.

    The generator returns True if these are all, False if it was stopped.
    """
    is_refused = refused(goal) is not None
    return is_refused or (yield from _distinct(proving_search(goal), should_stop, on_progress))


def is_unique(goal: Goal, should_stop: ShouldStop = never) -> bool | None:
    """Return whether there is exactly one solution; None if the search was stopped too early to tell."""
    found = solutions(goal, should_stop)
    for n in range(2):
        try:
            next(found)
        except StopIteration as end:
            return n == 1 if end.value else None
    return False


def refused(goal: Goal, mode: SolveMode = SolveMode.FIRST) -> Answer | None:
    """Return the answer if a short proof shows that there is no solution."""
    reason = why_unsolvable(goal)
    count = None if mode is SolveMode.FIRST else 0
    return answer_of(goal, SearchEnd(n_found=count, is_complete=True, reason=reason)) if reason else None


def answer_of(goal: Goal, end: SearchEnd) -> Answer:
    """Return the answer of searches that have ended; what they found has been checked."""
    unsolved = Status.NONE if end.is_complete else Status.UNKNOWN
    is_searched = end.reason in (SEARCHED_ALL, INTERRUPTED)
    return Answer(
        Status.SOLVED if end.found or end.n_found else unsolved,
        end.found,
        end.n_found,
        end.is_complete,
        f"{end.reason}: {end.nodes:,} nodes" if is_searched else end.reason,
        convention_of(goal),
        nodes=end.nodes,
        search=end.search,
    )


def counted(search: str, count: Fraction | int, nodes: int, stopped: bool) -> SearchEnd:
    """Return how a count ended."""
    reason = INTERRUPTED if stopped else "" if count else SEARCHED_ALL
    return SearchEnd(search, (), int(count), not stopped, reason, nodes)


def convention_of(goal: Goal) -> str:
    """Describe which solutions count as the same."""
    if goal.shape is None:
        return "up to rotation and translation"
    n = len(goal.shape.rotations())
    return f"up to the {n} rotations of the board" if n > 1 else "as they lie on the board"


def _find(goal: Goal, should_stop: ShouldStop, on_progress: OnProgress, seed: int, jobs: int) -> SearchEnd:
    """Find one solution: by a quick search, if there is one, then by the complete search and random ones.

    These run in several threads with seeds of their own until one of them has an answer. Only this thread
    also searches completely, and it alone is interrupted by Ctrl-C.
    """
    quick = _take_turns(goal, quick_turns(goal, seed), should_stop, on_progress)
    if quick.found or quick.reason:
        return quick
    has_ended = Event()

    def search(number: int) -> SearchEnd:
        order = turns(goal, seed + number * _SEEDS_APART, is_proved=number == 0)
        report = ignore if number else on_progress
        try:
            return _take_turns(goal, order, lambda: has_ended.is_set() or should_stop(), report)
        finally:
            has_ended.set()

    with ThreadPoolExecutor(max(1, jobs - 1)) as others:
        running = [others.submit(search, number) for number in range(1, jobs)]
        ends = [search(0), *(each.result() for each in running)]
    decided = next((end for end in ends if end.search), ends[0])
    return decided._replace(nodes=quick.nodes + sum(end.nodes for end in ends))


def _take_turns(
    goal: Goal, order: Iterable[SearchTurn], should_stop: ShouldStop, on_progress: OnProgress
) -> SearchEnd:
    """Advance searches in turn until one finds a solution or proves that there is none."""
    nodes, progress = 0, 0.0
    for search, budget, portion in order:
        before = search.nodes
        event, stopped = _advance(search, budget, portion, should_stop)
        nodes += search.nodes - before
        if event == SOLUTION:
            return SearchEnd(search.name, (_checked(goal, search.solution()),), nodes=nodes)
        if event == DONE:
            return SearchEnd(search.name, is_complete=True, reason=SEARCHED_ALL, nodes=nodes)
        if stopped:
            return SearchEnd(reason=INTERRUPTED, nodes=nodes)
        progress = max(progress, search.progress)
        on_progress(SolveProgress(nodes, 0, progress))
    return SearchEnd(nodes=nodes)


def _advance(
    search: CountingSearch | FindingSearch, budget: int, portion: int, should_stop: ShouldStop
) -> tuple[int, bool]:
    """Advance a search in portions; an interrupt counts as a stop."""
    event, stopped = RUNNING, False
    try:
        while budget > 0 and event == RUNNING and not stopped:
            event = search.advance(min(budget, portion))
            budget -= portion
            stopped = event == RUNNING and should_stop()
    except KeyboardInterrupt:
        event, stopped = RUNNING, True
    return event, stopped


def _count(search: CountingSearch, should_stop: ShouldStop, on_progress: OnProgress) -> SearchEnd:
    total, stopped = continue_count(search, should_stop, on_progress)
    assert stopped or total.denominator == 1, (str(search.goal), total)
    return counted(search.name, total, search.nodes, stopped)


def continue_count(
    search: CountingSearch, should_stop: ShouldStop = never, on_progress: OnProgress = ignore
) -> tuple[Fraction, bool]:
    """Count the rest of a search; return the weight of what it found, and whether it was stopped."""
    goal, s = search.goal, search.record[0]
    s.counts_only = int(goal.is_distinct)
    total, n_met = Fraction(0), 0
    while True:
        event, stopped = _advance(search, 10 * SLICE, SLICE, should_stop)
        if event == SOLUTION:
            total += search.weight()
            n_met += 1
            if n_met % _SOLUTIONS_PER_CHECK:
                continue
            stopped = should_stop()
        if goal.is_distinct:
            total = int(s.found) * search.weight()
        if event == DONE or stopped:
            return total, stopped
        on_progress(SolveProgress(search.nodes, int(total), search.progress))


def _list(
    search: Search, should_stop: ShouldStop, on_progress: OnProgress, on_solution: OnSolution
) -> SearchEnd:
    """List all solutions, one of each class; report each as soon as it is found."""
    found = list[Solution]()
    met = _distinct(search, should_stop, on_progress)
    while True:
        try:
            found.append(next(met))
        except StopIteration as end:
            counting = counted(search.name, len(found), search.nodes, stopped=not end.value)
            return counting._replace(found=tuple(found))
        on_solution(found[-1])


def _distinct(
    search: Search, should_stop: ShouldStop, on_progress: OnProgress
) -> Generator[Solution, None, bool]:
    """Yield the first solution of each class that a search finds, checked; return whether these are all."""
    is_met_once: bool | None = None
    seen: set[Solution] = set()
    n_met = n_found = 0
    while True:
        event, stopped = _advance(search, 10 * SLICE, SLICE, should_stop)
        if event == SOLUTION:
            n_met += 1
            solution = search.solution()
            if is_met_once is None:
                # With distinct tiles the weight is the same for each solution.
                is_met_once = search.goal.is_distinct and search.weight() == 1
            form = None if is_met_once else canonical(solution)
            if form is None or form not in seen:
                n_found += 1
                if form is not None:
                    seen.add(form)
                yield _checked(search.goal, solution)
            stopped = n_met % _SOLUTIONS_PER_CHECK == 0 and should_stop()
        if event == DONE or stopped:
            return event == DONE
        if event != SOLUTION or n_met % _SOLUTIONS_PER_CHECK == 0:
            on_progress(SolveProgress(search.nodes, n_found, search.progress))


def _checked(goal: Goal, solution: Solution) -> Solution:
    """Verify a solution with the independent checker before it is returned."""
    found = faults(goal, solution)
    assert not found, (str(goal), found, " ".join(map(str, solution)))
    return solution


def _outlined(answer: Answer, goal: Goal) -> dict[str, int]:
    """Count the courses of the strands; solutions may differ only in tiles with equal links."""
    n, n_reflected = outlines(answer.solutions, {strand.colour for strand in goal.strands})
    return {"courses": n, "courses_up_to_reflection": n_reflected}

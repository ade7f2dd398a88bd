"""A long search cut into pieces, which can be counted anywhere (`tally.py`) or sampled for an estimate.

A piece is the record of a search that will search a single branch.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from operator import index
from random import Random
from statistics import fmean, variance
from typing import NamedTuple
from zlib import compress, decompress

import numpy as np

from tantrix.solver.answer import Answer, Estimate, Status
from tantrix.solver.goal import Goal, SolveMode
from tantrix.solver.loops.population import sampled_count
from tantrix.solver.pipeline import (
    INTERRUPTED,
    SEARCHED_ALL,
    SearchEnd,
    answer_of,
    continue_count,
    convention_of,
    refused,
)
from tantrix.solver.progress import OnProgress, SearchStopped, ShouldStop, SolveProgress, ignore, never
from tantrix.solver.searches.choice import SLICE, counting_search, fits_gates
from tantrix.solver.searches.complete import ClosureSearch
from tantrix.solver.searches.interfaces import CountingSearch
from tantrix.solver.steps.outcomes import BRANCH, DONE, SOLUTION

_MANY = 1 << 40
_MAX_DEPTH = 40
_BRANCHES = 30_000
_NODES = 2_000_000  # between two calls of `should_stop`
_SAMPLED_FROM = 16  # tiles of the loops that are estimated from populations, not from branches
_BRANCHES_PER_POPULATION = 5  # they take about as long
NONE_SAMPLED = "no branch of the sample has a solution; a larger sample may"


class Cut:
    """A search cut at a level: yield the search before each branch, and count the solutions above.

    Iterating raises SearchStopped once `should_stop()` is true.
    """

    def __init__(self, goal: Goal, ceiling: int, should_stop: ShouldStop = never) -> None:
        self._search = counting_search(goal)
        self._ceiling = ceiling
        self._should_stop = should_stop
        self.above = Fraction(0)
        self.nodes = 0

    @property
    def search(self) -> str:
        """The name of the search."""
        return self._search.name

    def __iter__(self) -> Iterator[CountingSearch]:
        search, record = self._search, self._search.record[0]
        record.ceiling = self._ceiling
        while True:
            event = search.advance(SLICE)
            if self._should_stop():
                raise SearchStopped(int(record.nodes))
            if event == SOLUTION:
                self.above += search.weight()
            elif event == BRANCH:
                yield search
                search.retreat()
            elif event == DONE:
                if self.search == ClosureSearch.name:
                    self.above = Fraction(int(record.found))
                self.nodes = int(record.nodes)
                return


def piece_of(search: CountingSearch) -> bytes:
    """Copy the branch that a search is about to search."""
    record = search.record.copy()
    record[0].floor = record[0].level
    record[0].ceiling = len(record[0].tried)
    record[0].nodes = 1
    record[0].found = 0
    return compress(record.tobytes(), 1)


class Part(NamedTuple):
    """The result of a piece, and its rest if it is unfinished."""

    found: Fraction
    nodes: int
    rest: bytes | None = None


def count_piece(goal: Goal, piece: bytes, most: int = _MANY, should_stop: ShouldStop = never) -> Part:
    """Count a piece, or about `most` nodes of it, until `should_stop()`. Runs in any process."""
    search = counting_search(goal)
    record = search.record
    record.view(np.uint8)[:] = np.frombuffer(decompress(piece), np.uint8)
    found, is_cut = continue_count(search, lambda: bool(record[0].nodes >= most) or should_stop())
    nodes = int(record[0].nodes)
    if not is_cut:
        return Part(found, nodes)
    record[0].nodes = 1
    record[0].found = 0
    return Part(found, nodes, compress(record.tobytes(), 1))


def find_ceiling(goal: Goal, n_wanted: int, should_stop: ShouldStop = never) -> tuple[int, int]:
    """Return the first level with `n_wanted` branches, or the last with any, and their number.

    Raises SearchStopped if it was stopped first.
    """
    best = (2, 0)
    for ceiling in range(2, _MAX_DEPTH):
        n = sum(1 for _ in Cut(goal, ceiling, should_stop))
        if n == 0 and ceiling > 2:
            break
        best = ceiling, n
        if n >= n_wanted:
            break
    return best


def estimate(
    goal: Goal, samples: int, should_stop: ShouldStop = never, on_progress: OnProgress = ignore, seed: int = 1
) -> Answer:
    """Estimate the count without bias from branches chosen at random and counted in full.

    Loops through 16 or more tiles are estimated from populations of partial loops instead, one for each five
    branches. Each population gives an independent estimate.

    The error is one standard error of the mean, but never less than the mean divided by the number of
    branches counted; it is itself uncertain if most branches are empty. A branch that was stopped midway is
    left out, so after a stop long branches are underrepresented. If no branch that was counted has a
    solution, there is no estimate: the answer is unknown, or none if they were all counted.
    """
    answer = refused(goal, SolveMode.COUNT)
    if answer is not None:
        return answer
    if fits_gates(goal) and len(goal.tiles) >= _SAMPLED_FROM:
        n_populations = max(2, samples // _BRANCHES_PER_POPULATION)
        return _from_populations(goal, n_populations, should_stop, on_progress, index(seed))
    try:
        return _from_branches(goal, samples, should_stop, on_progress, index(seed))
    except SearchStopped as stopped:
        return answer_of(goal, SearchEnd(reason=INTERRUPTED, nodes=stopped.nodes))


def _from_branches(
    goal: Goal, samples: int, should_stop: ShouldStop, on_progress: OnProgress, seed: int
) -> Answer:
    ceiling, n_branches = find_ceiling(goal, _BRANCHES, should_stop)
    order = list(range(n_branches))
    Random(seed).shuffle(order)
    chosen = {index: rank for rank, index in enumerate(order[:samples])}
    cut = Cut(goal, ceiling, should_stop)
    taken = {chosen[at]: piece_of(search) for at, search in enumerate(cut) if at in chosen}
    counts: list[float] = []
    nodes = 0
    for rank in range(len(taken)):
        found, n_nodes = _count_whole(goal, taken[rank], should_stop)
        nodes += n_nodes
        if found is None:
            break
        counts.append(float(found))
        on_progress(SolveProgress(nodes, int(sum(counts)), len(counts) / len(taken)))
    n, n_taken = len(counts), len(taken)
    reason = f"{INTERRUPTED}: {n:,} of {n_taken:,} branches" if n < n_taken else ""
    if not any(counts) and not cut.above:
        return _without_solution(goal, len(counts) == n_branches, reason or NONE_SAMPLED, nodes)
    return replace(_estimated(goal, counts, n_branches, float(cut.above), nodes), reason=reason)


def _from_populations(
    goal: Goal, n_populations: int, should_stop: ShouldStop, on_progress: OnProgress, seed: int
) -> Answer:
    """Estimate from independent populations; there is no estimate if none of them met a solution."""
    colour, convention = goal.strands[0].colour, convention_of(goal)
    counts: list[float] = []
    while len(counts) < n_populations and not should_stop():
        counts.append(sampled_count(goal.tiles, colour, seed * n_populations + len(counts)))
        on_progress(SolveProgress(len(counts), int(sum(counts)), len(counts) / n_populations))
    n = len(counts)
    reason = f"{INTERRUPTED}: {n:,} of {n_populations:,} populations" if n < n_populations else ""
    if n < 2 or not any(counts):
        return Answer(Status.UNKNOWN, reason=reason or NONE_SAMPLED, convention=convention)
    error = max(fmean(counts) / n, (variance(counts) / n) ** 0.5)
    found = Estimate(fmean(counts), error, n)
    return Answer(Status.SOLVED, reason=reason, convention=convention, estimate=found)


def _count_whole(goal: Goal, piece: bytes, should_stop: ShouldStop) -> tuple[Fraction | None, int]:
    """Count a whole piece; return the solutions, None if it was stopped, and the nodes."""
    rest: bytes | None = piece
    found, nodes = Fraction(0), 0
    while rest is not None:
        if should_stop():
            return None, nodes
        part = count_piece(goal, rest, _NODES, should_stop)
        found, nodes, rest = found + part.found, nodes + part.nodes, part.rest
    return found, nodes


def _without_solution(goal: Goal, is_all: bool, reason: str, nodes: int) -> Answer:
    """Return an answer when no counted branch has a solution; it is a proof if they were all counted."""
    if is_all:
        return answer_of(goal, SearchEnd(n_found=0, is_complete=True, reason=SEARCHED_ALL, nodes=nodes))
    return Answer(Status.UNKNOWN, reason=reason, convention=convention_of(goal), nodes=nodes)


def _estimated(goal: Goal, counts: list[float], n_branches: int, above: float, nodes: int) -> Answer:
    n = len(counts)
    in_branch = fmean(counts) if counts else 0.0
    mean = above + n_branches * in_branch
    rest = 1 - n / n_branches if n_branches else 0.0
    spread = max((in_branch / max(n, 1)) ** 2, variance(counts) / n if n > 1 else 0.0)
    error = n_branches * (spread * rest) ** 0.5
    return Answer(
        Status.SOLVED, convention=convention_of(goal), estimate=Estimate(mean, error, n), nodes=nodes
    )

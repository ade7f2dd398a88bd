"""The compiled searches behind one interface: they can be advanced by some nodes, stopped, saved and split.

The record of a machine is the complete state of its search, so a copy can continue from there, even on
another computer.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat
from random import Random
from typing import Any, Protocol

import numpy as np

from tantrix import kernel
from tantrix.hexes import ORIGIN, Cell
from tantrix.placement import Placement
from tantrix.solver.answer import Solution, on_plane, placement_of, symmetry
from tantrix.solver.boards import filling, frontier, main_strand, propagation, strand_forms
from tantrix.solver.goal import Goal, GoalKind
from tantrix.solver.held_groups import count_self_ways, count_ways
from tantrix.solver.loops import gates, held_forms, held_gates
from tantrix.tiles import GAME_SET

RUNNING, SOLUTION, DONE, BRANCH = range(4)
_CHANGES = 8  # of a form, for each node
# Steps of a main strand for each node: so many that loops, which take two thirds as long for a step, get the
# time of lines. With a line and a loop the other searches are quick, and get half of the time.
_LOOP_STEPS, _LINE_STEPS, _MIXED_STEPS = 14, 8, 2
_FORMS = 7  # turns of forms for each other random search; with lines and no strand through all tiles one


class Counter(Protocol):
    """A running count. `advance` returns RUNNING, SOLUTION, DONE or BRANCH."""

    goal: Goal
    record: Any
    name: str

    def advance(self, budget: int) -> int: ...
    def retreat(self) -> None: ...
    def weight(self) -> Fraction: ...


class Finder(Protocol):
    """A search for one solution. `advance` returns RUNNING, SOLUTION or, if there is none, DONE."""

    goal: Goal
    record: Any

    def advance(self, budget: int) -> int: ...
    def solution(self) -> Solution: ...


class Machine(Counter, Protocol):
    """A running search that can return the solution found."""

    def solution(self) -> Solution: ...


class Gates:
    """The search through gates: a loop through all of some distinct tiles, without holes."""

    name = "gates"

    def __init__(self, goal: Goal, record: Any = None) -> None:
        colour = goal.strands[0].colour
        self.goal = goal
        self.record = gates.new_search(goal.tiles, colour) if record is None else record
        self._facts = gates.facts(colour)

    def advance(self, budget: int) -> int:
        return int(gates.advance(self.record, kernel.tables(), self._facts, budget))

    def retreat(self) -> None:
        gates.retreat(self.record, kernel.tables())

    def solution(self) -> Solution:
        s = self.record[0]
        return on_plane(s.turned)

    def weight(self) -> Fraction:
        """Return the weight of a solution: each is found once."""
        return Fraction(1)


class HeldGates:
    """The search through gates with some tiles held together."""

    name = "held gates"

    def __init__(self, goal: Goal, record: Any = None) -> None:
        self.goal = goal
        self.record = held_gates.new_search(goal) if record is None else record
        self._facts = gates.facts(goal.strands[0].colour)

    def advance(self, budget: int) -> int:
        return int(held_gates.advance(self.record, kernel.tables(), self._facts, budget))

    def retreat(self) -> None:
        held_gates.retreat(self.record, kernel.tables(), self._facts)

    def solution(self) -> Solution:
        return on_plane(self.record[0].turned)

    def weight(self) -> Fraction:
        """Return the weight of a solution: each is found once."""
        return Fraction(1)


class HeldForms:
    """Random forms of a loop with some tiles held together; `advance` never returns DONE."""

    name = "held forms"

    def __init__(self, goal: Goal, seed: int) -> None:
        self.goal = goal
        self.record, self._search, self._forms = held_forms.new_forms(goal, seed)
        self._facts = gates.facts(goal.strands[0].colour)
        self._random = Random(seed)

    def advance(self, budget: int) -> int:
        work = self.record, self._search, self._forms
        seed = np.uint64(self._random.getrandbits(64))
        is_found = held_forms.find_arrangement(*work, kernel.tables(), self._facts, seed, budget)
        return SOLUTION if is_found else RUNNING

    def solution(self) -> Solution:
        return on_plane(self._search[0].turned)


class Frontier:
    """The search cell by cell: any goal of up to 64 tiles, or on a fixed board."""

    name = "frontier"

    def __init__(self, goal: Goal, record: Any = None) -> None:
        if goal.shape is None and len(goal.tiles) > 64:
            raise ValueError(
                f"expected at most 64 tiles, a board or one loop without holes to be found, got {goal}"
            )
        self.goal = goal
        self.record = frontier.new_search(goal) if record is None else record

    def advance(self, budget: int) -> int:
        return int(frontier.advance(self.record, kernel.tables(), frontier.facts(), budget))

    def retreat(self) -> None:
        frontier.retreat(self.record, kernel.tables(), frontier.facts())

    def solution(self) -> Solution:
        turned = self.record[0].turned
        if self.goal.shape is None:
            return on_plane(turned)
        index = frontier.cell_index(self.goal)
        return tuple(placement_of(Cell(*cell), int(turned[at]) - 1) for cell, at in index.items())

    def weight(self) -> Fraction:
        """Return the weight of a solution; each is found once for each way to place the first tiles."""
        return _weight(self)


class Propagation:
    """The search that propagates what the edges of a board can show."""

    name = "propagation"

    def __init__(self, goal: Goal, record: Any = None, seed: int | None = None) -> None:
        self.goal = goal
        self.record = propagation.new_search(goal, seed) if record is None else record

    def advance(self, budget: int) -> int:
        return int(propagation.advance(self.record, budget))

    def retreat(self) -> None:
        propagation.retreat(self.record)

    def solution(self) -> Solution:
        return propagation.solution_of(self.goal, self.record)

    def weight(self) -> Fraction:
        """Return the weight of a solution: each is found as it lies on the board."""
        return _weight(self)


class StrandForms:
    """Random forms of several strands, and tiles for them; `advance` never returns DONE."""

    name = "strand forms"

    def __init__(self, goal: Goal, seed: int) -> None:
        self.goal = goal
        self.record = strand_forms.new_forms(goal, seed)

    def advance(self, budget: int) -> int:
        """Change the form `_CHANGES` times for each node, which takes as long as a node of other searches."""
        work = self.record, kernel.tables(), strand_forms.chances_by_level()
        self.record[0].nodes += budget
        return SOLUTION if strand_forms.do_search(*work, _CHANGES * budget) else RUNNING

    def solution(self) -> Solution:
        s = self.record[0]
        return on_plane(s.turned, int(s.cell[0]))


class MainStrand:
    """Random courses of a strand through all tiles, and tiles for them; `advance` never returns DONE."""

    name = "main strand"

    def __init__(self, goal: Goal, seed: int) -> None:
        self.goal = goal
        self._forms, self._course, self.record = main_strand.new_search(goal, seed)
        self._steps = _steps_for({strand.kind for strand in goal.strands})

    def advance(self, budget: int) -> int:
        """Change the form or the course some times for each node."""
        work = self._forms, self._course, self.record, kernel.tables()
        self.record[0].nodes += budget
        is_found = main_strand.do_search(*work, main_strand.keeping(), self._steps * budget)
        return SOLUTION if is_found else RUNNING

    def solution(self) -> Solution:
        return on_plane(self.record[0].laid, int(self._course[0].cell[0]))


class BoardForms:
    """Random forms of a loop that fills a board, and tiles for them; `advance` never returns DONE."""

    name = "board forms"

    def __init__(self, goal: Goal, seed: int, record: Any = None) -> None:
        self.goal = goal
        self.record = filling.new_filling(goal, seed) if record is None else record

    def advance(self, budget: int) -> int:
        return SOLUTION if filling.find_filling(self.record, kernel.tables(), budget) else RUNNING

    def solution(self) -> Solution:
        return filling.filled(self.goal, self.record)


def _weight(machine: Machine) -> Fraction:
    """Return the weight of a solution that is found once for each way to place the first tiles, if any."""
    goal = machine.goal
    groups = goal.groups
    if goal.shape is None and not groups:
        groups = [(Placement(frontier.root_of(goal), ORIGIN, 0),)]
    if goal.is_distinct:
        same = 2 if len(goal.tiles) == 1 and goal.tiles[0] > GAME_SET[-1] else 1
        n_ways = count_self_ways(groups)
    else:
        solution = machine.solution()
        same, n_ways = symmetry(solution), count_ways(groups, solution)
    return Fraction(same, n_ways * (len(goal.shape.rotations()) if goal.shape else 1))


def _steps_for(kinds: set[GoalKind]) -> int:
    if len(kinds) > 1:
        return _MIXED_STEPS
    return _LINE_STEPS if GoalKind.LINE in kinds else _LOOP_STEPS


def machine_for(goal: Goal, record: Any = None) -> Machine:
    """Return the fastest search that can express a goal."""
    if not is_polygon(goal):
        return Frontier(goal, record)
    if not goal.held:
        return Gates(goal, record)
    return HeldGates(goal, record) if held_gates.can_hold(goal) else Frontier(goal, record)


def prover_for(goal: Goal) -> Machine:
    """Return the search that is fastest to try everything, as far as it need not be split or count."""
    return Propagation(goal) if propagation.is_worthwhile(goal) else machine_for(goal)


def finders(goal: Goal, seed: int) -> Iterator[Finder]:
    """Yield randomised searches for one solution; the caller tries each for a while."""
    if goal.held and is_polygon(goal) and held_gates.can_hold(goal):
        yield from repeat(HeldForms(goal, seed))
    fresh = Frontier(goal).record
    forms: Finder | None = None
    turns = _FORMS
    if main_strand.main_strand(goal):
        forms = MainStrand(goal, seed)
    elif strand_forms.can_form(goal):
        forms = StrandForms(goal, seed)
        turns = 1 if any(strand.kind is GoalKind.LINE for strand in goal.strands) else _FORMS
    elif filling.can_fill(goal):
        forms = BoardForms(goal, seed + 1)  # `seed` has been tried before the complete search
    while True:
        seed += 1
        if forms is not None:
            yield from repeat(forms, turns)
        record = copy_of(fresh)
        record[0].random = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
        yield Frontier(goal, record)


def fits_gates(goal: Goal) -> bool:
    """Return whether a goal is one loop through distinct tiles, without holes, shape or held tiles."""
    return is_polygon(goal) and not goal.held


def is_polygon(goal: Goal) -> bool:
    """Return whether a goal is one loop through all of some distinct tiles, without holes or shape."""
    if goal.shape is not None or goal.holes != 0 or len(goal.strands) != 1 or not goal.is_distinct:
        return False
    strand = goal.strands[0]
    return strand.kind is GoalKind.LOOP and goal.through(strand) == len(goal.tiles) >= 3


def progress_of(machine: Counter) -> float:
    """Estimate how much of a search is done from the choices tried at its first levels."""
    s = machine.record[0]
    width = 1 / max(1, int(s.n_starts))
    done = max(0, int(s.start) - 1) * width
    for level in range(max(1, int(s.floor)), min(int(s.level), 12) + 1):
        n = max(1, int(s.candidates[level]), int(s.tried[level]))
        done += width * max(0, int(s.tried[level]) - 1) / n
        width /= n
    return min(done, 1.0)


def copy_of(record: Any) -> Any:
    """Copy a record so that both can continue independently."""
    return np.array(record, copy=True).view(np.recarray)

"""The searches that guess: they find one solution, and never prove that there is none.

`advance` never returns DONE. The budget of those that try whole forms is a number of forms.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Records
from tantrix.solver.answer import Solution, on_plane
from tantrix.solver.boards import filling, main_strand, strand_forms
from tantrix.solver.boards.course_tiles import Courses
from tantrix.solver.boards.filling import Filling
from tantrix.solver.boards.frontier import FrontierStates
from tantrix.solver.boards.strand_forms import StrandFormArray
from tantrix.solver.goal import Goal, GoalKind
from tantrix.solver.loops import gates, held_forms
from tantrix.solver.loops.growth import Grower
from tantrix.solver.loops.held_gates import HeldGateStates
from tantrix.solver.loops.large import try_parts
from tantrix.solver.loops.surroundings import attach_to_loop
from tantrix.solver.searches.complete import FrontierSearch
from tantrix.solver.steps.outcomes import RUNNING, SOLUTION

_CHANGES = 8  # of a form, for each node
# Steps of a main strand for each node: so many that loops, which take two thirds as long for a step, get the
# time of lines. With a line and a loop the other searches are quick, and get half of the time.
_LOOP_STEPS, _LINE_STEPS, _MIXED_STEPS = 14, 8, 2


class GuessingSearch:
    """What the searches that guess share: the record, and that nobody knows how far they are."""

    progress = 0.0

    def __init__(self, goal: Goal, record: Any) -> None:
        self.goal = goal
        self.record = record

    @property
    def nodes(self) -> int:
        return int(self.record[0].nodes)


class RandomFrontierSearch(FrontierSearch):
    """Cell by cell in a random order, for a while."""

    name = "random frontier"

    def __init__(self, goal: Goal, fresh: FrontierStates, seed: int) -> None:
        super().__init__(goal, fresh.copy())
        self.record[0].random = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)


class HeldFormSearch(GuessingSearch):
    """Random forms of a loop with some tiles held together, and tiles for them."""

    record: HeldGateStates
    name = "held forms"

    def __init__(self, goal: Goal, seed: int) -> None:
        record, self._search, self._forms = held_forms.new_forms(goal, seed)
        super().__init__(goal, record)
        self._facts = gates.facts(goal.strands[0].colour)
        self._random = Random(seed)

    def advance(self, budget: int) -> int:
        work = self.record, self._search, self._forms
        seed = np.uint64(self._random.getrandbits(64))
        is_found = held_forms.find_arrangement(*work, kernel.tables(), self._facts, seed, budget)
        return SOLUTION if is_found else RUNNING

    def solution(self) -> Solution:
        return on_plane(self._search[0].turned)


class StrandFormSearch(GuessingSearch):
    """Random forms of several strands, and tiles for them."""

    record: StrandFormArray
    name = "strand forms"

    def __init__(self, goal: Goal, seed: int) -> None:
        super().__init__(goal, strand_forms.new_forms(goal, seed))

    def advance(self, budget: int) -> int:
        """Change the form `_CHANGES` times for each node, which takes as long as a node of other searches."""
        work = self.record, kernel.tables(), strand_forms.chances_by_level()
        self.record[0].nodes += budget
        return SOLUTION if strand_forms.do_search(*work, _CHANGES * budget) else RUNNING

    def solution(self) -> Solution:
        s = self.record[0]
        return on_plane(s.turned, int(s.cell[0]))


class MainStrandSearch(GuessingSearch):
    """Random courses of a strand through all tiles, and tiles for them."""

    record: Records[Courses]
    name = "main strand"

    def __init__(self, goal: Goal, seed: int) -> None:
        self._forms, self._course, record = main_strand.new_search(goal, seed)
        super().__init__(goal, record)
        self._steps = _steps_for({strand.kind for strand in goal.strands})

    def advance(self, budget: int) -> int:
        """Change the form or the course some times for each node."""
        work = self._forms, self._course, self.record, kernel.tables()
        self.record[0].nodes += budget
        is_found = main_strand.do_search(*work, main_strand.keeping(), self._steps * budget)
        return SOLUTION if is_found else RUNNING

    def solution(self) -> Solution:
        return on_plane(self.record[0].laid, int(self._course[0].cell[0]))


class BoardFormSearch(GuessingSearch):
    """Random forms of a loop that fills a board, and tiles for them."""

    record: Records[Filling]
    name = "board forms"

    def __init__(self, goal: Goal, seed: int, record: Records[Filling] | None = None) -> None:
        super().__init__(goal, filling.new_filling(goal, seed) if record is None else record)

    def advance(self, budget: int) -> int:
        return SOLUTION if filling.find_filling(self.record, kernel.tables(), budget) else RUNNING

    def solution(self) -> Solution:
        return filling.filled(self.goal, self.record)


class FormwiseSearch:
    """What the searches share that try one form after the other, each in a step that cannot be stopped."""

    progress = 0.0

    def __init__(self, goal: Goal, tries: Iterator[tuple[Solution | None, int]]) -> None:
        self.goal = goal
        self.nodes = 0
        self._tries = tries
        self._found: Solution | None = None

    def advance(self, budget: int) -> int:
        for _ in range(budget):
            self._found, nodes = next(self._tries)
            self.nodes += nodes
            if self._found is not None:
                return SOLUTION
        return RUNNING

    def solution(self) -> Solution:
        assert self._found is not None, self.goal
        return self._found


class GrowthSearch(FormwiseSearch):
    """Random forms of a loop, and tiles for them."""

    name = "growth"

    def __init__(self, goal: Goal, seed: int) -> None:
        super().__init__(goal, Grower(goal, seed).tries())


class SpliceSearch(FormwiseSearch):
    """A loop of some tiles, into which the others are spliced."""

    name = "splicing"

    def __init__(self, goal: Goal, seed: int) -> None:
        super().__init__(goal, try_parts(goal, seed))


class SurroundingSearch(FormwiseSearch):
    """A loop through the tiles of its colour, with the other tiles laid around it."""

    name = "tiles around a loop"

    def __init__(self, goal: Goal, seed: int) -> None:
        super().__init__(goal, attach_to_loop(goal, seed))


def _steps_for(kinds: set[GoalKind]) -> int:
    if len(kinds) > 1:
        return _MIXED_STEPS
    return _LINE_STEPS if GoalKind.LINE in kinds else _LOOP_STEPS

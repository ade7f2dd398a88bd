"""The searches through everything: they count, list, and prove that there is no solution."""

from fractions import Fraction
from typing import Any

from tantrix import kernel
from tantrix._compile.records import Records
from tantrix.hexes import ORIGIN, Cell
from tantrix.placement import Placement
from tantrix.solver.answer import Solution, on_plane, placement_of, symmetry
from tantrix.solver.boards import frontier, propagation
from tantrix.solver.boards.frontier import FrontierStates
from tantrix.solver.boards.propagation import PropagationState
from tantrix.solver.goal import Goal
from tantrix.solver.held_groups import count_self_ways, count_ways
from tantrix.solver.loops import counting, gates, held_gates
from tantrix.solver.loops.closures import closures_of
from tantrix.solver.loops.counting import CountStates
from tantrix.solver.loops.gates import GateStates
from tantrix.solver.loops.held_gates import HeldGateStates
from tantrix.solver.steps.outcomes import RUNNING
from tantrix.tiles import GAME_SET

_MAX_CLOSURE = {13: 5, 14: 6, 15: 6, 16: 7, 17: 7, 18: 7}  # tiles in a closure, by those of the loop; else 8


class CompleteSearch:
    """What the searches through everything share: the record, and that each solution is found once."""

    def __init__(self, goal: Goal, record: Any) -> None:
        self.goal = goal
        self.record = record

    @property
    def nodes(self) -> int:
        return int(self.record[0].nodes)

    @property
    def progress(self) -> float:
        """Estimate how much of the search is done from the choices tried at its first levels."""
        s = self.record[0]
        width = 1 / max(1, int(s.n_starts))
        done = max(0, int(s.start) - 1) * width
        for level in range(max(1, int(s.floor)), min(int(s.level), 12) + 1):
            n = max(1, int(s.candidates[level]), int(s.tried[level]))
            done += width * max(0, int(s.tried[level]) - 1) / n
            width /= n
        return min(done, 1.0)

    def weight(self) -> Fraction:
        """Return the weight of the solution found: 1 unless it is found several times."""
        return Fraction(1)


class GateSearch(CompleteSearch):
    """Through gates: a loop through all of some distinct tiles, without holes."""

    record: GateStates
    name = "gates"

    def __init__(self, goal: Goal, record: GateStates | None = None) -> None:
        colour = goal.strands[0].colour
        super().__init__(goal, gates.new_search(goal.tiles, colour) if record is None else record)
        self._facts = gates.facts(colour)

    def advance(self, budget: int) -> int:
        return int(gates.advance(self.record, kernel.tables(), self._facts, budget))

    def retreat(self) -> None:
        gates.retreat(self.record, kernel.tables())

    def solution(self) -> Solution:
        return on_plane(self.record[0].turned)


class HeldGateSearch(CompleteSearch):
    """Through gates, with some tiles held together."""

    record: HeldGateStates
    name = "held gates"

    def __init__(self, goal: Goal, record: HeldGateStates | None = None) -> None:
        super().__init__(goal, held_gates.new_search(goal) if record is None else record)
        self._facts = gates.facts(goal.strands[0].colour)

    def advance(self, budget: int) -> int:
        return int(held_gates.advance(self.record, kernel.tables(), self._facts, budget))

    def retreat(self) -> None:
        held_gates.retreat(self.record, kernel.tables(), self._facts)

    def solution(self) -> Solution:
        return on_plane(self.record[0].turned)


class ClosureSearch(CompleteSearch):
    """Count loops from their middle; each process lists the closures again."""

    record: CountStates
    name = "closures"

    def __init__(self, goal: Goal, largest: int | None = None) -> None:
        colour = goal.strands[0].colour
        self._closures = closures_of(
            goal.tiles, colour, _MAX_CLOSURE.get(len(goal.tiles), 8) if largest is None else largest
        )
        super().__init__(goal, counting.new_count(goal.tiles, colour, len(self._closures.lists.groups)))

    def advance(self, budget: int) -> int:
        known = self._closures
        event = counting.advance(self.record, known.kit, known.join, known.lists, budget)
        if event == counting.WANTS:
            known.list_for(int(self.record[0].key))
            return RUNNING
        return int(event)

    def retreat(self) -> None:
        counting.retreat(self.record, self._closures.kit)


class FrontierSearch(CompleteSearch):
    """Cell by cell: any goal of up to 64 tiles, or on a fixed board."""

    record: FrontierStates
    name = "frontier"

    def __init__(self, goal: Goal, record: FrontierStates | None = None) -> None:
        if goal.shape is None and len(goal.tiles) > 64:
            raise ValueError(
                f"expected at most 64 tiles, a board or one loop without holes to be found, got {goal}"
            )
        super().__init__(goal, frontier.new_search(goal) if record is None else record)

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
        return _weight(self.goal, self)


class PropagationSearch(CompleteSearch):
    """By propagation of what the edges of a board can show."""

    record: Records[PropagationState]
    name = "propagation"

    def __init__(
        self, goal: Goal, record: Records[PropagationState] | None = None, seed: int | None = None
    ) -> None:
        super().__init__(goal, propagation.new_search(goal, seed) if record is None else record)

    def advance(self, budget: int) -> int:
        return int(propagation.advance(self.record, budget))

    def retreat(self) -> None:
        propagation.retreat(self.record)

    def solution(self) -> Solution:
        return propagation.solution_of(self.goal, self.record)

    def weight(self) -> Fraction:
        """Return the weight of a solution: each is found as it lies on the board."""
        return _weight(self.goal, self)


def _weight(goal: Goal, search: FrontierSearch | PropagationSearch) -> Fraction:
    """Return the weight of a solution that is found once for each way to place the first tiles, if any."""
    groups = goal.groups
    if goal.shape is None and not groups:
        groups = [(Placement(frontier.root_of(goal), ORIGIN, 0),)]
    if goal.is_distinct:
        same = 2 if len(goal.tiles) == 1 and goal.tiles[0] > GAME_SET[-1] else 1
        n_ways = count_self_ways(groups)
    else:
        solution = search.solution()
        same, n_ways = symmetry(solution), count_ways(groups, solution)
    return Fraction(same, n_ways * (len(goal.shape.rotations()) if goal.shape else 1))

"""Which searches a goal gets, in which order and for how long."""

from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

from tantrix.solver.boards import filling, main_strand, propagation, strand_forms
from tantrix.solver.goal import Goal, GoalKind, SolveMode, is_plain_loop
from tantrix.solver.loops import held_gates
from tantrix.solver.loops.closures import count_variants
from tantrix.solver.loops.growth import can_grow
from tantrix.solver.loops.large import is_large_loop
from tantrix.solver.loops.surroundings import can_attach
from tantrix.solver.searches.complete import (
    ClosureSearch,
    FrontierSearch,
    GateSearch,
    HeldGateSearch,
    PropagationSearch,
)
from tantrix.solver.searches.guessing import (
    BoardFormSearch,
    GrowthSearch,
    HeldFormSearch,
    MainStrandSearch,
    RandomFrontierSearch,
    SpliceSearch,
    StrandFormSearch,
    SurroundingSearch,
)
from tantrix.solver.searches.interfaces import CountingSearch, FindingSearch, Search
from tantrix.solver.steps.random_choices import luby

CompleteKind = type[GateSearch | HeldGateSearch | FrontierSearch | PropagationSearch]
CountingKind = CompleteKind | type[ClosureSearch]
QuickKind = type[SpliceSearch | GrowthSearch | BoardFormSearch | SurroundingSearch]
FormKind = type[HeldFormSearch | MainStrandSearch | StrandFormSearch | BoardFormSearch]

SLICE = 200_000  # nodes between two questions whether to stop
# How many forms are tried before the complete search, which can also prove that there is no solution.
_LIMITS = {SpliceSearch.name: 1 << 60, GrowthSearch.name: 30, SurroundingSearch.name: 60}
_FILLING = 2_000  # nodes for each tile of a board, before the complete search
_RESTART = 1_500  # nodes of the shortest random searches
_PROVING = 3  # nodes of the random searches for each of the complete search
_TURNS = 7  # of forms for each other random search; with lines and no strand through all tiles one
_FEWEST_CLOSED, _MOST_CLOSED = 13, 24  # tiles of the loops that are counted from the middle
_MOST_VARIANTS = 32


class ChosenSearches(NamedTuple):
    """The kinds of search for a goal.

    One solution is looked for by the quick search first, for a while. Then the complete one and random ones
    take turns; these are searches for forms, if there are any, and the frontier search in a random order.
    """

    complete: CountingKind | None
    quick: QuickKind | None = None
    forms: FormKind | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the searches, in the order in which they begin."""
        return tuple(kind.name for kind in (self.quick, self.forms, self.complete) if kind is not None)


class SearchTurn(NamedTuple):
    """A search that is advanced by a budget, in slices between which it can be stopped."""

    search: FindingSearch
    budget: int
    slice: int = SLICE


def choose(goal: Goal, mode: SolveMode = SolveMode.FIRST) -> ChosenSearches:
    """Choose the searches for a goal that no short proof refuses."""
    if mode is SolveMode.COUNT:
        return ChosenSearches(ClosureSearch if has_closures(goal) else _dividing(goal))
    if mode is SolveMode.ALL:
        return ChosenSearches(_proving(goal))
    if is_large_loop(goal):
        return ChosenSearches(None, SpliceSearch)
    return ChosenSearches(_proving(goal), _quick(goal), _forms(goal))


def counting_search(goal: Goal) -> CountingSearch:
    """Return the fastest search that counts a goal and can be split."""
    return ClosureSearch(goal) if has_closures(goal) else complete_search(goal)


def complete_search(goal: Goal) -> Search:
    """Return the fastest search that shows all solutions of a goal and can be split."""
    return _dividing(goal)(goal)


def proving_search(goal: Goal) -> Search:
    """Return the fastest search to try everything, as far as it need not be split or count."""
    return _proving(goal)(goal)


def quick_turns(goal: Goal, seed: int) -> Iterator[SearchTurn]:
    """Yield the turn of the quick search, if there is one for a goal."""
    kind = choose(goal).quick
    if kind is BoardFormSearch:
        yield SearchTurn(kind(goal, seed), _FILLING * len(goal.tiles))
    elif kind is not None:
        yield SearchTurn(kind(goal, seed), _LIMITS[kind.name], 1)


def turns(goal: Goal, seed: int, *, is_proved: bool = True) -> Iterator[SearchTurn]:
    """Yield random searches, mostly short, as run times vary widely, and the complete one between them."""
    search = proving_search(goal) if is_proved else None
    for length, other in zip(luby(), random_searches(goal, seed), strict=False):
        yield SearchTurn(other, length * _RESTART)
        if search is not None:
            yield SearchTurn(search, length * _RESTART // _PROVING)


def random_searches(goal: Goal, seed: int) -> Iterator[FindingSearch]:
    """Yield randomised searches for one solution; the caller tries each for a while."""
    kind, n_turns = _forms(goal), _TURNS
    # The quick search of board forms has tried `seed`.
    forms = None if kind is None else kind(goal, seed + (kind is BoardFormSearch))
    if kind is HeldFormSearch and forms is not None:
        yield from repeat(forms)
    if kind is StrandFormSearch and any(strand.kind is GoalKind.LINE for strand in goal.strands):
        n_turns = 1
    fresh = FrontierSearch(goal).record
    while True:
        seed += 1
        if forms is not None:
            yield from repeat(forms, n_turns)
        yield RandomFrontierSearch(goal, fresh, seed)


def has_closures(goal: Goal) -> bool:
    """Return whether a goal is counted from the middle of its loop."""
    is_sized = _FEWEST_CLOSED <= len(goal.tiles) <= _MOST_CLOSED
    return (
        is_sized and fits_gates(goal) and count_variants(goal.tiles, goal.strands[0].colour) <= _MOST_VARIANTS
    )


def fits_gates(goal: Goal) -> bool:
    """Return whether a goal is one loop through distinct tiles, without holes, shape or held tiles."""
    return is_polygon(goal) and not goal.held


def is_polygon(goal: Goal) -> bool:
    """Return whether a goal is one loop through all of some distinct tiles, without holes or shape."""
    return is_plain_loop(goal) and goal.is_distinct and len(goal.tiles) >= 3


def _dividing(goal: Goal) -> CompleteKind:
    if not is_polygon(goal):
        return FrontierSearch
    if not goal.held:
        return GateSearch
    return HeldGateSearch if held_gates.can_hold(goal) else FrontierSearch


def _proving(goal: Goal) -> CompleteKind:
    return PropagationSearch if propagation.is_worthwhile(goal) else _dividing(goal)


def _quick(goal: Goal) -> QuickKind | None:
    if can_grow(goal):
        return GrowthSearch
    if filling.can_fill(goal):
        return BoardFormSearch
    return SurroundingSearch if can_attach(goal) else None


def _forms(goal: Goal) -> FormKind | None:
    if goal.held:
        return HeldFormSearch if _dividing(goal) is HeldGateSearch else None
    if main_strand.main_strand(goal):
        return MainStrandSearch
    if strand_forms.can_form(goal):
        return StrandFormSearch
    return BoardFormSearch if filling.can_fill(goal) else None

from collections import Counter
from random import Random

import pytest

from tantrix.hexes import ORIGIN, Cell, neighbours
from tantrix.solver import BoardShape, Goal, GoalKind, GoalScope, SolveMode, Strand, parse_goal, solve
from tantrix.solver.answer import Solution
from tantrix.solver.boards.propagation import can_propagate, is_worthwhile
from tantrix.solver.checker import faults
from tantrix.solver.goal import carries
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.choice import proving_search
from tantrix.solver.searches.complete import FrontierSearch, PropagationSearch
from tantrix.solver.searches.interfaces import Search
from tantrix.solver.steps.outcomes import BRANCH, DONE, SOLUTION
from tantrix.tiles import FULL_SET, Colour

REGION = (  # of 30 cells with 50 edges at its rim; no short proof refutes it
    "-10,5;-9,3;-9,4;-9,5;-8,3;-8,4;-8,5;-7,2;-7,3;-7,4;-7,5;-6,2;-6,3;-6,4;-6,5;"
    "-5,2;-5,3;-5,4;-5,5;-4,1;-4,2;-4,3;-3,1;-3,2;-2,0;-2,1;-2,2;-1,0;-1,1;0,0"
)


def _random_board(rng: Random, n: int) -> BoardShape:
    cells = {ORIGIN}
    while len(cells) < n:
        cells.add(rng.choice(list(neighbours(rng.choice(sorted(cells))))))
    return BoardShape("cells", tuple(sorted(cells)))


def _random_goal(rng: Random, n: int) -> Goal:
    """Draw one to three strands on a board, for distinct or repeated tiles, of which some are triples."""
    colours = rng.sample(list(Colour), rng.choice([1, 1, 2, 3]))
    pool = [tile for tile in FULL_SET if rng.random() < 0.5 or carries(tile, colours[0])]
    if rng.random() < 0.4:
        pool = rng.sample(pool, 3)
    tiles = rng.choices(pool, k=n) if len(pool) == 3 else rng.sample(pool, n)
    strands = tuple(Strand(colour, rng.choice(list(GoalKind)), GoalScope.OWN) for colour in colours)
    return Goal(tuple(tiles), strands, _random_board(rng, n), None)


def _all(machine: Search) -> list[Solution]:
    """List everything that a search finds; each tile turned as little as possible."""
    found = []
    while (event := machine.advance(1_000)) != DONE:
        if event == SOLUTION:
            found.append(tuple(sorted(placement.canonical() for placement in machine.solution())))
    return sorted(found)


@pytest.mark.parametrize("seed", [None, 1])
def test_all_solutions_are_those_of_the_frontier_search(seed: int | None) -> None:
    rng, n_goals = Random(3), Counter[bool]()
    for _ in range(400):
        goal = _random_goal(rng, rng.randint(1, 9))
        if not can_propagate(goal):
            continue
        found = _all(PropagationSearch(goal, seed=seed))

        assert found == _all(FrontierSearch(goal)), str(goal)
        assert all(faults(goal, solution) == [] for solution in found[:3])
        n_goals[bool(found)] += 1
    assert min(n_goals[True], n_goals[False]) > 50


def test_proofs_and_solutions_agree_with_the_frontier_search_where_the_search_starts_once_more() -> None:
    rng, ends = Random(4), Counter[int]()
    while ends.total() < 12:
        goal = _random_goal(rng, 15)
        if not can_propagate(goal) or why_unsolvable(goal):
            continue
        machine, other = PropagationSearch(goal), FrontierSearch(goal)
        end = machine.advance(100_000)
        if machine.record[0].probes == 0 or other.advance(2_000_000) == 0:
            continue

        assert end == (SOLUTION if other.record[0].found else DONE), str(goal)
        ends[end] += 1
    assert min(ends[SOLUTION], ends[DONE]) > 1


def test_a_region_of_thirty_cells_is_searched_to_the_end() -> None:
    goal = parse_goal(f"1-30 loop:R/own loop:B/own shape:cells:{REGION}")
    machine = PropagationSearch(goal)

    assert machine.advance(100_000) == DONE
    assert machine.record[0].probes == 1
    assert machine.record[0].nodes < 5_000
    assert FrontierSearch(goal).advance(1_000_000) == DONE


def test_a_copied_record_continues_on_its_own() -> None:
    goal = parse_goal(f"1-30 loop:R/own loop:B/own shape:cells:{REGION}")
    whole, stopped = PropagationSearch(goal), PropagationSearch(goal)
    for _ in range(30):
        stopped.advance(10)
    copied = PropagationSearch(goal, stopped.record.copy())
    stopped.advance(100)

    assert whole.advance(100_000) == copied.advance(100_000) == DONE
    assert whole.record[0].nodes == copied.record[0].nodes


def test_a_search_in_parts_counts_what_the_whole_one_does() -> None:
    goal = parse_goal("1-9 line:Y/own shape:rhombus:3x3")
    whole, upper = PropagationSearch(goal), PropagationSearch(goal)
    upper.record[0].ceiling = 2
    n_found, n_parts = 0, 0

    while (event := upper.advance(1_000)) != DONE:
        if event == SOLUTION:
            n_found += 1
        elif event == BRANCH:
            part = PropagationSearch(goal, upper.record.copy())
            part.record[0].floor = part.record[0].level
            part.record[0].ceiling = 100
            n_found += len(_all(part))
            n_parts += 1
            upper.retreat()

    assert n_parts > 10
    assert n_found == len(_all(whole)) == 2 * 128  # of two rotations


def test_only_strands_on_boards_of_up_to_64_cells_are_searched() -> None:
    assert can_propagate(parse_goal("1-10 line:R/own shape:triangle:4"))
    assert can_propagate(parse_goal("1-32*2 line:R/own shape:rhombus:8x8"))
    assert not can_propagate(parse_goal("1-33*2 line:R/own shape:rhombus:6x11"))
    assert not can_propagate(parse_goal("1-10 line:R/own"))
    assert not can_propagate(parse_goal("1-10 shape:triangle:4"))
    assert not can_propagate(parse_goal("1-10 line:R/own shape:triangle:4 held:1@0,0^0;2@1,0^0"))
    assert not can_propagate(parse_goal("1-10 line:R/own shape:triangle:4 holes:1"))


def test_several_strands_through_many_tiles_are_proved_by_propagation() -> None:
    goal = parse_goal(f"1-30 loop:R/own loop:B/own shape:cells:{REGION}")

    assert is_worthwhile(goal)
    assert isinstance(proving_search(goal), PropagationSearch)
    assert isinstance(proving_search(parse_goal("1-21 line:R/own shape:triangle:6")), FrontierSearch)
    for mode in (SolveMode.FIRST, SolveMode.ALL):
        answer = solve(goal, mode)
        assert answer.is_complete
        assert answer.solutions == ()


def test_a_loop_in_a_row_of_cells_is_refuted_without_a_choice() -> None:
    goal = Goal((1, 2, 3), (Strand(Colour.YELLOW),), BoardShape("cells", (ORIGIN, Cell(1, 0), Cell(2, 0))))
    machine = PropagationSearch(goal)

    assert machine.advance(100) == DONE
    assert machine.record[0].nodes == 1

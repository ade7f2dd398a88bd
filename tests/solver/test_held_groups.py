"""Fixed groups of tiles: the search finds exactly those of all solutions that contain them."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.hexes import Cell, rotate
from tantrix.placement import Placement
from tantrix.solver import Goal, SolveMode, Status, Strand, parse_goal, solve
from tantrix.solver.answer import Solution, canonical
from tantrix.solver.checker import faults
from tantrix.solver.held_groups import groups_of
from tantrix.solver.pipeline import continue_count
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.choice import complete_search, is_polygon
from tantrix.solver.searches.complete import FrontierSearch, HeldGateSearch
from tantrix.solver.searches.guessing import HeldFormSearch
from tantrix.solver.steps.outcomes import SOLUTION
from tantrix.tiles import Colour, colours

GOALS = (
    "1-6 loop:B",
    "1-7 loop:R",
    "1-8 loop:B",
    "1-9 loop:Y",
    "1-7 loop:B holes:allow",
    "1-5 line:R",
    "1-10 line:Y shape:triangle:4",
    "1-7 shape:hexagon:2",
    "1-4,57 line:R",
    "57,58,4,5 line:R",
    "57,58,59 line:R holes:allow",
)
REPEATED = (
    "1*2,2*2,3*2 line:Y",
    "1*4,2 line:R",
    "57,57,1 line:Y",
    "57*2,1*2 line:Y",
    "57*4",
    "5*6 line:R holes:allow",
    "57*7 shape:hexagon:2",
)


@cache
def all_of(text: str) -> tuple[Solution, ...]:
    return solve(parse_goal(text), SolveMode.ALL).solutions


def some_part(solution: Solution, rng: Random, n_parts: int) -> tuple[Placement, ...]:
    """Remove some tiles of a solution and spread the remaining groups, each turned and moved."""
    kept = [placement for placement in solution if rng.random() < 0.6]
    spread: list[Placement] = []
    for at, group in enumerate(groups_of(kept)[:n_parts]):
        sixths = rng.randrange(6)
        for tile, cell, rotation in group:
            turned = rotate(cell, sixths)
            spread.append(Placement(tile, Cell(turned.q + 40 * at, turned.r), (rotation + sixths) % 6))
    return tuple(spread)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(GOALS + REPEATED), st.randoms(use_true_random=False), st.integers(1, 3))
def test_a_search_with_held_groups_finds_exactly_the_solutions_that_contain_them(
    text: str, rng: Random, n_parts: int
) -> None:
    goal = parse_goal(text)
    everything = all_of(text)
    if not everything:
        return
    held = some_part(rng.choice(everything), rng, n_parts)
    if rng.random() < 0.3 and len(held) > 1:
        last = held[-1]
        held = (*held[:-1], last._replace(rotation=rng.randrange(6)))
    asked = replace(goal, held=held)

    found = solve(asked, SolveMode.ALL)
    counted = solve(asked, SolveMode.COUNT)

    searched, _ = continue_count(FrontierSearch(asked))
    expected = {canonical(each) for each in everything if not faults(asked, each)}
    assert {canonical(each) for each in found.solutions} == expected
    assert counted.count == searched == len(expected)
    assert (solve(asked).status is Status.SOLVED) == bool(expected)


def random_loops(rng: Random, n_goals: int) -> list[tuple[Goal, tuple[Solution, ...]]]:
    """Loops through random tiles of a colour, triple straights among them, and all their solutions."""
    found: list[tuple[Goal, tuple[Solution, ...]]] = []
    while len(found) < n_goals:
        colour = rng.choice(tuple(Colour))
        carrying = [tile for tile in range(1, 65) if colour in colours(tile)]
        goal = Goal(tuple(rng.sample(carrying, rng.randint(3, 9))), (Strand(colour),))
        answer = None if why_unsolvable(goal) else solve(goal, SolveMode.ALL)
        if answer and answer.solutions:
            found.append((goal, answer.solutions))
    return found


def held_loops(rng: Random, n_goals: int) -> list[tuple[Goal, set[Solution]]]:
    """Such loops with some tiles of a solution held, sometimes one of them wrongly, and their solutions."""
    made = []
    for goal, everything in random_loops(rng, n_goals):
        held = some_part(rng.choice(everything), rng, rng.randint(1, 3))
        if rng.random() < 0.3 and len(held) > 1:
            held = (*held[:-1], held[-1]._replace(rotation=rng.randrange(6)))
        asked = replace(goal, held=held)
        if asked.held and isinstance(complete_search(asked), HeldGateSearch):
            made.append((asked, {canonical(each) for each in everything if not faults(asked, each)}))
    return made


def test_held_gates_count_what_the_general_search_counts() -> None:
    goals = held_loops(Random(3), 120)

    for goal, expected in goals:
        by_gates, _ = continue_count(HeldGateSearch(goal))
        by_cells, _ = continue_count(FrontierSearch(goal))
        assert by_gates == by_cells == len(expected), str(goal)

    assert sum(bool(expected) for _, expected in goals) > 40


def test_held_forms_find_a_loop_where_there_is_one() -> None:
    goals = [goal for goal, expected in held_loops(Random(4), 80) if expected]

    for goal in goals:
        forms = HeldFormSearch(goal, seed=1)
        assert any(forms.advance(20_000) == SOLUTION for _ in range(20)), str(goal)
        assert faults(goal, forms.solution()) == []

    assert len(goals) > 20


def test_held_gates_need_few_nodes_to_count_the_loops_around_two_tiles() -> None:
    goal = parse_goal("1-13 loop:R held:1@0,0^0;2@1,0^3")

    answer = solve(goal, SolveMode.COUNT)

    assert (answer.count, answer.is_complete) == (2816, True)
    assert answer.nodes < 400_000  # the search cell by cell takes 30 million


@pytest.mark.parametrize(
    "text", ["57,58,4,5 loop:R held:57@0,0^0;4@1,0^0", "1,4,5 loop:R held:1@0,0^0;4@1,0^0"]
)
def test_held_tiles_of_unknown_rotation_or_that_do_not_match_are_left_to_the_general_search(
    text: str,
) -> None:
    goal = parse_goal(text)
    assert is_polygon(goal)

    assert isinstance(complete_search(goal), FrontierSearch)

"""Fixed groups of tiles: the search finds exactly those of all solutions that contain them."""

from dataclasses import replace
from functools import cache
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.hexes import Cell, rotate
from tantrix.placement import Placement
from tantrix.solver import SolveMode, Status, parse_goal, solve
from tantrix.solver.answer import Solution, canonical
from tantrix.solver.checker import faults
from tantrix.solver.held_groups import groups_of
from tantrix.solver.machines import Frontier
from tantrix.solver.solving import continue_count

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

    searched, _ = continue_count(Frontier(asked))
    expected = {canonical(each) for each in everything if not faults(asked, each)}
    assert {canonical(each) for each in found.solutions} == expected
    assert counted.count == searched == len(expected)
    assert (solve(asked).status is Status.SOLVED) == bool(expected)

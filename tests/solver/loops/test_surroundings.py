"""Loops through the tiles of their colour with the others around them, and boards with holes."""

from random import Random

import pytest

from tantrix.solver import parse_goal, solve
from tantrix.solver.answer import Status
from tantrix.solver.checker import faults
from tantrix.solver.loops.surroundings import attach, can_attach, core_of

OWN = [f"{tiles} loop:{colour}/own" for tiles in ("1-30", "1-56", "1-64", "21-56") for colour in "RYGB"]


@pytest.mark.parametrize("text", [*OWN, "1-56 loop:R/own holes:2", "1-56 loop:B/own holes:allow"])
def test_a_loop_among_other_tiles_is_found(text: str) -> None:
    goal = parse_goal(text)

    answer = solve(goal, seed=3)

    assert answer.solution is not None
    assert faults(goal, answer.solution) == []


@pytest.mark.parametrize("n_holes", [1, 3, 6])
@pytest.mark.parametrize("tiles", ["1-30", "1-64", "1-10*3"])
def test_tiles_have_exactly_the_requested_holes(tiles: str, n_holes: int) -> None:  # R7.5
    goal = parse_goal(f"{tiles} holes:{n_holes}")

    answer = solve(goal)

    assert answer.solution is not None
    assert faults(goal, answer.solution) == []


@pytest.mark.parametrize("seed", range(20))
def test_attaching_obeys_the_rules_or_returns_nothing(seed: int) -> None:
    goal = parse_goal("1-14 holes:3")

    found = attach(goal, (), Random(seed))

    assert found is None or faults(goal, found) == []


@pytest.mark.parametrize(
    "text",
    [
        "1-10 loop:R",
        "1-56 line:R/own",
        "1-56 loop:R/own loop:Y/own",
        "1-37",
        "1-19 loop:R/own shape:hexagon:3",
        "1,4,5 loop:R/own",
    ],
)
def test_other_goals_are_searched(text: str) -> None:
    assert not can_attach(parse_goal(text))


def test_the_loop_alone_is_a_goal_without_holes() -> None:
    core = core_of(parse_goal("1-56 loop:G/own holes:3"))

    assert core is not None
    assert (len(core.tiles), core.holes, str(core.strands[0])) == (42, 0, "loop:G")


def test_a_search_that_is_stopped_at_once_claims_nothing() -> None:
    assert solve(parse_goal("1-14 holes:3"), should_stop=lambda: True).status is Status.UNKNOWN

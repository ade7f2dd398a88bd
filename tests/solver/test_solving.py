"""The searches against the simplest solver, against each other and against the published counts."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.solver import Goal, GoalKind, SolveMode, Status, Strand, parse_goal, solve
from tantrix.solver.answer import canonical
from tantrix.solver.checker import faults
from tantrix.solver.goal import GoalScope
from tantrix.solver.pipeline import continue_count
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.choice import fits_gates
from tantrix.solver.searches.complete import FrontierSearch, GateSearch
from tantrix.tiles import Colour, colours
from tests.support.walk import solutions

LINE, LOOP, OWN = GoalKind.LINE, GoalKind.LOOP, GoalScope.OWN
STRANDS = [
    (Strand(Colour.RED, LINE, OWN),),
    (Strand(Colour.RED, LINE, OWN), Strand(Colour.BLUE, LINE, OWN)),
    (Strand(Colour.YELLOW, LOOP, OWN), Strand(Colour.GREEN, LINE, OWN)),
    (Strand(Colour.RED, LOOP, OWN), Strand(Colour.GREEN, LOOP, OWN)),
]


@st.composite
def sets(draw, most=5, least=3):
    """Distinct tiles that all carry a colour."""
    colour = draw(st.sampled_from(tuple(Colour)))
    carrying = [tile for tile in range(1, 65) if colour in colours(tile)]
    tiles = draw(st.lists(st.sampled_from(carrying), min_size=least, max_size=most, unique=True))
    return tuple(tiles), colour


@settings(deadline=None, max_examples=15)
@given(sets(), st.sampled_from((0, 1, None)))
def test_all_loops_are_those_of_a_plain_walk(given_set, holes):  # R7.1
    tiles, colour = given_set
    goal = Goal(tiles, (Strand(colour),), None, holes)

    answer = solve(goal, SolveMode.ALL)

    assert {canonical(found) for found in answer.solutions} == {canonical(found) for found in solutions(goal)}


@pytest.mark.parametrize("text", ["1-6 loop:B", "1-7 loop:B", "1-6 loop:B holes:allow", "1-4 line:R"])
def test_the_first_sets_have_the_solutions_of_a_plain_walk(text):
    goal = parse_goal(text)

    answer = solve(goal, SolveMode.ALL)

    assert {canonical(found) for found in answer.solutions} == {canonical(found) for found in solutions(goal)}


@settings(deadline=None, max_examples=10)
@given(sets(most=4, least=1), st.sampled_from((0, None)))
def test_all_lines_are_those_of_a_plain_walk(given_set, holes):  # R7.4
    tiles, colour = given_set
    goal = Goal(tiles, (Strand(colour, GoalKind.LINE),), None, holes)

    answer = solve(goal, SolveMode.ALL)

    assert {canonical(found) for found in answer.solutions} == {canonical(found) for found in solutions(goal)}


@settings(deadline=None, max_examples=20)
@given(sets(most=9))
def test_gates_and_frontier_count_the_same(given_set):
    tiles, colour = given_set
    goal = Goal(tiles, (Strand(colour),))
    assert fits_gates(goal)

    counts = [continue_count(machine(goal))[0] for machine in (GateSearch, FrontierSearch)]

    assert counts[0] == counts[1]


@settings(deadline=None, max_examples=25)
@given(sets(most=9))
def test_a_puzzle_refused_without_search_has_no_solution(given_set):
    tiles, colour = given_set
    goal = Goal(tiles, (Strand(colour),))
    answer = solve(goal)
    if answer.status is Status.SOLVED:
        assert faults(goal, answer.solution) == []

    assert (answer.status is Status.SOLVED) == (continue_count(GateSearch(goal))[0] > 0)


@pytest.mark.parametrize("tiles", ["1,1,1", "1,1,2,2", "1*6", "1*3,4*3", "57,57,1,1"])
@pytest.mark.parametrize("holes", ["forbid", "allow"])
def test_repeated_tiles_are_counted_as_they_are_listed(tiles, holes):
    goal = parse_goal(f"{tiles} loop:R holes:{holes}")
    listed = solve(goal, SolveMode.ALL)

    counted, _ = continue_count(FrontierSearch(goal))

    assert counted == Fraction(len(listed.solutions))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1-31 loop:Y", "colour missing"),
        ("16,17,20 line:B/own", "no tile carries blue"),
        ("1,2 loop:Y", "too few"),
        ("1-3 loop:R", "parity"),
        ("9,17,22 loop:Y", "parity"),
        ("1,2,27,31 loop:R", "yellow must cross red on an even number of tiles, here on 1"),
        ("3,9,19 loop:Y", "turning: a loop without holes needs two corners, here are 1"),
        ("6,45,54 loop:Y", "turning: 2 corners and 0 bends cannot turn a loop round"),
        ("1-42 loop:R/own loop:B/own loop:Y/own loop:G/own", "rim: 42 tiles leave at least 46 edges open"),
        ("1-42 line:R/own line:B/own line:Y/own line:G/own", "the colours allow 8"),
        ("1-14 line:R/own line:B/own", "too few edges in a row"),
        ("1-14 line:R/own line:B/own", "rims turn by -26 to 4 sixths, not by 6"),
        ("1-15 line:R/own line:B/own", "28 edges or more must be open, the tiles allow 26"),
        ("7-8,10,16,41-42,49,52-53,56 holes:3", "44 edges or more must be open, the tiles allow 36"),
        (
            "15,17,19,21-23,26,30,32,34,41-43,47,49-51,53,55 loop:G holes:allow",
            "bends must be even, here are 7",
        ),
        ("5-25 loop:B/own loop:Y/own holes:allow", "bends must be even, here are 5"),
        ("1-6 loop:B shape:spiral:6 holes:1", "spiral:6 has 0, expected 1"),
    ],
)
def test_a_refusal_says_why(text, reason):
    answer = solve(parse_goal(text))

    assert answer.status is Status.NONE
    assert reason in answer.reason


@pytest.mark.parametrize("strands", ["line:R/own line:Y/own line:B/own", "line:R/own line:Y/own"])
@pytest.mark.parametrize("tiles", ["1,2,3", "3,5,9,11", "1-5"])
def test_where_the_rim_allows_too_few_open_edges_a_search_finds_nothing(tiles, strands):
    goal = parse_goal(f"{tiles} {strands} holes:allow")
    assert why_unsolvable(goal).startswith("rim")

    counted, was_stopped = continue_count(FrontierSearch(goal))

    assert (counted, was_stopped) == (0, False)


def test_a_search_that_is_stopped_never_says_none():
    goal = parse_goal("18,22,23,26,27,33-36,47,53,55 loop:G holes:2")

    answer = solve(goal, SolveMode.COUNT, should_stop=lambda: True)

    assert not answer.is_complete
    assert answer.status is not Status.NONE


@pytest.mark.parametrize("text", ["1-20 line:R", "1-30 loop:R holes:3", "1-20 shape:rhombus:4x5"])
def test_several_threads_find_a_solution(text):
    goal = parse_goal(text)

    answer = solve(goal, jobs=3)

    assert answer.status is Status.SOLVED
    assert faults(goal, answer.solutions[0]) == []


def test_several_threads_prove_what_one_proves():
    goal = parse_goal("1-10 loop:Y/own holes:1")
    assert not why_unsolvable(goal)

    alone, together = solve(goal), solve(goal, jobs=3)

    for answer in (alone, together):
        assert (answer.status, answer.is_complete) == (Status.NONE, True)
        assert answer.reason.startswith("searched all")


def test_several_threads_stop_together_and_claim_nothing():
    answer = solve(parse_goal("1-30 loop:R/own loop:B/own"), should_stop=lambda: True, jobs=3)

    assert (answer.status, answer.is_complete) == (Status.UNKNOWN, False)

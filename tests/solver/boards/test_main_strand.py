"""Courses of a strand through all tiles, and the tiles for them."""

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from tantrix import kernel
from tantrix.solver import Status, parse_goal, solve
from tantrix.solver.boards.course_tiles import do_open_all, n_bare, n_ends_left
from tantrix.solver.boards.main_strand import do_search, keeping, main_strand, new_search
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal, GoalKind, GoalScope, Strand, carries
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.choice import random_searches
from tantrix.solver.searches.complete import FrontierSearch
from tantrix.solver.searches.guessing import MainStrandSearch
from tantrix.solver.steps.outcomes import DONE, SOLUTION
from tantrix.tiles import FULL_SET, LETTERS, Colour, edges

GOALS = ["1-20 line:R/own line:B/own", "1-24 line:B/own line:R/own", "1-20 line:R/own loop:B/own"]


def test_two_lines_are_found_where_one_runs_through_all_tiles() -> None:
    goal = parse_goal("1-20 line:R/own line:B/own")
    calls = count()

    answer = solve(goal, should_stop=lambda: next(calls) > 20_000)

    assert answer.status is Status.SOLVED
    assert faults(goal, answer.solution or ()) == []


@pytest.mark.parametrize("text", GOALS)
def test_the_strand_through_all_tiles_is_the_main_strand(text: str) -> None:
    strand = main_strand(parse_goal(text))

    assert strand is not None
    assert strand.colour is Colour.RED


@pytest.mark.parametrize(
    "text", ["1-56 loop:R/own loop:Y/own", "1-20 line:R", "1-20 line:R line:B/own holes:1"]
)
def test_other_goals_have_no_main_strand(text: str) -> None:
    assert main_strand(parse_goal(text)) is None


def test_courses_find_solutions_only_where_a_complete_search_finds_one() -> None:
    random, results = Random(3), Counter[tuple[int, bool]]()
    while results.total() < 20:
        goal = _small_goal(random)
        if why_unsolvable(goal):
            continue
        courses = MainStrandSearch(goal, 1)
        is_found = any(courses.advance(10_000) == SOLUTION for _ in range(10))

        assert not is_found or faults(goal, courses.solution()) == []
        results[FrontierSearch(goal).advance(2_000_000), is_found] += 1
    assert results[DONE, False] > 5
    assert results[DONE, True] == 0
    assert results[SOLUTION, True] > 1


@pytest.mark.parametrize("text", GOALS)
def test_tiles_are_put_back_after_a_course_without_solution(text: str) -> None:
    goal = parse_goal(text)
    forms, course, courses = new_search(goal, 1)
    c, before = courses[0], courses.copy()[0]
    for _ in range(5):
        if do_search(forms, course, courses, kernel.tables(), keeping(), 100_000):
            assert c.left == 0
            return
        assert c.left == before.left
        assert np.array_equal(c.copies, before.copies)
    assert c.steps >= 500_000


@pytest.mark.parametrize("text", GOALS)
def test_a_course_in_the_middle_of_a_walk_has_the_links_of_the_tiles(text: str) -> None:
    goal = parse_goal(text)
    forms, course, courses = new_search(goal, 2)
    for _ in range(200):
        if do_search(forms, course, courses, kernel.tables(), keeping(), 500):
            break
        if courses[0].n_tries:
            assert (course[0].cost, course[0].n, course[0].n_parts[0]) == (0, len(goal.tiles), 1)


@pytest.mark.parametrize("text", GOALS)
def test_an_open_cell_can_have_the_tiles_that_show_no_loop_to_an_empty_cell(text: str) -> None:
    goal = parse_goal(text)
    forms, course, courses = new_search(goal, 3)
    c, n_met = courses[0], 0
    while n_met < 200:
        if not do_search(forms, course, courses, kernel.tables(), keeping(), 500) and course[0].cost == 0:
            do_open_all(c, course[0], kernel.tables()[0])
            for cell in c.open[: c.n_open].tolist():
                n_met += 1
                can = int(c.can[cell, 0] | c.can[cell, 1])
                assert _members(can) == _fitting(goal, course[0], cell, {GoalKind.LOOP})


@pytest.mark.parametrize("text", GOALS[:2])
def test_bare_cells_are_those_outside_a_largest_matching(text: str) -> None:
    goal = parse_goal(text)
    forms, course, courses = new_search(goal, 3)
    c, met = courses[0], set()
    for _ in range(100):
        if do_search(forms, course, courses, kernel.tables(), keeping(), 500):
            break
        if c.n_tries:
            do_open_all(c, course[0], kernel.tables()[0])
            met.add(int(n_bare(c)))

            assert n_bare(c) == len(goal.tiles) - _largest_matching(_without_end(goal, c, course[0]))
    assert len(met) > 1


@pytest.mark.parametrize("text", GOALS[:2])
def test_the_course_of_a_solution_can_have_tiles(text: str) -> None:
    goal = parse_goal(text)
    forms, course, courses = new_search(goal, 1)
    c = courses[0]
    copies, left = c.copies.copy(), c.left
    while not do_search(forms, course, courses, kernel.tables(), keeping(), 100_000):
        pass
    c.copies[:], c.left = copies, left
    do_open_all(c, course[0], kernel.tables()[0])

    assert n_bare(c) <= n_ends_left(c)


def test_courses_take_turns_with_other_random_searches() -> None:
    found = random_searches(parse_goal(GOALS[0]), 1)

    for _ in range(2):
        assert [isinstance(next(found), MainStrandSearch) for _ in range(8)] == [True] * 7 + [False]


def _small_goal(random: Random) -> Goal:
    """Draw ten tiles with a colour in common, a strand of that colour and one of another."""
    colours = random.sample(list(Colour), 2)
    tiles = [tile for tile in FULL_SET if carries(tile, colours[0])]
    strands = tuple(Strand(colour, random.choice(list(GoalKind)), GoalScope.OWN) for colour in colours)
    return Goal(tuple(random.sample(tiles, 10)), strands)


def _without_end(goal: Goal, c: Any, m: Any) -> list[list[int]]:
    """List for each open cell the tiles that show no loop and no end of a line to an empty cell."""
    return [_fitting(goal, m, cell, set(GoalKind)) for cell in c.open[: c.n_open].tolist()]


def _fitting(goal: Goal, m: Any, cell: int, kinds: set[GoalKind]) -> list[int]:
    """List the tiles, less 1, that fit a course without showing a strand of these kinds to an empty cell."""
    main = main_strand(goal)
    assert main is not None
    way = {edge for edge in range(6) if int(m.way[0, cell]) >> edge & 1}
    beside = [int(cell + kernel.tables()[0].step[edge]) & kernel.MASK for edge in range(6)]
    rim = [edge for edge in range(6) if edge not in way and m.used[beside[edge]] == 0]
    banned = {LETTERS[strand.colour] for strand in goal.strands if strand.kind in kinds}
    fitting = []
    for tile in goal.tiles:
        for rotation in range(6):
            turned = [edges(tile)[(edge - rotation) % 6] for edge in range(6)]
            lies = {edge for edge in range(6) if turned[edge] == LETTERS[main.colour]} == way
            if lies and not banned & {turned[edge] for edge in rim}:
                fitting.append(tile - 1)
                break
    return fitting


def _members(tiles: int) -> list[int]:
    return [tile for tile in range(64) if tiles >> tile & 1]


def _largest_matching(rows: list[list[int]]) -> int:
    owner: dict[int, int] = {}

    def find(row: int, visited: set[int]) -> bool:
        for tile in rows[row]:
            if tile not in visited:
                visited.add(tile)
                if tile not in owner or find(owner[tile], visited):
                    owner[tile] = row
                    return True
        return False

    return sum(find(row, set()) for row in range(len(rows)))

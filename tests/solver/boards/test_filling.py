"""Loops that fill a board: forms of the loop, and the tiles for them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.solver.boards import goals
from tantrix import kernel
from tantrix.hexes import neighbour, opposite
from tantrix.solver import BoardShape, Status, parse_goal, solve
from tantrix.solver.boards.filling import can_fill, find_filling, new_filling
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal, Strand, carries
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.choice import random_searches
from tantrix.solver.searches.complete import FrontierSearch
from tantrix.solver.searches.guessing import BoardFormSearch
from tantrix.solver.steps.outcomes import DONE, SOLUTION
from tantrix.tiles import FULL_SET, Colour

BOARDS = ["rhombus:10x10", "rectangle:6x7", "rhombus:3x14", "hexagon:4", "triangle:7", "spiral:50"]
RING = "cells:0,0;1,0;2,-1;2,-2;1,-2;0,-1"  # around a hole, without a triangle


@pytest.mark.parametrize("board", BOARDS)
def test_random_tiles_fill_a_board(board: str) -> None:
    goal = goals(BoardShape.parse(board), 1, seed=2)[0]

    answer = solve(goal)

    assert answer.status is Status.SOLVED
    assert faults(goal, answer.solution or ()) == []
    assert answer.nodes > 0


@pytest.mark.parametrize(
    ("board", "seeds"), [("rhombus:10x10", range(100, 130)), ("rhombus:20x20", range(1))]
)
def test_many_sets_of_random_tiles_fill_a_large_board(board: str, seeds: Sequence[int]) -> None:
    for seed in seeds:
        goal = goals(BoardShape.parse(board), 1, seed)[0]

        filling = BoardFormSearch(goal, seed)
        while filling.advance(10_000_000) != SOLUTION:
            assert filling.record[0].nodes < 1_000_000_000

        assert faults(goal, filling.solution()) == []


@given(
    st.sampled_from(["rhombus:10x10", "rectangle:7x8", "spiral:50"]),
    st.integers(0, 1000),
    st.integers(1, 300),
)
def test_a_form_is_a_loop_through_all_cells_whose_turnings_are_known(
    board: str, seed: int, budget: int
) -> None:
    shape = BoardShape.parse(board)
    record = new_filling(goals(shape, 1, seed)[0], seed)
    s = record[0]
    s.left = 0  # no tile fits, so only forms are made

    find_filling(record, kernel.tables(), budget)

    ways = _ways(s, shape)
    assert len(ways) == s.n_passed == s.n == _steps_round(ways)
    turns = Counter(min(b - a, 6 - b + a) for a, b in ways.values())
    assert [turns[3], turns[2], turns[1]] == s.have.tolist()


@pytest.mark.parametrize("board", BOARDS)
def test_tiles_are_only_laid_on_a_form_through_all_cells_with_their_turnings(board: str) -> None:
    shape = BoardShape.parse(board)
    filling = BoardFormSearch(goals(shape, 1, seed=3)[0], 3)

    while filling.advance(10_000) != SOLUTION:
        pass

    s = filling.record[0]
    assert s.n_passed == s.n == len(_ways(s, shape))
    assert s.have.tolist() == s.wanted.tolist()
    assert s.left == 0


def test_a_saved_search_continues_as_it_would_have() -> None:
    goal = goals(BoardShape.parse("rhombus:25x25"), 1, seed=0)[0]
    first = BoardFormSearch(goal, 1)
    assert first.advance(1) != SOLUTION
    second = BoardFormSearch(goal, 2, first.record.copy())

    for _ in range(5):
        assert first.advance(1) == second.advance(1)
        assert first.record.tobytes() == second.record.tobytes()


def test_a_seed_gives_the_same_solution_again() -> None:
    goal = goals(BoardShape.parse("rhombus:8x8"), 1, seed=5)[0]

    first, again, other = solve(goal, seed=1), solve(goal, seed=1), solve(goal, seed=2)

    assert first.solution == again.solution
    assert first.solution != other.solution


def test_tiles_are_put_back_after_a_form_without_solution() -> None:
    goal = parse_goal("1-5*5 loop:R shape:rhombus:5x5")
    record = new_filling(goal, 1)
    s, before = record[0], record.copy()[0]
    s.wanted[:] = (3, 12, 10)  # unlike the tiles, so that none of the forms has a solution

    assert not any(find_filling(record, kernel.tables(), 1_000) for _ in range(20))

    assert s.nodes > 20_000
    assert s.left == before.left
    assert np.array_equal(s.copies, before.copies)


def test_forms_find_solutions_only_where_a_complete_search_finds_one() -> None:
    random, results = Random(2), Counter[tuple[int, bool]]()
    while results.total() < 60:
        goal = _small_goal(random)
        if why_unsolvable(goal) or not can_fill(goal):
            continue
        filling = BoardFormSearch(goal, 1)
        is_found = any(filling.advance(20_000) == SOLUTION for _ in range(10))

        assert not is_found or faults(goal, filling.solution()) == []
        results[FrontierSearch(goal).advance(5_000_000), is_found] += 1
    assert results[DONE, False] > 20
    assert results[DONE, True] == 0
    assert results[SOLUTION, True] > 3
    assert results[SOLUTION, False] == 0


@pytest.mark.parametrize(
    "text",
    [
        "1-10 loop:Y",
        "1-10 line:Y shape:triangle:4",
        "31-49 loop:R/own shape:hexagon:3",
        "1-30 loop:R/own loop:B/own shape:rhombus:5x6",
        "1-5*5 loop:R shape:rhombus:5x5 holes:1",
        "1-5*5 loop:R shape:rhombus:5x5 held:1@0,0^1;2@1,0^0",
        f"4*6 loop:R shape:{RING} holes:1",
        f"4*6 loop:R shape:{RING} holes:allow",
    ],
)
def test_other_goals_have_no_forms(text: str) -> None:
    assert not can_fill(parse_goal(text))


def test_a_board_with_holes_is_filled_where_the_goal_allows_them() -> None:
    around_one = {(q, r) for q in range(4) for r in range(4)} - {(1, 1)}
    shape = BoardShape.parse("cells:" + ";".join(f"{q},{r}" for q, r in sorted(around_one)))
    goal = parse_goal(f"1-5*3 loop:R shape:{shape} holes:1")

    assert can_fill(goal)
    assert can_fill(replace(goal, holes=None))
    assert not can_fill(replace(goal, holes=0))


def test_forms_take_turns_with_other_random_searches() -> None:
    found = random_searches(parse_goal("1-5*5 loop:R shape:rhombus:5x5"), 1)

    for _ in range(2):
        assert [isinstance(next(found), BoardFormSearch) for _ in range(8)] == [True] * 7 + [False]


def _ways(s: Any, shape: BoardShape) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the two edges of the loop in each cell where it passes."""
    edges = {
        cell: [edge for edge in range(6) if int(s.way[place]) >> edge & 1]
        for place, cell in enumerate(shape.cells)
    }
    return {cell: (both[0], both[1]) for cell, both in edges.items() if both}


def _steps_round(ways: dict[tuple[int, int], tuple[int, int]]) -> int:
    """Walk along the loop from any cell until it comes back."""
    start = cell = next(iter(ways))
    out, n_steps = ways[cell][0], 0
    while n_steps == 0 or cell != start:
        cell, back = neighbour(cell, out), opposite(out)
        out = sum(ways[cell]) - back
        assert back in ways[cell]
        n_steps += 1
    return n_steps


def _small_goal(random: Random) -> Goal:
    """Draw tiles with a colour in common for a small board, and a loop of that colour."""
    colour = random.choice(list(Colour))
    tiles = [tile for tile in FULL_SET if carries(tile, colour)]
    shape = BoardShape.parse(random.choice(["rhombus:3x5", "triangle:5", "rectangle:4x4", "hexagon:2"]))
    return Goal(tuple(random.choices(tiles, k=len(shape.cells))), (Strand(colour),), shape)

"""Forms of several strands, and the tiles for them."""

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from tantrix import kernel
from tantrix.hexes import ORIGIN, Cell, neighbour, neighbours
from tantrix.placement import Placement
from tantrix.solver import Status, parse_goal, solve
from tantrix.solver.boards.strand_forms import (
    can_form,
    chances_by_level,
    do_change,
    do_resize,
    do_search,
    do_undo,
    do_undo_all,
    new_forms,
)
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal, GoalKind, GoalScope, Strand
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.choice import random_searches
from tantrix.solver.searches.complete import FrontierSearch
from tantrix.solver.searches.guessing import StrandFormSearch
from tantrix.solver.shapes import count_holes, is_connected
from tantrix.solver.steps.outcomes import DONE, SOLUTION
from tantrix.tiles import FULL_SET, LETTERS, Colour, edges

GOALS = [
    "1-56 loop:R/own loop:Y/own",
    "1-20 line:R/own line:B/own",
    "1-64 loop:G/own line:Y/own",
    "1-40 line:R/own line:Y/own loop:B/own",
    "1-10*3 loop:R/own line:B/own",
]


@pytest.mark.parametrize("text", GOALS)
def test_links_of_a_form_meet_and_its_cells_are_in_one_piece_without_holes(text: str) -> None:
    forms = new_forms(parse_goal(text), 1)
    for n_steps in (0, 1, 10, 1_000, 100_000):
        do_search(forms, kernel.tables(), chances_by_level(), n_steps)
        ways = _ways(forms)

        assert is_connected(tuple(ways))
        assert count_holes({cell: Placement(1, cell, 0) for cell in ways}) == 0
        for cell, strands in ways.items():
            used = [edge for way in strands for edge in way]
            assert used
            assert len(set(used)) == len(used)
            assert all(len(way) in (0, 2) for way in strands)
            for strand, way in enumerate(strands):
                for edge in way:
                    other = ways.get(neighbour(cell, edge))
                    is_end = other is None and forms[0].is_line[strand]
                    assert is_end or (other is not None and (edge + 3) % 6 in other[strand])


@pytest.mark.parametrize("text", GOALS)
def test_the_cost_of_a_form_counts_its_parts_and_the_cells_that_no_tile_has(text: str) -> None:
    goal = parse_goal(text)
    forms = new_forms(goal, 2)
    s = forms[0]
    for n_steps in (0, 1, 10, 1_000, 100_000):
        do_search(forms, kernel.tables(), chances_by_level(), n_steps)
        ways = _ways(forms)
        words = Counter(_least([_at(way, edge) for edge in range(6)]) for way in ways.values())
        wanted = Counter(_least(_word(goal, tile)) for tile in goal.tiles)
        parts = [_count_parts(ways, strand) for strand in range(len(goal.strands))]

        assert s.n_parts[: len(parts)].tolist() == parts
        assert all(sum(_ends(ways, strand)) == 2 * s.is_line[strand] for strand in range(len(parts)))
        unknown = sum(n for word, n in words.items() if word not in wanted)
        weight = {word: 2 if len({*word} - {0}) > 1 else 1 for word in wanted}
        differences = sum(weight[word] * (words[word] - n) ** 2 for word, n in wanted.items())
        assert s.cost == differences + unknown**2 + 4 * (sum(parts) - len(parts))


@pytest.mark.parametrize("text", GOALS)
def test_two_changes_are_undone_one_by_one_or_together(text: str) -> None:
    forms, tables = new_forms(parse_goal(text), 3), kernel.tables()
    s, t = forms[0], tables[0]
    for _ in range(100):
        do_search(forms, tables, chances_by_level(), 500)
        before = _state(forms)
        s.n_logged = 0
        _change(s, t)
        between = _state(forms)
        _change(s, t)
        do_undo(s)
        assert _state(forms) == between

        _change(s, t)
        do_undo_all(s)
        assert _state(forms) == before


@pytest.mark.parametrize("text", ["1-20 line:R", "1-20 loop:R"])
def test_a_form_of_one_strand_gets_as_many_cells_more_as_asked_for(text: str) -> None:
    goal, tables = parse_goal(text), kernel.tables()
    forms = new_forms(goal, 4)
    s, t = forms[0], tables[0]
    met = Counter[int]()
    for _ in range(1_000):
        do_search(forms, tables, chances_by_level(), 50)
        for by in (-1, 0, 1):
            s.n_logged = 0
            n, before = int(s.n), _state(forms)
            if do_resize(s, t, by):
                assert s.n == n + by
                met[by] += _state(forms) != before
                do_undo(s)
            assert _state(forms) == before
    assert min(met[by] for by in (-1, 0, 1)) > 0


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_all_tiles_are_laid_with_two_colours_in_one_loop_each(seed: int) -> None:
    goal = parse_goal("1-56 loop:R/own loop:Y/own")
    forms = StrandFormSearch(goal, seed)

    for _ in range(100):
        if forms.advance(50_000) == SOLUTION:
            break

    assert faults(goal, forms.solution()) == []


def test_solve_finds_two_loops_through_all_tiles_of_their_colours() -> None:
    calls = count()

    answer = solve(parse_goal("1-56 loop:R/own loop:Y/own"), should_stop=lambda: next(calls) > 200)

    assert answer.status is Status.SOLVED


def test_forms_find_solutions_only_where_a_complete_search_finds_one() -> None:
    random, results = Random(3), Counter[tuple[int, bool]]()
    while results.total() < 20:
        goal = _small_goal(random)
        if why_unsolvable(goal):
            continue
        forms = StrandFormSearch(goal, 1)
        is_found = any(forms.advance(20_000) == SOLUTION for _ in range(10))

        assert not is_found or faults(goal, forms.solution()) == []
        results[FrontierSearch(goal).advance(2_000_000), is_found] += 1
    assert results[DONE, False] > 5
    assert results[DONE, True] == 0
    assert results[SOLUTION, True] > 1


def test_tiles_are_put_back_after_a_form_without_solution() -> None:
    forms = new_forms(parse_goal("1-56 loop:R/own loop:Y/own"), 1)
    while not do_search(forms, kernel.tables(), chances_by_level(), 100_000):
        assert forms[0].left == np.uint64(2**56 - 1)
        assert forms[0].copies[:56].tolist() == [1] * 56
    assert forms[0].left == 0


@pytest.mark.parametrize(
    "text",
    [
        "1-30 loop:R",
        "1-56 loop:R/own",
        "1-9 loop:R/own loop:B/own",
        "1-30 loop:R/own loop:B/own holes:1",
        "1-30 loop:R/own loop:B/own shape:rhombus:5x6",
    ],
)
def test_other_goals_have_no_forms_of_strands(text: str) -> None:
    assert not can_form(parse_goal(text))


@pytest.mark.parametrize(("text", "turns"), [(GOALS[0], 7), (GOALS[2], 1)])
def test_forms_take_turns_with_other_random_searches(text: str, turns: int) -> None:
    found = random_searches(parse_goal(text), 1)

    for _ in range(2):
        are_forms = [isinstance(next(found), StrandFormSearch) for _ in range(turns + 1)]

        assert are_forms == [True] * turns + [False]


def _small_goal(random: Random) -> Goal:
    kinds, colours = list(GoalKind), random.sample(list(Colour), 2)
    strands = [Strand(colour, random.choice(kinds), GoalScope.OWN) for colour in colours]
    return Goal(tuple(random.sample(FULL_SET, 10)), tuple(strands))


_Ways = dict[Cell, list[list[int]]]  # of each cell, the edges of each strand


def _ways(forms: Any) -> _Ways:
    s, step = forms[0], kernel.tables()[0].step
    cells = {int(s.cell[0]): ORIGIN}
    waiting = list(cells)
    while waiting:
        index = waiting.pop()
        for edge, cell in enumerate(neighbours(cells[index])):
            beside = int(index + step[edge]) & kernel.MASK
            if s.used[beside] and beside not in cells:
                cells[beside] = cell
                waiting.append(beside)
    assert sorted(cells) == sorted(s.cell[: s.n].tolist())
    return {
        cell: [
            [edge for edge in range(6) if int(s.way[strand, at]) >> edge & 1] for strand in range(s.n_strands)
        ]
        for at, cell in cells.items()
    }


def _change(s: Any, t: Any) -> None:
    while not do_change(s, t):
        pass


def _state(forms: Any) -> tuple[Any, ...]:
    """Return all that a change can alter, but for the order of the cells."""
    s = forms[0]
    cells = sorted(s.cell[: s.n].tolist())
    return (
        cells,
        s.way.tolist(),
        s.used.tolist(),
        s.code.tolist(),
        s.n_parts.tolist(),
        s.cost,
        s.have.tolist(),
    )


def _at(ways: list[list[int]], edge: int) -> int:
    return next((strand + 1 for strand, way in enumerate(ways) if edge in way), 0)


def _word(goal: Goal, tile: int) -> list[int]:
    letters = [LETTERS[strand.colour] for strand in goal.strands]
    return [letters.index(letter) + 1 if letter in letters else 0 for letter in edges(tile)]


def _least(word: list[int]) -> tuple[int, ...]:
    return min((*word[sixths:], *word[:sixths]) for sixths in range(6))


def _ends(ways: _Ways, strand: int) -> list[int]:
    return [
        sum(neighbour(cell, edge) not in ways for edge in strands[strand]) for cell, strands in ways.items()
    ]


def _count_parts(ways: _Ways, strand: int) -> int:
    left = {cell for cell, strands in ways.items() if strands[strand]}
    n_parts = 0
    while left:
        n_parts += 1
        waiting = [left.pop()]
        while waiting:
            cell = waiting.pop()
            for edge in ways[cell][strand]:
                beside = neighbour(cell, edge)
                if beside in left:
                    left.remove(beside)
                    waiting.append(beside)
    return n_parts

"""The goals of puzzles: text, shapes, checker, named puzzles, pieces."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.solver import (
    BoardShape,
    Goal,
    GoalKind,
    GoalScope,
    SolveMode,
    Status,
    Strand,
    parse_goal,
    print_goal,
    solve,
)
from tantrix.solver.answer import canonical, symmetry, turned
from tantrix.solver.boards.solitaire import best_table
from tantrix.solver.checker import faults
from tantrix.solver.counts.pieces import NONE_SAMPLED, Cut, count_piece, estimate, find_ceiling, piece_of
from tantrix.solver.counts.tally import count_in_parallel
from tantrix.solver.pipeline import continue_count
from tantrix.solver.puzzles import find_puzzle, puzzles
from tantrix.solver.searches.choice import complete_search
from tantrix.tiles import Colour

STRANDS = st.lists(
    st.builds(Strand, st.sampled_from(Colour), st.sampled_from(GoalKind), st.sampled_from(GoalScope)),
    max_size=4,
    unique_by=lambda strand: strand.colour,
)
GOALS = st.builds(
    Goal,
    st.lists(st.integers(1, 64), min_size=1, max_size=30).map(tuple),
    STRANDS.map(tuple),
    st.none(),
    st.none() | st.integers(0, 3),
)
QUICK = [
    name for name in puzzles() if not name.startswith(("Discovery 13", "Genius", "Master 1", "Master 2"))
]


@given(GOALS)
def test_a_goal_is_read_as_it_is_written(goal):
    assert parse_goal(print_goal(goal)) == goal


@pytest.mark.parametrize(
    "text",
    ["", "0-3 loop:Y", "5-3", "1-3 loop:W", "1-3 ring:Y", "1-3 holes:some", "1-4 shape:square:2", "1-99"],
)
def test_an_invalid_goal_is_refused_with_the_word(text):
    with pytest.raises(ValueError, match="expected"):
        parse_goal(text)


@pytest.mark.parametrize(
    ("text", "n_cells", "n_rotations"),
    [
        ("triangle:4", 10, 3),
        ("rhombus:5x6", 30, 2),
        ("rhombus:4x4", 16, 2),
        ("rectangle:3x4", 12, 1),
        ("rectangle:4x3", 12, 2),
        ("hexagon:2", 7, 6),
        ("spiral:7", 7, 6),
        ("spiral:9", 9, 1),
        ("cells:0,0;1,0;0,1", 3, 3),
    ],
)
def test_a_shape_has_its_cells_and_its_turns(text, n_cells, n_rotations):
    shape = BoardShape.parse(text)

    assert len(set(shape.cells)) == n_cells
    assert len(shape.rotations()) == n_rotations


def test_the_checker_finds_every_kind_of_fault():
    goal = parse_goal("1-5 loop:R")
    solution = solve(goal).solution
    assert solution is not None and faults(goal, solution) == []
    first, *rest = solution
    far = first._replace(cell=Cell(40, 40))

    assert faults(goal, rest)
    assert faults(goal, (far, *rest))
    assert faults(goal, (first._replace(rotation=(first.rotation + 1) % 6), *rest))
    assert faults(goal, (first._replace(tile=9), *rest))
    assert faults(replace(goal, holes=1), solution)
    assert faults(replace(goal, strands=(Strand(Colour.RED, GoalKind.LINE),)), solution)
    assert faults(replace(goal, shape=BoardShape.parse("spiral:5")), solution) or len(solution) == 5


@pytest.mark.parametrize("name", [name for name in QUICK if puzzles()[name].published is not None])
def test_the_published_counts_are_reproduced(name):  # R7.3
    puzzle = find_puzzle(name)

    assert solve(puzzle.goal, SolveMode.COUNT).count == puzzle.published
    if puzzle.published_any_holes is not None:
        assert solve(replace(puzzle.goal, holes=None), SolveMode.COUNT).count == puzzle.published_any_holes


@pytest.mark.parametrize("name", QUICK)
def test_a_named_puzzle_has_a_checked_first_solution_or_none(name):
    puzzle = find_puzzle(name)
    answer = solve(puzzle.goal)

    if answer.status is Status.SOLVED:
        assert faults(puzzle.goal, answer.solution) == []
    else:
        assert answer.status is Status.NONE and answer.reason


@settings(deadline=None, max_examples=10)
@given(
    st.sampled_from(
        ["1-9 loop:Y", "1-10 line:Y shape:triangle:4", "1-8 loop:B holes:allow", "1*3,4*3 loop:R"]
    )
)
def test_the_pieces_of_a_search_add_up_to_the_whole(text):
    goal = parse_goal(text)
    whole, _ = continue_count(complete_search(goal))
    ceiling, n_pieces = find_ceiling(goal, 10)
    cut = Cut(goal, ceiling)

    counted = [count_piece(goal, piece_of(machine))[0] for machine in cut]

    assert len(counted) == n_pieces
    assert sum(counted, Fraction(0)) + cut.above == whole


def test_two_processes_count_the_same_as_one():
    answer = count_in_parallel(parse_goal("1-10 loop:R"), 2)

    assert (answer.count, answer.is_complete) == (1280, True)


def test_an_estimate_of_all_branches_is_the_count():
    answer = estimate(parse_goal("1-8 loop:B"), 10**6)

    assert answer.estimate is not None
    assert answer.estimate.count == pytest.approx(84)
    assert answer.estimate.error == pytest.approx(0)


def test_a_small_sample_of_equal_branches_is_not_exact():
    answer = estimate(parse_goal("1-10 line:Y shape:triangle:4"), 2)

    assert answer.estimate is not None
    assert answer.estimate.error >= abs(answer.estimate.count - 266) > 0


def test_without_a_solution_in_the_sample_there_is_no_estimate():
    few, all_ = estimate(parse_goal("1-9 loop:R"), 2), estimate(parse_goal("1-9 loop:R"), 10**6)

    assert (few.status, few.estimate, few.reason) == (Status.UNKNOWN, None, NONE_SAMPLED)
    assert (all_.status, all_.estimate, all_.count) == (Status.NONE, None, 0)


@pytest.mark.parametrize("text", ["1-10 loop:R", "1*2,2*2,3*2 line:Y", "1-10 line:Y shape:triangle:4"])
def test_a_count_resumes_from_any_of_its_lines(tmp_path, text):
    goal, file = parse_goal(text), tmp_path / "kept"
    whole = count_in_parallel(goal, path=file)
    lines = file.read_text().splitlines(keepends=True)
    assert whole.count == solve(goal, SolveMode.COUNT).count

    for n_lines in (1, len(lines) // 2, len(lines)):
        torn = lines[n_lines][:-3] if n_lines < len(lines) else ""
        file.write_text("".join(lines[:n_lines]) + torn)
        answer = count_in_parallel(goal, path=file)

        assert (answer.count, answer.is_complete) == (whole.count, True)
        assert sorted(file.read_text().splitlines()) == sorted("".join(lines).splitlines())


def test_a_piece_that_is_handed_back_is_resumed():
    goal = parse_goal("1-9 loop:Y holes:allow")
    ceiling, _ = find_ceiling(goal, 5)
    cut, found = Cut(goal, ceiling), Fraction(0)

    for machine in cut:
        rest = piece_of(machine)
        while rest is not None:
            part = count_piece(goal, rest, most=1)
            found, rest = found + part.found, part.rest

    assert found + cut.above == 114


def test_a_file_of_another_count_is_refused(tmp_path):
    (tmp_path / "other").write_text("no")
    count_in_parallel(parse_goal("1-8 loop:B"), path=tmp_path / "kept")

    with pytest.raises(ValueError, match="expected a count kept"):
        count_in_parallel(parse_goal("1-9 loop:Y"), path=tmp_path / "other")
    with pytest.raises(ValueError, match=r"expected .* to hold the count"):
        count_in_parallel(parse_goal("1-9 loop:Y"), path=tmp_path / "kept")


@given(st.integers(0, 5))
def test_a_turned_solution_has_the_same_canonical_form(sixths):
    solution = (Placement(1, Cell(0, 0), 0), Placement(2, Cell(1, 0), 3), Placement(1, Cell(2, 0), 3))

    assert canonical(turned(solution, sixths)) == canonical(solution)
    assert symmetry(solution) == 1


@pytest.mark.parametrize("text", ["1-10*6 loop:Y", "1-42 loop:R", "1-42*5 loop:R", "1-14*2 loop:B"])
def test_large_sets_and_packs_have_a_loop(text):
    goal = parse_goal(text)

    assert faults(goal, solve(goal).solution) == []


def test_open_solitaire_lays_all_tiles_by_the_golden_rule():
    answer = best_table(range(1, 57), rounds=2)

    assert faults(Goal(tuple(range(1, 57)), (), None, None), answer.solution) == []
    assert 80 < answer.score <= 284

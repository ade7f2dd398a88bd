"""New puzzles: solvable, of the requested difficulty, and the same on every request."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.solver.checker import faults
from tantrix.solver.generate import CANDIDATES, generate
from tantrix.solver.goal import GoalKind, GoalScope, SolveMode, parse_goal, print_goal
from tantrix.solver.pipeline import solve
from tantrix.solver.specs import SIZES, Difficulty, Form, PuzzleSpec, some_colours
from tantrix.tiles import Colour
from tests.support.program import run_program

SEEDS = st.integers(0, 2**63)


def spec(form: Form, size: int, seed: int = 1, **more: object) -> PuzzleSpec:
    return PuzzleSpec(form, size, some_colours(form, seed), **more)  # type: ignore[arg-type]


@given(st.sampled_from(list(Form)), SEEDS, st.data())
@settings(max_examples=40, deadline=None)
def test_every_generated_puzzle_is_solvable_and_as_requested(
    form: Form, seed: int, data: st.DataObject
) -> None:
    size = data.draw(st.sampled_from(list(SIZES[form])))
    wanted = spec(form, size, seed)
    made = generate(wanted, seed)

    assert made.goal is not None or (form is Form.LOOP and size < 8)
    if made.goal is not None:
        assert faults(made.goal, made.solution) == []
        assert parse_goal(print_goal(made.goal)) == made.goal
        assert len(made.goal.tiles) == size and made.goal.is_distinct
        assert {strand.colour for strand in made.goal.strands} == set(wanted.colours)


@pytest.mark.parametrize(("form", "size"), [(Form.LOOP, 10), (Form.PYRAMID, 10), (Form.TWO_LINES, 7)])
def test_the_harder_the_fewer_solutions_there_are(form: Form, size: int) -> None:
    for seed in range(3):
        made = [
            generate(spec(form, size, seed, difficulty=difficulty), seed)
            for difficulty in (Difficulty.HARD, Difficulty.MEDIUM, Difficulty.EASY)
        ]

        counts = [each.count or 0 for each in made]
        assert counts == sorted(counts)
        assert len(made[0].candidates) == CANDIDATES
        assert made[0].count == made[0].fewest
        assert [solve(each.goal, SolveMode.COUNT).count for each in made if each.goal] == counts


@pytest.mark.parametrize(
    ("form", "size"),
    [(Form.LOOP, 8), (Form.LINE, 6), (Form.TWO_LINES, 6), (Form.PYRAMID, 10), (Form.FLOWER, 7)],
)
def test_a_unique_puzzle_has_one_solution_and_no_other(form: Form, size: int) -> None:
    made = generate(spec(form, size, is_unique=True), 1)

    assert made.goal is not None
    found = solve(made.goal, SolveMode.ALL)
    assert (found.count, found.is_complete, made.count) == (1, True, 1)


def test_a_failed_request_reports_what_was_tried() -> None:
    # No set of six tiles with a loop through all and a single solution is known.
    made = generate(spec(Form.LOOP, 6, is_unique=True), 1)

    assert made.goal is None and made.solution == ()
    assert made.n_drawn > 1000 and made.fewest == 4


def test_a_seed_always_gives_the_same_puzzle() -> None:
    # A change in what these seeds produce changes the puzzles of past days: set a new first day then.
    made = {
        (form, size): str(generate(PuzzleSpec(form, size, some_colours(form, 7), Difficulty.MEDIUM), 7).goal)
        for form, size in ((Form.LOOP, 9), (Form.LINE, 6), (Form.TWO_LINES, 7), (Form.PYRAMID, 10))
    }

    assert made == GOLDEN


GOLDEN = {
    (Form.LOOP, 9): "16,27,31-32,37,45-46,54-55 loop:G",
    (Form.LINE, 6): "21,26-27,50-52 line:G",
    (Form.TWO_LINES, 7): "1,12,15,32,38,43,56 line:R/own line:G/own",
    (Form.PYRAMID, 10): "18-19,21,24,35,38,40,47,49,53 line:G shape:triangle:4",
}


def test_two_lines_are_joined_each_by_its_own_tiles() -> None:
    goal = generate(spec(Form.TWO_LINES, 8), 3).goal

    assert goal is not None
    assert [(strand.kind, strand.scope) for strand in goal.strands] == [(GoalKind.LINE, GoalScope.OWN)] * 2


def test_holes_may_be_allowed_in_a_loop() -> None:
    made = generate(spec(Form.LOOP, 9, allows_holes=True, difficulty=Difficulty.HARD), 2)

    assert made.goal is not None and made.goal.holes is None
    assert faults(made.goal, made.solution) == []


@pytest.mark.parametrize(
    ("form", "size", "more"),
    [
        (Form.LOOP, 2, {}),
        (Form.LOOP, 31, {}),
        (Form.PYRAMID, 9, {}),
        (Form.FLOWER, 8, {}),
        (Form.LOOP, 20, {"is_unique": True}),
        (Form.LOOP, 10, {"difficulty": Difficulty.HARD, "allows_holes": True}),
        (Form.LOOP, 10, {"is_unique": True, "difficulty": Difficulty.EASY}),
        (Form.PYRAMID, 10, {"allows_holes": True}),
    ],
)
def test_an_impossible_request_says_what_is_possible(form: Form, size: int, more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        spec(form, size, **more)


def test_the_number_of_colours_matches_the_form() -> None:
    with pytest.raises(ValueError, match="2 colours"):
        PuzzleSpec(Form.TWO_LINES, 8, (Colour.RED,))
    with pytest.raises(ValueError, match="1 colour"):
        PuzzleSpec(Form.LOOP, 8, (Colour.RED, Colour.BLUE))


def test_the_command_prints_the_puzzle_as_json() -> None:
    done = run_program(
        "puzzle", "--size", "8", "--kind", "loop", "--colour", "red", "--unique", "--seed", "1", "--json"
    )

    found = json.loads(done.stdout)
    assert (done.returncode, found["status"], found["solutions"]) == (0, "made", 1)
    assert found["goal"].endswith("loop:R") and len(found["solution"]) == 8


def test_the_exit_status_differs_if_nothing_was_found_or_is_possible() -> None:
    missing = run_program("puzzle", "--size", "6", "--unique", "--json")
    wrong = run_program("puzzle", "--size", "99")

    assert missing.returncode == 1 and json.loads(missing.stdout)["status"] == "not found"
    assert wrong.returncode == 2 and "expected for a loop a size of 3 to 30, got 99" in wrong.stderr

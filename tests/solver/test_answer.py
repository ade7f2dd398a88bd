"""The text and JSON of answers."""

import numpy as np
import pytest

from tantrix.hexes import Cell, rotate
from tantrix.solver import Goal, SolveMode, Strand, parse_goal, solve
from tantrix.solver.answer import Answer, Estimate, Solution, Status, canonical, outlines, turned
from tantrix.solver.counts.pieces import estimate
from tantrix.tiles import Colour, links


@pytest.mark.parametrize("seed", [np.int64(5), np.uint8(5), np.int32(5)])
@pytest.mark.parametrize("text", ["1-13 loop:R", "1-8 line:R"])
def test_a_seed_may_be_an_integer_of_numpy(seed: int, text: str) -> None:
    goal = parse_goal(text)

    assert solve(goal, seed=seed) == solve(goal, seed=5)
    assert estimate(goal, 10, seed=seed) == estimate(goal, 10, seed=5)


def test_an_estimate_takes_a_negative_seed() -> None:
    assert estimate(parse_goal("1-16 loop:R"), 10, seed=-5).estimate is not None


def test_equal_goals_and_answers_have_equal_hashes_and_plain_integers() -> None:
    goal = Goal(tuple(np.arange(1, 6)), (Strand(Colour.RED),), holes=np.int64(0))  # type: ignore[arg-type]

    plain = parse_goal("1-5 loop:R")
    assert (hash(goal), repr(goal), str(goal)) == (hash(plain), repr(plain), "1-5 loop:R")
    assert hash(solve(goal)) == hash(solve(plain))
    assert str(Goal((True, 2, 3), holes=True)) == "1-3 holes:1"
    with pytest.raises(TypeError, match="float"):
        Goal((1.0, 2, 3))  # type: ignore[arg-type]


def test_a_solution_prints_and_draws_itself() -> None:
    answer = solve(parse_goal("1-10 loop:Y"))

    assert str(answer) == f"solved: {' '.join(map(str, answer.solution or ()))}"
    assert (answer._repr_svg_() or "").count("<g") >= 10


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(Status.NONE, reason="tile 43 carries no red"), "no solution: tile 43 carries no red"),
        (Answer(Status.UNKNOWN, reason="the time is over"), "unknown: the time is over"),
        (Answer(Status.UNKNOWN), "unknown"),
        (Answer(Status.SOLVED, count=1, is_complete=True), "1 solution"),
        (Answer(Status.SOLVED, count=1200), "at least 1,200 solutions"),
        (Answer(Status.SOLVED, estimate=Estimate(1e6, 5e4, 9)), "about 1,000,000 ± 50,000 solutions"),
    ],
)
def test_an_answer_without_a_picture_says_why(answer: Answer, reason: str) -> None:
    assert str(answer) == reason
    assert answer._repr_svg_() is None


def test_an_answer_of_a_search_says_after_how_much_work_it_ended() -> None:
    refuted = solve(parse_goal("1-7 loop:Y"))
    stopped = solve(parse_goal("1-30 line:R"), SolveMode.COUNT, should_stop=lambda: True)
    sampled = estimate(parse_goal("1-8 line:R"), 100, should_stop=lambda: True)

    assert (refuted.status, refuted.reason) == (Status.NONE, f"searched all: {refuted.nodes:,} nodes")
    assert stopped.reason == f"stopped before the end: {stopped.nodes:,} nodes"
    assert sampled.reason == f"stopped before the end: {sampled.nodes:,} nodes"
    assert min(answer.nodes for answer in (refuted, stopped, sampled)) > 0


def test_a_mismatch_names_the_tiles_that_are_held() -> None:
    answer = solve(parse_goal("1-10 loop:Y held:1@0,0^0;2@1,0^0"))

    assert answer.reason.startswith("mismatch: 1@0,0^0 and 2@1,0^0, held together")


def plain_course(solution: Solution, image: int) -> tuple[object, ...]:
    """Draw the yellow links of a solution, mirrored from the seventh image on, then turned."""
    drawn = []
    for placement in solution:
        q, r = placement.cell
        sign = -1 if image >= 6 else 1
        cell = rotate(Cell(q + r, -r) if image >= 6 else Cell(q, r), image % 6)
        ends = [
            (link.a, link.b)
            for link in links(placement.tile, placement.rotation)
            if link.colour == Colour.YELLOW
        ]
        drawn.append((cell, sorted(sorted((sign * end + image) % 6 for end in pair) for pair in ends)))
    first = min(cell for cell, _ in drawn)
    return tuple(
        sorted((cell.q - first.q, cell.r - first.r, str(pairs)) for cell, pairs in drawn),
    )


def test_the_courses_are_those_of_a_plain_comparison() -> None:
    solutions = solve(parse_goal("1-10 loop:Y"), SolveMode.ALL).solutions

    rotated = {min(plain_course(each, image) for image in range(6)) for each in solutions}
    reflected = {min(plain_course(each, image) for image in range(12)) for each in solutions}
    assert outlines(solutions, {Colour.YELLOW}) == (len(rotated), len(reflected))
    assert len(reflected) < len(rotated)


def test_a_canonical_form_is_the_least_of_the_rotated_ones() -> None:
    solutions = (
        *solve(parse_goal("1-8 loop:B"), SolveMode.ALL).solutions,
        solve(parse_goal("57,60,1-4")).solution,
    )

    for each in solutions:
        assert each is not None
        assert canonical(each) == min(turned(each, sixths) for sixths in range(6))

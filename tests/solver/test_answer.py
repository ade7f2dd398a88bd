"""The text and JSON of answers."""

import pytest

from tantrix.solver import parse_goal, solve
from tantrix.solver.answer import Answer, Estimate, Status


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

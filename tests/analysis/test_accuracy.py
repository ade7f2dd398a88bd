"""Accuracy follows from losses, and the levels' own games lie where people expect them."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.accuracy import measure
from tantrix.analysis.grades import accuracy_of


@given(st.floats(0, 60), st.floats(0, 60))
def test_more_loss_never_gives_more_accuracy(one: float, other: float) -> None:
    less, more = sorted((one, other))

    assert 0 <= accuracy_of(more) <= accuracy_of(less) <= 1


@given(st.lists(st.floats(0.01, 10), min_size=2, max_size=30))
def test_each_further_point_lost_costs_accuracy(losses: list[float]) -> None:
    found = [accuracy_of(loss) for loss in accumulate(losses)]

    assert found == sorted(set(found), reverse=True)


def test_the_ends_and_the_middle_of_the_curve() -> None:
    assert (accuracy_of(0), accuracy_of(0.8)) == (1, 0.5)
    assert accuracy_of(16 * 0.8) == pytest.approx(1 / 129)  # 16^1.75 is 2^7


# docs/library/analysis.md has more games; so few would lie further out on other deals.
@pytest.mark.parametrize(
    "robot, n_games, least, most",
    [
        ("random", 3, 0.20, 0.30),
        ("beginner", 2, 0.40, 0.62),
        ("master", 1, 0.85, 1.00),
    ],
)
def test_the_accuracy_of_a_level(robot: str, n_games: int, least: float, most: float) -> None:
    assert least <= measure(robot, 641001, n_games).accuracy <= most

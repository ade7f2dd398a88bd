"""Numbers in the languages of the readers."""

import pytest

from tantrix.clock import parse_control
from tantrix.server.wording.numbers import number_text, points_text, signed_points
from tantrix.server.wording.time_controls import control_label


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "−2.5"), ("ru", "−2,5"), ("pl", "−2,5"), ("de", "−2,5"), ("sv", "−2,5"), ("hu", "−2,5")],
)
def test_points_have_the_decimal_sign_of_the_language_and_a_minus_sign(language: str, words: str) -> None:
    assert points_text(-25, language) == words


def test_points_that_are_added_have_a_plus() -> None:
    assert [signed_points(each, "en") for each in (25, 0, -5)] == ["+2.5", "0.0", "−0.5"]


def test_a_number_has_the_decimals_that_it_needs() -> None:
    assert [number_text(each, None, "pl") for each in (10.0, 2.5)] == ["10", "2,5"]


def test_a_clock_of_half_minutes_is_in_the_language_of_the_reader() -> None:
    assert control_label(parse_control("2.5+3"), "ru").startswith("2,5 ")

"""Dates in the reader's words."""

from datetime import date

import pytest

from tantrix.server.wording.dates import day_text, day_with_weekday

SATURDAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "21 November 2026"), ("ru", "21 ноября 2026"), ("pl", "21 listopada 2026")],
)
def test_the_day_comes_first_in_every_language(language: str, words: str) -> None:
    assert day_text(SATURDAY, language) == words
    assert day_text("2026-11-21T23:59:00Z", language) == words
    assert words in day_with_weekday(SATURDAY, language)


def test_a_text_that_is_not_a_day_stays_as_it_is() -> None:
    assert day_text("1999-??-??", "en") == "1999-??-??"

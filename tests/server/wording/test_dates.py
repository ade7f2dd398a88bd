"""Dates in the reader's words."""

from datetime import date

import pytest

from tantrix.server.wording.dates import day_text, day_with_weekday, moment_text, month_text

SATURDAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "21 November 2026"),
        ("ru", "21 ноября 2026"),
        ("pl", "21 listopada 2026"),
        ("de", "21. November 2026"),
    ],
)
def test_a_day_is_written_as_its_language_writes_it(language: str, words: str) -> None:
    assert day_text(SATURDAY, language) == words
    assert day_text("2026-11-21T23:59:00Z", language) == words
    assert words in day_with_weekday(SATURDAY, language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "November 2026"),
        ("ru", "ноябрь 2026"),
        ("pl", "listopad 2026"),
        ("es", "noviembre de 2026"),
        ("hu", "2026. november"),
    ],
)
def test_a_month_is_written_as_its_language_writes_it(language: str, words: str) -> None:
    assert month_text(SATURDAY, language) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "16 Nov 2023"), ("ru", "16 нояб. 2023"), ("de", "16. Nov. 2023"), ("hu", "2023. nov. 16.")],
)
def test_a_moment_is_its_day_and_the_time_in_its_zone(language: str, words: str) -> None:
    assert moment_text(1_700_164_800_000, "Europe/Berlin", language) == f"{words}, 21:00 CET"


def test_a_text_that_is_not_a_day_stays_as_it_is() -> None:
    assert day_text("1999-??-??", "en") == "1999-??-??"

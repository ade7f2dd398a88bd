"""What the server itself says about a tournament, in the language of the reader."""

import pytest

from tantrix.server.tournaments.wording import reason_in_words, withdrawal_in_words
from tests.server.support.tournaments.stored import evening


@pytest.mark.parametrize(("language", "words"), [("pl", "za mało uczestników"), ("en", "too few entrants")])
def test_the_reason_of_the_server_is_in_the_language_of_the_reader(language: str, words: str) -> None:
    assert reason_in_words("too few entrants", language) == words


def test_the_reason_of_a_person_stays_as_it_was_written() -> None:
    assert reason_in_words("Draw", "pl") == "Draw"


@pytest.mark.parametrize(
    ("preset", "n_entrants", "words"),
    [
        ("open", 9, "Your results stay"),
        ("all-play-all", 3, "struck out"),
        ("knock-out", 4, "lose your match"),
    ],
)
def test_a_withdrawal_names_what_follows(preset: str, n_entrants: int, words: str) -> None:
    now = evening(preset, n_entrants, n_games=0).now

    assert words in withdrawal_in_words(now, "en")

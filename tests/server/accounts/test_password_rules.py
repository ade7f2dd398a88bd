"""Passwords that are refused: the most used ones, patterns, and the name of the account inside."""

import pytest
from zxcvbn.matching import L33T_TABLE, enumerate_l33t_subs, relevant_l33t_subtable

from tantrix.server.accounts.password_rules import fault_of, few_readings


@pytest.mark.parametrize(
    "password",
    [
        "1234567890",
        "qwertyuiop",
        "password123",
        "P@$$w0rd!2024",
        "iloveyou123",
        "aaaaaaaaaaaa",
        "abcabcabcabc",
        "abcdefghijkl",
        "passwordpassword",
        "password password",
        "Tr0ub4dour&3",
        "йцукенгшщзх",  # the first row of a Russian keyboard
        "Пароль12345",
    ],
)
def test_a_common_password_or_a_pattern_is_refused(password: str) -> None:
    assert fault_of(password) == "common_password"


@pytest.mark.parametrize(
    "password", ["correct horse battery", "x7$kQ9vLmz2", "мама мыла раму вчера", "żółta łódka na jeziorze"]
)
def test_words_that_are_hard_to_guess_are_accepted(password: str) -> None:
    assert fault_of(password, ["Anna", "anna@example.org"]) is None


@pytest.mark.parametrize(
    "password", ["I am ANNA maria 7", "annamaria has a blue boat", "anna.m@example.org", "xx anna.m xx 55"]
)
def test_the_name_and_the_mail_address_are_refused_inside_a_password(password: str) -> None:
    assert fault_of(password, ["Anna Maria", "anna.m@example.org"]) == "name_in_password"


def test_a_short_name_may_occur_by_chance() -> None:
    assert fault_of("a bouquet of tulips", ["Bo"]) is None


def test_a_password_full_of_symbols_is_read_in_few_ways() -> None:
    # zxcvbn tries every reading of every symbol, which takes seconds for this one.
    hostile = "4@8({[<3691!|$50+7%2" * 2

    assert _n_readings(hostile) > 20
    assert _n_readings(few_readings(hostile)) <= 8
    assert few_readings("p@ssw0rd") == "p@ssw0rd"


def _n_readings(text: str) -> int:
    return len(enumerate_l33t_subs(relevant_l33t_subtable(text, L33T_TABLE)))

"""Berger tables and groups: each pair meets once, first-named games are balanced, seeds are spread."""

from collections import Counter
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.competition.round_robin import berger, round_robin, snake

# FIDE Handbook C.05, annex 1, for five and six players.
SIX = [
    [(1, 6), (2, 5), (3, 4)],
    [(6, 4), (5, 3), (1, 2)],
    [(2, 6), (3, 1), (4, 5)],
    [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
]


def test_six_players_meet_as_in_the_handbook() -> None:
    assert [[(a + 1, b + 1) for a, b in pairs] for pairs in berger(6)] == SIX


def test_with_five_players_the_opponent_of_the_missing_sixth_has_a_bye() -> None:
    assert [[(a + 1, b + 1) for a, b in pairs] for pairs in berger(5)] == [
        [pair for pair in pairs if 6 not in pair] for pairs in SIX
    ]


@pytest.mark.parametrize("n", range(2, 33))
def test_each_pair_meets_once_and_nobody_twice_in_a_round(n: int) -> None:
    table = berger(n)

    assert sorted(map(sorted, chain(*table))) == [list(pair) for pair in combinations(range(n), 2)]
    assert all(len(set(chain(*pairs))) == 2 * len(pairs) for pairs in table)


@pytest.mark.parametrize("n", range(2, 33))
def test_everybody_is_named_first_equally_often_to_within_one(n: int) -> None:
    first = Counter(a for pairs in berger(n) for a, _ in pairs)

    assert max(first.values()) - min(first[at] for at in range(n)) <= 1


def test_the_second_leg_turns_every_pair_round() -> None:
    rounds = round_robin("abcd", n_legs=2)

    assert [tuple((b, a) for a, b in pairs) for pairs in rounds[:3]] == list(rounds[3:])


@pytest.mark.parametrize("entrants", ["", "a", "aa", "aba"])
def test_too_few_or_repeated_entrants_are_refused(entrants: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        round_robin(entrants)


def test_a_snake_turns_at_each_row() -> None:
    assert snake(range(1, 13), 4) == ((1, 8, 9), (2, 7, 10), (3, 6, 11), (4, 5, 12))


def test_people_of_the_same_country_are_separated_where_a_row_allows_it() -> None:
    country_of = {1: "NZ", 8: "NZ", 2: "GB", 7: "GB"}

    groups = snake(range(1, 9), 4, country_of)

    assert sorted(map(sorted, groups)) == [[1, 7], [2, 8], [3, 6], [4, 5]]


@given(st.integers(4, 80), st.integers(1, 20), st.dictionaries(st.integers(0, 79), st.sampled_from("ABC")))
def test_each_group_has_one_entrant_of_each_row(n: int, n_groups: int, country_of: dict[int, str]) -> None:
    if n_groups > n // 2:
        with pytest.raises(ValueError, match="groups"):
            snake(range(n), n_groups)
        return

    groups = snake(range(n), n_groups, country_of)

    assert sorted(chain(*groups)) == list(range(n))
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    rows = [[at // n_groups for at in group] for group in groups]
    assert all(row == sorted(set(row)) for row in rows)

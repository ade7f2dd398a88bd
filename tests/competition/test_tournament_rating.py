"""The tournament rating (R8.4, /play/tournaments)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.competition.ladder import share_of_lead
from tantrix.competition.tournament_rating import (
    MEAN,
    PRIOR_GAMES,
    TournamentGameResult,
    ratings_after,
    shift_to_mean,
)


def test_a_player_with_the_expected_points_keeps_the_rating() -> None:
    before = {"a": 1950.0, "b": 1750.0}
    games = [TournamentGameResult("a", "b", share_of_lead(200))] * 20

    after = ratings_after(before, games)

    assert after == pytest.approx(before, abs=0.1)


def test_the_rating_is_the_one_under_which_the_points_are_most_likely() -> None:
    before = {"a": 1850.0, "b": 1850.0}
    games = [TournamentGameResult("a", "b", 0.75)] * PRIOR_GAMES

    lead = (after := ratings_after(before, games))["a"] - after["b"]

    assert after["a"] - 1850 == pytest.approx(1850 - after["b"], abs=0.1)
    assert 0 < lead < 2 * 381.6  # 565.7 times the quantile of 0.75 is 381.6
    assert ratings_after(after, [])["a"] == after["a"]


def test_more_games_move_more_towards_the_performance() -> None:
    before = {"a": 1850.0, "b": 1850.0}

    leads = [
        ratings_after(before, [TournamentGameResult("a", "b", 0.7)] * n)["a"] - 1850
        for n in (1, 10, 100, 1000)
    ]

    assert leads == sorted(leads)
    assert 2 * leads[-1] == pytest.approx(565.7 * 0.5244, rel=0.05)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.floats(-0.5, 1.5)), max_size=60))
def test_any_results_have_ratings(found: list[tuple[int, int, float]]) -> None:
    before = {str(n): 1500.0 + 100 * n for n in range(6)}
    games = [TournamentGameResult(str(a), str(b), share) for a, b, share in found if a != b]

    after = ratings_after(before, games)

    assert all(-3000 < rating < 7000 for rating in after.values())
    assert {each for each in before if after[each] != before[each]} <= {
        side for game in games for side in game[:2]
    }


def test_true_strengths_are_found_from_many_games() -> None:
    rng = random.Random(4)
    strengths = {str(n): 1500.0 + 100 * n for n in range(8)}
    games = []
    for _ in range(6000):
        a, b = rng.sample(sorted(strengths), 2)
        games.append(TournamentGameResult(a, b, share_of_lead(strengths[a] - strengths[b])))

    after = ratings_after(dict.fromkeys(strengths, 1850.0), games)

    assert sorted(after, key=after.__getitem__) == sorted(strengths)
    for each in strengths:
        assert after[each] == pytest.approx(strengths[each], abs=40)


def test_the_weighted_mean_is_kept() -> None:
    ratings, n_games = {"a": 1900.0, "b": 1600.0}, {"a": 30, "b": 10}

    shift = shift_to_mean(ratings, n_games)

    assert sum((ratings[each] + shift) * n_games[each] for each in ratings) / 40 == pytest.approx(MEAN)
    assert shift_to_mean({}, {}) == 0

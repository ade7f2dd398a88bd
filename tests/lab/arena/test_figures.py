"""Elo, its intervals, the sequential test and the ladder, against published and computed values."""

from math import exp, inf, log, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.lab.arena.elo import elo_interval, elo_of, mean_of, share_interval, share_of_elo, variance_of
from tantrix.lab.arena.ladder import Encounter, strengths
from tantrix.lab.arena.sprt import Test as Sprt
from tantrix.lab.arena.sprt import likelihood_ratio

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
COUNTS = st.lists(st.integers(0, 3000), min_size=5, max_size=5).filter(lambda found: sum(found) > 1)
ELOS = st.integers(-300, 300)


def counted(*rounds: int) -> dict[float, int]:
    return {share: n for share, n in zip(SHARES, rounds, strict=True) if n}


# Elo


@given(st.floats(-1500, 1500))
def test_elo_and_share_are_inverses(elo: float):
    assert elo_of(share_of_elo(elo)) == pytest.approx(elo, abs=1e-6)


def test_a_share_of_three_quarters_is_191_elo():
    assert elo_of(0.75) == pytest.approx(400 * log(3) / log(10))
    assert (elo_of(0.0), elo_of(1.0)) == (-inf, inf)


# Stockfish wiki, "Regression Tests": Elo with its error, and the rounds of two games by points.
@pytest.mark.parametrize(
    ("rounds", "elo", "error"),
    [((18, 1850, 25507, 2580, 45), 4.54, 0.8), ((96, 6835, 16121, 6851, 97), 0.10, 1.4)],
)
def test_elo_and_its_interval_match_fishtest(rounds: tuple[int, ...], elo: float, error: float):
    counts = counted(*rounds)

    low, high = elo_interval(counts)

    assert elo_of(mean_of(counts)) == pytest.approx(elo, abs=0.005)
    assert (high - low) / 2 == pytest.approx(error, abs=0.05)


@given(COUNTS)
def test_mean_and_variance_match_the_list_of_rounds(rounds: list[int]):
    counts = counted(*rounds)
    listed = np.repeat(SHARES, rounds)

    assert mean_of(counts) == pytest.approx(listed.mean())
    assert variance_of(counts) == pytest.approx(listed.var(ddof=1), abs=1e-12)


@given(COUNTS)
def test_the_interval_holds_the_share_and_turns_round_with_the_sides(rounds: list[int]):
    low, high = share_interval(counted(*rounds))
    turned = share_interval(counted(*reversed(rounds)))

    assert 0 <= low <= mean_of(counted(*rounds)) <= high <= 1
    assert turned == pytest.approx((1 - high, 1 - low))


def test_rounds_that_all_ended_alike_do_not_make_the_share_certain():
    low, high = share_interval({1.0: 20})

    assert high == 1
    assert low**20 == pytest.approx(0.025)  # this many whole wins happen once in forty times at this share


def test_nineteen_intervals_in_twenty_hold_the_true_share():
    rng = np.random.default_rng(1)
    chances = np.array([0.1, 0.1, 0.3, 0.2, 0.3])
    true = float(chances @ SHARES)
    held = 0
    for rounds in rng.multinomial(200, chances, size=2000).tolist():
        low, high = share_interval(counted(*rounds))
        held += low <= true <= high

    assert held / 2000 == pytest.approx(0.95, abs=0.015)  # three standard errors


# The sequential test


# Stockfish commit 58746d9fb8: two tests of a patch, in logistic Elo, with the ratio that fishtest printed.
@pytest.mark.parametrize(
    ("elos", "rounds", "llr"),
    [
        ((-0.5, 1.5), (795, 5276, 10352, 5500, 813), 2.96),
        ((0.25, 1.75), (156, 2090, 6658, 2298, 170), 2.94),
    ],
)
def test_the_likelihood_ratio_matches_fishtest(
    elos: tuple[float, float], rounds: tuple[int, ...], llr: float
):
    assert Sprt(*elos).llr(counted(*rounds), SHARES) == pytest.approx(llr, abs=0.005)


@given(st.integers(1, 500), st.integers(1, 500), ELOS, ELOS)
def test_with_two_results_the_ratio_equals_that_of_a_coin(wins: int, losses: int, elo0: int, elo1: int):
    share0, share1 = share_of_elo(elo0), share_of_elo(elo1)

    found = likelihood_ratio([(0.0, losses), (1.0, wins)], share0, share1)

    coin = wins * log(share1 / share0) + losses * log((1 - share1) / (1 - share0))
    assert found == pytest.approx(coin, abs=1e-6)


@given(st.tuples(*[st.integers(1, 500)] * 3), st.floats(0.1, 0.9), st.floats(0.1, 0.9))
def test_with_three_results_the_ratio_is_that_of_a_search_over_the_draws(
    found: tuple[int, int, int], mean0: float, mean1: float
):
    losses, draws, wins = found

    def best(mean: float) -> float:
        """Maximise over the probability of a draw, which determines those of a win and a loss."""
        low, high = 0.0, 2 * min(mean, 1 - mean)
        for _ in range(200):
            one, two = low + (high - low) / 3, high - (high - low) / 3
            low, high = (one, high) if of(one, mean) < of(two, mean) else (low, two)
        return of((low + high) / 2, mean)

    def of(draw: float, mean: float) -> float:
        chances = (1 - mean - draw / 2, draw, mean - draw / 2)
        return sum(n * log(max(chance, 1e-300)) for n, chance in zip(found, chances, strict=True))

    seen = [(0.0, losses), (0.5, draws), (1.0, wins)]
    assert likelihood_ratio(seen, mean0, mean1) == pytest.approx(
        best(mean1) - best(mean0), abs=1e-4, rel=1e-6
    )


@given(COUNTS, ELOS, ELOS, ELOS)
def test_ratios_add_up_along_three_hypotheses(rounds: list[int], first: int, second: int, third: int):
    seen = [(share, n or 1e-3) for share, n in zip(SHARES, rounds, strict=True)]
    shares = [share_of_elo(elo) for elo in (first, second, third)]

    whole = likelihood_ratio(seen, shares[0], shares[2])

    parts = likelihood_ratio(seen, shares[0], shares[1]) + likelihood_ratio(seen, shares[1], shares[2])
    assert whole == pytest.approx(parts, abs=1e-5, rel=1e-7)


@given(COUNTS, ELOS)
def test_no_hypothesis_is_likelier_than_the_observed_mean(rounds: list[int], elo: int):
    seen = [(share, n or 1e-3) for share, n in zip(SHARES, rounds, strict=True)]
    mean = sum(share * n for share, n in seen) / sum(n for _, n in seen)

    assert likelihood_ratio(seen, share_of_elo(elo), mean) >= -1e-6


@given(COUNTS)
def test_exchanged_sides_turn_the_sign_of_the_ratio(rounds: list[int]):
    found = Sprt(-5, 20).llr(counted(*rounds), SHARES)

    assert Sprt(-20, 5).llr(counted(*reversed(rounds)), SHARES) == pytest.approx(-found, abs=1e-6, rel=1e-6)


def test_in_a_long_match_the_ratio_is_that_of_a_random_walk():
    counts = counted(800, 5200, 10000, 5600, 850)
    n, mean, variance = sum(counts.values()), mean_of(counts), variance_of(counts)
    share0, share1 = share_of_elo(0), share_of_elo(2)

    walk = n * (share1 - share0) * (2 * mean - share0 - share1) / (2 * variance)

    assert Sprt(0, 2).llr(counts, SHARES) == pytest.approx(walk, rel=0.01)


def test_the_bounds_follow_wald():
    test = Sprt(0, 5)

    assert test.bounds == pytest.approx((-log(19), log(19)))
    assert [test.verdict(llr) for llr in (-3, 0, 3)] == [False, None, True]


@pytest.mark.parametrize("text", ["10,0", "5,5", "5", "a,b", "1,2,3", "nan,5", "-inf,5", ""])
def test_invalid_bounds_are_refused(text: str):
    with pytest.raises(ValueError, match="expected two Elo bounds"):
        Sprt.parse(text)


def ended(test: Sprt, elo: float, rng: Random) -> bool:
    """Return what the test accepts if the true difference is `elo`, with luck shared within a round."""
    counts: dict[float, int] = {}
    while True:
        luck = rng.choice((-150, 150))
        share = sum(rng.random() < share_of_elo(elo + side * luck) for side in (-1, 1)) / 2
        counts[share] = counts.get(share, 0) + 1
        verdict = test.verdict(test.llr(counts, SHARES))
        if verdict is not None:
            return verdict


@pytest.mark.long
@pytest.mark.parametrize(("is_better", "most"), [(False, 0.07), (True, 0.07)])
def test_the_test_errs_one_time_in_twenty_at_most(is_better: bool, most: float):
    test = Sprt(0, 60)
    # Luck shifts the mean share a little: this is the difference whose mean share over both lucks is elo1's.
    elo = next(e for e in np.arange(55, 80, 0.1) if _mean_share(e) >= share_of_elo(60)) if is_better else 0
    rng = Random(5)

    wrong = sum(ended(test, elo, rng) != is_better for _ in range(1000)) / 1000

    assert wrong <= most  # three standard errors above 0.05
    assert wrong > 0.01


def _mean_share(elo: float) -> float:
    return (share_of_elo(elo - 150) + share_of_elo(elo + 150)) / 2


# The ladder

MATCHES = st.lists(COUNTS, min_size=6, max_size=6)
PAIRS = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def met(first: int, second: int, rounds: list[int]) -> Encounter:
    return Encounter(first, second, 2, counted(*rounds))


def test_two_robots_are_as_far_apart_as_their_match_says():
    counts = counted(100, 150, 400, 250, 600)

    first, second = strengths(2, [Encounter(0, 1, 2, counts)], anchor=1)

    drawn = {**counts, 0.5: counts[0.5] + 1}  # the fictitious drawn round
    share = mean_of(drawn)
    error = sqrt(variance_of(drawn) / sum(drawn.values()))
    half = 1.959964 * error * 400 / log(10) / (share * (1 - share))  # the delta method
    assert second == (0, (0, 0))
    assert first.elo == pytest.approx(elo_of(share))
    assert first.interval == pytest.approx((first.elo - half, first.elo + half))


def test_the_strengths_behind_the_results_are_recovered():
    elos = (0, 100, 250, 600)
    n = 10**7
    matches = []
    for a, b in PAIRS:
        wins = round(n * share_of_elo(elos[a] - elos[b]))
        matches.append(Encounter(a, b, 2, {1.0: wins, 0.0: n - wins}))

    found = strengths(4, matches, anchor=0)

    assert [place.elo for place in found] == pytest.approx(elos, abs=0.01)


@given(MATCHES)
def test_the_fit_expects_the_points_that_each_robot_made(rounds: list[list[int]]):
    matches = [met(a, b, found) for (a, b), found in zip(PAIRS, rounds, strict=True)]
    places = [place.elo for place in strengths(4, matches)]
    missing = [0.0] * 4
    for (a, b), found in zip(PAIRS, rounds, strict=True):
        n = sum(found) + 1
        made = n * mean_of(counted(*found[:2], found[2] + 1, *found[3:]))
        surplus = made - n / (1 + exp((places[b] - places[a]) * log(10) / 400))
        missing[a] += surplus
        missing[b] -= surplus

    assert missing == pytest.approx([0.0] * 4, abs=1e-4)  # where the likelihood is greatest
    assert sum(places) == pytest.approx(0, abs=1e-6)


def test_a_robot_that_wins_everything_has_a_finite_place():
    (first, _) = strengths(2, [Encounter(0, 1, 2, {1.0: 500})], anchor=1)

    assert 800 < first.elo < 1500
    assert first.interval[0] < first.elo < first.interval[1]


def test_places_do_not_depend_on_the_anchor():
    matches = [met(0, 1, [5, 8, 20, 9, 8]), met(1, 2, [3, 8, 20, 19, 18]), met(0, 2, [1, 2, 3, 4, 5])]

    free, tied = strengths(3, matches), strengths(3, matches, anchor=2)

    assert [a.elo - free[2].elo for a in free] == pytest.approx([a.elo for a in tied])

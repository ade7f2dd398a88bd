"""Brackets: seeds meet as late as possible, byes go to the best seeds, and every bracket ends."""

from random import Random

import pytest

from tantrix.competition.knockout import bye_winner, first_round, losers, next_round, seed_lines


def test_the_lines_of_a_bracket_of_sixteen_are_the_usual_ones() -> None:
    assert seed_lines(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


@pytest.mark.parametrize("size", [0, 1, 3, 12])
def test_a_bracket_has_a_power_of_two_places(size: int) -> None:
    with pytest.raises(ValueError, match=f"got {size}"):
        seed_lines(size)


def test_the_top_seeds_have_the_byes() -> None:
    pairs = first_round(range(1, 12))

    assert [bye_winner(pair) for pair in pairs if None in pair] == [1, 4, 5, 2, 3]


@pytest.mark.parametrize("n", range(2, 70))
def test_if_the_better_seed_always_wins_the_best_two_meet_in_the_final(n: int) -> None:
    pairs = first_round(range(1, n + 1))
    while len(pairs) > 1:
        pairs = next_round(pairs, [min(seed for seed in pair if seed is not None) for pair in pairs])

    assert pairs == ((1, 2),)


def test_third_place_is_played_by_the_losers_of_the_semi_finals() -> None:
    assert losers(first_round("abcd"), ["a", "c"]) == ("d", "b")


def test_the_winner_must_be_one_of_the_two_sides() -> None:
    with pytest.raises(ValueError, match="expected a or d to win their match, got b"):
        next_round(first_round("abcd"), ["b", "c"])


@pytest.mark.parametrize("seed", range(200))
def test_every_bracket_with_defaults_ends_with_one_winner_at_most(seed: int) -> None:
    rng = Random(seed)
    n = rng.randint(2, 256)
    pairs, n_lost = first_round(range(n)), 0
    while True:
        winners = [rng.choice(pair) if rng.random() < 0.98 else None for pair in pairs]
        winners = [
            bye_winner(pair) if None in pair else winner for pair, winner in zip(pairs, winners, strict=True)
        ]
        n_lost += len(losers(pairs, winners))
        if len(pairs) == 1:
            break
        pairs = next_round(pairs, winners)

    assert n_lost == n - (winners[0] is not None)

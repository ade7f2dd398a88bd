"""A Swiss of robots: pairs and points as in a tournament, from the results of matches."""

import pytest

from tantrix import Rules
from tantrix.competition.swiss import SwissEntrant, pair
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.rounds import play_rounds
from tantrix.lab.arena.swiss import PlayedRound, SwissField, matchups, pair_round, table
from tantrix.lab.arena.tally import MatchTally

NAMES = ("random", "greedy", "beginner", "adaptive", "forecast")


def field(n: int) -> SwissField:
    return SwissField(Rules(), NAMES[:n], seed=3)


def tally_of(first: str, second: str, n_rounds: int = 0) -> MatchTally:
    matchup = Matchup(Rules(), (first, second), 3)
    tally = MatchTally(matchup)
    for played in play_rounds(matchup, range(n_rounds), with_records=False):
        tally.add(played)
    return tally


def test_the_first_round_is_folded_and_the_last_seed_has_a_bye() -> None:
    rounds = pair_round(field(5), [])

    assert rounds == pair([SwissEntrant(name) for name in NAMES], is_first=True)
    assert rounds.pairs == (("random", "beginner"), ("greedy", "adaptive"))
    assert rounds.bye == "forecast"


def test_later_rounds_follow_from_the_results_and_nobody_has_two_byes() -> None:
    played = [PlayedRound((tally_of("random", "greedy", 2),), "beginner")]

    paired = pair_round(field(3), played)

    assert paired.pairs == (("greedy", "beginner"),)  # greedy beats random, and beginner was free
    assert paired.bye == "random"
    rows = {row.entrant: row for row in table(field(3), played)}
    assert rows["beginner"].tenths == 150
    assert rows["random"].tenths + rows["greedy"].tenths == 200
    assert rows["greedy"].won == 1


def test_robots_that_meet_again_play_other_deals() -> None:
    played = [PlayedRound((tally_of("random", "greedy", 1),))]

    paired = pair_round(field(2), played)

    assert [matchup.seed for matchup in matchups(field(2), paired, [])] == [3]
    assert [matchup.seed for matchup in matchups(field(2), paired, played)] == [4]


@pytest.mark.parametrize(("n_robots", "n_rounds"), [(2, 1), (3, 2), (5, 4)])
def test_a_swiss_has_at_most_as_many_rounds_as_opponents(n_robots: int, n_rounds: int) -> None:
    assert field(n_robots).n_rounds(n_rounds) == n_rounds
    with pytest.raises(ValueError, match=f"expected 1 to {n_rounds} rounds for {n_robots} robots"):
        field(n_robots).n_rounds(n_rounds + 1)
    with pytest.raises(ValueError, match="got 0"):
        field(n_robots).n_rounds(0)
    with pytest.raises(ValueError, match="expected at least 8 entrants for a Swiss"):
        field(n_robots).n_rounds()


@pytest.mark.parametrize("names", [(), ("random",), ("random", "random")])
def test_each_robot_enters_once(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="expected at least two different robots"):
        SwissField(Rules(), names)

"""Pairing and standings of an arena: waves of free players, and sums of the best results."""

import random

import networkx as nx
import pytest

from tantrix.competition.arena import FreePlayer, arena_standings, pair_wave, possible_meetings
from tantrix.competition.standings import GameScore


def _wave(rng: random.Random) -> list[FreePlayer]:
    names = [f"p{n}" for n in range(rng.randint(2, 14))]
    return [
        FreePlayer(
            name,
            tuple(rng.choices([other for other in names if other != name], k=rng.randint(0, 6))),
            waited_s=rng.choice([0, 5, 5, 20, 90]),
            may_repeat=rng.random() < 0.2,
        )
        for name in names
    ]


@pytest.mark.parametrize("seed", range(100))
def test_a_wave_is_a_best_matching_of_those_who_may_meet(seed: int) -> None:
    players = _wave(random.Random(seed))
    graph = nx.Graph()
    graph.add_nodes_from(range(len(players)))
    graph.add_weighted_edges_from(possible_meetings(players).weighted_edge_list())
    oracle = nx.max_weight_matching(graph, maxcardinality=True)

    pairs = pair_wave(players)

    at = {player.name: n for n, player in enumerate(players)}
    edges = [(at[first], at[second]) for first, second in pairs]
    assert len({n for edge in edges for n in edge}) == 2 * len(pairs)
    assert len(pairs) == len(oracle)
    assert sum(graph.edges[edge]["weight"] for edge in edges) == sum(
        graph.edges[edge]["weight"] for edge in oracle
    )


def test_two_who_have_just_met_wait_for_others() -> None:
    ann, bea = FreePlayer("Ann", ("Bea",)), FreePlayer("Bea", ("Ann",))

    assert pair_wave([ann, bea]) == ()
    assert pair_wave([FreePlayer("Ann", ("Bea",), may_repeat=True), bea]) == ()


def test_two_players_who_have_just_met_meet_again_if_nobody_else_is_free() -> None:
    ann, bea = FreePlayer("Ann", ("Bea",), may_repeat=True), FreePlayer("Bea", ("Ann",), may_repeat=True)

    assert pair_wave([ann, bea]) == (("Ann", "Bea"),)
    assert ("Ann", "Bea") not in pair_wave([ann, bea, FreePlayer("Cyd")])


def test_the_player_who_came_last_stays_free() -> None:
    players = [FreePlayer("Ann", waited_s=5), FreePlayer("Bea", waited_s=4), FreePlayer("Cyd", waited_s=9)]

    assert pair_wave(players) == (("Ann", "Cyd"),)


def test_neighbours_of_the_standings_meet() -> None:
    assert pair_wave([FreePlayer(name) for name in "ABCD"]) == (("A", "B"), ("C", "D"))


def test_a_player_listed_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="each player once, got Ann Ann"):
        pair_wave([FreePlayer("Ann"), FreePlayer("Ann")])


def test_only_the_best_results_count() -> None:
    games = [GameScore("Ann", "Bea", (tenths, 200 - tenths), (2, 0)) for tenths in (150, 120, 180)]

    first, second = arena_standings(["Ann", "Bea"], games, n_best=2)

    assert (first.entrant, first.tenths, first.n_games, first.percent) == ("Ann", 330, 3, 82.5)
    assert (second.tenths, second.lost) == (130, 3)


def test_equal_sums_are_ordered_by_games_won_and_then_by_the_best_result() -> None:
    games = [
        GameScore("Ann", "Cyd", (150, 50), (2, 0)),
        GameScore("Ann", "Cyd", (50, 150), (0, 2)),
        GameScore("Bea", "Dan", (160, 40), (2, 0)),
        GameScore("Bea", "Dan", (40, 160), (0, 2)),
    ]

    rows = arena_standings(["Ann", "Bea", "Cyd", "Dan"], games, n_best=10)

    assert [row.tenths for row in rows] == [200] * 4
    assert {row.entrant for row in rows[:2]} == {"Bea", "Dan"}

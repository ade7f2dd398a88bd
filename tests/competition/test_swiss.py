"""Swiss pairing: simulated events, the matching against another library's, and hand-made rounds."""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import networkx as nx
import pytest

from tantrix.competition.scoring import BYE, LATE_ROUND, WALKOVER, game_tenths
from tantrix.competition.standings import Bye, GameScore, standings
from tantrix.competition.swiss import SwissEntrant, SwissRound, meetings, n_rounds, pair

Entrants = list[SwissEntrant]


def entrants_of(*tenths: int) -> Entrants:
    return [SwissEntrant(chr(ord("a") + at), each) for at, each in enumerate(tenths)]


def met(entrants: Entrants, *pairs: str) -> Entrants:
    return [
        replace(one, opponents=frozenset("".join(p for p in pairs if one.name in p)) - {one.name})
        for one in entrants
    ]


def test_the_first_round_folds_the_field() -> None:
    assert pair(entrants_of(0, 0, 0, 0, 0, 0), is_first=True).pairs == (("a", "d"), ("b", "e"), ("c", "f"))


def test_later_rounds_pair_players_with_nearly_the_same_points() -> None:
    assert pair(entrants_of(280, 270, 200, 190)).pairs == (("a", "b"), ("c", "d"))


def test_no_pair_meets_twice_unnecessarily() -> None:
    assert pair(met(entrants_of(280, 270, 200, 190), "ab")).pairs == (("a", "c"), ("b", "d"))


def test_players_meet_again_if_they_must() -> None:
    everybody = met(entrants_of(30, 20, 10, 0), "ab", "ac", "ad", "bc", "bd", "cd")

    assert pair(everybody) == SwissRound((("a", "b"), ("c", "d")), None)


def test_the_bye_goes_to_the_lowest_place_that_had_none() -> None:
    entrants = entrants_of(300, 200, 100, 50, 0)
    entrants[-1] = replace(entrants[-1], had_bye=True)

    assert pair(entrants).bye == "d"


def test_a_round_can_be_paired_again_with_the_same_result() -> None:
    rng = Random(5)
    entrants = [SwissEntrant(f"{n}", rng.randint(0, 900)) for n in range(61)]

    assert pair(entrants) == pair(list(entrants))


@pytest.mark.parametrize("seed", range(60))
def test_the_matching_has_the_same_weight_as_another_librarys(seed: int) -> None:
    rng = Random(seed)
    entrants = simulate(rng, rng.randint(2, 21), rng.randint(0, 4)).before_round()
    graph = nx.Graph()
    weights = {tuple(sorted(edge[:2])): edge[2] for edge in meetings(entrants).weighted_edge_list()}
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in weights.items())

    found = pair(entrants)

    numbers = {entrant.name: at for at, entrant in enumerate(entrants)}
    own = [(numbers[a], numbers[b]) for a, b in found.pairs]
    own += [(numbers[found.bye], len(entrants))] if found.bye is not None else []
    theirs = nx.max_weight_matching(graph, maxcardinality=True)
    assert sum(weights[edge] for edge in own) == sum(weights[min(edge), max(edge)] for edge in theirs)


def test_a_round_robin_is_suggested_for_few_entrants() -> None:
    with pytest.raises(ValueError, match="at least 8 entrants for a Swiss, got 7"):
        n_rounds(7)


@pytest.mark.parametrize(("n", "expected"), [(8, 5), (12, 9), (34, 16), (200, 16)])
def test_an_open_has_no_more_rounds_than_opponents(n: int, expected: int) -> None:
    assert n_rounds(n) == expected


@dataclass
class SimulatedSwiss:
    """A simulated Swiss: people of fixed strength, some of whom come late, leave, or do not turn up."""

    rng: Random
    strengths: dict[str, float]
    games: list[GameScore] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    entrants: list[str] = field(default_factory=list)
    present: set[str] = field(default_factory=set)
    rounds: list[SwissRound] = field(default_factory=list)

    def before_round(self) -> Entrants:
        table = [
            row for row in standings(self.entrants, self.games, self.byes) if row.entrant in self.present
        ]
        met_by = {name: set[str]() for name in self.entrants}
        for game in self.games:
            met_by[game.first].add(game.second)
            met_by[game.second].add(game.first)
        had_bye = {each.entrant for each in self.byes if each.tenths == BYE}
        had_bye |= {
            g.first if g.halves[0] else g.second for g in self.games if not g.is_played and any(g.halves)
        }
        return [
            SwissEntrant(row.entrant, row.tenths, frozenset(met_by[row.entrant]), row.entrant in had_bye)
            for row in table
            if row.entrant in self.present
        ]

    def play_round(self) -> SwissRound:
        found = pair(self.before_round(), is_first=not self.rounds)
        for first, second in found.pairs:
            self.games.append(self.game(first, second))
        if found.bye is not None:
            self.byes.append(Bye(found.bye))
        self.rounds.append(found)
        return found

    def game(self, first: str, second: str) -> GameScore:
        chance = self.rng.random()
        if chance < 0.01:
            return GameScore(first, second, (0, 0), (0, 0), is_played=False)
        if chance < 0.03:
            return GameScore(first, second, (WALKOVER, 0), (2, 0), is_played=False)
        margin = round(self.rng.gauss(self.strengths[first] - self.strengths[second], 8))
        penalties = (self.rng.choice((0, 0, 0, 1, 4)), self.rng.choice((0, 0, 0, 2)))
        halves = (1, 1) if margin == 0 else (2, 0) if margin > 0 else (0, 2)
        return GameScore(first, second, game_tenths(margin, penalties), halves)

    def enter_late(self, name: str) -> None:
        self.entrants.append(name)
        self.present.add(name)
        self.strengths[name] = self.rng.gauss(0, 6)
        if self.rounds:
            self.byes.append(Bye(name, LATE_ROUND))


def simulate(rng: Random, n: int, n_rounds_played: int) -> SimulatedSwiss:
    names = [f"p{at}" for at in range(n)]
    event = SimulatedSwiss(rng, {name: rng.gauss(0, 6) for name in names}, entrants=names, present=set(names))
    for _ in range(n_rounds_played):
        event.play_round()
    return event


def fewest_rematches(before: Entrants) -> int:
    """Return how many pairs of a round must be rematches, by the largest matching of new opponents."""
    fresh = nx.Graph()
    fresh.add_edges_from(
        (a.name, b.name) for a in before for b in before if a.name < b.name and b.name not in a.opponents
    )
    n_pairs = len(before) // 2
    return n_pairs - min(n_pairs, len(nx.max_weight_matching(fresh, maxcardinality=True)))


def n_rematches(before: Entrants, found: SwissRound) -> int:
    opponents = {entrant.name: entrant.opponents for entrant in before}
    return sum(second in opponents[first] for first, second in found.pairs)


@pytest.mark.parametrize("batch", range(10))
def test_in_simulated_events_nobody_meets_twice_without_need_or_has_two_byes(batch: int) -> None:
    repeat_cost = 0
    for seed in range(batch * 100, batch * 100 + 100):
        rng = Random(seed)
        event = simulate(rng, rng.choice((8, 9, 10, 11, 12, 15, 16, 20, 21, 33, 34)), 0)
        last = n_rounds(len(event.entrants))
        for number in range(last):
            before = event.before_round()
            again = n_rematches(before, event.play_round())
            assert again == 0 or again == fewest_rematches(before), seed
            repeat_cost += again
            if number < last // 2 and rng.random() < 0.1:
                event.enter_late(f"late{number}")
            if rng.random() < 0.05 and len(event.present) - 1 >= last + 3:
                event.present.discard(rng.choice(sorted(event.present)))

        byes = Counter(found.bye for found in event.rounds if found.bye is not None)
        assert not byes or max(byes.values()) == 1, seed
        assert all(sum(game.tenths) == 200 for game in event.games if game.is_played)
    assert repeat_cost <= 2  # a hundred events of some ten rounds


@pytest.mark.parametrize("seed", range(30))
def test_with_too_many_rounds_there_are_no_more_rematches_than_necessary(seed: int) -> None:
    rng = Random(seed)
    event = simulate(rng, rng.randint(4, 9), 0)

    for _ in range(12):
        before = event.before_round()

        assert n_rematches(before, event.play_round()) == fewest_rematches(before)

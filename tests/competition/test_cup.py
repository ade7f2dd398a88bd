"""Tables and points of a Gobble cup."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from tantrix.competition.cup import (
    FIRST,
    CupPlayer,
    TableResult,
    cup_standings,
    rank_tenths,
    seat_tables,
    table_sizes,
)


@pytest.mark.parametrize("n_players", range(2, 65))
def test_everybody_sits_once_at_tables_of_nearly_one_size(n_players: int) -> None:
    names = [f"p{n}" for n in range(n_players)]

    tables = seat_tables([CupPlayer(name) for name in names])

    assert sorted(name for table in tables for name in table) == sorted(names)
    sizes = [len(table) for table in tables]
    assert sizes == list(table_sizes(n_players))
    assert max(sizes) <= 4
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 3 or n_players in (2, 5)


def test_the_tables_of_a_first_round_are_equally_strong() -> None:
    assert seat_tables([CupPlayer(name) for name in "ABCDEFGH"]) == (tuple("ADEH"), tuple("BCFG"))


@pytest.mark.parametrize("seed", range(50))
def test_no_swap_of_two_players_would_avoid_a_rematch(seed: int) -> None:
    rng = random.Random(seed)
    met: dict[str, list[str]] = {f"p{n}": [] for n in range(rng.randint(5, 24))}
    for _ in range(rng.randint(1, 5)):
        players = [CupPlayer(name, tuple(found)) for name, found in met.items()]
        rng.shuffle(players)
        tables = [list(table) for table in seat_tables(players)]
        best = _repeat_cost(tables, players)
        for (a, b), at, to in _exchanges(tables):
            a[at], b[to] = b[to], a[at]
            assert _repeat_cost(tables, players) >= best
            a[at], b[to] = b[to], a[at]
        for table in tables:
            for name in table:
                met[name] += [other for other in table if other != name]


def _repeat_cost(tables: Sequence[Sequence[str]], players: Sequence[CupPlayer]) -> int:
    """Return the cost of repeated meetings: the sum of the squared number of meetings of each pair."""
    met = {player.name: Counter(player.met) for player in players}
    return sum(met[a][b] ** 2 for table in tables for a, b in combinations(table, 2))


def _exchanges(tables: list[list[str]]) -> list[tuple[tuple[list[str], list[str]], int, int]]:
    return [
        ((a, b), at, to) for a, b in combinations(tables, 2) for at in range(len(a)) for to in range(len(b))
    ]


def test_sixteen_players_meet_nobody_again_in_the_second_round() -> None:
    players = [CupPlayer(f"p{n}") for n in range(16)]
    first = seat_tables(players)
    met = {name: tuple(other for other in table if other != name) for table in first for name in table}

    second = seat_tables([CupPlayer(player.name, met[player.name]) for player in players])

    assert max(Counter(len({*a} & {*b}) for a in first for b in second)) <= 1


@pytest.mark.parametrize(
    ("ranks", "tenths"),
    [
        ((1, 2, 3, 4), (60, 40, 20, 0)),
        ((2, 1, 2, 4), (30, 60, 30, 0)),
        ((1, 1, 1, 1), (30, 30, 30, 30)),
        ((3, 1, 2), (0, 60, 30)),
        ((1, 2), (60, 0)),
    ],
)
def test_ranks_earn_points(ranks: tuple[int, ...], tenths: tuple[int, ...]) -> None:
    assert rank_tenths(ranks) == tenths
    assert sum(tenths) == FIRST * len(ranks) // 2


@pytest.mark.parametrize("ranks", [(1,), (1, 2, 3, 4, 5)])
def test_tables_of_the_wrong_size_are_refused(ranks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected the ranks of 2 to 4 players"):
        rank_tenths(ranks)


def test_equal_points_are_ordered_by_tables_won() -> None:
    results = [TableResult(tuple("ABC"), (1, 2, 3)), TableResult(tuple("CBA"), (2, 1, 3))]

    rows = cup_standings("ABC", results)

    assert [(row.entrant, row.tenths, row.won) for row in rows] == [("B", 90, 1), ("A", 60, 1), ("C", 30, 0)]


def test_a_player_listed_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="different players, got Ann Ann"):
        seat_tables([CupPlayer("Ann"), CupPlayer("Ann")])

"""A Gobble cup: each round seats the players at tables of up to four, and ranks at a table earn points.

Players are dealt to the tables in the order of the standings, forwards and backwards in turn, so that tables
are equally strong. Then pairs of players are swapped until no swap avoids a repeated meeting.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from tantrix.competition.scoring import POINT
from tantrix.competition.standings import StandingsRow, lot

TABLE = 4
FIRST = 6 * POINT  # to the winner of a table; the last gets nothing, with equal steps between


@dataclass(frozen=True, slots=True)
class CupPlayer:
    """A player before a round, in standings order. `met`: all opponents so far, once for each round."""

    name: str
    met: tuple[str, ...] = ()


class TableResult(NamedTuple):
    """The players of a table, and their ranks from 1; ties share a rank."""

    players: tuple[str, ...]
    ranks: tuple[int, ...]


def table_sizes(n_players: int) -> tuple[int, ...]:
    """Return the size of each table: as few tables as possible, with sizes that differ by at most one."""
    n_tables = -(-n_players // TABLE)
    least, n_larger = divmod(n_players, n_tables) if n_tables else (0, 0)
    return tuple(least + (at < n_larger) for at in range(n_tables))


def seat_tables(players: Sequence[CupPlayer]) -> tuple[tuple[str, ...], ...]:
    """Seat the players of a round; the same players in the same order always give the same tables.

    Takes 0.1 s for 64 players. Raises ValueError for fewer than two players, or if one is listed twice.
    """
    names = [player.name for player in players]
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError(f"expected at least two different players, got {' '.join(names) or 'none'}")
    tables = _snake(names)
    met = {player.name: Counter(player.met) for player in players}
    while _exchange(tables, met):
        pass
    return tuple(tuple(table) for table in tables)


def rank_tenths(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the points for the ranks at a table, in tenths; tied players share the points of their places.

    Raises ValueError for a table of fewer than two or more than four players.
    """
    if not 2 <= len(ranks) <= TABLE:
        raise ValueError(f"expected the ranks of 2 to {TABLE} players, got {ranks}")
    step = FIRST // (len(ranks) - 1)
    return tuple(
        sum(step * (other > rank) + step // 2 * (other == rank) for other in ranks) - step // 2
        for rank in ranks
    )


def cup_standings(
    entrants: Sequence[str],
    results: Sequence[TableResult],
    secret: str = "",
    adjusted: Mapping[str, int] | None = None,
) -> tuple[StandingsRow, ...]:
    """Return the standings of a cup, best first: by points, then by tables won, finally by lot.

    `adjusted`: tenths that a controller has added, by entrant.
    """
    tenths, won, n_tables = Counter[str](adjusted or {}), Counter[str](), Counter[str]()
    for result in results:
        for name, rank, gained in zip(result.players, result.ranks, rank_tenths(result.ranks), strict=True):
            tenths[name] += gained
            won[name] += rank == 1
            n_tables[name] += 1
    ordered = sorted(entrants, key=lambda name: (-tenths[name], -won[name], lot(secret, name)))
    return tuple(
        StandingsRow(
            place=place,
            entrant=name,
            tenths=tenths[name],
            n_games=n_tables[name],
            won=won[name],
            drawn=0,
            lost=n_tables[name] - won[name],
            tie_break=Fraction(won[name]),
            n_counted=0,
        )
        for place, name in enumerate(ordered, 1)
    )


def _snake(names: Sequence[str]) -> list[list[str]]:
    """Deal the names to the tables, forwards and backwards in turn, until each table is full."""
    sizes = table_sizes(len(names))
    tables: list[list[str]] = [[] for _ in sizes]
    left = list(names)
    while left:
        for at in range(len(sizes)) if len(tables[0]) % 2 == 0 else reversed(range(len(sizes))):
            if left and len(tables[at]) < sizes[at]:
                tables[at].append(left.pop(0))
    return tables


def _exchange(tables: list[list[str]], met: dict[str, Counter[str]]) -> bool:
    """Swap the first two players of different tables that lowers the cost; return whether any did."""
    for first, second in combinations(tables, 2):
        for at, one in enumerate(first):
            for to, other in enumerate(second):
                before = _cost(one, first, one, met) + _cost(other, second, other, met)
                after = _cost(other, first, one, met) + _cost(one, second, other, met)
                if after < before:
                    first[at], second[to] = other, one
                    return True
    return False


def _cost(name: str, table: Sequence[str], leaving: str, met: dict[str, Counter[str]]) -> int:
    """Return the cost of seating a player at a table in place of `leaving`."""
    return sum(met[name][each] ** 2 for each in table if each != leaving)

"""All against all: Berger tables, and groups drawn by a snake of seeds.

The tables follow the FIDE handbook, C.05 annex 1. Being named first is no advantage in Tantrix, but the
tables still balance it to within one game.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

import rustworkx as rx

_T = TypeVar("_T")
Pairs = tuple[tuple[_T, _T], ...]


@lru_cache(maxsize=64)  # all rounds of a correspondence tournament are drawn at once
def berger(n: int) -> tuple[Pairs[int], ...]:
    """Return the rounds of a Berger table for entrants 0 to n - 1, each a tuple of pairs.

    With an odd number, one entrant has a bye in each round. Raises ValueError for fewer than two.
    """
    if n < 2:
        raise ValueError(f"expected at least 2 entrants, got {n}")
    even = n + n % 2
    return tuple(tuple(pair for pair in _round(even, number) if max(pair) < n) for number in range(even - 1))


def round_robin(entrants: Sequence[_T], n_legs: int = 1) -> tuple[Pairs[_T], ...]:
    """Return the rounds in which all entrants meet `n_legs` times, with the order of a pair alternating.

    Raises ValueError for fewer than two entrants, if one is listed twice, or for less than one leg.
    """
    if len(set(entrants)) < len(entrants):
        raise ValueError(f"expected each entrant once, got {' '.join(map(str, entrants))}")
    if n_legs < 1:
        raise ValueError(f"expected at least 1 leg, got {n_legs}")
    table = berger(len(entrants))
    legs = (table if leg % 2 == 0 else _reversed(table) for leg in range(n_legs))
    return tuple(tuple((entrants[a], entrants[b]) for a, b in pairs) for leg in legs for pairs in leg)


def snake(
    seeds: Sequence[_T], n_groups: int, country_of: Mapping[_T, str] | None = None
) -> tuple[tuple[_T, ...], ...]:
    """Deal entrants, best seed first, into groups by a snake: 1 to k, then k to 1, and so on.

    Newcomers come last in `seeds`, which spreads them over all groups. With `country_of`, entrants of a row
    of the snake are exchanged to separate people of the same country, staying as close to the snake as
    possible. Raises ValueError if a group would have fewer than two entrants.
    """
    if not 1 <= n_groups <= len(seeds) // 2:
        raise ValueError(f"expected 1 to {len(seeds) // 2} groups of {len(seeds)} entrants, got {n_groups}")
    groups: list[list[_T]] = [[] for _ in range(n_groups)]
    for row in range(0, len(seeds), n_groups):
        dealt = seeds[row : row + n_groups]
        order = range(n_groups) if (row // n_groups) % 2 == 0 else range(n_groups - 1, -1, -1)
        places = list(order)[: len(dealt)]
        for entrant, place in zip(dealt, _places(dealt, places, groups, country_of or {}), strict=True):
            groups[place].append(entrant)
    return tuple(map(tuple, groups))


def _round(n: int, number: int) -> Pairs[int]:
    """Return one round for an even number: the last entrant stays, the others move on by half the table."""
    first = number * (n // 2) % (n - 1)
    ring = [(first + at) % (n - 1) for at in range(n - 1)]
    top = (ring[0], n - 1) if number % 2 == 0 else (n - 1, ring[0])
    return (top, *((ring[at], ring[n - 1 - at]) for at in range(1, n // 2)))


def _reversed(table: tuple[Pairs[int], ...]) -> tuple[Pairs[int], ...]:
    return tuple(tuple((b, a) for a, b in pairs) for pairs in table)


def _places(
    dealt: Sequence[_T], places: Sequence[int], groups: Sequence[Sequence[_T]], country_of: Mapping[_T, str]
) -> list[int]:
    """Give each entrant of a row a group: fewest of the same country together, then closest to the snake."""
    n = len(dealt)
    graph: rx.PyGraph[None, int] = rx.PyGraph()
    graph.add_nodes_from([None] * (2 * n))
    for at, entrant in enumerate(dealt):
        country = country_of.get(entrant)
        for to, place in enumerate(places):
            together = sum(
                country is not None and country_of.get(other) == country for other in groups[place]
            )
            graph.add_edge(at, n + to, -(together * n**3 + (at - to) ** 2))
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    to_of = {min(edge): max(edge) - n for edge in matched}
    return [places[to_of[at]] for at in range(n)]

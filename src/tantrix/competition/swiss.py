"""Swiss pairing by one maximum-weight matching per round.

The criteria, in order: nobody meets an opponent again; nobody gets a second bye, or a bye after a win by
default (FIDE C.04.1, article 4); the bye goes to the lowest place; opponents have nearly the same points; in
the first round the top half meets the bottom half, later neighbours meet. Each criterion outweighs all later
ones together, so the first is met whenever any pairing can meet it. Tantrix has no equivalent of the colours
in chess, which makes most rules of the Dutch system (FIDE C.04.3) unnecessary.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from typing import NamedTuple

import rustworkx as rx

MAX_ROUNDS = 16
SPARE_OPPONENTS = 3  # a Swiss of n - 2 rounds or more cannot always avoid a second meeting


@dataclass(frozen=True, slots=True)
class SwissEntrant:
    """An entrant before a round; entrants are given in the order of their places, best first.

    `tenths`: tournament points so far, in tenths. `opponents`: all opponents so far. `had_bye`: whether it
    had a bye in a round, or won one by forfeit.
    """

    name: str
    tenths: int = 0
    opponents: frozenset[str] = field(default_factory=frozenset)
    had_bye: bool = False


class SwissRound(NamedTuple):
    """The pairs of a round, the better place first and the best pair first, and who has the bye."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None


def n_rounds(n_entrants: int) -> int:
    """Return how many rounds an Open has: at most 16, and few enough that nobody must meet twice.

    Raises ValueError if that is fewer than a Swiss needs, log2 of the entrants plus two; a round robin is
    possible then.
    """
    most = min(MAX_ROUNDS, n_entrants - SPARE_OPPONENTS)
    least = ceil(log2(max(n_entrants, 2))) + 2
    if most < least:
        raise ValueError(f"expected at least 8 entrants for a Swiss, got {n_entrants}: play all against all")
    return most


def pair(entrants: Sequence[SwissEntrant], is_first: bool = False) -> SwissRound:
    """Pair a round; the same entrants in the same order always give the same pairs.

    `is_first` folds the field: the top half meets the bottom half. Takes about n^3 steps, 0.1 s for 200
    entrants. Raises ValueError for fewer than two entrants, or if one is listed twice.
    """
    names = [entrant.name for entrant in entrants]
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError(f"expected at least two different entrants, got {' '.join(names) or 'none'}")
    matched = rx.max_weight_matching(meetings(entrants, is_first), max_cardinality=True, weight_fn=int)
    sides = sorted((min(edge), max(edge)) for edge in matched)
    bye = next((names[first] for first, second in sides if second == len(names)), None)
    return SwissRound(tuple((names[a], names[b]) for a, b in sides if b < len(names)), bye)


def meetings(entrants: Sequence[SwissEntrant], is_first: bool = False) -> "rx.PyGraph[None, int]":
    """Return the graph of possible meetings, where a cheaper meeting has a larger weight.

    Its nodes are the entrants in order and, if their number is odd, one more for the bye.
    """
    n = len(entrants)
    costs = _Costs(entrants, is_first)
    graph: rx.PyGraph[None, int] = rx.PyGraph()
    graph.add_nodes_from([None] * (n + n % 2))
    graph.add_edges_from([(a, b, -costs.of_meeting(a, b)) for a in range(n) for b in range(a + 1, n)])
    if n % 2:
        graph.add_edges_from([(at, n, -costs.of_bye(at)) for at in range(n)])
    return graph


class _Costs:
    """Costs of pairs as integers: a unit of a criterion exceeds a round's total cost in all later ones."""

    def __init__(self, entrants: Sequence[SwissEntrant], is_first: bool) -> None:
        self._entrants = entrants
        n = len(entrants)
        tenths = [entrant.tenths for entrant in entrants]
        self._fold = n // 2 if is_first else 0
        self._points = n**3 + 1
        self._bye_place = self._points * (n * (max(tenths) - min(tenths)) ** 2 + 1)
        self._second_bye = self._bye_place * (n + 1)
        self._rematch = self._second_bye * 2

    def of_meeting(self, a: int, b: int) -> int:
        """Return the cost of a meeting of the entrants at places `a` < `b`."""
        first, second = self._entrants[a], self._entrants[b]
        is_again = second.name in first.opponents or first.name in second.opponents
        apart = (b - a - self._fold) ** 2
        return is_again * self._rematch + (first.tenths - second.tenths) ** 2 * self._points + apart

    def of_bye(self, at: int) -> int:
        """Return the cost of a bye for the entrant at a place."""
        entrant = self._entrants[at]
        from_last = len(self._entrants) - 1 - at
        return entrant.had_bye * self._second_bye + from_last * self._bye_place

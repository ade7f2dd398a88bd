"""The places that a search has still to fill: the fields `open`, `n_open`, `at` and `chosen` of its record.

open: int[n], the places without tile, of which the first `n_open` count, in any order. chosen, at: int64[n],
of each level of the search its place, and where that was in `open`.
"""

from typing import Any, Protocol

from tantrix._compile.jit import jit
from tantrix._compile.records import Int64s, Vector


class HasOpenPlaces(Protocol):
    """The fields of a record that say which places are open."""

    n_open: int
    at: Int64s
    chosen: Int64s

    @property
    def open(self) -> Vector[Any, int]: ...


@jit
def do_take_out(s: HasOpenPlaces, level: int, at: int) -> None:
    """Let a level fill the open place at an index."""
    s.at[level] = at
    s.chosen[level] = s.open[at]
    s.n_open -= 1
    s.open[at] = s.open[s.n_open]


@jit
def do_put_back(s: HasOpenPlaces, level: int) -> None:
    """Open the place of the last level again."""
    s.open[s.n_open] = s.open[s.at[level]]
    s.open[s.at[level]] = s.chosen[level]
    s.n_open += 1

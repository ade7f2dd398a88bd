"""The places that a search has still to fill: the fields `open`, `n_open`, `at` and `chosen` of its record.

open: int[n], the places without tile, of which the first `n_open` count, in any order. chosen, at: int64[n],
of each level of the search its place, and where that was in `open`.
"""

from typing import Any

from tantrix._compile.jit import jit


@jit
def do_take_out(s: Any, level: int, at: int) -> None:
    """Let a level fill the open place at an index."""
    s.at[level] = at
    s.chosen[level] = s.open[at]
    s.n_open -= 1
    s.open[at] = s.open[s.n_open]


@jit
def do_put_back(s: Any, level: int) -> None:
    """Open the place of the last level again."""
    s.open[s.n_open] = s.open[s.at[level]]
    s.open[s.at[level]] = s.chosen[level]
    s.n_open += 1

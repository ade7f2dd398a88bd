"""Choice of the open place to fill next: the one that the fewest tiles fit."""

from typing import Any

from tantrix._jit import jit, popcount

_MANY = 1 << 30


@jit
def fewest_fitting(places: Any, n_places: int, code: Any, fit: Any, left: Any) -> int:
    """Return the index of the place that the fewest of the tiles left fit; -1 if no tile fits one of them.

    places: int[n], cells, of which the first `n_places` count. code: int[SIZE], the code of each cell.
    fit: `fit` of kernel.TABLES. left: uint64, a bit for each tile left.
    """
    fewest = _MANY
    chosen = 0
    for at in range(n_places):
        n = popcount(fit[code[places[at]], 6] & left)
        if n < fewest:
            if n == 0:
                return -1
            fewest = n
            chosen = at
    return chosen

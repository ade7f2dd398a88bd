"""A short proof: the rims of a table must turn round once, and be long enough.

Walk around the tiles. Where a tile is exposed on k edges in a row, the walk turns by k - 1 sixths to one
side, and by one sixth back where it goes on to the next tile; so the sum of k - 2 over all such rows is six.
Around a hole it is minus six. A strand shows its colour to no empty cell, only a line at its two ends, so
each tile allows some rows only. If no choice of rows adds up to six, less six for each hole, and to the
shortest possible rims, there is no solution.
"""

import math
from functools import cache

import numpy as np

from tantrix.solver.goal import Goal, GoalKind
from tantrix.tiles import LETTERS, edges

_Choice = tuple[int, int, int]  # the sum of k - 2, the ends of lines that are shown, the exposed edges

_NEVER = -10_000
_ROUND = 6
_WORST = 3  # three edges of a tile, one by one


def turned(n_holes: int) -> int:
    """Return the sixths by which the rims of a table turn, outside and around its holes."""
    return _ROUND - _ROUND * n_holes


def least_rim(n_tiles: int, n_holes: int = 0) -> int:
    """Return the least number of exposed edges of a table, those around its holes included.

    The rim outside is that of a table whose holes are filled (Harary and Harborth, Extremal animals, 1976);
    around a hole there are six edges or more.
    """
    return 2 * (math.isqrt(12 * (n_tiles + n_holes) - 4) + 1) + _ROUND * n_holes


def longest_rims(goal: Goal) -> dict[int, int]:
    """Return an upper bound for the exposed edges, by the sixths by which the rims turn altogether."""
    loops = frozenset(LETTERS[each.colour] for each in goal.strands if each.kind is GoalKind.LOOP)
    lines = frozenset(LETTERS[each.colour] for each in goal.strands if each.kind is GoalKind.LINE)
    n_ends, middle = 2 * len(lines), _WORST * len(goal.tiles)
    longest = np.full((n_ends + 1, 2 * middle + _ROUND + 1), _NEVER)  # by ends and sums
    longest[0, middle] = 0
    for tile in goal.tiles:
        before, longest = longest, longest.copy()
        for turned, ends, exposed in _choices(tile, loops, lines):
            if ends > n_ends:
                continue
            source = before[: n_ends + 1 - ends, max(0, -turned) : before.shape[1] - max(0, turned)]
            target = longest[ends:, max(0, turned) : before.shape[1] - max(0, -turned)]
            np.maximum(target, source + exposed, out=target)
    best = longest.max(axis=0)
    return {int(at) - middle: int(best[at]) for at in np.flatnonzero(best >= 0)}


@cache
def _choices(tile: int, loops: frozenset[str], lines: frozenset[str]) -> tuple[_Choice, ...]:
    """List what a tile that touches another can show to empty cells."""
    best: dict[tuple[int, int], int] = {}
    letters = edges(tile)
    for exposed in range(1, 63):
        shown = [exposed >> edge & 1 for edge in range(6)]
        seen = [letters[edge] for edge in range(6) if shown[edge]]
        if loops.intersection(seen):
            continue
        n_rows = sum(shown[edge] and not shown[edge - 1] for edge in range(6))
        key = len(seen) - 2 * n_rows, sum(letter in lines for letter in seen)
        best[key] = max(best.get(key, 0), len(seen))
    return tuple((*key, n) for key, n in best.items())

"""The tiles for a form of a loop: the hardest place first.

A form fixes the cells, called places here, and the edges of the loop in each of them. The other colours
decide which tile lies where.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit, lowest_bit, popcount
from tantrix._compile.records import U0, U1, CompiledRecord, Int16Rows, Int16s, Int64s, UInt64s, Word
from tantrix.kernel import Tables
from tantrix.solver.steps.open_places import do_put_back, do_take_out
from tantrix.solver.steps.random_choices import below, bit_from

MAX_PLACES = 1000  # as many as a board can have cells
_MANY = 1 << 30
_SCALE = 8192
_ALONE = 3  # how much a place without open neighbours counts; each open neighbour counts one


class Laying(CompiledRecord):
    """What a record has that lays tiles in places."""

    nodes: int  # first: Numba takes a record for another one whose only field it begins with
    random: Word
    left: Word
    copies: Annotated[Int64s, 64]
    beside: Annotated[Int16Rows, (MAX_PLACES, 6)]  # across an edge, -1 for none or if the loop passes there
    code: Annotated[Int16s, MAX_PLACES]  # the colours that the loop and the laid tiles show, as in the kernel
    laid: Annotated[Int16s, MAX_PLACES]  # turned tile plus 1, 0 where none
    weight: Annotated[Int64s, MAX_PLACES]  # how often no tile fitted a place, plus 1
    near: Annotated[Int64s, MAX_PLACES]  # the places without tile beside it
    open: Annotated[Int16s, MAX_PLACES]  # the places without tile
    n_open: int
    at: Annotated[Int64s, MAX_PLACES]  # of each level: the position of its place in `open`
    chosen: Annotated[Int64s, MAX_PLACES]
    rotation: Annotated[Int64s, MAX_PLACES]
    first: Annotated[Int64s, MAX_PLACES]
    fitting: Annotated[UInt64s, MAX_PLACES]


def set_tiles(s: Laying, tiles: Sequence[int]) -> None:
    """Store the tiles to lay."""
    s.copies[:] = np.bincount(np.array(tiles) - 1, minlength=64)
    s.left = np.uint64(sum(1 << (tile - 1) for tile in set(tiles)))


@jit
def do_assign(s: Laying, t: Tables, most: int) -> bool:
    """Lay the tiles where they fit, hardest place first; give up after `most` nodes."""
    _compare(s)
    level = 0
    spent = 0
    if not _choose(s, t, 0):
        return False
    while level >= 0:
        if s.laid[s.chosen[level]] != 0:
            _lift(s, t, level)
        if not _next(s, t, level):
            do_put_back(s, level)
            level -= 1
            continue
        spent += 1
        if s.n_open == 0:
            s.nodes += spent
            return True
        if spent > most:
            break
        if _choose(s, t, level + 1):
            level += 1
    s.nodes += spent
    while level >= 0:
        if s.laid[s.chosen[level]] != 0:
            _lift(s, t, level)
        level -= 1
    return False


@jit
def _compare(s: Laying) -> None:
    """Give all places the same weight, and count the places beside each."""
    for at in range(s.n_open):
        place = s.open[at]
        s.weight[place] = 1
        s.near[place] = 0
        for edge in range(6):
            s.near[place] += int(s.beside[place, edge] >= 0)


@jit
def _choose(s: Laying, t: Tables, level: int) -> bool:
    """Choose the open place that is hardest to fill; fail if no tile fits one.

    Few tiles fit a hard place, it touches many open ones, and it has often been left without a tile that fits
    (Boussemart, Hemery, Lecoutre, Sais, Boosting systematic search by weighting constraints, 2004).
    """
    least, chosen = _MANY, 0
    for at in range(s.n_open):
        place = s.open[at]
        n = popcount(t.fit[s.code[place], 6] & s.left)
        if n == 0:
            s.weight[place] += 1
            return False
        score = _SCALE * n // (s.weight[place] * (_ALONE + s.near[place]))
        if score < least:
            least, chosen = score, at
    do_take_out(s, level, chosen)
    s.rotation[level] = -1
    s.first[level] = below(s, 6)
    s.fitting[level] = U0
    return True


@jit
def _next(s: Laying, t: Tables, level: int) -> bool:
    """Lay the next tile that fits the place of this level."""
    place = s.chosen[level]
    while s.fitting[level] == U0:
        s.rotation[level] += 1
        if s.rotation[level] == 6:
            return False
        rotation = (s.rotation[level] + s.first[level]) % 6
        s.fitting[level] = t.fit[s.code[place], rotation] & s.left
    tile = _commonest(s, s.fitting[level])
    s.fitting[level] &= ~(U1 << np.uint64(tile))
    turned = 8 * tile + (s.rotation[level] + s.first[level]) % 6
    s.laid[place] = turned + 1
    s.copies[tile] -= 1
    if s.copies[tile] == 0:
        s.left &= ~(U1 << np.uint64(tile))
    _show(s, t, place, turned, 1)
    return True


@jit
def _commonest(s: Laying, fitting: Word) -> int:
    """Return the tile with the most copies left; ties go to the first one from a random position on."""
    best = bit_from(fitting, below(s, 64))
    while fitting != U0:
        tile = lowest_bit(fitting)
        fitting &= fitting - U1
        if s.copies[tile] > s.copies[best]:
            best = tile
    return best


@jit
def _lift(s: Laying, t: Tables, level: int) -> None:
    place = s.chosen[level]
    turned = s.laid[place] - 1
    s.laid[place] = 0
    s.copies[turned >> 3] += 1
    s.left |= U1 << np.uint64(turned >> 3)
    _show(s, t, place, turned, -1)


@jit
def _show(s: Laying, t: Tables, place: int, turned: int, sign: int) -> None:
    for edge in range(6):
        beside = s.beside[place, edge]
        if beside >= 0:
            s.code[beside] += sign * t.add[turned, edge]
            s.near[beside] -= sign

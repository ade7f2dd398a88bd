"""Tables of open solitaire on a compact outline, found by changing the colours of edges.

The cells stay as they are. A change swaps two colours along a walk from edge to edge, so that touching edges
always match and each cell still shows three colours, each on two edges. What such a cell shows determines its
tile, so a tile may be there twice while another is missing. Missing tiles cost, and the cost rises while
the tolerance for worse scores shrinks. In the beginning the colours are free to form long loops, and in the
end each tile is there once.
"""

from collections.abc import Sequence
from itertools import product
from math import sqrt
from random import Random
from typing import Annotated, NamedTuple

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit
from tantrix._compile.records import CompiledRecord, Int64s, Numbers, Records, Word
from tantrix.solver.answer import Solution, on_plane
from tantrix.solver.steps.random_choices import below, chances, seeded
from tantrix.tiles import GAME_SET, Colour, edges, links

STEPS = 100_000
LEAST = 20  # tiles; fewer leave too little freedom on a compact outline
_HOTTEST, _COLDEST = 5.0, 2.0  # the score that may be lost
_CHEAPEST, _DEAREST = 2.0, 4.5  # the cost of a missing tile
_LONGEST = 16  # edges in a walk
_ROW = 16  # cells in a row of the board; outlines stay clear of its border
_ABANDONED, _OUTSIDE, _CLOSED = 0, 1, 2


class RecolouringState(CompiledRecord):
    """The state of a search that changes the colours on an outline."""

    n: int
    cell: Annotated[Int64s, 64]
    is_inside: Annotated[Int64s, 256]
    code: Annotated[Int64s, 256]  # the colours of a cell's edges, two bits each
    mates: Annotated[Int64s, 256]  # where the link from each edge leads, four bits each
    n_rim: int
    rim_cell: Annotated[Int64s, 256]
    rim_edge: Annotated[Int64s, 256]
    wanted: Annotated[Int64s, 64]  # each tile, zero or one
    laid: Annotated[Int64s, 64]
    missing: int
    score: int
    before: Annotated[Int64s, 256]  # the codes before this change
    changed_in: Annotated[Int64s, 256]  # the number of the last change that touched a cell
    touched: Annotated[Int64s, 64]
    n_touched: int
    seen: Annotated[Int64s, 256]
    best: Annotated[Int64s, 4]
    best_code: Annotated[Int64s, 256]
    best_score: int  # -1 while tiles have always been missing
    random: Word
    nodes: int


class Shown(NamedTuple):
    """What the colours of a code show: the tile and its rotation, -1 if none, and the mates of its edges."""

    turned: Numbers
    mates: Numbers
    step: Numbers


def shown(tiles: Sequence[int]) -> Shown:
    """Make the tables of codes for the tiles of the game and some others.

    A triple straight, which has two rotations for a code, gets the lower one.
    """
    turned, mates = np.full(4096, -1, np.int64), np.zeros(4096, np.int64)
    for tile, rotation in product({*GAME_SET, *tiles}, range(5, -1, -1)):
        colours = (Colour.parse(letter) for letter in edges(tile, rotation))
        code = sum(colour << 2 * edge for edge, colour in enumerate(colours))
        turned[code] = 8 * (tile - 1) + rotation
        mates[code] = sum(link.b << 4 * link.a | link.a << 4 * link.b for link in links(tile, rotation))
    return Shown(turned, mates, np.array([1, _ROW, _ROW - 1, -1, -_ROW, 1 - _ROW], np.int64))


def new_recolouring(tiles: Sequence[int], known: Shown, seed: int) -> Records[RecolouringState]:
    """Prepare a search for distinct tiles on a random compact outline, with random colours."""
    rng, n = Random(seed), len(tiles)
    made = RecolouringState.zeros()
    s = made[0]
    s.n, s.best_score = n, -1
    s.random = seeded(seed)
    s.wanted[[tile - 1 for tile in tiles]] = 1
    s.cell[:n] = sorted(_outline(n, rng))
    s.is_inside[s.cell[:n]] = 1
    rim = [(at, edge) for at, edge in product(s.cell[:n], range(6)) if not s.is_inside[at + known.step[edge]]]
    s.n_rim = len(rim)
    s.rim_cell[: len(rim)], s.rim_edge[: len(rim)] = zip(*rim, strict=True)
    for cell, code in _coloured(s.cell[:n], known, rng).items():
        s.code[cell], s.mates[cell] = code, known.mates[code]
        s.laid[known.turned[code] >> 3] += 1
    s.missing = int(np.maximum(s.wanted - s.laid, 0).sum())
    return made


class Recolouring:
    """A search on one compact outline; `advance` it, then ask for its `score` and `solution`."""

    def __init__(self, tiles: Sequence[int], seed: int) -> None:
        self._shown = shown(tiles)
        self._search = new_recolouring(tiles, self._shown, seed)

    def advance(self, share: float) -> None:
        """Try many changes with the tolerance that belongs to a share of the time."""
        heat = _HOTTEST * (_COLDEST / _HOTTEST) ** share
        cost = _CHEAPEST + (_DEAREST - _CHEAPEST) * share
        worse = chances(n / heat for n in range(64))
        missing = chances(n * cost for n in range(64))
        do_recolourings(self._search, *self._shown, worse, missing, STEPS)

    @property
    def score(self) -> int:
        """The score of the best table that has all tiles, -1 if there was none."""
        return int(self._search[0].best_score)

    @property
    def nodes(self) -> int:
        return int(self._search[0].nodes)

    @property
    def solution(self) -> Solution:
        """The best table that has all tiles."""
        s = self._search[0]
        turned = np.zeros(kernel.SIZE, np.int16)
        laid = [kernel.START + cell % _ROW + kernel.STRIDE * (cell // _ROW) for cell in s.cell[: s.n]]
        turned[[at & kernel.MASK for at in laid]] = self._shown.turned[s.best_code[s.cell[: s.n]]] + 1
        return on_plane(turned, laid[0] & kernel.MASK)


def _outline(n: int, rng: Random) -> list[int]:
    """Return the cells nearest to a random point, in steps of the board."""
    y, x = _ROW / 2 + rng.random() - 0.5, _ROW / 2 + rng.random() - 0.5

    def distance(cell: int) -> tuple[float, float]:
        down, right = cell // _ROW - y, cell % _ROW - x
        steps = max(abs(down), abs(right), abs(down + right))
        return round(steps, 9), sqrt((right + down / 2) ** 2 + 0.75 * down**2)

    return sorted(range(_ROW * _ROW), key=distance)[:n]


def _coloured(cells: Numbers, known: Shown, rng: Random) -> dict[int, int]:
    """Return the code of a random tile for each cell, so that all touching edges match."""
    codes = np.flatnonzero(known.turned >= 0)
    shown_colours = [(codes >> 2 * edge) & 3 for edge in range(6)]
    while True:
        found: dict[int, int] = {}
        for cell in map(int, cells):
            is_fitting = np.ones(len(codes), np.bool_)
            for edge in range(6):
                beside = found.get(cell + int(known.step[edge]))
                if beside is not None:
                    is_fitting &= shown_colours[edge] == beside >> 2 * ((edge + 3) % 6) & 3
            if not is_fitting.any():
                break
            found[cell] = int(rng.choice(codes[is_fitting]))
        else:
            return found


@jit
def do_recolourings(
    searches: Records[RecolouringState],
    turned: Numbers,
    mates: Numbers,
    step: Numbers,
    worse: Numbers,
    missing: Numbers,
    n_steps: int,
) -> None:
    """Try some changes; `worse` and `missing` are the chances to keep a loss, in 65,536ths."""
    s = searches[0]
    if s.nodes == 0:
        s.score = _score(s, step)
    for _ in range(n_steps):
        s.nodes += 1
        if not _recolour(s, turned, step):
            _restore(s)
            continue
        more = _exchange(s, turned, False) - s.missing
        if not _is_allowed(s, missing, more):
            _exchange(s, turned, True)
            _restore(s)
            continue
        _join(s, mates)
        score = _score(s, step)
        if not _is_allowed(s, worse, s.score - score):
            _exchange(s, turned, True)
            _restore(s)
            _join(s, mates)
            continue
        s.missing += more
        s.score = score
        if s.missing == 0 and score > s.best_score:
            s.best_score = score
            s.best_code[:] = s.code


@jit
def _is_allowed(s: RecolouringState, chances: Numbers, loss: int) -> bool:
    return loss <= 0 or (loss < 64 and below(s, 65536) < chances[loss])


@jit
def _join(s: RecolouringState, mates: Numbers) -> None:
    for at in range(s.n_touched):
        cell = s.touched[at]
        s.mates[cell] = mates[s.code[cell]]


@jit
def _recolour(s: RecolouringState, turned: Numbers, step: Numbers) -> bool:
    """Swap two colours along a random walk; return whether each cell it touched shows a tile afterwards."""
    s.n_touched = 0
    if below(s, 10) < 3:
        at = below(s, s.n_rim)
        cell, edge = int(s.rim_cell[at]), int(s.rim_edge[at])
    else:
        cell, edge = int(s.cell[below(s, s.n)]), below(s, 6)
    old = (int(s.code[cell]) >> 2 * edge) & 3
    new = (old + 1 + below(s, 3)) & 3
    back = cell + step[edge]
    _paint(s, step, cell, edge, new)
    if s.is_inside[back]:
        end = _walk(s, turned, step, cell, edge, old, new, back)
        if end == _OUTSIDE:
            end = _walk(s, turned, step, back, (edge + 3) % 6, old, new, -1)
    else:
        end = _walk(s, turned, step, cell, edge, old, new, -1)
    is_shown = end != _ABANDONED
    for at in range(s.n_touched):
        is_shown = is_shown and turned[s.code[s.touched[at]]] >= 0
    return is_shown


@jit
def _paint(s: RecolouringState, step: Numbers, cell: int, edge: int, colour: int) -> None:
    """Give an edge another colour, on both of its sides."""
    _touch(s, cell)
    s.code[cell] = (s.code[cell] & ~(3 << 2 * edge)) | (colour << 2 * edge)
    beside = cell + step[edge]
    if s.is_inside[beside]:
        _touch(s, beside)
        facing = (edge + 3) % 6
        s.code[beside] = (s.code[beside] & ~(3 << 2 * facing)) | (colour << 2 * facing)


@jit
def _touch(s: RecolouringState, cell: int) -> None:
    if s.changed_in[cell] != s.nodes:
        s.changed_in[cell] = s.nodes
        s.before[cell] = s.code[cell]
        s.touched[s.n_touched] = cell
        s.n_touched += 1


@jit
def _walk(
    s: RecolouringState, turned: Numbers, step: Numbers, cell: int, edge: int, old: int, new: int, back: int
) -> int:
    """Mend a cell whose edge turned from `old` to `new` by changing another of its edges, then the next cell.

    The walk ends outside, or in the cell `back` where it began, if that shows a tile then.
    """
    for _ in range(_LONGEST):
        code = int(s.code[cell])
        n_new, chosen, other = 0, -1, -1
        for at in range(6):
            colour = (code >> 2 * at) & 3
            if at == edge:
                continue
            if colour == new:
                n_new += 1
                if n_new == 1 or (n_new == 2 and below(s, 2)):
                    chosen = at
            elif colour == old:
                other = at
        if n_new == 0:
            chosen = other
        elif n_new != 2:
            return _ABANDONED
        if chosen < 0 or ((code ^ int(s.before[cell])) >> 2 * chosen) & 3:
            return _ABANDONED
        if n_new == 2:
            old, new = new, old
        _paint(s, step, cell, chosen, new)
        cell += step[chosen]
        if not s.is_inside[cell]:
            return _OUTSIDE
        if cell == back:
            return _CLOSED if turned[s.code[cell]] >= 0 else _ABANDONED
        edge = (chosen + 3) % 6
    return _ABANDONED


@jit
def _restore(s: RecolouringState) -> None:
    for at in range(s.n_touched):
        cell = s.touched[at]
        s.code[cell] = s.before[cell]


@jit
def _exchange(s: RecolouringState, turned: Numbers, is_back: bool) -> int:
    """Exchange the tiles of the touched cells, or back; return how many tiles are missing after that."""
    missing = int(s.missing)
    for at in range(s.n_touched):
        cell = s.touched[at]
        tile = turned[s.code[cell] if is_back else s.before[cell]] >> 3
        if s.laid[tile] <= s.wanted[tile]:
            missing += 1
        s.laid[tile] -= 1
    for at in range(s.n_touched):
        cell = s.touched[at]
        tile = turned[s.before[cell] if is_back else s.code[cell]] >> 3
        if s.laid[tile] < s.wanted[tile]:
            missing -= 1
        s.laid[tile] += 1
    return missing


@jit
def _score(s: RecolouringState, step: Numbers) -> int:
    """Return the sum of the four colours' best lines and loops."""
    s.seen[:] = 0
    s.best[:] = 0
    for at in range(s.n):
        first = int(s.cell[at])
        for edge in range(6):
            if (s.seen[first] >> edge) & 1:
                continue
            colour = (int(s.code[first]) >> 2 * edge) & 3
            s.seen[first] |= 1 << edge
            length, is_loop = _follow(s, step, first, edge)
            if not is_loop:
                length += _follow(s, step, first, (int(s.mates[first]) >> 4 * edge) & 7)[0] - 1
            value = 2 * length if is_loop else length
            if value > s.best[colour]:
                s.best[colour] = value
    return int(s.best[0] + s.best[1] + s.best[2] + s.best[3])


@jit
def _follow(s: RecolouringState, step: Numbers, cell: int, edge: int) -> tuple[int, bool]:
    """Follow a strand from an edge of a cell through the cell; return its links and whether it is a loop."""
    first = cell * 6 + edge
    length = 0
    while True:
        edge = (int(s.mates[cell]) >> 4 * edge) & 7
        s.seen[cell] |= 1 << edge
        length += 1
        cell += step[edge]
        edge = (edge + 3) % 6
        if cell * 6 + edge == first:
            return length, True
        if not s.is_inside[cell]:
            return length, False
        s.seen[cell] |= 1 << edge

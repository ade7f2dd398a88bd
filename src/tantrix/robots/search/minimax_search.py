"""The compiled search of the robot `minimax`: alpha-beta on an explicit stack that can be paused and resumed.

The side of the root's colour maximises its margin and all others minimise it ("paranoid"; with two colours,
plain minimax). The kernel decides who plays next, because a turn can hold several placements.
"""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import (
    U1,
    CompiledRecord,
    Float64Rows,
    Float64s,
    Int64Rows,
    Int64s,
    Numbers,
    Records,
)
from tantrix.kernel import (
    State,
    States,
    TableArray,
    Tables,
    cell_of,
    find_choices,
    lift,
    place,
    put,
    turned_of,
    unlay,
)
from tantrix.robots.forecast.features import Net, Sheet, judge_placement
from tantrix.robots.search.minimax_lines import Lines, gain, judge_lines, margin_of
from tantrix.robots.search.playouts import n_tiles_left

MAX_PLIES = 8
NEW = -1


class MinimaxSearch(CompiledRecord):
    """The state of a search."""

    own: int  # the root's colour
    by_forecast: int  # 1: leaves are judged by the fitted forecast, 0: by `minimax_lines`
    last: int  # the level whose placements are judged instead of searched
    level: int  # the top of the stack; -1: the search is done
    n_nodes: int  # positions visited so far
    value: float  # of the root placement, valid once the search is done
    at: Annotated[Int64s, MAX_PLIES]  # placements tried, or NEW
    n: Annotated[Int64s, MAX_PLIES]
    alpha: Annotated[Float64s, MAX_PLIES]
    beta: Annotated[Float64s, MAX_PLIES]
    best: Annotated[Float64s, MAX_PLIES]
    keys: Annotated[Int64Rows, (MAX_PLIES, 4096)]
    gains: Annotated[Float64Rows, (MAX_PLIES, 4096)]


@jit
def _play(s: State, t: Tables, deck: Numbers, key: int) -> None:
    """Place a tile and draw from the deck, unless it is empty."""
    left = popcount(s.bag)
    draw = int(deck[len(deck) - left]) if left > 0 and len(deck) > 0 else -1
    place(s, t, cell_of(key), turned_of(key), draw)


@jit
def judge(a: MinimaxSearch, s: State, t: Tables, w: Lines, net: Net, sheet: Sheet, key: int) -> float:
    """Judge the table after a placement without a draw for the root's colour; the state is unchanged."""
    if a.by_forecast:
        judge_placement(s, t, net, sheet, key)
        opponent = -1000.0
        for at in range(sheet.n_colours):
            colour = sheet.colours[at]
            if colour != a.own:
                opponent = max(opponent, float(sheet.value[colour]))
        return float(sheet.value[a.own]) - opponent
    phase, stuck, seat = s.phase, s.stuck, s.to_play
    put(s, t, cell_of(key), turned_of(key), -1)
    if n_tiles_left(s) > 0:
        judge_lines(s, t, w)
        margin = margin_of(s, w, w.value, a.own)
    else:
        margin = margin_of(s, w, s.best, a.own)
    unlay(s, t)
    s.hands[seat] |= U1 << np.uint64(key & 63)
    s.phase = phase
    s.stuck = stuck
    return margin


@jit
def _open(a: MinimaxSearch, s: State, t: Tables, w: Lines, net: Net, sheet: Sheet) -> None:
    """List and rank the placements of a new level; judge them at the last level or the end of the game."""
    level = a.level
    a.n_nodes += 1
    n = find_choices(s, t, a.keys[level])
    if n == 0:
        _give(a, s, t, _final(a, s, w))
        return
    mover = int(s.colours[s.to_play])
    for i in range(n):
        key = int(a.keys[level, i])
        a.gains[level, i] = gain(s, t, w, cell_of(key), turned_of(key), mover)
    a.n[level] = n
    a.at[level] = 0
    a.best[level] = -1e9 if mover == a.own else 1e9
    while level == a.last and a.at[level] < n and a.alpha[level] < a.beta[level]:
        a.n_nodes += 1
        _propagate(a, level, mover, judge(a, s, t, w, net, sheet, _next_key(a, level)))
    if level == a.last:
        _give(a, s, t, a.best[level])


@jit
def _final(a: MinimaxSearch, s: State, w: Lines) -> float:
    """Return the margin of a game that is over; 0 in a deadlock, which is a draw (R3.6)."""
    return 0.0 if n_tiles_left(s) > 0 else margin_of(s, w, s.best, a.own)


@jit
def _next_key(a: MinimaxSearch, level: int) -> int:
    """Take the placement with the highest gain among those not tried."""
    at = a.at[level]
    best = at
    for i in range(at + 1, a.n[level]):
        if a.gains[level, i] > a.gains[level, best]:
            best = i
    key = int(a.keys[level, best])
    a.keys[level, best] = a.keys[level, at]
    a.gains[level, best] = a.gains[level, at]
    a.at[level] = at + 1
    return key


@jit
def _propagate(a: MinimaxSearch, level: int, mover: int, value: float) -> None:
    """Propagate the value of a placement of a colour to the bounds of its level."""
    if mover == a.own:
        a.best[level] = max(a.best[level], value)
        a.alpha[level] = max(a.alpha[level], value)
    else:
        a.best[level] = min(a.best[level], value)
        a.beta[level] = min(a.beta[level], value)


@jit
def _give(a: MinimaxSearch, s: State, t: Tables, value: float) -> None:
    """Pass the value of the top level to the level above it, and take back the placement between them."""
    a.level -= 1
    if a.level < 0:
        a.value = value
        return
    lift(s, t)
    _propagate(a, a.level, int(s.colours[s.to_play]), value)


@jit
def _push(a: MinimaxSearch, alpha: float, beta: float) -> None:
    a.level += 1
    a.at[a.level] = NEW
    a.alpha[a.level] = alpha
    a.beta[a.level] = beta


@jit
def do_begin(
    searches: Records[MinimaxSearch],
    states: States,
    tables: TableArray,
    lines: Records[Lines],
    nets: Records[Net],
    sheets: Records[Sheet],
    deck: Numbers,
    key: int,
    n_plies: int,
    alpha: float,
) -> None:
    """Start the search of one root placement, `n_plies` deep including it, for values above `alpha`."""
    a = searches[0]
    a.own = states[0].colours[states[0].to_play]
    a.last = n_plies - 2
    a.level = -1
    if n_plies == 1:
        a.n_nodes += 1
        a.value = judge(a, states[0], tables[0], lines[0], nets[0], sheets[0], key)
        return
    states[1] = states[0]
    _play(states[1], tables[0], deck, key)
    _push(a, alpha, 1e9)


@jit
def do_continue(
    searches: Records[MinimaxSearch],
    states: States,
    tables: TableArray,
    lines: Records[Lines],
    nets: Records[Net],
    sheets: Records[Sheet],
    deck: Numbers,
    n_nodes: int,
) -> bool:
    """Search until done (True), or for about `n_nodes` more positions (False)."""
    a = searches[0]
    s, t = states[1], tables[0]
    until = a.n_nodes + n_nodes
    while a.level >= 0:
        level = a.level
        if a.at[level] == NEW:
            if a.n_nodes >= until:
                return False
            _open(a, s, t, lines[0], nets[0], sheets[0])
        elif a.at[level] == a.n[level] or a.alpha[level] >= a.beta[level]:
            _give(a, s, t, a.best[level])
        else:
            _play(s, t, deck, _next_key(a, level))
            _push(a, a.alpha[level], a.beta[level])
    return True

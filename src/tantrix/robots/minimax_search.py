"""The compiled heart of the robot `minimax`: alpha-beta on an explicit stack, to be stopped and resumed.

The side of the root's colour wants its margin high, all others want it low (paranoid, which for two colours
is plain minimax). Who plays next is the kernel's to say: a turn holds several placements.
"""

from typing import Any

import numpy as np

from tantrix._jit import jit, popcount
from tantrix.kernel import OVER, Numbers, State, States, TableArray, Tables, find_choices, lift, place
from tantrix.robots.minimax_lines import Lines, gain, judge_lines, margin_of

Search = Any  # a record of SEARCH
Searches = Any  # recarray[1] of SEARCH

MAX_PLIES = 8
NEW = -1

SEARCH = np.dtype(
    [
        ("own", np.int64),  # the root's colour
        ("last", np.int64),  # the level that is judged, not searched
        ("level", np.int64),  # of the stack; -1: the search is done
        ("n_nodes", np.int64),  # positions looked at so far
        ("value", np.float64),  # of the root placement; once the search is done
        ("at", np.int64, MAX_PLIES),  # placements tried, or NEW
        ("n", np.int64, MAX_PLIES),
        ("alpha", np.float64, MAX_PLIES),
        ("beta", np.float64, MAX_PLIES),
        ("best", np.float64, MAX_PLIES),
        ("keys", np.int64, (MAX_PLIES, 4096)),
        ("gains", np.float64, (MAX_PLIES, 4096)),
    ],
    align=True,
)


@jit
def _play(s: State, t: Tables, deck: Numbers, key: int) -> None:
    """Place, and draw from the deck; with an empty deck nothing is drawn."""
    left = popcount(s.bag)
    draw = int(deck[len(deck) - left]) if left > 0 and len(deck) > 0 else -1
    place(s, t, key >> 9, ((key & 63) << 3) + ((key >> 6) & 7), draw)


@jit
def static_margin(s: State, t: Tables, w: Lines, own: int) -> float:
    """Judge a position for a colour: the margin of scores at the end, else of what lines are worth."""
    if s.phase != OVER:
        judge_lines(s, t, w)
        return margin_of(s, w, w.worth, own)
    for seat in range(s.n_seats):
        if s.hands[seat] != np.uint64(0):
            return 0.0  # R3.6: a deadlock is a draw
    return margin_of(s, w, s.best, own)


@jit
def _open(a: Search, s: State, t: Tables, w: Lines) -> None:
    """List and weigh the placements of a new level, or judge it if there is nothing to search."""
    level = a.level
    a.n_nodes += 1
    n = 0 if level == a.last else find_choices(s, t, a.keys[level])
    if n == 0:
        _give(a, s, t, static_margin(s, t, w, a.own))
        return
    mover = int(s.colours[s.to_play])
    for i in range(n):
        key = int(a.keys[level, i])
        a.gains[level, i] = gain(s, t, w, key >> 9, ((key & 63) << 3) + ((key >> 6) & 7), mover)
    a.n[level] = n
    a.at[level] = 0
    a.best[level] = -1e9 if mover == a.own else 1e9


@jit
def _next_key(a: Search, level: int) -> int:
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
def _give(a: Search, s: State, t: Tables, value: float) -> None:
    """Hand the value of the level on top to the one below, and take back the placement between."""
    a.level -= 1
    level = a.level
    if level < 0:
        a.value = value
        return
    lift(s, t)
    if int(s.colours[s.to_play]) == a.own:
        a.best[level] = max(a.best[level], value)
        a.alpha[level] = max(a.alpha[level], value)
    else:
        a.best[level] = min(a.best[level], value)
        a.beta[level] = min(a.beta[level], value)


@jit
def _push(a: Search, alpha: float, beta: float) -> None:
    a.level += 1
    a.at[a.level] = NEW
    a.alpha[a.level] = alpha
    a.beta[a.level] = beta


@jit
def do_begin(
    searches: Searches,
    states: States,
    tables: TableArray,
    deck: Numbers,
    key: int,
    n_plies: int,
    alpha: float,
) -> None:
    """Begin to search one root placement, `n_plies` placements with itself, for a margin above `alpha`."""
    a = searches[0]
    states[1] = states[0]
    s = states[1]
    a.own = s.colours[s.to_play]
    a.last = n_plies - 1
    a.level = -1
    _play(s, tables[0], deck, key)
    _push(a, alpha, 1e9)


@jit
def do_continue(
    searches: Searches, states: States, tables: TableArray, lines: Any, deck: Numbers, n_nodes: int
) -> bool:
    """Go on until done (True), or for about so many more positions (False)."""
    a = searches[0]
    s, t, w = states[1], tables[0], lines[0]
    until = a.n_nodes + n_nodes
    while a.level >= 0:
        level = a.level
        if a.at[level] == NEW:
            if a.n_nodes >= until:
                return False
            _open(a, s, t, w)
        elif a.at[level] == a.n[level] or a.alpha[level] >= a.beta[level]:
            _give(a, s, t, a.best[level])
        else:
            _play(s, t, deck, _next_key(a, level))
            _push(a, a.alpha[level], a.beta[level])
    return True


@jit
def do_static(states: States, tables: TableArray, lines: Any, own: int) -> float:
    """Judge a position as the leaves of the search are judged."""
    return static_margin(states[0], tables[0], lines[0], own)

"""What happens in complete games, counted by compiled loops: the figures behind `tantrix simulate`.

One function plays a game, at random or along given choices, and fills a row of numbers. So the same code
counts random games, robots' games and games from records.
"""

from enum import IntEnum

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import U0, U1, Numbers, Words
from tantrix.kernel import (
    FILL,
    FREE,
    MASK,
    OVER,
    State,
    States,
    TableArray,
    Tables,
    break_deadlock,
    cell_of,
    clear,
    count_placements,
    find_placements,
    lay,
    nth_counted,
    place,
    random_below,
    settle,
    turned_of,
)

__all__ = ["Column"]


MAX_PLIES = 64
NO_KEY = -1  # in a list of choices: choose at random; in a list of played placements: none


class Column(IntEnum):
    """The columns of a game's row; the last eight hold one number per seat or per colour."""

    LAID = 0  # placements made by the seats
    FORCED = 1  # of these, fillings
    TURNS = 2  # turns with at least one placement
    FREE_CHOICES = 3  # free placements
    FREE_PLACEMENTS = 4  # legal free placements to choose from, summed over these
    PASSES = 5  # turns without a legal free placement (R3.6)
    DEADLOCK = 6  # 1: the game ended with tiles in a hand
    STARTER = 7  # the seat that began
    SCORES = 8  # 8 to 11: the score of each seat
    LOOPS = 12  # 12 to 15: the longest loop of each colour in tiles, 0 for none


N_COLUMNS = 16

# Numba reads enum members slowly, but treats plain numbers as constants.
_FORCED = int(Column.FORCED)
_LAID = int(Column.LAID)
_TURNS = int(Column.TURNS)
_FREE_CHOICES = int(Column.FREE_CHOICES)
_FREE_PLACEMENTS = int(Column.FREE_PLACEMENTS)
_PASSES = int(Column.PASSES)
_DEADLOCK = int(Column.DEADLOCK)
_STARTER = int(Column.STARTER)
_SCORES = int(Column.SCORES)
_LOOPS = int(Column.LOOPS)


@jit
def _set_up(s: State, t: Tables, hands: Words, deck: Numbers, to_play: int, opening: int) -> None:
    """Put a deal on the table; `opening` is the key of the tile laid at random, or NO_KEY."""
    clear(s)
    s.to_play = to_play
    s.phase = FILL
    if opening != NO_KEY:
        lay(s, t, cell_of(opening), turned_of(opening))
    for seat in range(s.n_seats):
        s.hands[seat] = hands[seat]
    for at in range(len(deck)):
        s.bag |= U1 << np.uint64(deck[at])


@jit
def _next_key(s: State, t: Tables, rng: Words, n: int, wanted: int, out: Numbers) -> int:
    """Return the key to play: as wanted, or one of the `n` placements just counted, at random."""
    if wanted != NO_KEY:
        return wanted
    if s.n_laid == 0:
        find_placements(s, t, out)
        return int(out[random_below(rng, n)])
    return nth_counted(s, t, random_below(rng, n))


@jit
def _count_choices(s: State, t: Tables) -> int:
    """Break deadlocks, then count the legal placements; return 0 only when the game is over."""
    n = count_placements(s, t)
    while n == 0 and s.phase != OVER:
        break_deadlock(s, t)
        n = count_placements(s, t)
    return n


@jit
def _play_game(
    s: State, t: Tables, deck: Numbers, rng: Words, keys: Numbers, out: Numbers, row: Numbers
) -> None:
    """Play to the end, along `keys` as far as they go and then at random; write the game into `keys`."""
    drawn = 0
    last_turn = -1
    while s.phase != OVER:
        n = _count_choices(s, t)
        row[_PASSES] += s.stuck
        if n == 0:
            return
        ply = row[_LAID]
        key = _next_key(s, t, rng, n, keys[ply], out)
        keys[ply] = key
        row[_LAID] += 1
        if s.phase == FREE:
            row[_FREE_CHOICES] += 1
            row[_FREE_PLACEMENTS] += n
        else:
            row[_FORCED] += 1
        if s.turn != last_turn:
            last_turn = s.turn
            row[_TURNS] += 1
        draw = -1
        if drawn < len(deck):
            draw = int(deck[drawn])
            drawn += 1
        place(s, t, cell_of(key), turned_of(key), draw)


@jit
def _link_place(t: Tables, turned: int, edge: int) -> int:
    """Return the offset of the link at an edge in the table of links: 0, 4 or 8."""
    for at in range(0, 12, 4):
        if t.link[turned, at] == edge or t.link[turned, at + 1] == edge:
            return at
    return -1


@jit
def _loop_length(s: State, t: Tables, cell: int, turned: int, at: int) -> int:
    """Return how many tiles the loop of a link has; 0 if its line is open."""
    edge = int(t.link[turned, at + 1])
    here = cell
    length = 0
    while True:
        length += 1
        here = (here + t.step[edge]) & MASK
        if s.turned[here] == 0:
            return 0
        if here == cell:
            return length
        beside = int(s.turned[here]) - 1
        entered = (edge + 3) % 6
        place_of = _link_place(t, beside, entered)
        a = int(t.link[beside, place_of])
        edge = int(t.link[beside, place_of + 1]) if a == entered else a


@jit
def _find_loops(s: State, t: Tables, row: Numbers) -> None:
    """Find the longest loop of each colour."""
    for entry in range(s.n_laid):
        cell = int(s.log_cell[entry])
        turned = int(s.log_turned[entry])
        for at in range(0, 12, 4):
            colour = int(t.link[turned, at + 2])
            length = _loop_length(s, t, cell, turned, at)
            if length > row[_LOOPS + colour]:
                row[_LOOPS + colour] = length


@jit
def do_games(
    states: States,
    tables: TableArray,
    hands: Words,
    to_play: Numbers,
    openings: Numbers,
    decks: Numbers,
    seeds: Words,
    keys: Numbers,
    out: Numbers,
    rows: Numbers,
) -> None:
    """Play one game for each row of the arguments, with the seats and options of the state.

    `keys` (games, 64) holds what to play, NO_KEY where chance decides; afterwards it holds what was played.
    """
    s, t = states[0], tables[0]
    for game in range(len(seeds)):
        _set_up(s, t, hands[game], decks[game], to_play[game], openings[game])
        settle(s, t)
        row = rows[game]
        row[_STARTER] = to_play[game]
        _play_game(s, t, decks[game], seeds[game : game + 1], keys[game], out, row)
        for seat in range(s.n_seats):
            row[_SCORES + seat] = s.best[s.colours[seat]]
            if s.hands[seat] != U0:
                row[_DEADLOCK] = 1
        _find_loops(s, t, row)

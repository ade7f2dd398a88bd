"""What only the module for browsers needs of the kernel: its tables, a deal, and the choice of `greedy`.

`scripts/make_wasm.py` compiles these functions, the kernel's and the judge's to WebAssembly.
"""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Numbers, Word, Words
from tantrix.kernel import (
    ALL_COLOURS,
    FORCED,
    N_CODES,
    RUNS_ON,
    States,
    TableArray,
    Tables,
    clear,
    deal_deck,
    random_below,
    shuffle,
)


@jit
def fill_codes(tables: TableArray) -> None:
    """Fill the tables that are indexed by code or digits from those of the turned tiles; takes 10 ms."""
    t = tables[0]
    every = np.uint64(0xFFFFFFFFFFFFFFFF)
    for code in range(N_CODES):
        for rotation in range(8):
            t.fit[code, rotation] = every
        seen, repeated, sides, rest = 0, 0, 0, code
        for edge in range(6):
            colour = rest % 5 - 1
            rest //= 5
            if colour >= 0:
                sides += 1
                repeated |= seen & (1 << colour)
                seen |= 1 << colour
            shown = 16 * edge + (1 << colour if colour >= 0 else 15)
            for rotation in range(6):
                t.fit[code, rotation] &= t.shows[shown, rotation]
        t.fit[code, 6] = t.fit[code, 0] | t.fit[code, 1] | t.fit[code, 2] | t.fit[code, 3]
        t.fit[code, 6] |= t.fit[code, 4] | t.fit[code, 5]
        t.fit[code, 7] = np.uint64(0)
        t.sides[code] = sides
        t.pair[code] = repeated
        shown = (4 + repeated if repeated else 0) + (RUNS_ON if sides >= 2 else 0)
        t.mark[0, code] = ALL_COLOURS + FORCED + RUNS_ON if sides >= 3 else shown
        t.mark[1, code] = ALL_COLOURS + FORCED + RUNS_ON if sides == 3 else shown
    _fill_fits(t)


@jit
def _fill_fits(t: Tables) -> None:
    """Fill the table that is indexed by digits, after those by code."""
    for has_no_bag in range(2):
        for place in range(3):
            for digits in range(400):
                for rotation in range(6):
                    t.fits[has_no_bag, place, digits, rotation] = _allowed(
                        t, has_no_bag, 2 * place, digits % 20, rotation
                    ) & _allowed(t, has_no_bag, 2 * place + 1, digits // 20, rotation)
                t.fits[has_no_bag, place, digits, 6] = np.uint64(0)
                t.fits[has_no_bag, place, digits, 7] = np.uint64(0)


@jit
def _allowed(t: Tables, has_no_bag: int, edge: int, digit: int, rotation: int) -> Word:
    """Return the tiles that a digit at an edge allows in a rotation."""
    if 1 <= digit <= 4:
        return np.uint64(t.shows[16 * edge + (1 << digit - 1), rotation])
    every: Word = t.fit[0, rotation]
    if digit == 0 or has_no_bag:
        return every
    return np.uint64(every & ~t.shows[16 * edge + digit - 4, rotation])


@jit
def do_deal(states: States, deck: Numbers, rng: Words, hand_size: int) -> None:
    """Shuffle a deck and deal a new game of the state's seats and options."""
    clear(states[0])
    shuffle(deck, rng)
    deal_deck(states[0], deck, hand_size)


@jit
def choose_greedy(margins: Numbers, n: int, rng: Words) -> int:
    """Return the place of one of the highest margins, each with equal probability."""
    best, n_best = margins[0], 0
    for place in range(n):
        if margins[place] > best:
            best, n_best = margins[place], 0
        if margins[place] == best:
            n_best += 1
    nth = random_below(rng, n_best)
    for place in range(n):
        if margins[place] == best:
            if nth == 0:
                return place
            nth -= 1
    return 0


@jit
def choose_any(n: int, rng: Words) -> int:
    """Return one of `n` places, each with equal probability."""
    return random_below(rng, n)

"""A placement on trial: laid to be judged and taken back at once, more cheaply than by `kernel.place`.

Only what the features read is kept up to date: no log, and not the digits of the cells. What changes is
saved before and restored after, so that taking back needs no decisions.
"""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import U1, CompiledRecord, Int64s, UInt64s, Word, Words
from tantrix.kernel import FREE, MASK, REFILL, State, Tables, join, turned_of, unjoin

_N_AROUND = 7  # the six neighbours of a cell and itself: `step[6]` is 0


class PlacementTrial(CompiledRecord):
    """What a placement on trial changes, as it was before."""

    seat: int
    cell: int
    turned: int
    phase: int
    hand: Word
    best: Annotated[Int64s, 4]
    spaces_words: Word
    forced_words: Word
    spaces: Annotated[UInt64s, _N_AROUND]  # the words of the cells around
    forced: Annotated[UInt64s, _N_AROUND]


@jit
def try_placement(s: State, t: Tables, seen: Words, trial: PlacementTrial, key: int) -> None:
    """Lay the tile of a legal placement for the seat to play, without a draw.

    seen: uint64[N_CODES, 2], of which the second gives the sides from bit 32 on. `forced_words` may keep the
    bit of a word that is now empty.
    """
    cell = key >> 9
    turned = turned_of(key)
    trial.cell = cell
    trial.turned = turned
    _save(s, t, trial, cell)
    s.turned[cell] = turned + 1
    keep = ~(U1 << np.uint64(cell & 63))
    s.spaces[cell >> 6] &= keep
    s.forced[cell >> 6] &= keep
    for edge in range(6):
        beside = (cell + t.step[edge]) & MASK
        code = int(s.code[beside]) + int(t.add[turned, edge])
        s.code[beside] = code
        _add_side(s, beside, int(seen[code, 1] >> np.uint64(32)))
    join(s, t, cell, turned)
    s.hands[s.to_play] &= ~(U1 << np.uint64(key & 63))
    if s.phase == FREE:
        s.phase = REFILL


@jit
def _save(s: State, t: Tables, trial: PlacementTrial, cell: int) -> None:
    trial.seat = s.to_play
    trial.phase = s.phase
    trial.hand = s.hands[s.to_play]
    trial.spaces_words = s.spaces_words
    trial.forced_words = s.forced_words
    for colour in range(4):
        trial.best[colour] = s.best[colour]
    for around in range(_N_AROUND):
        word = ((cell + t.step[around]) & MASK) >> 6
        trial.spaces[around] = s.spaces[word]
        trial.forced[around] = s.forced[word]


@jit
def _add_side(s: State, cell: int, n_sides: int) -> None:
    """Update the sets for a cell that has gained a side, if it is empty."""
    word = cell >> 6
    is_empty = np.uint64(s.turned[cell] == 0)
    is_forced = np.uint64((n_sides == 3) | ((n_sides > 3) & (s.is_exact == 0))) & is_empty
    place = np.uint64(cell & 63)
    s.spaces[word] |= is_empty << place
    s.forced[word] = s.forced[word] & ~(is_empty << place) | (is_forced << place)
    s.spaces_words |= is_empty << np.uint64(word)
    s.forced_words |= is_forced << np.uint64(word)


@jit
def withdraw(s: State, t: Tables, trial: PlacementTrial) -> None:
    """Take the tile on trial back."""
    cell, turned = trial.cell, trial.turned
    unjoin(s, t, cell, turned)
    s.turned[cell] = 0
    for edge in range(6):
        s.code[(cell + t.step[edge]) & MASK] -= t.add[turned, edge]
    for around in range(_N_AROUND):
        word = ((cell + t.step[around]) & MASK) >> 6
        s.spaces[word] = trial.spaces[around]
        s.forced[word] = trial.forced[around]
    for colour in range(4):
        s.best[colour] = trial.best[colour]
    s.spaces_words = trial.spaces_words
    s.forced_words = trial.forced_words
    s.hands[trial.seat] = trial.hand
    s.phase = trial.phase

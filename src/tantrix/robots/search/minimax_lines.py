"""The value of lines for searches: a cheap gain of one placement, and an evaluation of the whole table.

The evaluation follows Oliver's thesis of 2005, with our own reading of its three lengths. *Real*: the best
score so far. *Virtual*: the line or loop that would result if a tile left filled a space at which two lines
of the colour end. *Fair share*: the longest line that can still be extended plus its share of the tiles left,
if every colour gets an equal share.
"""

from collections.abc import Sequence
from typing import Annotated

from tantrix._compile.jit import jit, lowest_bit, popcount, without_lowest
from tantrix._compile.records import U0, CompiledRecord, Float64s, Floats, Int64s, Numbers, Records, Word
from tantrix.kernel import MASK, State, Tables


class Lines(CompiledRecord):
    """The lines of each colour, and scratch space."""

    weights: Annotated[Float64s, 4]  # of virtual and fair-share lengths; tiles of a share; divisor of squares
    played: Annotated[Int64s, 4]  # 1: some seat has the colour
    end: Annotated[Int64s, 4]  # scratch: the first end of the colour seen at a space
    virtual: Annotated[Int64s, 4]
    open: Annotated[Int64s, 4]  # tiles of the longest line that can be extended
    value: Annotated[Float64s, 4]  # expected final score of each colour


WEIGHTS = (0.5, 0.3, 0.4, 8.0)


def new_lines(colours: Sequence[int]) -> Records[Lines]:
    """Make a recarray[1] of Lines for the colours of the seats."""
    made = Lines.zeros()
    record = made[0]
    record.weights[:] = WEIGHTS
    record.played[list(colours)] = 1
    return made


@jit
def gain(s: State, t: Tables, w: Lines, cell: int, turned: int, own: int) -> float:
    """Return what a placement adds: 4 per point of best score, plus the weighted growth of squared lengths.

    The gain of the player's colour minus the gains of all others in play. Reads only the ends, which is ten
    times faster than laying the tile.
    """
    total = 0.0
    for place in range(0, 12, 4):
        colour = int(t.link[turned, place + 2])
        if w.played[colour] == 0:
            continue
        a = int(t.link[turned, place])
        b = int(t.link[turned, place + 1])
        beside_a = int(s.turned[(cell + t.step[a]) & MASK])
        beside_b = int(s.turned[(cell + t.step[b]) & MASK])
        end_a = ((beside_a - 1) & ~7) + int(t.across[a]) if beside_a else 512
        end_b = ((beside_b - 1) & ~7) + int(t.across[b]) if beside_b else 513
        length_a = int(s.length[end_a]) if beside_a else 0
        length_b = int(s.length[end_b]) if beside_b else 0
        length = 1 + length_a + length_b
        if beside_a and beside_b and int(s.far[end_a]) == end_b:
            length += 1  # a loop: its tiles were counted twice, the new tile once
            length_b = 0
        grown = length * length - length_a * length_a - length_b * length_b
        here = 4.0 * max(0, length - s.best[colour]) + grown / w.weights[3]
        total += here if colour == own else -here
    return total


@jit
def judge_lines(s: State, t: Tables, w: Lines) -> None:
    """Fill `virtual`, `open` and `value` of the colours in play; takes about as long as two placements."""
    left = s.bag
    for seat in range(s.n_seats):
        left |= s.hands[seat]
    w.virtual[:] = 0
    w.open[:] = 0
    words = s.spaces_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.spaces[word]
        while bits != U0:
            _judge_space(s, t, w, word * 64 + lowest_bit(bits), left)
            bits = without_lowest(bits)
    share = popcount(left) / s.n_seats
    for colour in range(4):
        if w.played[colour]:
            real = float(s.best[colour])
            virtual = max(0.0, w.virtual[colour] - real)
            fair = max(0.0, w.open[colour] + w.weights[2] * share - real)
            w.value[colour] = real + w.weights[0] * virtual + w.weights[1] * fair


@jit
def _judge_space(s: State, t: Tables, w: Lines, cell: int, left: Word) -> None:
    """Update the lengths for the lines that end at a space: those it can extend and those it can join."""
    code = int(s.code[cell])
    fitting = t.fit[code, 6] & left
    if fitting == U0:
        return
    w.end[:] = -1
    for edge in range(6):
        side = code % 5
        code //= 5
        if side == 0 or w.played[side - 1] == 0:
            continue
        colour = side - 1
        end = ((int(s.turned[(cell + t.step[edge]) & MASK]) - 1) & ~7) + int(t.across[edge])
        length = int(s.length[end])
        other = int(w.end[colour])
        if other < 0:
            w.end[colour] = end
            w.open[colour] = max(w.open[colour], length)
        elif int(s.far[other]) == end:
            w.virtual[colour] = max(w.virtual[colour], 2 * (length + 1))
        else:
            w.virtual[colour] = max(w.virtual[colour], length + 1 + int(s.length[other]))


@jit
def margin_of(s: State, w: Lines, values: Numbers | Floats, own: int) -> float:
    """Return the value of a colour minus its best opponent's."""
    opponent = -1000.0
    for colour in range(4):
        if w.played[colour] and colour != own:
            opponent = max(opponent, float(values[colour]))
    return float(values[own]) - opponent

"""A short proof for boards: no loop through all cells has so many corners, bends and straights.

The cells are passed one after the other. The strands that run through the cells passed so far are told apart
only by the edges at which they lead to other cells, and by which of these edges belong to the same strand
(the transfer matrix of Enting, Generating functions for enumerating self-avoiding rings, 1980). For each such
state one keeps which numbers of corners and bends occur, as bits of one integer.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from tantrix.hexes import Cell, neighbour, opposite

_State = tuple[int, ...]  # the strand at each open edge, numbered from 1 in order; 0 for none

_MOST = 140_000  # of the estimated work: at most 0.1 s, once for each board
_ALL = -1  # an integer with all bits


class _Step(NamedTuple):
    """A cell: the open edges where strands can enter it, the other open edges, its edges to later cells."""

    entries: dict[int, int]  # the edge of this cell by the number of the open edge
    others: list[int]
    exits: list[int]


def can_turn(cells: tuple[Cell, ...], n_corners: int, n_bends: int) -> bool:
    """Return whether a loop through all cells may have so many corners and bends; True if that is unknown."""
    return bool(_turnings(cells) >> (n_corners * (len(cells) + 1) + n_bends) & 1)


@lru_cache(64)
def _turnings(cells: tuple[Cell, ...]) -> int:
    """Find the numbers of corners and bends of all loops through all cells; all numbers on large boards."""
    steps = min((_steps(order) for order in _orders(cells)), key=_work)
    if _work(steps) > _MOST:
        return _ALL
    corner = len(cells) + 1
    states: dict[_State, int] = {(): 1}
    for step in steps:
        before, states = states, {}
        for state, numbers in before.items():
            for strands, first, second in _ways(step, state):
                sixths = min((first - second) % 6, (second - first) % 6)
                passed = _renumbered(strands)
                found = numbers << (corner if sixths == 1 else 1 if sixths == 2 else 0)
                states[passed] = states.get(passed, 0) | found
    return states.get((), 0)


def _orders(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Yield the cells row by row, for rows in each of the three directions."""
    yield sorted(cells)
    yield sorted(cells, key=lambda cell: (cell.r, cell.q))
    yield sorted(cells, key=lambda cell: (cell.q + cell.r, cell.q))


def _steps(order: list[Cell]) -> list[_Step]:
    later, steps = set(order), list[_Step]()
    opened: list[tuple[Cell, int]] = []
    for cell in order:
        later.remove(cell)
        entries = {
            at: opposite(edge) for at, (beside, edge) in enumerate(opened) if neighbour(beside, edge) == cell
        }
        others = [at for at in range(len(opened)) if at not in entries]
        exits = [edge for edge in range(6) if neighbour(cell, edge) in later]
        steps.append(_Step(entries, others, exits))
        opened = [*(opened[at] for at in others), *((cell, edge) for edge in exits)]
    return steps


def _work(steps: list[_Step]) -> float:
    """Estimate the number of states: those of five open edges are about five times those of three."""
    return sum(5 ** (len(step.entries) / 2 + len(step.others) / 2) for step in steps)


def _ways(step: _Step, state: _State) -> Iterator[tuple[list[int], int, int]]:
    """Yield the strands at the open edges after a cell, and the two edges of the loop in it."""
    entering = [(edge, state[at]) for at, edge in step.entries.items() if state[at]]
    others = [state[at] for at in step.others]
    exits = step.exits
    if not entering:
        for first, second in combinations(exits, 2):
            yield others + [len(state) + 1 if edge in (first, second) else 0 for edge in exits], first, second
    elif len(entering) == 1:
        entry, strand = entering[0]
        for chosen in exits:
            yield others + [strand if edge == chosen else 0 for edge in exits], entry, chosen
    elif len(entering) == 2:
        (first, strand), (second, other) = entering
        if strand != other:
            yield [strand if each == other else each for each in others] + [0] * len(exits), first, second
        elif not others and not exits:
            yield [], first, second


def _renumbered(strands: list[int]) -> _State:
    numbers = {0: 0}
    return tuple([numbers.setdefault(strand, len(numbers)) for strand in strands])

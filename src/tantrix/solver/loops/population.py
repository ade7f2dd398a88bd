"""Estimates of how many large loops there are, from a population of partial loops (sequential Monte Carlo).

All partial loops grow by one random tile at a time. Each has a weight: how many tiles it was chosen from.
Then they are drawn again in proportion to their weights, so that those with many continuations are met more
often. The last tiles are counted exactly. The product of the mean weights is an unbiased estimate of the
count (Del Moral, Doucet, Jasra, Sequential Monte Carlo samplers, 2006).
"""

from collections.abc import Sequence

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit
from tantrix._compile.records import CompiledRecord, Numbers, Records, Word
from tantrix.kernel import TableArray
from tantrix.solver.loops import gates
from tantrix.solver.loops.gates import GateState, GateStates, LoopFactArray
from tantrix.solver.steps.outcomes import DONE
from tantrix.tiles import Colour

N_LOOPS = 1000  # partial loops in a population
LEAST_LAST, MOST_LAST = 8, 12  # tiles whose ways are counted instead of sampled: more take too long
_SAMPLED = 14  # tiles to sample first: the ways to lay the others are few enough then


class RandomChoices(CompiledRecord):
    """The state of the generator of random choices."""

    random: Word


def sampled_count(tiles: Sequence[int], colour: Colour, seed: int, n_loops: int = N_LOOPS) -> float:
    """Estimate the loops of a colour through all of some distinct tiles from one population, without bias."""
    choices = RandomChoices.zeros()
    choices[0].random = np.uint64((2 * seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    rng = np.random.default_rng(seed % 2**64)
    population = GateState.view(np.repeat(gates.new_search(tiles, colour), n_loops))
    tables, facts = kernel.tables(), gates.facts(colour)
    weights = np.zeros(n_loops, np.int64)
    count = 1.0
    last = min(max(len(tiles) - _SAMPLED, LEAST_LAST), MOST_LAST)
    for n_laid in range(2, len(tiles) - last + 1):
        grow(population, tables, facts, choices, weights, n_laid == 2)
        mean = float(weights.mean())
        if mean == 0:
            return 0.0
        count *= mean
        _draw_again(population, weights, float(rng.random()))
    complete(population, tables, facts, weights)
    return count * float(weights.mean())


def _draw_again(population: GateStates, weights: Numbers, offset: float) -> None:
    """Replace loops of small weight by copies of those of large weight; `offset` is a random share of a step.

    The number of copies differs from the expected one by less than one (systematic resampling).
    """
    ends = np.cumsum(weights) * (len(weights) / weights.sum())
    upto = np.ceil(ends - offset).astype(np.int64)
    upto[-1] = len(weights)
    n_copies = np.diff(upto, prepend=0)
    sources = np.repeat(np.arange(len(weights)), np.maximum(n_copies - 1, 0))
    population[np.flatnonzero(n_copies == 0)] = population[sources]


@jit
def grow(
    population: GateStates,
    tables: TableArray,
    facts: LoopFactArray,
    choices: Records[RandomChoices],
    weights: Numbers,
    is_first: bool,
) -> None:
    """Lay one more tile in each partial loop, and write its weight: from how many that was chosen."""
    t, f, c = tables[0], facts[0], choices[0]
    for at in range(len(population)):
        if is_first:
            weights[at] = gates.begin_at_random(population[at], t, f, c)
        else:
            weights[at] = gates.lay_at_random(population[at], t, f, c)


@jit
def complete(population: GateStates, tables: TableArray, facts: LoopFactArray, weights: Numbers) -> None:
    """Write for each partial loop in how many ways it can be completed."""
    for at in range(len(population)):
        s = population[at]
        s.floor = s.level
        s.counts_only = 1
        s.found = 0
        while gates.advance(population[at : at + 1], tables, facts, 1 << 40) != DONE:
            pass
        weights[at] = s.found

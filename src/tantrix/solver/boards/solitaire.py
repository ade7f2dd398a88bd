"""Open solitaire: lay all tiles to maximise the sum of the four colours' best lines and loops (R7.4).

Two searches by simulated annealing follow each other, and the better table counts. The first, a large
neighbourhood search, finds a table of any tiles. Some adjacent tiles are taken up and laid again
one by one, mostly where they gain the most for the colours; the new table is kept if it is not much worse,
and the tolerance shrinks over time. The second changes the colours on a compact outline (`recolouring.py`).
Neither proves that a table is the best, but there is an upper bound.
"""

from collections.abc import Callable, Sequence
from itertools import product
from operator import index
from typing import Annotated

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit, lowest_bit
from tantrix._compile.records import U0, U1, CompiledRecord, Int64s, Numbers, Records, UInt64s, Word
from tantrix.kernel import State, States, TableArray, Tables
from tantrix.solver.answer import Answer, Status, on_plane
from tantrix.solver.boards.recolouring import LEAST, Recolouring
from tantrix.solver.progress import OnProgress, ShouldStop, SolveProgress, ignore, never
from tantrix.solver.proofs.rims import least_rim
from tantrix.solver.steps.random_choices import below, chances, seeded
from tantrix.tiles import FULL_SET, Colour, colours

STEPS = 2000
_HOTTEST, _COLDEST = 4.0, 0.6
_FIRST_PART = 0.05  # of the time for the first search, if there is a second
_LAST_PART = 0.2  # of the time for the first search again, if the second has found no table with all tiles


class SolitaireState(CompiledRecord):
    """The tables of a search, of which the best counts."""

    n: int
    tiles: Word
    cell: Annotated[Int64s, 64]  # the current table
    turned: Annotated[Int64s, 64]
    score: int
    best_cell: Annotated[Int64s, 64]  # the best so far
    best_turned: Annotated[Int64s, 64]
    best_score: int
    random: Word
    waiting: Annotated[Int64s, 64]
    seen: Annotated[UInt64s, 64]
    nodes: int


def endless() -> None:
    """Return None: there is no time limit."""


def best_table(
    tiles: Sequence[int],
    should_stop: ShouldStop = never,
    on_progress: OnProgress = ignore,
    seed: int = 1,
    part: Callable[[], float | None] = endless,
    rounds: int = 1500,
) -> Answer:
    """Search for the best table until stopped or for a number of rounds.

    `part` returns the elapsed fraction of the time limit, or None if there is no limit; then `rounds` counts.
    Raises ValueError for repeated tiles.
    """
    if len(set(tiles)) < len(tiles) or not set(tiles) <= set(FULL_SET) or len(tiles) < 2:
        raise ValueError(f"expected two or more distinct tiles, got {len(tiles)}")
    seed = index(seed)
    search = _new_search(tiles, seed)
    second = Recolouring(tiles, seed) if len(tiles) >= LEAST else None
    until = 1.0 if second is None else _FIRST_PART
    states, record = kernel.new_state(), search[0]
    done = 0
    while (over := part()) is not None or done < rounds:
        share = min(1.0, done / rounds if over is None else over)
        again = (share - 1 + _LAST_PART) / _LAST_PART
        if second is None or share < until or done == 0:
            do_changes(search, states, kernel.tables(), _chances(share / until), STEPS, done == 0)
        elif again > 0 and second.score < 0:
            do_changes(search, states, kernel.tables(), _chances(again), STEPS, False)
        else:
            second.advance(min(1.0, (share - until) / (1 - until - _LAST_PART)))
        done += 1
        best = max(int(record.best_score), second.score if second else 0)
        on_progress(SolveProgress(int(record.nodes) + (second.nodes if second else 0), best, share))
        if should_stop():
            break
    return _answer_of(search, second)


def _chances(share: float) -> Numbers:
    """Return the chances to keep losses after a share of the time of the first search, in 65,536ths."""
    heat = _HOTTEST * (_COLDEST / _HOTTEST) ** min(1.0, share)
    return chances(worse / heat for worse in range(64))


def most(tiles: Sequence[int]) -> int:
    """Return a score that no table of some tiles exceeds.

    At least half as many open strands as the rim has edges lie beside the loops. A colour scores twice the
    links of a loop, or the links of a line, which is an open strand itself.
    """
    links = [n for colour in Colour if (n := sum(colour in colours(tile) for tile in tiles))]
    found = 0
    for has_loop in product((False, True), repeat=len(links)):
        scoring = 3 * len(tiles) - least_rim(len(tiles)) // 2 + has_loop.count(False)
        in_loops = min(scoring, sum(n for n, is_loop in zip(links, has_loop, strict=True) if is_loop))
        found = max(found, in_loops + min(scoring, sum(links)))
    return found


def _new_search(tiles: Sequence[int], seed: int) -> Records[SolitaireState]:
    made = SolitaireState.zeros()
    made[0].n = len(tiles)
    made[0].tiles = np.uint64(sum(1 << (tile - 1) for tile in tiles))
    made[0].random = seeded(seed)
    return made


def _answer_of(search: Records[SolitaireState], second: Recolouring | None) -> Answer:
    s = search[0]
    n, score, nodes = int(s.n), int(s.best_score), int(s.nodes)
    turned = np.zeros(kernel.SIZE, np.int16)
    turned[s.best_cell[:n]] = s.best_turned[:n] + 1
    solution = on_plane(turned, int(s.best_cell[0]))
    if second is not None:
        nodes += second.nodes
        if second.score > score:
            score, solution = second.score, second.solution
    bound = most([laid.tile for laid in solution])
    return Answer(Status.SOLVED, (solution,), score=score, nodes=nodes, details={"bound": bound})


@jit
def do_changes(
    searches: Records[SolitaireState],
    states: States,
    tables: TableArray,
    chances: Numbers,
    n_steps: int,
    is_first: bool,
) -> None:
    """Change the table `n_steps` times; `chances[n]` is the chance to keep one worse by n, in 65,536ths."""
    s, k, t = searches[0], states[0], tables[0]
    if is_first:
        kernel.clear(k)
        first = lowest_bit(s.tiles)
        kernel.lay(k, t, kernel.START, 8 * first)
        _lay_rest(s, k, t, s.tiles & ~(U1 << np.uint64(first)))
        _take_over(s, k)
        _keep_best(s)
    for _ in range(n_steps):
        s.nodes += 1
        left = _take_up(s, k, t)
        if left == U0:
            continue
        _lay_rest(s, k, t, left)
        score = _score(k)
        worse = s.score - score
        if worse <= 0 or (worse < 64 and below(s, 65536) < chances[worse]):
            _take_over(s, k)
            if score > s.best_score:
                _keep_best(s)


@jit
def _score(k: State) -> int:
    return int(k.best[0] + k.best[1] + k.best[2] + k.best[3])


@jit
def _take_over(s: SolitaireState, k: State) -> None:
    for at in range(s.n):
        s.cell[at] = k.log_cell[at]
        s.turned[at] = k.log_turned[at]
    s.score = _score(k)


@jit
def _keep_best(s: SolitaireState) -> None:
    s.best_cell[:] = s.cell
    s.best_turned[:] = s.turned
    s.best_score = s.score


@jit
def _take_up(s: SolitaireState, k: State, t: Tables) -> Word:
    """Remove some tiles near a random one and return them; remove none if the rest would fall apart."""
    kernel.clear(k)
    limit = 2 + below(s, 12)
    centre = s.cell[below(s, s.n)]
    _mark_near(s, t, centre, limit)
    left = U0
    for at in range(s.n):
        cell = s.cell[at]
        if s.seen[cell >> 6] >> np.uint64(cell & 63) & U1:
            left |= U1 << np.uint64(s.turned[at] >> 3)
        else:
            kernel.lay(k, t, cell, s.turned[at])
    return left if _is_whole(s, k, t) else U0


@jit
def _mark_near(s: SolitaireState, t: Tables, centre: int, limit: int) -> None:
    """Mark in `seen` the first tiles that a flood reaches from `centre`, in a random direction."""
    s.seen[:] = U0
    on = np.zeros(64, np.uint64)
    for at in range(s.n):
        on[s.cell[at] >> 6] |= U1 << np.uint64(s.cell[at] & 63)
    s.waiting[0] = centre
    s.seen[centre >> 6] |= U1 << np.uint64(centre & 63)
    n, at = 1, 0
    first = below(s, 6)
    while at < n and n < limit:
        cell = s.waiting[at]
        at += 1
        for turn in range(6):
            beside = (cell + t.step[(first + turn) % 6]) & kernel.MASK
            bit = U1 << np.uint64(beside & 63)
            if n < limit and on[beside >> 6] & bit and not s.seen[beside >> 6] & bit:
                s.seen[beside >> 6] |= bit
                s.waiting[n] = beside
                n += 1


@jit
def _is_whole(s: SolitaireState, k: State, t: Tables) -> bool:
    """Return whether the laid tiles, at least one, are connected."""
    if k.n_laid == 0:
        return False
    s.seen[:] = U0
    cell = int(k.log_cell[0])
    s.waiting[0] = cell
    s.seen[cell >> 6] |= U1 << np.uint64(cell & 63)
    n, at = 1, 0
    while at < n:
        cell = s.waiting[at]
        at += 1
        for edge in range(6):
            beside = (cell + t.step[edge]) & kernel.MASK
            bit = U1 << np.uint64(beside & 63)
            if k.turned[beside] != 0 and not s.seen[beside >> 6] & bit:
                s.seen[beside >> 6] |= bit
                s.waiting[n] = beside
                n += 1
    return n == int(k.n_laid)


@jit
def _lay_rest(s: SolitaireState, k: State, t: Tables, left: Word) -> None:
    """Lay tiles one by one where they gain the most, with some randomness."""
    greed = 1 + below(s, 4)
    while left != U0:
        best = -1000
        chosen = 0
        words = k.spaces_words
        while words != U0:
            word = lowest_bit(words)
            words &= words - U1
            bits = k.spaces[word]
            while bits != U0:
                cell = word * 64 + lowest_bit(bits)
                bits &= bits - U1
                code = k.code[cell]
                if t.fit[code, 6] & left == U0:
                    continue
                for rotation in range(6):
                    fitting = t.fit[code, rotation] & left
                    while fitting != U0:
                        tile = lowest_bit(fitting)
                        fitting &= fitting - U1
                        turned = 8 * tile + rotation
                        value = _value(k, t, cell, turned, greed) + below(s, 16)
                        if value > best:
                            best = value
                            chosen = (cell << 10) + turned
        kernel.lay(k, t, chosen >> 10, chosen & 1023)
        left &= ~(U1 << np.uint64((chosen & 1023) >> 3))


@jit
def _value(k: State, t: Tables, cell: int, turned: int, greed: int) -> int:
    """Rate a placement by the score it gains, the links it joins and the sides it touches."""
    value = 3 * int(t.sides[k.code[cell]])
    for place in range(0, 12, 4):
        a, b = int(t.link[turned, place]), int(t.link[turned, place + 1])
        colour = int(t.link[turned, place + 2])
        beside_a = int(k.turned[(cell + t.step[a]) & kernel.MASK])
        beside_b = int(k.turned[(cell + t.step[b]) & kernel.MASK])
        end_a = ((beside_a - 1) & ~7) + int(t.across[a])
        end_b = ((beside_b - 1) & ~7) + int(t.across[b])
        length = 1
        if beside_a:
            length += int(k.length[end_a])
        if beside_b:
            length += int(k.length[end_b])
            if beside_a and int(k.far[end_a]) == end_b:
                length += 1
        gain = length - int(k.best[colour])
        if gain > 0:
            value += 2 * greed * gain
        elif beside_a and beside_b:
            value += 2
    return value

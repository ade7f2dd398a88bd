"""Decide two loops, one of them through all tiles, by searching every region that they can fill.

    python -m research.trials.regions "1-30 loop:R/own loop:B/own" --jobs 2 --checkpoint regions.jsonl

A loop through all tiles, without holes, passes no tile twice, so every tile touches the outside in at most
one row of edges, on the outer side of the loop, and shows none of either colour there. Which rows the tiles
can show, how they turn the loop and how many edges of the second colour they show outside bounds the
*profile* of a region: how many of its cells are exposed on one, two, three and four edges. All regions of
these profiles are listed by walks round the rim, up to rotation, and each is searched to the end. If none has
a solution, the goal has none. The answer is exact; a file keeps what has been searched, and the command
continues from there.

    python -m research.trials.regions --check 40 --seed 1

draws sets of tiles with solutions instead and compares, for each: every solution that `solve` lists lies in a
region that is listed, and the searches of all regions find as many solutions as `solve`.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Annotated, NamedTuple

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import CompiledRecord, Int8Rows, Int8s, Int64s, Records
from tantrix.hexes import DIRECTIONS, Cell, rotate
from tantrix.lab.workers import workers
from tantrix.solver import BoardShape, Goal, GoalKind, GoalScope, SolveMode, Strand, parse_goal, solve
from tantrix.solver.checker import faults
from tantrix.solver.counts.checkpoint import Checkpoint
from tantrix.solver.goal import carries
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.proofs.rims import least_rim
from tantrix.solver.searches.complete import PropagationSearch
from tantrix.solver.steps.outcomes import DONE, SOLUTION
from tantrix.tiles import GAME_SET, Colour, edges, links

Region = tuple[Cell, ...]
Profile = tuple[int, int, int, int]  # cells that are exposed on one, two, three and four edges

VERSION = 1
PIECE = 50  # regions
LONGEST = 4  # edges in a row that a tile of the loop can show
MIDDLE, WIDTH = 32, 64  # of the plane of a walk, a torus
MOST_WALK = 64
MOST_TILES = 30
ON_WALK = 1_000
CHECKED_SIZES = (9, 11, 13, 15, 15)


class Walk(CompiledRecord):
    """Cells are numbers of the plane; a row is the edges of a cell of the walk that are exposed."""

    n: int  # cells of the region
    length: int  # cells of the walk
    # by rows of one to four edges: 1 part of a profile, 2 a profile
    possible: Annotated[Int8Rows, (32, 32, 32, 32)]
    rows: Annotated[Int64s, 5]  # of each length so far
    mark: Annotated[Int64s, WIDTH * WIDTH]  # ON_WALK, or minus the rows that face it, which must be outside
    step: Annotated[Int64s, 6]
    at: int  # the cell of the walk whose row is chosen next
    row: Annotated[Int64s, MOST_WALK]  # its length, 0 before the first choice
    n_marked: Annotated[Int64s, MOST_WALK]  # cells that its row has marked
    period: Annotated[Int64s, MOST_WALK + 1]  # of the rows before, as in an algorithm for necklaces
    q: Annotated[Int64s, MOST_WALK + 1]
    r: Annotated[Int64s, MOST_WALK + 1]
    edge: Annotated[Int64s, MOST_WALK + 1]  # by which the walk entered it
    turn: Annotated[Int64s, MOST_WALK + 1]  # of the walk so far, in sixths
    area: Annotated[Int64s, MOST_WALK + 1]  # twice that of the polygon so far
    cell: Annotated[Int64s, MOST_WALK]  # of the region, once a walk is complete
    reached: Annotated[Int8s, WIDTH * WIDTH]


class Exposure(NamedTuple):
    """What a tile of the loop can do: the turn in sixths, other edges outside, and the row it exposes."""

    turn: int
    others: int
    row: int


def exposures(tile: int, main: Colour, other: Colour) -> set[Exposure]:
    """List what a tile can do outside the loop."""
    shown = edges(tile)
    link = next(link for link in links(tile) if link.colour is main)
    found = set()
    for a, b in ((link.a, link.b), (link.b, link.a)):
        outside = [shown[(a + step) % 6] for step in range(1, (b - a) % 6)]
        turn, others = len(outside) - 2, outside.count(other.letter)
        found.add(Exposure(turn, others, 0))
        for first in range(len(outside)):
            for last in range(first, len(outside)):
                if other.letter not in outside[first : last + 1]:
                    found.add(Exposure(turn, others, last - first + 1))
    return found


def profiles(tiles: tuple[int, ...], main: Colour, other: Colour) -> dict[int, list[Profile]]:
    """List the profiles that the tiles allow, by the edges of the rim.

    The loop turns round once and so does the rim: the sum of `row - 2` over all rows is six. Outside edges
    that are not exposed lie in pockets, and all those of the other colour must.
    """
    options = [exposures(tile, main, other) for tile in tiles]
    n = len(tiles)
    able = [sum(row in {option.row for option in each} for each in options) for row in range(LONGEST + 1)]
    able[1] = max(0, min(able[1], able[3] + 2 * able[4] - 6))
    fewest = np.full(
        (4 * n + 1, *(each + 1 for each in able[1:])), np.int16(10_000)
    )  # of other edges outside
    fewest[2 * n, 0, 0, 0, 0] = 0
    for each in options:
        before, fewest = fewest, np.full_like(fewest, 10_000)
        for turn, others, row in each:
            source = [slice(max(0, -turn), fewest.shape[0] - max(0, turn))] + 4 * [slice(None)]
            target = [slice(max(0, turn), fewest.shape[0] - max(0, -turn))] + 4 * [slice(None)]
            if row:
                source[row], target[row] = slice(0, -1), slice(1, None)
            moved = before[tuple(source)] + np.int16(others)
            np.minimum(fewest[tuple(target)], moved, out=fewest[tuple(target)])
    found: dict[int, list[Profile]] = {}
    for rows in np.ndindex(*fewest.shape[1:]):
        rim = sum(length * count for length, count in enumerate(rows, 1))
        is_round = rows[2] + 2 * rows[3] - rows[0] == 6 and rim >= least_rim(n)
        if is_round and fewest[(2 * n + 6, *rows)] <= 2 * n + 6 - rim:
            found.setdefault(rim, []).append((rows[0], rows[1], rows[2], rows[3]))
    return dict(sorted(found.items()))


def regions(n_cells: int, rim: int, allowed: list[Profile]) -> Iterator[Region]:
    """List all regions without holes of some profiles, up to rotation; no cell is exposed in two rows."""
    made = Walk.zeros()
    s = made[0]
    s.n, s.length = n_cells, (rim - 6) // 2
    s.step[:] = [q + WIDTH * r for q, r in DIRECTIONS]
    for rows in allowed:
        s.possible[tuple(slice(0, count + 1) for count in rows)] |= 1
    for rows in allowed:
        s.possible[rows] |= 2
    s.mark[_number(0, 0)] = ON_WALK
    s.period[0] = 1
    while find_walk(made):
        at = s.cell[: s.n].tolist()
        yield tuple(sorted(Cell(number % WIDTH - MIDDLE, number // WIDTH - MIDDLE) for number in at))


@jit
def _number(q: int, r: int) -> int:
    return (q + MIDDLE) % WIDTH + WIDTH * ((r + MIDDLE) % WIDTH)


@jit
def find_walk(walks: Records[Walk]) -> bool:
    """Go on to the next walk that is complete; return whether there was one, and store its region."""
    s = walks[0]
    while s.at >= 0:
        at = s.at
        if s.row[at]:
            _take_back(s)
        s.row[at] += 1
        if s.row[at] > LONGEST:
            s.row[at] = 0
            s.at -= 1
        elif _expose(s) and _go_on(s):
            return True
    return False


@jit
def _take_back(s: Walk) -> None:
    """Take back the row of this cell, and the next cell of the walk."""
    at = s.at
    number = _number(s.q[at + 1], s.r[at + 1])
    if s.mark[number] == ON_WALK + at + 1:
        s.mark[number] = 0
    for place in range(s.n_marked[at]):
        s.mark[_facing(s, place)] += 1
    s.n_marked[at] = 0
    s.rows[s.row[at]] -= 1


@jit
def _facing(s: Walk, place: int) -> int:
    """Return the cell outside that the row of this cell faces at a place."""
    at = s.at
    edge = (s.edge[at] + s.row[at] - 3 - place) % 6
    return int((_number(s.q[at], s.r[at]) + s.step[edge]) % (WIDTH * WIDTH))


@jit
def _expose(s: Walk) -> bool:
    """Let this cell expose its row; return whether the rows and the cells outside allow that."""
    at, row = s.at, s.row[s.at]
    s.rows[row] += 1
    if s.possible[s.rows[1], s.rows[2], s.rows[3], s.rows[4]] == 0:
        return False
    # Of all rotations only the one with the greatest rows first is listed.
    # Ruskey, Savage, Wang, "Generating necklaces" (1992).
    period = s.period[at]
    if at > 0:
        other = s.row[at - period]
        if row > other:
            return False
        if row < other:
            period = at + 1
    s.period[at + 1] = period
    for place in range(row):
        number = _facing(s, place)
        if s.mark[number] > 0:
            return False
        s.mark[number] -= 1
        s.n_marked[at] += 1
    return True


@jit
def _go_on(s: Walk) -> bool:
    """Go to the next cell of the walk, if it is free; return whether that closes a walk around a region."""
    at = s.at
    edge = (s.edge[at] + s.row[at] - 2) % 6
    q, r = s.q[at], s.r[at]
    next_q = q + (edge == 0) + (edge == 5) - (edge == 2) - (edge == 3)
    next_r = r + (edge == 1) + (edge == 2) - (edge == 4) - (edge == 5)
    turn = s.turn[at] + s.row[at] - 2
    area = s.area[at] + q * next_r - next_q * r
    if at + 1 == s.length:
        is_closed = next_q == 0 and next_r == 0 and edge == 0 and turn == 6
        if not is_closed or s.length % s.period[at + 1] or area != 2 * s.n - s.length - 2:
            return False
        return s.possible[s.rows[1], s.rows[2], s.rows[3], s.rows[4]] & 2 and _fill(s)
    left = s.length - at - 2
    number = _number(next_q, next_r)
    if s.mark[number] != 0 or max(abs(next_q + 1), abs(next_r), abs(next_q + 1 + next_r)) > left:
        return False
    s.mark[number] = ON_WALK + at + 1
    s.at = at + 1
    s.q[at + 1], s.r[at + 1], s.edge[at + 1], s.turn[at + 1], s.area[at + 1] = (
        next_q,
        next_r,
        edge,
        turn,
        area,
    )
    return False


@jit
def _fill(s: Walk) -> bool:
    """Store the cells of the walk and all that they enclose; return whether these are as many as required."""
    s.reached[:] = 0
    n = 0
    for place in range(s.length):
        s.cell[place] = _number(s.q[place], s.r[place])
        s.reached[s.cell[place]] = 1
        n += 1
    done = 0
    while done < n:
        for edge in range(6):
            beside = (s.cell[done] + s.step[edge]) % (WIDTH * WIDTH)
            if s.reached[beside] == 0 and s.mark[beside] == 0:
                if n == s.n:
                    return False
                s.reached[beside] = 1
                s.cell[n] = beside
                n += 1
        done += 1
    return bool(n == s.n)


@dataclass(slots=True)
class Searched:
    """What the searches of some regions found: solutions as they lie, nodes, processor seconds."""

    n_regions: int = 0
    n_found: int = 0
    nodes: int = 0
    seconds: float = 0.0
    solutions: list[str] = field(default_factory=list)

    def add(self, other: "Searched") -> None:
        self.n_regions += other.n_regions
        self.n_found += other.n_found
        self.nodes += other.nodes
        self.seconds += other.seconds
        self.solutions += other.solutions


@dataclass(frozen=True, slots=True)
class Piece:
    """Some regions with the same number of edges at the rim, which follow each other in the list."""

    rim: int
    number: int
    regions: tuple[Region, ...]


def searched(goal: Goal, piece: Piece) -> tuple[Piece, Searched]:
    """Search the regions of a piece to the end, and check all solutions."""
    began, result = process_time(), Searched()
    for region in piece.regions:
        machine = PropagationSearch(replace(goal, shape=BoardShape("cells", region)))
        while (event := machine.advance(1_000_000)) != DONE:
            if event == SOLUTION:
                solution = machine.solution()
                assert not faults(goal, solution), (str(goal), solution)
                result.n_found += 1
                result.solutions.append(" ".join(map(str, solution)))
        result.n_regions += 1
        result.nodes += int(machine.record[0].nodes)
    result.seconds = process_time() - began
    return piece, result


def pieces(goal: Goal) -> Iterator[Piece]:
    """List all regions in pieces, those with the fewest edges at the rim first."""
    main, other = goal.strands
    n = len(goal.tiles)
    for rim, allowed in profiles(goal.tiles, main.colour, other.colour).items():
        listed = regions(n, rim, allowed)
        for number in count():
            if not (some := tuple(islice(listed, PIECE))):
                break
            yield Piece(rim, number, some)


class SearchedRegions:
    """What has been searched, by the edges of the rim and the number of the piece; kept in a file if asked.

    Raises ValueError if the file is about another goal.
    """

    def __init__(self, goal: Goal, path: Path | None) -> None:
        self.done: dict[tuple[int, int], Searched] = {}
        self._saved = Checkpoint(path)
        head = {"version": VERSION, "goal": str(goal), "piece": PIECE}
        if self._saved.head not in (None, json.dumps(head)):
            raise ValueError(f"expected {path} to begin with {json.dumps(head)}, got {self._saved.head:.80}")
        for rim, number, values in self._saved.parts():
            self.done[rim, number] = Searched(**values)
        self._saved.begin(head)

    def add(self, piece: Piece, result: Searched) -> None:
        """Add the result of a piece."""
        self.done[piece.rim, piece.number] = result
        self._saved.add([piece.rim, piece.number, asdict(result)])

    def by_rim(self) -> dict[int, Searched]:
        """Return the sums for each number of edges at the rim."""
        sums: dict[int, Searched] = {}
        for (rim, _number), result in sorted(self.done.items()):
            sums.setdefault(rim, Searched()).add(result)
        return sums


def decided(goal: Goal, tally: SearchedRegions, n_jobs: int, rims: range | None = None) -> bool:
    """Search all pieces that are not done, or those of some rims; return False if that was interrupted."""
    chosen = (piece for piece in pieces(goal) if rims is None or piece.rim in rims)
    calls = ((goal, piece) for piece in chosen if (piece.rim, piece.number) not in tally.done)
    with workers(n_jobs) as run, closing(run(searched, calls)) as results:
        try:
            for piece, result in results:
                tally.add(piece, result)
                found = sum(each.n_found for each in tally.done.values())
                total = sum(each.n_regions for each in tally.done.values())
                print(f"\rrim {piece.rim}: {total:,} regions, {found} solutions ", end="", file=sys.stderr)
        except KeyboardInterrupt:
            return False
        finally:
            print(file=sys.stderr)
    return True


def check_goal(goal: Goal) -> None:
    """Raises ValueError unless a goal is two loops on a free table, one through all of up to 30 tiles."""
    is_good = len(goal.strands) == 2 and goal.shape is None and not goal.held and goal.holes == 0
    is_good = is_good and all(strand.kind is GoalKind.LOOP for strand in goal.strands)
    is_good = is_good and goal.through(goal.strands[0]) == len(goal.tiles) <= MOST_TILES
    if not is_good:
        raise ValueError(
            f"expected two loops, the first through all of at most {MOST_TILES} tiles, got {goal}"
        )


def least(cells: Sequence[Cell]) -> Region:
    """Return the least of all rotations of a region, moved home."""
    turned = []
    for sixths in range(6):
        listed = [rotate(cell, sixths) for cell in cells]
        first = min(listed)
        turned.append(tuple(sorted(Cell(q - first.q, r - first.r) for q, r in listed)))
    return min(turned)


def n_rotations(region: Region) -> int:
    """Return how many rotations map a region onto itself."""
    return len(BoardShape("cells", region).rotations())


def compared(goal: Goal) -> tuple[int, int, int]:
    """Compare with `solve`: return the regions, the solutions, and those that lie in no region listed.

    The solutions of a region are found as they lie, once for each of its own rotations.
    """
    listed = {least(region): region for piece in pieces(goal) for region in piece.regions}
    lying = Counter(
        least([placement.cell for placement in each]) for each in solve(goal, SolveMode.ALL).solutions
    )
    for region in listed.values():
        _piece, result = searched(goal, Piece(0, 0, (region,)))
        expected = lying[least(region)] * n_rotations(region)
        assert result.n_found == expected, (str(goal), region, result.n_found, expected)
    missing = sum(n for region, n in lying.items() if region not in listed)
    return len(listed), lying.total(), missing


def random_goal(rng: Random) -> Goal:
    """Draw tiles that all carry red, for a red and a blue loop, such that no short proof refutes them."""
    carrying = [tile for tile in GAME_SET if carries(tile, Colour.RED)]
    strands = tuple(Strand(colour, GoalKind.LOOP, GoalScope.OWN) for colour in (Colour.RED, Colour.BLUE))
    while True:
        goal = Goal(tuple(rng.sample(carrying, rng.choice(CHECKED_SIZES))), strands)
        if not why_unsolvable(goal):
            return goal


def check(n_sets: int, seed: int) -> None:
    """Compare random sets of tiles that have solutions, and as many that have none, with `solve`."""
    rng, done = Random(seed), Counter[bool]()
    while done[True] < n_sets:
        goal = random_goal(rng)
        is_solvable = bool(solve(goal).solutions)
        if done[is_solvable] >= n_sets:
            continue
        done[is_solvable] += 1
        n_regions, n_solutions, n_missing = compared(goal)
        assert n_missing == 0, str(goal)
        print(f"{goal}: {n_regions} regions, {n_solutions} solutions", flush=True)


def parse_rims(text: str) -> range:
    """Read rims such as `38` or `38-44`."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, or check the search, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("goal", nargs="?", default="1-30 loop:R/own loop:B/own")
    parser.add_argument(
        "--rims", type=parse_rims, help="search only regions with so many edges, as 38 or 38-44"
    )
    parser.add_argument("--list", action="store_true", help="only count the regions")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--checkpoint", type=Path, help="keep what is done in this file, and continue from it"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", type=int, help="compare so many sets of tiles with other searches")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    if chosen.check:
        check(chosen.check, chosen.seed)
        return 0
    try:
        goal = parse_goal(chosen.goal)
        check_goal(goal)
        tally = SearchedRegions(goal, chosen.checkpoint)
    except ValueError as error:
        parser.error(str(error))
    if chosen.list:
        numbers = Counter(piece.rim for piece in pieces(goal) for _ in piece.regions)
        print(
            json.dumps(numbers)
            if chosen.json
            else "\n".join(f"rim {rim}: {n:,}" for rim, n in numbers.items())
        )
        return 0
    is_complete = decided(goal, tally, chosen.jobs, chosen.rims)
    print_result(goal, tally, is_complete and chosen.rims is None, chosen.json)
    return 0 if is_complete else 130


def print_result(goal: Goal, tally: SearchedRegions, is_complete: bool, as_json: bool) -> None:
    """Print what was found for each rim."""
    rows = tally.by_rim()
    n_found = sum(each.n_found for each in rows.values())
    if as_json:
        by_rim = {rim: asdict(each) for rim, each in rows.items()}
        print(json.dumps({"goal": str(goal), "is_complete": is_complete, "found": n_found, "by_rim": by_rim}))
        return
    for rim, each in rows.items():
        print(
            f"rim {rim}: {each.n_regions:,} regions, {each.n_found} solutions, {each.nodes:,} nodes, "
            f"{each.seconds:.1f} s"
        )
        for solution in each.solutions:
            print(f"  {solution}")
    print(
        f"{goal}: "
        + (f"{n_found} solutions" if n_found else "no solution")
        + ("" if is_complete else " so far")
    )


if __name__ == "__main__":
    # Other processes find functions and classes by the name of their module, which is not `__main__` there.
    from research.trials import regions as module

    sys.exit(module.main())

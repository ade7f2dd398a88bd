"""Seconds to fill a board with one loop through all of a random set of tiles; CP-SAT beside it if asked.

    python -m benchmarks.solver.boards rhombus:7x7 rhombus:8x8 --sets 10 --cp-sat 60

A set is drawn from the tiles that carry red, each at most once, or once more in turn where the board has more
cells than there are such tiles; sets that a short proof refuses are drawn again. Prints a line for each set
as it goes, then a line of JSON for each board, in processor seconds: how many sets were solved, refuted, or
unknown after `--seconds`, the median, the 95th percentile and the longest. With `--json` it prints one
document at the end, with the times of all sets. CP-SAT (`tantrix[oracle]`, one worker) gets the first sets,
`--cp-sat` seconds each.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from benchmarks.reference import reference_ms
from tantrix.solver import BoardShape, Goal, GoalKind, Strand, solve
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.tiles import GAME_SET, Colour, colours

CP_SAT_SETS = 3
CARRYING = [tile for tile in GAME_SET if Colour.RED in colours(tile)]


def goals(shape: BoardShape, n_sets: int, seed: int) -> list[Goal]:
    """Draw sets of tiles for a board."""
    rng, n, found = Random(seed), len(shape.cells), list[Goal]()
    while len(found) < n_sets:
        tiles = CARRYING * (n // len(CARRYING)) + rng.sample(CARRYING, n % len(CARRYING))
        goal = Goal(tuple(sorted(tiles)), (Strand(Colour.RED),), shape)
        if not why_unsolvable(goal):
            found.append(goal)
        elif n % len(CARRYING) == 0:
            raise ValueError(f"expected a board that the tiles can fill, got {n} cells")
    return found


def searched(goal: Goal, seconds: float, seed: int) -> tuple[str, float]:
    """Return how a search ended, and its processor seconds."""
    began = process_time()
    answer = solve(goal, should_stop=lambda: process_time() - began > seconds, seed=seed)
    return str(answer.status), process_time() - began


def summary(rows: list[tuple[str, float]]) -> dict[str, Any]:
    """Return how often each end was reached, and what times it took."""
    times = sorted(seconds for _, seconds in rows)
    return {
        **Counter(status for status, _ in rows),
        "median": round(times[len(times) // 2], 4),
        "p95": round(times[max(0, -(-len(times) * 95 // 100) - 1)], 4),
        "longest": round(times[-1], 4),
    }


def by_cp_sat(goal: Goal, seconds: float) -> tuple[str, float]:
    """Return how CP-SAT's search ended, and its processor seconds, the model included."""
    from benchmarks.solver.cp_sat_board import Board

    assert goal.shape is not None
    began = process_time()
    return Board(goal.tiles, Colour.RED, GoalKind.LOOP, goal.shape).first(seconds), process_time() - began


def measured(board: str, options: argparse.Namespace) -> dict[str, Any]:
    """Measure a board; without `--json`, print a line for each set."""
    shape = BoardShape.parse(board)
    sets = goals(shape, options.sets, options.seed)
    searched(sets[0], 0.1, 0)  # compiles

    def listed(name: str, rows: Iterator[tuple[str, float]]) -> list[tuple[str, float]]:
        kept = list[tuple[str, float]]()
        for status, seconds in rows:
            kept.append((status, round(seconds, 4)))
            if not options.json:
                print(f"{board} {name} {len(kept)}: {status}, {seconds:.4f} s", flush=True)
        return kept

    rows = listed("set", (searched(goal, options.seconds, options.seed) for goal in sets))
    found = {"board": board, "tiles": len(shape.cells), "loop_ms": round(reference_ms(), 2), **summary(rows)}
    if options.cp_sat:
        others = listed("CP-SAT", (by_cp_sat(goal, options.cp_sat) for goal in sets[:CP_SAT_SETS]))
        found["cp_sat"] = summary(others)
    return found | {"sets": rows} if options.json else found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", nargs="+")
    parser.add_argument("--sets", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=120, help="for each set, at the most")
    parser.add_argument("--cp-sat", type=float, default=0, help="seconds for CP-SAT, 0 to leave it out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one document at the end")
    options = parser.parse_args()
    results = list[dict[str, Any]]()
    for board in options.boards:
        results.append(measured(board, options))
        if not options.json:
            print(json.dumps(results[-1]), flush=True)
    if options.json:
        print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()

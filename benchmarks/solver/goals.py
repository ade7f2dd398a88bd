"""How many random goals of every kind the solver decides in time; CP-SAT beside it on boards if asked.

    python -m benchmarks.solver.goals --goals 1000 --seconds 10 --seed 1

The kinds take turns; number, size, tiles and colours of each goal are drawn at random, so many goals have no
solution. Prints a line for each goal as it goes, then a line of JSON for each kind, in processor seconds, and
one for all. `--kind` keeps some kinds only. CP-SAT (`tantrix[oracle]`, one worker) gets the goals that it can
express, one loop or line through distinct tiles on a board, for `--cp-sat` seconds each.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time
from typing import NamedTuple

from benchmarks.solver.boards import searched, summary
from tantrix.hexes import ORIGIN, neighbour, opposite
from tantrix.placement import Placement
from tantrix.solver import BoardShape, Goal, GoalKind, GoalScope, Strand
from tantrix.tiles import GAME_SET, Colour, colours, edges

LOOP, LINE = GoalKind.LOOP, GoalKind.LINE
BOARDS = (
    *(
        f"{name}:{rows}x{columns}"
        for name in ("rhombus", "rectangle")
        for rows in range(3, 7)
        for columns in (5, 6, 7)
    ),
    *("triangle:4", "triangle:5", "triangle:6", "triangle:7", "hexagon:2", "hexagon:3", "hexagon:4"),
    *("spiral:12", "spiral:23", "spiral:30"),
)


class Kind(NamedTuple):
    """Strands through all tiles and through their own, how many tiles, and what else is asked."""

    main: tuple[GoalKind, ...]
    own: tuple[GoalKind, ...]
    sizes: range
    holes: tuple[int | None, ...] = (0,)
    is_board: bool = False
    copies: int = 1
    n_held: int = 0


KINDS = {
    "loop": Kind((LOOP,), (), range(5, 43)),
    "line": Kind((LINE,), (), range(5, 43)),
    "loop, holes": Kind((LOOP,), (), range(8, 43), (None, 1, 2, 3)),
    "line, holes": Kind((LINE,), (), range(8, 43), (None, 1, 2, 3)),
    "own loop": Kind((), (LOOP,), range(6, 57)),
    "own line": Kind((), (LINE,), range(6, 57)),
    "own loop, holes": Kind((), (LOOP,), range(8, 57), (None, 1, 2, 3)),
    "own line, holes": Kind((), (LINE,), range(8, 57), (None, 1, 2, 3)),
    "tiles, holes": Kind((), (), range(8, 57), (1, 2, 3, 4, 5)),
    "two loops": Kind((LOOP, LOOP), (), range(5, 15)),
    "two own loops": Kind((), (LOOP, LOOP), range(10, 57)),
    "two own lines": Kind((), (LINE, LINE), range(10, 57)),
    "own loop and line": Kind((), (LOOP, LINE), range(10, 57)),
    "three own lines": Kind((), (LINE, LINE, LINE), range(10, 43)),
    "three own loops": Kind((), (LOOP, LOOP, LOOP), range(10, 57)),
    "four own lines": Kind((), (LINE, LINE, LINE, LINE), range(8, 43)),
    "loop and own loop": Kind((LOOP,), (LOOP,), range(10, 43)),
    "loop and own line": Kind((LOOP,), (LINE,), range(10, 43)),
    "line and own line": Kind((LINE,), (LINE,), range(10, 43)),
    "packs, loop": Kind((LOOP,), (), range(5, 15), copies=4),
    "packs, line": Kind((LINE,), (), range(3, 9), copies=3),
    "held, loop": Kind((LOOP,), (), range(6, 31), n_held=1),
    "held, own loop": Kind((), (LOOP,), range(8, 43), n_held=2),
    "held, line": Kind((LINE,), (), range(6, 25), n_held=2),
    "board, loop": Kind((LOOP,), (), range(0), is_board=True),
    "board, line": Kind((LINE,), (), range(0), is_board=True),
    "board, own loop": Kind((), (LOOP,), range(0), is_board=True),
    "board, own line": Kind((), (LINE,), range(0), is_board=True),
    "board, two own lines": Kind((), (LINE, LINE), range(0), is_board=True),
    "board, loop and own line": Kind((LOOP,), (LINE,), range(0), is_board=True),
    "board, tiles": Kind((), (), range(0), is_board=True),
}


def goals(seed: int, kinds: dict[str, Kind]) -> Iterator[tuple[str, Goal]]:
    """Draw goals without end, the kinds in turn."""
    random = Random(seed)
    while True:
        for name, kind in kinds.items():
            yield name, drawn(kind, random)


def drawn(kind: Kind, random: Random) -> Goal:
    """Draw a goal of a kind."""
    chosen = random.sample(list(Colour), len(kind.main) + len(kind.own))
    main, own = chosen[: len(kind.main)], chosen[len(kind.main) :]
    strands = [
        *map(Strand, main, kind.main),
        *(Strand(colour, each, GoalScope.OWN) for colour, each in zip(own, kind.own, strict=True)),
    ]
    pool = [tile for tile in GAME_SET if set(main) <= set(colours(tile))]
    fitting = [shape for shape in map(BoardShape.parse, BOARDS) if len(shape.cells) <= len(pool)]
    shape = random.choice(fitting) if kind.is_board else None
    n = random.choice(kind.sizes) if shape is None else len(shape.cells)
    tiles = random.sample(pool, min(n, len(pool))) * random.randint(1, kind.copies)
    held = [
        placed
        for at in range(kind.n_held)
        for placed in pair(tiles[2 * at], tiles[2 * at + 1], 9 * at, random)
    ]
    return Goal(tuple(tiles), tuple(strands), shape, random.choice(kind.holes), tuple(held))


def pair(first: int, second: int, q: int, random: Random) -> list[Placement]:
    """Lay two tiles beside each other, turned at random, far from others."""
    one = Placement(first, ORIGIN._replace(q=q), random.randrange(6))
    edge = random.choice([e for e in range(6) if edges(first, one.rotation)[e] in edges(second)])
    shown = edges(first, one.rotation)[edge]
    rotation = random.choice([r for r in range(6) if edges(second, r)[opposite(edge)] == shown])
    return [one, Placement(second, neighbour(one.cell, edge), rotation)]


def can_model(goal: Goal) -> bool:
    """Return whether CP-SAT's model can express a goal: one loop or line through all cells of a board."""
    is_main = [strand.scope for strand in goal.strands] == [GoalScope.ALL]
    return goal.shape is not None and is_main and goal.holes == 0 and not goal.held


def by_cp_sat(goal: Goal, seconds: float) -> tuple[str, float]:
    """Return how CP-SAT's search ended, and its processor seconds, the model included."""
    from benchmarks.solver.cp_sat_board import Board

    assert goal.shape is not None
    began, strand = process_time(), goal.strands[0]
    found = Board(goal.tiles, strand.colour, strand.kind, goal.shape).first(seconds)
    return found, process_time() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--goals", type=int, default=155)
    parser.add_argument("--skip", type=int, default=0, help="goals to leave out at the beginning")
    parser.add_argument("--seconds", type=float, default=10, help="for each goal, at the most")
    parser.add_argument("--cp-sat", type=float, default=0, help="seconds for CP-SAT, 0 to leave it out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=KINDS, help="some kinds only")
    options = parser.parse_args()
    kinds = {name: KINDS[name] for name in options.kind or KINDS}
    rows = dict[str, list[tuple[str, float]]]()
    others = list[tuple[str, float]]()
    for name, goal in islice(goals(options.seed, kinds), options.skip, options.goals):
        rows.setdefault(name, []).append(searched(goal, options.seconds, options.seed))
        print(f"{name}: {rows[name][-1][0]}, {rows[name][-1][1]:.3f} s: {goal}", flush=True)
        if options.cp_sat and can_model(goal):
            others.append(by_cp_sat(goal, options.cp_sat))
            print(f"{name}: CP-SAT {others[-1][0]}, {others[-1][1]:.3f} s", flush=True)
    for name, found in rows.items():
        print(json.dumps({"kind": name, **summary(found)}))
    print(
        json.dumps(
            {
                "goals": sum(map(len, rows.values())),
                **summary([row for found in rows.values() for row in found]),
            }
        )
    )
    if others:
        print(json.dumps({"CP-SAT": len(others), **summary(others)}))


if __name__ == "__main__":
    main()

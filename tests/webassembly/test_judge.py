"""The judge of puzzles for browsers agrees with the checker, which shares no code with it."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from tantrix.hexes import Cell, rotate
from tantrix.placement import Placement
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal, GoalKind, GoalScope, parse_goal
from tantrix.solver.pipeline import solve
from tantrix.tiles import LETTERS, edges
from tantrix.webassembly import judge as judging

GOALS = (
    "1-6 loop:B",
    "1-7 loop:R",
    "1-10 loop:R holes:1",
    "1-10 loop:Y holes:allow",
    "1-7 shape:hexagon:2",
    "1-10 line:Y shape:triangle:4",
    "1-3*2,4-10 loop:Y",
    "6-7,12,25-27,30,38,40,42 line:G/own line:Y/own shape:triangle:4",
)


def judged(goal: Goal, placements: Sequence[Placement]) -> int:
    """Judge a solution as a browser does."""
    tiles = [
        number
        for tile, cell, rotation in placements
        for number in (cell.q, cell.r, *map(LETTERS.index, edges(tile, rotation)))
    ]
    strands = [
        number
        for strand in goal.strands
        for number in (strand.colour, strand.kind is GoalKind.LOOP, strand.scope is GoalScope.ALL)
    ]
    cells = [] if goal.shape is None else [number for cell in goal.shape.cells for number in cell]
    return judging.judge(
        np.array(tiles, np.int64),
        len(placements),
        np.array([*strands, 0], np.int64),
        len(goal.strands),
        np.array([*cells, 0], np.int64),
        len(cells) // 2,
        judging.ANY_HOLES if goal.holes is None else goal.holes,
        np.empty(2 * judging.AREA, np.int64),
    )


def varied(solution: Sequence[Placement], rng: Random) -> list[Placement]:
    """Change a solution at random: turn it whole, then perhaps turn, move or exchange tiles."""
    sixths = rng.randrange(6)
    laid = [Placement(tile, rotate(cell, sixths), (n + sixths) % 6) for tile, cell, n in solution]
    for _ in range(rng.choice((0, 0, 1, 2))):
        at, other = rng.sample(range(len(laid)), 2)
        tile, cell, rotation = laid[at]
        kind = rng.randrange(3)
        if kind == 0:
            laid[at] = Placement(tile, cell, rng.randrange(6))
        elif kind == 1:
            laid[at] = Placement(tile, Cell(cell.q + rng.choice((-1, 0, 1, 20)), cell.r), rotation)
        else:
            laid[at] = laid[at]._replace(tile=laid[other].tile)
            laid[other] = laid[other]._replace(tile=tile)
    return laid


@pytest.mark.parametrize("text", GOALS)
def test_judge_and_checker_agree_on_solutions_and_what_is_nearly_one(text: str) -> None:
    goal, rng = parse_goal(text), Random(text)
    solution = solve(goal).solution
    assert solution
    verdicts = set()

    for _ in range(400):
        laid = varied(solution, rng)
        verdict = judged(goal, laid)
        assert (verdict == judging.SOLVED) == (faults(goal, laid) == []), laid
        verdicts.add(verdict)

    assert judging.SOLVED in verdicts
    assert len(verdicts) > 1


def test_a_solution_too_wide_for_the_square_is_left_to_the_server() -> None:
    far = [Placement(1, Cell(0, 0), 0), Placement(2, Cell(judging.MAX_EXTENT, 0), 0)]

    assert judged(parse_goal("1-2 loop:R"), far) == judging.TOO_WIDE

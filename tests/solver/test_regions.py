"""Random regions for goals of several loops, and the boards that they make."""

from random import Random

import pytest

from tantrix.hexes import neighbours
from tantrix.placement import Placement
from tantrix.solver import parse_goal
from tantrix.solver.boards.regions import can_fill, new_region, next_region
from tantrix.solver.checker import count_holes, faults
from tantrix.solver.machines import SOLUTION, Regions
from tantrix.solver.rim_proof import least_rim
from tantrix.solver.shapes import is_connected


@pytest.mark.parametrize(
    "text",
    [
        "1-30 loop:R/own loop:B/own",
        "1-56 loop:R/own loop:Y/own",
        "1-64 loop:G/own loop:Y/own",
    ],
)
def test_a_region_is_in_one_piece_without_holes_and_its_rim_suits_the_tiles(text: str) -> None:
    goal = parse_goal(text)
    region, random = new_region(goal, 1), Random(1)
    for _ in range(5):
        cells = next_region(region, random)

        assert cells is not None
        assert len(set(cells)) == len(goal.tiles)
        assert is_connected(tuple(cells))
        assert count_holes({cell: Placement(1, cell, 0) for cell in cells}) == 0
        exposed = [sum(beside not in cells for beside in neighbours(cell)) for cell in cells]
        assert sum(exposed) == region[0].rim >= least_rim(len(cells))
        assert all(sum(n >= k for n in exposed) <= region[0].allowed[k] for k in range(7))
        assert sum(n - 2 for n in exposed if n) == 6


def test_different_regions_follow_each_other() -> None:
    region, random = new_region(parse_goal("1-30 loop:R/own loop:B/own"), 1), Random(1)

    forms = {tuple(sorted(next_region(region, random) or [])) for _ in range(10)}

    assert len(forms) == 10


@pytest.mark.parametrize("seed", [0, 1])
def test_regions_lead_to_solutions(seed: int) -> None:
    goal = parse_goal("24-56 loop:R/own loop:Y/own")
    filled = Regions(goal, seed)

    for _ in range(100):
        if filled.advance(50_000) == SOLUTION:
            break

    assert faults(goal, filled.solution()) == []


@pytest.mark.parametrize(
    "text",
    [
        "1-30 loop:R",
        "1-9 loop:R/own loop:B/own",
        "1-30 loop:R/own loop:B/own holes:1",
        "1-20 line:R/own loop:B/own",
        "1-30 loop:R/own loop:B/own shape:rhombus:5x6",
    ],
)
def test_other_goals_need_no_regions(text: str) -> None:
    assert not can_fill(parse_goal(text))


def test_where_no_region_suits_the_tiles_none_is_tried() -> None:
    filled = Regions(parse_goal("1-14 loop:R/own loop:B/own"), 1)

    filled.advance(1000)

    assert filled.is_hopeless
    assert filled.record[0].nodes == 0

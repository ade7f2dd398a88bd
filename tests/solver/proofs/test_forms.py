"""The numbers of corners and bends that a loop through all cells of a board can have."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.hexes import ORIGIN, Cell, neighbour, neighbours
from tantrix.solver import BoardShape, SolveMode, Status, parse_goal, solve
from tantrix.solver.proofs.forms import can_turn
from tantrix.solver.proofs.refusals import why_unsolvable


@st.composite
def boards(draw: st.DrawFn) -> tuple[Cell, ...]:
    """Draw up to twelve connected cells."""
    cells = {ORIGIN}
    for _ in range(draw(st.integers(2, 11))):
        cells.add(
            draw(st.sampled_from(sorted({beside for cell in cells for beside in neighbours(cell)} - cells)))
        )
    return tuple(sorted(cells))


@settings(deadline=None)
@given(boards())
def test_the_corners_and_bends_are_those_of_all_loops(cells: tuple[Cell, ...]) -> None:
    expected = {_turned(loop) for loop in _loops(cells)}

    numbers = range(len(cells) + 1)
    assert {(c, b) for c in numbers for b in numbers if can_turn(cells, c, b)} == expected


@pytest.mark.parametrize("board", ["rhombus:4x4", "triangle:5", "rectangle:3x5", "hexagon:2"])
def test_the_corners_and_bends_of_a_compact_board_are_those_of_all_loops(board: str) -> None:
    cells = BoardShape.parse(board).cells
    expected = {_turned(loop) for loop in _loops(cells)}

    numbers = range(len(cells) + 1)
    assert {(c, b) for c in numbers for b in numbers if can_turn(cells, c, b)} == expected


def test_a_loop_goes_round_a_board_of_two_rows_in_one_way() -> None:
    cells = BoardShape.parse("rhombus:2x21").cells

    assert [(c, b) for c in range(43) for b in range(43) if can_turn(cells, c, b)] == [(2, 2)]


def test_of_a_large_board_nothing_is_claimed() -> None:
    cells = BoardShape.parse("rhombus:10x10").cells

    assert can_turn(cells, 0, 0)


@pytest.mark.parametrize("mode", list(SolveMode))
def test_tiles_that_turn_too_often_are_refused_on_a_narrow_board(mode: SolveMode) -> None:
    answer = solve(parse_goal("1-20*2 loop:R shape:rhombus:2x20"), mode)

    assert (answer.status, answer.is_complete) == (Status.NONE, True)
    assert answer.reason.startswith("forms: no loop through all cells of rhombus:2x20 has ")


@pytest.mark.parametrize(
    "text", ["1-24 loop:R/own shape:rhombus:4x6", "1-24 line:R shape:rhombus:4x6", "1-24 loop:R"]
)
def test_other_goals_are_not_refused_for_their_forms(text: str) -> None:
    assert not why_unsolvable(parse_goal(text)).startswith("forms")


def _loops(cells: tuple[Cell, ...]) -> Iterator[list[int]]:
    """Yield the steps of each loop through all cells."""
    start, own = cells[0], set(cells)

    def extended(cell: Cell, steps: list[int], left: set[Cell]) -> Iterator[list[int]]:
        for edge in range(6):
            beside = neighbour(cell, edge)
            if beside in left:
                yield from extended(beside, [*steps, edge], left - {beside})
            elif beside == start and not left and len(steps) > 1:
                yield [*steps, edge]

    yield from extended(start, [], own - {start})


def _turned(steps: list[int]) -> tuple[int, int]:
    """Count the corners and bends of a loop."""
    turns = [(after - before) % 6 for before, after in zip(steps, [*steps[1:], steps[0]], strict=True)]
    return sum(turn in (2, 4) for turn in turns), sum(turn in (1, 5) for turn in turns)

"""CP-SAT counts the loops and lines on small boards as well; it shares only the tiles with the search."""

import pytest

from tantrix.solver import BoardShape, Goal, GoalKind, SolveMode, Strand, solve
from tantrix.tiles import Colour, colours, links

board = pytest.importorskip("benchmarks.solver.cp_sat_board", reason="the extra tantrix[oracle] is missing")


@pytest.mark.parametrize(
    ("text", "kind", "tiles"),
    [
        ("triangle:2", GoalKind.LOOP, (1, 2, 3)),
        ("triangle:2", GoalKind.LINE, (1, 2, 3)),
        ("rhombus:2x3", GoalKind.LOOP, (1, 2, 3, 9, 12, 17)),
        ("rhombus:2x3", GoalKind.LINE, (1, 2, 3, 9, 12, 17)),
        ("triangle:3", GoalKind.LINE, (2, 5, 6, 7, 8, 10)),
        ("rectangle:3x2", GoalKind.LOOP, (1, 2, 4, 5, 8, 11)),
        ("cells:0,0;1,0;2,0;0,1;1,1", GoalKind.LOOP, (1, 3, 5, 7, 9)),
        ("spiral:5", GoalKind.LINE, (1, 3, 5, 7, 9)),
    ],
)
def test_cp_sat_counts_as_the_search_does(text, kind, tiles):
    shape, colour = BoardShape.parse(text), Colour.YELLOW
    assert all(colour in colours(tile) and len(links(tile)) == 3 for tile in tiles)

    answer = solve(Goal(tiles, (Strand(colour, kind),), shape), SolveMode.COUNT)

    assert answer.count is not None
    assert board.Board(tiles, colour, kind, shape).count() == answer.count * len(shape.rotations())

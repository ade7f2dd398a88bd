"""CP-SAT counts the loops and lines on small boards as well; it shares only the tiles with the search."""

from itertools import product

import pytest

from tantrix.hexes import Cell, neighbour
from tantrix.solver import BoardShape, Goal, GoalKind, SolveMode, Strand, solve
from tantrix.tiles import Colour, colours, edges, links

cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="the extra tantrix[oracle] is missing")

OUTSIDE = 0


class Board:
    """A model: one literal for each tile, rotation and cell; a circuit along the links of the colour."""

    def __init__(self, tiles: tuple[int, ...], colour: Colour, kind: GoalKind, shape: BoardShape) -> None:
        self.model = cp_model.CpModel()
        self.cells = shape.cells
        self.lies = {
            (tile, rotation, cell): self.model.new_bool_var(f"{tile}@{cell}^{rotation}")
            for tile, rotation, cell in product(tiles, range(6), shape.cells)
        }
        for tile in tiles:
            self.model.add_exactly_one(self.lies[tile, r, cell] for r in range(6) for cell in shape.cells)
        for cell in shape.cells:
            self.model.add_exactly_one(self.lies[tile, r, cell] for tile in tiles for r in range(6))
        self._match(tiles)
        self._go_round(tiles, colour, kind)

    def _shown(self, tiles: tuple[int, ...], cell: Cell, edge: int, letter: str) -> list[object]:
        return [self.lies[t, r, cell] for t in tiles for r in range(6) if edges(t, r)[edge] == letter]

    def _match(self, tiles: tuple[int, ...]) -> None:
        for cell, edge, letter in product(self.cells, range(3), "RYGB"):
            beside = neighbour(cell, edge)
            if beside in self.cells:
                here, there = (
                    self._shown(tiles, cell, edge, letter),
                    self._shown(tiles, beside, edge + 3, letter),
                )
                self.model.add(sum(here) == sum(there))

    def _go_round(self, tiles: tuple[int, ...], colour: Colour, kind: GoalKind) -> None:
        """One circuit over all cells; a line is closed through the outside, from its lesser end."""
        number = {cell: n + 1 for n, cell in enumerate(self.cells)}
        arcs, ways = [], {}
        for cell, edge in product(self.cells, range(6)):
            target = number.get(neighbour(cell, edge), OUTSIDE)
            ways[cell, edge] = self.model.new_bool_var(f"{cell} to {edge}")
            arcs.append((number[cell], target, ways[cell, edge]))
            if target == OUTSIDE:
                ways["in", cell, edge] = self.model.new_bool_var(f"into {cell} by {edge}")
                arcs.append((OUTSIDE, number[cell], ways["in", cell, edge]))
        if kind is GoalKind.LOOP:
            self.model.add(sum(way for _, target, way in arcs if target == OUTSIDE) == 0)
        for cell, edge in product(self.cells, range(6)):
            back = ways.get((neighbour(cell, edge), (edge + 3) % 6), ways.get(("in", cell, edge)))
            shown = self._shown(tiles, cell, edge, colour.letter)
            self.model.add(ways[cell, edge] + back == sum(shown))
        if kind is GoalKind.LOOP:
            arcs.append((OUTSIDE, OUTSIDE, self.model.new_constant(1)))
        self.model.add_circuit(arcs)

    def count(self) -> int:
        seen: set[tuple[object, ...]] = set()

        class Collect(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(inner) -> None:
                seen.add(tuple(key for key, literal in self.lies.items() if inner.value(literal)))

        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        assert solver.solve(self.model, Collect()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        return len(seen)


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
    assert Board(tiles, colour, kind, shape).count() == answer.count * len(shape.rotations())

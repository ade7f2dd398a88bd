"""A model for CP-SAT of a loop or line that fills a board; shares only the tiles with the package's search.

Needs `tantrix[oracle]`.
"""

from collections import Counter
from itertools import product
from threading import Event, Thread
from time import process_time
from typing import Any

from ortools.sat.python import cp_model

from tantrix.hexes import Cell, neighbour
from tantrix.solver import BoardShape, GoalKind
from tantrix.tiles import Colour, edges

OUTSIDE = 0


class Board:
    """A literal for each tile, rotation and cell; a circuit along the links of the colour."""

    def __init__(self, tiles: tuple[int, ...], colour: Colour, kind: GoalKind, shape: BoardShape) -> None:
        self.model = cp_model.CpModel()
        self.cells = shape.cells
        counts = Counter(tiles)
        self.lies = {
            (tile, rotation, cell): self.model.new_bool_var(f"{tile}@{cell}^{rotation}")
            for tile, rotation, cell in product(counts, range(6), shape.cells)
        }
        for tile, n in counts.items():
            self.model.add(sum(self.lies[tile, r, cell] for r in range(6) for cell in shape.cells) == n)
        for cell in shape.cells:
            self.model.add_exactly_one(self.lies[tile, r, cell] for tile in counts for r in range(6))
        self._match(tuple(counts))
        self._go_round(tuple(counts), colour, kind)

    def _shown(self, tiles: tuple[int, ...], cell: Cell, edge: int, letter: str) -> list[Any]:
        return [self.lies[t, r, cell] for t in tiles for r in range(6) if edges(t, r)[edge] == letter]

    def _match(self, tiles: tuple[int, ...]) -> None:
        for cell, edge, letter in product(self.cells, range(3), "RYGB"):
            beside = neighbour(cell, edge)
            if beside in self.cells:
                here = self._shown(tiles, cell, edge, letter)
                there = self._shown(tiles, beside, edge + 3, letter)
                self.model.add(sum(here) == sum(there))

    def _go_round(self, tiles: tuple[int, ...], colour: Colour, kind: GoalKind) -> None:
        """One circuit over all cells; a line is closed through the outside, from its lesser end."""
        number = {cell: n + 1 for n, cell in enumerate(self.cells)}
        arcs: list[Any] = []
        ways: dict[Any, Any] = {}
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
        """Return how many solutions there are."""
        seen: set[tuple[object, ...]] = set()
        lies = self.lies

        class Collect(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                seen.add(tuple(key for key, literal in lies.items() if self.value(literal)))

        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        assert solver.solve(self.model, Collect()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        return len(seen)

    def first(self, seconds: float) -> str:
        """Look for a solution by one worker, within processor seconds; return solved, none or unknown."""
        solver, began, is_done = cp_model.CpSolver(), process_time(), Event()
        solver.parameters.num_workers = 1

        def stop_in_time() -> None:
            while not is_done.wait(0.1):
                if process_time() - began > seconds:
                    solver.stop_search()

        watching = Thread(target=stop_in_time)
        watching.start()
        status = solver.solve(self.model)
        is_done.set()
        watching.join()
        return {cp_model.OPTIMAL: "solved", cp_model.INFEASIBLE: "none"}.get(status, "unknown")

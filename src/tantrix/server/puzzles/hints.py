"""Help with a puzzle: whether it is solved, whether it can still be solved, and a next step.

A position is any set of tiles on a table. Tiles that touch form a group, which may be moved and rotated as a
whole. So a position can still be solved if some solution contains each of its groups.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tantrix.hexes import ORIGIN, Cell, distance, neighbours, rotate
from tantrix.placement import Placement
from tantrix.solver.answer import Solution, Status
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal
from tantrix.solver.held_groups import HeldGroup, groups_of

HintStrength = Literal["solvable", "pair", "tile", "solution"]


@dataclass(frozen=True, slots=True)
class FoundHint:
    """The status of a position, and a pair of tiles that belong together, or placements that join them."""

    status: Status
    pair: tuple[int, ...] = ()
    placements: tuple[Placement, ...] = ()


def faults_of(goal: Goal, position: Sequence[Placement]) -> list[str]:
    """Return why a position is not a solution, as sentences for programs; empty if it is a solution.

    Tiles that are far apart are reported first, because the checker would visit every cell between them.
    """
    n = len(goal.tiles)
    if len(position) != n:
        return [f"expected {n} tiles, got {len(position)}"]
    first = position[0].cell
    moved = [Placement(p.tile, Cell(p.cell.q - first.q, p.cell.r - first.r), p.rotation) for p in position]
    if any(distance(ORIGIN, placement.cell) > n for placement in moved):
        return ["expected one piece, but some tiles lie far apart"]
    return faults(goal, moved)


def help_with(
    goal: Goal,
    position: Sequence[Placement],
    strength: HintStrength,
    should_stop: Callable[[], bool],
) -> FoundHint:
    """Search for a solution that contains all groups of a position; reveal as much of it as requested."""
    from tantrix.solver.pipeline import solve  # only in worker processes

    answer = solve(replace(goal, held=tuple(position)), should_stop=should_stop)
    if answer.solution is None:
        return FoundHint(answer.status)
    return _hint_from(answer.solution, groups_of(position), strength)


def _moved_onto(solution: Solution, onto: Placement) -> dict[int, Placement]:
    """Rotate and move a solution so that one of its tiles lies as given; return its placements by tile."""
    start = next(placement for placement in solution if placement.tile == onto.tile)
    sixths = (onto.rotation - start.rotation) % 6
    moved = {}
    for tile, cell, rotation in solution:
        away = rotate(Cell(cell.q - start.cell.q, cell.r - start.cell.r), sixths)
        there = Cell(onto.cell.q + away.q, onto.cell.r + away.r)
        moved[tile] = Placement(tile, there, (rotation + sixths) % 6)
    return moved


def _hint_from(solution: Solution, groups: Sequence[HeldGroup], strength: HintStrength) -> FoundHint:
    if strength == "solvable":
        return FoundHint(Status.SOLVED)
    base = groups[0] if groups else (_upright(solution[0]),)
    aim = _moved_onto(solution, base[0])
    if strength == "solution":
        return FoundHint(Status.SOLVED, (), tuple(aim[tile] for tile in sorted(aim)))
    placed = {placement.tile for placement in base}
    cells = {placement.cell: placement.tile for placement in base}
    if not groups and strength == "tile":
        return FoundHint(Status.SOLVED, (base[0].tile,), base)
    for tile in sorted(aim, key=lambda tile: (-_n_touching(aim[tile].cell, cells), tile)):
        beside = [cells[cell] for cell in neighbours(aim[tile].cell) if cell in cells]
        if tile in placed or not beside:
            continue
        if strength == "pair":
            return FoundHint(Status.SOLVED, (beside[0], tile))
        group = next((group for group in groups if tile in {placement.tile for placement in group}), ())
        moved = {tile, *(placement.tile for placement in group)}
        return FoundHint(Status.SOLVED, (beside[0], tile), tuple(aim[each] for each in sorted(moved)))
    return FoundHint(Status.SOLVED)


def _upright(placement: Placement) -> Placement:
    """Rotate a placement by half a turn, as pages draw shapes."""
    tile, cell, rotation = placement
    return Placement(tile, rotate(cell, 3), (rotation + 3) % 6)


def _n_touching(cell: Cell, cells: dict[Cell, int]) -> int:
    return sum(each in cells for each in neighbours(cell))

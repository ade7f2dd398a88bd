"""Pictures of the tasks of puzzles: hexagons with coloured lines, which do not reveal a solution."""

from functools import cache
from math import atan2, cos, pi, sin

from markupsafe import Markup

from tantrix.hexes import ORIGIN, Cell, centre, distance, neighbours
from tantrix.server.puzzles.catalogue import CataloguePuzzle, Mode, upright
from tantrix.solver.goal import Goal, GoalKind
from tantrix.solver.shapes import BoardShape

_SCALE = 20.0
_RADIUS = _SCALE / 3**0.5 - 0.6
_SHIFT = 3.2  # the distance between two lines through the same cells

_MAX_STEPS = 3_000  # of the search for a path through all cells, before a simple path is drawn


def picture(goal: Goal) -> Markup:
    """Draw a goal as an SVG whose colours come from the style sheet of the page."""
    cells = _cells(goal)
    path = _path(goal)
    drawn = [_hexagon(cell) for cell in cells]
    n = len(goal.strands)
    for index, strand in enumerate(goal.strands if _has_rows(goal) else ()):
        shift = (index - (n - 1) / 2) * 2 * _SHIFT
        drawn.append(_curve(path, strand.kind is GoalKind.LOOP, strand.colour.letter, shift))
    return Markup('<svg class="goal-picture" viewBox="{}" aria-hidden="true">{}</svg>').format(
        _frame(cells), Markup("".join(drawn))
    )


def picture_of(puzzle: CataloguePuzzle) -> Markup:
    """Draw the task of a puzzle; for the sum of four colours, one line of each."""
    return picture(puzzle.goal) if puzzle.mode is not Mode.SUM else _four_lines()


def _four_lines() -> Markup:
    cells = BoardShape.parse("rhombus:4x4").cells
    drawn = [_hexagon(cell) for cell in cells]
    for row, letter in enumerate("RYGB"):
        drawn.append(_curve(tuple(cell for cell in cells if cell.r == row), False, letter, 0))
    return Markup('<svg class="goal-picture" viewBox="{}" aria-hidden="true">{}</svg>').format(
        _frame(cells), Markup("".join(drawn))
    )


def number_picture(number: int, letter: str) -> Markup:
    """Draw the back of a tile: its number, in its colour."""
    drawn = _hexagon(Cell(0, 0))
    return Markup(
        '<svg class="goal-picture back" viewBox="-11 -12 22 24" aria-hidden="true">{}'
        '<text class="back-number fill-{}" y="3.3" text-anchor="middle">{}</text></svg>'
    ).format(Markup(drawn), letter, number)


def _has_rows(goal: Goal) -> bool:
    """Return whether the course of a line through the cells is known; it is not for a mere list of cells."""
    return goal.shape is None or not str(goal.shape).startswith("cells")


def _cells(goal: Goal) -> tuple[Cell, ...]:
    return upright(goal.shape.cells) if goal.shape is not None else _path(goal)


def _path(goal: Goal) -> tuple[Cell, ...]:
    is_loop = any(strand.kind is GoalKind.LOOP for strand in goal.strands)
    if goal.shape is not None:
        return _round(goal.shape) if is_loop else _winding(goal.shape)
    return path_through(len(goal.tiles), is_loop, min(goal.holes or 0, 3))


@cache
def path_through(n: int, is_loop: bool, n_holes: int = 0) -> tuple[Cell, ...]:
    """Return `n` adjacent cells in the order of a line or closed loop through all of them.

    `n_holes` cells in the middle stay empty.
    """
    near = sorted(_disc(n + n_holes), key=lambda cell: (distance(ORIGIN, cell), _angle(cell)))
    cells = frozenset(near[n_holes : n + n_holes])
    steps = [_MAX_STEPS]
    found = _extended([near[n_holes]], cells, is_loop, steps) if n > 2 else None
    return tuple(found) if found else _strip(n)


def _extended(path: list[Cell], cells: frozenset[Cell], is_loop: bool, steps: list[int]) -> list[Cell] | None:
    """Extend a path to all cells, trying cells with the fewest exits first; None if not found in time."""
    if len(path) == len(cells):
        return path if not is_loop or path[0] in neighbours(path[-1]) else None
    steps[0] -= 1
    if steps[0] < 0:
        return None
    free = cells.difference(path)
    ways = [cell for cell in neighbours(path[-1]) if cell in free]
    for cell in sorted(ways, key=lambda way: (sum(next_ in free for next_ in neighbours(way)), way)):
        if found := _extended([*path, cell], cells, is_loop, steps):
            return found
    return None


def _strip(n: int) -> tuple[Cell, ...]:
    """Return two rows of cells: forth along one, and back along the other."""
    there = (n + 1) // 2
    return (*(Cell(q, 0) for q in range(there)), *(Cell(q, 1) for q in reversed(range(n - there))))


def _disc(n: int) -> list[Cell]:
    radius = next(radius for radius in range(n + 1) if 1 + 3 * radius * (radius + 1) >= n)
    span = range(-radius, radius + 1)
    return [cell for q in span for r in span if distance(ORIGIN, cell := Cell(q, r)) <= radius]


def _angle(cell: Cell) -> float:
    x, y = _at(cell)
    return atan2(y, x)


def _winding(shape: BoardShape) -> tuple[Cell, ...]:
    """Return the cells of a shape row by row, in alternating directions."""
    cells = upright(shape.cells)
    rows = sorted({cell.r for cell in cells})
    return tuple(
        cell
        for index, row in enumerate(rows)
        for cell in sorted((c for c in cells if c.r == row), reverse=index % 2 == 1)
    )


def _round(shape: BoardShape) -> tuple[Cell, ...]:
    """Return the cells along the rim of a convex shape."""
    cells = upright(shape.cells)
    rim = [cell for cell in cells if not set(neighbours(cell)) <= set(cells)]
    x, y = (sum(each) / len(cells) for each in zip(*map(_at, cells), strict=True))
    return tuple(sorted(rim, key=lambda cell: atan2(_at(cell)[1] - y, _at(cell)[0] - x)))


def _curve(path: tuple[Cell, ...], is_closed: bool, letter: str, shift: float) -> str:
    points = [_at(cell) for cell in path]
    middles = [
        ((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)
    ]
    if is_closed:
        steps = f"M{_print(middles[-1])}" + "".join(
            f"Q{_print(point)} {_print(middle)}" for point, middle in zip(points, middles, strict=True)
        )
        steps += "Z"
    else:
        steps = f"M{_print(points[0])}" + "".join(
            f"Q{_print(point)} {_print(middle)}" for point, middle in zip(points[:-1], middles, strict=False)
        )
        steps += f"L{_print(points[-1])}"
    return f'<path class="goal-line stroke-{letter}" transform="translate(0 {shift:.1f})" d="{steps}"/>'


def _hexagon(cell: Cell) -> str:
    x, y = _at(cell)
    corners = (
        _print((x + _RADIUS * cos(pi / 6 + n * pi / 3), y + _RADIUS * sin(pi / 6 + n * pi / 3)))
        for n in range(6)
    )
    return f'<polygon class="goal-cell" points="{" ".join(corners)}"/>'


def _frame(cells: tuple[Cell, ...]) -> str:
    xs, ys = zip(*map(_at, cells), strict=True)
    left, top = min(xs) - _SCALE * 0.6, min(ys) - _SCALE * 0.65
    width, height = max(xs) + _SCALE * 0.6 - left, max(ys) + _SCALE * 0.65 - top
    return f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}"


def _at(cell: Cell) -> tuple[float, float]:
    x, y = centre(cell)
    return x * _SCALE, y * _SCALE


def _print(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"

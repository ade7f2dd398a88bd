"""Pictures of the tasks of puzzles, which nobody can mistake for an answer.

Without a shape, the tiles are beads on a string; in a shape, each cell has a bead for every line through it.
"""

from collections.abc import Iterator
from math import cos, pi, sin

from markupsafe import Markup

from tantrix.hexes import Cell, centre
from tantrix.pictures.draw import Point
from tantrix.server.puzzles.catalogue import CataloguePuzzle, Mode, upright
from tantrix.solver.goal import Goal, GoalKind
from tantrix.solver.shapes import BoardShape

_SCALE = 20.0
_RADIUS = _SCALE / 3**0.5 - 0.6
_SHIFT = 3.2  # half the distance between two lines
_GAP = 25.0  # from bead to bead
_MAX_ROW = 6  # beads of a line that lies straight; a longer one is a wave


def picture(goal: Goal) -> Markup:
    """Draw a goal as an SVG whose colours come from the style sheet of the page."""
    return _framed(*(_beads(goal) if goal.shape is None else _shape(goal, goal.shape)))


def picture_of(puzzle: CataloguePuzzle) -> Markup:
    """Draw the task of a puzzle; for the sum of four colours, one line of each."""
    return picture(puzzle.goal) if puzzle.mode is not Mode.SUM else _four_lines()


def _four_lines() -> Markup:
    points = [_at(cell) for cell in BoardShape.parse("rhombus:4x4").cells]
    rows = (points[4 * row : 4 * row + 4] for row in range(4))
    ways = (f"M{_print(row[0])}L{_print(row[-1])}" for row in rows)
    return _framed(points, [_line(way, letter) for way, letter in zip(ways, "RYGB", strict=True)])


def number_picture(number: int, letter: str) -> Markup:
    """Draw the back of a tile: its number, in its colour."""
    return Markup(
        '<svg class="goal-picture back" viewBox="-11 -12 22 24" aria-hidden="true">{}'
        '<text class="back-number fill-{}" y="3.3" text-anchor="middle">{}</text></svg>'
    ).format(Markup(_hexagon((0.0, 0.0))), letter, number)


def _shape(goal: Goal, shape: BoardShape) -> tuple[list[Point], list[str]]:
    points = [_at(cell) for cell in upright(shape.cells)]
    middle = (len(goal.strands) - 1) / 2
    shifts = [((n - middle) * 2 * _SHIFT, strand.colour.letter) for n, strand in enumerate(goal.strands)]
    beads = [
        f'<circle class="fill-{letter}" cx="{x + shift:.1f}" cy="{y:.1f}" r="2.8"/>'
        for x, y in points
        for shift, letter in shifts
    ]
    return points, beads


def _beads(goal: Goal) -> tuple[list[Point], list[str]]:
    n, middle = len(goal.tiles), (len(goal.strands) - 1) / 2
    is_ring = any(strand.kind is GoalKind.LOOP for strand in goal.strands)
    points = list(ring(n, _GAP) if is_ring else _wave(n))
    lines = []
    for index, strand in enumerate(goal.strands):
        shift = (index - middle) * 2 * _SHIFT
        is_closed = strand.kind is GoalKind.LOOP
        steps = _along_ring(n, shift, is_closed) if is_ring else _along_wave(n, shift)
        lines.append(_line(steps, strand.colour.letter))
    return points, lines


def ring(n: int, gap: float) -> Iterator[Point]:
    """Yield the middles of `n` beads round the origin, clockwise from the top."""
    for bead in range(n):
        yield _polar(ring_radius(n, gap), bead, n)


def ring_radius(n: int, gap: float) -> float:
    """Return the radius of a ring of `n` beads with this distance from one to the next."""
    return gap / (2 * sin(pi / max(n, 3)))


def _along_ring(n: int, shift: float, is_closed: bool) -> str:
    radius = ring_radius(n, _GAP) + shift
    first, half, last = (_polar(radius, bead, n) for bead in (0, n / 2, n - 1))
    arc = f"A{radius:.1f} {radius:.1f} 0 0 1 "
    return f"M{_print(first)}{arc}{_print(half)}{arc}{_print(first if is_closed else last)}{'Z' * is_closed}"


def _wave(n: int) -> Iterator[Point]:
    """Yield the middles of beads in a row, or over a half circle and under another."""
    if n <= _MAX_ROW:
        yield from ((bead * _GAP, 0.0) for bead in range(n))
        return
    radius = _wave_radius(n)
    for bead in range(n):
        angle = 2 * pi * bead / (n - 1)
        side = -1 if angle <= pi else 1
        yield (side - cos(angle) * -side) * radius, -sin(angle) * radius


def _wave_radius(n: int) -> float:
    return (n - 1) * _GAP / (2 * pi)


def _along_wave(n: int, shift: float) -> str:
    if n <= _MAX_ROW:
        return f"M{_print((0.0, shift))}L{_print(((n - 1) * _GAP, shift))}"
    radius = _wave_radius(n)
    one, other = radius - shift, radius + shift
    return (
        f"M{_print((-2 * radius + shift, 0.0))}A{one:.1f} {one:.1f} 0 0 1 {_print((-shift, 0.0))}"
        f"A{other:.1f} {other:.1f} 0 0 0 {_print((2 * radius + shift, 0.0))}"
    )


def _framed(points: list[Point], drawn: list[str]) -> Markup:
    xs, ys = zip(*points, strict=True)
    left, top = min(xs) - _SCALE * 0.6, min(ys) - _SCALE * 0.65
    width, height = max(xs) + _SCALE * 0.6 - left, max(ys) + _SCALE * 0.65 - top
    return Markup('<svg class="goal-picture" viewBox="{}" aria-hidden="true">{}</svg>').format(
        f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}", Markup("".join([*map(_hexagon, points), *drawn]))
    )


def _line(steps: str, letter: str) -> str:
    return f'<path class="goal-line stroke-{letter}" d="{steps}"/>'


def _hexagon(point: Point) -> str:
    x, y = point
    corners = (
        _print((x + _RADIUS * cos(pi / 6 + n * pi / 3), y + _RADIUS * sin(pi / 6 + n * pi / 3)))
        for n in range(6)
    )
    return f'<polygon class="goal-cell" points="{" ".join(corners)}"/>'


def _polar(radius: float, bead: float, n: int) -> Point:
    angle = 2 * pi * bead / n
    return radius * sin(angle), -radius * cos(angle)


def _at(cell: Cell) -> Point:
    x, y = centre(cell)
    return x * _SCALE, y * _SCALE


def _print(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"

"""Charts of a rating over time: a large one with the deviation as a band and an axis, and a small line.

The charts are SVG without styles; the page's style sheet colours them. Their text is only visual, as the page
also has the figures in a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 12, 28
MAX_POINTS = 200  # a longer history is thinned out evenly, always keeping the last game
MAX_TICKS = 6
SMALL_WIDTH, SMALL_HEIGHT, SMALL_MARGIN = 240, 56, 8
MIN_SPAN = 40  # points; smaller changes look small
_STEPS = (20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Converts games and points to picture coordinates."""

    n_games: int
    low: int
    high: int

    def x(self, number: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (number / max(1, self.n_games - 1))

    def y(self, points: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - points) / (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Dot:
    """A rating after a game, as displayed."""

    points: int
    plus_minus: int


def graph(track: Sequence[Dot], label: str, first: str, last: str) -> str:
    """Draw the rating after each game (at least one); `first` and `last` are the dates below the axis."""
    chosen = _chosen(len(track))
    spans = [(track[n].points - track[n].plus_minus, track[n].points + track[n].plus_minus) for n in chosen]
    step = _step(min(low for low, _ in spans), max(high for _, high in spans))
    low = min(low for low, _ in spans) // step * step
    high = -(-max(high for _, high in spans) // step) * step
    scale = _Scale(len(track), low, high)
    frame = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{_quoted(label)}"'
    right = WIDTH - RIGHT
    return "".join(
        (
            f'<svg class="rating-graph" {frame}>',
            *(_tick(scale, points) for points in range(low, high + 1, step)),
            f'<polygon class="band" points="{_band(scale, chosen, spans)}"/>',
            f'<polyline class="line" points="{_line(scale, chosen, track)}"/>',
            _dot(scale, len(track) - 1, track[-1].points),
            f'<text class="date" x="{LEFT}" y="{HEIGHT - 8}">{escape(first)}</text>' if first != last else "",
            f'<text class="date" x="{right}" y="{HEIGHT - 8}" text-anchor="end">{escape(last)}</text>',
            "</svg>",
        )
    )


def sparkline(points: Sequence[int]) -> str:
    """Draw the last ratings (at least two) as a line that ends in a ring."""
    middle, span = (min(points) + max(points)) / 2, max(MIN_SPAN, max(points) - min(points))
    step = (SMALL_WIDTH - 2 * SMALL_MARGIN) / (len(points) - 1)
    across = [
        (
            SMALL_MARGIN + step * n,
            SMALL_HEIGHT / 2 - (SMALL_HEIGHT - 2 * SMALL_MARGIN) * (each - middle) / span,
        )
        for n, each in enumerate(points)
    ]
    last_x, last_y = across[-1]
    return (
        f'<svg class="sparkline" viewBox="0 0 {SMALL_WIDTH} {SMALL_HEIGHT}" aria-hidden="true">'
        f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in across)}"/>'
        f'<circle cx="{last_x:.1f}" cy="{last_y:.1f}" r="5"/></svg>'
    )


def _chosen(n_games: int) -> list[int]:
    every = -(-n_games // MAX_POINTS)
    return sorted({*range(0, n_games, every), n_games - 1})


def _step(low: int, high: int) -> int:
    return next((step for step in _STEPS if (high - low) / step <= MAX_TICKS), _STEPS[-1])


def _tick(scale: _Scale, points: int) -> str:
    y = scale.y(points)
    return (
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{points}</text>'
    )


def _band(scale: _Scale, chosen: Sequence[int], spans: Sequence[tuple[int, int]]) -> str:
    above = [_at(scale, n, high) for n, (_, high) in zip(chosen, spans, strict=True)]
    below = [_at(scale, n, low) for n, (low, _) in zip(chosen, spans, strict=True)]
    return " ".join([*above, *reversed(below)])


def _line(scale: _Scale, chosen: Sequence[int], track: Sequence[Dot]) -> str:
    return " ".join(_at(scale, n, track[n].points) for n in chosen)


def _dot(scale: _Scale, number: int, points: int) -> str:
    return f'<circle class="dot" cx="{scale.x(number):.1f}" cy="{scale.y(points):.1f}" r="4"/>'


def _at(scale: _Scale, number: int, points: float) -> str:
    return f"{scale.x(number):.1f},{scale.y(points):.1f}"


def _quoted(text: str) -> str:
    return escape(text, {'"': "&quot;"})

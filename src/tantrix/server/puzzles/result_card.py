"""The picture of a result to share: how it went, tile by tile, and nothing of the solution.

The tiles are a ring that has one form for each length. It has no words, so it is the same in every language.
Nothing from the web server is imported here, because worker processes draw it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import pi, sin

from tantrix.pictures.draw import DARK, brand, png
from tantrix.pictures.titles import centred_title, title
from tantrix.tiles import Colour

MAX_SECONDS, MAX_DAYS, MAX_TILES = 359_999, 9_999, 64
RESULT = r"^\d{1,6}-\d{1,4}-[01]{1,64}$"

_WIDTH, _HEIGHT = 1200, 630
_RING = (
    800.0,
    315.0,
    225.0,
)  # its middle and its radius
_LARGEST = 130.0
_ROW, _DAY = 7, 44.0  # days shown of a row of days, and the width of one


@dataclass(frozen=True, slots=True)
class SharedResult:
    """A solution: its time, the days in a row, and which tiles were taken back, in the order of laying."""

    seconds: int
    n_days: int
    taken_back: tuple[bool, ...]

    @classmethod
    def parse(cls, text: str) -> "SharedResult":
        """Parse `47-13-0001000000`. Raises ValueError for any other text."""
        if not re.fullmatch(RESULT, text, re.ASCII):
            raise ValueError(f"expected a result like '47-13-0001', got {text!r}")
        seconds, n_days, tiles = text.split("-")
        return cls(min(int(seconds), MAX_SECONDS), int(n_days), tuple(tile == "1" for tile in tiles))

    @property
    def time(self) -> str:
        """The time with hours if there are any: `0:47`, `2:01:05`."""
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def draw_result_file(result: SharedResult, colour: Colour | None) -> bytes:
    """Draw a result as a PNG; 0.1 s."""
    return png(result_card(result, colour), _WIDTH)


def result_card(result: SharedResult, colour: Colour | None) -> str:
    """Draw a result as an SVG; `colour` is that of the line, None for none."""
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
            f'height="{_HEIGHT}"><rect width="{_WIDTH}" height="{_HEIGHT}" fill="{DARK.yellow}"/>',
            *_ring(result.taken_back, DARK.yellow if colour is None else DARK.link(colour)),
            _time(result.time),
            brand((80, 76)),
            *_days(result.n_days),
            "</svg>",
        )
    )


def _ring(taken_back: tuple[bool, ...], line: str) -> Iterator[str]:
    x, y, radius = _RING
    n = len(taken_back)
    size = min(_LARGEST, 2 * radius * sin(pi / max(n, 3)) * 0.95)
    points = [(x + radius * sin(2 * pi * tile / n), y - radius * _cos(tile / n)) for tile in range(n)]
    yield from (
        _hexagon(point, size, is_whole=not back) for point, back in zip(points, taken_back, strict=True)
    )
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke='
    yield f'{circle}"{DARK.tile}" stroke-width="{size * 0.22:.1f}"/>'
    yield f'{circle}"{line}" stroke-width="{size * 0.14:.1f}"/>'


def _cos(share: float) -> float:
    return sin(2 * pi * share + pi / 2)


def _hexagon(point: tuple[float, float], size: float, is_whole: bool) -> str:
    """Draw a tile that stayed where it was laid, or the dashed outline of one that was taken back."""
    reach = size * 0.56
    places = ((point[0] + reach * sin(pi * n / 3), point[1] + reach * _cos(n / 6)) for n in range(6))
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    if is_whole:
        return f'<polygon points="{corners}" fill="{DARK.tile}"/>'
    return (
        f'<polygon points="{corners}" fill="{DARK.yellow}" stroke="{DARK.tile}" '
        f'stroke-width="{size * 0.05:.1f}" stroke-dasharray="{size * 0.1:.1f}"/>'
    )


def _time(time: str) -> str:
    x, y, _ = _RING
    return centred_title(time, (x, y), {4: 104.0, 5: 86.0}.get(len(time), 60.0), DARK.tile)


def _days(n: int) -> Iterator[str]:
    """Draw the last days of a row, and tomorrow, which the line has reached."""
    if n < 1:
        return
    shown, y = min(n, _ROW), 520.0
    yield title(str(n), (52, y - 56), 120, DARK.tile)
    for day in range(shown):
        yield _hexagon((80 + day * _DAY, y), 42, is_whole=True)
    end = 80 + (shown - 0.5) * _DAY
    yield f'<path d="M{80 - 0.5 * _DAY:g} {y:g}H{end:g}" stroke="{DARK.yellow}" stroke-width="6"/>'
    yield _hexagon((80 + shown * _DAY, y), 42, is_whole=False)
    yield f'<path d="M{end:g} {y:g}h{_DAY / 2:g}" stroke="{DARK.tile}" stroke-width="6"/>'

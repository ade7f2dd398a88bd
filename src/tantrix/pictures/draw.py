"""Pictures of tiles and of the Tantrix as SVG, and as PNG through resvg.

Coordinates are in a plane where the centres of neighbouring cells are 100 apart. A link is a circular arc
that meets the middles of both its edges at right angles. Where links cross, the upper one has a casing in the
tile's colour, which leaves a thin gap: corners lie over bends, bends over straights. Letters and digits are
drawn as strokes and need no font. The same holds for labels made of digits, the letters A to G, R and X to Z,
and the colours' letters in Polish and Russian.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from html import escape
from math import cos, degrees, radians, sin, sqrt, tan

from tantrix import hexes
from tantrix.hexes import ORIGIN, Cell, centre
from tantrix.pictures.titles import title
from tantrix.placement import Placement
from tantrix.tiles import FULL_SET, Colour, Link, Shape, check_tile, links

Point = tuple[float, float]

SPACING = 100.0
APOTHEM = SPACING / 2
CIRCUMRADIUS = SPACING / sqrt(3)

LINK_WIDTH = 14.0
CASING_WIDTH = 19.0
MAX_PNG_WIDTH = 8192
COLOUR_LETTERS = "RYGB"

_SEAM = 0.7  # the gap from a tile to the middle line between it and its neighbour
_CASING_INSET = 9.0  # casings end inside the tile, so that they never cut into its rim
_ROUNDING = 7.0
_MARK_INSET = 9.0
_GLYPH_STEP = 8.0
_SHADE = 0.7  # how far tiles are dimmed around a lit line
_CORE_WIDTH = 5.0
_BRAND_TILE = 33  # blue, yellow and red


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture in CSS syntax; `background` may be "none"."""

    tile: str
    rim: str
    red: str
    yellow: str
    green: str
    blue: str
    background: str
    ink: str
    outline: str
    controlled: str
    trace: str
    highlight: str

    def link(self, colour: Colour) -> str:
        return (self.red, self.yellow, self.green, self.blue)[colour]


DARK = Theme(
    tile="#141417",
    rim="#3b3b44",
    red="#ee3e38",
    yellow="#ffd323",
    green="#35b44a",
    blue="#2f7df6",
    background="none",
    ink="#6d6d78",
    outline="#8a8a96",
    controlled="#8a8a96",
    trace="#ffffff",
    highlight="#ff8ad8",
)
DARK_WITH_RIMS = replace(DARK, rim="#a9a9b5")  # for dark pages, where only their rims separate dark tiles
LIGHT = Theme(
    tile="#f7f4ec",
    rim="#b9b3a3",
    red="#d8232a",
    yellow="#eeb200",
    green="#1f9a3c",
    blue="#1c63d8",
    background="none",
    ink="#5c5a54",
    outline="#86827a",
    controlled="#86827a",
    trace="#1b1b1f",
    highlight="#c2188f",
)
# For pages to restyle: each colour is a custom property that falls back to the colour of `DARK`.
PAGE = Theme(
    tile=f"var(--tantrix-tile, {DARK.tile})",
    rim=f"var(--tantrix-rim, {DARK.rim})",
    red=f"var(--tantrix-red, {DARK.red})",
    yellow=f"var(--tantrix-yellow, {DARK.yellow})",
    green=f"var(--tantrix-green, {DARK.green})",
    blue=f"var(--tantrix-blue, {DARK.blue})",
    background="none",
    ink=f"var(--tantrix-ink, {DARK.ink})",
    outline=f"var(--tantrix-outline, {DARK.outline})",
    controlled=f"var(--tantrix-controlled, {DARK.controlled})",
    trace=f"var(--tantrix-trace, {DARK.trace})",
    highlight=f"var(--tantrix-highlight, {DARK.highlight})",
)


class SpaceKind(StrEnum):
    """How a space is drawn: outlined, with its holders' dots, greyed, or crossed out."""

    PLAIN = "plain"
    FORCED = "forced"
    CONTROLLED = "controlled"
    BARRED = "barred"


@dataclass(frozen=True, slots=True)
class Space:
    """A space to draw; `holders` are the colours of the players who hold a fitting tile."""

    kind: SpaceKind
    holders: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn over the tiles: marked spaces, highlighted cells, traced lines, short labels.

    With `lit` lines, everything else on the tiles is dimmed.
    """

    spaces: Mapping[Cell, Space] = field(default_factory=dict)
    highlight: Iterable[Cell] = ()
    lines: Iterable[tuple[Colour, Sequence[Cell]]] = ()
    lit: Sequence[tuple[Colour, Sequence[Cell]]] = ()
    labels: Mapping[Cell, str] = field(default_factory=dict)


NO_OVERLAY = Overlay()


def svg(
    laid: Sequence[Placement],
    *,
    theme: Theme = DARK,
    marks: bool = False,
    numbers: bool = False,
    overlay: Overlay = NO_OVERLAY,
    title: str = "Tantrix",
    description: str | None = None,
    padding: float = 10.0,
) -> str:
    """Draw a Tantrix as a self-contained SVG that fits its content.

    `marks` writes the colour's letter on each end of each link; `numbers` writes each tile's number.
    The description defaults to the placements as text. Raises ValueError for a negative padding.
    """
    if padding < 0:
        raise ValueError(f"expected a padding of 0 or more, got {padding!r}")
    left, top, width, height = bounds([*(p.cell for p in laid), *overlay.spaces, *overlay.labels], padding)
    box = " ".join(map(_number, (left, top, width, height)))
    text = " ".join(map(str, laid)) if description is None else description
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_number(width)}" '
            f'height="{_number(height)}" role="img">',
            f"<title>{_text(title)}</title><desc>{_text(text)}</desc>",
            _background(left, top, width, height, theme),
            *(_space(cell, space, theme) for cell, space in overlay.spaces.items()),
            *(_at(p.cell, _tile(p.tile, p.rotation, theme, marks, numbers)) for p in laid),
            *_overlaid(laid, overlay, theme),
            "</svg>",
        )
    )


def framed(
    laid: Sequence[Placement],
    width: int,
    height: int,
    theme: Theme,
    ground: str,
    overlay: Overlay = NO_OVERLAY,
) -> str:
    """Draw a Tantrix as an SVG of a size in pixels, in the middle of a rectangle of one colour."""
    padding = SPACING / 2
    left, top, wide, high = bounds([p.cell for p in laid], padding)
    more_wide = max(0.0, high * width / height - wide)
    more_high = max(0.0, wide * height / width - high)
    frame = (left - more_wide / 2, top - more_high / 2, wide + more_wide, high + more_high)
    drawn = svg(laid, theme=theme, overlay=overlay, padding=padding)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(_number, frame))}" width="{width}" '
        f'height="{height}">{_background(*frame, replace(theme, background=ground))}'
        f"{drawn[drawn.index('>') + 1 :]}"
    )


def tile_symbols(tiles: Iterable[int] = FULL_SET, letters: str = COLOUR_LETTERS) -> str:
    """Return `<symbol id="tile-12">` elements of tiles at rotation 0, for use inside an `<svg>` of a page.

    Use one as `<use href="#tile-12" x="-60" y="-60" width="120" height="120">` and turn it by
    `rotate(60 * rotation)`. Colours come from the custom properties named in `PAGE`. Letters and numbers are
    shown where the inherited properties `--tantrix-marks` and `--tantrix-numbers` are `inline`. To keep them
    upright, set `--tantrix-turn` on the `<use>` to its rotation, and add `.glyph { transform: rotate(calc(-1
    * var(--tantrix-turn, 0deg))) }` to the style sheet. `letters` stand for red, yellow, green and blue in
    the reader's language. Raises ValueError unless they are four different letters that can be drawn.
    """
    return "".join(_symbol(tile, *_symbol_parts(tile, letters).values()) for tile in tiles)


def tile_symbols_apart(tiles: Iterable[int] = FULL_SET, letters: str = COLOUR_LETTERS) -> str:
    """Return the elements of `tile_symbols`, but letters and numbers in symbols of their own.

    A browser copies all of a symbol for each `<use>`, and letters and numbers are three quarters of it. So a
    page with many tiles is faster if a script appends the content of `<symbol id="marks-12">` and `<symbol
    id="numbers-12">` to `<symbol id="tile-12">` only when they are to be shown.
    """
    return "".join(
        _symbol(tile)
        + "".join(
            f'<symbol id="{name}-{tile}">{drawn}</symbol>'
            for name, drawn in _symbol_parts(tile, letters).items()
        )
        for tile in tiles
    )


def png(svg_text: str, width: int) -> bytes:
    """Render an SVG as a PNG `width` pixels wide; the height follows from its proportions.

    Raises ValueError for a width outside 1 to 8192 or a text that is not SVG, and ModuleNotFoundError if the
    extra `tantrix[pictures]` is not installed.
    """
    import resvg_py

    if not 1 <= width <= MAX_PNG_WIDTH:
        raise ValueError(f"expected a width of 1 to {MAX_PNG_WIDTH} pixels, got {width!r}")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg_text, width=width))


def link_path(link: Link, inset: float = 0.0) -> str:
    """Return the SVG path of a link relative to its tile's centre, each end `inset` short of its edge."""
    start, end = _ends(link, inset)
    if link.shape is Shape.STRAIGHT:
        return f"M{_point(start)}L{_point(end)}"
    radius = _number(APOTHEM * tan(radians(_half_angle(link))))
    return f"M{_point(start)}A{radius} {radius} 0 0 0 {_point(end)}"


def bounds(cells: Sequence[Cell], padding: float = 10.0) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a picture of some cells, of the origin if there are none."""
    points = [_centre(cell) for cell in cells or (ORIGIN,)]
    left = min(x for x, _ in points) - APOTHEM - padding
    top = min(y for _, y in points) - CIRCUMRADIUS - padding
    right = max(x for x, _ in points) + APOTHEM + padding
    bottom = max(y for _, y in points) + CIRCUMRADIUS + padding
    return left, top, right - left, bottom - top


def cell_at(x: float, y: float) -> Cell:
    """Return the cell at a point of a picture, in the coordinates of its `viewBox`.

    In a picture that is shown `w` pixels wide, pixel (a, b) is the point (left + a * width / w, top + b *
    width / w), with left, top and width as returned by `bounds`.
    """
    return hexes.cell_at(x / SPACING, y / SPACING)


def corners(cell: Cell) -> tuple[Point, ...]:
    """Return the six corners of a cell; neighbours share theirs exactly."""
    return tuple(_sum(_centre(cell), _polar(CIRCUMRADIUS, 60 * n + 30)) for n in range(6))


def writing(text: str, at: Point, scale: float, colour: str, width: float = 1.5) -> str:
    """Write digits, signs and the letters of `_GLYPHS` as strokes around a point, without a font.

    A letter of scale 1 is 6 wide and 8 high, and its strokes have this `width`.
    """
    return f"<g {_pen(colour, width)}>{_glyphs(text, at, scale)}</g>"


def brand(at: Point) -> str:
    """Draw a tile and the name of the game, 240 wide and 56 high, with the middle of the tile at a point."""
    tile = svg((Placement(_BRAND_TILE, ORIGIN, 0),), theme=DARK)
    drawn = tile[tile.index(">") + 1 : -len("</svg>")]
    x, y = at
    name = title("tantrix", (x + 40, y + 12), 42, DARK.tile)
    return f'<g transform="translate({x:g} {y:g})scale(.48)">{drawn}</g>{name}'


# The tile.


def _symbol(tile: int, *parts: str) -> str:
    drawn = _tile(tile, 0, PAGE, False, False) + "".join(parts)
    return f'<symbol id="tile-{tile}" viewBox="-60 -60 120 120">{drawn}</symbol>'


def _symbol_parts(tile: int, letters: str) -> dict[str, str]:
    """Return what a page may hide of a tile, each part by its name."""
    if len(set(letters)) != len(letters) or len(letters) != len(Colour) or not set(letters) <= set(_GLYPHS):
        raise ValueError(f"expected four different letters of {''.join(_GLYPHS)}, got {letters!r}")
    check_tile(tile)
    return {"marks": _marks(_layered(tile, 0), PAGE, letters), "numbers": _tile_number(tile, PAGE)}


def _layered(tile: int, rotation: int) -> list[Link]:
    """Return the links of a tile, the lowest first."""
    return sorted(links(tile, rotation), key=lambda link: _LAYER[link.shape])


def _tile(tile: int, rotation: int, theme: Theme, marks: bool, numbers: bool) -> str:
    check_tile(tile)
    shown = _layered(tile, rotation)
    body = (
        f'<path class="tile-body" d="{_BODY}" fill="{theme.tile}" stroke="{theme.rim}" stroke-width="1.4"/>'
    )
    return "".join(
        (
            body,
            '<g fill="none">',
            *(_link(link, n > 0, theme) for n, link in enumerate(shown)),
            "</g>",
            _marks(shown, theme, COLOUR_LETTERS) if marks else "",
            _tile_number(tile, theme) if numbers else "",
        )
    )


def _link(link: Link, is_cased: bool, theme: Theme) -> str:
    casing = (
        f'<path class="casing" d="{link_path(link, _CASING_INSET)}" stroke="{theme.tile}" '
        f'stroke-width="{_number(CASING_WIDTH)}"/>'
    )
    return (casing if is_cased else "") + (
        f'<path class="link-{link.colour.letter}" d="{link_path(link, _SEAM)}" '
        f'stroke="{theme.link(link.colour)}" stroke-width="{_number(LINK_WIDTH)}"/>'
    )


def _marks(shown: Sequence[Link], theme: Theme, letters: str) -> str:
    ends = ((letters[link.colour], end) for link in shown for end in _ends(link, _MARK_INSET))
    drawn = "".join(_glyphs(letter, end, 1.0) for letter, end in ends)
    return _optional("marks", theme, f"<g {_pen(theme.tile, 1.9)}>{drawn}</g>")


def _tile_number(tile: int, theme: Theme) -> str:
    glyphs = _glyphs(str(tile), (0.0, 0.0), 1.5)
    drawn = f"<g {_pen(theme.tile, 5.5)}>{glyphs}</g><g {_pen(theme.trace, 1.5)}>{glyphs}</g>"
    return _optional("numbers", theme, drawn)


def _optional(name: str, theme: Theme, drawn: str) -> str:
    """Let a page show or hide a part of a tile by `--tantrix-NAME`.

    It is an `<svg>` there, because Chromium lays out everything in a `<g>` that is not displayed.
    """
    if theme is not PAGE:
        return f'<g class="{name}">{drawn}</g>'
    return f'<svg class="{name}" overflow="visible" display="var(--tantrix-{name}, none)">{drawn}</svg>'


def _pen(colour: str, width: float) -> str:
    stroke = f'stroke="{colour}" stroke-width="{width}"'
    return f'fill="none" {stroke} stroke-linecap="round" stroke-linejoin="round"'


def _glyphs(text: str, at: Point, scale: float) -> str:
    """Draw a short text in stroked letters around a point."""
    sized = f" scale({scale})" if scale != 1 else ""
    return f'<g transform="translate({_point(at)}){sized}">{_upright(text)}</g>'


def _upright(text: str) -> str:
    if len(text) == 1:
        return f'<path class="glyph" d="{_GLYPHS[text]}"/>'
    left = -_GLYPH_STEP * (len(text) - 1) / 2
    strokes = "".join(_glyph(letter, left + _GLYPH_STEP * n) for n, letter in enumerate(text))
    return f'<g class="glyph">{strokes}</g>'


def _glyph(letter: str, x: float) -> str:
    moved = f' transform="translate({_number(x)} 0)"' if x else ""
    return f'<path{moved} d="{_GLYPHS[letter]}"/>'


# What lies over and around the tiles.


def _overlaid(laid: Sequence[Placement], overlay: Overlay, theme: Theme) -> Iterator[str]:
    at = {placement.cell: placement for placement in laid}
    if overlay.lit:
        yield from (_at(cell, _shade(theme)) for cell in at)
    for colour, cells in overlay.lit:
        yield from (_lit(at[cell], colour, theme) for cell in cells if cell in at)
    for colour, cells in overlay.lines:
        yield from (_trace(at[cell], colour, theme) for cell in cells if cell in at)
    for cell in overlay.highlight:
        yield _at(cell, f'<path d="{_RING}" fill="none" stroke="{theme.highlight}" stroke-width="3.5"/>')
    for cell, label in overlay.labels.items():
        yield _at(cell, _label(label, theme))


def _shade(theme: Theme) -> str:
    return f'<path class="shade" d="{_BODY}" fill="{theme.tile}" fill-opacity="{_SHADE}"/>'


def _lit(placement: Placement, colour: Colour, theme: Theme) -> str:
    """Draw a link over the shade, with a core that tells it apart without its colour."""
    path = "".join(
        link_path(link) for link in links(placement.tile, placement.rotation) if link.colour == colour
    )
    if not path:
        return ""
    line = f'<path class="lit" d="{path}" {_pen(theme.link(colour), LINK_WIDTH)}/>'
    return _at(placement.cell, f'{line}<path d="{path}" {_pen(theme.trace, _CORE_WIDTH)}/>')


def _trace(placement: Placement, colour: Colour, theme: Theme) -> str:
    carried = links(placement.tile, placement.rotation)
    shown = "".join(link_path(link) for link in carried if link.colour == colour)
    return _at(placement.cell, f'<path class="trace" d="{shown}" {_pen(theme.trace, 4)}/>') if shown else ""


def _label(label: str, theme: Theme) -> str:
    """Write a label, as strokes if possible, because a machine that renders a PNG may have no fonts."""
    if all(letter in _GLYPHS for letter in label):
        return f"<g {_pen(theme.ink, 1.5)}>{_glyphs(label, (0.0, 0.0), 3.2)}</g>"
    return (
        f'<text y="11" text-anchor="middle" font-family="system-ui, sans-serif" font-size="30" '
        f'font-weight="600" fill="{theme.ink}">{_text(label)}</text>'
    )


def _space(cell: Cell, space: Space, theme: Theme) -> str:
    return _at(cell, _SPACES[space.kind](space, theme))


def _plain(_space: Space, theme: Theme) -> str:
    return f'<path d="{_RING}" fill="none" stroke="{theme.outline}" stroke-width="2"/>'


def _forced(space: Space, theme: Theme) -> str:
    colours = [theme.link(colour) for colour in space.holders] or [theme.outline]
    step = 24.0
    left = -step * (len(colours) - 1) / 2
    places = (_number(left + step * n) for n in range(len(colours)))
    dots = (f'<circle cx="{x}" r="9" fill="{colour}"/>' for x, colour in zip(places, colours, strict=True))
    return _plain(space, theme) + "".join(dots)


def _controlled(_space: Space, theme: Theme) -> str:
    return (
        f'<path d="{_RING}" fill="{theme.controlled}" fill-opacity="0.22" stroke="{theme.controlled}" '
        'stroke-width="2" stroke-dasharray="5 5"/>'
    )


def _barred(space: Space, theme: Theme) -> str:
    return _plain(space, theme) + f'<path d="M-16-16L16 16M16-16L-16 16" {_pen(theme.red, 5)}/>'


def _background(left: float, top: float, width: float, height: float, theme: Theme) -> str:
    if theme.background == "none":
        return ""
    x, y, w, h = map(_number, (left, top, width, height))
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{theme.background}"/>'


# Geometry and text.


def _ends(link: Link, inset: float) -> tuple[Point, Point]:
    """Return where a link begins and ends, each end `inset` short of its edge as measured along the link."""
    if link.shape is Shape.STRAIGHT:
        return _polar(APOTHEM - inset, 60 * link.a), _polar(APOTHEM - inset, 60 * link.b)
    half = _half_angle(link)
    first = link.a if link.b - link.a <= 2 else link.b
    towards = 60 * first + half
    around = _polar(APOTHEM / cos(radians(half)), towards)
    radius = APOTHEM * tan(radians(half))
    reach = 90 - half - degrees(inset / radius)
    return _sum(around, _polar(radius, towards + 180 + reach)), _sum(
        around, _polar(radius, towards + 180 - reach)
    )


def _half_angle(link: Link) -> float:
    """Return half the angle between a link's edges, in degrees at the centre: corner 30, bend 60."""
    return 30.0 * min(link.b - link.a, 6 - link.b + link.a)


def _hexagon(apothem: float, rounding: float) -> str:
    """Return the path of a hexagon about the origin, its corners cut `rounding` away and rounded."""
    corners = [_polar(apothem * 2 / sqrt(3), 60 * n + 30) for n in range(6)]
    side = apothem * 2 / sqrt(3)
    pieces = []
    for n, corner in enumerate(corners):
        before = _between(corner, corners[n - 1], rounding / side)
        after = _between(corner, corners[(n + 1) % 6], rounding / side)
        pieces.append(f"{'L' if n else 'M'}{_point(before)}Q{_point(corner)} {_point(after)}")
    return "".join(pieces) + "Z"


def _at(cell: Cell, drawing: str) -> str:
    return f'<g transform="translate({_point(_centre(cell))})">{drawing}</g>'


def _centre(cell: Cell) -> Point:
    x, y = centre(cell)
    return x * SPACING, y * SPACING


def _polar(distance: float, angle: float) -> Point:
    return distance * cos(radians(angle)), distance * sin(radians(angle))


def _sum(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"


def _point(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _text(text: str) -> str:
    """Escape a text for XML, without the control characters that XML cannot hold."""
    return escape("".join(c for c in text if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff")))


_LAYER = {Shape.STRAIGHT: 0, Shape.BEND: 1, Shape.CORNER: 2}
_BODY = _hexagon(APOTHEM - _SEAM - 0.7, _ROUNDING)
_RING = _hexagon(APOTHEM - 5, _ROUNDING)
_SPACES = {
    SpaceKind.PLAIN: _plain,
    SpaceKind.FORCED: _forced,
    SpaceKind.CONTROLLED: _controlled,
    SpaceKind.BARRED: _barred,
}

# Strokes about the origin, 6 wide and 8 high.
_GLYPHS: Mapping[str, str] = {
    "R": "M-2.5 4V-4H.5A2.2 2.2 0 0 1 .5 .4H-2.5M.4 .4L2.7 4",
    "Y": "M-2.8-4L0 0L2.8-4M0 0V4",
    "G": "M2.6-2.3A3.1 4 0 1 0 2.8 2.4V.5H.6",
    "B": "M-2.4 4V-4H.4A1.95 1.95 0 0 1 .4-.1H-2.4M.4-.1A2.05 2.05 0 0 1 .4 4H-2.4",
    "A": "M-2.9 4L0-4L2.9 4M-1.9 1.3H1.9",
    "C": "M2.6-2.3A3.1 4 0 1 0 2.6 2.3",
    "D": "M-2.4-4H-.6A3.1 4 0 0 1-.6 4H-2.4Z",
    "E": "M2.3-4H-2.2V4H2.3M-2.2 0H1.6",
    "F": "M2.3-4H-2.2V4M-2.2 0H1.6",
    "X": "M-2.7-4L2.7 4M2.7-4L-2.7 4",
    "Z": "M-2.5-4H2.5L-2.5 4H2.5",
    "N": "M-2.5 4V-4L2.5 4V-4",
    "H": "M-2.5-4V4M2.5-4V4M-2.5 0H2.5",
    "I": "M0-4V4",
    "J": "M1.8-4V1.6A2.2 2.3 0 0 1-2.5 2",
    "K": "M-2.3-4V4M2.6-4L-2.1 .2L2.7 4",
    "L": "M-2-4V4H2.4",
    "M": "M-3 4V-4L0 1.4L3-4V4",
    "O": "M0-4A3 4 0 0 1 0 4A3 4 0 0 1 0-4Z",
    "P": "M-2.4 4V-4H.4A2.25 2.25 0 0 1 .4 .5H-2.4",
    "S": "M2.3-2.7A2.3 2 0 1 0 0 0A2.3 2 0 1 1-2.5 2.6",
    "T": "M-2.9-4H2.9M0-4V4",
    "U": "M-2.5-4V1.5A2.5 2.5 0 0 0 2.5 1.5V-4",
    "V": "M-2.9-4L0 4L2.9-4",
    "Ł": "M-1.6-4V4H2.6M-3 1.2L.8-1.4",
    "К": "M-2.3-4V4M2.6-4L-2.1 .2L2.7 4",
    "Ж": "M0-4V4M-3.2-4L0 0L-3.2 4M3.2-4L0 0L3.2 4",
    "З": "M-2.3-3A2.1 1.95 0 1 1 0-.2A2.3 2.1 0 1 1-2.5 2.9",
    "С": "M2.6-2.3A3.1 4 0 1 0 2.6 2.3",
    "+": "M-2.4 0H2.4M0-2.4V2.4",
    ":": "M0-1.8v.01M0 2.2v.01",
    "-": "M-2.2 0H2.2",
    "0": "M0-4A2.6 4 0 0 1 0 4A2.6 4 0 0 1 0-4Z",
    "1": "M-1.7-2.4L.4-4V4",
    "2": "M-2.4-1.9A2.4 2.15 0 1 1 1.9-.5L-2.5 4H2.6",
    "3": "M-2.3-3A2.1 1.95 0 1 1 0-.2A2.3 2.1 0 1 1-2.5 2.9",
    "4": "M1.3 4V-4L-2.8 1.7H2.8",
    "5": "M2.2-4H-1.8L-2.2-.5A2.5 2.35 0 1 1-2.4 3",
    "6": "M2-3.7C-1.2-4.3-2.5-1.2-2.5 1.5A2.5 2.5 0 1 0 2.5 1.5A2.5 2.5 0 1 0-2.5 1.5",
    "7": "M-2.6-4H2.6L-.8 4",
    "8": "M0-.2A1.95 1.9 0 1 1 0-4A1.95 1.9 0 1 1 0-.2A2.4 2.1 0 1 0 0 4A2.4 2.1 0 1 0 0-.2Z",
    "9": "M-2 3.7C1.2 4.3 2.5 1.2 2.5-1.5A2.5 2.5 0 1 0-2.5-1.5A2.5 2.5 0 1 0 2.5-1.5",
}

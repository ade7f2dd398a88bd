"""A game as an animated GIF: each frame adds a tile, and the newest one is ringed.

The table is drawn twice, plain and with every tile ringed. Each frame is the previous one with a hexagon of
the ringed table pasted in and the last ringed tile made plain, so 56 frames cost as much as two pictures.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO

from PIL import Image, ImageDraw

from tantrix.hexes import Cell
from tantrix.pictures.draw import DARK, LIGHT, Overlay, Theme, bounds, corners, png, svg
from tantrix.placement import Placement

MIN_WIDTH, MAX_WIDTH = 64, 1200
MIN_FRAME_MS, MAX_FRAME_MS = 50, 10_000
MAX_TILES = 64
LAST_MS = 3000  # how long the last frame is shown
THEMES = {"light": replace(LIGHT, background="#f4f2ec"), "dark": replace(DARK, background="#1f2023")}
_N_COLOURS = 128


def gif(
    laid: Sequence[Placement],
    *,
    first: int = 0,
    width: int = 480,
    frame_ms: int = 600,
    theme: Theme = THEMES["light"],
    marks: bool = False,
    numbers: bool = False,
) -> bytes:
    """Draw a Tantrix growing from `first` tiles to all of them, as an endless loop `width` pixels wide.

    Each frame is shown for `frame_ms` milliseconds, the last one for three seconds. The theme needs a
    background. Takes about 0.1 s of processor time at 480 pixels. Raises ValueError for values out of bounds.
    """
    _check(laid, first, width, frame_ms)
    plain, ringed = _tables(laid, width, theme, marks, numbers)
    cells = [placement.cell for placement in laid]
    frames = list(_frames(plain, ringed, [_outline(cell, cells, width) for cell in cells], first))
    times = [frame_ms] * (len(frames) - 1) + [max(LAST_MS, frame_ms)]
    file = BytesIO()
    frames[0].save(
        file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False
    )
    return file.getvalue()


def _check(laid: Sequence[Placement], first: int, width: int, frame_ms: int) -> None:
    for value, minimum, maximum, what in (
        (len(laid), 0, MAX_TILES, "tiles"),
        (first, 0, len(laid), "a first ply of"),
        (width, MIN_WIDTH, MAX_WIDTH, "a width in pixels of"),
        (frame_ms, MIN_FRAME_MS, MAX_FRAME_MS, "milliseconds a frame of"),
    ):
        if not minimum <= value <= maximum:
            raise ValueError(f"expected {what} {minimum} to {maximum}, got {value!r}")


def _tables(
    laid: Sequence[Placement], width: int, theme: Theme, marks: bool, numbers: bool
) -> tuple[Image.Image, Image.Image]:
    """Draw the table plain and with every tile ringed, in one palette."""
    overlays = (Overlay(), Overlay(highlight=[placement.cell for placement in laid]))
    drawn = [
        _read(png(svg(laid, theme=theme, marks=marks, numbers=numbers, overlay=overlay), width))
        for overlay in overlays
    ]
    both = Image.new("RGB", (width, 2 * drawn[0].height))
    for n, table in enumerate(drawn):
        both.paste(table, (0, n * table.height))
    reduced = both.quantize(_N_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    height = drawn[0].height
    return reduced.crop((0, 0, width, height)), reduced.crop((0, height, width, 2 * height))


def _read(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as picture:
        return picture.convert("RGB")


def _outline(cell: Cell, cells: Sequence[Cell], width: int) -> list[tuple[float, float]]:
    """Return the corners of a cell in pixels of the whole picture."""
    left, top, breadth, _ = bounds(cells)
    scale = width / breadth
    return [((x - left) * scale, (y - top) * scale) for x, y in corners(cell)]


def _frames(
    plain: Image.Image, ringed: Image.Image, outlines: Sequence[list[tuple[float, float]]], first: int
) -> Iterator[Image.Image]:
    """Yield the table with `first` tiles, then one more per frame, and finally the table without a ring."""
    corner = plain.crop((0, 0, 1, 1))  # no tile reaches this pixel
    shown = corner.resize(plain.size)
    for outline in outlines[:first]:
        _paste(shown, plain, outline)
    yield shown.copy()
    for n in range(first, len(outlines)):
        if n > first:
            _paste(shown, plain, outlines[n - 1])
        _paste(shown, ringed, outlines[n])
        yield shown.copy()
    yield plain


def _paste(onto: Image.Image, table: Image.Image, outline: list[tuple[float, float]]) -> None:
    mask = Image.new("1", table.size)
    ImageDraw.Draw(mask).polygon(outline, fill=1)
    onto.paste(table, (0, 0), mask)

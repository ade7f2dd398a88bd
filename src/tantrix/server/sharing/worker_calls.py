"""Pictures of games, drawn in a worker process: nothing from the server is imported here."""

from collections.abc import Sequence
from typing import Literal

from tantrix.hexes import Cell
from tantrix.pictures.draw import DARK_WITH_RIMS, LIGHT, Overlay, brand, framed, png, svg
from tantrix.pictures.titles import title
from tantrix.placement import Placement
from tantrix.tiles import Colour

LitLines = tuple[tuple[Colour, tuple[Cell, ...]], ...]
ThemeName = Literal["dark", "light"]

STILL_THEMES = {"dark": DARK_WITH_RIMS, "light": LIGHT}


def draw_png_file(
    laid: tuple[Placement, ...], width: int, theme: ThemeName, marks: bool, numbers: bool, title: str
) -> bytes:
    """Draw tiles as a PNG of a width in pixels; 0.2 s for 56 tiles at 1200."""
    return png(svg(laid, theme=STILL_THEMES[theme], marks=marks, numbers=numbers, title=title), width)


def draw_preview_file(
    laid: tuple[Placement, ...],
    width: int,
    height: int,
    lit: LitLines,
    score: int | None,
) -> bytes:
    """Draw tiles as a PNG; 0.2 s for 56 tiles at 1200."""
    return png(preview(laid, width, height, lit, score), width)


def preview(
    laid: Sequence[Placement],
    width: int,
    height: int,
    lit: LitLines,
    score: int | None,
) -> str:
    """Draw tiles with lit lines on black; with a `score`, beside it on the colour of the first line."""
    theme, overlay = DARK_WITH_RIMS, Overlay(lit=lit)
    if score is None:
        return framed(laid, width, height, theme, theme.tile, overlay)
    ground, aside = theme.link(lit[0][0]), width // 3
    board = framed(laid, width - aside, height, theme, ground, overlay).replace(
        "<svg", f'<svg x="{aside}"', 1
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"><rect width="{width}" height="{height}" fill="{ground}"/>{board}'
        f"{brand((80, 76))}{title(str(score), (52, height / 2 + 76), 200, theme.tile)}</svg>"
    )


def draw_gif_file(
    laid: tuple[Placement, ...], first: int, width: int, frame_ms: int, theme: ThemeName, marks: bool
) -> bytes:
    """Draw tiles laid one after the other as a GIF; 0.2 s for 56 tiles at 480."""
    from tantrix.pictures.gif import THEMES, gif  # brings Pillow, which only the worker process needs

    return gif(laid, first=first, width=width, frame_ms=frame_ms, theme=THEMES[theme], marks=marks)

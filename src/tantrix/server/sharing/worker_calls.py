"""Pictures of games, drawn in a worker process: nothing from the server is imported here."""

from typing import Literal

from tantrix.pictures.draw import DARK_WITH_RIMS, LIGHT, framed, png, svg
from tantrix.placement import Placement

ThemeName = Literal["dark", "light"]

STILL_THEMES = {"dark": DARK_WITH_RIMS, "light": LIGHT}


def draw_png_file(
    laid: tuple[Placement, ...], width: int, theme: ThemeName, marks: bool, numbers: bool, title: str
) -> bytes:
    """Draw tiles as a PNG of a width in pixels; 0.2 s for 56 tiles at 1200."""
    return png(svg(laid, theme=STILL_THEMES[theme], marks=marks, numbers=numbers, title=title), width)


def draw_preview_file(laid: tuple[Placement, ...], width: int, height: int) -> bytes:
    """Draw tiles as a PNG in the middle of a rectangle; 0.2 s for 56 tiles at 1200."""
    return png(framed(laid, width, height, DARK_WITH_RIMS, DARK_WITH_RIMS.tile), width)


def draw_gif_file(
    laid: tuple[Placement, ...], first: int, width: int, frame_ms: int, theme: ThemeName, marks: bool
) -> bytes:
    """Draw tiles laid one after the other as a GIF; 0.2 s for 56 tiles at 480."""
    from tantrix.pictures.gif import THEMES, gif  # brings Pillow, which only the worker process needs

    return gif(laid, first=first, width=width, frame_ms=frame_ms, theme=THEMES[theme], marks=marks)

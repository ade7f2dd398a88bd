"""Pictures of tables with real tiles, drawn by ourselves, as files for pages."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from tantrix.hexes import ORIGIN
from tantrix.pictures.draw import LIGHT, png, svg
from tantrix.placement import Placement

GROUND = "#cfc6b4"
SIZE = (720, 640)
MIDDLE = (SIZE[0] // 2, SIZE[1] // 2)
TILE = 100  # pixels from one tile of a group to the next, about


def photograph(laid: str, loose: Sequence[tuple[int, int, int]] = (), turned: float = 12) -> bytes:
    """Return a picture of a group, given as placements, and loose tiles: number, x and y from the middle."""
    table = Image.new("RGB", SIZE, GROUND)
    group = [Placement.parse(text) for text in laid.split()]
    if group:
        lay(table, group, 3 * TILE, MIDDLE)
    for tile, x, y in loose:
        lay(table, [Placement(tile, ORIGIN, 0)], TILE, (MIDDLE[0] + x, MIDDLE[1] + y))
    file = BytesIO()
    table.rotate(turned, Image.Resampling.BICUBIC, fillcolor=GROUND).save(file, "PNG")
    return file.getvalue()


def lay(table: Image.Image, tiles: list[Placement], width: int, middle: tuple[int, int]) -> None:
    """Draw tiles on a table, with their middle there."""
    with Image.open(BytesIO(png(svg(tiles, theme=LIGHT), width))) as drawn:
        place = (middle[0] - drawn.width // 2, middle[1] - drawn.height // 2)
        table.paste(drawn, place, drawn.convert("RGBA"))

"""A reading as JSON, and drawn over its photograph as SVG."""

from base64 import b64encode
from io import BytesIO
from typing import Any

from PIL import Image

from tantrix.eye.geometry import Pixels
from tantrix.eye.reading import SURE, Reading, ReadTile

_DOUBTFUL = 0.5
_WIDTH = 1600


def to_json(reading: Reading) -> dict[str, Any]:
    """Return a reading in plain values; places and sizes are pixels of the file."""
    sizes = reading.sizes()
    return {
        "tiles": [_tile(tile, sizes[tile.group] > 1) for tile in reading.counted],
        "partly_visible": [{"x": t.x, "y": t.y, "size": t.size} for t in reading.tiles if not t.is_whole],
        "backs": [{"x": back.x, "y": back.y, "size": back.size} for back in reading.backs],
        "groups": [[str(placement) for placement in group] for group in reading.groups()],
        "notes": list(reading.notes),
    }


def _tile(tile: ReadTile, has_neighbours: bool) -> dict[str, Any]:
    """Return a tile; one that touches no other has neither group nor cell."""
    return {
        "x": tile.x,
        "y": tile.y,
        "size": tile.size,
        "angle": tile.angle,
        "edges": tile.edges,
        "number": tile.number,
        "confidence": tile.confidence,
        "group": tile.group if has_neighbours else None,
        "cell": list(tile.placement.cell) if has_neighbours else None,
    }


def to_svg(reading: Reading, picture: Pixels, scale: float) -> str:
    """Return the photograph with the outline and the number of each tile; doubtful ones are dashed."""
    height, width = (round(side / scale) for side in picture.shape[:2])
    file = BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=85)
    data = b64encode(file.getvalue()).decode()
    parts = [f'<image width="{width}" height="{height}" href="data:image/jpeg;base64,{data}"/>']
    parts += [_outlined(tile) for tile in reading.tiles]
    view = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{_WIDTH}"'
    return f"<svg {view}>{''.join(parts)}</svg>\n"


def _outlined(tile: ReadTile) -> str:
    colour, dashes = _pen(tile)
    width = tile.size / 30
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in tile.outline)
    dashed = f' stroke-dasharray="{3 * width:.1f} {2 * width:.1f}"' if dashes else ""
    outline = f'<polygon points="{points}" fill="none" stroke="{colour}" stroke-width="{width:.1f}"{dashed}/>'
    if not tile.is_whole:
        return outline
    text = f'font-family="sans-serif" font-weight="bold" font-size="{tile.size / 4:.1f}" text-anchor="middle"'
    paint = f'fill="#fff" stroke="#000" stroke-width="{width / 2:.1f}" paint-order="stroke"'
    return (
        f'{outline}<text x="{tile.x}" y="{tile.y + tile.size / 12:.1f}" {text} {paint}>{tile.number}</text>'
    )


def _pen(tile: ReadTile) -> tuple[str, bool]:
    """Return the colour of an outline and whether it is dashed: grey, white, amber or red."""
    if not tile.is_whole:
        return "#999", True
    if tile.confidence > SURE:
        return "#fff", False
    return ("#fb0", True) if tile.confidence > _DOUBTFUL else ("#f33", True)

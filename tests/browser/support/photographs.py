"""Pictures of tables with real tiles, drawn by ourselves, as files for pages."""

import zlib
from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from tantrix.hexes import ORIGIN
from tantrix.pictures.draw import LIGHT, png, svg
from tantrix.placement import Placement

LOOP = "1@0,0^0 2@-1,0^3 3@-2,2^2 4@-1,1^3 5@0,-1^4 6@-2,1^4"  # a blue loop through all six tiles
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


def film(photograph: bytes, cut: int = 0) -> bytes:
    """Return a film (Motion JPEG) for Chromium of a picture, without `cut` columns at its left."""
    with Image.open(BytesIO(photograph)) as picture:
        frame = BytesIO()
        seen = picture.crop((cut, 0, picture.width, picture.height))
        seen.convert("RGB").save(frame, "JPEG", quality=92)
    return frame.getvalue() * 2


def lay(table: Image.Image, tiles: list[Placement], width: int, middle: tuple[int, int]) -> None:
    """Draw tiles on a table, with their middle there."""
    with Image.open(BytesIO(png(svg(tiles, theme=LIGHT), width))) as drawn:
        place = (middle[0] - drawn.width // 2, middle[1] - drawn.height // 2)
        table.paste(drawn, place, drawn.convert("RGBA"))


def saved(kind: str) -> bytes:
    """Return the picture of a loop as a file of another kind."""
    file = BytesIO()
    with Image.open(BytesIO(photograph(LOOP))) as picture:
        picture.save(file, kind)
    return file.getvalue()


def chunk(name: bytes, content: bytes) -> bytes:
    """Return a part of a PNG."""
    check = zlib.crc32(name + content)
    return len(content).to_bytes(4, "big") + name + content + check.to_bytes(4, "big")


# Nothing in the head of the file says how large the picture is: five notes of 64 kB stand before that.
HUGE_JPEG = (
    b"\xff\xd8"
    + (b"\xff\xe1\xff\xff" + bytes(65533)) * 5
    + b"\xff\xc0\0\x11\x08"
    + b"\xff\xdc" * 2
    + bytes(12)
)
# 64 by 64 pixels, it says, and then come 50 million bytes of them.
BOMB = (
    b"\x89PNG\r\n\x1a\n"
    + chunk(b"IHDR", b"\0\0\0\x40" * 2 + b"\x08\x02\0\0\0")
    + chunk(b"IDAT", zlib.compress(bytes(50_000_000)))
    + chunk(b"IEND", b"")
)

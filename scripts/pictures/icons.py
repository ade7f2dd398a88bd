"""Make the icons of the installed app in src/tantrix/server/static/icons from tantrix.svg.

The maskable one has a background up to its edges, so that a phone can crop it to any shape.
"""

from pathlib import Path

from tantrix import draw

FOLDER = Path(__file__).resolve().parents[2] / "src/tantrix/server/static/icons"
GROUND = "#141417"


def main() -> None:
    """Write 192.png, 512.png and 512-maskable.png."""
    tile = (FOLDER / "tantrix.svg").read_text("utf-8")
    inside = tile[tile.index(">") + 1 : tile.rindex("</svg>")]
    for size in (192, 512):
        (FOLDER / f"{size}.png").write_bytes(draw.png(square(inside, 60), size))
    ground = f'<rect x="-80" y="-80" width="160" height="160" fill="{GROUND}"/>'
    (FOLDER / "512-maskable.png").write_bytes(draw.png(square(ground + inside, 80), 512))


def square(inside: str, half: int) -> str:
    """Return a square picture around the middle of a tile."""
    box = f"{-half} {-half} {2 * half} {2 * half}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'


if __name__ == "__main__":
    main()

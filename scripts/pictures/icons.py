"""Make the icons of the installed app from tantrix.svg, and its screenshots from those of the documentation.

The maskable icon has a background up to its edges, so that a phone can crop it to any shape.
"""

from pathlib import Path

from PIL import Image

from tantrix.pictures import draw

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "src/tantrix/server/static/icons"
SCREENSHOTS = {"table-wide": "game", "table": "game-phone", "gobble": "gobble-phone"}
GROUND = "#141417"


def main() -> None:
    """Write 192.png, 512.png and 512-maskable.png, and the screenshots."""
    tile = (FOLDER / "tantrix.svg").read_text("utf-8")
    inside = tile[tile.index(">") + 1 : tile.rindex("</svg>")]
    for size in (192, 512):
        (FOLDER / f"{size}.png").write_bytes(draw.png(square(inside, 60), size))
    ground = f'<rect x="-80" y="-80" width="160" height="160" fill="{GROUND}"/>'
    (FOLDER / "512-maskable.png").write_bytes(draw.png(square(ground + inside, 80), 512))
    for name, picture in SCREENSHOTS.items():
        with Image.open(ROOT / f"docs/pictures/{picture}.png") as image:
            image.save(ROOT / f"src/tantrix/server/static/screenshots/{name}.webp", quality=80, method=6)


def square(inside: str, half: int) -> str:
    """Return a square picture around the middle of a tile."""
    box = f"{-half} {-half} {2 * half} {2 * half}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'


if __name__ == "__main__":
    main()

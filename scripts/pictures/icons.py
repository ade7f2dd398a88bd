"""Make the icons of the installed app from tantrix.svg, and its screenshots from those of the documentation.

The maskable icon has a background up to its edges, so that a phone can crop it to any shape. The picture for
links to the site shows a loop of the first ten tiles beside the name of the game.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tantrix.pictures import draw
from tantrix.server.http.previews import PREVIEW_HEIGHT, PREVIEW_WIDTH
from tantrix.solver import parse_goal, solutions

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "src/tantrix/server/static/icons"
SCREENSHOTS = {"table-wide": "game", "table": "game-phone", "gobble": "gobble-phone"}
GROUND = "#141417"
TYPEFACE = ROOT / "src/tantrix/server/static/built/unbounded-latin.woff2"
N_COLOURS = 64  # enough for seven colours and their edges


def main() -> None:
    """Write 192.png, 512.png, 512-maskable.png, preview.png, and the screenshots."""
    tile = (FOLDER / "tantrix.svg").read_text("utf-8")
    inside = tile[tile.index(">") + 1 : tile.rindex("</svg>")]
    for size in (192, 512):
        (FOLDER / f"{size}.png").write_bytes(draw.png(square(inside, 60), size))
    ground = f'<rect x="-80" y="-80" width="160" height="160" fill="{GROUND}"/>'
    (FOLDER / "512-maskable.png").write_bytes(draw.png(square(ground + inside, 80), 512))
    preview().save(FOLDER / "preview.png", optimize=True)
    for name, picture in SCREENSHOTS.items():
        with Image.open(ROOT / f"docs/pictures/{picture}.png") as image:
            image.save(ROOT / f"src/tantrix/server/static/screenshots/{name}.webp", quality=80, method=6)


def preview() -> Image.Image:
    """Draw the picture for links to the site."""
    shown = Image.new("RGB", (PREVIEW_WIDTH, PREVIEW_HEIGHT), GROUND)
    laid = next(iter(solutions(parse_goal("1-10 loop:Y"))))
    with Image.open(BytesIO(draw.png(draw.svg(laid, theme=draw.DARK_WITH_RIMS, padding=0), 540))) as loop:
        shown.paste(loop, (60, (PREVIEW_HEIGHT - loop.height) // 2), loop.convert("RGBA"))
    font = ImageFont.truetype(str(TYPEFACE), 96)
    font.set_variation_by_axes([700])
    ImageDraw.Draw(shown).text((650, PREVIEW_HEIGHT // 2), "Tantrix", "#ffffff", font, anchor="lm")
    return shown.quantize(N_COLOURS)


def square(inside: str, half: int) -> str:
    """Return a square picture around the middle of a tile."""
    box = f"{-half} {-half} {2 * half} {2 * half}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'


if __name__ == "__main__":
    main()

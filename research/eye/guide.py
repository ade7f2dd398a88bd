"""The picture of the guide: drawn scenes, and what the eye reads in them.

White outlines are sure, yellow ones are to be checked, grey ones are cut off.
"""

import argparse
from pathlib import Path

from PIL import Image, ImageDraw

from research.eye.scenes import draw_scene
from tantrix.eye.reader import read_picture
from tantrix.eye.reading import SURE

SEEDS = (6_000_000_012, 6_000_000_014, 6_000_000_017)  # good; partly covered; aslant and in the dark
SIZE = 480
APOTHEMS = (22, 40)
SHOWN = 400
QUALITY = 80


def main() -> None:
    """Write the scenes beside each other."""
    parser = argparse.ArgumentParser(prog="python -m research.eye.guide", description=__doc__)
    parser.add_argument("file", type=Path)
    file: Path = parser.parse_args().file
    strip = Image.new("RGB", (SHOWN * len(SEEDS), SHOWN))
    for at, seed in enumerate(SEEDS):
        strip.paste(read_scene(seed).resize((SHOWN, SHOWN)), (at * SHOWN, 0))
    strip.save(file, quality=QUALITY)


def read_scene(seed: int) -> Image.Image:
    """Return the scene of a seed with the outlines of the tiles that are read in it."""
    image = draw_scene(seed, SIZE, APOTHEMS).image
    drawn = Image.fromarray(image)
    pen = ImageDraw.Draw(drawn)
    for tile in read_picture(image).tiles:
        colour = "#999" if not tile.is_whole else "#fff" if tile.confidence > SURE else "#fd0"
        pen.polygon(list(tile.outline), outline="#000", width=4)
        pen.polygon(list(tile.outline), outline=colour, width=2)
    return drawn


if __name__ == "__main__":
    main()

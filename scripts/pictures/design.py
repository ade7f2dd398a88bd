"""Take the pictures with which a test compares `/design`: each of its sections, small, in three looks.

    python -m scripts.pictures.design

Writes `tests/data/design/LOOK/SECTION.webp`. Look at what has changed before you commit it.
"""

import tempfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from scripts.pictures.chromium import CHROMIUM_ARGUMENTS, DESKTOP, PHONE, find_chromium
from scripts.pictures.server import start

APPROVED = Path(__file__).resolve().parents[2] / "tests/data/design"
LOOKS: Mapping[str, Mapping[str, Any]] = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": PHONE}
COMMON = {**DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
WIDTH = 320  # pixels of a picture; so small that the edges of letters hardly matter
NEAR = 2  # pixels by which the height may differ
STRONG = 40  # of 255 levels of a colour


def main() -> None:
    """Take all pictures anew."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = start(Path(folder) / "data", module="scripts.live_reload")
        try:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS)
            for look, options in LOOKS.items():
                page = browser.new_context(**{**COMMON, **options}).new_page()
                page.goto(f"{running.url}/design")
                (APPROVED / look).mkdir(parents=True, exist_ok=True)
                for name, picture in sections_of(page):
                    picture.save(path_of(look, name), lossless=True)
        finally:
            running.stop()


def path_of(look: str, name: str) -> Path:
    """Return where the approved picture of a section is."""
    return APPROVED / look / f"{name}.webp"


def sections_of(page: Page) -> Iterator[tuple[str, Image.Image]]:
    """Take a picture of each section of components, and yield it with the section's name."""
    page.evaluate("document.fonts.ready")
    for section in page.locator("main section[aria-labelledby^=d-]").all():
        name = (section.get_attribute("aria-labelledby") or "").removeprefix("d-")
        taken = Image.open(BytesIO(section.screenshot())).convert("RGB")
        height = max(1, round(taken.height * WIDTH / taken.width))
        yield name, taken.resize((WIDTH, height), Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ strongly in a colour; 1 if the heights differ."""
    if abs(one.height - other.height) > NEAR:
        return 1.0
    height = min(one.height, other.height)
    levels = [np.asarray(each, np.int16)[:height] for each in (one, other)]
    return float((np.abs(levels[0] - levels[1]).max(axis=2) > STRONG).mean())


if __name__ == "__main__":
    main()

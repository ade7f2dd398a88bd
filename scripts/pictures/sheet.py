"""Take pictures of all screens in all sizes, themes and languages, and arrange them on contact sheets.

    python -m scripts.pictures.sheet FOLDER [--screens start lobby] [--languages en ru]

Writes `FOLDER/SCREEN-LOOK.png` and `FOLDER/sheet-LOOK.png` for every look, such as `phone-dark-pl`. Starts a
seeded server of its own; nothing in `docs/pictures` is touched.
"""

import argparse
import html
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from scripts.pictures.chromium import PHONE
from scripts.pictures.studio import answer_of, picturing
from scripts.seed import seed

SIZES: Mapping[str, Mapping[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "landscape": {**PHONE, "viewport": {"width": 844, "height": 390}},
}
THEMES = ("light", "dark")
LOCALES = {"en": "en-GB", "ru": "ru-RU", "pl": "pl-PL"}
GAME = {
    "seats": [
        {"colour": "R", "kind": "person", "name": "Ann"},
        {"colour": "B", "kind": "robot", "robot": "club"},
    ],
    "control": "5+3",
}
SCREENS = {
    "start": "/",
    "lobby": "/lobby",
    "custom": "/custom",
    "game": "",
    "learn": "/learn",
    "help": "/help",
    "puzzles": "/puzzles",
    "puzzle": "/puzzles/daily",
    "storm": "/puzzles/storm",
    "story": "/learn/story",
    "gobble": "/gobble",
    "watch": "/watch",
    "archive": "/archive",
    "analysis": "/analysis",
    "players": "/players",
    "player": "/players/Jan",
    "settings": "/settings",
    "sign-in": "/sign-in",
}
COLUMNS = 4
WAIT_MS = 60_000
SETTLE_MS = 400  # until an animation that starts with the page is over


def main() -> None:
    """Take the pictures that the command line asks for."""
    options = read_options()
    options.folder.mkdir(parents=True, exist_ok=True)
    with picturing(seed) as (browser, url):
        for size, theme, language in product(options.sizes, options.themes, options.languages):
            look = f"{size}-{theme}-{language}"
            context = open_context(browser, url, size, theme, language)
            shots = dict(take(context, options.screens, options.folder, look))
            context.close()
            lay_out(browser, shots, options.folder / f"sheet-{look}.png")
            print(options.folder / f"sheet-{look}.png")


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screens", nargs="+", choices=list(SCREENS), default=list(SCREENS))
    parser.add_argument("--sizes", nargs="+", choices=list(SIZES), default=list(SIZES))
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=list(THEMES))
    parser.add_argument("--languages", nargs="+", choices=list(LOCALES), default=list(LOCALES))
    return parser.parse_args()


def open_context(browser: Browser, url: str, size: str, theme: str, language: str) -> BrowserContext:
    """Open a browser with one look, without animations."""
    look = {**SIZES[size], "color_scheme": theme, "locale": LOCALES[language]}
    return browser.new_context(base_url=url, reduced_motion="reduce", **look)


def take(context: BrowserContext, screens: list[str], folder: Path, look: str) -> Iterator[tuple[str, Path]]:
    """Take a picture of each screen; yield its name and file."""
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    for screen in screens:
        answer = page.goto(address_of(page, screen))
        while answer is not None and answer.status == 503:  # the puzzle of the day is being made
            page.wait_for_timeout(SETTLE_MS)
            answer = page.reload()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(SETTLE_MS)
        path = folder / f"{screen}-{look}.png"
        page.screenshot(path=path, scale="css")
        yield screen, path


def address_of(page: Page, screen: str) -> str:
    """Return the address of a screen; a new game has its own."""
    return SCREENS[screen] or str(answer_of(page.request, "/api/games", GAME)["url"])


def lay_out(browser: Browser, shots: Mapping[str, Path], target: Path) -> None:
    """Combine pictures into one, in columns, each with its name."""
    figures = "".join(
        f'<figure><img src="{path.resolve().as_uri()}"><figcaption>{html.escape(name)}</figcaption></figure>'
        for name, path in shots.items()
    )
    columns = f"display:grid;align-content:start;grid-template-columns:repeat({COLUMNS},1fr);gap:16px"
    style = f"body{{margin:16px;{columns};font:14px sans-serif}}"
    source = target.with_suffix(".html")
    source.write_text(f"<style>{style}figure{{margin:0}}img{{width:100%}}</style>{figures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    page.goto(source.resolve().as_uri())
    page.screenshot(path=target, full_page=True)
    page.close()
    source.unlink()


if __name__ == "__main__":
    main()

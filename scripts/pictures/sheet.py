"""Take pictures of all screens in all sizes, themes and languages, and arrange them on contact sheets.

    python -m scripts.pictures.sheet FOLDER [--screens start lobby] [--languages en ru]

Writes `FOLDER/SCREEN-LOOK.png` and `FOLDER/sheet-LOOK.png` for every look, such as `phone-dark-pl`, and
`FOLDER/sheet.png` with all of them. Starts a seeded server of its own; nothing in `docs/pictures` is touched.
In other languages than English only the main screens are taken, unless screens are named. `--whole` takes
pages down to their end, of which sheets show the beginning.
"""

import argparse
import html
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError

from scripts.pictures.chromium import PHONE
from scripts.pictures.scenes import PREPARED, set_up_scenes
from scripts.pictures.studio import picturing
from scripts.seed import seed
from tantrix._tools.languages import LANGUAGES

SIZES: Mapping[str, Mapping[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "landscape": {**PHONE, "viewport": {"width": 844, "height": 390}},
}
THEMES = ("light", "dark")
LOCALES = {language: "en-GB" if language == "en" else language for language in LANGUAGES}
SCREENS = {
    "start": "/",
    "lobby": "/lobby",
    "custom": "/custom",
    "game": "",
    "learn": "/learn",
    "help": "/help",
    "puzzles": "/puzzles",
    "puzzle": "/puzzles/daily",
    "days": "/puzzles/days",
    "new-puzzle": "/puzzles/new",
    "storm": "/puzzles/storm",
    "solitaire": "/solitaire/daily",
    "story": "/learn/story",
    "gobble": "/gobble",
    "watch": "/watch",
    "archive": "/archive",
    "analysis": "/analysis",
    "players": "/players",
    "player": "/players/Jan",
    "settings": "/settings",
    "sign-in": "/sign-in",
    "sign-up": "/sign-up",
    "api": "/api",
    "error": "/no-such-page",
    "tournaments": "/tournaments",
    "gobble-play": "",
}
# Seen by somebody who is signed in; `set_up_scenes` says where those without an address are.
OWN_SCREENS = {
    "own-start": "/",
    "own-lobby": "/lobby",
    "games": "/games",
    "account": "/account",
    "profile": "/players/Ottilie",
    "notices": "/notices",
    "new-tournament": "/tournaments/new",
    "open": "",
    "championship": "",
    "arena": "",
    "simul": "",
    "cup": "",
    "club": "",
    "control": "",
    "print": "",
    "series": "",
    "gobble-room": "",
    "end": "",
    "review": "",
    "share": "",
}
ALL_SCREENS = [*SCREENS, *OWN_SCREENS]
MAIN_SCREENS = [
    "start",
    "lobby",
    "game",
    "learn",
    "puzzles",
    "puzzle",
    "gobble-play",
    "players",
    "settings",
    "tournaments",
    "notices",
    "open",
    "end",
    "review",
]
COLUMNS = 4
WAIT_MS = 60_000
IDLE_MS = 4_000
SETTLE_MS = 400  # until an animation that starts with the page is over


def main() -> None:
    """Take the pictures that the command line asks for."""
    options = read_options()
    options.folder.mkdir(parents=True, exist_ok=True)
    with picturing(seed) as (browser, url):
        addresses, cookies = set_up_scenes(browser, url)
        sheets: dict[str, Path] = {}
        for size, theme, language in product(options.sizes, options.themes, options.languages):
            look = f"{size}-{theme}-{language}"
            screens = options.screens or (ALL_SCREENS if language == "en" else MAIN_SCREENS)
            shots: dict[str, Path] = {}
            for names, own in ((SCREENS, []), (OWN_SCREENS, cookies)):
                context = open_context(browser, url, size, theme, language)
                context.add_cookies(own)
                chosen = {name: addresses.get(name, names[name]) for name in screens if name in names}
                shots |= take(context, chosen, options.folder, look, options.whole)
                context.close()
            sheets[look] = options.folder / f"sheet-{look}.png"
            lay_out(browser, shots, sheets[look])
            print(sheets[look])
        lay_out(browser, sheets, options.folder / "sheet.png")


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screens", nargs="+", choices=ALL_SCREENS)
    parser.add_argument("--sizes", nargs="+", choices=list(SIZES), default=list(SIZES))
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=list(THEMES))
    parser.add_argument("--languages", nargs="+", choices=list(LOCALES), default=list(LOCALES))
    parser.add_argument("--whole", action="store_true", help="each page down to its end")
    return parser.parse_args(arguments)


def open_context(browser: Browser, url: str, size: str, theme: str, language: str) -> BrowserContext:
    """Open a browser with one look, without animations."""
    look = {**SIZES[size], "color_scheme": theme, "locale": LOCALES[language]}
    return browser.new_context(base_url=url, reduced_motion="reduce", **look)


def take(
    context: BrowserContext, addresses: Mapping[str, str], folder: Path, look: str, is_full_page: bool
) -> dict[str, Path]:
    """Take a picture of each screen; return its file by its name."""
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    shots = {}
    for screen, address in addresses.items():
        visit(page, screen, address)
        shots[screen] = folder / f"{screen}-{look}.png"
        page.screenshot(path=shots[screen], scale="css", full_page=is_full_page)
    return shots


def visit(page: Page, screen: str, address: str) -> None:
    """Open a screen and wait until it is at rest."""
    if screen in PREPARED:
        PREPARED[screen](page)
    else:
        answer = page.goto(address)
        while answer is not None and answer.status == 503:  # the puzzle of the day is being made
            page.wait_for_timeout(SETTLE_MS)
            answer = page.reload()
    with suppress(TimeoutError):  # a page that listens to its events is never idle
        page.wait_for_load_state("networkidle", timeout=IDLE_MS)
    page.wait_for_timeout(SETTLE_MS)


def lay_out(browser: Browser, shots: Mapping[str, Path], target: Path) -> None:
    """Lay pictures out in columns, each with its name, as one picture."""
    figures = "".join(
        f'<figure><img src="{path.resolve().as_uri()}"><figcaption>{html.escape(name)}</figcaption></figure>'
        for name, path in shots.items()
    )
    columns = f"display:grid;align-content:start;grid-template-columns:repeat({COLUMNS},1fr);gap:16px"
    image = "img{width:100%;max-height:6000px;object-fit:cover;object-position:top}"
    style = f"body{{margin:16px;{columns};font:14px sans-serif}}{image}"
    source = target.with_suffix(".html")
    source.write_text(f"<style>{style}figure{{margin:0}}</style>{figures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    page.goto(source.resolve().as_uri())
    page.screenshot(path=target, full_page=True)
    page.close()
    source.unlink()


if __name__ == "__main__":
    main()

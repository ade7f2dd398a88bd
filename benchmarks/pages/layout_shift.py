"""How much of a page moves that nobody moved: a whole game, its end, an offer of a rematch, and a puzzle.

    python -m benchmarks.pages.layout_shift

Chromium reports what it saw move between two frames as LayoutShift; those just after a press count too. The
rectangle of the board is read in each frame: of a steady page it is the same from the first tile to the last.
The first rectangle is that of the finished page, so loading does not count.
"""

import argparse
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, expect

from scripts.pictures.chromium import DESKTOP, PHONE
from scripts.pictures.studio import picturing
from tests.browser.support.person import Person, choose, person
from tests.browser.support.puzzler import Puzzler, solution
from tests.browser.support.steadiness import Steadiness, watch

WAIT_MS = 300_000
STILL_MS = 1_000
PUZZLE = "discovery-10"
SIZES: Mapping[str, Mapping[str, Any]] = {
    "desktop": DESKTOP,
    "phone": PHONE,
    "turned phone": {**PHONE, "viewport": {"width": 844, "height": 390}},
}


@dataclass(frozen=True, slots=True)
class Screen:
    """A kind of screen, in a browser, on which pages of a site are opened."""

    browser: Browser
    url: str
    size: str

    def page(self) -> Page:
        options = {**SIZES[self.size], "locale": "en-GB", "base_url": self.url}
        page = self.browser.new_context(**options).new_page()
        page.set_default_timeout(WAIT_MS)
        return page

    @property
    def is_touch(self) -> bool:
        return self.size != "desktop"


def whole_game(screen: Screen, rng: random.Random) -> list[tuple[str, Steadiness]]:
    """Play a game against Pip by hand to its end, then wait until the end has said all."""
    page = screen.page()
    page.goto("/")
    page.get_by_role("button", name="Play Pip").click()
    page.wait_for_url("**/games/*")
    me = Person(page)
    me.settle()
    seen = watch(page)
    played = seen.read()
    while not (position := me.settle())["outcome"]:
        played = seen.read()  # the end takes the players' place, and is looked at for itself
        if page.locator(".board-bubble .got-it").count():
            page.get_by_role("button", name="No more tips").click()
        (me.tap if screen.is_touch else me.click)(choose(position, rng))
        if me.position()["outcome"]:
            break
    page.locator(".outcome").wait_for()
    end = watch(page)
    page.locator(".accuracies b").first.filter(has_text="%").wait_for()
    page.wait_for_timeout(STILL_MS)
    return [("a game", played), ("its end", end.read())]


def rematch(screen: Screen, rng: random.Random) -> list[tuple[str, Steadiness]]:
    """Let the other player of a finished game offer a rematch."""
    page, other = screen.page(), screen.page()
    me = Person.start(page, person("R", "Ann"), {"colour": "B", "kind": "open"})
    other.request.post(f"/api/games/{me.id}/seats", data={"seat": 1, "name": "Ben"})
    other.goto(page.url)
    players = (me, Person(other))
    while not (position := me.position())["outcome"]:
        players[position["to_play"]].play(1, rng.choice)
    page.reload()
    page.locator(".accuracies b").first.filter(has_text="%").wait_for()
    seen = watch(page)
    other.get_by_role("button", name="Rematch").click()
    page.get_by_role("button", name="Accept").wait_for()
    return [("an offered rematch", seen.read())]


def puzzle(screen: Screen, rng: random.Random) -> list[tuple[str, Steadiness]]:
    """Solve a puzzle."""
    puzzler = Puzzler.open(screen.page(), PUZZLE)
    seen = watch(puzzler.page, "tantrix-puzzle-board")
    for placement in solution(PUZZLE):
        (puzzler.swipe_and_tap if screen.is_touch else puzzler.drag_and_turn)(placement)
    puzzler.page.wait_for_timeout(STILL_MS)
    return [("a puzzle", seen.read())]


FLOWS: Mapping[str, Callable[[Screen, random.Random], list[tuple[str, Steadiness]]]] = {
    "game": whole_game,
    "rematch": rematch,
    "puzzle": puzzle,
}


def main() -> None:
    """Print, for each screen and flow, the sum of the shifts, the rectangles of the board, and what moved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--flow", choices=FLOWS, action="append")
    arguments = parser.parse_args()
    expect.set_options(timeout=WAIT_MS)
    with picturing() as (browser, url):
        for size in arguments.size or SIZES:
            screen = Screen(browser, url, size)
            for flow in arguments.flow or FLOWS:
                for name, found in FLOWS[flow](screen, random.Random(arguments.seed)):
                    print(f"{size}, {name}: {found}", flush=True)


if __name__ == "__main__":
    main()

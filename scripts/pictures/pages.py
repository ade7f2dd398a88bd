"""Take the pictures of the pages in docs/pictures: a real server, a half-played game, Debian's Chromium."""

from collections.abc import Mapping
from random import Random
from typing import Any

from playwright.sync_api import APIRequestContext, BrowserContext

from scripts.pictures.chromium import DESKTOP, PHONE
from scripts.pictures.studio import DARK, LIGHT, PICTURES, answer_of, picturing
from tantrix.record import parse_record
from tantrix.robots import find

SEATS = [
    {"colour": "R", "kind": "person", "name": "Ada"},
    {"colour": "B", "kind": "person", "name": "Jan"},
]
PLIES = 24

LIGHT_DESKTOP: Mapping[str, Any] = {**DESKTOP, **LIGHT}
SHOTS: Mapping[str, Mapping[str, Any]] = {"game": LIGHT_DESKTOP, "game-phone": {**PHONE, **DARK}}
LESSON = "controlled-sides"


def main() -> None:
    """Play a game as far as the pictures need it, and take them."""
    with picturing() as (browser, url):
        for name, options in SHOTS.items():
            take(browser.new_context(base_url=url, reduced_motion="reduce", **options), name)
        take_lesson(browser.new_context(base_url=url, reduced_motion="reduce", **LIGHT_DESKTOP))


def take(context: BrowserContext, name: str) -> None:
    """Take the picture of a game started in this browser context."""
    page = context.new_page()
    page.goto(play(context.request))
    page.locator("tantrix-game svg").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


def take_lesson(context: BrowserContext) -> None:
    """Take the picture of a lesson, with a tile over the ringed space where the rules forbid it."""
    page = context.new_page()
    page.goto(f"/learn#{LESSON}")
    page.locator(".rack .slot").first.click()
    page.locator(".space:has(.ring-mark)").hover()
    page.locator(".preview").wait_for()
    page.screenshot(path=PICTURES / "learn.png")
    context.close()


def play(requests: APIRequestContext) -> str:
    """Start a game, play half of it by the greedy robot's choices, and return the address of its page."""
    created = answer_of(requests, "/api/games", {"seats": SEATS})
    robot, rng = find("greedy"), Random(1)
    for ply in range(PLIES):
        game = parse_record(requests.get(f"/games/{created['id']}/record").text()).game()
        place = {"id": f"shot-{ply}", "ply": ply, "placement": str(robot.choose(game, rng))}
        answer_of(requests, f"/api/games/{created['id']}/placements", place)
    return str(created["url"])


if __name__ == "__main__":
    main()

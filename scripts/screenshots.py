"""Take the pictures of the pages in docs/pictures: a real server, a game half played, Debian's Chromium."""

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from browsing import CHROMIUM_ARGUMENTS, find_chromium
from playwright.sync_api import APIRequestContext, BrowserContext, sync_playwright
from serving import serving

from tantrix.record import parse_record
from tantrix.robots import find

PICTURES = Path(__file__).resolve().parent.parent / "docs/pictures"
SEATS = [
    {"colour": "R", "kind": "person", "name": "Ada"},
    {"colour": "B", "kind": "person", "name": "Jan"},
]
PLIES = 24

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
}
SHOTS: Mapping[str, dict[str, Any]] = {"game": DESKTOP, "game-phone": PHONE}
LESSON = "controlled-sides"


def main() -> None:
    """Play a game as far as the pictures need it, and take them."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit("expected Chromium on PATH or in TANTRIX_CHROMIUM, found none")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        for name, options in SHOTS.items():
            take(browser.new_context(base_url=server.url, reduced_motion="reduce", **options), name)
        take_lesson(browser.new_context(base_url=server.url, reduced_motion="reduce", **DESKTOP))
        browser.close()


def take(context: BrowserContext, name: str) -> None:
    """Take the picture of a game of this context's own."""
    page = context.new_page()
    page.goto(play(context.request))
    page.locator("tantrix-game svg").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


def take_lesson(context: BrowserContext) -> None:
    """Take the picture of a lesson, with a tile over the ringed space that the rules close."""
    page = context.new_page()
    page.goto(f"/learn#{LESSON}")
    page.locator(".rack .slot").first.click()
    page.locator(".space:has(.ring-mark)").hover()
    page.locator(".preview").wait_for()
    page.screenshot(path=PICTURES / "learn.png")
    context.close()


def play(requests: APIRequestContext) -> str:
    """Start a game, play it half by the greedy robot's choice, and return the address of its page."""
    created = answer_of(requests, "/api/games", {"seats": SEATS})
    robot, rng = find("greedy"), Random(1)
    for ply in range(PLIES):
        game = parse_record(requests.get(f"/games/{created['id']}/record").text()).game()
        place = {"id": f"shot-{ply}", "ply": ply, "placement": str(robot.choose(game, rng))}
        answer_of(requests, f"/api/games/{created['id']}/placements", place)
    return str(created["url"])


def answer_of(requests: APIRequestContext, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send a request that must succeed."""
    response = requests.post(path, data=body)
    if not response.ok:
        sys.exit(f"{path} answered {response.status} to {body}: {response.text()}")
    answer: dict[str, Any] = response.json()
    return answer


if __name__ == "__main__":
    main()

"""How long pages keep their main thread busy while tiles are laid, and while a page is entered.

    python -m benchmarks.page_tasks --placements 20 --throttle 4

A person plays against the robot `greedy` by mouse, with animations, and Chromium's own trace reports every
task. The figures are processor time of the page's main thread, so waiting for a busy machine does not count.
Chromium's throttle burns processor time, so it is included. Then the main pages and the game are entered
again, with their files in the cache, three times each; the least of the three longest tasks is reported,
because other work on the machine only adds. Then the same is done on a phone, by tapping.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from scripts.pictures.chromium import CHROMIUM_ARGUMENTS, find_chromium
from scripts.pictures.server import serving
from tantrix.placement import Placement
from tests.browser.support.person import ME_AND_ROBOT, Fingers, Person, choose, middle

BUDGET_MS = 50
PRESS_MS = 70
STILL_MS = 300  # until nothing moves
ENTERED_MS = 2500  # until an entered page has done all its work
N_ENTERED = 3
PAGES = ("/", "/play", "/puzzles", "/learn", "/watch", "/community", "/gobble", "/settings")
CATEGORIES = ["disabled-by-default-devtools.timeline", "toplevel", "__metadata"]
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}


def main() -> None:
    """Play on both screens and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--placements", type=int, default=40, help="tiles that the person lays on each screen"
    )
    parser.add_argument("--throttle", type=float, default=4, help="how many times slower the processor seems")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS)
        for look, options in LOOKS.items():
            context = browser.new_context(base_url=server.url, **options)
            page = context.new_page()
            n_laid, tasks = measure(browser, page, arguments.placements, arguments.throttle)
            print(report(look, n_laid, tasks))
            for path in (*PAGES, urlsplit(page.url).path):
                longest = min(max(entering(browser, page, path)) for _ in range(N_ENTERED))
                print(f"{look}: {path} entered, longest task {longest:.1f} ms")
            context.close()
        browser.close()


def measure(browser: Browser, page: Page, n_placements: int, throttle: float) -> tuple[int, list[float]]:
    """Play under the throttle; return how many tiles were laid, and the tasks in milliseconds."""
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(1)
    before = me.settle()["ply"]
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    browser.start_tracing(page=page, categories=CATEGORIES)
    for _ in range(n_placements):
        position = me.settle()
        if position["outcome"]:
            break
        lay(me, choose(position, rng))
    after = me.settle()["ply"]
    return after - before, list(main_tasks(json.loads(browser.stop_tracing())["traceEvents"]))


def entering(browser: Browser, page: Page, path: str) -> list[float]:
    """Enter a page; return the tasks in milliseconds."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.goto(path)
    page.wait_for_timeout(ENTERED_MS)
    return list(main_tasks(json.loads(browser.stop_tracing())["traceEvents"]))


def lay(me: Person, placement: Placement) -> None:
    """Lay a tile by raw pointer events, a moment apart, because Playwright's own clicks run checks first."""
    fingers = Fingers.on(me.page) if me.page.evaluate("navigator.maxTouchPoints > 0") else None
    me.page.wait_for_timeout(STILL_MS)
    press(me, me.tile(placement.tile), fingers)
    me.page.locator(".space.legal").first.wait_for()
    me.page.wait_for_timeout(STILL_MS)
    if fingers is None:
        x, y = middle(me.cell(placement))
        me.page.mouse.move(x, y)
        me.turn_to(placement.rotation, lambda: me.page.keyboard.press("r"))
        press(me, me.cell(placement), None)
        return
    press(me, me.cell(placement), fingers)
    turn = me.page.get_by_role("button", name="Turn the tile")
    me.turn_to(placement.rotation, lambda: press(me, turn, fingers))
    press(me, me.lay_it, fingers)


def press(me: Person, target: Locator, fingers: Fingers | None) -> None:
    """Press the middle of an element for a moment."""
    x, y = middle(target)
    if fingers is None:
        me.page.mouse.move(x, y)
        me.page.mouse.down()
        me.page.wait_for_timeout(PRESS_MS)
        me.page.mouse.up()
    else:
        fingers.down((x, y))
        me.page.wait_for_timeout(PRESS_MS)
        fingers.up()


def main_tasks(events: Sequence[Mapping[str, Any]]) -> Iterator[float]:
    """Yield the CPU time of each task of the pages' main threads, in milliseconds."""
    names = ((event["pid"], event["tid"]) for event in events if is_main(event))
    mains = set(names)
    for event in events:
        is_task = event.get("name") == "RunTask" and "tdur" in event
        if is_task and (event["pid"], event["tid"]) in mains:
            yield event["tdur"] / 1000


def is_main(event: Mapping[str, Any]) -> bool:
    return event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"


def report(look: str, n_laid: int, tasks: Sequence[float]) -> str:
    longest, over = max(tasks), sum(task > BUDGET_MS for task in tasks)
    per_mille = quantiles(tasks, n=1000)[-1]
    return (
        f"{look}: {n_laid} tiles laid, {len(tasks)} tasks, longest {longest:.1f} ms,"
        f" 99.9 % within {per_mille:.1f} ms, over {BUDGET_MS} ms: {over}; {sum(tasks) / n_laid:.0f} ms a tile"
    )


if __name__ == "__main__":
    main()

"""How long pages keep their main thread busy while tiles are laid, and while a page is entered.

    python -m benchmarks.page_tasks --placements 10 --rounds 5

A person plays against the robot `greedy` by mouse, with animations; then pages are entered, each several
times with their files in the cache. Then the same is done on a phone, by tapping. Chromium's own trace
reports every task. A task counts with its processor time, so waiting for a busy machine does not count, times
`--slower`: a slower processor, as Lighthouse simulates it. `--emulate` lets Chromium slow the processor down
instead; its loop runs by the clock, so the same work takes 33 to 54 ms where it takes 4 times 9.8 to 10.7.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from benchmarks.trace_tasks import CATEGORIES, PageTask, main_tasks
from scripts.pictures.chromium import DESKTOP, PHONE
from scripts.pictures.studio import picturing
from tantrix.placement import Placement
from tests.browser.support.person import ME_AND_ROBOT, Fingers, Person, begin, choose, middle, play_on

BUDGET_MS = 50
PRESS_MS = 70
STILL_MS = 300  # until nothing moves
ENTERED_MS = 2500  # until an entered page has done all its work
N_PLIES = 24  # laid in the game that is entered
PAGES = (
    "/",
    "/play",
    "/lobby",
    "/puzzles",
    "/puzzles/discovery-5",
    "/learn",
    "/watch",
    "/community",
    "/gobble",
    "/settings",
)
LOOKS: Mapping[str, Mapping[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}


@dataclass(frozen=True, slots=True)
class Tracer:
    """Traces what a page does, on a processor that is or seems so many times slower."""

    browser: Browser
    page: Page
    slower: float
    is_emulated: bool

    def tasks(self, work: Callable[[], object]) -> list[PageTask]:
        """Return the tasks of the main thread during some work."""
        self.browser.start_tracing(page=self.page, categories=CATEGORIES)
        work()
        return list(main_tasks(json.loads(self.browser.stop_tracing())["traceEvents"]))

    def report(self, what: str, rounds: Sequence[Sequence[PageTask]]) -> str:
        """Describe the longest tasks of the rounds: median and worst, and how many tasks are too long."""
        factor = 1 if self.is_emulated else self.slower
        longest = [max(tasks, key=lambda task: task.ms) for tasks in rounds]
        worst = max(longest, key=lambda task: task.ms)
        n_over = sum(task.ms * factor > BUDGET_MS for tasks in rounds for task in tasks)
        middle_ms = median(task.ms for task in longest) * factor
        sum_ms = sum(task.ms for tasks in rounds for task in tasks) * factor / len(rounds)
        return (
            f"{what}: longest task {middle_ms:.1f} ms (median of {len(rounds)}), {worst.ms * factor:.1f} ms"
            f" (worst), {n_over} over {BUDGET_MS} ms, {sum_ms:.0f} ms in all; the worst: "
            f"{worst.describe(factor=factor)}"
        )


def main() -> None:
    """Play and enter pages on both screens and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--placements", type=int, default=20, help="tiles that the person lays on each screen"
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often each page is entered")
    parser.add_argument("--slower", type=float, default=4, help="how many times slower the processor is")
    parser.add_argument("--emulate", action="store_true", help="let Chromium slow the processor down")
    parser.add_argument("--looks", nargs="*", choices=LOOKS, default=list(LOOKS))
    parser.add_argument("--only", default="", help="pages whose address contains this")
    arguments = parser.parse_args()
    with picturing() as (browser, url):
        for look in arguments.looks:
            context = browser.new_context(base_url=url, **LOOKS[look])
            tracer = Tracer(browser, context.new_page(), arguments.slower, arguments.emulate)
            for line in measure(tracer, arguments):
                print(f"{look}: {line}", flush=True)
            context.close()


def measure(tracer: Tracer, arguments: argparse.Namespace) -> Iterator[str]:
    """Lay tiles and enter pages; yield a line about each."""
    page = tracer.page
    page.goto("/")
    if tracer.is_emulated:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": tracer.slower})
    if arguments.placements:
        yield tracer.report("a tile laid and answered", list(laying(tracer, arguments.placements)))
    for name, path in addresses(page):
        if arguments.only in name:
            page.goto(path)
            page.wait_for_timeout(ENTERED_MS)
            rounds = [tracer.tasks(partial(enter, page, path)) for _ in range(arguments.rounds)]
            yield tracer.report(f"{name} entered", rounds)


def laying(tracer: Tracer, n_placements: int) -> Iterator[list[PageTask]]:
    """Play against the robot; yield the tasks of each placement with its answer."""
    me, rng = Person.start(tracer.page, *ME_AND_ROBOT), random.Random(1)
    for _ in range(n_placements):
        position = me.settle()
        if position["outcome"]:
            me = Person.start(tracer.page, *ME_AND_ROBOT)
            position = me.settle()
        yield tracer.tasks(partial(lay_and_wait, me, choose(position, rng)))


def lay_and_wait(me: Person, placement: Placement) -> None:
    """Lay a tile and wait until it is the person's turn again."""
    lay(me, placement)
    me.settle()


def addresses(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the pages to enter, each with its name: also a game, its analysis and a room of Gobble."""
    yield from ((path, path) for path in PAGES)
    game, over = (begin(page.request, *ME_AND_ROBOT[:1], ME_AND_ROBOT[0] | {"colour": "B"}) for _ in range(2))
    play_on(page.request, game, N_PLIES, lambda placements: placements[0])
    play_on(page.request, over, 64, lambda placements: placements[0])
    yield "a game", f"/games/{game}"
    yield "a finished game", f"/games/{over}"
    yield "an analysis", f"/analysis?game={over}"
    room = page.request.post("/api/gobble", data={"name": "Ann", "settings": {}})
    assert room.ok, room.text()
    yield "a room of Gobble", room.json()["url"]


def enter(page: Page, path: str) -> None:
    """Enter a page and let it do its work."""
    page.goto(path)
    page.wait_for_timeout(ENTERED_MS)


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


if __name__ == "__main__":
    main()

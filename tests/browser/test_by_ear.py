"""Games and runs of puzzles by ear: clocks in words, what Enter does next, a loop closed without looking."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.pages import stored
from tests.browser.support.person import EDGES, PEOPLE, Person, choose

TIME_LEFT = re.compile(r"^Time left: (4 minutes \d+ seconds?|5 minutes)$")


def test_clocks_are_named_in_words_and_the_text_board_tells_them(page: Page) -> None:
    me = Person.start(page, *PEOPLE, n_plies=1, control="5")
    me.settle()
    timers = page.get_by_role("timer")
    expect(timers).to_have_count(2)
    for timer in timers.all():
        expect(timer).to_have_accessible_name(TIME_LEFT)
        expect(timer).not_to_have_attribute("aria-live", "polite")  # a timer is not announced as it runs

    page.get_by_role("button", name="Text board").click()
    me.say("clock")

    log = page.get_by_role("log", name="Answers")
    expect(log).to_contain_text("Ann, red. Time left: ")
    expect(log).to_contain_text("This clock is running.")


def test_after_the_first_enter_it_is_said_that_a_second_one_is_awaited(page: Page) -> None:
    page.add_init_script(stored("setting/confirm", "on"))
    me = Person.start(page)
    placement = choose(me.settle(), random.Random(1))
    announcements = page.locator(".announcements")

    me.take_up(placement.tile)
    me.go_to(placement)
    page.keyboard.press("Enter")

    expect(announcements).to_contain_text("Press Enter again to place it.")
    page.keyboard.press("Enter")
    me.sees(1)
    expect(announcements).to_contain_text(f"placed tile {placement.tile} at")


@pytest.mark.parametrize("mode", ["storm", "streak", "rated"])
def test_a_run_tells_its_task_its_tiles_and_its_time(page: Page, mode: str) -> None:
    page.goto(f"/puzzles/{mode}")
    page.get_by_role("button", name="Start").click()

    task = re.compile(r"Close the \w+ loop\. Empty place \S+: .* Tile \d+: \w+ \w+ \w+ \w+ \w+ \w+\.")
    expect(page.locator(".announcements")).to_have_text(task)
    expect(page.get_by_role("timer")).to_have_accessible_name(
        re.compile(r"^(\d minutes? ?)?(\d+ seconds?)?$")
    )
    loop = page.get_by_role("group", name="Table").get_by_role("img").all()
    assert loop
    for tile in loop:
        expect(tile).to_have_accessible_name(re.compile(r"^Tile \d+ at \S+: "))


def test_a_loop_is_closed_by_what_is_said_alone(page: Page) -> None:
    page.goto("/puzzles/storm")
    page.get_by_role("button", name="Start").click()
    announcements = page.locator(".announcements")
    judged = re.compile(r"Right!|Missed\.")

    for _ in range(10):  # a line may close with a mismatch while the tile is being turned
        space, tile, n_turns = solved_by_ear(page)
        page.get_by_role("button", name=tile).press("Enter")
        page.get_by_role("button", name=space).press("Enter")
        for _ in range(n_turns):
            if judged.search(announcements.inner_text()):
                break
            expect(announcements).to_contain_text(re.compile(r"Press Enter again to turn it|Right!|Missed\."))
            page.keyboard.press("Enter")
        expect(announcements).to_contain_text(judged)
        if "Right!" in announcements.inner_text():
            break

    expect(page.locator(".run-score b")).to_have_text("1")


def solved_by_ear(page: Page) -> tuple[str, str, int]:
    """Return the names of the space and of the tile that closes it, and how often that is turned."""
    table, tray = page.get_by_role("group", name="Table"), page.get_by_role("group", name="Your tiles")
    space = table.get_by_role("button").get_attribute("aria-label") or ""
    sides = dict(side.rsplit(" ", 1) for side in space.partition(": ")[2].rstrip(".").split(", "))
    for button in tray.get_by_role("button").all():
        tile = button.get_attribute("aria-label") or ""
        edges = tile.partition(": ")[2].split()
        for n in range(6):
            turned = dict(zip(EDGES, edges[6 - n :] + edges[: 6 - n], strict=True))
            if all(turned[direction] == colour for direction, colour in sides.items()):
                return space, tile, n
    raise AssertionError(f"expected a tile for {space!r}")

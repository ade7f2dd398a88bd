"""Where things are on the page of a game: players above and below the board; moves, clocks, draw pile."""

import random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.person import ME_AND_ROBOT, PEOPLE, Person, choose, person, robot

FOUR = (person("R", "Ann"), robot("Y"), robot("B"), robot("G"))


def test_the_opponent_is_above_the_board_and_the_player_above_the_own_rack(still_page: Page) -> None:
    me = Person.start(still_page, *ME_AND_ROBOT)
    me.settle()

    order = [
        still_page.locator('.player[data-seat="1"]'),
        still_page.locator(".surface"),
        still_page.locator('.player[data-seat="0"]'),
        still_page.locator(".rack"),
    ]

    tops = [box(part)["y"] for part in order]
    assert tops == sorted(tops)


def test_opponents_are_in_turn_order_from_the_left(still_page: Page) -> None:
    Person.start(still_page, *FOUR).settle()

    opponents = still_page.locator(".opponents .player")

    assert [one.get_attribute("data-seat") for one in opponents.all()] == ["1", "2", "3"]
    assert [box(one)["x"] for one in opponents.all()] == sorted(box(one)["x"] for one in opponents.all())
    expect(still_page.locator(".free-colours")).to_have_count(0)


def test_a_move_in_the_strip_shows_its_place_and_opens_its_position(still_page: Page) -> None:
    me = Person.start(still_page, *PEOPLE)
    me.play(9)
    still_page.reload()
    me.settle()
    third = still_page.locator(".placement").nth(2)
    laid = me.look()["laid"][2]

    third.hover()
    ring = still_page.locator(".spot-ring")
    tile = still_page.locator(f'.laid[data-cell="{laid["q"]},{laid["r"]}"]')
    expect(ring).to_have_attribute("transform", tile.get_attribute("transform") or "")
    still_page.locator(".brand").hover()
    expect(ring).to_have_count(0)
    third.click()

    me.sees(3)
    expect(third).to_have_attribute("aria-current", "step")


def test_the_newest_move_is_in_view_on_a_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE, reduced_motion="reduce")
    me = Person.start(page, *PEOPLE)
    me.play(30, random.Random(1).choice)
    page.reload()
    me.settle()

    expect(page.locator('.placement[aria-current="step"]')).to_be_in_viewport(ratio=0.9)


def test_the_pile_says_how_many_tiles_are_left_to_draw(still_page: Page) -> None:
    me = Person.start(still_page, *PEOPLE)
    me.play(4)
    still_page.reload()
    n = len(me.settle()["unseen"])

    expect(still_page.get_by_role("button", name=f"{n} tiles to draw")).to_be_visible()


def test_a_clock_over_time_says_how_long_and_what_it_cost(still_page: Page) -> None:
    Person.start(still_page, *PEOPLE, control="15 tournament").settle()

    # A separate clock, because the table's clocks follow the messages of the server.
    still_page.evaluate(
        """() => {
            const view = {left_ms: [-84_000, -84_000], running: null, penalties: [2, 2], points: null};
            const clock = document.createElement("tantrix-clock");
            Object.assign(clock, { seat: 0, control: "15 tournament", clock: { view, receivedAtMs: 0 } });
            document.querySelector("main").prepend(clock);
        }"""
    )

    shown = still_page.locator("main > tantrix-clock .clock")
    expect(shown).to_have_text("+1:24 −2")
    expect(shown).to_have_class("clock over")
    expect(shown).to_have_accessible_name("Over time: 1:24")


def test_clocks_are_at_least_28_pixels_high(new_page: NewPage) -> None:
    for options in ({"viewport": {"width": 1280, "height": 720}}, PHONE):
        page = new_page(**options, reduced_motion="reduce")
        Person.start(page, *PEOPLE, control="15 tournament").settle()

        for clock in page.locator(".clock").all():
            size = clock.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
            assert 28 <= size <= 32


def test_a_stranger_is_not_called_you(new_page: NewPage) -> None:
    page, other = new_page(), new_page()
    page.goto("/")
    page.get_by_role("button", name="Play Pip").click()
    page.wait_for_url("**/games/*")
    expect(page.locator('.player[data-seat="0"] .player-name')).to_contain_text("You")

    other.goto(page.url)

    expect(other.locator('.player[data-seat="0"] .player-name')).to_contain_text("Guest")
    assert "You" not in other.title()


def test_a_tile_laid_is_the_newest_move(still_page: Page) -> None:
    me = Person.start(still_page, *PEOPLE)
    placement = choose(me.settle(), random.Random(1))

    me.click(placement)
    me.sees(1)

    expect(still_page.locator(".placement")).to_have_count(1)
    expect(still_page.locator(".placement use")).to_have_attribute("href", f"#tile-{placement.tile}")


def box(locator: Locator) -> dict[str, Any]:
    found = locator.bounding_box()
    assert found, f"expected {locator} on the screen"
    return dict(found)

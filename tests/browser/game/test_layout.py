"""Where things are on the page of a game: players above and below the board; moves, clocks, draw pile."""

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.person import ME_AND_ROBOT, PEOPLE, Person, choose, person, robot

FOUR = (person("R", "Ann"), robot("Y"), robot("B"), robot("G"))


def test_the_opponent_is_above_the_board_and_the_player_above_the_own_rack(page: Page) -> None:
    me = Person.start(page, *ME_AND_ROBOT)
    me.settle()

    order = [
        page.locator('.player[data-seat="1"]'),
        page.locator(".surface"),
        page.locator('.player[data-seat="0"]'),
        page.locator(".rack"),
    ]

    tops = [box(part)["y"] for part in order]
    assert tops == sorted(tops)


@pytest.mark.parametrize("height", [720, 1000])
def test_name_rack_and_score_are_in_one_row_of_a_wide_window(new_page: NewPage, height: int) -> None:
    page = new_page(viewport={"width": 1440, "height": height})
    Person.start(page, *ME_AND_ROBOT).settle()

    name, rack = box(page.locator(".docked .player-name")), box(page.locator(".rack .slot").first)

    assert rack["y"] < name["y"] + name["height"]
    assert rack["x"] > name["x"] + name["width"]


def test_opponents_are_in_turn_order_from_the_left(page: Page) -> None:
    Person.start(page, *FOUR).settle()

    opponents = page.locator(".opponents .player")

    assert [one.get_attribute("data-seat") for one in opponents.all()] == ["1", "2", "3"]
    assert [box(one)["x"] for one in opponents.all()] == sorted(box(one)["x"] for one in opponents.all())
    expect(page.locator(".free-colours")).to_have_count(0)


def test_a_move_in_the_strip_shows_its_place_and_opens_its_position(page: Page) -> None:
    me = Person.start(page, *PEOPLE, n_plies=9)
    me.settle()
    third = page.locator(".placement").nth(2)
    laid = me.look()["laid"][2]

    third.hover()
    ring = page.locator(".spot-ring")
    tile = page.locator(f'.laid[data-cell="{laid["q"]},{laid["r"]}"]')
    expect(ring).to_have_attribute("transform", tile.get_attribute("transform") or "")
    page.locator(".brand").hover()
    expect(ring).to_have_count(0)
    third.click()

    me.sees(3)
    expect(third).to_have_attribute("aria-current", "step")


def test_the_newest_move_is_in_view_on_a_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    me = Person.start(page, *PEOPLE, n_plies=30, pick=random.Random(1).choice)
    me.settle()

    expect(page.locator('.placement[aria-current="step"]')).to_be_in_viewport(ratio=0.9)


def test_the_pile_says_how_many_tiles_are_left_to_draw(page: Page) -> None:
    me = Person.start(page, *PEOPLE, n_plies=4)
    n = len(me.settle()["unseen"])

    expect(page.get_by_role("button", name=f"{n} tiles to draw")).to_be_visible()


def test_a_player_reads_the_own_colour_and_nobody_elses(new_page: NewPage) -> None:
    page, other = new_page(), new_page()
    Person.start(page, *ME_AND_ROBOT).settle()
    other.goto(page.url)

    expect(page.locator(".dock .under-name")).to_have_text("your colour: red")
    expect(page.locator(".opponents .colour-note")).to_have_count(0)
    expect(other.locator(".player")).to_have_count(2)
    expect(other.locator(".colour-note")).to_have_count(0)


def test_a_clock_over_time_says_how_long_and_what_it_cost(page: Page) -> None:
    Person.start(page, *PEOPLE, control="15 tournament").settle()

    # A separate clock, because the table's clocks follow the messages of the server.
    page.evaluate(
        """() => {
            const view = {left_ms: [-84_000, -84_000], running: null, penalties: [2, 2], points: null};
            const clock = document.createElement("tantrix-clock");
            Object.assign(clock, { seat: 0, control: "15 tournament", clock: { view, receivedAtMs: 0 } });
            document.querySelector("main").prepend(clock);
        }"""
    )

    shown = page.locator("main > tantrix-clock .clock")
    expect(shown).to_have_text("+1:24 −2")
    expect(shown).to_have_class("clock over")
    expect(shown).to_have_accessible_name("Over time: 1 minute 24 seconds")


def test_clocks_are_at_least_28_pixels_high(new_page: NewPage) -> None:
    for options in ({"viewport": {"width": 1280, "height": 720}}, PHONE):
        page = new_page(**options)
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


def test_of_two_guests_each_is_you_to_themselves(new_page: NewPage) -> None:
    ann, bob = new_page(), new_page()
    me = Person.start(ann, person("R", "Guest"), {"colour": "B", "kind": "open"})
    assert bob.request.post(f"/api/games/{me.id}/seats", data={"seat": 1, "name": "Guest"}).ok
    bob.goto(ann.url)

    for page, other in ((ann, 1), (bob, 0)):
        expect(page.locator(f'.player[data-seat="{other}"] .player-name')).to_contain_text("Guest")
        expect(page.locator(f'.player[data-seat="{1 - other}"] .player-name')).to_contain_text("You")


def test_a_tile_laid_is_the_newest_move(page: Page) -> None:
    me = Person.start(page, *PEOPLE)
    placement = choose(me.settle(), random.Random(1))

    me.click(placement)
    me.sees(1)

    expect(page.locator(".placement")).to_have_count(1)
    expect(page.locator(".placement use")).to_have_attribute("href", f"#tile-{placement.tile}")


def test_the_strip_has_all_moves_of_a_long_game_and_the_newest_is_in_view(page: Page) -> None:
    me = Person.start(page, *PEOPLE, n_plies=50)
    me.settle()

    expect(page.locator(".placement")).to_have_count(me.position()["ply"])
    expect(page.locator(".placement").last).to_be_in_viewport()


def box(locator: Locator) -> dict[str, Any]:
    found = locator.bounding_box()
    assert found, f"expected {locator} on the screen"
    return dict(found)

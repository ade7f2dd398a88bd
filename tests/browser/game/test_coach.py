"""The coached first game: a tip beside the board before the first tile, and where something is new."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, TURNED_PHONE, NewPage, set_language
from tests.browser.support.person import ME_AND_ROBOT, Json, Person, choose

N_TIPS = 3
DRAWN = "You drew a new tile"
# The cells, and the tiles of the player's rack, that the tip lies over.
COVERED = """() => {
  const tip = document.querySelector(".tip-bubble").getBoundingClientRect();
  const shapes = document.querySelectorAll(".surface [data-cell] :is(.tile, .field), .rack .slot");
  return [...shapes].map((one) => one.getBoundingClientRect()).filter((box) =>
    box.left < tip.right && box.right > tip.left && box.top < tip.bottom && box.bottom > tip.top).length;
}"""


def test_the_first_game_is_explained_on_the_board_once(page: Page) -> None:
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(3)
    tip = page.locator(".tip-bubble .tip")
    titles = []
    while not (position := me.settle())["outcome"]:
        if position["to_play"] == 0 and tip.count():
            titles.append(tip.locator("h3").inner_text())
            assert serious(page) == []
            page.get_by_role("button", name="Got it").click()
            continue
        if len(titles) > 2:
            break
        me.click(choose(position, rng))

    assert len(set(titles)) == len(titles) > 0
    page.reload()
    me.settle()
    assert not tip.count() or tip.locator("h3").inner_text() not in titles


def test_before_the_first_tile_a_player_reads_what_to_make_and_what_to_do(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Pip").click()
    page.wait_for_url("**/games/*")
    Person(page).settle()

    expect(page.get_by_role("heading", name="Make the longest red line")).to_be_visible()
    expect(page.locator(".opponents .standing")).to_contain_text("Computer")
    expect(page.locator(".free-colours")).to_have_count(0)
    expect(page.locator(".tip h3")).to_have_text("Start here")
    expect(page.locator(".tip p")).to_contain_text("Drag a tile to an outlined space")
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator(".free-colours")).to_be_visible()
    expect(page.locator(".goal")).to_have_count(0)
    page.goto("/settings")
    page.get_by_role("button", name="Show again").click()
    page.go_back()

    expect(page.locator(".tip h3")).to_have_text("Start here")


def test_tips_end_permanently_when_they_are_switched_off(page: Page) -> None:
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(3)
    tip = page.locator(".tip-bubble .tip")
    while not tip.count():
        me.click(choose(me.settle(), rng))
        me.settle()

    page.get_by_role("button", name="No more tips").click()

    expect(tip).to_have_count(0)
    for _ in range(3):
        me.click(choose(me.settle(), rng))
        me.settle()
        expect(tip).to_have_count(0)


SIZES: dict[str, Json] = {"desktop": {}, "phone": PHONE, "turned phone": TURNED_PHONE}


@pytest.mark.parametrize("language", ["de", "pl", "ru"])
def test_on_a_phone_the_first_tip_and_the_goal_leave_the_board_its_room(
    new_page: NewPage, language: str
) -> None:
    page = new_page(**PHONE)
    set_language(page, language)
    Person.start(page, *ME_AND_ROBOT).settle()
    board = page.locator("tantrix-board")
    goal, room = page.locator(".goal"), board.bounding_box()

    expect(page.locator(".tip")).to_be_visible()
    expect(goal).to_be_visible()
    assert page.evaluate(COVERED) == 0
    page.locator(".tip-buttons .quiet-button").click()
    expect(goal).to_have_count(0)
    assert board.bounding_box() == room


@pytest.mark.parametrize("size", SIZES)
def test_a_tip_lies_over_no_cell_and_no_tile_of_the_rack(new_page: NewPage, size: str) -> None:
    page = new_page(**SIZES[size])
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(2)
    names: set[str] = set()
    while len(names) < N_TIPS or DRAWN not in names:  # a forced space and grey cells may come before it
        position = me.settle()
        if page.locator(".tip").count():
            names.add(page.locator(".tip h3").inner_text())
            assert page.evaluate(COVERED) == 0
            page.get_by_role("button", name="Got it").click()
        elif position["outcome"]:
            break
        elif position["to_play"] == 0:  # else the page does not show yet that the tile lies
            me.play(1, rng.choice)

    assert DRAWN in names


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_tip_lies_within_the_screen_of_a_turned_phone(new_page: NewPage, language: str) -> None:
    page = new_page(**{**PHONE, "viewport": {"width": 740, "height": 360}})
    set_language(page, language)
    me = Person.start(page, *ME_AND_ROBOT)
    expect(page.locator(".tip-bubble .got-it")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0

    me.type(choose(me.settle(), random.Random(3)))  # then the player has drawn, which has a tip

    expect(page.locator(".tip-bubble .got-it")).to_be_in_viewport(ratio=1)

"""The coached first game: a tip on the board where something new happens, once each."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, TURNED_PHONE, NewPage, set_language
from tests.browser.support.person import ME_AND_ROBOT, Json, Person, choose, middle

N_TIPS = 3
LEAVES_ITS_CELL_FREE = """() => {
  const bubble = document.querySelector(".board-bubble"), { q, r } = bubble.parentElement.bubble.cell;
  const cell = document.querySelector(`[data-cell="${q},${r}"] :is(.tile, .field)`).getBoundingClientRect();
  const box = bubble.getBoundingClientRect();
  const beak = box.left + parseFloat(bubble.style.getPropertyValue("--beak"));
  const isBeside = box.bottom <= cell.top || cell.bottom <= box.top;
  return isBeside && Math.abs(beak - (cell.left + cell.right) / 2) < 3;
}"""
IS_ON_A_BUBBLE = "([x, y]) => document.elementFromPoint(x, y).closest('.board-bubble') !== null"


def test_the_first_game_is_explained_on_the_board_once(page: Page) -> None:
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(3)
    tip = page.locator(".board-bubble .tip")
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


def test_a_tip_gives_way_while_a_tile_is_pressed_or_selected(page: Page) -> None:
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(3)
    bubble, button = page.locator(".board-bubble"), page.get_by_role("button", name="Got it")
    while not button.count():
        me.click(choose(me.settle(), rng))
        me.settle()
    x, y = middle(button)
    slot = page.locator(".rack .slot").first

    slot.hover()
    page.mouse.down()
    expect(bubble).to_have_css("opacity", "0")
    assert not page.evaluate(IS_ON_A_BUBBLE, [x, y])
    page.mouse.up()
    expect(button).to_have_count(0)
    page.keyboard.press("Escape")

    expect(bubble).to_have_css("opacity", "1")
    page.wait_for_function(IS_ON_A_BUBBLE, arg=[x, y])


def test_tips_end_permanently_when_they_are_switched_off(page: Page) -> None:
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(3)
    tip = page.locator(".board-bubble .tip")
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


@pytest.mark.parametrize("size", SIZES)
def test_a_tip_points_at_its_tile_and_leaves_it_free(new_page: NewPage, size: str) -> None:
    page = new_page(**SIZES[size])
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(2)
    names = set()
    while len(names) < N_TIPS:
        position = me.settle()
        if page.locator(".tip").count():
            names.add(page.locator(".tip h3").inner_text())
            page.wait_for_function(LEAVES_ITS_CELL_FREE)
            page.get_by_role("button", name="Got it").click()
        elif position["outcome"]:
            break
        else:
            me.play(1, rng.choice)

    assert "You drew a new tile" in names


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_tip_lies_within_the_board_of_a_turned_phone(new_page: NewPage, language: str) -> None:
    page = new_page(**{**PHONE, "viewport": {"width": 740, "height": 360}})
    set_language(page, language)
    me = Person.start(page, *ME_AND_ROBOT)

    me.type(choose(me.settle(), random.Random(3)))  # then the player has drawn, which has a tip

    expect(page.locator(".board-bubble .got-it")).to_be_in_viewport(ratio=1)

"""Laying a tile with a mouse: dragging, clicking, turning, confirming, taking back."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tantrix.placement import Placement
from tests.browser.support.pages import stored
from tests.browser.support.person import ME_AND_ROBOT, PEOPLE, Person, choose, middle

# Notes every element that is removed while it, or something in it, has the focus.
NOTE_REMOVED = """
    const remove = Element.prototype.remove;
    window.removed = [];
    Element.prototype.remove = function () {
      if (this.contains(document.activeElement)) removed.push(this.outerHTML);
      remove.call(this);
    };
"""
# The page asks for the next frame before a tile flies; the player presses a button in just that moment.
PRESS_BEFORE_THE_NEXT_FRAME = """() => {
    const ask = window.requestAnimationFrame;
    window.requestAnimationFrame = (work) => {
      window.requestAnimationFrame = ask;
      document.querySelector('.player[data-seat="0"] .score').click();
      return ask(work);
    };
}"""
COUNT_VIEWS = """() => {
    window.views = 0;
    const options = { attributes: true, attributeFilter: ["viewBox"] };
    const count = (changes) => { views += changes.length; };
    new MutationObserver(count).observe(document.querySelector(".surface"), options);
}"""


def test_a_tile_let_go_outside_the_board_goes_back_to_the_rack(moving_page: Page) -> None:
    page = moving_page
    me = Person.start(page)
    tile = me.settle()["hands"][me.position()["to_play"]][0]

    me.tile(tile).hover()
    page.mouse.down()
    page.get_by_role("link", name="Tantrix", exact=True).hover()
    page.mouse.up()

    expect(me.preview).to_have_count(0)
    expect(me.tile(tile)).to_be_visible()
    assert me.position()["ply"] == 0


def test_what_a_player_does_just_before_a_tile_takes_off_is_kept(moving_page: Page) -> None:
    me = Person.start(moving_page, n_plies=3)
    me.settle()
    line = moving_page.locator('.player[data-seat="0"] .score')
    expect(line).to_have_attribute("aria-pressed", "false")
    moving_page.evaluate(PRESS_BEFORE_THE_NEXT_FRAME)

    me.play(1)

    me.sees(4)
    expect(line).to_have_attribute("aria-pressed", "true")


def test_the_wheel_turns_a_dragged_tile_one_step(moving_page: Page) -> None:
    page = moving_page
    me = Person.start(page)
    placement = choose(me.settle(), random.Random(1))

    me.tile(placement.tile).hover()
    page.mouse.down()
    me.cell(placement).hover()
    expect(me.preview).to_have_class("tile turn-0")
    page.mouse.wheel(0, 100)

    expect(me.preview).to_have_class("tile turn-1")
    page.mouse.up()
    me.sees(1)
    assert me.look()["laid"][0]["rotation"] == 1


def test_the_wheel_turns_a_tile_that_was_clicked(page: Page) -> None:
    me = Person.start(page)
    placement = choose(me.settle(), random.Random(1))

    me.tile(placement.tile).click()
    me.cell(placement).hover()
    page.mouse.wheel(0, 100)
    expect(me.preview).to_have_class("tile turn-1")
    page.mouse.wheel(0, -100)

    expect(me.preview).to_have_class("tile turn-0")


def test_legal_spaces_are_shown_for_the_tile_taken_up(page: Page) -> None:
    me = Person.start(page, n_plies=9)
    position = me.settle()

    for tile in position["hands"][position["to_play"]]:
        me.take_up(tile)
        legal = {str(p.cell.q) + "," + str(p.cell.r) for p in parsed(position) if p.tile == tile}
        expect(page.locator(".space.legal")).to_have_count(len(legal))
        shown = {cell.get_attribute("data-cell") for cell in page.locator(".space.legal").all()}
        assert shown == legal


def test_a_placement_waits_for_the_requested_confirmation(page: Page) -> None:
    page.add_init_script(stored("setting/confirm", "on"))
    me = Person.start(page)
    placement = choose(me.settle(), random.Random(2))

    me.click(placement)
    expect(me.lay_it).to_be_visible()
    assert me.position()["ply"] == 0
    me.lay_it.click()

    me.sees(1)
    assert me.position()["ply"] == 1


def test_a_click_anywhere_on_a_waiting_tile_turns_it_and_only_the_button_places_it(page: Page) -> None:
    page.add_init_script(stored("setting/confirm", "on"))
    me = Person.start(page)
    placement = choose(me.settle(), random.Random(2))._replace(rotation=0)

    me.click(placement)
    x, y = middle(me.cell(placement))
    page.mouse.click(x + 35, y)
    expect(me.preview).to_have_class("tile turn-1")
    page.mouse.click(x, y)
    expect(me.preview).to_have_class("tile turn-2")
    assert me.position()["ply"] == 0
    me.lay_it.click()

    me.sees(1)
    assert me.look()["laid"][0]["rotation"] == 2


def test_escape_takes_a_tile_back(page: Page) -> None:
    page.add_init_script(stored("setting/confirm", "on"))
    me = Person.start(page)
    placement = choose(me.settle(), random.Random(2))

    me.click(placement)
    page.keyboard.press("Escape")
    expect(me.preview).to_have_count(0)
    page.keyboard.press("Escape")

    expect(me.tile(placement.tile)).to_have_attribute("aria-pressed", "false")
    assert me.position()["ply"] == 0


def test_the_board_is_zoomed_and_moved_and_fitted_again(page: Page) -> None:
    me = Person.start(page, n_plies=6)
    me.settle()
    surface = page.locator(".surface")
    fitted = view(page)
    x, y = middle(surface)

    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    expect(surface).not_to_have_attribute("viewBox", fitted)
    zoomed = view(page)
    assert width(zoomed) < width(fitted)
    page.get_by_role("button", name="Zoom out").click()
    assert width(view(page)) > width(zoomed)
    drag_from_an_empty_corner(page)
    page.get_by_role("button", name="Show all").click()

    expect(surface).to_have_attribute("viewBox", fitted)


def test_a_placement_beyond_a_zoomed_view_shows_everything_again(page: Page) -> None:
    me = Person.start(page, n_plies=6)
    me.settle()
    fitted = view(page)
    page.get_by_role("button", name="Zoom out").click()
    wide = view(page)
    assert width(wide) > width(fitted)

    me.play(1)
    me.sees(7)
    assert view(page) == wide
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    assert width(view(page)) < width(fitted)
    me.play(1)
    me.sees(8)

    assert width(view(page)) >= width(fitted)
    board = page.locator(".surface").bounding_box()
    assert board
    for space in page.locator(".space .field").all():
        box = space.bounding_box()
        assert box
        assert board["x"] <= box["x"] < box["x"] + box["width"] <= board["x"] + board["width"]


def test_a_zoomed_view_stays_if_the_board_is_told_again_without_a_placement(page: Page) -> None:
    me = Person.start(page, n_plies=6)
    me.settle()
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    zoomed = view(page)

    page.locator("tantrix-board").evaluate(
        """async (board) => {
            board.state = { ...board.state, laid: [...board.state.laid] };
            await board.updateComplete;
            board.hiddenPly = -1;
            await board.updateComplete;
        }"""
    )

    assert view(page) == zoomed


def test_the_wheel_does_not_zoom_right_after_a_drop(page: Page) -> None:
    Person.start(page, n_plies=6).settle()
    fitted = view(page)

    page.locator(".surface").evaluate(
        """(board) => {
            const at = { bubbles: true, clientX: 300, clientY: 300, pointerId: 1, pointerType: "mouse" };
            board.dispatchEvent(new PointerEvent("pointerup", at));
            board.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: 100, cancelable: true }));
        }"""
    )

    assert view(page) == fitted


def test_the_robots_tile_flies_and_lands(moving_page: Page) -> None:
    page = moving_page
    me = Person.start(page, *ME_AND_ROBOT)
    position = me.settle()

    while position["turn"] < 7:
        me.click(choose(position, random.Random(5)))
        position = me.settle()

    assert len([one for one in me.look()["laid"] if one["seat"] == 1]) >= 3


@pytest.mark.parametrize("confirm", ["on", "off"])
@pytest.mark.parametrize("way", [Person.click, Person.drag])
def test_nothing_is_removed_while_it_has_the_focus(
    page: Page, way: Callable[[Person, Placement], None], confirm: str
) -> None:
    """Chromium lays out the whole page when that happens."""
    page.add_init_script(stored("setting/confirm", confirm))
    page.add_init_script(NOTE_REMOVED)
    me = Person.start(page)
    rng = random.Random(3)

    for ply in range(1, 4):
        way(me, choose(me.settle(), rng))
        if confirm == "on":
            me.lay_it.click()
        me.sees(ply)
        expect(page.locator("[data-cell]:focus")).to_have_count(1)

    assert page.evaluate("removed") == []


def test_the_view_glides_without_drawing_the_board_in_each_frame(moving_page: Page) -> None:
    page = moving_page
    me = Person.start(page)
    me.settle()
    fitted = view(page)
    page.evaluate(COUNT_VIEWS)

    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(
        "(before) => document.querySelector('.surface').getAttribute('viewBox') !== before", arg=fitted
    )
    page.get_by_role("button", name="Show all").click()

    expect(page.locator(".surface")).to_have_attribute("viewBox", fitted)
    assert 1 < page.evaluate("views") <= 6


def test_two_windows_of_one_game_show_the_same_table(page: Page) -> None:
    me = Person.start(page, *PEOPLE)
    position = me.settle()
    other = Person(page.context.new_page())
    other.page.goto(page.url)
    other.settle()

    me.click(choose(position, random.Random(4)))
    me.settle()
    other.click(choose(other.settle(), random.Random(4)))

    me.sees(2)
    other.sees(2)


def drag_from_an_empty_corner(page: Page) -> None:
    box = page.locator(".surface").bounding_box()
    assert box
    before = view(page)
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 80, box["y"] + 60)
    page.mouse.up()
    assert width(view(page)) == pytest.approx(width(before))
    assert view(page) != before


def view(page: Page) -> str:
    return page.locator(".surface").get_attribute("viewBox") or ""


def width(box: str) -> float:
    return float(box.split()[2])


def parsed(position: dict[str, list[str]]) -> list[Placement]:
    return [Placement.parse(text) for text in position["placements"]]

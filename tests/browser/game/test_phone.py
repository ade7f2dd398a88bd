"""The page of a game on a phone: tapping, dragging, pinching, and no control too small or out of reach."""

import math
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tantrix.placement import Placement
from tests.browser.support.person import ME_AND_ROBOT, Fingers, Person, choose, middle, person
from tests.browser.support.touch import below, too_small, widths

Pick = Callable[..., str]
# How far a button is from the tile that waits, whose outline is a hexagon: beside it or above or below it.
FROM_TILE = """(box) => {
    const tile = document.querySelector('.preview .preview-ring').getBoundingClientRect();
    const aside = Math.max(tile.x - box.x - box.width, box.x - tile.right);
    return Math.max(aside, tile.y - box.y - box.height, box.y - tile.bottom);
}"""
STILL_MS = 60_000  # until a page that shows the position has its final layout: a ceiling for a slow machine
# The cells whose centre is in the window and covered, each with what covers it.
COVERED = """() => [...document.querySelectorAll('.surface [data-cell]')].flatMap((cell) => {
    const box = cell.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !top || top.closest('.surface') ? [] : [`${cell.dataset.cell}: ${top.outerHTML.slice(0, 80)}`];
})"""


def test_tiles_are_laid_by_tapping_turning_and_confirming(phone_page: Page) -> None:
    phone_page.goto("/")
    phone_page.get_by_role("button", name="Play Pip").tap()
    phone_page.wait_for_url("**/games/*")
    me, rng = Person(phone_page), random.Random(1)

    before = me.settle()["ply"]
    for _ in range(3):
        me.tap(choose(me.settle(), rng))

    assert me.settle()["ply"] > before + 3


def test_nothing_is_laid_on_a_phone_before_it_is_confirmed(phone_page: Page) -> None:
    me = Person.start(phone_page)
    placement = choose(me.settle(), random.Random(1))

    me.tile(placement.tile).tap()
    me.cell(placement).tap()
    expect(me.lay_it).to_be_visible()
    phone_page.get_by_role("button", name="Put the tile back").tap()

    expect(me.preview).to_have_count(0)
    assert me.position()["ply"] == 0


def test_a_tile_is_dragged_with_a_finger_and_shown_above_it(phone_page: Page) -> None:
    me = Person.start(phone_page, n_plies=3)
    placement = choose(me.settle(), random.Random(2))
    fingers = Fingers.on(phone_page)
    x, y = below(phone_page, middle(me.cell(placement)))

    fingers.down(middle(me.tile(placement.tile)))
    fingers.move((x, y + 76))
    fingers.move((x, y))
    expect(me.preview).to_be_visible()
    assert math.dist(middle(phone_page.locator(".ghost")), middle(me.cell(placement))) < 2
    fingers.up()
    me.turn_to(placement.rotation, phone_page.get_by_role("button", name="Turn the tile").tap)
    me.lay_it.tap()

    me.sees(4)
    laid = me.look()["laid"][-1]
    assert (laid["tile"], laid["q"], laid["r"]) == (placement.tile, *placement.cell)
    assert laid["rotation"] == placement.rotation


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_a_tap_anywhere_on_a_tile_turns_it_and_only_the_button_places_it(
    new_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    width, height = size
    page = new_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    me = Person.start(page, n_plies=5)
    ways = Counter((one.tile, one.cell) for one in map(Placement.parse, me.settle()["placements"]))
    (tile, cell), _ = ways.most_common(1)[0]
    placement = Placement(tile, cell, 0)

    me.tile(tile).tap()
    me.cell(placement).tap()
    x, y = middle(me.preview)
    for dx, dy in ((0, 0), (6, -8), (-14, 3), (0, 0)):
        before = me.preview.get_attribute("class") or ""
        page.touchscreen.tap(x + dx, y + dy)
        expect(me.preview).not_to_have_class(before)

    assert me.position()["ply"] == 5
    buttons = [one.bounding_box() for one in page.locator(".at-tile button").all()]
    assert len(buttons) == 3
    assert too_small(page) == []
    for box in buttons:
        assert box
        assert 0 <= box["x"] <= width - box["width"]
        assert 0 <= box["y"] <= height - box["height"]
        assert page.evaluate(FROM_TILE, box) > 0
    me.lay_it.tap()
    me.sees(6)


def test_two_fingers_zoom_and_one_moves_the_board(phone_page: Page) -> None:
    me = Person.start(phone_page, n_plies=12)
    me.settle()
    fingers = Fingers.on(phone_page)
    x, y = middle(phone_page.locator(".surface"))
    fitted = view(phone_page)

    fingers.down((x - 30, y), (x + 30, y))
    for reach in (50, 70, 90):
        fingers.move((x - reach, y), (x + reach, y))
    fingers.up()
    expect(phone_page.locator(".surface")).not_to_have_attribute("viewBox", " ".join(map(str, fitted)))
    pinched = view(phone_page)
    assert pinched[2] == pytest.approx(fitted[2] / 3, rel=0.2)

    fingers.down((x, y))
    for step in (20, 40, 60):
        fingers.move((x + step, y + step))
    fingers.up()
    moved = view(phone_page)
    assert moved[2] == pytest.approx(pinched[2])
    assert moved[0] < pinched[0]
    assert moved[1] < pinched[1]
    assert me.position()["ply"] == 12


@pytest.mark.parametrize("path", ["/", "/games", "/help", "/games/nothing", "game"])
def test_no_page_scrolls_sideways_on_a_phone(phone_page: Page, path: str) -> None:
    if path == "game":
        Person.start(phone_page, *ME_AND_ROBOT).settle()
    else:
        phone_page.goto(path)

    assert widths(phone_page) == (390, 390)


@pytest.mark.parametrize("size", [(320, 640), (844, 390), (768, 1024)])
@pytest.mark.parametrize("path", ["/", "/help", "game", "over"])
def test_no_page_scrolls_sideways_on_smaller_and_turned_screens(
    new_page: Callable[..., Page], path: str, size: tuple[int, int]
) -> None:
    width, height = size
    page = new_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    if path in ("game", "over"):
        me = Person.start(page, n_plies=64 if path == "over" else 8)
        me.settle()
        expect_no_cell_covered(page)
    else:
        page.goto(path)

    assert widths(page) == (width, width)


def test_every_target_of_a_game_is_large_enough_for_a_finger(phone_page: Page) -> None:
    me = Person.start(phone_page, n_plies=12)
    position = me.settle()
    me.tile(position["hands"][position["to_play"]][0]).tap()

    assert too_small(phone_page) == []
    phone_page.get_by_role("button", name="Replay").first.tap()
    assert too_small(phone_page) == []


@pytest.mark.parametrize("name", ["Settings", "Fair shuffle proof", "Resign"])
def test_every_target_of_a_dialog_is_large_enough_for_a_finger(phone_page: Page, name: str) -> None:
    Person.start(phone_page).settle()
    if name != "Settings":
        phone_page.locator("summary[aria-label='More']").tap()
    phone_page.get_by_role("button", name=name).tap()
    expect(phone_page.locator("dialog[open]")).to_be_visible()

    assert too_small(phone_page) == []


def test_every_target_of_the_start_page_is_large_enough_for_a_finger(phone_page: Page) -> None:
    phone_page.goto("/")

    assert too_small(phone_page) == []


def test_the_whole_rack_is_on_the_screen_of_a_phone(phone_page: Page) -> None:
    Person.start(phone_page).settle()

    boxes = [slot.bounding_box() for slot in phone_page.locator(".rack .slot").all()]

    assert len(boxes) == 6
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    assert all(box and box["y"] + box["height"] <= 844 for box in boxes)


def test_rack_and_board_are_both_on_a_turned_phone(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    Person.start(page).settle()

    board = page.locator(".surface").bounding_box()
    slots = [slot.bounding_box() for slot in page.locator(".rack .slot").all()]

    assert board
    assert (board["y"], board["height"]) == (0, 390)  # from edge to edge, beside the header's buttons
    assert all(box and box["y"] + box["height"] <= 390 for box in slots)


@pytest.mark.parametrize("touch", [True, False])
def test_the_board_is_there_and_tiles_are_laid_at_four_hundred_per_cent(
    new_page: Callable[..., Page], touch: bool
) -> None:
    page = new_page(viewport={"width": 320, "height": 256}, has_touch=touch, is_mobile=touch)
    me = Person.start(page, n_plies=2)
    placement = choose(me.settle(), random.Random(1))

    surface = page.locator(".surface")
    surface.scroll_into_view_if_needed()
    expect(surface).to_be_in_viewport(ratio=0.9)
    box = surface.bounding_box()
    assert box
    assert box["width"] == 320
    assert box["height"] >= 90  # and more than a third of the window
    assert widths(page) == (320, 320)
    (me.tap if touch else me.type)(placement)

    me.sees(3)


@pytest.mark.parametrize("pick", [min, max])
def test_no_button_hides_a_tile_or_a_space_of_the_fitted_board(phone_page: Page, pick: Pick) -> None:
    me = Person.start(phone_page)
    for _ in range(3):
        me.play(6, lambda placements: pick(placements, key=height))
        phone_page.reload()
        position = me.settle()
        me.tile(position["hands"][position["to_play"]][0]).tap()

        expect_no_cell_covered(phone_page)


def height(text: str) -> tuple[int, int]:
    """Order placements from the top left to the bottom right of the board."""
    cell = Placement.parse(text).cell
    return cell.r, cell.q


def view(page: Page) -> list[float]:
    return [float(number) for number in (page.locator(".surface").get_attribute("viewBox") or "").split()]


def expect_no_cell_covered(page: Page) -> None:
    """Wait until no cell of the board whose centre is in the window is covered by something else."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({COVERED})().length === 0", timeout=STILL_MS)
    assert page.evaluate(COVERED) == []


def test_the_clocks_of_three_opponents_lie_within_their_bars(phone_page: Page) -> None:
    seats = [
        person(colour, name) for colour, name in zip("RBYG", ("Ann", "Bob", "Cleo", "Dora"), strict=True)
    ]
    Person.start(phone_page, *seats, n_plies=6, control="15 tournament").settle()

    bars = phone_page.locator(".players.many .player").all()

    assert len(bars) == 3
    for bar in bars:
        outer, score, clock = (
            bar.bounding_box(),
            bar.locator(".score").bounding_box(),
            bar.locator(".clock").bounding_box(),
        )
        assert outer and score and clock
        assert score["x"] + score["width"] <= clock["x"]
        assert clock["x"] + clock["width"] <= outer["x"] + outer["width"]

"""Solitaire on the page: a stack tile by tile, and all 56 tiles for a sum."""

from playwright.sync_api import Page, expect

from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.solver.boards.tables import best_known
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import TURNED_PHONE, NewPage, stored
from tests.browser.support.puzzler import Puzzler, link

STACK = "solitaire-red-line-5"


def lay_next(page: Page) -> None:
    """Lay the top tile of the stack on the first highlighted cell, or anywhere if it is the first tile."""
    page.locator(".tray [data-tile]").click()
    places = page.locator(".surface .place.frame")
    (places if places.count() else page.locator('.surface [data-cell="0,0"]')).first.click()


def test_a_stack_is_laid_tile_by_tile_and_its_line_is_counted(page: Page) -> None:
    Puzzler.open(page, STACK)
    expect(page.locator(".stack-left")).to_have_text("13 more in the stack")

    for n in range(14):
        expect(page.locator(".surface .piece")).to_have_count(n)
        lay_next(page)

    expect(page.locator(".solved-card")).to_contain_text("14 tiles")
    expect(page.locator(".score-best")).to_contain_text("Your best")
    expect(page.locator(".seam-mark")).to_have_count(0)
    page.get_by_role("link", name="Shuffle again").click()
    expect(page.locator(".surface .piece")).to_have_count(0)
    expect(page.locator(".score-best")).to_contain_text("Your best")
    assert not page.url.endswith(STACK)


def test_a_tile_off_the_stack_stays_where_it_lies_unless_it_is_taken_back(page: Page) -> None:
    me = Puzzler.open(page, STACK)
    lay_next(page)
    tile = int(page.locator(".surface .piece").get_attribute("data-tile") or 0)
    laid = page.locator(".surface .piece .tile").get_attribute("class")

    me.piece(tile).click()
    me.piece(tile).hover()
    page.mouse.down()
    page.mouse.move(5, 400)
    page.mouse.up()
    page.keyboard.press("Delete")

    expect(page.locator(".surface .piece .tile")).to_have_class(laid or "")
    page.keyboard.press("Control+z")
    expect(page.locator(".surface .piece")).to_have_count(0)
    expect(me.tile(tile)).to_be_visible()


def test_a_tile_of_the_solitaire_of_the_day_is_not_taken_back(page: Page) -> None:
    page.goto("/solitaire/daily")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)

    for n in (1, 2):
        lay_next(page)
        expect(page.locator(".tray [data-tile]")).to_have_count(1)  # which the server has told
        expect(page.locator(".surface .piece")).to_have_count(n)
    page.keyboard.press("Control+z")
    page.evaluate("localStorage.clear()")
    page.reload()

    expect(page.locator(".surface .piece")).to_have_count(2)
    expect(page.locator(".stack-left")).to_have_text("11 more in the stack")


def test_on_a_phone_a_tile_of_a_stack_is_turned_and_confirmed(phone_page: Page) -> None:
    me = Puzzler.open(phone_page, STACK)
    tile = phone_page.locator(".tray [data-tile]")
    number, cell = int(tile.get_attribute("data-tile") or 0), Cell(0, 0)
    expect(phone_page.locator(".hint")).to_have_text("Place it anywhere on the table.")

    tile.tap()
    me.cell(cell).tap()
    expect(phone_page.locator(".hint")).to_have_text("Tap the tile to turn it, then confirm.")
    me.cell(cell).tap()
    expect(phone_page.locator(".preview .tile")).to_have_class("tile turn-1")
    expect(phone_page.locator(".piece")).to_have_count(0)
    phone_page.get_by_role("button", name="Place it").tap()

    me.lies(Placement(number, cell, 1))
    expect(phone_page.locator(".hint")).to_have_text("13 tiles are left.")


def test_a_set_tile_stays_where_it_is_on_the_way_of_the_mouse_to_place_it(page: Page) -> None:
    page.add_init_script(stored("setting/confirm", "on"))
    me = Puzzler.open(page, STACK)
    place, cell = page.get_by_role("button", name="Place it"), Cell(0, -1)
    tile = page.locator(".tray [data-tile]")
    number = int(tile.get_attribute("data-tile") or 0)

    tile.click()
    me.cell(Cell(0, 0)).hover()
    expect(page.locator(".preview.hovering")).to_have_count(1)
    expect(place).to_have_count(0)
    me.cell(cell).click()
    expect(place).to_be_visible()
    me.cell(Cell(0, 1)).hover()
    place.click()

    me.lies(Placement(number, cell, 0))
    expect(page.locator(".surface .cell:focus")).to_have_count(1)


def test_a_tile_is_set_by_enter_and_laid_by_enter_again(page: Page) -> None:
    page.add_init_script(stored("setting/confirm", "on"))
    me = Puzzler.open(page, STACK)
    number = int(page.locator(".tray [data-tile]").get_attribute("data-tile") or 0)

    page.keyboard.press("1")
    page.locator('.surface [tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".announcements")).to_contain_text("Press Enter again to put it down.")
    page.keyboard.press("r")
    expect(page.locator(".piece")).to_have_count(0)
    page.keyboard.press("Enter")

    me.lies(Placement(number, Cell(1, 0), 1))


def test_a_cell_that_is_not_highlighted_refuses_the_tile(page: Page) -> None:
    Puzzler.open(page, STACK)
    lay_next(page)

    page.locator(".tray [data-tile]").click()
    page.locator('.surface [data-cell="2,0"]').click()

    expect(page.locator(".surface .piece")).to_have_count(1)
    expect(page.locator(".hint")).to_contain_text("cannot go there")


def test_a_title_of_two_lines_keeps_clear_of_the_header(phone_page: Page) -> None:
    Puzzler.open(phone_page, STACK)

    bottom = "(header) => header.getBoundingClientRect().bottom"
    header = phone_page.locator("header").first.evaluate(bottom)
    title = phone_page.locator(".puzzle-task h1").bounding_box()
    assert title
    assert title["height"] > 30
    assert title["y"] >= header + 4


def test_the_task_opens_again_on_a_turned_phone(new_page: NewPage) -> None:
    page = new_page(**TURNED_PHONE)
    Puzzler.open(page, STACK)
    page.get_by_role("button", name="To the table").tap()

    page.locator(".task > summary").tap()

    expect(page.get_by_role("button", name="To the table")).to_be_visible()


def test_a_stack_is_laid_by_keys_alone(page: Page) -> None:
    Puzzler.open(page, STACK)

    page.locator(".tray [data-tile]").focus()
    page.keyboard.press("Enter")
    page.locator('.surface [tabindex="0"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    page.locator('.surface [tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("r")
    page.keyboard.press("Enter")

    expect(page.locator(".surface .piece")).to_have_count(2)
    expect(page.locator(".seam-mark")).to_have_count(0)


def test_all_tiles_are_summed_and_the_best_result_is_kept(page: Page) -> None:
    best = best_known()
    moved, *rest = best.solution
    me = Puzzler.open(page, "solitaire-56", link(rest))
    expect(page.locator(".surface .piece")).to_have_count(55)
    expect(page.locator(".score-best")).to_have_text(f"Best known: {best.score}")

    me.drag_and_turn(moved)

    expect(page.locator(".solved-card h2")).to_have_text(f"All tiles placed: {best.score} points.")
    expect(page.locator(".score-sum")).to_have_text(str(best.score))
    expect(page.locator(".score-best")).to_contain_text(f"Your best: {best.score}")
    assert page.locator(".trace").count() == 4
    page.locator("[data-colour=R]").click()
    expect(page.locator(".trace")).to_have_count(3)


def test_the_sum_runs_on_while_a_person_lays_tiles_with_a_finger(phone_page: Page) -> None:
    me = Puzzler.open(phone_page, "solitaire-56")

    me.swipe_and_tap(Placement(1, Cell(0, 0), 1))
    expect(phone_page.locator(".score-sum")).to_have_text("3")
    phone_page.get_by_role("button", name="Zoom in").tap()
    phone_page.locator("summary[aria-label='Hints']").tap()
    phone_page.locator("[data-hint=solution]").tap()

    expect(phone_page.locator(".surface .piece")).to_have_count(56)
    expect(phone_page.locator(".solved-card")).to_contain_text("does not count")
    assert phone_page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert serious(phone_page) == []

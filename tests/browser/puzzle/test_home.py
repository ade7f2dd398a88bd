"""The home of the puzzles: today's puzzle, earlier days, unfinished puzzles, packs and search."""

from playwright.sync_api import Page, expect

from tantrix.hexes import Cell
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.puzzler import Puzzler, solution


def test_packs_show_progress_and_unfold_to_their_puzzles(page: Page) -> None:
    me = Puzzler.open(page, "discovery-3")
    for placement in solution("discovery-3"):
        me.drag_and_turn(placement)
    expect(page.locator(".solved-card h2")).to_contain_text("Solved")

    page.goto("/puzzles")
    pack = page.locator("#pack-discovery")

    expect(pack.locator(".pack-count")).to_have_text("1 / 29")
    expect(pack.get_by_role("link", name="Discovery 4", exact=True)).to_be_hidden()
    pack.locator("summary").click()
    pack.get_by_role("link", name="Discovery 4", exact=True).click()
    expect(page).to_have_url("/puzzles/discovery-4")


def test_a_search_unfolds_what_it_finds(page: Page) -> None:
    page.goto("/puzzles")

    page.get_by_label("Find a puzzle").fill("genius, red, blue")

    expect(page.get_by_role("link", name="Genius, red, blue")).to_be_visible()
    expect(page.locator(".pack:visible")).to_have_count(1)
    page.get_by_label("Find a puzzle").fill("no such thing")
    expect(page.get_by_text("No puzzle found.")).to_be_visible()


def test_choosing_a_level_shows_only_its_puzzles(page: Page) -> None:
    page.goto("/puzzles")

    page.get_by_role("radio", name="Easy").check()

    assert page.locator(".pack:visible [data-level=hard]:not([hidden] *)").count() == 0
    assert page.locator(".pack:visible [data-level=easy]").count() > 0


def test_a_table_that_was_left_is_offered_again(page: Page) -> None:
    Puzzler.open(page, "discovery-5", "1@0,0^0;2@1,0^2")
    expect(page.locator(".place").first).to_be_visible()
    page.locator("body").press("Escape")
    me = Puzzler(page)
    me.drag(me.tile(3), Cell(-2, 0))

    page.goto("/puzzles")

    expect(page.locator(".go-on")).to_contain_text("Discovery 5")
    expect(page.locator(".go-on")).to_contain_text("placed")
    page.locator(".go-on").get_by_role("link", name="Continue").click()
    expect(page).to_have_url("/puzzles/discovery-5")


def test_the_home_is_accessible_and_fits_a_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE, color_scheme="dark", locale="pl-PL")

    page.goto("/puzzles")

    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

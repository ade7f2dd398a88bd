"""The header of every page: sections and account in one line; on phones a bar below, or a menu at a table."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tantrix._tools.languages import LANGUAGES
from tests.browser.support.pages import PHONE, NewPage, set_language
from tests.browser.support.person import Person

MUCH_PX = 80  # more than one line of the header
SECTIONS = ("Play", "Puzzles", "Learn", "Watch", "Community")
CUT = """[...document.querySelectorAll(".sections .section > a")].filter((link) => {
  const text = document.createRange();
  text.selectNodeContents(link);
  const { left, right } = text.getBoundingClientRect();
  const box = link.getBoundingClientRect();
  return left < box.left + 1 || right > box.right - 1 || box.right > innerWidth;
}).map((link) => link.textContent.trim())"""
# Every page that is open to everybody and not about a single game, player, room or puzzle.
PUBLIC_PAGES = {
    "/",
    "/lobby",
    "/custom",
    "/gobble",
    "/games",
    "/puzzles",
    "/puzzles/daily",
    "/puzzles/days",
    "/puzzles/new",
    "/solitaire/daily",
    "/solitaire/days",
    "/scan",
    "/learn",
    "/help",
    "/learn/story",
    "/watch",
    "/archive",
    "/analysis",
    "/players",
    "/countries",
    "/api",
    "/settings",
    "/sign-in",
}


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_every_page_is_two_presses_from_the_start_page(new_page: NewPage, options: dict[str, Any]) -> None:
    page = new_page(**options, java_script_enabled=False)

    at_once = links_on(page, "/")
    second = {url for first in sorted(at_once & PUBLIC_PAGES) for url in links_on(page, first)}

    assert PUBLIC_PAGES - at_once - second - {"/"} == set()


def test_a_phone_has_the_sections_in_a_bar_below_and_none_at_a_table(phone_page: Page) -> None:
    phone_page.goto("/players")
    bar = phone_page.get_by_role("navigation", name="Pages")

    assert names_of(bar.get_by_role("link").all()) == SECTIONS
    box = bar.bounding_box()
    assert box is not None
    assert (round(box["y"] + box["height"]), round(box["height"])) == (844, 68)
    expect(bar.get_by_role("link", name="Community")).to_have_attribute("aria-current", "page")

    Person.start(phone_page).settle()
    expect(phone_page.get_by_role("link", name="Puzzles")).to_have_count(0)
    phone_page.get_by_role("button", name="Menu").tap()
    expect(phone_page.get_by_role("link", name="Puzzles", exact=True)).to_be_visible()
    phone_page.get_by_role("link", name="Lobby").tap()
    expect(phone_page).to_have_url("/lobby")


def test_the_menu_of_a_table_is_worked_by_keys_and_needs_no_script(new_page: NewPage) -> None:
    page = new_page(**PHONE, java_script_enabled=False)
    page.goto("/learn")
    lobby = page.get_by_role("link", name="Lobby")
    expect(lobby).to_have_count(0)

    page.get_by_role("button", name="Menu").press("Enter")
    expect(lobby).to_be_visible()
    page.keyboard.press("Escape")
    expect(lobby).to_have_count(0)
    page.get_by_role("button", name="Menu").press("Enter")
    lobby.press("Enter")

    expect(page).to_have_url("/lobby")


def test_the_list_of_a_section_opens_under_the_pointer_and_for_keys(moving_page: Page) -> None:
    page = moving_page
    page.goto("/")
    sections = page.get_by_role("navigation", name="Pages")
    archive = sections.get_by_role("link", name="Archive")
    expect(archive).to_have_count(0)

    sections.get_by_role("link", name="Watch", exact=True).hover()
    expect(archive).to_be_visible()
    page.mouse.move(0, 700)
    expect(archive).to_have_count(0)

    page.keyboard.press("Tab")
    sections.get_by_role("link", name="Watch", exact=True).focus()
    expect(archive).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/archive")


def test_the_header_is_one_line_in_every_language_and_with_letters_twice_as_large(new_page: NewPage) -> None:
    for options in ({}, PHONE):
        page = new_page(**options)
        for language in LANGUAGES:
            set_language(page, language)
            page.goto("/archive")

            assert header_height(page) < MUCH_PX, (language, options)

    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert header_height(page) < 2 * MUCH_PX


def links_on(page: Page, path: str) -> set[str]:
    """Return the paths that the visible links of a page lead to."""
    page.goto(path)
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll('a[href]')]
            .filter((one) => one.checkVisibility({visibilityProperty: true}))
            .map((one) => new URL(one.getAttribute('href'), location.href).href)"""
    )
    return {urlsplit(url).path for url in found}


def names_of(links: Sequence[Any]) -> tuple[str, ...]:
    return tuple(link.inner_text() for link in links)


def header_height(page: Page) -> float:
    box = page.locator(".page-header").bounding_box()
    assert box is not None
    return box["height"]


def test_no_section_in_the_bar_of_a_narrow_phone_is_cut_in_any_language(new_page: NewPage) -> None:
    page = new_page(**{**PHONE, "viewport": {"width": 360, "height": 740}})
    cut = []
    for language in LANGUAGES:
        set_language(page, language)
        page.goto("/help")
        cut += [(language, name) for name in page.evaluate(CUT)]

    assert cut == []

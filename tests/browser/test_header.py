"""The header of every page: one line on a desktop; on a phone a menu that needs no script and no mouse."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.support.pages import PHONE, NewPage

MUCH_PX = 80  # more than a line of the header


def test_the_menu_of_a_phone_is_worked_by_keys_and_needs_no_script(new_page: NewPage) -> None:
    page = new_page(**PHONE, java_script_enabled=False)
    page.goto("/players")
    lobby = page.get_by_role("link", name="Lobby")
    expect(lobby).to_have_count(0)

    page.get_by_role("button", name="Menu").press("Enter")
    expect(lobby).to_be_visible()
    page.keyboard.press("Escape")
    expect(lobby).to_have_count(0)
    page.get_by_role("button", name="Menu").press("Enter")
    lobby.press("Enter")

    expect(page).to_have_url("/lobby")


def test_the_header_is_one_line_in_every_language_and_with_letters_twice_as_large(new_page: NewPage) -> None:
    looks: list[dict[str, Any]] = [{"locale": each} for each in ("en-GB", "ru-RU", "pl-PL")]
    for look in (*looks, *({**each, **PHONE} for each in looks)):
        page = new_page(**look)
        page.goto("/archive")

        assert header_height(page) < MUCH_PX, look

    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert header_height(page) < 2 * MUCH_PX


def header_height(page: Page) -> float:
    box = page.locator(".page-header").bounding_box()
    assert box is not None
    return box["height"]

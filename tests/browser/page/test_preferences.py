"""Settings, lessons and tips follow an account from browser to browser."""

from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page, Response, expect

from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage, stored

PASSWORD = "correct horse battery"


def exchanged(page: Page) -> AbstractContextManager[Any]:
    """Wait until a page has exchanged its preferences with the account."""

    def is_it(response: Response) -> bool:
        return "/api/account/preferences" in response.url and response.ok

    return page.expect_response(is_it)


def sign_in(page: Page, path: str, name: str) -> None:
    """Sign in or sign up on its page."""
    page.goto(path)
    page.locator("[name=name]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    with exchanged(page):
        page.locator("main button[type=submit]").click()


def choose(page: Page, name: str, value: str) -> None:
    page.goto("/settings")
    with exchanged(page):
        page.locator(f"#settings [name={name}][value={value}]").check()


def test_settings_lessons_and_language_follow_the_account(new_page: NewPage) -> None:
    name = f"Moves {uuid4().hex[:8]}"
    desktop, phone = new_page(), new_page(**PHONE)

    # What a guest has chosen and learnt goes to the account.
    desktop.goto("/settings")
    desktop.locator("#settings [name=theme][value=dark]").check()
    desktop.locator("#page-language").select_option("de")
    desktop.locator(".language-form button").click()
    expect(desktop.locator("html")).to_have_attribute("lang", "de")
    sign_in(desktop, "/sign-up", name)

    # It arrives at the phone with the sign-in: the language at once, the theme with the first page.
    sign_in(phone, "/sign-in", name)
    expect(phone.locator("html")).to_have_attribute("lang", "de")
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    phone.goto("/settings")
    expect(phone.locator("#settings [name=theme][value=dark]")).to_be_checked()
    assert serious(phone) == []

    # The page that is open on the desktop follows what is chosen on the phone, when it is looked at again.
    desktop.goto("/settings")
    choose(phone, "palette", "deep")
    desktop.clock.install()
    desktop.clock.fast_forward("02:00")
    with exchanged(desktop):
        desktop.evaluate("dispatchEvent(new Event('online'))")
    expect(desktop.locator("#settings [name=palette][value=deep]")).to_be_checked()
    expect(desktop.locator("html")).to_have_attribute("data-palette", "deep")


def test_the_way_back_to_the_defaults_asks_and_counts_on_every_device(new_page: NewPage) -> None:
    name = f"Resets {uuid4().hex[:8]}"
    desktop, phone = new_page(), new_page(**PHONE)
    desktop.goto("/settings")
    desktop.evaluate(stored("tip/grey", "read"))
    desktop.reload()
    sign_in(desktop, "/sign-up", name)
    choose(desktop, "theme", "dark")
    choose(desktop, "palette", "deep")
    sign_in(phone, "/sign-in", name)
    phone.goto("/settings")
    expect(phone.locator("html")).to_have_attribute("data-palette", "deep")

    desktop.get_by_text("Back to the defaults").click()
    expect(desktop.locator("html")).to_have_attribute("data-theme", "dark")
    with exchanged(desktop):
        desktop.get_by_role("button", name="Reset the settings").click()
    expect(desktop.get_by_role("status")).to_have_text("All settings are as they were at first.")
    desktop.reload()

    phone.clock.install()
    phone.clock.fast_forward("02:00")
    with exchanged(phone):
        phone.evaluate("dispatchEvent(new Event('online'))")
    phone.reload()
    for page in (desktop, phone):
        expect(page.locator("#settings [name=theme][value=auto]")).to_be_checked()
        expect(page.locator("#settings [name=palette][value=classic]")).to_be_checked()
        expect(page.locator("html")).to_have_attribute("data-palette", "classic")
    # What was read stays read, and the account stays signed in.
    assert "read" in str(phone.request.get("/api/account/preferences").json())


def test_steps_of_the_lessons_follow_the_account(new_page: NewPage) -> None:
    name = f"Learns {uuid4().hex[:8]}"
    home, away = new_page(), new_page()
    home.goto("/learn")
    lesson = home.evaluate("JSON.parse(document.querySelector('#course').textContent).lessons[0]")
    n_steps = len(lesson["steps"]) + len(lesson["rushes"])
    entries = {f"lesson/{lesson['name']}/{step}": {"value": "done", "at": 1} for step in range(n_steps)}
    home.evaluate(
        "(entries) => localStorage.setItem('tantrix.preferences', JSON.stringify({entries}))", entries
    )
    sign_in(home, "/sign-up", name)

    sign_in(away, "/sign-in", name)
    away.goto("/learn")

    expect(away.locator(".lesson-band i.done")).to_have_count(n_steps)


def test_the_settings_of_another_account_are_replaced(new_page: NewPage) -> None:
    shared = new_page()
    shared.goto("/help")
    shared.evaluate(stored("setting/theme", "dark"))
    sign_in(shared, "/sign-up", f"First {uuid4().hex[:8]}")
    shared.goto("/account")
    shared.get_by_role("button", name="Sign out", exact=True).click()
    expect(shared).to_have_url("/")

    sign_in(shared, "/sign-up", f"Second {uuid4().hex[:8]}")
    shared.goto("/settings")

    expect(shared.locator("#settings [name=theme][value=auto]")).to_be_checked()
    assert shared.request.get("/api/account/preferences").json() == {"preferences": []}


def test_a_setting_chosen_in_one_tab_is_there_in_the_others(page: Page) -> None:
    page.goto("/settings")
    settings, other = page.context.new_page(), page.context.new_page()
    settings.goto("/settings")
    other.goto("/puzzles")

    settings.locator("#settings [name=theme][value=dark]").check()

    expect(page.locator("#settings [name=theme][value=dark]")).to_be_checked()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")

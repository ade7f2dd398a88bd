"""A browser that blocks cookies: what needs them says so, instead of beginning something for nobody."""

from playwright.sync_api import Page, expect

SENTENCE = "Your browser blocks cookies"


def test_play_says_that_cookies_are_blocked(page_without_cookies: Page) -> None:
    page_without_cookies.goto("/")
    page_without_cookies.get_by_role("button", name="Play").first.press("Enter")

    expect(page_without_cookies.get_by_role("main").get_by_text(SENTENCE)).to_be_visible()


def test_sign_in_says_that_cookies_are_blocked(page_without_cookies: Page) -> None:
    page_without_cookies.goto("/sign-in")
    page_without_cookies.get_by_label("Name").fill("Nobody")
    page_without_cookies.get_by_label("Password").fill("correct horse battery")
    page_without_cookies.get_by_role("button", name="Sign in", exact=True).click()

    expect(page_without_cookies.get_by_role("main").get_by_text(SENTENCE)).to_be_visible()


def test_a_page_that_asks_by_script_says_that_cookies_are_blocked(page_without_cookies: Page) -> None:
    page_without_cookies.goto("/gobble")
    page_without_cookies.get_by_role("button", name="Open a room").click()
    said = page_without_cookies.get_by_role("alert").or_(page_without_cookies.get_by_role("status"))

    expect(said.filter(has_text=SENTENCE)).to_be_visible()

"""A browser that blocks cookies: what needs them says so."""

from playwright.sync_api import Page, expect

SENTENCE = "Your browser blocks cookies"


def test_play_says_that_cookies_are_blocked(page_without_cookies: Page) -> None:
    page_without_cookies.goto("/")
    page_without_cookies.get_by_role("button", name="Play").first.press("Enter")

    expect(page_without_cookies.get_by_role("main").get_by_text(SENTENCE)).to_be_visible()


def test_sign_up_and_sign_in_say_that_cookies_are_blocked(page_without_cookies: Page) -> None:
    for path, button in (("/sign-up", "Create account"), ("/sign-in", "Sign in")):
        page_without_cookies.goto(path)
        main = page_without_cookies.get_by_role("main")
        main.get_by_label("Name").fill("Nobody")
        main.get_by_label("Password").fill("correct horse battery")
        main.get_by_role("button", name=button, exact=True).click()

        expect(main.get_by_text(SENTENCE)).to_be_visible()


def test_a_page_that_asks_by_script_says_that_cookies_are_blocked(page_without_cookies: Page) -> None:
    page_without_cookies.goto("/gobble")
    page_without_cookies.get_by_role("button", name="Open a room").click()
    said = page_without_cookies.get_by_role("alert").or_(page_without_cookies.get_by_role("status"))

    expect(said.filter(has_text=SENTENCE)).to_be_visible()

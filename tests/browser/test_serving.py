"""The server of the browser tests, and the pages that they open on it."""

from collections.abc import Callable

from playwright.sync_api import Browser, Page

from scripts.pictures.server import PictureServer

SEATS = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "person"}]


def test_the_start_page_opens_on_desktop_phone_and_in_the_dark(
    page: Page, phone_page: Page, dark_page: Page
) -> None:
    for opened in (page, phone_page, dark_page):
        answer = opened.goto("/")

        assert answer is not None
        assert answer.status == 200
        assert opened.get_by_role("button", name="Play Pip").is_visible()


def test_a_game_is_found_again_after_the_server_was_killed(
    browser: Browser, start_server: Callable[..., PictureServer]
) -> None:
    server = start_server()
    context = browser.new_context(base_url=server.url)
    url = context.request.post("/api/games", data={"seats": SEATS}).json()["url"]

    server.kill()
    start_server(port=int(server.url.rpartition(":")[2]))
    page = context.new_page()
    page.goto(url)

    assert page.locator("tantrix-game svg").first.is_visible()
    context.close()

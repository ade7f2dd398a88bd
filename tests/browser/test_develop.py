"""Pages of the development server, which reload themselves."""

from pathlib import Path

from playwright.sync_api import Browser

from scripts.pictures.server import free_port
from tests.support.development_site import SOURCE, developing


def test_an_open_page_reloads_after_a_change_of_a_source(tmp_path: Path, browser: Browser) -> None:
    with developing(tmp_path / "data", free_port()) as site:
        page = browser.new_page()  # the console may name the requests that fail while no server runs
        page.goto(site.next_address())
        with page.expect_event("load", timeout=0), page.expect_websocket(timeout=0):
            SOURCE.touch()

        page.get_by_role("heading", level=1).wait_for()
        page.close()

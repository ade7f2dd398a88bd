"""Leaderboards and player pages in a browser: links, keys, phone, dark mode, and axe."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from scripts.past_results import write_past
from scripts.pictures.server import PictureServer
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE

N_GAMES = 150


@pytest.fixture
def past(tmp_path: Path, start_server: Callable[..., PictureServer]) -> PictureServer:
    """Serve a history of 150 rated games; the pages cover the last three months."""
    # Playwright keeps an event loop running in this thread, in which no other can start.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(write_past, tmp_path / "data", int(time.time() * 1000), N_GAMES).result()
    return start_server()


def test_a_list_leads_to_a_player_and_to_the_games_between_two_players(
    past: PictureServer, browser: Browser
) -> None:
    found = []
    looks: tuple[dict[str, Any], ...] = ({}, {**PHONE, "color_scheme": "dark"})
    for look in looks:
        page = browser.new_context(base_url=past.url, **look).new_page()
        page.goto("/players?list=all")
        found += serious(page)
        page.get_by_role("table").get_by_role("link", name="Ann").click()
        expect(page.get_by_role("heading", level=1, name="Ann")).to_be_visible()
        expect(page.get_by_role("img", name="Rating of Ann over")).to_be_visible()
        page.get_by_text("The graph as a table").click()
        expect(page.get_by_role("columnheader", name="Uncertainty")).to_be_visible()
        found += serious(page)
        page.get_by_role("table", name="Opponents").get_by_role("link", name="Bea").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Ann – Bea")
        found += serious(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.context.close()

    assert found == []

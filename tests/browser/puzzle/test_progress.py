"""Progress on puzzles follows an account from browser to browser; a guest's stays in one browser."""

from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page, Response, expect

from tantrix.hexes import Cell
from tantrix.placement import Placement
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import NewPage
from tests.browser.support.puzzler import Puzzler, solution, unfold_packs

PASSWORD = "correct horse battery"


def signed(page: Page, path: str, name: str) -> None:
    """Sign in or sign up on its page."""
    page.goto(path)
    page.locator("[name=name]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    expect(page).to_have_url("/")


def sign_out(page: Page) -> None:
    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page).to_have_url("/")


def progress_sent(page: Page) -> AbstractContextManager[Any]:
    """Wait until the server has the progress that the page sends."""

    def is_it(response: Response) -> bool:
        return "/api/account/puzzles" in response.url and response.ok

    return page.expect_response(is_it)


def sign_of(page: Page, puzzle: str) -> Any:
    return page.locator(f"[data-puzzle={puzzle}] .solved-sign")


def test_solved_and_unfinished_puzzles_follow_the_account(new_page: NewPage) -> None:
    name = f"Progress {uuid4().hex[:8]}"
    home, away = new_page(), new_page()
    me = Puzzler.open(home, "discovery-3")
    for placement in solution("discovery-3"):
        me.drag_and_turn(placement)
    expect(home.locator(".solved-card h2")).to_contain_text("Solved")

    # A guest's progress moves to the account, and to its other browsers.
    with progress_sent(home):
        signed(home, "/sign-up", name)
    signed(away, "/sign-in", name)
    away.goto("/puzzles")
    unfold_packs(away)
    expect(sign_of(away, "discovery-3")).to_be_visible()
    expect(sign_of(away, "discovery-4")).to_be_hidden()

    # Tiles left on a table while the server cannot be reached are sent later.
    there = Puzzler.open(away, "discovery-4")
    away.context.set_offline(True)
    there.drag(there.tile(1), Cell(0, 0))
    there.lies(Placement(1, Cell(0, 0), 0))
    with progress_sent(away):
        away.context.set_offline(False)
    me = Puzzler.open(home, "discovery-4")
    me.lies(Placement(1, Cell(0, 0), 0))

    # A page that becomes visible again shows progress made elsewhere in the meantime.
    with progress_sent(away):
        there.drag(there.tile(2), Cell(2, 0))
    home.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    me.lies(Placement(2, Cell(2, 0), 0))

    # The profile counts it.
    away.goto(f"/players/{name}")
    row = away.get_by_role("row", name="Discovery")
    expect(row).to_contain_text("1 of 29")
    assert serious(away) == []

    # After signing out, only a guest's progress remains in the browser.
    for page in (home, away):
        sign_out(page)
        page.goto("/puzzles")
        unfold_packs(page)
    expect(sign_of(home, "discovery-3")).to_be_visible()
    expect(sign_of(away, "discovery-3")).to_be_hidden()
    away.goto("/puzzles/discovery-4")
    expect(away.locator('.tray [data-tile="1"]')).to_be_visible()

"""Stepping through the solutions."""

from playwright.sync_api import Page, expect

from tantrix.placement import Placement
from tantrix.server.puzzles.catalogue import PUZZLES
from tantrix.server.puzzles.hints import faults_of
from tests.browser.support.accessibility import serious
from tests.browser.support.puzzler import Puzzler, link, solution


def shown(page: Page) -> list[Placement]:
    """Read the tiles on the table."""
    pieces = page.locator(".surface .piece").evaluate_all(
        "pieces => pieces.map((piece) => [piece.dataset.tile, piece.dataset.cell,"
        " piece.querySelector('.tile').className.baseVal.match(/turn-(\\d)/)[1]])"
    )
    return [Placement.parse(f"{int(tile)}@{cell}^{rotation}") for tile, cell, rotation in pieces]


def test_all_solutions_can_be_seen_by_buttons_and_keys_and_the_players_own_comes_back(page: Page) -> None:
    own = solution("discovery-5")
    Puzzler.open(page, "discovery-5", link(own))
    number = page.locator(".leaf-number")

    page.get_by_role("button", name="See all solutions").click()
    seen = []
    for n in range(1, 5):
        expect(number).to_have_text(f"Solution {n} of 4")
        seen.append(frozenset(shown(page)))
        page.keyboard.press("]") if n % 2 else page.get_by_role("button", name="Next solution").click()

    expect(number).to_have_text("Solution 1 of 4")
    assert len(set(seen)) == 4
    assert all(faults_of(PUZZLES["discovery-5"].goal, list(laid)) == [] for laid in seen)
    page.keyboard.press("End")
    expect(number).to_have_text("Solution 4 of 4")
    page.get_by_role("button", name="Back to mine").click()
    assert set(shown(page)) == set(own)
    page.reload()
    expect(page.get_by_role("button", name="See all solutions")).to_be_visible()
    assert set(shown(page)) == set(own)


def test_a_player_who_gives_up_can_see_all_solutions_on_a_phone(phone_page: Page) -> None:
    Puzzler.open(phone_page, "discovery-10")

    phone_page.locator("summary[aria-label='Hints']").tap()
    phone_page.locator("[data-hint=solution]").tap()
    phone_page.get_by_role("button", name="See all solutions").tap()
    phone_page.get_by_role("button", name="Last solution").tap()

    expect(phone_page.locator(".leaf-number")).to_have_text("Solution 1000 of 1,280")
    expect(phone_page.locator(".leaf-limit")).to_contain_text("The first 1000")
    assert phone_page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert serious(phone_page) == []


def test_copies_of_a_tile_can_be_distinguished_and_dragged_separately(page: Page) -> None:
    me = Puzzler.open(page, "packs-11")
    expect(page.locator(".tray .copy")).to_have_count(1)

    page.get_by_role("button", name="Tile 1, copy 2").click()
    page.locator('.surface [data-cell="0,0"]').click()
    expect(page.get_by_role("button", name="Tile 1, copy 2")).to_have_count(0)
    expect(me.tile(1)).to_be_visible()
    page.locator("summary[aria-label='Hints']").click()
    page.locator("[data-hint=solution]").click()

    expect(page.locator(".solved-card h2")).to_have_text("This is a solution.")

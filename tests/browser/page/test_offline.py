"""The site without a connection: saved pages, puzzles with their judge, lessons, and what follows."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tantrix.placement import Placement
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import DESKTOP_WITH_WORKER, NewPage, sign_up
from tests.browser.support.puzzler import Puzzler, solution
from tests.browser.support.service_worker import ARE_BASICS_SAVED

GAME = "document.querySelector('tantrix-robot-game').game"
ALL_DAYS_ARE_MADE = """async () => {
  const { pages } = await (await fetch("/offline/contents")).json();
  return pages.filter(({ address }) => address.startsWith("/puzzles/daily-")).length === 4;
}"""


def save(page: Page) -> None:
    """Save the site in a page's browser."""
    page.goto("/offline")
    page.wait_for_function(ALL_DAYS_ARE_MADE, polling=500)
    page.get_by_role("button", name="Save for offline use").click()
    expect(page.get_by_role("status")).to_contain_text("Saved on")


def lay_with_the_mouse(page: Page) -> None:
    """Lay the first tile of a game against the robot."""
    page.wait_for_function(f"() => {GAME}?.position.to_play === 0")
    placement = Placement.parse(page.evaluate(f"{GAME}.position.placements[0]"))
    page.locator(f'.rack [data-tile="{placement.tile}"]').click()
    page.locator(f'tantrix-board [data-cell="{placement.cell.q},{placement.cell.r}"]').click()
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => {GAME}.laid.some(({{ tile }}) => tile === {placement.tile})")


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **DESKTOP_WITH_WORKER}


@pytest.fixture
def offline(context: BrowserContext, page: Page) -> Iterator[Page]:
    """Open a page in a browser that has saved the site and then lost its connection."""
    sign_up(page, f"Away {datetime.now(UTC):%H%M%S%f}")
    save(page)
    context.set_offline(True)
    yield page
    context.set_offline(False)


def test_a_puzzle_solved_offline_is_judged_at_once_and_counts_after_coming_back(
    context: BrowserContext, offline: Page, new_page: NewPage
) -> None:
    me = Puzzler.open(offline, "discovery-3")
    for placement in solution("discovery-3"):
        me.drag_and_turn(placement)
    expect(offline.locator(".solved-card h2")).to_contain_text("Solved")

    context.set_offline(False)
    with offline.expect_response("**/api/account/puzzles"):
        offline.goto("/puzzles/discovery-4")
    elsewhere = new_page(storage_state={"cookies": context.cookies(), "origins": []})
    elsewhere.goto("/puzzles")

    expect(elsewhere.locator("#pack-discovery .pack-count")).to_have_text("1 / 29")


def test_tiles_that_solve_nothing_are_refused_offline_too(offline: Page) -> None:
    me = Puzzler.open(offline, "flower-1-7")
    expect(me.page.locator(".tray .slot")).to_have_count(7)

    judged = offline.evaluate(
        """async (version) => {
          const puzzle = JSON.parse(document.getElementById("puzzle").textContent);
          const laid = puzzle.tiles.map((tile, q) => ({ tile, q, r: 0, rotation: 0 }));
          const worker = new Worker(`/static/built/rules-worker.js${version}`, { type: "module" });
          worker.postMessage({ id: 1, name: "judge", asked: { puzzle, laid } });
          return new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data.answer)));
        }""",
        offline.evaluate("new URL(document.documentElement.dataset.icons, location.href).search"),
    )

    assert judged is False


def test_the_puzzles_of_the_next_days_open_offline(offline: Page) -> None:
    for days in range(4):
        name = f"daily-{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d}"
        Puzzler.open(offline, name)
        assert offline.evaluate("JSON.parse(document.getElementById('puzzle').textContent).name") == name


def test_a_lesson_is_played_offline(offline: Page) -> None:
    offline.goto("/learn")
    expect(offline.locator("tantrix-learn-step")).to_be_visible()

    offline.evaluate("""() => {
      const element = document.querySelector("tantrix-learn-step");
      const { expected, board } = element.step;
      const placement = expected[0] ?? board.position.placements[0];
      element.send({ type: "place", id: "1", ply: board.position.ply, placement });
    }""")

    expect(offline.locator(".lesson-band .done")).to_have_count(1)


def test_a_game_against_the_robot_is_played_to_its_end_offline(offline: Page) -> None:
    offline.goto("/offline/robot")
    expect(offline.locator(".player .face")).to_have_count(2)
    expect(offline.locator(".opponents .small-rack [data-tile]")).to_have_count(6)
    assert serious(offline) == []
    lay_with_the_mouse(offline)

    offline.evaluate("""async () => {
      const element = document.querySelector("tantrix-robot-game");
      const pause = () => new Promise((done) => setTimeout(done, 20));
      while (!element.game.position.outcome) {
        const { position } = element.game;
        if (position.to_play === 0)
          element.send({ type: "place", id: "1", ply: position.ply, placement: position.placements[0] });
        while (element.game.position.ply === position.ply && !element.game.position.outcome) await pause();
      }
    }""")

    expect(offline.locator(".dock > .hint b")).to_be_visible()
    laid = offline.evaluate(f"{GAME}.laid.length")
    offline.reload()
    assert offline.evaluate(f"{GAME}.laid.length") == laid > 12
    offline.get_by_role("button", name="New game against Greedy").click()
    expect(offline.locator(".opponents .player-name")).to_have_text("Greedy, blue")


def test_a_game_against_the_robot_is_not_lost_by_one_press(page: Page) -> None:
    page.goto("/offline/robot")
    again = page.get_by_role("button", name="New game against Greedy")
    expect(again).to_be_hidden()

    page.locator(".menu summary").click()
    again.click()

    expect(page.locator(".opponents .player-name")).to_have_text("Greedy, blue")
    expect(again).to_be_hidden()


def test_whoever_visited_the_site_once_reads_the_rules_when_the_connection_is_lost(
    context: BrowserContext, page: Page
) -> None:
    page.goto("/")
    page.wait_for_function(ARE_BASICS_SAVED)
    context.set_offline(True)

    for address in (
        "/help",
        "/learn",
        "/settings",
        "/puzzles",
        f"/puzzles/daily-{datetime.now(UTC):%Y-%m-%d}",
    ):
        page.goto(address)
        expect(page.get_by_text("You're offline; this page isn't saved.")).to_be_hidden()
    page.goto("/puzzles/discovery-3")
    expect(page.get_by_text("You're offline; this page isn't saved.")).to_be_visible()


def test_a_page_that_is_not_saved_says_so_and_opens_with_the_connection(
    context: BrowserContext, offline: Page
) -> None:
    offline.goto("/tournaments")
    expect(offline.get_by_role("alert")).to_contain_text("You're offline; this page isn't saved.")
    expect(offline.get_by_role("heading", name="Play offline")).to_be_visible()
    assert serious(offline) == []

    context.set_offline(False)

    expect(offline.get_by_role("heading", name="Tournaments", level=1)).to_be_visible()

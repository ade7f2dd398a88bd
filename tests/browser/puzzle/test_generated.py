"""Generated puzzles: a new one from the form, a goal by link, the puzzle of the day."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from tantrix.hexes import rotate
from tantrix.placement import Placement
from tantrix.solver.goal import parse_goal
from tantrix.solver.pipeline import solve
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.puzzler import Puzzler, joined, link


def solution_of(page: Page) -> list[Placement]:
    """Solve a page's puzzle in the position where the page draws its frame."""
    goal = page.evaluate("JSON.parse(document.getElementById('puzzle').textContent).goal")
    found = solve(parse_goal(goal)).solution
    assert found
    return list(joined([Placement(tile, rotate(cell, 3), (n + 3) % 6) for tile, cell, n in found]))


def test_a_new_puzzle_is_made_played_and_shared(page: Page, new_page: NewPage) -> None:
    page.goto("/puzzles")
    page.locator(".section-links").get_by_role("link", name="Create a puzzle").click()
    page.get_by_role("radio", name="A pyramid with a line").check()
    page.get_by_label("How many tiles").fill("6")
    page.locator("[name=level][value=unique]").check()
    page.get_by_role("button", name="Create puzzle").click()
    expect(page.locator(".facts")).to_have_text("Exactly one solution.")
    other = new_page()
    other.goto(page.url)
    expect(other.locator(".tray .slot")).to_have_count(6)

    me = Puzzler(page)
    for placement in solution_of(page):
        me.drag_and_turn(placement)

    expect(page.locator(".solved-card h2")).to_contain_text("Solved in")
    page.reload()
    expect(page.locator(".solved-card")).to_be_visible()
    expect(other.locator(".solved-card")).to_have_count(0)


def test_the_puzzle_of_the_day_counts_days_and_shares_its_result(context: BrowserContext, page: Page) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/puzzles/daily")
    me = Puzzler(page)
    expect(page.locator(".place").first).to_be_visible()

    placements = solution_of(page)
    page.goto(f"{page.url}#{link(placements[:-1])}")
    page.reload()
    me.drag_and_turn(placements[-1])

    expect(page.locator(".solved-card .streak")).to_have_text("1 day in a row")
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".share-dialog img")).to_have_js_property("naturalWidth", 1200)
    page.get_by_role("button", name="Copy the result").click()
    expect(page.locator(".toast")).to_contain_text("copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.search(
        r"Puzzle of the day.*\nSolved in \d+:\d\d!\n1 day in a row\n"
        r"http\S+/puzzles/daily-[\d-]+\?result=\d+-1-0+$",
        copied,
    )
    page.get_by_role("link", name="Other days").click()
    expect(page.locator(".streak")).to_have_text("1 day in a row")
    expect(page.locator(".solved-sign:visible")).to_have_count(1)


def test_on_a_phone_the_solved_line_is_above_what_one_can_do_now(phone_page: Page) -> None:
    phone_page.goto("/puzzles/daily")
    expect(phone_page.locator(".place").first).to_be_visible()
    placements = solution_of(phone_page)
    phone_page.goto(f"{phone_page.url}#{link(placements[:-1])}")
    phone_page.reload()
    Puzzler(phone_page).swipe_and_tap(placements[-1])
    expect(phone_page.locator(".solved-card")).to_be_visible()
    phone_page.goto("/puzzles")
    shown = [phone_page.locator(name) for name in (".solved-day h2", ".solved-picture", ".share-result")]
    for one in shown:
        expect(one).to_be_visible()
    tops = [box["y"] for one in shown if (box := one.bounding_box())]

    assert tops == sorted(tops)


def test_the_solved_puzzle_of_the_day_is_shown_on_the_home_and_the_start_page(page: Page) -> None:
    page.goto("/puzzles/daily")
    expect(page.locator(".place").first).to_be_visible()
    placements = solution_of(page)
    page.goto(f"{page.url}#{link(placements[:-1])}")
    page.reload()
    Puzzler(page).drag_and_turn(placements[-1])
    expect(page.locator(".solved-card .week .solved")).to_have_count(1)

    for path, button in (("/puzzles", "button.share-result"), ("/", ".solved-day a.button")):
        page.goto(path)
        expect(page.locator(".solved-day h2")).to_contain_text("Solved in")
        expect(page.locator(".next-puzzle")).to_contain_text(re.compile(r"Next puzzle in \d+:\d\d"))
        expect(page.locator(".solved-picture .lit-core")).to_have_count(len(placements))
        expect(page.locator(button)).to_be_visible()
        expect(page.get_by_role("link", name="Solve it")).to_be_hidden()
        assert serious(page) == []
    page.goto("/puzzles")
    page.locator("body").evaluate("() => localStorage.removeItem('tantrix.solved')")
    expect(page.locator(".day.today.solved")).to_have_count(1)


def test_a_custom_flower_takes_any_seven_tiles(page: Page) -> None:
    me = Puzzler.open(page, "flower-of-seven")
    expect(page.locator(".tray .slot")).to_have_count(14)
    found = solve(parse_goal("2-3,5,8,11,13-14 shape:hexagon:2")).solution
    assert found
    placements = [Placement(tile, rotate(cell, 3), (n + 3) % 6) for tile, cell, n in found]

    page.goto(f"/puzzles/flower-of-seven#{link(placements[:-1])}")
    page.reload()
    me.drag_and_turn(placements[-1])

    expect(page.locator(".solved-card h2")).to_contain_text("Solved")


def test_axe_finds_nothing_serious_on_the_pages_of_generated_puzzles(new_page: NewPage) -> None:
    for look in ({}, {"color_scheme": "dark"}, {"locale": "pl-PL", **PHONE}):
        page = new_page(**look)
        for path in (
            "/puzzles/new",
            "/puzzles/new?kind=loop&size=30&level=hard",
            "/puzzles/days",
            "/puzzles/daily",
        ):
            page.goto(path)
            assert serious(page) == [], (look, path)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (look, path)

"""Several browsers: a table by link, clocks, leaving and coming back, the lobby, a spectator."""

import random
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.support.pages import NewPage
from tests.browser.support.person import Person, choose, person

OPEN = {"colour": "B", "kind": "open"}


def test_two_people_meet_by_link_and_continue_after_one_was_away(page: Page, new_page: NewPage) -> None:
    ann = Person.start(page, person("R", "Ann"), OPEN, control="15 tournament")
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    link, seats = page.get_by_label("Link").bounding_box(), page.locator(".waiting-seats").bounding_box()
    assert link and seats
    assert link["y"] < seats["y"]
    bea = Person(new_page())
    bea.page.goto(page.get_by_label("Link").input_value())
    expect(bea.page.get_by_role("heading", level=1)).to_have_text("Ann invites you to a game.")
    bea.page.get_by_label("Name (optional)").fill("Bea")
    bea.page.get_by_role("button", name="Play", exact=True).click()

    for one in (ann, bea):
        expect(one.page.locator("tantrix-board")).to_be_visible()
        expect(one.page.get_by_role("timer")).to_have_count(2)
    _take_turns(ann, bea, 4)

    address = bea.page.url
    bea.page.goto("about:blank")
    expect(ann.page.locator(".away-note")).to_be_visible()
    bea.page.goto(address)
    expect(ann.page.locator(".away-note")).to_have_count(0)
    _take_turns(ann, bea, 4)


def test_a_table_is_found_in_the_lobby_and_watched(page: Page, new_page: NewPage) -> None:
    page.goto("/custom")
    page.locator("[name=kind_1][value=open]").check()
    page.locator("[name=listing][value=open]").check()
    page.locator("select[name=control]").select_option("5+3")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()

    bea = new_page()
    bea.goto("/lobby")
    table = f'a[href*="{urlsplit(page.url).path}"]'  # other tests also have tables here
    bea.get_by_role("link", name="Sit down").and_(bea.locator(table)).click()
    bea.get_by_role("button", name="Play", exact=True).click()
    expect(bea.get_by_role("timer")).to_have_count(2)
    expect(page.get_by_role("timer")).to_have_count(2)

    spectator = new_page()
    spectator.goto("/lobby")
    games_on = spectator.get_by_role("region", name="Games in play")
    games_on.get_by_role("link", name="Watch").and_(spectator.locator(table)).click()
    expect(spectator.get_by_role("timer")).to_have_count(2)
    expect(spectator.locator('.rack .slot[aria-disabled="false"]')).to_have_count(0)
    expect(spectator.locator(".dock .hint")).to_contain_text("You are watching.")
    expect(spectator.locator(".game-terms")).to_have_text("5 min + 3 s per turn · casual")
    expect(bea.locator(".dock .hint")).not_to_contain_text("You are watching.")


def _take_turns(ann: Person, bea: Person, n_plies: int) -> None:
    """Lay tiles by mouse for the player to move; both pages show each of them."""
    rng = random.Random(5)
    for _ in range(n_plies):
        position = ann.position()
        me = ann if position["to_play"] == 0 else bea
        me.settle()
        me.click(choose(position, rng))
        for one in (ann, bea):
            one.sees(position["ply"] + 1)

"""The captain of a team sets the line-up in Chromium, by keyboard, on a phone."""

from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage

PASSWORD = "correct horse battery"
OWLS, CATS = ("Odette", "Olwen", "Orla"), ("Cadoc", "Cerys", "Ciara")


def _team_event(new_page: NewPage) -> Page:
    """Return the page of the captain of the first of two teams of three, for two boards."""
    pages = {name: new_page(**(PHONE if name == "Odette" else {})) for name in (*OWLS, *CATS)}
    for name, page in pages.items():
        assert page.request.post("/sign-up", form={"name": name, "password": PASSWORD, "next": "/"}).ok
    page = pages["Odette"]
    fields = {"preset": "teams", "form": "knock-out", "n_boards": 2, "n_games": 1, "days": 0}
    options = {**fields, "name": "Team cup", "is_listed": False}
    answer = page.request.post("/api/tournaments", data=options)
    path = f"/tournaments/{answer.json()['id']}"
    for name, (captain, *members) in (("Owls", OWLS), ("Cats", CATS)):
        command = {"type": "enter", "name": name, "members": members}
        assert pages[captain].request.post(f"/api{path}/commands", data=command).ok
    page.goto(path)
    return page


def test_a_captain_sets_the_line_up_by_keyboard(new_page: NewPage) -> None:
    page = _team_event(new_page)
    page.get_by_text("Line-up", exact=True).focus()
    page.keyboard.press("Enter")
    boards = page.locator(".line-up select")
    expect(boards.first).to_be_visible()

    boards.first.focus()
    page.keyboard.type("Olwen")
    expect(boards.nth(1)).to_have_value("Odette")
    page.keyboard.press("Tab")
    page.keyboard.type("Orla")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator(".entrants")).to_contain_text("(Olwen, Orla; reserves: Odette)")
    assert serious(page) == []
    page.get_by_text("Manage the tournament", exact=True).click()
    page.get_by_role("button", name="Start now").click()
    expect(page.locator(".match-boards").first).to_contain_text("Olwen")
    expect(page.locator(".match-boards").first).to_contain_text("Orla")
    assert page.evaluate("document.documentElement.scrollWidth") <= 412
    assert serious(page) == []

"""Tournaments in Chromium: a club evening, entered by hand from the first name to the final order."""

from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage

PASSWORD = "correct horse battery"


def test_a_club_evening_is_entered_by_hand(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    assert page.request.post("/sign-up", form={"name": "Tove", "password": PASSWORD, "next": "/"}).ok
    page.goto("/tournaments/new")
    page.locator("[name=name]").fill("Club evening")
    page.locator("[name=preset]").select_option("club-evening")
    page.get_by_role("button", name="Create", exact=True).click()
    for name in ("Una", "Vic", "Wim"):
        page.locator("[name=name]").fill(name)
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator(".entrants")).to_contain_text(name)
    page.get_by_role("button", name="Start now").click()

    for _ in range(3):
        _enter_result(page)

    expect(page.get_by_role("heading", name="Final order")).to_be_visible()
    assert serious(page) == []


def _enter_result(page: Page) -> None:
    """Enter the scores of the only game, once the page shows it by itself."""
    form = page.locator("form.scores")
    expect(form).to_have_count(1)
    n_before = page.locator(".rulings li").count()
    form.locator("[name=first]").fill("20")
    form.locator("[name=second]").fill("11")
    form.get_by_role("button").click()
    expect(page.locator(".rulings li")).to_have_count(n_before + 1)

"""Tokens on the account page, and the page about programs; axe finds nothing serious on either."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.accessibility import LOOKS, serious, serious_among_many
from tests.browser.support.pages import NewPage


@pytest.mark.parametrize("look", ["light", "dark phone"])
def test_a_token_is_made_shown_once_and_revoked(new_page: NewPage, look: str) -> None:
    page = new_page(**LOOKS[look])
    page.goto("/sign-up")
    page.locator("[name=name]").fill(f"Tok {look.replace(' ', '')}")
    page.locator("[name=password]").fill("correct horse battery")
    page.locator("main button[type=submit]").click()
    expect(page).to_have_url("/")
    page.goto("/account")

    page.get_by_text("Create a token").click()
    page.get_by_label("What it is for").fill("my robot")
    page.get_by_role("checkbox", name="play Play").check()
    found = serious(page)
    page.get_by_role("button", name="Create token").click()
    expect(page.locator("#token")).to_contain_text("tantrix_")
    found += serious(page)
    page.goto("/account")
    expect(page.locator("#token")).to_have_count(0)
    page.get_by_role("button", name="Revoke my robot").click()
    expect(page.get_by_role("button", name="Revoke my robot")).to_have_count(0)

    assert found == []


@pytest.mark.parametrize("look", ["light", "dark phone"])
def test_the_page_for_programs_is_for_everybody(new_page: NewPage, look: str) -> None:
    page = new_page(**LOOKS[look])

    page.goto("/api")
    page.get_by_text("Who sends the request").click()
    page.get_by_role("link", name="GET /api/account/events").click()

    expect(page.locator("#get-api-account-events")).to_be_in_viewport()
    assert serious_among_many(page) == []
    page.goto("/forgot")
    assert serious(page) == []

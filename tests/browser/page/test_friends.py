"""Following players and seeing who is here, as two people with accounts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import LOOKS, out_of_reach, serious
from tests.browser.support.pages import NewPage, sign_up

SEEN_AGAIN = "void document.dispatchEvent(new Event('visibilitychange'))"
N_LOOKS = 1000  # the server looks every two seconds who is here


def look_until_here(page: Page, name: str) -> None:
    """Let a page look as if its window had been seen again, until somebody is here."""
    for _ in range(N_LOOKS):
        with page.expect_response("**/friends/here") as answer:
            page.evaluate(SEEN_AGAIN)
        if name in answer.value.text():
            return
    raise AssertionError(f"{name} was not seen here")


@pytest.mark.parametrize("look", ["light", "dark phone"])
def test_a_player_is_followed_from_their_page_and_seen_while_here(new_page: NewPage, look: str) -> None:
    idol = f"Idol {look}"
    ann, bea = sign_up(new_page(**LOOKS[look]), f"Fan {look}"), sign_up(new_page(), idol)
    ann.goto(f"/players/{idol}")
    ann.get_by_role("button", name="Follow", exact=True).press("Enter")
    expect(ann.get_by_role("button", name="Unfollow")).to_be_visible()
    ann.goto("/friends")
    expect(ann.get_by_role("status")).to_have_text("Nobody you follow is here now.")

    bea.goto("/players")
    look_until_here(ann, idol)

    expect(ann.get_by_role("status")).to_have_text("1 player you follow is here.")
    assert (serious(ann), out_of_reach(ann)) == ([], [])
    here = ann.get_by_role("list", name="Here now")
    expect(here.get_by_role("link", name=idol, exact=True)).to_be_visible()
    here.get_by_role("link", name=f"Invite {idol} to a game").press("Enter")
    ann.wait_for_url("**/lobby?invite=*")


def test_a_player_who_hides_their_presence_is_not_shown(new_page: NewPage, page: Page) -> None:
    bea = sign_up(new_page(), "Hidden Bea")
    bea.goto("/settings")
    bea.get_by_role("group", name="Who sees that you are here").get_by_label("Nobody").check()
    bea.get_by_role("button", name="Save profile").click()
    expect(bea.get_by_text("Your profile is saved.")).to_be_visible()

    bea.reload()
    page.goto("/players/Hidden Bea")

    expect(bea.locator("[name=seen_by][value=nobody]")).to_be_checked()
    expect(page.get_by_text("Here now")).to_have_count(0)

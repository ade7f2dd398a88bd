"""Private messages between two people with accounts, each in their own browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import LOOKS, out_of_reach, serious
from tests.browser.support.pages import NewPage, sign_up


def say(page: Page, text: str) -> None:
    field = page.get_by_role("textbox", name="Your message")
    field.fill(text)
    field.press("Enter")


def test_messages_arrive_live_are_answered_and_end_with_a_mute(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Pen Ann"), sign_up(new_page(), "Pen Bea")
    bea.goto("/learn")
    ann.goto("/players/Pen Bea")
    ann.get_by_role("link", name="Message", exact=True).press("Enter")

    say(ann, "Shall we play on Sunday?")
    own = ann.get_by_role("log", name="Pen Bea")
    expect(own).to_contain_text("Shall we play on Sunday?")
    expect(ann.get_by_role("textbox", name="Your message")).to_be_focused()
    bea.get_by_role("link", name="Messages, unread: 1").press("Enter")
    bea.get_by_role("main").get_by_role("link", name="Pen Ann").click()
    theirs = bea.get_by_role("log", name="Pen Ann")
    expect(theirs).to_contain_text("Shall we play on Sunday?")
    expect(bea.locator("#inbox")).to_have_attribute("aria-label", "Messages")
    expect(bea.locator("#inbox")).to_be_hidden()

    say(bea, "With pleasure, at noon.")
    expect(own).to_contain_text("With pleasure, at noon.")
    say(ann, "<b>Until then!</b>")
    expect(theirs).to_contain_text("<b>Until then!</b>")
    assert theirs.locator("[data-number]").count() == 3

    bea.get_by_role("button", name="Mute", exact=True).click()
    bea.wait_for_url("**/mutes")
    say(ann, "Are you there?")
    expect(ann.get_by_role("alert")).to_have_text("You cannot follow this player or write to them.")
    bea.goto("/inbox")
    expect(bea.get_by_role("main").get_by_role("link", name="Pen Ann")).to_have_count(0)


def test_one_writes_on_when_a_message_was_sent_before_the_script_arrived(new_page: NewPage) -> None:
    ann, _ = sign_up(new_page(), "Early Ann"), sign_up(new_page(), "Early Bea")
    ann.route("**/conversation.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    ann.goto("/inbox/Early Bea")

    say(ann, "Hello")
    expect(ann.get_by_role("log")).to_contain_text("Hello")

    expect(ann.get_by_role("textbox", name="Your message")).to_be_focused()


def test_a_message_is_reported_from_the_conversation(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Rude Ann"), sign_up(new_page(), "Rude Bea")
    ann.goto("/inbox/Rude Bea")
    say(ann, "Rude words")
    expect(ann.get_by_role("log")).to_contain_text("Rude words")

    bea.goto("/inbox/Rude Ann")
    bea.get_by_role("link", name="Report this message").press("Enter")
    expect(bea.get_by_text("Rude words")).to_be_visible()
    bea.get_by_role("button", name="Report", exact=True).press("Enter")

    expect(bea.get_by_role("status")).to_have_text("Thank you. A moderator will take a look.")


@pytest.mark.parametrize("look", list(LOOKS))
def test_messages_are_accessible_in_every_look(new_page: NewPage, look: str) -> None:
    name = f"Ink {list(LOOKS).index(look)}"
    ann, bea = sign_up(new_page(), f"{name} Ann"), sign_up(new_page(**LOOKS[look]), f"{name} Bea")
    bea.goto("/inbox")
    found = serious(bea) + out_of_reach(bea)
    ann.goto(f"/inbox/{name} Bea")
    say(ann, "Hello, and a rather long message that does not fit into one line of a telephone.")
    expect(ann.get_by_role("log")).to_contain_text("Hello")
    bea.goto("/inbox")
    found += serious(bea) + out_of_reach(bea)
    for path in (f"/inbox/{name} Ann", f"/report?player={name} Ann&message=1", f"/players/{name} Ann"):
        bea.goto(path)
        found += serious(bea) + out_of_reach(bea)

    assert found == []

"""Correspondence games in the browser: from one that waits to the next."""

import re

from playwright.sync_api import Page, expect

from tests.browser.support.correspondence import begin, play_turn
from tests.browser.support.pages import NewPage, sign_up


def test_after_a_turn_the_page_goes_on_to_the_next_game_that_waits(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Days Ann"), sign_up(new_page(), "Days Bea")
    long, short = begin(ann, bea, "Days Bea", "7 days"), begin(ann, bea, "Days Bea", "3 days")

    ann.goto("/learn")
    expect(ann.get_by_role("link", name="Games that wait for you: 2")).to_be_visible()
    ann.goto("/games")
    ann.get_by_role("link", name="2 games wait for you").click()
    ann.wait_for_url(f"**{short}")
    expect(ann.locator("#next-board")).to_have_text("1 game waits")
    play_turn(ann, short)

    ann.wait_for_url(f"**{long}")
    expect(ann.locator("#next-board")).to_have_text("No games waiting")
    expect(ann.get_by_role("link", name="Games that wait for you: 1")).to_be_visible()


def test_a_visit_of_the_table_reads_its_notices(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Read Ann"), sign_up(new_page(), "Read Bea")
    url = begin(ann, bea, "Read Bea", "3 days")
    ann.goto("/learn")
    expect(ann.get_by_role("link", name=re.compile("Notices, unread"))).to_be_visible()

    ann.goto(url)

    expect(ann.get_by_role("link", name="Notices", exact=True)).to_be_visible()


def test_a_player_who_does_not_want_the_next_game_stays_at_the_table(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Stay Ann"), sign_up(new_page(), "Stay Bea")
    long, short = begin(ann, bea, "Stay Bea", "7 days"), begin(ann, bea, "Stay Bea", "3 days")
    ann.goto("/settings")
    ann.get_by_role("switch", name="After a turn in a correspondence game, go to the next one").uncheck()
    ann.goto(short)
    expect(ann.locator("#next-board")).to_have_text("1 game waits")

    play_turn(ann, short)
    expect(ann).not_to_have_title(re.compile("Your turn"))
    ann.locator("#next-board").click()

    ann.wait_for_url(f"**{long}")


def test_others_see_a_vacation_until_it_ends(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Rest Ann"), sign_up(new_page(), "Rest Bea")
    url = begin(ann, bea, "Rest Bea", "2+7 days")
    bea.goto(url)
    expect(bea.get_by_text("on vacation until")).to_have_count(0)

    ann.goto("/games")
    ann.get_by_label("Days").select_option("7")
    ann.get_by_role("button", name="Begin now").click()
    expect(ann.get_by_text("You are on vacation until")).to_be_visible()
    expect(bea.get_by_text("on vacation until")).to_be_visible()

    ann.get_by_role("button", name="End vacation").click()
    expect(ann.get_by_role("button", name="Begin now")).to_be_visible()
    expect(bea.get_by_text("on vacation until")).to_have_count(0)


def test_notes_are_kept_by_the_server_for_their_writer_alone(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Note Ann"), sign_up(new_page(), "Note Bea")
    url = begin(ann, bea, "Note Bea", "3 days")
    ann.goto(url)
    _open_notes(ann)
    ann.get_by_role("textbox", name="My notes").fill("Block the red line.")
    expect(ann.get_by_role("dialog").get_by_role("status")).to_have_text("Saved.")

    ann.reload()
    bea.goto(url)
    for page in (ann, bea):
        _open_notes(page)

    expect(ann.get_by_role("textbox", name="My notes")).to_have_value("Block the red line.")
    expect(bea.get_by_role("textbox", name="My notes")).to_have_value("")


def _open_notes(page: Page) -> None:
    page.locator("details.menu > summary").click()
    page.get_by_role("button", name="My notes").click()
    expect(page.get_by_role("textbox", name="My notes")).to_be_enabled()

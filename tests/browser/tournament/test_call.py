"""The call to a live game of a tournament, which reaches its players wherever they are on the site."""

import re

from playwright.sync_api import Page, expect

from tests.browser.support.pages import PHONE, NewPage, sign_up


def test_players_elsewhere_are_called_to_their_tournament_game(new_page: NewPage) -> None:
    ann, bea = (sign_up(new_page(), name) for name in ("Callie", "Calvin"))
    ann.goto("/learn")  # the lobby leads to the table by itself
    ann.evaluate(
        "window.polled = setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 500)"
    )
    _begin(ann, bea, countdown_seconds=5)

    call = ann.locator("#next-match .notice")
    expect(call).to_contain_text("against Calvin is ready. The clock starts as soon as")
    expect(call).to_contain_text("against Calvin has begun", timeout=20_000)  # after the countdown
    expect(call.get_by_role("link", name="To the table")).to_have_attribute("href", re.compile("^/games/"))


def test_a_match_is_called_once_on_a_page_to_read(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Calloway"), sign_up(new_page(), "Callum")
    _begin(ann, bea, countdown_seconds=600)
    call, bar = ann.locator("#next-match .notice"), ann.locator(".match-bar")

    with ann.expect_response("**/api/notices"):
        ann.goto("/tournaments")

    expect(call).to_contain_text("against Callum is ready")
    expect(bar).to_have_count(0)
    expect(ann.locator("#notices .notice")).to_have_count(0)
    call.get_by_role("button", name="Later").click()
    expect(bar).to_contain_text("Your match: Callum")


def test_a_call_covers_no_title_and_leaves_a_lesson_whole(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(**PHONE), "Callista"), sign_up(new_page(), "Calvina")
    _begin(ann, bea, countdown_seconds=600)

    for path, title in (("/learn", "Your line"), ("/tournaments", "Tournaments")):
        ann.goto(path)
        call, heading = ann.locator("#next-match .notice"), ann.get_by_role("heading", name=title, exact=True)

        expect(call.get_by_role("link", name="To the table")).to_be_in_viewport(ratio=1)
        assert call.evaluate("one => one.scrollWidth <= one.clientWidth")
        expect(heading).to_be_in_viewport(ratio=1)
        above, below = heading.bounding_box(), call.bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"]


def test_a_call_is_closed_for_this_visit_and_is_not_made_on_the_page_of_the_tournament(
    new_page: NewPage,
) -> None:
    ann, bea = sign_up(new_page(**PHONE), "Calla"), sign_up(new_page(), "Calleb")
    address = _begin(ann, bea, countdown_seconds=600)
    call = ann.locator("#next-match .notice")

    ann.goto(address)
    expect(ann.get_by_role("link", name="Take your seat")).to_be_visible()
    with ann.expect_response("**/api/account/match"):
        ann.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(call).to_have_count(0)
    ann.goto("/puzzles/rated")
    call.get_by_role("button", name="Later").click()
    expect(call).to_have_count(0)
    with ann.expect_response("**/api/account/match"):
        ann.reload()
    ann.get_by_role("button", name="Start").click(trial=True)
    expect(call).to_have_count(0)


def _begin(organiser: Page, other: Page, **options: object) -> str:
    new = {"preset": "all-play-all", "name": "Friday Fifteen", "is_listed": False, **options}
    created = organiser.request.post("/api/tournaments", data=new).json()["id"]
    commands = f"/api/tournaments/{created}/commands"
    for page in (organiser, other):
        assert page.request.post(commands, data={"type": "enter"}).ok
    assert organiser.request.post(commands, data={"type": "start"}).ok
    return f"/tournaments/{created}"

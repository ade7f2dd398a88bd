"""The call to a live game of a tournament, which reaches its players wherever they are on the site."""

import re

from playwright.sync_api import expect

from tests.browser.support.pages import NewPage, sign_up


def test_players_elsewhere_are_called_to_their_tournament_game(new_page: NewPage) -> None:
    ann, bea = (sign_up(new_page(), name) for name in ("Callie", "Calvin"))
    ann.goto("/learn")  # the lobby leads to the table by itself
    ann.evaluate(
        "window.polled = setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 500)"
    )
    options = {"preset": "all-play-all", "name": "Friday Fifteen", "is_listed": False, "countdown_seconds": 5}
    event = f"/api/tournaments/{ann.request.post('/api/tournaments', data=options).json()['id']}/commands"
    for page in (ann, bea):
        assert page.request.post(event, data={"type": "enter"}).ok
    assert ann.request.post(event, data={"type": "start"}).ok

    call = ann.locator("#next-match .notice")
    expect(call).to_contain_text("against Calvin is ready. The clock starts as soon as")
    expect(call).to_contain_text("against Calvin has begun", timeout=20_000)  # after the countdown
    expect(call.get_by_role("link", name="To the table")).to_have_attribute("href", re.compile("^/games/"))

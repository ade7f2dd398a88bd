"""The countdown to a live game of a tournament, and the way on from its end to the next game."""

import re

from playwright.sync_api import expect

from tests.browser.support.pages import NewPage, sign_up


def test_a_game_begins_when_both_have_come_and_its_end_leads_to_the_next(new_page: NewPage) -> None:
    ann, bea = (sign_up(new_page(), name) for name in ("Roundann", "Roundbea"))
    options = {"preset": "all-play-all", "name": "Friday Fifteen", "is_listed": False, "n_games": 2}
    event = f"/tournaments/{ann.request.post('/api/tournaments', data=options).json()['id']}"
    for page, kind in ((ann, "enter"), (bea, "enter"), (ann, "start")):
        assert page.request.post(f"/api{event}/commands", data={"type": kind}).ok
    ann.goto(event)
    expect(ann.locator(".big-countdown")).to_have_text(re.compile(r"^1:[0-5]\d$"))
    ann.locator(".my-match .primary").click()

    expect(ann.locator(".game-terms")).to_contain_text("rated · Friday Fifteen · Round 1")
    expect(ann.locator(".game-terms a")).to_have_attribute("href", event)
    countdown = ann.locator(".offers .countdown")
    expect(countdown).to_have_text(re.compile(r"^1:[0-5]\d$"))
    expect(ann.locator(".clock").first).to_have_text("15:00")
    expect(ann.locator(".clock.running")).to_have_count(0)
    bea.goto(ann.url)
    expect(countdown).to_have_count(0)
    expect(ann.locator(".clock.running")).to_have_count(1)

    game = ann.url.rpartition("/")[2]
    seats = bea.request.get(f"/api/games/{game}").json()["game"]["seats"]
    mine = next(seat["seat"] for seat in seats if seat["is_mine"])
    resign = {"type": "resign", "id": "bye", "seat": mine}
    assert bea.request.post(f"/api/games/{game}/commands", data=resign).ok

    for page in (ann, bea):
        end = page.locator(".outcome")
        expect(end.get_by_role("link", name="To the tournament")).to_have_attribute("href", event)
        expect(end.get_by_text("Rematch")).to_have_count(0)
    end.get_by_role("link", name="Your next game").click(timeout=20_000)
    bea.wait_for_url(re.compile(rf"/games/(?!{game})"))
    expect(bea.locator(".offers .countdown")).to_be_visible()

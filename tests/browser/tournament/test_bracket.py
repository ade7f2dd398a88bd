"""A bracket that is wider than a phone."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.support.pages import PHONE, NewPage, sign_up

GOES_ON = re.compile("goes-on")


def test_a_bracket_on_a_phone_shows_the_latest_match_and_that_more_follows(new_page: NewPage) -> None:
    page = sign_up(new_page(**PHONE), "Bracketann")
    new = {"preset": "knock-out", "name": "Cup", "is_listed": False, "is_by_hand": True, "n_games": 1}
    event = f"/tournaments/{page.request.post('/api/tournaments', data=new).json()['id']}"

    def do(kind: str, **fields: object) -> None:
        answer = page.request.post(f"/api{event}/commands", data={"type": kind, **fields})
        assert answer.ok, answer.text()

    for name in ("Una", "Vic", "Wim", "Xen"):
        do("enter", name=name)
    do("start")
    page.goto(event)
    bracket = page.locator(".scroller:has(> .bracket)")
    expect(bracket).to_have_class(GOES_ON)
    assert _place(bracket) == 0

    [section] = page.request.get(f"/api{event}").json()["sections"]
    for match in section["rounds"][0]["matches"]:
        do("scores", match=match["id"], number=1, first=20, second=10)
    page.goto(event)

    expect(bracket).not_to_have_class(GOES_ON)
    assert _place(bracket) > 0
    final = bracket.locator(".bracket-box").last.bounding_box()
    assert final is not None
    assert 0 <= final["x"] <= final["x"] + final["width"] <= PHONE["viewport"]["width"]


def _place(bracket: Locator) -> int:
    place: int = bracket.evaluate("one => one.scrollLeft")
    return place

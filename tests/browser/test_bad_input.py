"""Requests from strangers, wrong addresses and hostile names get an error message and change nothing."""

import pytest
from playwright.sync_api import Dialog, Page, expect

from tantrix.placement import Placement
from tests.browser.support.pages import NewPage
from tests.browser.support.person import Person, person

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u202ennA\u202d \u2066Bob",
    '"></b><svg onload=alert(1)>',
    "</script><script>alert(1)//",
    "{{ 7 * 7 }} ${alert(1)}",
)


@pytest.mark.parametrize(
    "path", ["/games/unknown", "/games/aaaaaaaaaaaa", "/nowhere", "/games/../../etc/passwd"]
)
def test_a_missing_page_says_so_and_links_back(page: Page, path: str) -> None:
    answer = page.goto(path)

    assert answer
    assert answer.status == 404
    expect(page.locator("body")).not_to_contain_text("Traceback")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name="To the start page").click()
    expect(page).to_have_url("/")


def test_an_error_page_speaks_the_readers_language(new_page: NewPage) -> None:
    page = new_page(locale="ru-RU")

    page.goto("/games/aaaaaaaaaaaa")

    expect(page.locator("html")).to_have_attribute("lang", "ru")
    assert any("а" <= letter <= "я" for letter in page.get_by_role("heading", level=1).inner_text())


def test_another_players_game_can_only_be_watched(page: Page, new_page: NewPage) -> None:
    me = Person.start(page)
    stranger = Person(new_page())
    stranger.page.goto(f"/games/{me.id}")
    expect(stranger.page.locator("[data-cell]").first).to_be_visible()

    expect(stranger.page.locator(".rack")).to_have_count(0)
    stranger.page.keyboard.press("1")
    stranger.page.locator("[data-cell]").first.click()
    expect(stranger.preview).to_have_count(0)
    stranger.page.locator("summary[aria-label='More']").click()
    expect(stranger.page.get_by_role("button", name="Resign")).to_have_count(0)
    me.play(3)

    stranger.sees(3)
    placement = me.position()["placements"][0]
    answer = stranger.page.request.post(
        f"/api/games/{me.id}/placements", data={"id": "mine", "ply": 3, "placement": placement}
    )
    assert answer.status == 403
    assert answer.json()["code"] == "not_your_seat"
    assert me.position()["ply"] == 3


def test_a_stranger_cannot_lay_a_tile_through_the_text_board(page: Page, new_page: NewPage) -> None:
    me = Person.start(page)
    stranger = Person(new_page())
    stranger.page.goto(f"/games/{me.id}")
    stranger.page.get_by_role("button", name="Text board").click()
    placement = Placement.parse(me.position()["placements"][0])

    stranger.say(f"place {placement.tile} 0,0 {placement.rotation}")

    expect(stranger.page.get_by_role("log", name="Answers")).to_contain_text("> place")
    assert me.position()["ply"] == 0


@pytest.mark.parametrize("names", [HOSTILE[:2], HOSTILE[2:4], HOSTILE[4:]])
def test_hostile_names_are_only_names(page: Page, names: tuple[str, str]) -> None:
    asked: list[str] = []

    def note(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    me = Person.start(page, person("R", names[0]), person("B", names[1]), n_plies=6)
    me.settle()

    shown = [seat["name"] for seat in me.look()["game"]["seats"]]
    for seat, name in enumerate(shown):
        expect(page.locator(f'.player[data-seat="{seat}"] .player-name')).to_contain_text(name)
    page.get_by_role("button", name="Text board").click()
    me.say("score")
    for name, colour in zip(shown, ("red", "blue"), strict=True):
        expect(page.get_by_role("log", name="Answers")).to_contain_text(f"{name}, {colour}: ")
    me.play(64)
    page.reload()
    expect(page.locator(".outcome")).to_be_visible()
    for path in ("/games", "/"):
        page.goto(path)
        expect(page.locator("body")).to_be_visible()
    page.goto("/games")
    expect(page.locator(".game-seat")).to_contain_text(shown)

    assert asked == []
    assert page.locator("script:not([src]):not([type='application/json'])").count() == 0


@pytest.mark.parametrize("control", ["\u202e", "\u2067", "\u200f"])
def test_names_do_not_turn_the_sentences_around_them(page: Page, control: str) -> None:
    me = Person.start(page, person("R", f"{control}Ann"), person("B", "Bob"))

    assert me.look()["game"]["seats"][0]["name"] == "Ann"


def test_the_policy_of_the_pages_allows_no_foreign_script(page: Page) -> None:
    answer = page.goto("/")
    assert answer
    policy = answer.headers["content-security-policy"]

    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "frame-ancestors 'none'" in policy


def test_a_wrong_ply_in_the_address_opens_the_game_as_it_stands(page: Page) -> None:
    me = Person.start(page)
    me.play(4)

    for ply in ("99", "-1", "x", "5", ""):
        page.goto(f"/games/{me.id}?ply={ply}")
        me.sees(4)

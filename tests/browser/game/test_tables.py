"""Tables of every kind from the start page: three and four people, doubles, the larger set, other rules."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.pages import NewPage
from tests.browser.support.person import Person, choose


def test_three_people_play_at_one_screen(page: Page) -> None:
    page.goto("/custom")
    sit(page, "Three", "Ann", "Bob", "Cleo")
    me = begin(page)

    assert [seat["name"] for seat in me.look()["game"]["seats"]] == ["Ann", "Bob", "Cleo"]
    racks = play_some(me, 5)
    assert len(racks) >= 3


def test_four_people_play_doubles(page: Page) -> None:
    page.goto("/custom")
    sit(page, "Doubles", "Ann", "Bob", "Cleo", "Dan")
    expect(page.get_by_text("Partners sit opposite")).to_be_visible()
    me = begin(page)

    game = me.look()["game"]
    assert game["is_teams"]
    assert [seat["colour"] for seat in game["seats"]] == ["R", "B", "R", "B"]
    play_some(me, 5)


def test_four_people_have_four_colours(page: Page) -> None:
    page.goto("/custom")
    sit(page, "Four", "Ann", "Bob", "Cleo", "Dan")
    me = begin(page)

    assert sorted(seat["colour"] for seat in me.look()["game"]["seats"]) == ["B", "G", "R", "Y"]
    play_some(me, 4)


@pytest.mark.parametrize("pick", [None, "random-opening", "highest-in-hand", "draw-return"])
def test_each_way_to_start_gives_a_game_that_can_be_played(page: Page, pick: str | None) -> None:
    page.goto("/custom")
    sit(page, "Two", "Ann", "Bob")
    page.get_by_text("Rules of this game").click()
    if pick:
        page.locator(f"[name=start][value={pick}]").check()
    me = begin(page)

    assert me.settle()["ply"] == (1 if pick == "random-opening" else 0)
    play_some(me, 2)


def test_sixty_four_tiles_and_exactly_three_sides_are_chosen_on_the_start_page(page: Page) -> None:
    page.goto("/custom")
    sit(page, "Two", "Ann", "Bob")
    page.get_by_text("Rules of this game").click()
    page.locator("[name=tile_set][value='64']").check()
    page.locator("[name=forced_sides][value=exactly-three]").check()
    page.locator("[name=deadlock][value=pass]").check()
    me = begin(page)

    game = me.look()["game"]
    assert game["tile_set"] == 64
    assert "exactly-three" in game["rules"]
    assert "pass" in game["rules"]
    expect(page.locator(".bag-button b")).to_have_text("52")
    play_some(me, 5)


def test_the_triple_straights_are_drawn_and_laid(page: Page) -> None:
    me = Person.start(page, tile_set=64)
    position = me.settle()
    while not (straights := [text for text in position["placements"] if int(text.split("@")[0]) > 56]):
        me.play(1, random.Random(1).choice)
        position = me.position()
    page.reload()
    me.settle()

    me.click(choose({"placements": straights}, random.Random(2)))

    assert me.settle()["ply"] == position["ply"] + 1


def test_two_robots_play_while_a_person_watches(page: Page) -> None:
    page.goto("/custom")
    for seat in range(2):
        page.locator(f"[name=kind_{seat}][value=robot]").check()
        page.locator(f"select[name=robot_{seat}]").select_option("random")
    begin_without_waiting(page)

    expect(page.locator(".outcome")).to_be_visible()


def test_a_table_that_waits_says_who_of_its_players_is_away(page: Page, new_page: NewPage) -> None:
    seats = [{"colour": "R", "kind": "person", "name": "Ann"}, {"colour": "B", "kind": "open"}]
    live, slow = (
        page.request.post("/api/games", data={"seats": seats, "control": control}).json()["id"]
        for control in (None, "2 days")
    )
    guest = new_page()
    guest.goto(f"/games/{live}")
    away = guest.locator(".waiting-seats").get_by_text("away", exact=True)
    expect(away).to_be_visible()

    page.goto(f"/games/{live}")
    expect(away).to_be_hidden()
    page.goto("/")
    expect(away).to_be_visible()

    guest.goto(f"/games/{slow}")
    expect(away).to_have_count(0)


def test_two_seats_never_have_the_same_colour(page: Page) -> None:
    page.goto("/custom")

    page.locator("[name=colour_0][value=B]").check()

    expect(page.locator("[name=colour_1][value=B]")).not_to_be_checked()
    expect(page.locator("[name=colour_1]:checked")).to_have_count(1)


def test_the_server_reports_two_seats_of_the_same_colour_and_keeps_the_form(page: Page) -> None:
    page.route("**/start.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto("/custom")
    page.locator("[name=colour_0][value=B]").check()
    page.locator("input[name=name_0]").fill("Ann")

    page.get_by_role("button", name="Play").click()

    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("input[name=name_0]")).to_have_value("Ann")
    expect(page.locator("[name=colour_0][value=B]")).to_be_checked()


def sit(page: Page, seats: str, *names: str) -> None:
    page.get_by_role("radio", name=seats).check()
    for seat, name in enumerate(names):
        page.locator(f"[name=kind_{seat}][value={'me' if seat == 0 else 'person'}]").check()
        page.locator(f"input[name=name_{seat}]").fill(name)


def begin(page: Page) -> Person:
    me = begin_without_waiting(page)
    me.settle()
    return me


def begin_without_waiting(page: Page) -> Person:
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/games/*")
    return Person(page)


def play_some(me: Person, n_plies: int) -> set[str]:
    """Lay some tiles by clicking; return the names on the racks shown in front."""
    rng, racks = random.Random(9), set()
    for _ in range(n_plies):
        position = me.settle()
        racks.add(me.page.locator(".rack").get_attribute("aria-label") or "")
        me.click(choose(position, rng))
    me.settle()
    return racks

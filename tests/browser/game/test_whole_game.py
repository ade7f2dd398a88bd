"""A whole game against the greedy robot, from the start page to the replay, using only the page."""

import random
import re
import subprocess
import sys
from itertools import cycle
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.support.person import ME_AND_ROBOT, Person, begin, choose, play_on
from tests.server.support.finished_games import Finished


def test_a_game_is_two_clicks_away(page: Page) -> None:
    page.goto("/custom")

    page.get_by_role("button", name="Play").click()

    page.wait_for_url("**/games/*")
    me = Person(page)
    position = me.settle()
    seats = me.look()["game"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "robot"]
    assert seats[1]["robot"] == "beginner"
    assert len(position["hands"][0]) == 6


def test_a_whole_game_is_played_by_dragging_clicking_and_typing(page: Page, tmp_path: Path) -> None:
    page.goto("/custom")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/games/*")
    me, rng = Person(page), random.Random(7)

    position = me.settle()
    for lay in cycle((me.drag, me.click, me.type)):
        if position["outcome"]:
            break
        lay(choose(position, rng))
        position = me.settle()

    assert position["ply"] == 56 or position["outcome"]["termination"] == "deadlock"
    expect_the_result(me)
    expect_the_secret(me)
    assert_the_record_is_verified(me, tmp_path)


def expect_the_result(me: Person) -> None:
    outcome = me.position()["outcome"]
    expect(me.page.locator(".result-seat b")).to_have_text([str(score) for score in outcome["scores"]])
    for seat, score in enumerate(outcome["scores"]):
        expect(me.page.locator(f'.player[data-seat="{seat}"] .player-figures .score b')).to_have_text(
            str(score)
        )
    expect(me.page.get_by_role("button", name="Rematch")).to_be_visible()


def expect_the_secret(me: Person) -> None:
    open_menu(me.page)
    me.page.get_by_role("button", name="Fair shuffle proof").click()
    dialog = me.page.get_by_role("dialog", name="Fair shuffle proof")
    expect(dialog).to_contain_text(me.look()["secret"])
    expect(dialog).to_contain_text(me.look()["game"]["commitment"])
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def assert_the_record_is_verified(me: Person, tmp_path: Path) -> None:
    open_menu(me.page)
    with me.page.expect_download() as waiting:
        me.page.get_by_role("link", name="Download the record").click()
    record = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(record)
    command = [sys.executable, "-m", "tantrix", "verify", str(record)]
    verified = subprocess.run(command, capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def open_menu(page: Page) -> None:
    if not page.locator("details.menu[open]").is_visible():
        page.locator("summary[aria-label='More']").click()


def test_pictures_of_the_table_are_downloaded(page: Page, tmp_path: Path) -> None:
    me = Person.start(page, n_plies=5)
    me.settle()

    for name, opening in (("Picture as SVG", b"<svg"), ("Picture as PNG", b"\x89PNG")):
        open_menu(page)
        with page.expect_download() as waiting:
            page.get_by_role("link", name=name).click()
        waiting.value.save_as(tmp_path / "picture")
        assert (tmp_path / "picture").read_bytes().startswith(opening)


def test_a_finished_game_is_replayed_by_slider_buttons_and_keys(page: Page, finished_game: Finished) -> None:
    me = watching(page, finished_game.id)
    n = me.position()["ply"]
    slider = page.get_by_role("slider", name="Tiles placed")
    replay = page.get_by_role("group", name="Replay")

    slider.fill("20")
    me.sees(20)
    slider.press("ArrowRight")
    me.sees(21)
    replay.get_by_role("button", name="Back one tile").click()
    replay.get_by_role("button", name="Back one tile").click()
    me.sees(19)
    page.keyboard.press("]")
    me.sees(20)
    page.keyboard.press("[")
    me.sees(19)
    page.keyboard.press("Home")
    me.sees(0)
    page.keyboard.press("End")
    me.sees(n)
    expect(slider).to_have_value(str(n))


def test_the_address_shows_the_ply_and_opens_it(page: Page, finished_game: Finished) -> None:
    me = watching(page, finished_game.id)
    slider = page.get_by_role("slider", name="Tiles placed")

    slider.fill("17")
    me.sees(17)
    assert page.url.endswith("?ply=17")
    page.reload()

    me.sees(17)
    expect(slider).to_have_value("17")
    laid = me.look()["laid"]
    assert tiles_shown(page.locator(".cell.laid use")) == [one["tile"] for one in laid[:17]]


def test_a_copied_link_is_told_by_a_small_calm_note(page: Page, finished_game: Finished) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    watching(page, finished_game.id)

    page.get_by_role("button", name="Copy a link to this position").click()

    note = page.locator(".toast")
    expect(note).to_have_text("Link copied.")
    box = note.bounding_box()
    assert box
    assert box["width"] < 320
    ground = note.evaluate("one => getComputedStyle(one).backgroundColor")
    token = "getComputedStyle(document.documentElement).getPropertyValue('--toast')"
    assert ground == page.evaluate(
        f"(() => {{ const one = document.body.appendChild(document.createElement('i')); "
        f"one.style.color = {token}; return getComputedStyle(one).color; }})()"
    )


def test_a_picture_under_review_is_of_the_ply_shown(page: Page, finished_game: Finished) -> None:
    me = watching(page, finished_game.id)
    page.goto(f"/games/{me.id}?ply=9")
    me.sees(9)

    open_menu(page)

    expect(page.get_by_role("link", name="Picture as SVG")).to_have_attribute(
        "href", f"/games/{me.id}/picture.svg?ply=9"
    )


def test_replay_goes_back_to_the_game_in_play(page: Page) -> None:
    me = Person.start(page, n_plies=8)
    me.settle()

    page.keyboard.press("Home")
    me.sees(0)
    page.get_by_role("button", name="Back to the game").click()

    me.settle()
    assert page.url.endswith(f"/games/{me.id}")


def test_a_rematch_starts_the_same_game_with_the_seats_exchanged(page: Page) -> None:
    id = begin(page.request)
    play_on(page.request, id, 64, random.Random(3).choice)
    me = watching(page, id)
    old = me.look()["game"]

    page.get_by_role("button", name="Rematch").click()

    page.wait_for_url(lambda url: old["id"] not in url)
    me.settle()
    new = me.look()["game"]
    assert new["id"] != old["id"]
    assert new["rules"] == old["rules"]
    assert [seat["name"] for seat in new["seats"]] == [seat["name"] for seat in reversed(old["seats"])]


def test_a_person_who_resigns_loses(page: Page) -> None:
    me = Person.start(page, *ME_AND_ROBOT)
    me.settle()

    open_menu(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    expect(page.locator(".outcome")).to_contain_text(re.compile("You resigned"))
    outcome = me.position()["outcome"]
    assert outcome["termination"] == "resignation"
    assert outcome["ranks"] == [2, 1]


def watching(page: Page, id: str) -> Person:
    page.goto(f"/games/{id}")
    me = Person(page)
    me.settle()
    return me


def tiles_shown(uses: Locator) -> list[int]:
    names = [use.get_attribute("href") or "" for use in uses.all()]
    return [int(name.removeprefix("#tile-")) for name in names]

"""A mirror match: the first game is hidden until the second one is over, then both stand side by side."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Page, expect

from tantrix.tiles import FULL_SET
from tests.browser.support.pages import PHONE, NewPage, sign_up

_Found = TypeVar("_Found")


def _play(pages: tuple[Page, ...], game: str) -> None:
    """Play a game by the API to its end, the first legal placement each time."""
    for _ in FULL_SET:  # each time round, at least one tile is laid
        for page in pages:
            view = page.request.get(f"/api/games/{game}").json()
            position, seats = view["position"], view["game"]["seats"]
            if position["outcome"]:
                return
            if seats[position["to_play"]]["is_mine"]:
                body = {"id": f"p{position['ply']}", "ply": position["ply"]}
                placement = position["placements"][0]
                answer = page.request.post(
                    f"/api/games/{game}/placements", data={**body, "placement": placement}
                )
                assert answer.ok, answer.text()
    pytest.fail(f"game {game} did not end")


def _asked(page: Page, event: str, find: Callable[[dict[str, Any]], _Found | None]) -> _Found:
    """Ask for an event until something is found in it: a minute at most, which a slow machine may need."""
    for _ in range(1200):
        found = find(page.request.get(f"/api{event}").json())
        if found is not None:
            return found
        page.wait_for_timeout(50)
    pytest.fail(f"not found in {event}")


def _game(page: Page, event: str, number: int) -> str:
    """Wait for a game of the only match, and return its id."""

    def find(view: dict[str, Any]) -> str | None:
        sections = view["sections"]
        games = sections[0]["rounds"][0]["matches"][0]["games"] if sections else []
        addresses = (game["url"] for game in games if game["number"] == number)
        return next(filter(None, addresses), None)

    return _asked(page, event, find).rpartition("/")[2]


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_both_games_of_a_mirror_match_stand_side_by_side_at_the_end(
    new_page: NewPage, window: dict[str, object]
) -> None:
    kind = "Phone" if window else "Wide"
    people = sign_up(new_page(**window), f"{kind}ann"), sign_up(new_page(**window), f"{kind}bea")
    ann, bea, stranger = *people, new_page(**window)
    options = {"preset": "mirror", "name": "Mirrors", "is_listed": False, "countdown_seconds": 0}
    event = f"/tournaments/{ann.request.post('/api/tournaments', data=options).json()['id']}"
    for page, command in ((ann, "enter"), (bea, "enter"), (ann, "start")):
        assert page.request.post(f"/api{event}/commands", data={"type": command}).ok
    first = _game(ann, event, 1)
    _play(people, first)

    stranger.goto(f"/games/{first}")
    expect(stranger.locator("main")).to_contain_text("Other tables still play these tiles.")
    stranger.goto(f"{event}/matches/1-mirror-1-1")
    expect(stranger.get_by_text("once the other tables are done")).to_be_visible()
    expect(stranger.get_by_role("link", name="Game 1")).to_have_count(0)

    second = _game(ann, event, 2)
    _play(people, second)
    stranger.goto(f"{event}/matches/1-mirror-1-1")
    expect(stranger.get_by_role("heading", name="The same tiles")).to_be_visible()
    for game in (first, second):
        board = stranger.locator(f'.boards a[href="/games/{game}"]')
        expect(board).to_contain_text(re.compile(rf"{kind}(ann|bea) \d+ : \d+ {kind}(ann|bea)"))
        picture = board.locator("img")
        picture.scroll_into_view_if_needed()
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    expect(stranger.get_by_text("Red: ")).to_be_visible()
    ann.goto(f"{event}/matches/1-mirror-1-1")
    expect(ann.get_by_text("Red: you made")).to_be_visible()
    is_wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not ann.evaluate(is_wide)


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_a_duplicate_round_compares_all_tables_once_the_last_is_over(
    new_page: NewPage, window: dict[str, object]
) -> None:
    kind = "Large" if window else "Small"
    people = [sign_up(new_page(**window), f"{kind}{name}") for name in ("ann", "bea", "cyd", "dan")]
    ann = people[0]
    options = {"preset": "duplicate", "name": "Evening", "is_listed": False, "countdown_seconds": 0}
    event = f"/tournaments/{ann.request.post('/api/tournaments', data=options).json()['id']}"
    for page in people:
        assert page.request.post(f"/api{event}/commands", data={"type": "enter"}).ok
    assert ann.request.post(f"/api{event}/commands", data={"type": "start"}).ok
    first, second = _games_of_round(ann, event)
    by_name = {f"{kind}{name}": page for name, page in zip(("ann", "bea", "cyd", "dan"), people, strict=True)}
    tables = {game: tuple(by_name[name] for name in names) for game, names in (first, second)}

    _play(tables[first[0]], first[0])
    ann.goto(event)
    expect(ann.get_by_text("once the other tables are done")).to_be_visible()
    _play(tables[second[0]], second[0])

    player = tables[first[0]][0]
    player.goto(f"{event}/matches/1-duplicate-1-1")
    expect(player.locator(".boards li")).to_have_count(2)
    expect(
        player.get_by_text(re.compile(r"you made \d+\. With the same tiles others made \d+\."))
    ).to_be_visible()
    assert not player.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def _games_of_round(page: Page, event: str) -> list[tuple[str, list[str]]]:
    """Wait for the two games of the first round, and return them with the names of their players."""

    def find(view: dict[str, Any]) -> list[tuple[str, list[str]]] | None:
        names = {each["id"]: each["name"] for each in view["entrants"]}
        matches = view["sections"][0]["rounds"][0]["matches"] if view["sections"] else []
        if not matches or not all(match["games"][0]["url"] for match in matches):
            return None
        return [
            (match["games"][0]["url"].rpartition("/")[2], [names[match["first"]], names[match["second"]]])
            for match in matches
        ]

    return _asked(page, event, find)

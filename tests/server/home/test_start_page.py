"""The start page shows current activity, with links to it."""

import asyncio
import re
import time
from dataclasses import replace
from datetime import UTC, date, datetime
from html import unescape

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.puzzles.daily.service import FIRST_AFTER_S
from tantrix.server.puzzles.daily.store import DailyStore
from tantrix.server.settings import Settings
from tests.server.support.busy_workers import occupied
from tests.server.support.clients import become, sign_up
from tests.server.support.services import services
from tests.server.support.table import Table

SATURDAY_MS = int(datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp() * 1000)
OPEN = {"colour": "B", "kind": "open"}


def test_the_start_page_shows_a_game_in_play_and_waiting_players(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        ann = {"colour": "R", "kind": "person", "name": "Ottoline"}
        opened = client.post("/api/games", json={"seats": [ann, OPEN], "listing": "open"}).json()
        client.cookies.clear()
        client.post(f"/api/games/{opened['id']}/seats", json={"seat": 1, "name": "Kazimierz"})
        client.cookies.clear()
        before = client.get("/").text
        client.post("/api/challenges", json={"game": {"seats": [ann, OPEN], "control": "5+3"}})
        client.cookies.clear()

        page = client.get("/").text

    assert "1 game in play" in before
    assert "0 waiting now" not in before
    assert "A game to watch" in page
    assert f'href="/games/{opened["id"]}"' in page
    assert "Kazimierz" in page
    assert "1 waiting now" in page
    assert "1 game in play" in page


def test_the_start_page_counts_whoever_waits_in_any_pool_but_not_the_reader(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        client.put("/api/pairing", json={"pool": "2-5-3"}).raise_for_status()
        mine = client.get("/").text
        client.cookies.clear()
        sign_up(client, "Anna")
        others = client.get("/").text

    assert "waiting now" not in mine
    assert "1 waiting now" in others


def test_the_start_page_shows_a_game_with_tiles_before_one_without(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        tables = [Table.open(client, listing="open") for _ in range(3)]
        tables[1].play(1)

        page = client.get("/").text

    assert re.findall(r'<a class="card watched" href="/games/(\w+)"', page) == [tables[1].id]


def test_the_start_page_shows_a_game_of_minutes_before_a_game_of_days(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        by_days, by_minutes = (Table.open(client, listing="open", control=one) for one in ("2 days", "5+3"))
        by_days.play(2)
        by_minutes.play(1)

        page = client.get("/").text

    assert re.findall(r'<a class="card watched" href="/games/(\w+)"', page) == [by_minutes.id]


def test_the_start_page_shows_the_puzzle_of_the_day_if_there_is_one(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:  # in 2023
        assert "Today's puzzle" not in client.get("/").text
    with TestClient(create_app(replace(settings, now_ms=lambda: SATURDAY_MS))) as client:
        client.post(
            "/api/games", json={"seats": [{"colour": "R", "kind": "person"}, OPEN]}
        )  # once it is ready
        while "is being made" in (page := client.get("/").text):
            time.sleep(0.05)

    assert 'href="/puzzles/daily"' in page
    assert 'class="goal-picture"' in page
    when, name, n_badges = _card(page)
    assert (when, n_badges > 0) == ("Today's puzzle", True)
    assert name not in ("", when)


def _card(page: str) -> tuple[str, str, int]:
    """Return the day, the name and the number of facts of the puzzle on a page."""
    (card,) = re.findall(r'<div class="todays-words">(.*?)</div>', page, re.DOTALL)
    (when,) = re.findall(r'<p class="todays-day">(.*?)</p>', card)
    (name,) = re.findall(r'<h2 id="todays">(.*?)</h2>', card)
    return unescape(when), name, card.count('<li class="badge">')


async def _for_ever(_seconds: float) -> None:
    await asyncio.Event().wait()


def test_the_start_page_does_not_wait_for_a_puzzle_and_shows_the_last_one(settings: Settings) -> None:
    now_ms = SATURDAY_MS
    settings = replace(settings, now_ms=lambda: now_ms, wait=_for_ever)  # no puzzle is made unasked
    with TestClient(create_app(settings)) as client:
        client.post("/api/games", json={"seats": [{"colour": "R", "kind": "person"}, OPEN]})
        with occupied(client):
            first = client.get("/").text
            coming = client.get("/puzzles/daily", headers={"accept": "text/html"})
        client.get("/api/puzzles/daily-2026-11-21").raise_for_status()
        now_ms += 24 * 3600 * 1000
        with occupied(client):
            next_day = client.get("/").text

    assert "This puzzle is being made" in first
    assert (coming.status_code, coming.headers["refresh"]) == (503, "2")
    assert "Puzzle of the day, 21 November 2026" in next_day
    assert 'href="/puzzles/daily-2026-11-21"' in next_day
    assert 'class="goal-picture"' in next_day


def test_tomorrows_puzzle_is_made_today_and_shown_at_midnight_without_waiting(settings: Settings) -> None:
    now_ms, tomorrow = SATURDAY_MS, date(2026, 11, 22)
    settings = replace(settings, now_ms=lambda: now_ms, wait=_only_at_the_start)
    with TestClient(create_app(settings)) as client:
        client.post("/api/games", json={"seats": [{"colour": "R", "kind": "person"}, OPEN]})
        saved = DailyStore(services(client).database.readers)
        while tomorrow not in saved.goals([tomorrow]):
            time.sleep(0.05)
        now_ms += 24 * 3600 * 1000
        with occupied(client):
            page = client.get("/").text

    assert "is being made" not in page
    assert 'href="/puzzles/daily"' in page
    assert 'class="goal-picture"' in page


async def _only_at_the_start(seconds: float) -> None:
    if seconds != FIRST_AFTER_S:
        await asyncio.Event().wait()


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_find_a_game_leads_to_the_lobby_and_waits_there(settings: Settings, is_signed_in: bool) -> None:
    pool = "2-5-3-rated" if is_signed_in else "2-5-3"
    with TestClient(create_app(settings), follow_redirects=False) as client:
        if is_signed_in:
            become(client, sign_up(client, "Ann"))
        page = client.get("/").text

        answer = client.post("/lobby", data={"pool": pool})

        assert f'name="pool" value="{pool}"' in page
        assert (answer.status_code, answer.headers["location"]) == (303, "/lobby")
        assert client.get("/api/lobby").json()["seek"] == pool
        assert client.post("/lobby", data={"pool": "none"}).status_code == 404


def test_a_press_on_a_face_starts_a_game_with_that_computer(settings: Settings) -> None:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        page = client.get("/").text

        faces = re.findall(r'name="kind_1" value="robot:(\w+)"', page)
        answer = client.post("/games", data={"seats": "2", "kind_0": "me", "kind_1": f"robot:{faces[0]}"})

        assert faces == ["random", "beginner", "club", "expert", "master"]
        game = client.get(f"/api{answer.headers['location']}").json()["game"]
        assert [(seat["name"], seat["robot"]) for seat in game["seats"]] == [("You", None), ("Pip", "random")]


def test_the_start_page_names_no_algorithm(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        text = re.sub(r"<[^>]*>", " ", client.get("/").text)

    assert {"Pip", "Wren", "Otto", "Vera", "Maro"} <= set(text.split())
    assert {"Greedy", "Minimax", "Forecast", "Random"}.isdisjoint(text.split())

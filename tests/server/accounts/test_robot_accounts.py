"""Robot accounts: marked before the first game, permanently, visible to everybody, counted as robots."""

import json
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.server.admin.accounts import make_robot
from tantrix.server.settings import Settings
from tests.server.support.api_client import game_of, program
from tests.server.support.clients import sign_up
from tests.server.support.services import services
from tests.server.support.table import person


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, max_stream_s=0)


def test_an_account_is_marked_by_its_token_before_its_first_game(client: TestClient) -> None:
    mine = program(client, "Robbie")

    first = mine.ask("POST", "/api/account/robot")
    again = mine.ask("POST", "/api/account/robot")

    assert first.json()["is_robot"] and again.status_code == 200
    assert mine.ask("GET", "/api/account").json()["is_robot"]


def test_an_account_that_has_played_cannot_be_marked(client: TestClient) -> None:
    mine = program(client, "Robbie")
    game_of(mine)

    answer = mine.ask("POST", "/api/account/robot")

    assert (answer.status_code, answer.json()["code"]) == (409, "has_played")
    assert "Make this a robot" not in mine.browse().get("/account").text


def test_an_account_is_marked_on_its_page_once_one_is_sure(client: TestClient) -> None:
    mine = program(client, "Robbie")
    browser = mine.browse()

    unsure = browser.post("/account/robot", data={})
    sure = browser.post("/account/robot", data={"sure": "yes"})

    assert unsure.status_code == 422
    assert "This is a robot" in sure.text


def test_an_operator_marks_an_account_from_the_command_line(client: TestClient, settings: Settings) -> None:
    mine = program(client, "Robbie")

    make_robot(settings.data_dir, "Robbie")
    services(client).accounts.refresh()

    assert mine.ask("GET", "/api/account").json()["is_robot"]


def test_a_robot_account_is_marked_wherever_it_plays_and_chats(client: TestClient) -> None:
    mine = program(client, "Robbie")
    mine.ask("POST", "/api/account/robot")
    game = game_of(mine, {"colour": "R", "kind": "person", "name": "Anna"}, {"colour": "B", "kind": "open"})
    sign_up(client, "Bea")
    client.post(f"/api/games/{game}/seats", json={"seat": 1, "name": "Bea"})
    mine.ask("POST", f"/api/games/{game}/chat", json=_say("hello"))

    seats = mine.ask("GET", f"/api/games/{game}").json()["game"]["seats"]
    history = mine.ask("GET", f"/api/games/{game}/chat").json()
    mine.ask("POST", f"/api/games/{game}/commands", json={"type": "resign", "id": "r", "seat": 0})
    record = mine.ask("GET", f"/games/{game}/record").text
    profile = client.get("/players/Robbie").text

    assert [(seat["name"], seat["account"]) for seat in seats] == [("BOT Robbie", "Robbie"), ("Bea", "Bea")]
    assert history["messages"][0]["name"] == "BOT Robbie"
    assert "BOT Robbie" in record
    assert "(robot)" in profile


def test_robots_are_not_paired_by_chance(client: TestClient) -> None:
    mine = program(client, "Robbie")
    mine.ask("POST", "/api/account/robot")

    answer = mine.ask("PUT", "/api/pairing", json={"pool": "2-3-2"})

    assert (answer.status_code, answer.json()["code"]) == (403, "not_for_robots")


def test_a_robot_receives_a_challenge_and_accepts_it(client: TestClient) -> None:
    mine = program(client, "Robbie")
    mine.ask("POST", "/api/account/robot")
    bea = program(client, "Bea")
    seats = [person("R"), {"colour": "B", "kind": "open"}]
    posted = bea.ask("POST", "/api/challenges", json={"game": {"seats": seats}, "to": "Robbie"})
    assert posted.status_code == 201, posted.text

    (event,) = _events(mine.ask("GET", "/api/account/events"))
    taken = mine.ask("POST", f"/api/challenges/{event['challenge']['id']}/seats", json={})
    started = _events(mine.ask("GET", "/api/account/events"))

    assert event["type"] == "challenged"
    assert taken.status_code == 200, taken.text
    assert started[0]["type"] == "game_started"
    assert "BOT Robbie" in [seat["name"] for seat in started[0]["seats"]]


def _say(text: str) -> dict[str, Any]:
    return {"type": "send_chat", "id": "a", "channel": "players", "text": text}


def _events(answer: Any) -> list[Any]:
    return [json.loads(line) for line in answer.text.splitlines() if line]

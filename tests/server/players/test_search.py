"""Player search by name, and the pages of robots, which are players like any other."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.clients import become, catch_up, sign_up
from tests.server.support.table import Table, person, robot


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def test_a_player_is_found_by_a_part_of_the_name_whatever_its_case(client: TestClient) -> None:
    for name in ("Ottilie", "Lottie", "Jan"):
        sign_up(client, name)

    found = client.get("/players?find=OTTI").text

    assert found.index("/players/Ottilie") < found.index("/players/Lottie")  # a matching start comes first
    assert "/players/Jan" not in found


@pytest.mark.parametrize(("find", "url"), [("jan", "/players/Jan"), ("Gree", "/players/robot:greedy")])
def test_a_search_with_one_match_leads_to_the_player(client: TestClient, find: str, url: str) -> None:
    sign_up(client, "Jan")

    answer = client.get(f"/players?find={find}")

    assert (answer.status_code, answer.headers["location"]) == (303, url)


@pytest.mark.parametrize("find", ["Nobody", "!!", "<q9>"])
def test_an_unknown_player_is_not_found(client: TestClient, find: str) -> None:
    answer = client.get("/players", params={"find": find})

    assert answer.status_code == 200
    assert "No player found for" in answer.text
    assert "“<q9>”" not in answer.text


def test_a_robot_has_a_page_with_its_games_against_people(client: TestClient) -> None:
    ann = sign_up(client, "Ann")
    table = Table.open(become(client, ann), person("R"), robot("B"), rated=True)
    with client.websocket_connect(table.socket) as socket:
        socket.send_json({"type": "resign", "id": "bye", "seat": 0})
        while socket.receive_json()["type"] != "ack":
            pass
    catch_up(client)

    profile = client.get("/api/players/robot:greedy").json()
    page = client.get("/players/robot:greedy")

    greedy = {
        "name": "Greedy",
        "url": "/players/robot:greedy",
        "robot": "greedy",
        "is_robot_account": False,
        "face": None,
    }
    assert (profile["player"], profile["since"], profile["form"]) == (greedy, None, ["won"])
    assert profile["opponents"][0]["url"] == "/players/Ann/against/robot%3Agreedy"
    assert client.get(profile["opponents"][0]["url"]).status_code == 200
    assert client.get("/api/players/robot:greedy/ratings/two").json()["points"][0]["points"] > 1500
    assert page.status_code == 200
    assert "Play the robot" in page.text
    assert client.get("/players/robot:nobody").status_code == 404


def test_a_retired_robot_keeps_its_page_but_cannot_be_played(client: TestClient) -> None:
    page = client.get("/players/robot:minimax")
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "robot", "robot": "minimax"}]

    assert page.status_code == 200
    assert "Minimax" in page.text
    assert "Play the robot" not in page.text
    assert client.post("/api/games", json={"seats": seats}).status_code == 422


def test_names_from_private_tables_appear_on_no_page(client: TestClient) -> None:
    client.cookies.clear()
    table = Table.open(client, person("R", "Granny"), robot("B"))
    with client.websocket_connect(table.socket) as socket:
        socket.send_json({"type": "resign", "id": "bye", "seat": 0})
        while socket.receive_json()["type"] != "ack":
            pass
    catch_up(client)

    profile = become(client, sign_up(client, "Stranger")).get("/api/players/robot:greedy").json()

    assert profile["total"]["n_lost"] + profile["total"]["n_won"] > 0
    assert "Granny" not in [each["opponent"]["name"] for each in profile["opponents"]]

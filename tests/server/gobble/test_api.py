"""Gobble over HTTP and its socket, as a page uses it."""

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tantrix.gobble import check, parse_rush
from tests.server.support.table import Json, of_type, receive_until, stranger

WAITING = {"handicaps": [], "share": 3, "limit_s": 0}


def opened(client: TestClient, **options: object) -> str:
    answer = client.post("/api/gobble", json={"name": "Ann", "settings": WAITING, **options})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def post(client: TestClient, rush_id: str, what: str, **body: object) -> Json:
    answer = client.post(f"/api/gobble/{rush_id}/{what}", json=body)
    found: Json = answer.json()
    return {**found, "status": answer.status_code}


def test_a_room_is_opened_joined_and_started_by_its_owner_alone(client: TestClient) -> None:
    rush_id = opened(client, listing="open")
    lobby = client.get("/api/gobble").json()
    with stranger(client):
        sat = post(client, rush_id, "seats", name="Bo")
        refused = post(client, rush_id, "start")
        robot = post(client, rush_id, "robots", style="calm")
    mine = post(client, rush_id, "robots", style="hasty")
    gone = post(client, rush_id, "stand", seat=2)
    started = post(client, rush_id, "start")

    assert [row["id"] for row in lobby["waiting"]] == [rush_id]
    assert [seat["name"] for seat in sat["room"]["seats"]] == ["Ann", "Bo"]
    assert sat["seat"] == 1
    assert (refused["status"], refused["code"]) == (403, "not_owner")
    assert robot["code"] == "not_owner"
    assert [seat["robot"] for seat in mine["room"]["seats"]] == [None, None, "hasty"]
    assert len(gone["room"]["seats"]) == 2
    assert [held["n_stock"] for held in started["holdings"]] == [3, 3]
    assert post(client, rush_id, "seats")["code"] == "already_seated"


def test_an_unknown_room_is_not_found(client: TestClient) -> None:
    assert client.get("/api/gobble/abcdefghijkm").status_code == 404
    assert client.get("/api/gobble/NONSENSE").status_code == 404
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/gobble/abcdefghijkm/socket") as socket,
    ):
        socket.receive_json()


def test_a_command_is_sent_to_all_then_acknowledged_and_a_refusal_gives_its_reason(
    client: TestClient,
) -> None:
    rush_id = opened(client)
    post(client, rush_id, "robots", style="calm")
    post(client, rush_id, "start")
    with client.websocket_connect(f"/gobble/{rush_id}/socket") as socket:
        welcome = socket.receive_json()
        socket.send_json({"type": "turn", "id": "a"})
        heard = receive_until(socket, of_type("ack"))
        socket.send_json({"type": "turn", "id": "b"})
        refused = receive_until(socket, of_type("refused"))[-1]
        socket.send_json({"type": "dance", "id": "c"})
        unread = receive_until(socket, of_type("refused"))[-1]
        socket.send_json({"type": "ping", "sent_ms": 5})
        pong = receive_until(socket, of_type("pong"))[-1]

    assert welcome["type"] == "rush_welcome"
    assert heard[-1]["id"] == "a"
    update = next(message for message in heard if message["type"] == "rushed" and message["mine"])
    assert update["mine"]["turned"] == update["events"][0]["tile"]
    assert (refused["id"], refused["code"]) == ("b", "ALREADY_TURNED")
    assert refused["detail"].startswith("Place the tile")
    assert unread["code"] == "bad_message"
    assert pong["sent_ms"] == 5


def test_your_own_rooms_are_listed_private_ones_too(client: TestClient) -> None:
    rush_id = opened(client)
    with stranger(client):
        theirs = client.get("/api/gobble").json()["mine"]
        post(client, rush_id, "seats", name="Bo")
    post(client, rush_id, "start")
    playing = client.get("/api/gobble").json()
    with client.websocket_connect(f"/gobble/{rush_id}/socket") as socket:
        socket.send_json({"type": "leave", "id": "a"})
        receive_until(socket, of_type("ack"))
    after = client.get("/api/gobble").json()["mine"]

    assert theirs == playing["in_play"] == []
    assert [(row["id"], row["phase"]) for row in playing["mine"]] == [(rush_id, "running")]
    assert [(row["id"], row["phase"], row["names"]) for row in after] == [(rush_id, "over", ["Ann", "Bo"])]


def test_a_rush_can_be_replayed_and_downloaded_only_once_it_is_over(client: TestClient) -> None:
    rush_id = opened(client)
    post(client, rush_id, "start")
    early = client.get(f"/api/gobble/{rush_id}/replay")
    early_best = client.get(f"/gobble/{rush_id}/highlight.gif")
    with client.websocket_connect(f"/gobble/{rush_id}/socket") as socket:
        socket.send_json({"type": "leave", "id": "a"})
        over = receive_until(socket, of_type("ack"))
    replay = client.get(f"/api/gobble/{rush_id}/replay").json()
    record = parse_rush(client.get(f"/gobble/{rush_id}/record").text)
    best = client.get(f"/gobble/{rush_id}/highlight.gif")
    rematch = post(client, rush_id, "rematch", handicap=True)

    assert (early.status_code, early.json()["code"]) == (409, "rush_in_play")
    assert (early_best.status_code, best.status_code) == (409, 200)
    assert best.content.startswith(b"GIF89a")
    assert any(message["type"] == "rushed" for message in over)
    assert check(record) == ()
    assert replay["moments"][-1]["events"][-1]["kind"] == "over"
    assert replay["record"] == client.get(f"/gobble/{rush_id}/record").text
    assert rematch["status"] == 201
    assert client.get(rematch["url"]).status_code == 200

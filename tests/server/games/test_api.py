from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.record import check, parse_record, verify
from tantrix.server.app import create_app
from tantrix.server.database.database import Database
from tantrix.server.http.security import MAX_BODY
from tantrix.server.protocol.base import Problem
from tantrix.server.settings import Settings
from tests.server.support.databases.failing import without_room
from tests.server.support.databases.integrity import integrity
from tests.server.support.table import (
    PEOPLE,
    Json,
    Table,
    hear,
    of_type,
    person,
    place,
    receive_until,
    robot,
    stranger,
)

NO_GAME = "abcdefghijkm"


def test_a_game_is_created_and_can_be_read(client: TestClient) -> None:
    table = Table.open(client, person("G", "Ann"), person("Y", "Bo"), robot("R"), start="random-opening")

    game = table.look()["game"]

    assert game["rules"] == "GYR 56 random-opening"
    assert [(seat["name"], seat["colour"], seat["kind"], seat["is_mine"]) for seat in game["seats"]] == [
        ("Ann", "G", "person", True),
        ("Bo", "Y", "person", True),
        ("Greedy", "R", "robot", False),
    ]


@pytest.mark.parametrize(
    "start", ["draw-keep", "draw-return", "draw-then-six", "highest-in-hand", "random-opening"]
)
@pytest.mark.parametrize("tile_set", [56, 64])
def test_every_start_can_be_played_out(client: TestClient, start: str, tile_set: int) -> None:
    table = Table.open(client, start=start, tile_set=tile_set, forced_sides="exactly-three", deadlock="pass")

    table.play(3)

    assert len(table.look()["laid"]) == 3 + (start == "random-opening")


def test_doubles_are_played_by_two_teams(client: TestClient) -> None:
    seats = (person("R"), person("B"), person("R"), person("B"))  # R2.6
    table = Table.open(client, *seats, teams=True)

    assert table.look()["game"]["is_teams"]


def test_a_game_is_played_out_through_the_api_and_its_record_verified(client: TestClient) -> None:
    table = Table.open(client)

    welcome = table.play_out()
    record = parse_record(client.get(f"/games/{table.id}/record").text)

    assert welcome["secret"] is not None
    assert check(record) == ()
    assert verify(record) == ()


def test_the_record_of_an_unfinished_game_is_a_file_without_the_secret(table: Table) -> None:
    table.play(4)

    answer = table.client.get(f"/games/{table.id}/record")

    assert f'filename="tantrix-{table.id}.tantrix"' in answer.headers["content-disposition"]
    assert parse_record(answer.text).secret is None
    assert len(parse_record(answer.text).entries) == 4


def test_pictures_are_drawn_of_every_ply(table: Table) -> None:
    table.play(4)

    for ply in range(5):
        picture = table.client.get(f"/games/{table.id}/picture.svg", params={"ply": ply})
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<svg")
    png = table.client.get(f"/games/{table.id}/picture.png", params={"width": 200})
    assert png.content.startswith(b"\x89PNG")


def test_positions_that_cannot_change_may_be_cached_forever(table: Table) -> None:
    table.play(3)

    newest = table.client.get(f"/api/games/{table.id}/positions/3")
    before = table.client.get(f"/api/games/{table.id}/positions/2")  # a takeback may still change it
    table.resign()
    past = table.client.get(f"/api/games/{table.id}/positions/2")

    assert newest.headers["cache-control"] == before.headers["cache-control"] == "no-store"
    assert "immutable" in past.headers["cache-control"]
    assert past.json() == before.json()
    assert newest.json()["ply"] == 3


def test_a_placement_posted_again_is_acknowledged_again(table: Table) -> None:
    position = table.look()["position"]

    first = table.post("one", 0, position["placements"][0])
    table.play(1)
    again = table.post("one", 0, position["placements"][0])

    assert first.json() == again.json() == {"type": "ack", "id": "one", "version": 1}
    assert table.look()["version"] == 2


def test_robots_are_listed(client: TestClient) -> None:
    assert {"random", "greedy"} <= set(client.get("/api/robots").json())


NEW_GAMES: tuple[tuple[Any, str], ...] = (
    ({}, "seats"),
    ({"seats": [person("R")]}, "seats"),
    ({"seats": [person("R")] * 5}, "seats"),
    ({"seats": [person("R"), person("R")]}, "a different colour"),
    ({"seats": [person("R"), person("X")]}, "colour"),
    ({"seats": [person("R"), robot("B", "deep-thought")]}, "deep-thought"),
    ({"seats": [person("R"), {"colour": "B", "kind": "robot"}]}, "robot"),
    ({"seats": [person("R"), {**person("B"), "robot": "greedy"}]}, "no robot for a person"),
    ({"seats": [person("R"), person("B", "x" * 41)]}, "name"),
    ({"seats": list(PEOPLE), "tile_set": "56"}, "tile_set"),
    ({"seats": list(PEOPLE), "teams": 0}, "teams"),
    ({"seats": list(PEOPLE), "teams": True}, "doubles"),
    ({"seats": list(PEOPLE), "surprise": 1}, "surprise"),
    ([], "body"),
    (None, "body"),
)


@pytest.mark.parametrize(("fields", "word"), NEW_GAMES)
def test_fields_that_make_no_valid_game_are_refused(client: TestClient, fields: Any, word: str) -> None:
    problem = _problem(client.post("/api/games", json=fields), 422)

    assert problem.code == "invalid"
    assert any(word in error for error in problem.errors)


@pytest.mark.parametrize(
    "body", [b"{", b"", b"\xff\xfe", b"\x00", b"[" * 10_000, b'{"seats": 1e999}', b'"\\ud800"']
)
def test_a_body_that_cannot_be_read_is_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})

    assert answer.status_code in (400, 422)
    assert _problem(answer, answer.status_code).code in ("bad_request", "invalid")


def test_a_huge_body_is_refused(client: TestClient) -> None:
    assert _problem(client.post("/api/games", content=b" " * (MAX_BODY + 1)), 413).code == "too_large"


@pytest.mark.parametrize("path", ["/", "/archive", "/puzzles", "/api/robots"])
def test_a_huge_query_is_refused(client: TestClient, path: str) -> None:
    query = "&".join(f"n{n}=1" for n in range(1_000))

    assert client.get(f"{path}?{query}").status_code == 413
    assert client.get(f"{path}?{query[:2_000]}").status_code != 413


def test_a_huge_body_of_undeclared_size_is_refused(client: TestClient) -> None:
    def body() -> Iterator[bytes]:
        for _ in range(70):
            yield b" " * 1024

    assert _problem(client.post("/api/games", content=body()), 413).code == "too_large"


def test_the_largest_body_allowed_is_read(client: TestClient) -> None:
    assert client.post("/api/games", content=b" " * MAX_BODY).status_code in (400, 422)


UNKNOWN = (
    f"/api/games/{NO_GAME}",
    f"/api/games/{NO_GAME}/positions/0",
    f"/games/{NO_GAME}/record",
    f"/games/{NO_GAME}/picture.svg",
    f"/games/{NO_GAME}/picture.png",
    f"/games/{NO_GAME}",
    "/api/games/short",
    "/games/UPPERCASE123/record",
    "/games/..%2f..%2fetc%2fpasswd",
)


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_game_is_not_found(client: TestClient, path: str) -> None:
    assert _problem(client.get(path), 404).code in ("unknown_game", "not_found")


def test_placing_in_an_unknown_game_is_not_found(client: TestClient) -> None:
    assert _problem(Table(client, NO_GAME).post("one", 0, "1@0,0^0"), 404).code == "unknown_game"


@pytest.mark.parametrize("path", ["positions/1", "positions/64"])
def test_a_ply_to_come_is_not_found(table: Table, path: str) -> None:
    assert _problem(table.client.get(f"/api/games/{table.id}/{path}"), 404).code == "unknown_ply"


@pytest.mark.parametrize("path", ["picture.svg?ply=1", "picture.png?ply=64"])
def test_a_picture_of_a_ply_to_come_is_not_found(table: Table, path: str) -> None:
    assert _problem(table.client.get(f"/games/{table.id}/{path}"), 404).code == "unknown_ply"


@pytest.mark.parametrize(
    "path", ["picture.svg?ply=65", "picture.svg?ply=-1", "picture.png?ply=x", "picture.png?width=5000"]
)
def test_parameters_out_of_range_are_refused(table: Table, path: str) -> None:
    assert _problem(table.client.get(f"/games/{table.id}/{path}"), 422).code == "invalid"


def test_a_foreign_game_can_be_seen_but_not_played(table: Table) -> None:
    position = table.look()["position"]

    with stranger(table.client) as client:
        assert client.get(f"/api/games/{table.id}").status_code == 200
        answer = table.post("mine", 0, position["placements"][0])

    assert _problem(answer, 403).code == "not_your_seat"
    assert table.look()["version"] == 0


def test_a_placement_at_another_ply_conflicts(table: Table) -> None:
    position = table.look()["position"]

    assert _problem(table.post("early", 5, position["placements"][0]), 409).code == "stale_ply"


def test_an_illegal_placement_is_refused_by_its_verdict_in_words(table: Table) -> None:
    hand = table.look()["position"]["hands"][0]
    missing = next(tile for tile in range(1, 57) if tile not in hand)
    seat = table.look()["position"]["to_play"]
    other = table.look()["position"]["hands"][1 - seat][0]

    assert _problem(table.post("far", 0, f"{other}@0,0^0"), 422).code == "NOT_IN_HAND"
    assert "hand" in _problem(table.post("far", 0, f"{other}@0,0^0"), 422).detail
    assert _problem(table.post("odd", 0, f"{missing}@0,0^9"), 422).code == "bad_message"


def test_an_unknown_address_is_not_found(client: TestClient) -> None:
    assert _problem(client.get("/nothing/here"), 404).code == "not_found"


def test_another_method_is_not_allowed(client: TestClient) -> None:
    assert _problem(client.delete("/api/robots"), 405).code == "method_not_allowed"


@pytest.mark.parametrize(
    "headers", [{"origin": "http://elsewhere.example"}, {"sec-fetch-site": "cross-site"}]
)
@pytest.mark.parametrize("path", ["/api/games", "/games", "/settings"])
def test_a_change_from_another_site_is_refused(
    client: TestClient, path: str, headers: dict[str, str]
) -> None:
    assert (
        _problem(client.post(path, json={"seats": list(PEOPLE)}, headers=headers), 403).code
        == "foreign_origin"
    )


def test_every_answer_carries_the_security_headers(table: Table) -> None:
    for path in ("/healthz", "/nothing", f"/api/games/{table.id}", f"/games/{table.id}/picture.svg"):
        headers = table.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"


def test_the_session_cookie_cannot_be_read_by_scripts_or_sent_from_elsewhere(client: TestClient) -> None:
    cookie = client.post("/api/games", json={"seats": list(PEOPLE)}).headers["set-cookie"]

    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()


def test_the_store_knows_a_session_only_by_its_hash(settings: Settings, client: TestClient) -> None:
    Table.open(client)
    token = client.cookies["tantrix_session"]

    for file in settings.data_dir.iterdir():
        assert token.encode() not in file.read_bytes()


def test_a_game_is_the_same_after_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        table = Table.open(client)
        position = table.look()["position"]
        table.post("first", 0, position["placements"][0])
        table.play(5)
        before, cookies = table.look(), dict(client.cookies)

    with TestClient(create_app(settings), cookies=cookies) as client:
        table = Table(client, table.id)
        assert table.look() == before
        again = table.post("first", 0, position["placements"][0])
        assert again.json()["version"] == 1
        table.play(1)


def test_a_robot_that_was_to_play_plays_on_after_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        table = Table.open(client, person("R"), robot("B"), robot("G"))

    again = TestClient(create_app(settings), cookies=dict(client.cookies))
    with again as client, client.websocket_connect(table.socket) as socket:
        position = hear(socket)["position"]
        while position["to_play"] != 0:
            position = receive_until(socket, of_type("placed"))[-1]["position"]

    assert position["to_play"] == 0


def test_a_full_disk_refuses_a_placement_and_leaves_the_table_unchanged(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        games = [Table.open(client).id for _ in range(9)]
        cookies = dict(client.cookies)

    full = replace(settings, connect_writer=lambda database: without_room(database.connect_writer()))
    with TestClient(create_app(full), cookies=cookies) as client:
        table, refused = _play_until_refused(client, games)
        after = table.look()
        with client.websocket_connect(table.socket) as socket:
            hear(socket)
            longer = "again-with-a-key-that-takes-more-room"  # a shorter row might still fit
            socket.send_json(place(after["position"], longer))
            message = hear(socket)

    assert refused.status_code == 503
    assert refused.json()["code"] == message["code"] == "not_saved"
    with TestClient(create_app(settings), cookies=cookies) as client:
        assert Table(client, table.id).look() == after
    assert _integrity(settings.data_dir) == "ok"


def test_every_parameter_of_the_schema_is_bounded(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    unbounded = [
        f"{path} {parameter['name']}"
        for path, operations in schema["paths"].items()
        for operation in operations.values()
        for parameter in operation.get("parameters", [])
        if not _is_bounded(parameter["schema"])
    ]
    taken = ("NewGame", "SeatChoice", "PlaceRequest")
    unbounded += [
        f"{name}.{field}"
        for name in taken
        for field, field_schema in schema["components"]["schemas"][name]["properties"].items()
        if not _is_bounded(field_schema)
    ]

    assert unbounded == []


def test_every_operation_documents_its_problems(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()

    for path, operations in schema["paths"].items():
        for operation in operations.values():
            errors = {status for status in operation["responses"] if status >= "400"}
            assert "{game_id}" not in path or {"404", "422"} <= errors
            for status in errors:
                content = operation["responses"][status]["content"]
                body = "/Readiness" if (path, status) == ("/readyz", "503") else "/Problem"
                assert content["application/json"]["schema"]["$ref"].endswith(body)


def _problem(answer: Any, status: int) -> Problem:
    assert answer.status_code == status, answer.text
    assert "Traceback" not in answer.text
    return Problem.model_validate_json(answer.text)


def _play_until_refused(client: TestClient, games: list[str]) -> tuple[Table, Any]:
    """Continue the games until the disk is full; return the table where that happened, and the answer."""
    for table in (Table(client, game) for game in games):
        while not (position := table.look()["position"])["outcome"]:
            answer = table.post(f"full-{position['ply']}", position["ply"], position["placements"][0])
            if answer.status_code != 200:
                return table, answer
    raise AssertionError("the disk did not fill up")


def _integrity(data_dir: Path) -> str:
    database = Database(data_dir / "tantrix.sqlite3")
    try:
        return integrity(database)
    finally:
        database.close()


def _is_bounded(schema: Json) -> bool:
    if "anyOf" in schema:
        return all(_is_bounded(option) for option in schema["anyOf"])
    if "enum" in schema or "const" in schema or "$ref" in schema:
        return True
    match schema.get("type"):
        case "integer" | "number":
            return "minimum" in schema and "maximum" in schema
        case "string":
            return "maxLength" in schema
        case "array":
            return "maxItems" in schema and _is_bounded(schema["items"])
        case kind:
            return kind in ("boolean", "null")

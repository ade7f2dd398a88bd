import asyncio
import json
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tantrix.server.app import create_app
from tantrix.server.http.connection import BURST, QUEUED, QUEUED_BYTES, RATE, Connection
from tantrix.server.http.rate_limits import TokenBucket
from tantrix.server.settings import Settings
from tests.server.support.table import (
    PEOPLE,
    Table,
    hear,
    of_type,
    person,
    place,
    receive_until,
    robot,
    stranger,
)


def test_a_socket_is_welcomed_first(table: Table) -> None:
    with table.client.websocket_connect(table.socket) as socket:
        welcome = hear(socket)

    assert welcome["type"] == "welcome"
    assert welcome["version"] == 0
    assert [seat["is_mine"] for seat in welcome["game"]["seats"]] == [True, True]


def test_a_placement_is_announced_and_then_acknowledged(table: Table) -> None:
    with table.client.websocket_connect(table.socket) as socket:
        position = hear(socket)["position"]
        socket.send_json(place(position, "one"))
        placed, ack = hear(socket), hear(socket)

    assert (placed["type"], placed["version"], placed["ply"]) == ("placed", 1, 1)
    assert ack == {"type": "ack", "id": "one", "version": 1}


def test_a_placement_sent_again_is_acknowledged_again_and_changes_nothing(table: Table) -> None:
    with table.client.websocket_connect(table.socket) as socket:
        first = hear(socket)["position"]
        socket.send_json(place(first, "one"))
        second = receive_until(socket, of_type("ack"))[0]["position"]
        socket.send_json(place(second, "two"))
        receive_until(socket, of_type("ack"))
        socket.send_json(place(first, "one"))
        again = hear(socket)

    assert again == {"type": "ack", "id": "one", "version": 1}
    assert table.look()["version"] == 2


def test_everybody_at_the_table_receives_a_placement(table: Table) -> None:
    spectator = TestClient(table.client.app, raise_server_exceptions=False)
    with (
        table.client.websocket_connect(table.socket) as mine,
        spectator.websocket_connect(table.socket) as theirs,
    ):
        position = hear(mine)["position"]
        seats = hear(theirs)["game"]["seats"]
        mine.send_json(place(position, "one"))
        messages = (hear(mine), hear(theirs))

    assert messages[0] == messages[1]
    assert [seat["is_mine"] for seat in seats] == [False, False]


def test_a_robot_answers_a_person(client: TestClient) -> None:
    table = Table.open(client, person("R"), robot("B"))
    with client.websocket_connect(table.socket) as socket:
        heard = receive_until(socket, lambda message: _to_play(message) == 0)
        socket.send_json(place(heard[-1]["position"], "one"))
        answered = receive_until(socket, lambda m: m["type"] == "placed" and m["laid"]["seat"] == 1)

    assert any(message["type"] == "thinking" and message["seat"] == 1 for message in answered)


def test_a_whole_game_is_streamed_version_by_version_with_the_secret_at_the_end(client: TestClient) -> None:
    table = Table.open(client, person("R"), robot("B", "random"))
    versions = []
    with client.websocket_connect(table.socket) as socket:
        message = hear(socket)
        while message["type"] != "over":
            if _to_play(message) == 0 and not message["position"]["outcome"]:
                socket.send_json(place(message["position"], f"ply-{message['position']['ply']}"))
            message = hear(socket)
            versions += [message["version"]] if message["type"] in ("placed", "over") else []

    assert versions == list(range(versions[0], len(versions) + versions[0]))
    assert len(message["secret"]) == 64
    assert message["position"]["phase"] == "over"


def test_sync_sends_what_was_missed(table: Table) -> None:
    table.play(3)
    with table.client.websocket_connect(table.socket) as socket:
        welcome = hear(socket)
        socket.send_json({"type": "sync", "version": 1})
        missed = [hear(socket), hear(socket)]

    assert [message["version"] for message in missed] == [2, 3]
    assert missed[-1]["position"] == welcome["position"]


@pytest.mark.parametrize("version", [0, 999])
def test_a_sync_from_an_old_or_unknown_version_gets_a_welcome(table: Table, version: int) -> None:
    table.play(20)
    with table.client.websocket_connect(table.socket) as socket:
        welcome = hear(socket)
        socket.send_json({"type": "sync", "version": version})

        assert hear(socket) == welcome


def test_a_ping_is_answered(table: Table) -> None:
    with table.client.websocket_connect(table.socket) as socket:
        hear(socket)
        socket.send_json({"type": "ping", "sent_ms": 7})

        assert hear(socket) == {"type": "pong", "sent_ms": 7}


def test_resigning_ends_the_game_and_shows_the_secret(table: Table) -> None:
    table.play(2)
    with table.client.websocket_connect(table.socket) as socket:
        hear(socket)
        socket.send_json({"type": "resign", "id": "enough", "seat": 0})
        over, ack = hear(socket), hear(socket)

    assert over["position"]["outcome"]["termination"] == "resignation"  # R5.3
    assert over["position"]["outcome"]["ranks"] == [2, 1]
    assert ack["version"] == over["version"] == 3
    assert table.look()["secret"] == over["secret"]


BROKEN = (
    "",
    "{",
    "null",
    "[]",
    '{"type": "nothing"}',
    '{"type": "place", "id": "a", "ply": 0}',
    '{"type": "place", "id": "a", "ply": false, "placement": "1@0,0^0"}',
    '{"type": "place", "id": "a", "ply": "0", "placement": "1@0,0^0"}',
    '{"type": "place", "id": "", "ply": 0, "placement": "1@0,0^0"}',
    '{"type": "place", "id": "a", "ply": 0, "placement": "1@0,0^0", "draw": 3}',
    '{"type": "place", "id": "a", "ply": 0, "placement": "nonsense"}',
    '{"type": "place", "id": "a", "ply": 0, "placement": "99@0,0^0"}',
    '{"type": "sync", "version": 1' + "0" * 400 + "}",
    "[" * 3000,
    "\ud800",
)


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_message_is_refused_and_changes_nothing(table: Table, text: str) -> None:
    with table.client.websocket_connect(table.socket) as socket:
        welcome = hear(socket)
        socket.send_text(text)
        refused = hear(socket)

    assert (refused["type"], refused["code"]) == ("refused", "bad_message")
    assert table.look() | {"type": "welcome"} == welcome


def test_a_binary_frame_is_refused(table: Table) -> None:
    with table.client.websocket_connect(table.socket) as socket:
        hear(socket)
        socket.send_bytes(b"\xff")

        assert hear(socket)["code"] == "bad_message"


def test_a_huge_message_is_refused(table: Table) -> None:
    with table.client.websocket_connect(table.socket) as socket:
        hear(socket)
        socket.send_text(json.dumps({"type": "ping", "sent_ms": 1, "more": "x" * 5000}))

        assert hear(socket)["code"] == "too_large"


def test_a_stale_ply_is_refused(table: Table) -> None:
    with table.client.websocket_connect(table.socket) as socket:
        position = hear(socket)["position"]
        table.play(1)
        hear(socket)
        socket.send_json(place(position, "late"))
        refused = hear(socket)

    assert (refused["id"], refused["code"]) == ("late", "stale_ply")


def test_an_illegal_placement_is_refused_with_its_verdict(table: Table) -> None:
    with table.client.websocket_connect(table.socket) as socket:
        position = hear(socket)["position"]
        tile = position["hands"][position["to_play"]][0]
        socket.send_json(place(position, "far") | {"placement": f"{tile}@5,5^0"})
        refused = hear(socket)

    assert (refused["id"], refused["code"]) == ("far", "DETACHED")


def test_a_spectator_can_neither_place_nor_resign(table: Table) -> None:
    with stranger(table.client) as spectator, spectator.websocket_connect(table.socket) as socket:
        position = hear(socket)["position"]
        socket.send_json(place(position, "mine"))
        socket.send_json({"type": "resign", "id": "yours", "seat": 0})
        codes = [hear(socket)["code"], hear(socket)["code"]]

    assert codes == ["not_your_seat", "not_your_seat"]
    assert table.look()["version"] == 0


def test_a_robots_seat_cannot_be_resigned(client: TestClient) -> None:
    table = Table.open(client, person("R"), robot("B"))
    with client.websocket_connect(table.socket) as socket:
        hear(socket)
        socket.send_json({"type": "resign", "id": "no", "seat": 1})
        socket.send_json({"type": "resign", "id": "none", "seat": 3})
        refused = [receive_until(socket, of_type("refused"))[-1]["code"] for _ in range(2)]

    assert refused == ["not_your_seat", "not_your_seat"]


def test_an_unknown_game_closes_the_socket_permanently(client: TestClient) -> None:
    socket = client.websocket_connect("/games/abcdefghijkm/socket")
    with socket, pytest.raises(WebSocketDisconnect) as closed:
        hear(socket)

    assert closed.value.code == 4404


@pytest.mark.parametrize(
    "headers", [{"origin": "http://elsewhere.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
def test_a_socket_from_another_site_is_refused(table: Table, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), table.client.websocket_connect(table.socket, headers=headers):
        pass


def test_a_socket_from_our_own_page_is_accepted(table: Table) -> None:
    headers = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    with table.client.websocket_connect(table.socket, headers=headers) as socket:
        assert hear(socket)["type"] == "welcome"


def test_a_client_that_sends_too_fast_gets_an_error(settings: Settings) -> None:
    still = Settings(settings.data_dir, now_ms=lambda: 1_700_000_000_000)
    with TestClient(create_app(still)) as client:
        table = Table.open(client, *PEOPLE)
        with client.websocket_connect(table.socket) as socket:
            hear(socket)
            for _ in range(BURST + 1):
                socket.send_json({"type": "ping", "sent_ms": 1})
            heard = [hear(socket) for _ in range(BURST + 1)]

    assert [message["type"] for message in heard[:-1]] == ["pong"] * BURST
    assert heard[-1]["code"] == "too_fast"


def test_the_allowance_fills_again_with_time() -> None:
    bucket = TokenBucket(RATE, BURST, 0)
    assert all(bucket.take(0) for _ in range(BURST))

    assert not bucket.take(0)
    assert [bucket.take(1000) for _ in range(RATE + 1)] == [True] * RATE + [False]


def test_a_client_that_does_not_read_is_dropped() -> None:
    connection = Connection(None)
    for n in range(QUEUED):
        connection.post(str(n))
    assert not connection.dropped.is_set()

    connection.post("one more")

    assert connection.dropped.is_set()


def test_a_client_whose_queue_holds_too_much_is_dropped() -> None:
    connection = Connection(None)
    large = "ы" * (QUEUED_BYTES // 2 + 1)
    connection.post(large)  # one message always fits

    assert (connection.n_bytes, connection.dropped.is_set()) == (QUEUED_BYTES + 2, False)

    connection.post("more")

    assert connection.n_bytes == QUEUED_BYTES + 2 and connection.dropped.is_set()


def test_sent_messages_make_room_for_more() -> None:
    async def send_all() -> int:
        connection = Connection(None)
        for _ in range(10 * QUEUED):
            connection.post("x" * (QUEUED_BYTES // 2))
            await connection.next()
        assert not connection.dropped.is_set()
        return connection.n_bytes

    assert asyncio.run(send_all()) == 0


def test_a_task_that_waits_for_a_message_gets_it_or_learns_of_the_end_or_of_the_time() -> None:
    async def wait(event: Callable[[Connection], None], seconds: float) -> str | None:
        connection = Connection(None)
        waiting = asyncio.create_task(connection.next(seconds))
        await asyncio.sleep(0)
        event(connection)
        return await waiting

    assert asyncio.run(wait(lambda connection: connection.post("now"), 60)) == "now"
    assert asyncio.run(wait(lambda connection: connection.drop(), 60)) is None
    assert asyncio.run(wait(lambda _: None, 0)) is None


def _to_play(message: dict[str, object]) -> object:
    position = message.get("position")
    return position["to_play"] if isinstance(position, dict) else None

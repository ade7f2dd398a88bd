"""A server that is asked for what another one has just written reads it, although no bus has told it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tantrix.server.cluster import database_watch
from tests.server.support.cluster.several_servers import NO_BUS, Serve, servers_on
from tests.server.support.external_servers import new_database
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.table import Json, Table, of_type, receive_until

N_PLIES = 6


@pytest.fixture
def serve(tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Start servers that hear nothing of each other."""
    monkeypatch.setattr(database_watch, "COMPARE_S", 1e6)
    with servers_on(new_database(postgres), tmp_path) as start:
        yield lambda: start(NO_BUS)


@pytest.fixture
def tables(serve: Serve) -> tuple[Table, Table]:
    """Open a game of one person at two servers."""
    one, two = Table.open(serve()), serve()
    two.cookies.update(dict(one.client.cookies))
    there = Table(two, one.id)
    there.look()  # it is open there, too
    return one, there


def test_the_position_after_a_tile_laid_at_another_server_is_known(tables: tuple[Table, Table]) -> None:
    one, two = tables

    for ply in range(1, N_PLIES):
        one.play(1)
        shown = two.client.get(f"/api/games/{two.id}/positions/{ply}")

        assert (shown.status_code, shown.json().get("ply")) == (200, ply)
    assert two.client.get(f"/api/games/{two.id}/positions/{N_PLIES}").json()["code"] == "unknown_ply"


def test_a_game_is_shown_with_the_last_tile_laid_at_another_server(tables: tuple[Table, Table]) -> None:
    one, two = tables

    one.play(3)

    assert two.look()["version"] == 3


def test_a_tile_for_a_turn_that_began_at_another_server_is_laid(tables: tuple[Table, Table]) -> None:
    one, two = tables

    for ply in range(N_PLIES):
        table, other = (one, two) if ply % 2 else (two, one)
        placement = other.client.get(f"/api/games/{one.id}/positions/{ply}").json()["placements"][0]
        assert table.post(f"play-{ply}", ply, placement).status_code == 200


def test_a_tile_sent_over_the_socket_is_laid_after_one_laid_at_another_server(
    tables: tuple[Table, Table],
) -> None:
    one, two = tables
    with two.client.websocket_connect(two.socket) as socket:
        socket.receive_json()
        one.play(1)
        placement = one.look()["position"]["placements"][0]

        socket.send_json({"type": "place", "id": "mine", "ply": 1, "placement": placement})

        receive_until(socket, of_type("ack"))


def test_a_page_that_knows_more_than_its_new_server_is_not_set_back(tables: tuple[Table, Table]) -> None:
    one, two = tables
    one.play(3)

    with two.client.websocket_connect(two.socket) as socket:
        assert socket.receive_json()["version"] == 3
        one.play(1)
        socket.send_json({"type": "sync", "version": 4})
        receive_until(socket, lambda message: message.get("version") == 4)


def test_a_game_that_ended_at_another_server_is_over_for_every_address(tables: tuple[Table, Table]) -> None:
    one, two = tables
    one.play(2)
    two.look()
    one.resign()

    record = two.client.get(f"/games/{two.id}/record").text
    analysis = two.client.get(f"/games/{two.id}/analysis")

    assert record == one.client.get(f"/games/{one.id}/record").text
    assert analysis.status_code == one.client.get(f"/games/{one.id}/analysis").status_code
    assert two.look()["position"]["outcome"] == one.look()["position"]["outcome"]


def test_a_seat_taken_at_another_server_is_known(serve: Serve) -> None:
    one, two = serve(), serve()
    table = Table.open(one, {"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"})
    owner = dict(one.cookies)
    two.cookies.update(owner)
    assert Table(two, table.id).look()["type"] == "waiting"
    one.cookies.clear()
    assert one.post(f"/api/games/{table.id}/seats", json={"seat": 1, "name": "Bea"}).status_code == 200

    assert Table(two, table.id).look()["type"] == "welcome"
    assert two.get(f"/api/games/{table.id}/positions/0").status_code == 200


def test_a_table_closed_at_another_server_is_gone(serve: Serve) -> None:
    one, two = serve(), serve()
    table = Table.open(one, {"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"})
    two.get(f"/api/games/{table.id}")

    assert one.delete(f"/api/games/{table.id}").status_code == 200

    assert two.get(f"/api/games/{table.id}").status_code == 404


def test_a_gobble_room_is_set_up_at_two_servers_in_turn(serve: Serve) -> None:
    one, two = serve(), serve()
    room = f"/api/gobble/{one.post('/api/gobble', json={'name': 'Ann'}).json()['id']}"
    two.get(room)
    assert two.post(f"{room}/seats", json={"name": "Bea"}).status_code == 200

    seats = [each["name"] for each in one.get(room).json()["room"]["seats"]]
    started = one.post(f"{room}/start")

    assert seats == ["Ann", "Bea"]
    assert started.status_code == 200, started.text
    assert two.get(room).json()["version"] == started.json()["version"]


def test_what_an_account_makes_at_one_server_is_found_at_another(serve: Serve) -> None:
    one, two = WaitingRoom(serve()), serve()
    there = one.at_another(two)
    one.cookies("ANN")
    challenge = one.posted("ANN")
    options: Json = {"preset": "all-play-all", "name": "Autumn", "is_listed": False}
    tournament = one.ask("ANN", "POST", "/api/tournaments", options).json()["id"]
    command = {"type": "enter"}

    assert challenge in there.shown("ANN")
    assert there.ask("ANN", "GET", f"/api/tournaments/{tournament}").json()["name"] == "Autumn"
    assert one.ask("ANN", "POST", f"/api/tournaments/{tournament}/commands", command).status_code == 200
    assert len(there.ask("ANN", "GET", f"/api/tournaments/{tournament}").json()["entrants"]) == 1


def test_a_message_written_at_one_server_can_be_answered_at_another(tables: tuple[Table, Table]) -> None:
    one, two = tables
    message = {"type": "send_chat", "id": "m", "channel": "players", "text": "hello"}
    sent = one.client.post(f"/api/games/{one.id}/chat", json=message)

    assert sent.status_code == 200, sent.text
    assert [m["text"] for m in two.client.get(f"/api/games/{two.id}/chat").json()["messages"]] == ["hello"]

"""Only the user who opened a waiting table can close it; the other users at the table are notified."""

import asyncio
from contextlib import closing
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.database.writes import write_all
from tantrix.server.games.store import GameStore, TakenSeat, close_table, delete_taken_seats
from tantrix.server.settings import Settings
from tests.server.support.table import Table, hear, of_type, person, receive_until

OPEN = {"colour": "B", "kind": "open"}


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table.open(client, person("R"), OPEN, {"colour": "G", "kind": "open"}, listing="open")


def _refused(client: TestClient, game: str) -> tuple[int, Any]:
    answer = client.delete(f"/api/games/{game}")
    return answer.status_code, answer.json().get("code")


def _waiting(client: TestClient) -> list[str]:
    return [row["id"] for row in client.get("/api/lobby").json()["waiting"]]


def test_the_player_who_opened_a_table_can_close_it(client: TestClient, table: Table) -> None:
    assert _waiting(client) == [table.id]

    assert client.delete(f"/api/games/{table.id}").json() == {"status": "ok"}

    assert client.get(f"/api/games/{table.id}").status_code == 404
    assert client.post(f"/api/games/{table.id}/seats", json={"seat": 1}).status_code == 404
    assert _refused(client, table.id) == (404, "unknown_game")
    assert table.id not in client.get("/games").text
    assert _waiting(client) == []


def test_players_at_a_table_learn_that_it_is_closed(client: TestClient, table: Table) -> None:
    mine = dict(client.cookies)
    client.cookies.clear()
    assert client.post(f"/api/games/{table.id}/seats", json={"seat": 1}).json()["type"] == "waiting"
    with client.websocket_connect(table.socket) as socket:
        assert hear(socket)["type"] == "waiting"
        client.cookies.clear()
        client.cookies.update(mine)

        assert client.delete(f"/api/games/{table.id}").status_code == 200

        assert receive_until(socket, of_type("closed"))[-1] == {"type": "closed"}
        socket.send_json({"type": "sync", "version": 0})
        assert receive_until(socket, of_type("refused"))[-1]["code"] == "unknown_game"


def test_nobody_else_closes_a_table(client: TestClient, table: Table) -> None:
    client.cookies.clear()
    assert _refused(client, table.id) == (403, "not_owner")
    client.post(f"/api/games/{table.id}/seats", json={"seat": 1})
    assert _refused(client, table.id) == (403, "not_owner")
    assert "Close the table" not in client.get(f"/games/{table.id}").text
    assert client.get(f"/api/games/{table.id}").json()["type"] == "waiting"


def test_a_game_that_has_begun_is_not_closed(client: TestClient) -> None:
    table = Table.open(client, person("R"), person("B"))
    assert _refused(client, table.id) == (409, "has_begun")
    assert client.get(f"/api/games/{table.id}").json()["type"] == "welcome"


def test_a_page_closes_a_table_and_the_list_of_games_does(client: TestClient, table: Table) -> None:
    form = f'action="/games/{table.id}/close"'
    assert form in client.get(f"/games/{table.id}").text
    assert form in client.get("/games").text

    answer = client.post(f"/games/{table.id}/close", follow_redirects=False)

    assert (answer.status_code, answer.headers["location"]) == (303, "/games")
    assert client.get(f"/games/{table.id}").status_code == 404


def test_taking_a_seat_at_a_table_that_another_server_closed_is_a_conflict(
    client: TestClient, table: Table, settings: Settings
) -> None:
    with closing(Database(settings.data_dir / DATABASE)) as database, database.connect_writer() as connection:
        with connection.begin():
            write_all(connection, [delete_taken_seats(table.id), close_table(table.id)])
        with closing(Writer(database.connect_writer)) as writer, pytest.raises(Conflict):
            asyncio.run(writer.append(TakenSeat(table.id, 1, "bea", "Bea", 0)))

        client.cookies.clear()
        answer = client.post(f"/api/games/{table.id}/seats", json={"seat": 1})

        assert GameStore(database.readers).taken_seats(table.id) == []
    assert answer.status_code == 404

"""Games between people in several browsers: open seats, clocks, presence, the lobby."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.cluster.uptime import read_uptime
from tantrix.server.database.database import Database
from tantrix.server.games.room import LOST_DELAY_MS
from tantrix.server.settings import Settings
from tests.server.support.clients import become
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Json, Table, of_type, person, place, receive_until, robot

OPEN = {"colour": "B", "kind": "open"}
GAME_HAS = ("hands", "placements")


@pytest.fixture
def hands() -> ManualClock:
    return ManualClock()


@pytest.fixture
def timed(settings: Settings, hands: ManualClock) -> Iterator[TestClient]:
    with TestClient(create_app(replace(settings, now_ms=hands))) as client:
        yield client


def _sit(client: TestClient, table: Table, seat: int = 1, name: str = "Bea") -> Any:
    return client.post(f"/api/games/{table.id}/seats", json={"seat": seat, "name": name})


def _two(client: TestClient, **options: Any) -> tuple[Table, Json, Json]:
    """Open a table, seat a second person, and return the table with both cookies."""
    table = Table.open(client, person("R", "Ann"), OPEN, **options)
    mine = dict(client.cookies)
    client.cookies.clear()
    assert _sit(client, table).status_code == 200
    return table, mine, dict(client.cookies)


def test_a_table_with_a_free_seat_shows_nothing_of_the_game(client: TestClient) -> None:
    table = Table.open(client, person("R", "Ann"), OPEN)

    view = table.look()

    assert view["type"] == "waiting"
    assert [seat["kind"] for seat in view["game"]["seats"]] == ["person", "open"]
    assert view["game"]["drawn"] == []
    for path in ("record", "picture.svg", "picture.png"):
        assert client.get(f"/games/{table.id}/{path}").json()["code"] == "not_begun"
    assert client.get(f"/api/games/{table.id}/positions/0").status_code == 409


def test_a_player_who_sits_down_plays_only_that_seat(client: TestClient) -> None:
    table, ann, bea = _two(client)

    seen_by_bea = become(client, bea).get(f"/api/games/{table.id}").json()
    seen_by_ann = become(client, ann).get(f"/api/games/{table.id}").json()

    assert [seat["is_mine"] for seat in seen_by_bea["game"]["seats"]] == [False, True]
    assert [seat["is_mine"] for seat in seen_by_ann["game"]["seats"]] == [True, False]
    assert [seat["name"] for seat in seen_by_ann["game"]["seats"]] == ["Ann", "Bea"]


def test_only_the_seat_to_play_may_lay_a_tile(client: TestClient) -> None:
    table, ann, bea = _two(client)
    position = table.look()["position"]
    to_play, other = (ann, bea) if position["to_play"] == 0 else (bea, ann)

    become(client, other)
    assert table.post("one", 0, position["placements"][0]).json()["code"] == "not_your_seat"
    client.cookies.clear()
    assert table.post("two", 0, position["placements"][0]).json()["code"] == "not_your_seat"
    become(client, to_play)
    assert table.post("three", 0, position["placements"][0]).status_code == 200


def test_a_seat_is_taken_once_and_nobody_sits_twice(client: TestClient) -> None:
    table = Table.open(client, person("R", "Ann"), OPEN, {"colour": "Y", "kind": "open"})

    assert _sit(client, table, 1).json()["code"] == "already_seated"
    client.cookies.clear()
    assert _sit(client, table, 1).status_code == 200
    assert _sit(client, table, 2).json()["code"] == "already_seated"
    client.cookies.clear()
    assert _sit(client, table, 1).json()["code"] == "seat_taken"
    assert _sit(client, table, 0).json()["code"] == "seat_taken"
    assert _sit(client, table, 2).json()["type"] == "welcome"


def test_nobody_plays_before_all_seats_are_taken(client: TestClient) -> None:
    table = Table.open(client, person("R"), OPEN)

    assert table.post("early", 0, "1@0,0^0").json()["code"] == "not_begun"


def test_a_table_with_only_open_seats_is_refused(client: TestClient) -> None:
    answer = client.post("/api/games", json={"seats": [{"colour": "R", "kind": "open"}, OPEN]})

    assert answer.status_code == 422


@pytest.mark.parametrize("control", ["", "soon", "5 hours", "9999"])
def test_an_unknown_time_control_is_refused(client: TestClient, control: str) -> None:
    answer = client.post("/api/games", json={"seats": [person("R"), person("B")], "control": control})

    assert answer.status_code == 422
    assert "time" in answer.json()["errors"][0]


def test_waiting_players_are_welcomed_when_the_last_seat_is_taken(client: TestClient) -> None:
    table = Table.open(client, person("R", "Ann"), OPEN)

    with client.websocket_connect(table.socket) as socket:
        assert socket.receive_json()["type"] == "waiting"
        client.cookies.clear()
        _sit(client, table)
        welcome = receive_until(socket, of_type("welcome"))[-1]

    assert [seat["is_mine"] for seat in welcome["game"]["seats"]] == [True, False]


def test_a_robot_waits_until_all_seats_are_taken(client: TestClient) -> None:
    table = Table.open(client, person("R"), OPEN, robot("Y"))
    client.cookies.clear()

    assert table.look()["type"] == "waiting"
    assert _sit(client, table).json()["position"]["ply"] <= 1


def test_a_table_and_its_sitters_are_the_same_after_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        table, _, bea = _two(client, control="5+3")
        before = table.look()

    with TestClient(create_app(settings)) as client:
        table = Table(client, table.id)
        again = become(client, bea).get(f"/api/games/{table.id}").json()

    assert again["game"]["seats"][1] == {**before["game"]["seats"][1], "is_mine": True}
    assert again["position"] == before["position"]


def test_the_clock_of_the_seat_to_play_runs(timed: TestClient, hands: ManualClock) -> None:
    table, _, _ = _two(timed, control="5+3")
    welcome = table.look()
    to_play = welcome["position"]["to_play"]
    hands.now_ms += 10_000

    clock = table.look()["clock"]

    assert clock["running"] == to_play
    assert clock["left_ms"][to_play] == 290_000
    assert clock["left_ms"][1 - to_play] == 300_000


def test_the_increment_comes_when_the_turn_has_passed(timed: TestClient, hands: ManualClock) -> None:
    table, ann, bea = _two(timed, control="5+3")
    position = table.look()["position"]
    first = position["to_play"]
    hands.now_ms += 10_000

    while position["to_play"] == first:
        become(timed, (ann, bea)[first])
        assert (
            table.post(f"p{position['ply']}", position["ply"], position["placements"][0]).status_code == 200
        )
        position = table.look()["position"]

    assert table.look()["clock"]["left_ms"][first] == 293_000


def test_a_player_without_time_has_lost(timed: TestClient, hands: ManualClock) -> None:
    table, _, _ = _two(timed, control="0.02")
    with timed.websocket_connect(table.socket) as socket:
        first = socket.receive_json()["position"]["to_play"]
        hands.now_ms += 1_201
        over = receive_until(socket, of_type("over"))[-1]

    assert over["position"]["outcome"]["termination"] == "time"
    assert over["position"]["outcome"]["ranks"][first] == 2
    assert over["clock"]["left_ms"][first] == 0


def test_a_placement_after_the_flag_has_fallen_is_refused(timed: TestClient, hands: ManualClock) -> None:
    table, ann, bea = _two(timed, control="5")
    position = table.look()["position"]
    hands.now_ms += 300_000

    become(timed, (ann, bea)[position["to_play"]])
    late = table.post("late", 0, position["placements"][0])

    assert late.json()["code"] in ("time_over", "GAME_OVER")


def test_a_tournament_game_goes_on_and_counts_penalty_points(timed: TestClient, hands: ManualClock) -> None:
    # R8.1
    table, ann, bea = _two(timed, control="15 tournament")
    position = table.look()["position"]
    hands.now_ms += 16 * 60_000

    clock = table.look()["clock"]
    become(timed, (ann, bea)[position["to_play"]])

    assert clock["penalties"][position["to_play"]] == 2
    assert table.post("late", 0, position["placements"][0]).status_code == 200


def test_time_while_the_server_is_down_is_not_counted(settings: Settings, hands: ManualClock) -> None:
    settings = replace(settings, now_ms=hands)
    with TestClient(create_app(settings)) as client:
        table, _, _ = _two(client, control="5+3")
        to_play = table.look()["position"]["to_play"]
        hands.now_ms += 1_000
        stopped_ms = hands.now_ms

    (settings.data_dir / "alive").write_text(str(stopped_ms))
    hands.now_ms += 3_600_000
    with TestClient(create_app(settings)) as client:
        clock = Table(client, table.id).look()["clock"]

    assert clock["left_ms"][to_play] == 299_000 + LOST_DELAY_MS


def test_the_lobby_lists_who_is_online(client: TestClient) -> None:
    table, ann, bea = _two(client)
    become(client, ann)
    with client.websocket_connect(table.socket) as socket:
        assert receive_until(socket, of_type("presence"))[-1]["is_here"] == [True, False]
        become(client, bea)
        with client.websocket_connect(table.socket):
            assert receive_until(socket, of_type("presence"))[-1]["is_here"] == [True, True]
        assert receive_until(socket, of_type("presence"))[-1]["is_here"] == [True, False]


def test_spectators_are_counted_and_hold_no_seat(client: TestClient) -> None:
    table, _, _ = _two(client)
    client.cookies.clear()
    with client.websocket_connect(table.socket) as socket:
        presence = receive_until(socket, of_type("presence"))[-1]
        socket.send_json(place(table.look()["position"], "mine"))
        refused = receive_until(socket, of_type("refused"))[-1]

    assert (presence["is_here"], presence["n_spectators"]) == ([False, False], 1)
    assert refused["code"] == "not_your_seat"


def test_the_lobby_lists_open_tables_and_no_private_ones(client: TestClient) -> None:
    Table.open(client, person("R", "Ann"), OPEN)
    waiting = Table.open(client, person("R", "Ann"), OPEN, listing="open", control="10")
    playing, _, _ = _two(client, listing="open")

    lobby = client.get("/api/lobby").json()

    assert [table["id"] for table in lobby["waiting"]] == [waiting.id]
    assert [table["id"] for table in lobby["in_play"]] == [playing.id]
    assert lobby["waiting"][0]["control"] == "10"
    assert all(has not in str(lobby) for has in GAME_HAS)


def test_a_game_is_listed_for_everybody_who_plays_in_it(client: TestClient) -> None:
    table, _, bea = _two(client)

    page = become(client, bea).get("/games").text

    assert table.id in page


def test_an_outage_is_noted_once(tmp_path: Path) -> None:
    ticks = count(1_000_000, 1)
    settings = Settings(migrated_folder(tmp_path), now_ms=ticks.__next__)
    (tmp_path / "alive").write_text("5")
    with TestClient(create_app(settings)) as client:
        while client.get("/readyz").status_code != 200:
            pass

    database = Database(tmp_path / "tantrix.sqlite3")
    (outage,) = read_uptime(database.readers).outages
    database.close()
    assert outage.from_ms == 5

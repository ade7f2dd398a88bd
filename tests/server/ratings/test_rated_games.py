"""Rated games on the server: who may play them, what is saved, and that ratings can be recomputed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.server.admin.rebuild import count_rated, count_results, rebuild_ratings, rebuild_results
from tantrix.server.app import create_app
from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD, become, catch_up, rows, sign_up
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json, Table, person, robot

OPEN = {"colour": "B", "kind": "open"}
RATED_TABLES = ("rated_games", "ratings", "ladders", "pairings", "rating_steps")


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def _sit(client: TestClient, table: Table, seat: int = 1) -> Any:
    return client.post(f"/api/games/{table.id}/seats", json={"seat": seat, "name": "x"})


def _resign(client: TestClient, table: Table, seat: int) -> None:
    with client.websocket_connect(table.socket) as socket:
        socket.send_json({"type": "resign", "id": "bye", "seat": seat})
        while socket.receive_json()["type"] != "ack":
            pass


def _rated_game(client: TestClient, one: Json, other: Json, **options: Any) -> Table:
    """Play a rated game that `one` wins because `other` resigns."""
    table = Table.open(become(client, one), person("R", "Ann"), OPEN, rated=True, **options)
    assert _sit(become(client, other), table).status_code == 200
    _resign(client, table, 1)
    return table


def test_only_accounts_open_and_join_rated_games(client: TestClient) -> None:
    refused = client.post("/api/games", json={"seats": [person("R"), OPEN], "rated": True})
    assert (refused.status_code, refused.json()["code"]) == (403, "account_needed")

    table = Table.open(become(client, sign_up(client, "Ann")), person("R"), OPEN, rated=True)
    client.cookies.clear()
    guest = _sit(client, table)
    bea = _sit(become(client, sign_up(client, "Bea")), table)

    assert (guest.status_code, guest.json()["code"]) == (403, "account_needed")
    assert bea.json()["game"]["is_rated"] is True


def test_at_a_rated_table_nobody_plays_two_seats(client: TestClient) -> None:
    become(client, sign_up(client, "Ann"))

    answer = client.post("/api/games", json={"seats": [person("R"), person("B")], "rated": True})

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_a_robot_that_adapts_to_its_opponent_plays_no_rated_games(client: TestClient) -> None:
    become(client, sign_up(client, "Ann"))
    seats = [person("R"), {"colour": "B", "kind": "robot", "robot": "adaptive"}]

    answer = client.post("/api/games", json={"seats": seats, "rated": True})
    page = client.post("/games", data={"rated": "yes", "kind_1": "robot:adaptive"}).text

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert "Echo plays as well as its opponents do" in page
    assert client.post("/api/games", json={"seats": seats}).status_code == 201


def test_a_robot_with_a_style_of_its_own_plays_rated_games(client: TestClient) -> None:
    become(client, sign_up(client, "Ann"))
    seats = [person("R"), {"colour": "B", "kind": "robot", "robot": "looper"}]

    answer = client.post("/api/games", json={"seats": seats, "rated": True})

    assert answer.status_code == 201


def test_the_form_offers_a_rated_game_to_accounts_and_says_why_not(client: TestClient) -> None:
    form = {"rated": "yes", "kind_1": "open"}
    assert 'name="rated"' not in client.get("/custom").text
    assert "sign in first" in client.post("/games", data=form).text
    become(client, sign_up(client, "Ann"))
    assert 'name="rated"' in client.get("/custom").text
    assert "in their own browser" in client.post("/games", data={"rated": "yes", "kind_1": "person"}).text

    answer = client.post("/games", data=form)

    assert answer.status_code == 303
    assert "A rated game." in client.get(answer.headers["location"]).text


def test_the_lobby_says_which_tables_are_rated(client: TestClient) -> None:
    become(client, sign_up(client, "Ann"))
    Table.open(client, person("R"), OPEN, rated=True, listing="open")

    assert [table["is_rated"] for table in client.get("/api/lobby").json()["waiting"]] == [True]


def test_a_finished_game_leaves_a_result_and_a_row_for_each_seat(
    client: TestClient, settings: Settings
) -> None:
    table = _rated_game(client, sign_up(client, "Ann"), sign_up(client, "Bea"))

    result = rows(settings, "SELECT game_id, pool, n_seats, is_rated, termination FROM results")
    seats = rows(settings, "SELECT seat, name, colour, rank, share, is_quitter FROM result_seats")

    assert result == [(table.id, "two", 2, 1, "resignation")]
    assert seats == [(0, "Ann", "R", 1, 1.0, 0), (1, "Bea", "B", 2, 0.0, 0)]


def test_a_result_has_scores_lines_and_shares(client: TestClient, settings: Settings) -> None:
    table = Table.open(client)
    table.play(12)
    _resign(client, table, 0)
    outcome = table.look()["position"]["outcome"]

    seats = rows(settings, "SELECT score, rank, line_length, has_loop, share FROM result_seats")
    assert [seat[:2] for seat in seats] == list(zip(outcome["scores"], outcome["ranks"], strict=True))
    assert all(score == length * (2 if loop else 1) for score, _, length, loop, _ in seats)
    assert sum(seat[4] for seat in seats) == 1
    assert rows(settings, "SELECT count(*) FROM rated_games") == [(0,)]


def test_results_rebuilt_from_the_journals_are_the_same(client: TestClient, settings: Settings) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    _rated_game(client, ann, bea)
    _rated_game(client, bea, ann, tile_set=64)
    tables = ("results", "result_seats")
    before = [rows(settings, f"SELECT * FROM {table}") for table in tables]

    assert rebuild_results(settings.data_dir, lambda _done, _of: None) == 2

    assert [rows(settings, f"SELECT * FROM {table}") for table in tables] == before
    assert count_results(settings.data_dir) == 2


def test_results_rebuilt_after_an_outage_do_not_count_it_against_the_clocks(
    settings: Settings, clock: ManualClock
) -> None:
    settings = replace(settings, now_ms=clock)
    with TestClient(create_app(settings)) as client:
        table = Table.open(client, control="15 tournament")
        table.play(4)
    clock.now_ms += 30 * 60_000
    with TestClient(create_app(settings), cookies=client.cookies) as client:
        Table(client, table.id).play_out()
        before = rows(settings, "SELECT seat, tenths FROM result_seats ORDER BY seat")

    rebuild_results(settings.data_dir, lambda _done, _of: None)

    assert rows(settings, "SELECT seat, tenths FROM result_seats ORDER BY seat") == before


def test_ratings_rebuilt_from_the_results_are_the_same(client: TestClient, settings: Settings) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    for _ in range(3):
        _rated_game(client, ann, bea)
        _rated_game(client, bea, ann)
    catch_up(client)
    before = _ratings(settings)

    assert rebuild_ratings(settings.data_dir) == 6

    assert _ratings(settings) == before
    assert count_rated(settings.data_dir) == 6
    assert len(before["ratings"]) == 2
    assert len(before["rating_steps"]) == 12


def _ratings(settings: Settings) -> dict[str, list[Any]]:
    return {table: sorted(rows(settings, f"SELECT * FROM {table}")) for table in RATED_TABLES}


def test_games_finished_while_rating_was_impossible_are_rated_later(settings: Settings) -> None:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        _rated_game(client, sign_up(client, "Ann"), sign_up(client, "Bea"))
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database:
        for table in RATED_TABLES:
            database.execute(f"DELETE FROM {table}")
        database.commit()

    with TestClient(create_app(replace(settings)), follow_redirects=False) as client:
        assert client.get("/healthz").status_code == 200
        catch_up(client)

    assert rows(settings, "SELECT count(*) FROM rating_steps") == [(2,)]


def test_a_robot_that_is_beaten_is_rated_and_has_no_owner(client: TestClient, settings: Settings) -> None:
    ann = sign_up(client, "Ann")
    table = Table.open(become(client, ann), person("R"), robot("B"), rated=True)
    _resign(client, table, 0)
    catch_up(client)

    assert rows(settings, "SELECT robot, user_id FROM result_seats WHERE seat = 1") == [("greedy", None)]
    assert rows(settings, "SELECT player FROM ratings WHERE mean > 25") == [("robot:greedy",)]
    assert rows(settings, "SELECT count(*) FROM ladders") == [(2,)]


# Pages and the API.


def test_the_ladder_lists_the_winners_and_the_users_own_row(client: TestClient) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    _rated_game(client, ann, bea)
    catch_up(client)

    board = become(client, bea).get("/api/leaderboards/2023-11").json()

    assert [(row["place"], row["player"]["name"], row["is_me"]) for row in board["rows"]] == [
        (1, "Ann", False),
        (2, "Bea", True),
    ]
    assert board["mine"]["place"] == 2
    assert board["rows"][0]["points"] > 700 > board["rows"][1]["points"]
    assert board["lists"] == ["two", "many", "gobble", "puzzles", "2023-11", "all", "masters"]


def test_a_list_of_ratings_waits_until_they_are_certain(client: TestClient) -> None:
    _rated_game(client, sign_up(client, "Ann"), sign_up(client, "Bea"))
    catch_up(client)

    assert client.get("/api/leaderboards/two").json()["rows"] == []
    assert "Nobody is on this list yet" in client.get("/players").text


@pytest.mark.parametrize("name", ["three", "2023-1", "ALL", "2023-11-01"])
def test_unknown_lists_are_not_found(client: TestClient, name: str) -> None:
    assert client.get(f"/api/leaderboards/{name}").status_code == 422
    assert client.get(f"/players?list={name}").status_code == 422


def test_a_profile_shows_ratings_figures_and_games(client: TestClient) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    table = _rated_game(client, ann, bea)
    catch_up(client)

    profile = client.get("/api/players/bea").json()

    expected = {
        "name": "Bea",
        "url": "/players/Bea",
        "robot": None,
        "is_robot_account": False,
        "face": None,
    }
    assert profile["player"] == expected
    assert [(each["pool"], each["n_games"], each["is_provisional"]) for each in profile["ratings"]] == [
        ("two", 1, True)
    ]
    assert [each["period"] for each in profile["ladder_entries"]] == ["all", "2023-11"]
    assert profile["form"] == ["lost"]
    assert [each["colour"] for each in profile["colours"]] == ["B"]
    assert [(each["n_seats"], each["tile_set"]) for each in profile["rules"]] == [(2, 56)]
    assert profile["opponents"][0]["url"] == "/players/Bea/against/Ann"
    assert profile["recent"][0]["id"] == table.id
    assert profile["recent"][0]["points"] == profile["ratings"][0]["points"] - 1500 < 0


def test_a_rating_is_followed_game_by_game(client: TestClient) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    for _ in range(3):
        _rated_game(client, ann, bea)
    catch_up(client)

    track = client.get("/api/players/Ann/ratings/two").json()["points"]
    page = client.get("/players/Ann").text

    assert [point["points"] for point in track] == sorted(point["points"] for point in track)
    assert track[0]["points"] > 1500
    assert 'class="rating-graph"' in page
    assert f"Rating of Ann over 3 games: {track[0]['points']} at first" in page


def test_a_profile_shows_pictures_of_the_latest_games_and_their_results(client: TestClient) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    won = _rated_game(client, ann, bea)
    lost = _rated_game(client, bea, ann)
    catch_up(client)

    page = client.get("/players/Ann").text

    assert all(f'<img src="/games/{game.id}/picture.svg?lit=true"' in page for game in (won, lost))
    assert 'aria-label="The last games, the newest first: lost, won"' in page
    assert page.count('<svg class="sparkline"') == 1
    assert client.get("/api/players/Ann").json()["best"]["most_wins"] == 1
    assert "<b>1</b><span>wins in a row</span>" in page


def test_two_players_are_compared_from_both_sides(client: TestClient) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    for _ in range(2):
        _rated_game(client, ann, bea)
    _rated_game(client, bea, ann)

    one = client.get("/api/players/Ann/against/Bea").json()
    other = client.get("/api/players/bea/against/ann").json()

    assert (one["tally"]["n_won"], one["tally"]["n_lost"]) == (2, 1)
    assert (other["tally"]["n_won"], other["tally"]["n_lost"]) == (1, 2)
    assert one["form"] == ["lost", "won", "won"]
    assert one["mean_margin"] == -other["mean_margin"]
    polish = {"Accept-Language": "pl"}
    assert "<b>2 wygrane</b>" in client.get("/players/Ann/against/Bea", headers=polish).text
    assert "<b>1 wygrana</b>" in client.get("/players/Bea/against/Ann", headers=polish).text
    assert client.get("/players/Ann/against/robot:greedy").status_code == 200
    assert client.get("/players/Ann/against/Nobody").status_code == 404
    assert client.get("/players/Ann/against/robot:nobody").status_code == 404


def test_a_closed_account_is_shown_by_its_pseudonym(client: TestClient) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    _rated_game(client, ann, bea)
    catch_up(client)
    become(client, bea).post("/account/close", data={"password": PASSWORD})
    client.cookies.clear()

    board = client.get("/api/leaderboards/all").json()
    profile = client.get("/api/players/Ann").json()

    gone = board["rows"][1]["player"]
    assert gone["name"].startswith("deleted-")
    assert gone["url"] is None
    assert profile["opponents"][0]["opponent"] == gone
    assert profile["opponents"][0]["url"] is None
    assert client.get("/players/Bea").status_code == 404


def test_no_answer_reveals_a_user_id(client: TestClient, settings: Settings) -> None:
    # A user ID, a session's hash, gives no access by itself, but it stays private.
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    table = Table.open(become(client, ann), person("R"), OPEN, listing="open")
    client.cookies.clear()
    _sit(client, table)
    _resign(client, table, 1)
    _rated_game(client, ann, bea)
    catch_up(client)
    user_ids = [user_id for (user_id,) in rows(settings, "SELECT user_id FROM result_seats") if user_id]

    texts = [
        client.get(path).text
        for path in (
            "/api/players/Ann",
            "/api/leaderboards/all",
            "/api/players/Ann/against/Bea",
            "/players/Ann",
            "/players?list=all",
        )
    ]

    assert not [user_id for user_id in user_ids for text in texts if user_id in text]


def test_a_banned_player_is_on_no_list(client: TestClient, settings: Settings) -> None:
    _rated_game(client, sign_up(client, "Ann"), sign_up(client, "Bea"))
    catch_up(client)
    in_loop(client, services(client).accounts.ban, "Bea", True, "operator")

    board = client.get("/api/leaderboards/all").json()

    assert [row["player"]["name"] for row in board["rows"]] == ["Ann"]


def test_accounts_sit_at_rated_tables_under_their_own_names(client: TestClient) -> None:
    table = Table.open(become(client, sign_up(client, "Ann")), person("R", "Bea"), OPEN, rated=True)
    _sit(become(client, sign_up(client, "Bea")), table)

    assert [seat["name"] for seat in table.look()["game"]["seats"]] == ["Ann", "Bea"]


def test_a_rated_game_shows_what_it_changed(client: TestClient) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    first, second = _rated_game(client, ann, bea), _rated_game(client, ann, bea)

    before, after = (
        client.get(f"/api/games/{table.id}/ratings").json()["seats"] for table in (first, second)
    )

    assert [seat["player"]["name"] for seat in before] == ["Ann", "Bea"]
    assert [seat["before"] for seat in before] == [1500, 1500]
    assert before[0]["after"] > 1500 > before[1]["after"]
    assert [seat["before"] for seat in after] == [seat["after"] for seat in before]


@pytest.mark.parametrize("is_over", [False, True])
def test_a_casual_game_changes_no_rating(client: TestClient, is_over: bool) -> None:
    table = Table.open(client)
    if is_over:
        table.resign()

    assert client.get(f"/api/games/{table.id}/ratings").json() == {
        "game": table.id,
        "seats": [],
        "best_of": None,
    }

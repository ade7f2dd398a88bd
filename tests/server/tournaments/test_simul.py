"""A simul on the server: its organiser plays everybody at once, and goes from board to board."""

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.clients import become, rows
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

MINUTE_MS = 60_000


def _begin(client: TestClient, *guests: str) -> tuple[EventPeople, Json]:
    people = EventPeople.gather(client, "Host", *guests)
    people.create("Host", preset="simul", control="10+5", host_minutes=15)
    for name in guests:
        people.do(name, "enter")
    people.do("Host", "start")
    return people, people.wait(lambda view: len(people.games_in_play(view)) == len(guests))


def _boards(people: EventPeople, name: str) -> list[Json]:
    client = become(people.client, people.cookies[name])
    found: list[Json] = client.get(f"/api/tournaments/{people.id}/boards").json()["boards"]
    return found


def test_the_host_meets_every_guest_once_and_has_more_time(client: TestClient) -> None:
    people, view = _begin(client, "Ann", "Bea", "Cyd")

    boards = _boards(people, "Host")
    assert {each["first"] for each in boards} == {"Host"}
    assert sorted(each["second"] for each in boards) == ["Ann", "Bea", "Cyd"]
    for game in people.games_in_play(view):
        table = client.get(f"/api/games/{game}").json()
        seats, host = table["game"]["seats"], table["game"]["host"]
        assert seats[host]["name"] == "Host"
        assert table["clock"]["left_ms"][host] - table["clock"]["left_ms"][1 - host] == 15 * MINUTE_MS
        assert not table["game"]["is_rated"]


def test_the_boards_name_those_on_which_it_is_your_turn(client: TestClient) -> None:
    people, view = _begin(client, "Ann", "Bea")
    waiting = set()
    for game in people.games_in_play(view):
        table = client.get(f"/api/games/{game}").json()
        if table["position"]["to_play"] == table["game"]["host"]:
            waiting.add(f"/games/{game}")

    assert {each["url"] for each in _boards(people, "Host") if each["is_my_turn"]} == waiting
    assert [each["is_mine"] for each in _boards(people, "Host")] == [True, True]
    assert sorted(each["is_mine"] for each in _boards(people, "Ann")) == [False, True]


def test_the_results_are_those_of_the_guests(client: TestClient, settings: Settings) -> None:
    people, view = _begin(client, "Ann", "Bea")
    first, second = people.games_in_play(view)
    people.play(first)
    people.resign(second, "Host")

    view = people.wait(lambda view: view["state"] == "over")

    [section] = view["sections"]
    assert section["host"] == "1"
    assert sum(section["host_tenths"]) in (350, 400)
    assert section["host_tenths"][1] == sum(row["points"] for row in section["standings"])
    assert sorted(row["entrant"] for row in section["standings"]) == ["2", "3"]
    assert view["places"][-1] == "1"
    assert rows(settings, "SELECT count(*) FROM tournament_participants WHERE place IS NOT NULL") == [(0,)]


@pytest.mark.parametrize("loser", ["Host", "Ann"])
def test_a_game_resigned_late_is_over_at_once(client: TestClient, loser: str) -> None:
    people, view = _begin(client, "Ann")
    [game] = people.games_in_play(view)
    people.play(game, n_plies=6)

    people.resign(game, loser)

    view = people.wait(lambda view: view["state"] == "over")
    assert not _has_stand_in(client, game)
    assert view["sections"][0]["host_tenths"] == ([0, 150] if loser == "Host" else [150, 0])


def test_a_host_at_another_board_comes_late_and_loses_only_on_time(
    client: TestClient, clock: ManualClock
) -> None:
    people, view = _begin(client, "Ann")
    [game] = people.games_in_play(view)
    while (table := client.get(f"/api/games/{game}").json())["position"]["to_play"] != table["game"]["host"]:
        people.play(game, n_plies=table["position"]["ply"] + 1)
    clock.now_ms += 11 * MINUTE_MS  # longer than a guest has, and longer than a first turn may take
    people.do("Ann", "pause", is_paused=True)  # the server looks at the game again

    assert people.games_in_play() == [game]
    assert not _has_stand_in(client, game)

    clock.now_ms += 20 * MINUTE_MS

    people.wait(lambda view: view["state"] == "over" or _has_stand_in(client, game))


def _has_stand_in(client: TestClient, game: str) -> bool:
    seats = client.get(f"/api/games/{game}").json()["game"]["seats"]
    return any(seat["stand_in"] for seat in seats)


def test_the_host_is_entered_at_once_and_cannot_leave(client: TestClient) -> None:
    people = EventPeople.gather(client, "Host", "Ann")
    people.create("Host", preset="simul")
    assert [entrant["name"] for entrant in people.look()["entrants"]] == ["Host"]
    assert people.code("Host", "start") == "too_few_entrants"
    assert people.code("Host", "withdraw") == "host_stays"
    people.do("Ann", "enter")
    path, leave = f"/tournaments/{people.id}", 'value="withdraw"'
    assert leave in people.become("Ann").get(path).text
    assert leave not in people.become("Host").get(path).text
    people.do("Ann", "withdraw")


def test_a_simul_is_created_together_with_its_host(client: TestClient, settings: Settings) -> None:
    people = EventPeople.gather(client, "Host")
    view = people.create("Host", preset="simul")

    assert [entrant["name"] for entrant in view["entrants"]] == ["Host"]
    assert rows(settings, "SELECT count(DISTINCT at_ms), count(*) FROM tournament_log") == [(1, 4)]
    assert rows(settings, "SELECT n_entrants, version FROM tournaments") == [(1, 4)]
    assert rows(settings, "SELECT count(*) FROM tournament_participants") == [(1,)]


def test_options_of_a_simul_that_contradict_each_other_are_refused(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    for wrong in (
        {"host_minutes": 61},
        {"control": "15 tournament"},
        {"control": "2 days"},
        {"n_games": 2},
        {"is_by_hand": True},
        {"stages": [{"form": "simul"}, {"form": "knock-out"}]},
    ):
        assert people.code_of_creating("Ann", **{"preset": "simul", **wrong}) == "invalid", wrong


def test_the_time_of_the_host_survives_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        people, view = _begin(client, "Ann")
        [game] = people.games_in_play(view)

    with TestClient(create_app(settings), follow_redirects=False) as client:
        table = client.get(f"/api/games/{game}").json()

    host = table["game"]["host"]
    assert table["clock"]["left_ms"][host] > 20 * MINUTE_MS > table["clock"]["left_ms"][1 - host]

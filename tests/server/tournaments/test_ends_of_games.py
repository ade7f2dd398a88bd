"""How games of a tournament end at their tables: somebody leaves, or a controller decides."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.games.room import CHOICE_MS
from tantrix.server.settings import Settings
from tests.server.support.clients import sign_up
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople


def _begin(client: TestClient, *names: str, **options: object) -> tuple[EventPeople, str]:
    people = EventPeople.gather(client, *names)
    people.create(names[0], **{"preset": "all-play-all", **options})
    for name in people.cookies:
        people.do(name, "enter")
    people.do(names[0], "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    return people, people.games_in_play()[0]


def _look(client: TestClient, game: str) -> Json:
    view: Json = client.get(f"/api/games/{game}").json()
    return view


def _choose(people: EventPeople, game: str, name: str, how: str) -> None:
    left = _look(people.client, game)["left"]
    body = {"type": "claim", "id": f"choice-{how}", "seat": left, "how": how}
    answer = people.become(name).post(f"/api/games/{game}/commands", json=body)
    assert answer.status_code == 200, answer.text


def _check_that_she_has_lost(people: EventPeople, game: str, loser: str, winner: str) -> None:
    """Check the points, the standings, the game, its record, the ratings and both profiles."""
    view = people.wait(lambda view: view["state"] == "over")
    match = view["sections"][0]["rounds"][0]["matches"][0]
    names = {each["id"]: each["name"] for each in view["entrants"]}
    sides = names[match["first"]], names[match["second"]]
    tenths = dict(zip(sides, match["tenths"], strict=True))
    assert tenths[loser] <= 50
    assert tenths[winner] == 200 - tenths[loser]
    assert [names[each] for each in view["places"]] == [winner, loser]
    shown = _look(people.client, game)
    ranks = {
        seat["name"]: shown["position"]["outcome"]["ranks"][seat["seat"]] for seat in shown["game"]["seats"]
    }
    assert ranks == {winner: 1, loser: 2}
    record = people.client.get(f"/games/{game}/record").text
    assert f'[Termination "resignation {2 if shown["game"]["seats"][1]["name"] == loser else 1}"]' in record
    for name, result in ((loser, "lost"), (winner, "won")):
        profile = people.client.get(f"/api/players/{name}").json()
        assert [played["result"] for played in profile["recent"]] == [result]
        assert (profile["ratings"][0]["points"] > 1500) == (result == "won")


@pytest.mark.parametrize("how", ["end", "robot", None])
def test_resigning_never_pays_whatever_the_other_one_chooses(
    client: TestClient, clock: ManualClock, how: str | None
) -> None:
    people, game = _begin(client, "Ann", "Bea")
    people.play(game, n_plies=8)

    people.resign(game, "Bea")
    assert _look(client, game)["game"]["seats"][0]["stand_in"] is None
    assert _look(client, game)["game"]["seats"][1]["stand_in"] is None
    if how is None:
        clock.now_ms += CHOICE_MS
    else:
        _choose(people, game, "Ann", how)
    if how == "robot":
        people.play(game)

    _check_that_she_has_lost(people, game, "Bea", "Ann")


def test_who_withdraws_from_the_event_and_leaves_has_lost_the_game(
    client: TestClient, clock: ManualClock
) -> None:
    people, game = _begin(client, "Ann", "Bea", preset="knock-out", n_games=1, control="5")
    people.play(game, n_plies=8)
    while _look(client, game)["game"]["seats"][_look(client, game)["position"]["to_play"]]["name"] != "Bea":
        people.play(game, n_plies=_look(client, game)["position"]["ply"] + 1)

    people.do("Bea", "withdraw")
    clock.now_ms += 6 * 60_000
    while _look(client, game)["left"] is None:
        pass
    _choose(people, game, "Ann", "robot")
    people.play(game)

    view = people.wait(lambda view: view["state"] == "over")
    match = view["sections"][0]["rounds"][0]["matches"][0]
    assert min(match["tenths"]) <= 50
    names = {each["id"]: each["name"] for each in view["entrants"]}
    assert names[view["places"][0]] == "Ann"


def test_at_the_end_of_a_live_round_the_side_without_time_has_lost(
    client: TestClient, clock: ManualClock
) -> None:
    people, game = _begin(
        client, "Ann", "Bea", preset="open", n_rounds=1, round_minutes=10, no_show_minutes=60
    )
    people.play(game, n_plies=8)
    late = _look(client, game)["position"]["to_play"]

    clock.now_ms += 20 * 60_000

    while _look(client, game)["left"] is None:
        pass
    assert _look(client, game)["left"] == late
    clock.now_ms += CHOICE_MS
    view = people.wait(lambda view: view["state"] == "over")
    assert min(view["sections"][0]["rounds"][0]["matches"][0]["tenths"]) <= 50


def test_the_controllers_may_decide_a_game_that_was_left(client: TestClient) -> None:
    people, game = _begin(client, "Ann", "Bea")
    people.cookies["Ref"] = sign_up(client, "Ref")
    people.do("Ann", "staff", names=["Ref"])
    people.play(game, n_plies=8)
    people.resign(game, "Bea")

    ruling = {"match": "1-all-1-1", "number": 1, "first": 20, "second": 11, "reason": "Bea fell ill"}
    people.do("Ref", "scores", **ruling)

    view = people.wait(lambda view: view["state"] == "over")
    assert view["sections"][0]["rounds"][0]["matches"][0]["tenths"] == [160, 40]


@pytest.fixture
def people(tmp_path: Path) -> Iterator[EventPeople]:
    with TestClient(create_app(Settings(migrated_folder(tmp_path))), follow_redirects=False) as client:
        yield EventPeople.gather(client, "Ann", "Bea", "Ref")


def test_the_table_ends_without_a_separate_result(people: EventPeople) -> None:
    people.create("Ann", preset="all-play-all")
    people.do("Ann", "staff", names=["Ref"])
    people.do("Ann", "enter")
    people.do("Bea", "enter")
    people.do("Ann", "start")
    people.wait(lambda view: len(people.games_in_play(view)) == 1)
    [game] = people.games_in_play()
    people.play(game, n_plies=8)

    ruling = {"match": "1-all-1-1", "number": 1, "first": 20, "second": 11, "reason": "Bea was ill"}
    people.do("Ref", "scores", **ruling)
    over = people.wait(lambda view: view["state"] == "over")

    people.wait(lambda _: people.client.get(f"/api/games/{game}").json()["position"]["phase"] == "over")
    shown = people.become("Ann").get(f"/api/games/{game}").json()
    assert shown["position"]["outcome"]["termination"] == "aborted"
    assert shown["game"]["tournament"] == f"/tournaments/{people.id}"
    body = {"id": "p9", "ply": 8, "placement": "1@0,0^0"}
    assert people.become("Bea").post(f"/api/games/{game}/placements", json=body).status_code >= 400
    assert over["sections"][0]["rounds"][0]["matches"][0]["tenths"] == [160, 40]
    assert over["rulings"][-1]["reason"] == "Bea was ill"

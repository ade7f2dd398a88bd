"""A game that a controller decides while it is in play ends at its table, too."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.tournament_players import EventPeople


@pytest.fixture
def people(tmp_path: Path) -> Iterator[EventPeople]:
    with TestClient(create_app(Settings(migrated_folder(tmp_path))), follow_redirects=False) as client:
        yield EventPeople.gather(client, "Ann", "Bea")


def test_the_table_ends_without_a_separate_result(people: EventPeople) -> None:
    people.create("Ann", preset="all-play-all")
    people.do("Ann", "enter")
    people.do("Bea", "enter")
    people.do("Ann", "start")
    people.wait(lambda view: len(people.games_in_play(view)) == 1)
    [game] = people.games_in_play()
    people.play(game, n_plies=8)

    ruling = {"match": "1-all-1-1", "number": 1, "first": 20, "second": 11, "reason": "Bea was ill"}
    people.do("Ann", "scores", **ruling)
    over = people.wait(lambda view: view["state"] == "over")

    people.wait(lambda _: people.client.get(f"/api/games/{game}").json()["position"]["phase"] == "over")
    shown = people.client.get(f"/api/games/{game}").json()
    assert shown["position"]["outcome"]["termination"] == "aborted"
    assert shown["game"]["tournament"] == f"/tournaments/{people.id}"
    body = {"id": "p9", "ply": 8, "placement": "1@0,0^0"}
    assert people.become("Bea").post(f"/api/games/{game}/placements", json=body).status_code >= 400
    assert over["sections"][0]["rounds"][0]["matches"][0]["tenths"] == [160, 40]
    assert over["rulings"][0]["reason"] == "Bea was ill"

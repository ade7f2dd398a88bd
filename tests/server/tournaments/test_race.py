"""A puzzle race: the same puzzles for all, live standings, and an end that is recorded once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople
from tests.support.computing import UNHURRIED
from tests.support.gap_solutions import solution_of

START = "2023-11-14T23:00Z"
BEFORE_MS, RACE_MS = 3_600_000, 600_001


@pytest.fixture
def people(tmp_path: Path, clock: ManualClock) -> Iterator[EventPeople]:
    settings = Settings(migrated_folder(tmp_path), now_ms=clock, computing=UNHURRIED)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield EventPeople.gather(client, "Ann", "Bea", "Cyd")


def begin(people: EventPeople, who: str) -> Json:
    return send(people, who, f"/api/tournaments/{people.id}/race", {})


def send(people: EventPeople, who: str, address: str, body: Json) -> Json:
    """Return the answer to a request."""
    found = people.become(who).post(address, json=body)
    assert found.status_code == 200, found.text
    run: Json = found.json()
    return run


def answer(people: EventPeople, who: str, run: Json, is_right: bool) -> Json:
    placements = [str(one) for one in solution_of(run["gap"])] if is_right else []
    body = {"n_asked": run["n_asked"], "placements": placements}
    return send(people, who, f"/api/puzzle-runs/{run['id']}/answers", body)


def standings(view: Json) -> list[tuple[str, int, int, int]]:
    names = {each["id"]: each["name"] for each in view["entrants"]}
    rows = view["sections"][0]["standings"]
    return [(names[row["entrant"]], row["points"], row["won"], row["lost"]) for row in rows]


def test_the_player_who_solves_the_most_wins(people: EventPeople, clock: ManualClock) -> None:
    people.create("Ann", preset="puzzle-race", starts_at=START)
    people.do("Ann", "enter")
    people.do("Bea", "enter")
    assert people.become("Ann").post(f"/api/tournaments/{people.id}/race").json()["code"] == (
        "tournament_not_running"
    )
    clock.now_ms += BEFORE_MS
    people.wait(lambda view: view["state"] == "running")
    assert people.become("Cyd").post(f"/api/tournaments/{people.id}/race").json()["code"] == "not_entrant"

    ann, bea = begin(people, "Ann"), begin(people, "Bea")
    assert ann["gap"] == bea["gap"]
    ann = answer(people, "Ann", ann, is_right=True)
    bea = answer(people, "Bea", bea, is_right=False)
    assert ann["gap"] == bea["gap"]
    assert begin(people, "Ann")["n_asked"] == 1  # the same run
    ann = answer(people, "Ann", ann, is_right=True)

    view = people.wait(lambda view: standings(view)[0][1] == 20)
    assert standings(view) == [("Ann", 20, 2, 0), ("Bea", 0, 0, 1)]
    clock.now_ms += RACE_MS
    assert answer(people, "Bea", bea, is_right=True)["is_over"]
    clock.now_ms += 10_000
    over = people.wait(lambda view: view["state"] == "over")
    assert standings(over) == [("Ann", 20, 2, 0), ("Bea", 0, 0, 1)]
    assert over["places"] == ["1", "2"]
    csv = people.client.get(f"/tournaments/{people.id}/results.csv").text
    assert csv.splitlines() == ["place,entrant,solved,missed,points", "1,Ann,2,0,2.0", "2,Bea,0,1,0.0"]
    log = people.client.get(f"/tournaments/{people.id}/log").text
    assert log.count("Time is up") == 1


def test_one_can_enter_while_the_race_is_on(people: EventPeople) -> None:
    people.create("Ann", preset="puzzle-race")
    people.do("Ann", "enter")
    people.do("Bea", "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))

    people.do("Cyd", "enter")
    answer(people, "Cyd", begin(people, "Cyd"), is_right=True)

    view = people.wait(lambda view: standings(view)[0][0] == "Cyd")
    assert standings(view)[0] == ("Cyd", 10, 1, 0)
    page = people.become("Cyd").get(f"/tournaments/{people.id}/race").text
    assert f'data-tournament="{people.id}"' in page

"""Accounts that are closed or banned: what they hold ends in one step, and the others are told."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from tantrix.server import lifespan
from tantrix.server.admin.accounts import set_ban
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.browsers import OPEN, PASSWORD, Browsers, until
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json, Table, person

Leave = Callable[[Browsers], None]


def _close(people: Browsers) -> None:
    answer = people.become("BEA").post("/account/close", data={"password": PASSWORD}, follow_redirects=False)
    assert answer.status_code == 303, answer.text


def _ban(people: Browsers) -> None:
    in_loop(people.client, services(people.client).accounts.ban, "BEA", True, "the test")


both = pytest.mark.parametrize("leave", [_close, _ban])


def _seated(people: Browsers, first: str, second: str, n_plies: int = 0, **options: object) -> Table:
    seats = [person("R", first), OPEN]
    table = Table.open(people.become(first), *seats, **options)
    taken = people.become(second).post(f"/api/games/{table.id}/seats", json={"seat": 1, "name": second})
    assert taken.status_code == 200, taken.text
    for _ in range(n_plies):
        welcome = table.look()
        people.become(welcome["game"]["seats"][welcome["position"]["to_play"]]["name"])
        table.play(1)
    return table


def _notices(people: Browsers, name: str) -> list[str]:
    listed: Json = people.become(name).get("/api/account/notices").json()
    return [each["text"] for each in listed["notices"]]


@both
def test_games_in_play_are_decided_and_the_opponent_is_told(client: TestClient, leave: Leave) -> None:
    people = Browsers(client)
    for name in ("ANN", "BEA"):
        people.become(name)
    tables = [_seated(people, "ANN", "BEA", 10, control=control) for control in (None, "2 days")]
    barely = _seated(people, "BEA", "ANN", control="2 days")

    leave(people)

    ends = [table.look()["position"]["outcome"] for table in (*tables, barely)]
    assert [end["termination"] for end in ends] == ["resignation", "resignation", "aborted"]
    assert [end["ranks"] for end in ends[:2]] == [[1, 2], [1, 2]]
    until(lambda: sum("closed or banned" in text for text in _notices(people, "ANN")) == 3)


@both
def test_tables_and_challenges_of_theirs_are_gone_and_seats_free_again(
    client: TestClient, leave: Leave
) -> None:
    people = Browsers(client)
    people.become("ANN")
    mine = Table.open(people.become("BEA"), person("R", "BEA"), OPEN, listing="open")
    new = {"seats": [person("R", "BEA"), OPEN], "control": "2 days"}
    challenge = client.post("/api/challenges", json={"game": new, "to": "ANN"}).json()["id"]
    theirs = Table.open(people.become("ANN"), person("R", "ANN"), OPEN, {"colour": "Y", "kind": "open"})
    people.become("BEA").post(f"/api/games/{theirs.id}/seats", json={"seat": 1, "name": "BEA"})

    leave(people)

    people.become("ANN")
    assert client.get(f"/api/games/{mine.id}").status_code == 404
    assert client.post(f"/api/challenges/{challenge}/seats", json={}).status_code == 404
    seats = client.get(f"/api/games/{theirs.id}").json()["game"]["seats"]
    assert [seat["name"] for seat in seats] == ["ANN", "", ""]


@both
def test_an_entrant_leaves_events_that_have_begun_and_those_that_have_not(
    client: TestClient, leave: Leave
) -> None:
    people = Browsers(client)
    for name in ("ANN", "BEA", "CAT"):
        people.become(name)
    begun, waiting = _event(people), _event(people)
    people.become("ANN").post(f"{begun}/commands", json={"type": "start"})

    leave(people)

    for path in (begun, waiting):
        entrants = client.get(path).json()["entrants"]
        assert [each["state"] for each in entrants] == ["in", "withdrawn", "in"]


def _event(people: Browsers) -> str:
    new = {"preset": "all-play-all", "name": "Cup", "is_listed": False, "check_in_minutes": 0}
    path = f"/api/tournaments/{people.become('ANN').post('/api/tournaments', json=new).json()['id']}"
    for name in ("ANN", "BEA", "CAT"):
        entered = people.become(name).post(f"{path}/commands", json={"type": "enter"})
        assert entered.status_code == 200, entered.text
    return path


def test_an_event_that_its_organiser_leaves_before_the_start_is_cancelled(client: TestClient) -> None:
    people = Browsers(client)
    new = {"preset": "all-play-all", "name": "Cup", "is_listed": False}
    event = people.become("BEA").post("/api/tournaments", json=new).json()["id"]

    _close(people)

    assert client.get(f"/api/tournaments/{event}").json()["state"] == "cancelled"


@both
def test_a_series_creates_no_more_events(client: TestClient, leave: Leave) -> None:
    people = Browsers(client)
    new = {"preset": "open", "name": "Cup", "is_listed": False}
    repeats = {"starts_at": "2023-11-18T18:00Z", "repeats": "weekly"}
    event = people.become("BEA").post("/api/tournaments", json=new | repeats).json()["id"]
    series = services(client).series_store.series_of(event)
    assert series is not None

    leave(people)

    assert client.get(f"/api/series/{series.id}").json()["series"]["is_stopped"]
    assert client.get(f"/api/tournaments/{event}").json()["state"] == "cancelled"


def test_who_was_banned_while_the_server_stood_still_has_left_when_it_starts(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        people = Browsers(client)
        for name in ("ANN", "BEA"):
            people.become(name)
        table = _seated(people, "ANN", "BEA", 10, control="2 days")
    set_ban(settings.data_dir, "BEA", True)

    with TestClient(create_app(settings)) as client:
        in_loop(client, services(client).departures.catch_up)

        outcome = client.get(f"/api/games/{table.id}").json()["position"]["outcome"]
        assert (outcome["termination"], outcome["ranks"]) == ("resignation", [1, 2])


def test_who_is_banned_by_the_operator_while_the_server_runs_leaves_soon(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifespan, "REFRESH_S", 0.02)
    with TestClient(create_app(settings)) as client:
        people = Browsers(client)
        table = Table.open(people.become("BEA"), person("R", "BEA"), OPEN, listing="open")
        people.become("ANN")
        set_ban(settings.data_dir, "BEA", True)

        until(lambda: client.get(f"/api/games/{table.id}").status_code == 404)

"""An account gets another name: which names, how often, and who still finds it by the old one."""

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from tantrix.cli.app import app
from tantrix.server import lifespan
from tantrix.server.app import create_app
from tantrix.server.database.folder import DATABASE
from tantrix.server.http.errors import Refusal
from tantrix.server.settings import Settings
from tests.server.support.browsers import OPEN, PASSWORD, Browsers, rename, until
from tests.server.support.cluster.several_servers import servers_on
from tests.server.support.external_servers import new_database
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.table import Table, person

DAY_MS = 24 * 3_600_000


def _try(people: Browsers, name: str, new: str, password: str = PASSWORD) -> Any:
    form = {"name": new, "password": password}
    return people.become(name).post("/account/name", data=form, follow_redirects=False)


def _operator(settings: Settings, *arguments: str) -> tuple[int, str]:
    ended = CliRunner().invoke(app, ["admin", "rename", *arguments, "--data", str(settings.data_dir)])
    return ended.exit_code, ended.output


@pytest.fixture
def people(client: TestClient) -> Browsers:
    people = Browsers(client)
    for name in ("ANN", "BEA"):
        people.become(name)
    return people


def test_a_name_that_nobody_could_sign_up_with_is_refused(people: Browsers) -> None:
    accounts = services(people.client).accounts

    for new in (
        "Bea",
        "B.e.a",
        "B\u0435a",
        "admin",
        "Ann\u3164",
        "A",
        "master",
        "Player 2",
        "",
        "ANN",
    ):
        with pytest.raises(Refusal, match=r"bad_name|name_taken"):
            in_loop(people.client, accounts.rename_for, "ANN", new, "operator")

    assert [each.name for each in map(accounts.named, ("Ann", "Bea")) if each] == ["ANN", "BEA"]


def test_the_password_is_asked_for(people: Browsers) -> None:
    assert _try(people, "ANN", "Zoe", "wrong horse battery").status_code == 422
    assert _try(people, "ANN", "battery").status_code == 422  # it is part of the password
    assert people.become("ANN").get("/players/Zoe").status_code == 404


def test_letters_of_the_own_name_may_change_their_case(people: Browsers) -> None:
    rename(people, "ANN", "Ann")

    assert people.client.get("/api/players/ANN").json()["player"]["name"] == "Ann"


def test_nobody_else_can_take_the_old_name(people: Browsers) -> None:
    rename(people, "ANN", "Zoe")

    stranger = people.become("stranger")
    assert stranger.post("/sign-up", data={"name": "Ann", "password": PASSWORD}).status_code == 422
    guest = stranger.post("/api/games", json={"seats": [person("R", "Ann"), OPEN]})
    assert guest.json()["code"] == "name_of_another"
    assert _try(people, "BEA", "Ann").status_code == 422


def test_a_name_is_kept_for_three_months_and_then_the_old_one_may_come_back(
    settings: Settings,
) -> None:
    clock = ManualClock()
    with TestClient(create_app(replace(settings, now_ms=clock))) as client:
        people = Browsers(client)
        rename(people, "ANN", "Zoe")

        assert _try(people, "ANN", "Ann").status_code == 422
        assert "You can change your name again on" in client.get("/account").text
        clock.now_ms += 90 * DAY_MS
        rename(people, "ANN", "Ann")

        assert client.get("/players/Zoe", follow_redirects=False).headers["location"] == "/players/Ann"
        assert client.get("/api/players/ann").json()["player"]["name"] == "Ann"


def test_both_names_sign_in_and_old_addresses_lead_to_the_new_one(people: Browsers) -> None:
    rename(people, "ANN", "Zoe Z")

    for name in ("Ann", "zoe z"):
        client = people.become("stranger")
        form = {"name": name, "password": PASSWORD}
        assert client.post("/sign-in", data=form, follow_redirects=False).status_code == 303
    client = people.become("BEA")
    for path, new in {
        "/players/ann?pool=two": "/players/Zoe%20Z?pool=two",
        "/players/BEA/against/ANN": "/players/BEA/against/Zoe%20Z",
        "/players/ANN/tournaments": "/players/Zoe%20Z/tournaments",
        "/inbox/ANN": "/inbox/Zoe%20Z",
    }.items():
        moved = client.get(path, follow_redirects=False)
        assert (moved.status_code, moved.headers["location"]) == (302, new)
        assert client.get(new).status_code == 200
    assert client.get("/api/players/ANN").json()["player"]["name"] == "Zoe Z"
    assert client.get("/players?find=ANN", follow_redirects=False).headers["location"] == "/players/Zoe%20Z"


def test_friends_see_the_old_name_for_a_month_and_others_never(
    settings: Settings,
) -> None:
    clock = ManualClock()
    with TestClient(create_app(replace(settings, now_ms=clock))) as client:
        people = Browsers(client)
        for name, other in (("ANN", "BEA"), ("BEA", "ANN"), ("CAT", "ANN")):
            people.become(other)
            assert people.become(name).put(f"/api/players/{other}/follow").status_code == 200
        rename(people, "ANN", "Zoe")

        def formerly(name: str) -> list[bool]:
            reader = people.become(name)
            return ["formerly" in reader.get(path).text for path in ("/players/Zoe", "/friends")]

        assert (formerly("BEA"), formerly("CAT"), formerly("guest")) == ([True] * 2, [False] * 2, [False] * 2)
        assert people.become("BEA").get("/api/players/Zoe/follow").json()["formerly"] == "ANN"
        clock.now_ms += 31 * DAY_MS
        assert formerly("BEA") == [False] * 2


def test_the_operator_renames_at_once_and_the_running_server_shows_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifespan, "REFRESH_S", 0.02)
    with TestClient(create_app(settings)) as client:
        people = Browsers(client)
        table = Table.open(people.become("BEA"), person("R", "BEA"), person("B", "Mum"))
        people.become("ANN")

        assert _operator(settings, "BEA", "Zoe") == (0, "BEA is now called Zoe.\n")
        assert _operator(settings, "Zoe", "ann")[0] == 2
        assert _operator(settings, "Nobody", "Max")[0] == 2

        people.become("BEA")
        until(lambda: [seat["name"] for seat in table.look()["game"]["seats"]] == ["Zoe", "Mum"])
        rename(people, "BEA", "Yvo")  # what the operator did does not count


def test_another_server_shows_the_new_name_as_soon_as_the_bus_tells(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifespan, "REFRESH_S", 600)
    with servers_on(new_database(postgres), tmp_path) as serve:
        here, there = Browsers(serve()), serve()
        table = Table.open(here.become("ANN"), person("R", "ANN"), OPEN, listing="open")
        there.cookies.update(dict(here.client.cookies))
        elsewhere = Table(there, table.id)
        assert elsewhere.look()["game"]["seats"][0]["name"] == "ANN"

        rename(here, "ANN", "Zoe")

        until(lambda: elsewhere.look()["game"]["seats"][0]["name"] == "Zoe")
        there.cookies.clear()
        taken = there.post("/sign-up", data={"name": "Ann", "password": PASSWORD})
        assert taken.status_code == 422


def test_a_name_given_up_on_another_server_at_the_same_moment_is_given_to_nobody(
    settings: Settings,
) -> None:
    with TestClient(create_app(settings)) as client:
        people = Browsers(client)
        for name in ("ANN", "BEA"):
            people.become(name)
        bea = user_id_of(client, "BEA")
        with sqlite3.connect(settings.data_dir / DATABASE) as file:  # another server, which tells nobody
            file.execute("INSERT INTO former_names VALUES ('zoe', 'Zoe', ?, 1, NULL)", (bea,))

        assert _try(people, "ANN", "Zoe").status_code == 422
        people.become("stranger")
        assert client.post("/sign-up", data={"name": "Zoe", "password": PASSWORD}).status_code == 422

"""Imported records are removed by who imported them, for somebody they name, or by the operator."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from tantrix.cli.app import app
from tantrix.server import lifespan
from tantrix.server.admin.moderation import set_moderator
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.browsers import Browsers, until
from tests.server.support.cluster.several_servers import servers_on
from tests.server.support.external_servers import new_database
from tests.server.support.finished_games import finished
from tests.server.support.table import Json, person

NAME = "Zephyrine"
GONE = (
    "/games/{id}",
    "/api/games/{id}",
    "/games/{id}/record",
    "/games/{id}/picture.svg",
    "/games/{id}.png",
    "/games/{id}/share",
    "/games/{id}/removal",
    "/embed/{id}",
)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    unused = Settings(tmp_path_factory.mktemp("dealt"))
    return finished(unused, (person("R", NAME), person("B", "Bob")), listing="open", n_plies=3).text


@pytest.fixture
def people(client: TestClient) -> Browsers:
    people = Browsers(client)
    for name in ("IMP", "ZOE", "MOD"):
        people.become(name)
    return people


def _imported(people: Browsers, text: str) -> Json:
    answer = people.become("IMP").post("/api/archive/import", json={"text": text, "listing": "open"})
    report: Json = answer.json()
    return report


def _import(people: Browsers, text: str) -> str:
    game_id: str = _imported(people, text)["imported"][0]["id"]
    return game_id


def _send(people: Browsers, name: str, game_id: str, action: str, text: str = "") -> int:
    form = {"action": action, "text": text}
    answer = people.become(name).post(f"/games/{game_id}/removal", data=form, follow_redirects=False)
    return answer.status_code


def _notices(people: Browsers, name: str) -> list[str]:
    listed: Json = people.become(name).get("/api/account/notices").json()
    return [each["text"] for each in listed["notices"]]


def _assert_gone(people: Browsers, game_id: str) -> None:
    client = people.become("IMP")
    for path in GONE:
        answer = client.get(path.format(id=game_id))
        assert (path, answer.status_code) == (path, 410)
        assert "was removed from the archive" in answer.text
    for path in (
        "/archive",
        "/api/archive",
        "/archive/records",
        f"/api/archive?player={NAME}&source=imported",
    ):
        shown = client.get(path).text
        assert game_id not in shown and NAME not in shown
    mine = client.get("/api/archive?mine=yes").json()["games"]
    assert mine == []


def test_who_imported_a_record_removes_it_after_one_question_and_may_import_it_anew(
    people: Browsers, record: str
) -> None:
    game_id = _import(people, record)
    for path in ("/games/{id}", "/games/{id}/record", "/games/{id}/share", "/embed/{id}"):
        assert people.client.get(path.format(id=game_id)).status_code == 200
    assert f"/games/{game_id}/removal" in people.client.get("/archive").text
    assert _send(people, "ZOE", game_id, "ask", "I am 12") == 200

    assert 'value="remove"' in people.become("IMP").get(f"/games/{game_id}/removal").text
    assert _send(people, "IMP", game_id, "remove") == 303

    _assert_gone(people, game_id)
    told = ["A record that you asked about was removed from the archive."]
    until(lambda: _notices(people, "ZOE") == told)  # notices are sorted a moment later
    assert _import(people, record) != game_id
    assert people.client.get(f"/games/{game_id}").status_code == 410


def test_moderators_remove_a_record_for_somebody_it_names_and_both_are_told_why(
    people: Browsers, record: str, settings: Settings
) -> None:
    set_moderator(settings.data_dir, "MOD", True)
    game_id = _import(people, record)
    assert _send(people, "guest", game_id, "ask") == 422
    assert _send(people, "ZOE", game_id, "remove", "it is me") == 422
    assert people.become("ZOE").get(f"/games/{game_id}").status_code == 200

    assert _send(people, "ZOE", game_id, "ask", "I am 12") == 200
    moderator = people.become("MOD")
    assert f"/games/{game_id}/removal" in moderator.get("/moderation").text
    assert "I am 12" in moderator.get(f"/games/{game_id}/removal").text
    assert _send(people, "MOD", game_id, "remove") == 422  # without a reason
    assert _send(people, "MOD", game_id, "remove", "names a child") == 303

    _assert_gone(people, game_id)
    told = "A record that you had imported or asked about was removed from the archive: names a child"
    until(lambda: _notices(people, "IMP") == _notices(people, "ZOE") == [told])
    assert "record removed by MOD: names a child" in people.become("MOD").get("/moderation").text
    again = _imported(people, record)
    assert again["imported"] == []
    assert [each["problem"] for each in again["problems"]] == ["this game was removed from the archive"]


def test_the_operator_removes_a_record_that_is_open_on_the_running_server(
    settings: Settings, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifespan, "REFRESH_S", 0.02)
    with TestClient(create_app(settings)) as client:
        people = Browsers(client)
        game_id = _import(people, record)
        assert client.get(f"/games/{game_id}").status_code == 200
        command = ["admin", "archive", "remove", game_id, "--reason", "asked by mail", "--data"]

        ended = CliRunner().invoke(app, [*command, str(settings.data_dir)])

        assert (ended.exit_code, ended.output) == (0, f"{game_id} is removed from the archive.\n")
        until(lambda: client.get(f"/games/{game_id}").status_code == 410)
        _assert_gone(people, game_id)
        assert CliRunner().invoke(app, [*command, str(settings.data_dir)]).exit_code == 2
        command[3] = "abcdefghijkm"
        assert CliRunner().invoke(app, [*command, str(settings.data_dir)]).exit_code == 2


def test_another_server_closes_the_game_as_soon_as_the_bus_tells(
    tmp_path: Path, postgres: str, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifespan, "REFRESH_S", 600)
    with servers_on(new_database(postgres), tmp_path) as serve:
        people, there = Browsers(serve()), serve()
        game_id = _import(people, record)
        assert there.get(f"/games/{game_id}").status_code == 200

        assert _send(people, "IMP", game_id, "remove") == 303

        until(lambda: there.get(f"/games/{game_id}").status_code == 410)

"""What an operator does from the command line: accounts, and backups while people play."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.cli import main
from tantrix.server.admin.accounts import accounts, audit, make_reset, make_token, set_ban
from tantrix.server.admin.backup import back_up, restore
from tantrix.server.app import create_app
from tantrix.server.database.copies import CopyError
from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings
from tests.server.support.services import services
from tests.server.support.table import Table

PASSWORD = "correct horse battery"


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        client.post("/sign-up", data={"name": "Anna", "password": PASSWORD})
        yield client


def test_a_running_server_enforces_a_ban(settings: Settings, client: TestClient) -> None:
    table = Table.open(client)
    set_ban(settings.data_dir, "anna", True)
    services(client).accounts.refresh()

    position = table.look()["position"]

    assert table.post("one", 0, position["placements"][0]).json()["code"] == "not_your_seat"
    assert [account.banned_ms is not None for account in accounts(settings.data_dir)] == [True]
    set_ban(settings.data_dir, "Anna", False)
    services(client).accounts.refresh()
    assert table.post("one", 0, position["placements"][0]).status_code == 200


def test_a_reset_lets_its_holder_choose_a_password_once(settings: Settings, client: TestClient) -> None:
    token = make_reset(settings.data_dir, "Anna")
    client.cookies.clear()

    assert client.get(f"/reset/{token}").status_code == 200
    assert client.post(f"/reset/{token}", data={"password": "short"}).status_code == 422
    assert client.post(f"/reset/{token}", data={"password": "another good one"}).status_code == 303
    assert client.get("/account").status_code == 200
    assert client.post(f"/reset/{token}", data={"password": "yet another one"}).status_code == 422


def test_every_action_is_in_the_audit_log_which_cannot_be_changed(
    settings: Settings, client: TestClient
) -> None:
    set_ban(settings.data_dir, "Anna", True)

    assert [(line.actor, line.action, line.subject) for line in audit(settings.data_dir, 9)] == [
        ("operator", "ban", "Anna"),
        ("Anna", "sign up", "Anna"),
    ]
    with sqlite3.connect(settings.data_dir / DATABASE) as connection:
        for change in ("UPDATE audit SET actor = 'x'", "DELETE FROM audit"):
            with pytest.raises(sqlite3.IntegrityError, match="only grows"):
                connection.execute(change)
    connection.close()
    assert client.get("/healthz").status_code == 200


def test_an_unknown_name_is_reported(settings: Settings, client: TestClient) -> None:
    with pytest.raises(ValueError, match="expected the name of an account, got 'Nobody'"):
        set_ban(settings.data_dir, "Nobody", True)
    assert client.get("/healthz").status_code == 200


def test_a_backup_taken_in_play_is_the_server_again(
    settings: Settings, client: TestClient, tmp_path: Path
) -> None:
    table = Table.open(client)
    table.play(7)
    cookies = dict(client.cookies)

    back_up(settings.data_dir, tmp_path / "copy")
    before = table.look()
    table.play(3)
    restore(tmp_path / "copy", tmp_path / "elsewhere")

    with TestClient(create_app(Settings(tmp_path / "elsewhere")), cookies=cookies) as other:
        assert Table(other, table.id).look() == before
        Table(other, table.id).play(1)


def test_a_file_that_is_not_a_backup_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database " * 1000)

    with pytest.raises(CopyError, match="expected the data of a server"):
        restore(tmp_path / "text", tmp_path / "data")

    assert list((tmp_path / "data").iterdir()) == []


def test_nothing_is_overwritten(settings: Settings, client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine")

    with pytest.raises(CopyError, match="expected a file that does not exist yet"):
        back_up(settings.data_dir, tmp_path / "there")
    back_up(settings.data_dir, tmp_path / "copy")
    with pytest.raises(CopyError, match="expected a folder without data"):
        restore(tmp_path / "copy", settings.data_dir)

    assert (tmp_path / "there").read_text() == "mine"
    assert client.get("/healthz").status_code == 200


def test_the_commands_report_what_they_did(
    settings: Settings,
    client: TestClient,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = ["--data", str(settings.data_dir)]

    def said(*words: str) -> str:
        monkeypatch.setattr("sys.argv", ["tantrix", *words, *data])
        with pytest.raises(SystemExit) as ended:
            main()
        assert not ended.value.code
        return capsys.readouterr().out

    assert said("admin", "ban", "Anna") == "Anna can no longer play.\n"
    assert json.loads(said("admin", "accounts", "--json"))[0]["is_banned"]
    assert "Anna  banned" in said("admin", "accounts")
    assert "operator: ban Anna" in said("admin", "audit")
    assert said("admin", "reset-password", "Anna").startswith("/reset/")
    assert said("admin", "token", "Anna", "--scope", "read").startswith("tantrix_")
    assert "bytes in" in said("backup", str(tmp_path / "copy"))
    assert client.get("/healthz").status_code == 200


def test_a_token_is_created_for_a_program_that_nobody_attends(settings: Settings, client: TestClient) -> None:
    token = make_token(settings.data_dir, "Anna", "robot", ["read"])
    client.cookies.clear()

    answer = client.get("/api/account", headers={"Authorization": f"Bearer {token}"})

    assert answer.status_code == 200
    assert answer.json()["name"] == "Anna"
    actions = [(entry.actor, entry.action, entry.subject) for entry in audit(settings.data_dir, 10)]
    assert ("operator", "new token", "Anna") in actions


@pytest.mark.parametrize(
    ("name", "scope", "reason"), [("Nobody", "read", "'Nobody'"), ("Anna", "fly", "play, challenge")]
)
def test_a_token_needs_an_account_and_scopes_that_exist(
    name: str, scope: str, reason: str, settings: Settings, client: TestClient
) -> None:
    with pytest.raises(ValueError, match=reason):
        make_token(settings.data_dir, name, "robot", [scope])

"""A backup taken while people play, and a server restored from it, as an operator would do it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from tantrix.cli.app import app
from tantrix.server.admin.backup import back_up, restore
from tantrix.server.app import create_app
from tantrix.server.database import copies
from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings
from tests.server.support.table import PEOPLE, Table

Rows = dict[str, list[tuple[object, ...]]]


def test_a_backup_made_while_tiles_are_laid_is_whole_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "PAGES_PER_STEP", 10)  # so that much can happen between two steps
    pages_done: list[int] = []
    with TestClient(create_app(Settings(tmp_path / "data"))) as client:
        tables = [Table.open(client, *PEOPLE) for _ in range(4)]
        for table in tables:
            table.play(5)

        def play_on(_done: int, _all: int) -> None:
            if len(pages_done) < 12:
                pages_done.append(len(pages_done))
                tables[len(pages_done) % 4].play(1)

        back_up(tmp_path / "data", tmp_path / "copy", play_on)
        afterwards = {table.id: table.look() for table in tables}
        cookies = dict(client.cookies)

    assert len(pages_done) > 4
    restore(tmp_path / "copy", tmp_path / "new")
    with TestClient(create_app(Settings(tmp_path / "new")), cookies=cookies) as client:
        for table in tables:
            restored = Table(client, table.id)
            laid = restored.look()["laid"]
            assert len(laid) >= 5 and laid == afterwards[table.id]["laid"][: len(laid)]
            restored.play(1)


def test_a_backup_ends_however_much_is_written_in_the_meantime(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "PAGES_PER_STEP", 10)
    n_pages: list[int] = []
    with closing(sqlite3.connect(_folder(tmp_path / "data") / DATABASE)) as data:
        data.execute("PRAGMA journal_mode=WAL")
        data.execute("CREATE TABLE games (id)")
        data.executemany("INSERT INTO games VALUES (?)", [(bytes(4000),) for _ in range(200)])
        data.commit()

        def write_on(_done: int, n: int) -> None:
            n_pages.append(n)
            assert len(n_pages) < 1000, "the copy begins again and again"
            data.execute("INSERT INTO games VALUES (?)", [bytes(4000)])
            data.commit()

        back_up(tmp_path / "data", tmp_path / "copy", write_on)

    assert len(n_pages) > 10
    assert len(set(n_pages)) == 1
    assert len(_rows(tmp_path / "copy")["games"]) == 200


def test_a_restored_server_has_every_row_of_the_one_that_was_backed_up(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(tmp_path / "data"))) as client:
        fields = {"name": "Anna", "password": "a long enough password"}
        assert client.post("/sign-up", data=fields, follow_redirects=False).status_code == 303
        Table.open(client).play_out()
        assert client.post("/api/gobble", json={}).status_code == 201
        _run("backup", tmp_path / "copy", tmp_path / "data")
        rows = _rows(tmp_path / "data" / DATABASE)

    _run("restore", tmp_path / "copy", tmp_path / "new")

    assert _rows(tmp_path / "new" / DATABASE) == rows
    assert {"games", "journal", "accounts", "audit", "records"} <= {name for name in rows if rows[name]}


@pytest.mark.parametrize("name", ["what? #1 100%", "a%20b", "файл"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    with closing(sqlite3.connect(_folder(tmp_path / name) / DATABASE)) as data:
        data.execute("CREATE TABLE games (id)")
        data.execute("CREATE TABLE journal (at_ms)")
        data.commit()

    back_up(tmp_path / name, tmp_path / f"{name}.copy")
    restore(tmp_path / f"{name}.copy", tmp_path / f"new {name}")

    assert _rows(tmp_path / f"new {name}" / DATABASE) == {"games": [], "journal": []}


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _run(command: str, file: Path, folder: Path) -> None:
    answer = CliRunner().invoke(app, [command, str(file), "--data", str(folder)])
    assert answer.exit_code == 0, answer.output


def _rows(file: Path) -> Rows:
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(database.execute(f"SELECT * FROM {name}"), key=repr) for name in sorted(names)}

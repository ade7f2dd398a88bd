"""A damaged database is refused at the start with one sentence, and left unchanged."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.admin.backup import back_up
from tantrix.server.app import create_app
from tantrix.server.cluster.uptime import HEARTBEAT_FILE
from tantrix.server.database.folder import DATABASE
from tantrix.server.options import ServerOptions
from tantrix.server.serve import run
from tantrix.server.settings import Settings
from tests.server.support.table import Table

Damage = Callable[[Path], None]
LOG = f"{DATABASE}-wal"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Play a little, and return the files as after a clean stop, with the write-ahead log separately."""
    folder = tmp_path_factory.mktemp("played")
    with TestClient(create_app(Settings(folder))) as client:
        Table.open(client).play(3)
        log = (folder / LOG).read_bytes()
    return {
        DATABASE: (folder / DATABASE).read_bytes(),
        HEARTBEAT_FILE: (folder / HEARTBEAT_FILE).read_bytes(),
    } | {LOG: log}


@pytest.fixture
def folder(tmp_path: Path, files: dict[str, bytes]) -> Path:
    (tmp_path / "data").mkdir()
    for name in (DATABASE, HEARTBEAT_FILE):
        (tmp_path / "data" / name).write_bytes(files[name])
    return tmp_path / "data"


def cut_in_half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def garbage_header(file: Path) -> None:
    file.write_bytes(b"?" * 100 + file.read_bytes()[100:])


def garbage_inside(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:40_960] + b"\xff" * 4096 + whole[45_056:])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def execute(statement: str) -> Damage:
    def damage(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA foreign_keys=OFF")
            database.execute(statement)
            database.commit()

    return damage


DAMAGES: dict[str, tuple[Damage, str]] = {
    "cut in half": (cut_in_half, "bytes are there"),
    "a header of garbage": (garbage_header, "its first bytes are not those of an SQLite database"),
    "a page of garbage": (garbage_inside, "Page 11"),
    "emptied": (empty, "it is empty, but a server has used this folder"),
    "removed": (Path.unlink, "it is empty, but a server has used this folder"),
    "a table missing": (execute("DROP TABLE journal"), "the table journal is missing"),
    "a column missing": (
        execute("ALTER TABLE journal DROP COLUMN lag_ms"),
        "the table journal has no column lag_ms",
    ),
    "no version": (execute("DROP TABLE alembic_version"), "but no version of a schema"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_refused_in_one_sentence_and_left_unchanged(
    damage: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    do_damage, reason = DAMAGES[damage]
    back_up(folder, tmp_path / "my copy")
    do_damage(folder / DATABASE)
    before = contents(folder)

    assert run("127.0.0.1", 0, ServerOptions(folder), False) == 2

    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert message.startswith(f"tantrix: cannot use {folder / DATABASE}: ")
    assert reason in message
    assert message.endswith(
        f"; restore its newest backup: tantrix restore '{tmp_path}/my copy' --data {folder}-restored\n"
    )
    assert contents(folder) == before


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, without the index of the log, which follows from the log."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


def test_an_emptied_database_beside_a_log_of_writes_keeps_the_log(
    tmp_path: Path, files: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / DATABASE).touch()
    (tmp_path / LOG).write_bytes(files[LOG])

    assert run("127.0.0.1", 0, ServerOptions(tmp_path), False) == 2

    assert capsys.readouterr().err == (
        f"tantrix: cannot use {tmp_path / DATABASE}: it is empty, but the log of its latest writes is beside "
        "it; restore a backup: tantrix restore FILE --data NEW-DIR\n"
    )
    assert (tmp_path / LOG).read_bytes() == files[LOG]


def test_the_newest_sound_copy_of_the_replica_is_named(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replica = tmp_path / "replica"
    replica.mkdir()
    old, new, newest = (replica / f"tantrix-20261122T20220{n}.000Z.sqlite3" for n in range(3))
    for file in (old, new, newest):
        back_up(folder, file)
    cut_in_half(newest)
    empty(folder / DATABASE)

    assert run("127.0.0.1", 0, ServerOptions(folder, replica=replica), False) == 2

    assert f"tantrix restore {new} --data {folder}-restored\n" in capsys.readouterr().err

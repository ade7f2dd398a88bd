import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.cluster.uptime import HEARTBEAT_FILE
from tantrix.server.database.copies import LAST_BACKUP, record_backup
from tantrix.server.database.folder import DATABASE, open_folder
from tantrix.server.settings import Settings
from tests.server.support.table import Table


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_nobody_else_can_read_the_games_of_a_server(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"

    with TestClient(create_app(Settings(folder))) as client:
        Table.open(client).play(1)
        names = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", HEARTBEAT_FILE)
        modes = {mode(folder / name) for name in names}

    assert mode(folder) == 0o700
    assert modes == {0o600}


def test_a_folder_and_files_that_were_open_to_others_are_closed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(0o755)
    files = [folder / DATABASE, folder / f"{DATABASE}-wal"]
    for file in files:
        file.touch(0o644)

    assert open_folder(folder) == files[0]

    assert mode(folder) == 0o700
    assert [mode(file) for file in files] == [0o600, 0o600]


def test_a_folder_that_holds_other_things_keeps_its_mode_and_the_database_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(0o755)
    (folder / "letter.txt").touch(0o644)

    database = open_folder(folder)

    assert (mode(folder), mode(folder / "letter.txt"), mode(database)) == (0o755, 0o644, 0o600)


def test_the_note_about_the_last_backup_is_for_the_owner_only(tmp_path: Path) -> None:
    (tmp_path / LAST_BACKUP).touch(0o644)

    record_backup(tmp_path, tmp_path / "copy")

    assert mode(tmp_path / LAST_BACKUP) == 0o600
    assert (tmp_path / LAST_BACKUP).read_text() == f"{tmp_path / 'copy'}\n"

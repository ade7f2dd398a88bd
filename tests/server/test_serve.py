import socket
from pathlib import Path

import pytest
import sqlalchemy as sa

from tantrix.server.serve import run
from tantrix.server.settings import DATABASE
from tantrix.server.store import Store


def test_a_taken_port_is_said_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        status = run("127.0.0.1", port, tmp_path, False)

    said = f"tantrix: cannot serve at 127.0.0.1:{port}: Address already in use; try another --port\n"
    assert status == 2
    assert capsys.readouterr().err == said


def test_a_host_that_is_none_of_ours_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("203.0.113.7", 0, tmp_path, False) == 2
    said = "tantrix: cannot serve at 203.0.113.7:0: Cannot assign requested address; try another --host\n"
    assert capsys.readouterr().err == said


def test_a_host_that_has_no_address_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("no such host", 0, tmp_path, False) == 2
    said = capsys.readouterr().err
    assert said.startswith("tantrix: cannot serve at no such host:0: ")
    assert said.endswith("; try another --host\n") and "Errno" not in said


def test_a_folder_that_cannot_be_made_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"

    assert run("127.0.0.1", 0, folder, False) == 2
    assert (
        capsys.readouterr().err
        == f"tantrix: cannot use the folder {folder}: Not a directory; try another --data\n"
    )


def test_a_file_that_is_no_database_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / DATABASE).write_bytes(b"this is not a database, and never was one" * 100)

    assert run("127.0.0.1", 0, tmp_path, False) == 2
    assert capsys.readouterr().err.endswith("file is not a database; try another --data\n")


def test_a_folder_of_a_newer_version_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path / DATABASE)
    store.migrate()
    with store.connect_writer() as connection, connection.begin():
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()

    assert run("127.0.0.1", 0, tmp_path, False) == 2
    assert capsys.readouterr().err == (
        f"tantrix: the folder {tmp_path} was written by a newer version of tantrix "
        "(schema 9999, this one knows up to 0010); take that version or another --data\n"
    )

import socket
from importlib.resources import files
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from tantrix._tools.server_options import ServerOptions
from tantrix.cli.app import app
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.migrations import versions
from tantrix.server.serve import run, settings_of
from tests.server.support.external_servers import free_port


def test_a_taken_port_is_reported_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        status = run("127.0.0.1", port, ServerOptions(tmp_path), False)

    message = f"tantrix: cannot serve at 127.0.0.1:{port}: Address already in use; try another --port\n"
    assert status == 2
    assert capsys.readouterr().err == message


def test_a_host_that_is_not_allowed_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("203.0.113.7", 0, ServerOptions(tmp_path), False) == 2
    message = "tantrix: cannot serve at 203.0.113.7:0: Cannot assign requested address; try another --host\n"
    assert capsys.readouterr().err == message


def test_a_host_without_an_address_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("no such host", 0, ServerOptions(tmp_path), False) == 2
    message = capsys.readouterr().err
    assert message.startswith("tantrix: cannot serve at no such host:0: ")
    assert message.endswith("; try another --host\n") and "Errno" not in message


def test_a_folder_that_cannot_be_created_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"

    assert run("127.0.0.1", 0, ServerOptions(folder), False) == 2
    assert (
        capsys.readouterr().err
        == f"tantrix: cannot use the folder {folder}: Not a directory; try another --data\n"
    )


def test_a_folder_of_a_newer_version_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Database(tmp_path / DATABASE)
    database.migrate()
    with database.connect_writer() as connection, connection.begin():
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    newest = max(step.name[1:5] for step in files(versions).iterdir() if step.name.startswith("v0"))

    assert run("127.0.0.1", 0, ServerOptions(tmp_path), False) == 2
    assert capsys.readouterr().err == (
        f"tantrix: the folder {tmp_path} was written by a newer version of tantrix "
        f"(schema 9999, this one knows up to {newest}); take that version or another --data\n"
    )


def test_an_address_without_a_database_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("127.0.0.1", 0, ServerOptions(database="mysql://me:hidden@host/name"), False) == 2
    assert capsys.readouterr().err == (
        "tantrix: expected an address like postgresql://user@host/name, got 'mysql://me:***@host/name'\n"
    )


def test_a_silent_database_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = f"postgresql://me:hidden@127.0.0.1:{free_port()}/games"

    assert run("127.0.0.1", 0, ServerOptions(database=address), False) == 2

    message = capsys.readouterr().err
    assert message.startswith(
        f"tantrix: cannot use the database {address.replace('hidden', '***')}: connection"
    )
    assert message.endswith("; try another --database\n")
    assert message.count("\n") == 1


def test_a_bus_without_a_database_is_refused_before_anything_starts() -> None:
    answer = CliRunner().invoke(app, ["serve", "--bus", "redis://127.0.0.1:6379/0"])

    assert answer.exit_code == 2
    assert "--bus needs --database" in answer.output


def test_a_served_site_answers_to_its_own_names_unless_others_are_given() -> None:
    assert "localhost" in settings_of(ServerOptions()).hosts
    assert settings_of(ServerOptions(allow_host=["a.example"])).hosts == ("a.example",)

"""Dumps by deploy/backup.sh and the drills of docs/server/operations.md, with a real PostgreSQL."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.server.support.external_servers import find, new_database, postgres_server
from tests.server.support.server_process import LiveServer, serving

BACKUP = Path(__file__).parents[2] / "deploy" / "backup.sh"
SEATS = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "robot", "robot": "random"}]

pytestmark = pytest.mark.slow


def names_of(address: str) -> dict[str, str]:
    """Return the variables that tell PostgreSQL's programs which database is meant."""
    url = sa.make_url(address)
    variables = {
        "PGHOST": url.host,
        "PGPORT": str(url.port),
        "PGUSER": url.username,
        "PGDATABASE": url.database,
    }
    programs = {"PATH": os.pathsep.join([str(Path(find("postgres")).parent), os.environ["PATH"]])}
    return os.environ | programs | {name: value for name, value in variables.items() if value is not None}


def back_up(address: str, folder: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    command = ["sh", str(BACKUP), str(folder), "once"]
    return subprocess.run(command, env=names_of(address) | variables, capture_output=True, text=True)


@contextmanager
def served(address: str, folder: Path) -> Iterator[LiveServer]:
    folder.mkdir()
    with serving(folder, options=("--database", address)) as server:
        yield server


def open_game(server: LiveServer) -> tuple[str, str]:
    body, cookie = server.post("/api/games", {"seats": SEATS})
    return body["id"], cookie


def play(server: LiveServer, game: tuple[str, str], n: int) -> None:
    """Lay `n` tiles for the person, and hear that each is saved."""
    with server.socket(f"/games/{game[0]}/socket", game[1]) as table:
        while n:
            message = json.loads(table.recv())
            position = message.get("position")
            if position is not None and position["to_play"] == 0:
                ply = position["ply"]
                placement = {"id": f"ply-{ply}", "ply": ply, "placement": position["placements"][0]}
                table.send(json.dumps({"type": "place", **placement}))
                n -= 1
        while json.loads(table.recv())["type"] != "placed":
            pass


def ask(address: str, query: str) -> list[tuple[Any, ...]]:
    url = sa.make_url(address).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(url, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(sa.text(query))]


def events(address: str) -> list[tuple[str, int]]:
    """Return the numbers of the events of all games, as they lie in the database."""
    return ask(address, "SELECT game_id, sequence FROM journal ORDER BY 1, 2")


def test_a_dump_is_restored_and_its_games_go_on(tmp_path: Path) -> None:
    with postgres_server() as postgres:
        address = new_database(postgres)
        with served(address, tmp_path / "first") as server:
            game = open_game(server)
            play(server, game, 3)
            assert back_up(address, tmp_path / "dumps").returncode == 0
            kept = events(address)
            play(server, game, 2)

        (dump,) = (tmp_path / "dumps").iterdir()
        restored = new_database(postgres)
        command = [find("pg_restore"), "--exit-on-error", "--no-owner", "--dbname", restored, str(dump)]
        subprocess.run(command, check=True)

        assert set(kept) <= set(events(restored)) < set(events(address))
        with served(restored, tmp_path / "second") as server:
            play(server, game, 2)


def test_only_the_newest_dumps_stay(tmp_path: Path) -> None:
    for day in range(5):
        (tmp_path / f"tantrix-2026010{day + 1}T000000Z.dump").touch()
    with postgres_server() as address:
        assert back_up(address, tmp_path, KEEP="3").returncode == 0

    assert [path.name[:16] for path in sorted(tmp_path.iterdir())][:2] == [
        "tantrix-20260104",
        "tantrix-20260105",
    ]
    assert len(list(tmp_path.iterdir())) == 3


def test_without_a_database_there_is_no_dump_and_the_reason_is_said(tmp_path: Path) -> None:
    done = back_up("postgresql://nobody@127.0.0.1:1/none", tmp_path)

    assert done.returncode == 1
    assert "no dump was made" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_database_comes_back_as_it_was_at_a_moment(tmp_path: Path) -> None:
    """The drill of the page: a base copy, an archive of the log, and a moment to stop at."""
    place = Path(subprocess.run(["mktemp", "-d"], check=True, capture_output=True, text=True).stdout.strip())
    place.chmod(0o777)
    archive, copy = place / "archive", place / "copy"
    archive.mkdir()
    archive.chmod(0o777)
    settings = {"archive_mode": "on", "archive_command": f"cp %p {archive}/%f", "wal_level": "replica"}
    try:
        with postgres_server(settings=settings) as address, served(address, tmp_path / "first") as server:
            game = open_game(server)
            play(server, game, 1)
            programs = names_of(address)
            subprocess.run(["pg_basebackup", "--pgdata", str(copy)], env=programs, check=True)
            play(server, game, 2)
            before = events(address)
            [(moment,)] = ask(address, "SELECT clock_timestamp()")
            play(server, game, 2)
            after = events(address)
            ask(address, "SELECT pg_switch_wal()")
            _wait_for_archive(address)

        (copy / "recovery.signal").touch()
        if os.geteuid() == 0:
            for path in (copy, *copy.rglob("*")):
                shutil.chown(path, "postgres", "postgres")
        settings = {
            "restore_command": f"cp {archive}/%f %p",
            "recovery_target_time": str(moment),
            "recovery_target_action": "promote",
        }
        with postgres_server(copy, settings) as address:
            found = events(address)
            assert set(before) <= set(found)
            assert len(found) < len(after)
            with served(address, tmp_path / "second") as server:
                play(server, game, 2)
    finally:
        shutil.rmtree(place)


def _wait_for_archive(address: str) -> None:
    """Wait until PostgreSQL has archived all of its log but the piece it writes."""
    waiting = "SELECT count(*) FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'"
    while ask(address, waiting) != [(0,)]:
        pass

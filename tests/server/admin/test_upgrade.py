"""Data of earlier versions, upgraded, checked and played on; the files are of servers that were played on."""

import json
import lzma
import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from tantrix.cli.app import app
from tantrix.record import parse_record
from tantrix.robots import find
from tantrix.server.admin.upgrade import rehearse, upgrade_data
from tantrix.server.app import create_app
from tantrix.server.database.database import HEAD
from tantrix.server.database.development.rows import TableCopy
from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings

REVISIONS = Path(__file__).parents[2] / "data" / "revisions"
OLD = ("0012", "0101-4b638290")  # development versions; the others are released revisions
ALL = sorted(each.name for each in REVISIONS.iterdir())
RENAMED = {"words": "chat_messages", "meetings": "game_started_notices"}


def data_of(revision: str, folder: Path) -> Path:
    """Put the data of a revision into a folder."""
    folder.mkdir(exist_ok=True)
    packed = (REVISIONS / revision / f"{DATABASE}.xz").read_bytes()
    (folder / DATABASE).write_bytes(lzma.decompress(packed))
    return folder


def n_rows(file: Path) -> dict[str, int]:
    """Count the rows of each table that has any, by its present name."""
    with closing(sqlite3.connect(file)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counts = {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
    return {RENAMED.get(name, name): n for name, n in counts.items() if n and not name.startswith("sqlite_")}


@pytest.mark.parametrize("revision", ALL)
def test_all_rows_survive_an_upgrade_and_games_go_on(revision: str, tmp_path: Path) -> None:
    folder = data_of(revision, tmp_path)
    before = n_rows(folder / DATABASE)

    rehearsed = rehearse(folder)
    done = upgrade_data(folder)

    assert done.action == rehearsed.action == ("convert" if revision in OLD else done.action)
    assert n_rows(folder / DATABASE) == before
    assert rehearse(folder).action == "none"
    assert done.backup is None or n_rows(done.backup) == before
    with TestClient(create_app(Settings(folder))) as client:
        play_on(client, folder)


def play_on(client: TestClient, folder: Path) -> None:
    """Sign in as the player to move in a game that began before the upgrade, and lay a tile."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        in_play = "finished_ms IS NULL AND ply > 0 AND control LIKE '%days%'"
        query = f"SELECT id, ply, to_play FROM games WHERE {in_play}"
        game_id, ply, to_play = database.execute(query).fetchone()
        owner, guest = (
            "SELECT owner FROM games WHERE id = ?",
            "SELECT user_id FROM sittings WHERE game_id = ?",
        )
        (user_id,) = database.execute((owner, guest)[to_play], (game_id,)).fetchone()
        (name,) = database.execute("SELECT name FROM accounts WHERE user_id = ?", (user_id,)).fetchone()
    signed_in = client.post("/sign-in", data={"name": name, "password": "correct horse battery", "next": "/"})
    assert signed_in.is_success
    game = parse_record(client.get(f"/games/{game_id}/record").text).game()
    assert (game.ply, game.to_play) == (ply, to_play)
    placement = str(find("greedy").choose(game, Settings(folder).make_rng()))

    laid = client.post(
        f"/api/games/{game_id}/placements", json={"id": "on", "ply": ply, "placement": placement}
    )

    assert laid.is_success, laid.text


@pytest.mark.parametrize("revision", OLD)
def test_commands_on_data_of_a_development_version_name_the_upgrade(revision: str, tmp_path: Path) -> None:
    folder = data_of(revision, tmp_path)

    ended = CliRunner().invoke(app, ["admin", "accounts", "--data", str(folder)])

    assert ended.exit_code == 2
    assert "older development version" in ended.stderr
    assert ended.stderr.endswith(f"tantrix admin upgrade --data {folder}\n")


def test_a_rehearsal_says_what_would_happen_and_changes_nothing(tmp_path: Path) -> None:
    folder = data_of("0012", tmp_path)
    before = n_rows(folder / DATABASE)

    ended = CliRunner().invoke(app, ["admin", "upgrade", "--check", "--json", "--data", str(folder)])

    said = json.loads(ended.stdout)
    assert said.pop("seconds") > 0
    assert said == {
        "action": "convert",
        "found": "0012",
        "known": HEAD,
        "revisions": [],
        "n_rows": sum(before.values()) - 1,  # without the version
        "backup": None,
    }
    assert n_rows(folder / DATABASE) == before


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("CREATE TABLE guests (id TEXT)", "no version is known that has the table guests"),
        (
            "ALTER TABLE games ADD COLUMN luck TEXT",
            "no version is known whose table games has the column luck",
        ),
        ("DROP TABLE journal", "the table journal is missing"),
    ],
)
def test_what_no_version_has_written_is_refused(change: str, sentence: str, tmp_path: Path) -> None:
    folder = data_of("0012", tmp_path)
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute(change)
    before = n_rows(folder / DATABASE)

    with pytest.raises(ValueError, match=sentence):
        upgrade_data(folder)

    assert n_rows(folder / DATABASE) == before


def test_data_in_use_are_not_converted(tmp_path: Path) -> None:
    folder = data_of("0012", tmp_path)
    with closing(sqlite3.connect(folder / DATABASE)) as server:
        server.execute("PRAGMA journal_mode=WAL")
        server.execute("SELECT * FROM games").fetchall()

        with pytest.raises(ValueError, match="a server or another upgrade is using it"):
            upgrade_data(folder)


def test_a_conversion_killed_anywhere_can_be_repeated(tmp_path: Path) -> None:
    folder = data_of("0012", tmp_path)
    before = n_rows(folder / DATABASE)

    for n_calls in count(1, 9):
        if not killed_after(n_calls, folder):
            break
        assert n_rows(folder / DATABASE) == before

    assert n_calls > 30
    assert rehearse(folder).action == "none"
    assert n_rows(folder / DATABASE) == before
    assert not list(folder.glob(".*"))


def killed_after(n_calls: int, folder: Path) -> bool:
    """Upgrade in a process that kills itself at one of its steps; return whether it got that far."""
    child = get_context("fork").Process(target=upgrade_and_die, args=(n_calls, folder))
    child.start()
    child.join()
    assert child.exitcode in (0, -signal.SIGKILL)
    return child.exitcode != 0


def upgrade_and_die(n_calls: int, folder: Path) -> None:
    numbers = count(1)

    def step(original: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any) -> Any:
            if next(numbers) == n_calls:
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*args)

        return counted

    TableCopy.statement = step(TableCopy.statement)  # type: ignore[method-assign]
    os.fsync = step(os.fsync)
    upgrade_data(folder)

"""Released revisions of the schema never change, and an upgrade survives being killed or doubled."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import pytest
import sqlalchemy as sa

import tantrix.server.app  # noqa: F401  # imports all stores, so that their tables are in METADATA
from tantrix.server.database.database import HEAD, Database
from tantrix.server.database.migrations import versions
from tests.server.support.external_servers import new_database

# The files that made the tables of servers out there, with their SHA-256. Add a line for each new revision.
RELEASED = {
    "v0101_first_release.py": "22e99d4e932ab668eec0eb22d2b2b5e58634d09c3572ccf9d137809d490cf57d",
    "v0102_former_names.py": "956d1353211e9966097a33200502ab8c1f5349e213b396034aa95ce700d77769",
}
FROZEN = (
    "{name} is released: servers have its tables, and never run it again. Put the old text back, and write a "
    "new revision for the change; then run python -m scripts.make_revision"
)
START = """
import sys
from pathlib import Path
import tantrix.server.app
from tantrix.server.database.database import Database
place = sys.argv[1]
database = Database(place if "://" in place else Path(place))
print("ready", flush=True)
sys.stdin.readline()
database.migrate()
database.close()
"""


@pytest.mark.parametrize("name", RELEASED)
def test_a_released_revision_never_changes(name: str) -> None:
    text = files(versions).joinpath(name).read_bytes()

    assert sha256(text).hexdigest() == RELEASED[name], FROZEN.format(name=name)


def test_every_revision_is_frozen_and_has_data() -> None:
    names = {file.name for file in files(versions).iterdir() if file.name.startswith("v")}

    assert names == set(RELEASED)
    assert HEAD in {name[1:5] for name in names}


def test_an_upgrade_killed_at_any_statement_changes_nothing(any_database: Path | str) -> None:
    for n_statements in count(1, 41):
        if not _killed_after(n_statements, any_database):
            break
        assert _tables(any_database) == []
    database = Database(any_database)

    assert n_statements > 100
    assert database.is_at_head()
    database.close()


def _killed_after(n_statements: int, where: Path | str) -> bool:
    """Upgrade in a process that kills itself after some statements; return whether it got that far."""
    child = get_context("fork").Process(target=_upgrade_and_die, args=(n_statements, where))
    child.start()
    child.join()
    assert child.exitcode in (0, -signal.SIGKILL)
    return child.exitcode != 0


def _upgrade_and_die(n_statements: int, where: Path | str) -> None:
    numbers = count(1)

    def kill(*_: object) -> None:
        if next(numbers) == n_statements:
            os.kill(os.getpid(), signal.SIGKILL)

    sa.event.listen(sa.Engine, "after_cursor_execute", kill)
    Database(where).migrate()


def _tables(where: Path | str) -> list[str]:
    database = Database(where)
    with database.readers.connect() as connection:
        found = sa.inspect(connection).get_table_names()
    database.close()
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "any.sqlite3")
    else:
        yield new_database(request.getfixturevalue("postgres"))


def test_servers_that_start_together_on_an_empty_database_all_start(empty: str) -> None:
    command = [sys.executable, "-c", START, empty]
    servers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    for server in servers:
        assert server.stdout is not None and server.stdout.readline() == "ready\n"

    for server in servers:
        assert server.stdin is not None
        server.stdin.write("\n")
        server.stdin.flush()
    for server in servers:
        server.communicate()

    assert [server.returncode for server in servers] == [0, 0, 0]

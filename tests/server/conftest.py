"""A server in this process, whose clock and random numbers are controlled by the tests."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
import structlog
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_database, migrated_file, migrated_folder
from tests.server.support.external_servers import new_database, postgres_server
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Table
from tests.support.computing import QUICK_HASHER, UNHURRIED


@pytest.fixture(scope="session", autouse=True)
def _log_where_pytest_listens() -> Iterator[None]:
    structlog.configure(
        processors=[structlog.stdlib.render_to_log_kwargs],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    yield
    structlog.reset_defaults()


@pytest.fixture
def settings(tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    # This clock advances by a second at each reading: nobody hits a rate limit by chance.
    now_ms = count(1_700_000_000_000, 1000).__next__
    lots = random.Random(request.node.nodeid)  # what is dealt or drawn by lot is the same each time
    return Settings(
        migrated_folder(tmp_path),
        now_ms=now_ms,
        computing=UNHURRIED,
        hasher=QUICK_HASHER,
        make_secret=lambda: lots.randbytes(32),
        make_rng=lambda: random.Random(lots.getrandbits(64)),
    )


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()  # begins on 2023-11-14 at 22:13:20


@pytest.fixture
def room(settings: Settings, clock: ManualClock) -> Iterator[WaitingRoom]:
    """Return people with a browser each, at a server whose time is that of `clock`."""
    with TestClient(create_app(replace(settings, now_ms=clock))) as client:
        yield WaitingRoom(client)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with postgres_server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def any_database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Return the location of an empty database of each kind."""
    is_file = request.param == "sqlite"
    return tmp_path / "any.sqlite3" if is_file else new_database(request.getfixturevalue("postgres"))


@pytest.fixture(params=["sqlite", "postgres"])
def any_migrated(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Return the location of a database of each kind that has all tables and no rows."""
    if request.param == "sqlite":
        return migrated_file(tmp_path / "any.sqlite3")
    return migrated_database(request.getfixturevalue("postgres"))


@pytest.fixture
def database(any_migrated: Path | str) -> Iterator[Database]:
    """Open a database of each kind that has all tables and no rows."""
    database = Database(any_migrated)
    yield database
    database.close()


@pytest.fixture
def writer(database: Database) -> Iterator[Writer]:
    writer = Writer(database.connect_writer)
    yield writer
    writer.close()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table.open(client)

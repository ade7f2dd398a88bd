"""The engines of a database: an SQLite file, or PostgreSQL at an address.

Each database has one engine for reading, which never waits for a writer, and one for the writer.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import NullPool, QueuePool

POSTGRES = ("postgresql", "postgres")
READERS = 8

_ANY_THREAD = {"check_same_thread": False, "timeout": 5.0}
# With these settings TCP notices within seconds that PostgreSQL is gone. The kernel's default is two hours,
# and a quarter of an hour for data that was sent but never acknowledged.
_KEEPALIVE_ARGUMENTS = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}


@dataclass(frozen=True, slots=True)
class Engines:
    """The engines of one database."""

    readers: sa.Engine
    writers: sa.Engine

    @property
    def is_sqlite(self) -> bool:
        """Return whether the database is a file, which other machines cannot use."""
        return self.readers.dialect.name == "sqlite"

    def close(self) -> None:
        """Close all connections; one that a thread is still reading from is closed when it is done."""
        event.listen(self.readers, "checkin", lambda _connection, record: record.invalidate())
        self.readers.dispose()
        self.writers.dispose()


def open_engines(where: Path | str) -> Engines:
    """Open a file, or an address like postgresql://user@host/name. Raises ValueError for any other."""
    return _sqlite(where) if isinstance(where, Path) else _postgres(where)


def check_address(address: str) -> sa.URL:
    """Parse the address of a PostgreSQL database; raises ValueError if it is not one."""
    try:
        url = sa.make_url(address)
    except (sa.exc.ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in POSTGRES or not url.database:
        shown = address if url is None else url.render_as_string(hide_password=True)
        raise ValueError(f"expected an address like postgresql://user@host/name, got {shown!r}")
    return url.set(drivername="postgresql+psycopg")


def shown(address: str) -> str:
    """Return an address without its password."""
    return check_address(address).set(drivername="postgresql").render_as_string(hide_password=True)


def _sqlite(path: Path) -> Engines:
    url = sa.URL.create("sqlite", database=str(path))
    # The connection used last is used next: its cache is warm, and the caches of the others stay small.
    readers = sa.create_engine(
        url, poolclass=QueuePool, pool_size=READERS, pool_use_lifo=True, connect_args=_ANY_THREAD
    )
    writers = sa.create_engine(url, poolclass=NullPool, connect_args=_ANY_THREAD)
    for engine in (readers, writers):
        event.listen(engine, "connect", _prepare)
    event.listen(readers, "begin", _begin)
    event.listen(writers, "begin", _begin_immediate)
    return Engines(readers, writers)


def _postgres(address: str) -> Engines:
    url = check_address(address)
    options: dict[str, Any] = {"connect_args": _KEEPALIVE_ARGUMENTS, "pool_pre_ping": True}
    try:
        readers = sa.create_engine(url, pool_size=READERS, pool_use_lifo=True, **options)
        writers = sa.create_engine(url, poolclass=NullPool, **options)
    except ModuleNotFoundError as error:
        raise ValueError("PostgreSQL needs psycopg: pip install 'tantrix[postgres]'") from error
    return Engines(readers, writers)


def _prepare(connection: Any, _record: object) -> None:
    # Switch off the driver's own BEGIN: it opens deferred transactions. If such a transaction starts to write
    # while another connection writes, SQLite refuses at once, whatever the timeout.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")

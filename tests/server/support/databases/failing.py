"""Database connections that fail."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa


def without_room(connection: sa.Connection) -> sa.Connection:
    """Stop the database from growing on this connection, as if the disk were full."""
    (pages,) = _driver(connection).execute("PRAGMA page_count").fetchone()
    _driver(connection).execute(f"PRAGMA max_page_count={pages}")
    return connection


def impatient(connection: sa.Connection) -> sa.Connection:
    """Wait for another writer long enough for one of our own, but not for one that never finishes."""
    _driver(connection).execute("PRAGMA busy_timeout=200")
    return connection


def _driver(connection: sa.Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


@contextmanager
def failing_disk() -> Iterator[None]:
    """Make every file write of this process fail, as when the disk is full.

    The limit counts from the first byte of a file, so existing content cannot be overwritten either.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the write lock of a database, as another program might."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")

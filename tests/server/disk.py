"""Connections to a database on a bad day."""

import sqlite3

import sqlalchemy as sa


def without_room(connection: sa.Connection) -> sa.Connection:
    """Let the database grow no further on this connection, as if the disk were full."""
    (pages,) = _driver(connection).execute("PRAGMA page_count").fetchone()
    _driver(connection).execute(f"PRAGMA max_page_count={pages}")
    return connection


def impatient(connection: sa.Connection) -> sa.Connection:
    """Wait hardly at all for another writer."""
    _driver(connection).execute("PRAGMA busy_timeout=10")
    return connection


def _driver(connection: sa.Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver

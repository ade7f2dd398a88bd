"""Converting a database of a development version: all rows are copied into a new database.

A file is not touched until a complete new one takes its place. In PostgreSQL everything happens in one
transaction, and the old tables stay in a schema of their own.
"""

from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from tantrix.server.database.development.changes import RELEASE
from tantrix.server.database.development.rows import copy_rows, plan_copies
from tantrix.server.database.engine import open_engines
from tantrix.server.database.found_columns import found_columns
from tantrix.server.database.upgrade import upgrade

BEFORE = "before_0101"  # the schema that keeps the old tables
UNFINISHED = "0100"  # the version of a database whose rows are converted, but not yet its lists


def convert_file(source: Path, target: Path) -> int:
    """Write the rows of a file into a new file with the present schema; return their number.

    Nobody may write to `source` meanwhile. Raises UnfitSchema for what no known version has written.
    """
    engines = open_engines(target)
    try:
        with closing(engines.writers.connect()) as connection:
            driver = connection.connection.driver_connection
            assert driver is not None, "the connection is open"
            driver.execute(f"ATTACH DATABASE ? AS {BEFORE}", (str(source),))  # not within a transaction
            with connection.begin():
                return _convert(connection)
    finally:
        engines.close()


def convert_schema(connection: sa.Connection) -> int:
    """Convert PostgreSQL's tables within the open transaction; return the number of rows.

    Afterwards the version is `UNFINISHED`. Raises UnfitSchema for what no known version has written.
    """
    here = connection.scalar(sa.select(sa.func.current_schema()))
    connection.execute(sa.text(f"CREATE SCHEMA {BEFORE}"))
    for table in sa.inspect(connection).get_table_names():
        connection.execute(sa.text(f"ALTER TABLE {table} SET SCHEMA {BEFORE}"))
    functions = (
        "SELECT proname FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname = :here"
    )
    ours = sa.text(f"{functions} AND proname LIKE '%\\_refuses\\_%'")
    for function in connection.scalars(ours, {"here": here}).all():
        connection.execute(sa.text(f"ALTER FUNCTION {function}() SET SCHEMA {BEFORE}"))
    n_rows = _convert(connection)
    _advance_sequences(connection)
    connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{UNFINISHED}'"))
    return n_rows


def is_convertible(connection: sa.Connection, version: str | None) -> bool:
    """Return whether a database with the version of the release lacks something that the release has."""
    if version != RELEASE:
        return False
    with sa.create_engine("sqlite://").begin() as empty:
        upgrade(empty, RELEASE)
        expected = found_columns(empty)
    found = found_columns(connection)
    return any(not columns <= found.get(table, set()) for table, columns in expected.items())


def _convert(connection: sa.Connection) -> int:
    upgrade(connection, RELEASE)
    copies = plan_copies(found_columns(connection, BEFORE), found_columns(connection))
    n_rows = copy_rows(connection, BEFORE, copies)
    upgrade(connection)
    return n_rows


def _advance_sequences(connection: sa.Connection) -> None:
    """Let the numbers of new rows go on after those of the copied ones."""
    serial = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = "
    serial += "current_schema() AND (column_default LIKE 'nextval%' OR is_identity = 'YES')"
    for table, column in connection.execute(sa.text(serial)).all():
        newest = f"(SELECT max({column}) FROM {table})"
        connection.execute(
            sa.text(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), {newest}) "
                f"WHERE {newest} IS NOT NULL"
            )
        )

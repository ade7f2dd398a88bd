"""The database: an SQLite file, or a PostgreSQL database that several servers share.

Reads run on any thread and never wait for a writer; every write goes through `writer.Writer`. The stores know
the tables; they get the engine for reading.
"""

from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, OperationalError

from tantrix._tools.languages import gettext as _
from tantrix.server.database.development.changes import came_later
from tantrix.server.database.engine import open_engines
from tantrix.server.database.found_columns import found_columns
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.schema_errors import DevelopmentSchema, UnfitSchema

HEAD = "0102"  # the schema of this version
FIRST_TRIES = 12  # of five seconds: PostgreSQL may start with this server, or be very busy


class Database:
    """A file, or a PostgreSQL database given by its address. Raises ValueError for any other address."""

    def __init__(self, where: Path | str) -> None:
        self._engines = open_engines(where)

    @property
    def readers(self) -> sa.Engine:
        """The engine that the stores read with."""
        return self._engines.readers

    @property
    def is_shared(self) -> bool:
        """Return whether several servers may use the database at the same time."""
        return not self._engines.is_sqlite

    def migrate(self, on_wait: Callable[[], object] = lambda: None) -> None:
        """Upgrade the schema to this version; an empty database gets all of it.

        `on_wait` is called if another process is upgrading it. Raises NewerSchema, DevelopmentSchema,
        UpgradeUnderWay, or UnfitSchema if tables or columns are missing after the upgrade; in all cases
        nothing is changed.
        """
        self._wait_for_an_answer()
        if self._has_schema():
            with self._engines.writers.begin() as connection:
                _check_tables(connection)
            return
        # This imports Alembic: 8 MB that few starts need.
        from tantrix.server.database.upgrade import sole_upgrade, upgrade

        with self._engines.writers.connect() as writer, sole_upgrade(writer, on_wait) as connection:
            upgrade(connection)
            _check_tables(connection)

    def _wait_for_an_answer(self) -> None:
        for _attempt in range(FIRST_TRIES):
            try:
                with self.readers.connect():
                    return
            except OperationalError as error:
                if "timeout" not in str(error.orig):
                    return  # the next statement says what is wrong

    def _has_schema(self) -> bool:
        try:
            return self.is_at_head()
        except DatabaseError:  # there is no table with the version yet
            return False

    def is_at_head(self) -> bool:
        """Return whether the schema is up to date. Reads one row and writes nothing."""
        with self.readers.connect() as connection:
            found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
        return found == [HEAD]

    def connect_writer(self) -> sa.Connection:
        """Open the connection of the one writer: each of its transactions takes the write lock at once."""
        return self._engines.writers.connect()

    def close(self) -> None:
        self._engines.close()


def _check_tables(connection: sa.Connection) -> None:
    found = found_columns(connection)
    for table in METADATA.sorted_tables:
        if table.name not in found:
            missing = _("the table {table} is missing").format(table=table.name)
            raise _unfit(missing, came_later(found, table.name))
        for column in table.columns:
            if column.name not in found[table.name]:
                missing = _("the table {table} has no column {column}")
                missing = missing.format(table=table.name, column=column.name)
                raise _unfit(missing, came_later(found, table.name, column.name))


def _unfit(reason: str, is_older: bool) -> DevelopmentSchema | UnfitSchema:
    return DevelopmentSchema(reason) if is_older else UnfitSchema(reason)

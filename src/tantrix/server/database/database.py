"""The database: an SQLite file, or a PostgreSQL database that several servers share.

Reads run on any thread and never wait for a writer; every write goes through `writer.Writer`. The stores know
the tables; they get the engine for reading.
"""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, OperationalError

from tantrix._tools.languages import gettext as _
from tantrix.server.database.engine import open_engines
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.schema_errors import UnfitSchema

HEAD = "0101"  # the schema of this version
FIRST_TRIES = 12  # of five seconds: PostgreSQL may start with this server, or be very busy

_SQLITE_COLUMNS = (
    "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'"
)
_POSTGRES_COLUMNS = (
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
)


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

    def migrate(self) -> None:
        """Upgrade the schema to this version; an empty database gets all of it.

        Raises NewerSchema, or UnfitSchema if tables or columns are missing after the upgrade; in both cases
        nothing is changed.
        """
        self._wait_for_an_answer()
        if self._has_schema():
            with self._engines.writers.begin() as connection:
                _check_tables(connection)
            return
        from tantrix.server.database.upgrade import upgrade  # imports Alembic: 8 MB that few starts need

        with self._engines.writers.begin() as connection:
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
    found = _columns(connection)
    for table in METADATA.sorted_tables:
        columns = found.get(table.name, set())
        if not columns:
            raise UnfitSchema(_("the table {table} is missing").format(table=table.name))
        for column in table.columns:
            if column.name not in columns:
                missing = _("the table {table} has no column {column}")
                raise UnfitSchema(missing.format(table=table.name, column=column.name))


def _columns(connection: sa.Connection) -> dict[str, set[str]]:
    """Return the names of the columns of each table; SQLAlchemy would ask SQLite about each table."""
    names = _SQLITE_COLUMNS if connection.dialect.name == "sqlite" else _POSTGRES_COLUMNS
    found: dict[str, set[str]] = {}
    for table, column in connection.execute(sa.text(names)):
        found.setdefault(table, set()).add(column)
    return found

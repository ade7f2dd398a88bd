"""The database: one file, or a PostgreSQL that several servers share.

Reads run on any thread and never wait for a writer; every write goes through `writer.Writer`. What is in the
tables is the business of the stores, which take the engine for reading.
"""

from functools import cached_property
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tantrix.i18n import gettext as _
from tantrix.server.database.engine import open_engines
from tantrix.server.database.metadata import METADATA


class NewerSchema(Exception):
    """The database was written by another version, whose schema this one does not know."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(f"expected a schema up to {known}, got {found}")
        self.found = found
        self.known = known


class UnfitSchema(Exception):
    """The tables are not those of the schema that the database says it has; the text says what is wrong."""


class Database:
    """A file, or PostgreSQL by its address. Raises ValueError for any other address."""

    def __init__(self, where: Path | str) -> None:
        self._engines = open_engines(where)

    @property
    def readers(self) -> sa.Engine:
        """The engine that the stores read with."""
        return self._engines.readers

    @cached_property
    def _head(self) -> list[str]:
        return list(ScriptDirectory.from_config(_config()).get_heads())

    @property
    def is_shared(self) -> bool:
        """Return whether several servers may use it at once."""
        return not self._engines.is_sqlite

    def migrate(self) -> None:
        """Bring the schema up to date; an empty database gets all of it.

        Raises NewerSchema, or UnfitSchema if tables or columns are missing then; nothing is changed in these
        cases.
        """
        config = _config()
        with self._engines.writers.begin() as connection:
            _check_schema(connection, ScriptDirectory.from_config(config))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            _check_tables(connection)

    def is_at_head(self) -> bool:
        """Return whether the schema is the one of this version. Reads one row and writes nothing."""
        with self.readers.connect() as connection:
            found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
        return found == self._head

    def connect_writer(self) -> sa.Connection:
        """Open the connection of the one writer: each of its transactions takes the write lock at once."""
        return self._engines.writers.connect()

    def integrity(self) -> str:
        """Ask SQLite to check the whole file; "ok" when it is sound. For files only."""
        with self.readers.connect() as connection:
            return str(connection.execute(sa.text("PRAGMA integrity_check")).scalar_one())

    def close(self) -> None:
        self._engines.close()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "tantrix.server.database:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _check_schema(connection: sa.Connection, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    heads = MigrationContext.configure(connection).get_current_heads()
    if not heads and (tables := sa.inspect(connection).get_table_names()):
        raise UnfitSchema(_("it has the table {table}, but no version of a schema").format(table=tables[0]))
    for found in heads:
        if found not in known:
            raise NewerSchema(found, max(known))


def _check_tables(connection: sa.Connection) -> None:
    found = sa.inspect(connection).get_multi_columns()
    for table in METADATA.sorted_tables:
        columns = {column["name"] for column in found.get((None, table.name), ())}
        if not columns:
            raise UnfitSchema(_("the table {table} is missing").format(table=table.name))
        for column in table.columns:
            if column.name not in columns:
                missing = _("the table {table} has no column {column}")
                raise UnfitSchema(missing.format(table=table.name, column=column.name))

"""The database: one file, or a PostgreSQL that several servers share.

Reads run on any thread and never wait for a writer; every write goes through `writer.Writer`. What is in the
tables is the business of the stores, which take the engine for reading.
"""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tantrix.server.database.engine import open_engines


class NewerSchema(Exception):
    """The database was written by another version, whose schema this one does not know."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(f"expected a schema up to {known}, got {found}")
        self.found = found
        self.known = known


class Database:
    """A file, or PostgreSQL by its address. Raises ValueError for any other address."""

    def __init__(self, where: Path | str) -> None:
        self._engines = open_engines(where)

    @property
    def readers(self) -> sa.Engine:
        """The engine that the stores read with."""
        return self._engines.readers

    @property
    def is_shared(self) -> bool:
        """Tell whether several servers may use it at once."""
        return not self._engines.is_sqlite

    def migrate(self) -> None:
        """Bring the schema up to date; an empty database gets all of it. Raises NewerSchema."""
        config = Config()
        config.set_main_option("script_location", "tantrix.server.database:migrations")
        config.set_main_option("path_separator", "os")
        with self._engines.writers.begin() as connection:
            _check_schema(connection, ScriptDirectory.from_config(config))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def connect_writer(self) -> sa.Connection:
        """Open the connection of the one writer: each of its transactions takes the write lock at once."""
        return self._engines.writers.connect()

    def integrity(self) -> str:
        """Ask SQLite to check the whole file; "ok" when it is sound. For files only."""
        with self.readers.connect() as connection:
            return str(connection.execute(sa.text("PRAGMA integrity_check")).scalar_one())

    def close(self) -> None:
        self._engines.close()


def _check_schema(connection: sa.Connection, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    for found in MigrationContext.configure(connection).get_current_heads():
        if found not in known:
            raise NewerSchema(found, max(known))

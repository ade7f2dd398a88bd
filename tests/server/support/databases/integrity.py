"""SQLite's check of a whole file."""

import sqlalchemy as sa

from tantrix.server.database.database import Database


def integrity(database: Database) -> str:
    """Return "ok" if the file is intact, or else what is wrong with it."""
    with database.readers.connect() as connection:
        return str(connection.execute(sa.text("PRAGMA integrity_check")).scalar_one())

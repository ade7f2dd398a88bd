"""The database tables of the archive: the record of each finished game, and the imports."""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.rows import Row, table_of


@dataclass(frozen=True, slots=True)
class ArchivedRecord(Row):
    """The record of a finished game. `day` is the date in the record, empty if it has none."""

    game_id: str
    day: str
    digest: str
    text: str


RECORDS = table_of(
    ArchivedRecord, "records", sa.Index(None, "day", "digest"), key=("game_id",), indexed=("digest",)
)


@dataclass(frozen=True, slots=True)
class Imported(Row):
    """A record that a user imported. The digest is unique: the database rejects a duplicate."""

    digest: str
    game_id: str
    user_id: str
    imported_ms: int


IMPORTS = table_of(Imported, "imports", key=("digest",), unique=("game_id",), indexed=("user_id",))

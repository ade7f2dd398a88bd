"""The database: games and the append-only journal of what happened in them.

A game is text: its rules, its seats, the secret its deal follows from, and the lines of its journal. Reads
run on any thread and never wait for a writer (WAL); every write goes through `journal.py`, which
hands its open transaction to the writing functions below. The secret of a bag is in the store from
the start, but leaves the server only when the game is over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tantrix.server.cluster.uptime import Outage, Uptime
from tantrix.server.database.engine import open_database

_METADATA = sa.MetaData()

_GAMES = sa.Table(
    "games",
    _METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text),
    sa.Column("rules", sa.Text),
    sa.Column("seats", sa.Text),
    sa.Column("secret", sa.Text),
    sa.Column("commitment", sa.Text),
    sa.Column("created_ms", sa.BigInteger),
    sa.Column("finished_ms", sa.BigInteger),
    sa.Column("result", sa.Text),
    sa.Column("control", sa.Text),
    sa.Column("listing", sa.Text),
    sa.Column("started_ms", sa.BigInteger),
    sa.Column("is_rated", sa.Boolean),
)

_JOURNAL = sa.Table(
    "journal",
    _METADATA,
    sa.Column("game_id", sa.Text, primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True),
    sa.Column("line", sa.Text),
    sa.Column("message_id", sa.Text),
    sa.Column("at_ms", sa.BigInteger),
    sa.Column("lag_ms", sa.Integer),
    sa.Column("delay_ms", sa.BigInteger),
)

_SITTINGS = sa.Table(
    "sittings",
    _METADATA,
    sa.Column("game_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.Text),
    sa.Column("name", sa.Text),
    sa.Column("at_ms", sa.BigInteger),
    sa.Column("wishes", sa.Text),
)

_OUTAGES = sa.Table(
    "outages",
    _METADATA,
    sa.Column("from_ms", sa.BigInteger, primary_key=True),
    sa.Column("to_ms", sa.BigInteger),
)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it was dealt. `owner` is the hash of a browser session; `result` is there once it is over.

    `control` is a time control as text; `listing` open or private; `started_ms` is there once all seats
    are taken.
    """

    id: str
    owner: str
    rules: str
    seats: str
    secret: str
    commitment: str
    created_ms: int
    finished_ms: int | None = None
    result: str | None = None
    control: str | None = None
    listing: str = "private"
    started_ms: int | None = None
    is_rated: bool = False

    def statement(self) -> sa.Insert:
        return _GAMES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat that was left open, and who took it; `wishes` has the letters of the colours wished for."""

    game_id: str
    seat: int
    user_id: str
    name: str
    at_ms: int
    wishes: str = ""

    def statement(self) -> sa.Insert:
        return _SITTINGS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class Begin:
    """The last open seat of a game was taken; `rules` have the colours as all wished."""

    game_id: str
    at_ms: int
    rules: str

    must_match: ClassVar[bool] = True  # a table may be closed as its last seat is taken

    def statement(self) -> sa.Update:
        begun = {"started_ms": self.at_ms, "rules": self.rules}
        return _GAMES.update().where(_GAMES.c.id == self.game_id).values(**begun)


@dataclass(frozen=True, slots=True)
class CloseTable:
    """A table that waits for players is closed; one whose game has begun stays."""

    game_id: str

    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Delete:
        return _GAMES.delete().where(_GAMES.c.id == self.game_id, _GAMES.c.started_ms.is_(None))


@dataclass(frozen=True, slots=True)
class DropSittings:
    """Nobody sits at a table any more."""

    game_id: str

    def statement(self) -> sa.Delete:
        return _SITTINGS.delete().where(_SITTINGS.c.game_id == self.game_id)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A line of a game's journal; `message_id` names the message that caused it, robots have none.

    `lag_ms`: given back to the clock of who laid the tile. `delay_ms`: how long the lines before took to
    reach the players, which no clock counts.
    """

    game_id: str
    sequence: int
    line: str
    message_id: str | None
    at_ms: int
    lag_ms: int = 0
    delay_ms: int = 0

    def statement(self) -> sa.Insert:
        return _JOURNAL.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a game, as its record words it."""

    game_id: str
    at_ms: int
    result: str

    def statement(self) -> sa.Update:
        finished = {"finished_ms": self.at_ms, "result": self.result}
        return _GAMES.update().where(_GAMES.c.id == self.game_id).values(**finished)


class Write(Protocol):
    """Something to be written: it knows its statement."""

    def statement(self) -> sa.Insert | sa.Update | sa.Delete: ...


@dataclass(frozen=True, slots=True)
class Away:
    """The server was away."""

    outage: Outage

    def statement(self) -> sa.Insert:
        return _OUTAGES.insert().values(from_ms=self.outage.from_ms, to_ms=self.outage.to_ms)


@dataclass(frozen=True, slots=True)
class StillAway:
    """An outage was not over when it seemed to be: the server died again before its first sign of life."""

    from_ms: int

    def statement(self) -> sa.Delete:
        return _OUTAGES.delete().where(_OUTAGES.c.from_ms == self.from_ms)


class NewerSchema(Exception):
    """The database was written by a newer version, whose schema this one does not know."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(f"expected a schema up to {known}, got {found}")
        self.found = found
        self.known = known


class Store:
    """The database: a file, or PostgreSQL by its address. Raises ValueError for any other address."""

    def __init__(self, where: Path | str) -> None:
        self._database = open_database(where)
        self._readers = self._database.readers

    def migrate(self) -> None:
        """Bring the schema up to date; an empty database gets all of it. Raises NewerSchema."""
        config = Config()
        config.set_main_option("script_location", "tantrix.server.database:migrations")
        config.set_main_option("path_separator", "os")
        with self._database.writers.begin() as connection:
            _check_schema(connection, ScriptDirectory.from_config(config))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def connect_writer(self) -> sa.Connection:
        """Open the connection of the one writer: each of its transactions takes the write lock at once."""
        return self._database.writers.connect()

    def game(self, game_id: str) -> GameRow | None:
        """Find a game by its id."""
        with self._readers.connect() as connection:
            row = connection.execute(sa.select(_GAMES).where(_GAMES.c.id == game_id)).one_or_none()
        return None if row is None else GameRow(*row)

    def entries(self, game_id: str) -> list[JournalEntry]:
        """List the journal of a game in order."""
        query = sa.select(_JOURNAL).where(_JOURNAL.c.game_id == game_id).order_by(_JOURNAL.c.sequence)
        with self._readers.connect() as connection:
            return [JournalEntry(*row) for row in connection.execute(query)]

    def sittings(self, game_id: str) -> list[TakenSeat]:
        """List who has taken the open seats of a game."""
        query = sa.select(_SITTINGS).where(_SITTINGS.c.game_id == game_id).order_by(_SITTINGS.c.seat)
        with self._readers.connect() as connection:
            return [TakenSeat(*row) for row in connection.execute(query)]

    def finished_ids(self) -> list[str]:
        """Name all games that are over, in the order in which they ended."""
        query = sa.select(_GAMES.c.id).where(_GAMES.c.finished_ms.is_not(None))
        with self._readers.connect() as connection:
            rows = connection.execute(query.order_by(_GAMES.c.finished_ms, _GAMES.c.id))
            return [row.id for row in rows]

    def uptime(self) -> Uptime:
        """Return all times when the server was away."""
        with self._readers.connect() as connection:
            rows = connection.execute(sa.select(_OUTAGES).order_by(_OUTAGES.c.from_ms))
            return Uptime(tuple(Outage(*row) for row in rows))

    def games_of(self, user_id: str, limit: int) -> list[GameRow]:
        """List the newest games that a session started or sits in."""
        return self._newest(sa.select(_GAMES).where(_is_at(user_id)), limit)

    def unfinished_of(self, user_id: str, limit: int) -> list[GameRow]:
        """List the newest games that a session started or sits in and that are not over."""
        query = sa.select(_GAMES).where(_is_at(user_id), _GAMES.c.finished_ms.is_(None))
        return self._newest(query, limit)

    def waiting(self, limit: int) -> list[GameRow]:
        """List the newest open tables that wait for players."""
        return self._newest(_listed().where(_GAMES.c.started_ms.is_(None)), limit)

    def in_play(self, limit: int) -> list[GameRow]:
        """List the newest open tables that are in play."""
        return self._newest(_listed().where(_GAMES.c.started_ms.is_not(None)), limit)

    @property
    def readers(self) -> sa.Engine:
        """The engine for reading, for the parts of the database that have files of their own."""
        return self._readers

    def integrity(self) -> str:
        """Ask SQLite to check the whole file; "ok" when it is sound. For files alone."""
        with self._readers.connect() as connection:
            return str(connection.execute(sa.text("PRAGMA integrity_check")).scalar_one())

    def _newest(self, query: "sa.Select[Any]", limit: int) -> list[GameRow]:
        ordered = query.order_by(_GAMES.c.created_ms.desc(), _GAMES.c.id).limit(limit)
        with self._readers.connect() as connection:
            return [GameRow(*row) for row in connection.execute(ordered)]

    @property
    def is_shared(self) -> bool:
        """Tell whether several servers may use it at once."""
        return not self._database.is_sqlite

    def close(self) -> None:
        self._database.close()


def columns_of(row: Any) -> dict[str, Any]:
    """Return the fields of a row, a dataclass, by the names of their columns."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


class Clash(Exception):
    """A write that was to change one row found it changed by another server meanwhile."""


def write_all(connection: sa.Connection, writes: Sequence[Write]) -> None:
    """Write within the open transaction.

    Raises IntegrityError if an entry's sequence is taken, Clash if a write with `must_match` changes no row.
    """
    for write in writes:
        result = connection.execute(write.statement())
        if getattr(write, "must_match", False) and result.rowcount != 1:
            raise Clash(str(write))


def _check_schema(connection: sa.Connection, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    for found in MigrationContext.configure(connection).get_current_heads():
        if found not in known:
            raise NewerSchema(found, max(known))


def _is_at(user_id: str) -> "sa.ColumnElement[bool]":
    sits = sa.select(_SITTINGS.c.game_id).where(_SITTINGS.c.user_id == user_id)
    return sa.or_(_GAMES.c.owner == user_id, _GAMES.c.id.in_(sits))


def _listed() -> "sa.Select[Any]":
    return sa.select(_GAMES).where(_GAMES.c.listing == "open", _GAMES.c.finished_ms.is_(None))

"""Games in the database, and the append-only journal of what happened in them.

A game is stored as text: its rules, its seats, the secret that determines its deal, and the lines of its
journal. The secret is in the database from the start, but leaves the server only when the game is over.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.writes import columns_of

GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("finished_ms", sa.BigInteger),
    sa.Column("result", sa.Text),
    sa.Column("control", sa.Text),
    sa.Column("listing", sa.Text, nullable=False),
    sa.Column("started_ms", sa.BigInteger),
    sa.Column("is_rated", sa.Boolean, nullable=False),
    sa.Index(None, "listing", "created_ms"),
    sa.Index(None, "owner", "created_ms"),
)

_JOURNAL = sa.Table(
    "journal",
    METADATA,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("message_id", sa.Text),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("lag_ms", sa.Integer, nullable=False),
    sa.Column("delay_ms", sa.BigInteger, nullable=False),
)

_SITTINGS = sa.Table(
    "sittings",
    METADATA,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.Text, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("colour_preferences", sa.Text, nullable=False),
)

SEATED = (GAMES.c.owner, _SITTINGS.c.user_id)  # everyone who has opened a table or taken a seat


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it was dealt. `owner` is the hash of a browser session; `result` is set once it is over.

    `control` is a time control as text; `listing` is open or private; `started_ms` is set once all seats
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
        return GAMES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """An open seat and who took it; `colour_preferences` has the letters of the preferred colours."""

    game_id: str
    seat: int
    user_id: str
    name: str
    at_ms: int
    colour_preferences: str = ""

    def statement(self) -> sa.Insert:
        return _SITTINGS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class Begin:
    """Start a game whose last open seat was taken; `rules` have the colours after all preferences."""

    game_id: str
    at_ms: int
    rules: str

    must_match: ClassVar[bool] = True  # the table may be closed while its last seat is being taken

    def statement(self) -> sa.Update:
        begun = {"started_ms": self.at_ms, "rules": self.rules}
        return GAMES.update().where(GAMES.c.id == self.game_id).values(**begun)


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Delete a table that waits for players; one whose game has begun stays."""

    game_id: str

    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Delete:
        return GAMES.delete().where(GAMES.c.id == self.game_id, GAMES.c.started_ms.is_(None))


@dataclass(frozen=True, slots=True)
class DropSittings:
    """Delete the taken seats of a table."""

    game_id: str

    def statement(self) -> sa.Delete:
        return _SITTINGS.delete().where(_SITTINGS.c.game_id == self.game_id)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A line of a game's journal; `message_id` is the message that caused it, None for a robot's line.

    `lag_ms`: time given back to the clock of the player who laid the tile. `delay_ms`: how long the lines
    before this one took to reach the players, which no clock counts.
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
    """Finish a game; `result` is its end as text."""

    game_id: str
    at_ms: int
    result: str

    def statement(self) -> sa.Update:
        finished = {"finished_ms": self.at_ms, "result": self.result}
        return GAMES.update().where(GAMES.c.id == self.game_id).values(**finished)


class GameStore:
    """Reads games from the database."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def game(self, game_id: str) -> GameRow | None:
        """Return a game by its id; None if there is none."""
        with self._readers.connect() as connection:
            row = connection.execute(sa.select(GAMES).where(GAMES.c.id == game_id)).one_or_none()
        return None if row is None else GameRow(*row)

    def entries(self, game_id: str) -> list[JournalEntry]:
        """List the journal of a game in order."""
        query = sa.select(_JOURNAL).where(_JOURNAL.c.game_id == game_id).order_by(_JOURNAL.c.sequence)
        with self._readers.connect() as connection:
            return [JournalEntry(*row) for row in connection.execute(query)]

    def sittings(self, game_id: str) -> list[TakenSeat]:
        """List the taken open seats of a game, and who took them."""
        query = sa.select(_SITTINGS).where(_SITTINGS.c.game_id == game_id).order_by(_SITTINGS.c.seat)
        with self._readers.connect() as connection:
            return [TakenSeat(*row) for row in connection.execute(query)]

    def finished_ids(self) -> list[str]:
        """List the ids of all finished games, in the order in which they ended."""
        query = sa.select(GAMES.c.id).where(GAMES.c.finished_ms.is_not(None))
        with self._readers.connect() as connection:
            rows = connection.execute(query.order_by(GAMES.c.finished_ms, GAMES.c.id))
            return [row.id for row in rows]

    def games_of(self, user_id: str, limit: int) -> list[GameRow]:
        """List the newest games that a session started or has a seat in."""
        return self._newest(sa.select(GAMES).where(_is_at(user_id)), limit)

    def unfinished_of(self, user_id: str, limit: int) -> list[GameRow]:
        """List the newest unfinished games that a session started or has a seat in."""
        query = sa.select(GAMES).where(_is_at(user_id), GAMES.c.finished_ms.is_(None))
        return self._newest(query, limit)

    def waiting(self, limit: int) -> list[GameRow]:
        """List the newest open tables that wait for players."""
        return self._newest(_listed().where(GAMES.c.started_ms.is_(None)), limit)

    def in_play(self, limit: int) -> list[GameRow]:
        """List the newest open tables that are in play."""
        return self._newest(_listed().where(GAMES.c.started_ms.is_not(None)), limit)

    def _newest(self, query: "sa.Select[Any]", limit: int) -> list[GameRow]:
        ordered = query.order_by(GAMES.c.created_ms.desc(), GAMES.c.id).limit(limit)
        with self._readers.connect() as connection:
            return [GameRow(*row) for row in connection.execute(ordered)]


def _is_at(user_id: str) -> "sa.ColumnElement[bool]":
    sits = sa.select(_SITTINGS.c.game_id).where(_SITTINGS.c.user_id == user_id)
    return sa.or_(GAMES.c.owner == user_id, GAMES.c.id.in_(sits))


def _listed() -> "sa.Select[Any]":
    return sa.select(GAMES).where(GAMES.c.listing == "open", GAMES.c.finished_ms.is_(None))

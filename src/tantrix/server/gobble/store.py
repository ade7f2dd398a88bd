"""Rooms of Gobble in the database, and their journals.

A rush is stored as text: its room, the secret that determines its deal, and the lines of its journal, which
are the lines of its record (`tantrix.gobble.record`). Writes go through the writer thread, like all others.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

import sqlalchemy as sa

from tantrix.server.database.fair_lists import in_turns
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.writes import columns_of

LISTED_PER_OWNER = 5  # rooms of one user in a list

_RUSHES = sa.Table(
    "rushes",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("listing", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("started_ms", sa.BigInteger),
    sa.Column("finished_ms", sa.BigInteger),
    sa.Column("result", sa.Text),
    sa.Column("rematch", sa.Text),
    sa.Index(None, "listing", "created_ms"),
)

_RUSH_JOURNAL = sa.Table(
    "rush_journal",
    METADATA,
    sa.Column("rush_id", sa.Text, sa.ForeignKey("rushes.id"), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("message_key", sa.Text),
    sa.Index(None, "rush_id", "message_key", unique=True),
)

_RUSH_PLAYERS = sa.Table(
    "rush_players",
    METADATA,
    sa.Column("rush_id", sa.Text, sa.ForeignKey("rushes.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.Text, nullable=False, index=True),
)

SEATED = (_RUSH_PLAYERS.c.user_id,)  # the column with all users who have ever sat in a room


@dataclass(frozen=True, slots=True)
class StoredRush:
    """A room. `settings` and `seats` are JSON; `started_ms`: when the rush begins; `result`: how it ended."""

    id: str
    owner: str
    listing: str
    settings: str
    seats: str
    secret: str
    commitment: str
    created_ms: int
    started_ms: int | None = None
    finished_ms: int | None = None
    result: str | None = None
    rematch: str | None = None

    def statement(self) -> sa.Insert:
        return _RUSHES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class RushSetUp:
    """A room was changed before its rush began. `started_ms` is set if the rush was started.

    `known_settings`, `known_seats`: the state before the change, in case another server has changed it too.
    """

    id: str
    settings: str
    seats: str
    started_ms: int | None
    known_settings: str
    known_seats: str
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        changed = {"settings": self.settings, "seats": self.seats, "started_ms": self.started_ms}
        is_known = (
            _RUSHES.c.id == self.id,
            _RUSHES.c.settings == self.known_settings,
            _RUSHES.c.seats == self.known_seats,
            _RUSHES.c.started_ms.is_(None),
        )
        return _RUSHES.update().where(*is_known).values(**changed)


@dataclass(frozen=True, slots=True)
class StoredRushPlayer:
    """A person who plays a rush, so that their rushes can be listed."""

    rush_id: str
    seat: int
    user_id: str

    def statement(self) -> sa.Insert:
        return _RUSH_PLAYERS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class RushEntry:
    """An accepted command. `message_key` names the message that caused it; commands of robots have none."""

    rush_id: str
    sequence: int
    line: str
    message_key: str | None

    def statement(self) -> sa.Insert:
        return _RUSH_JOURNAL.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class RushFinish:
    """The end of a rush. `result` is the kind of end and the ranks, such as "played-out 2 1 3"."""

    rush_id: str
    at_ms: int
    result: str

    def statement(self) -> sa.Update:
        finished = {"finished_ms": self.at_ms, "result": self.result}
        return _RUSHES.update().where(_RUSHES.c.id == self.rush_id).values(**finished)


@dataclass(frozen=True, slots=True)
class RushRematched:
    """A rematch was opened; a room can have only one."""

    rush_id: str
    rematch: str
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        is_first = _RUSHES.c.id == self.rush_id, _RUSHES.c.rematch.is_(None)
        return _RUSHES.update().where(*is_first).values(rematch=self.rematch)


@dataclass(frozen=True, slots=True)
class RushStamp:
    """Values that change whenever a room changes."""

    rush_id: str
    n_lines: int
    settings: str
    seats: str
    started_ms: int | None
    rematch: str | None


class RushStore:
    """Reads rooms from the database; `readers` is its engine for reading."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def rush(self, rush_id: str) -> StoredRush | None:
        """Return a room by its id."""
        with self._readers.connect() as connection:
            row = connection.execute(sa.select(_RUSHES).where(_RUSHES.c.id == rush_id)).one_or_none()
        return None if row is None else StoredRush(*row)

    def stamps(self, rush_ids: Collection[str]) -> dict[str, RushStamp]:
        """Return the stamps of rooms by id, with one query; a room that does not exist has none."""
        n_lines = sa.select(sa.func.coalesce(sa.func.max(_RUSH_JOURNAL.c.sequence), 0))
        query = sa.select(
            _RUSHES.c.id,
            n_lines.where(_RUSH_JOURNAL.c.rush_id == _RUSHES.c.id).scalar_subquery(),
            _RUSHES.c.settings,
            _RUSHES.c.seats,
            _RUSHES.c.started_ms,
            _RUSHES.c.rematch,
        ).where(_RUSHES.c.id.in_(rush_ids))
        with self._readers.connect() as connection:
            return {row.id: RushStamp(*row) for row in connection.execute(query)}

    def entries(self, rush_id: str) -> list[RushEntry]:
        """List the journal of a rush, oldest entry first."""
        query = sa.select(_RUSH_JOURNAL).where(_RUSH_JOURNAL.c.rush_id == rush_id)
        with self._readers.connect() as connection:
            ordered = connection.execute(query.order_by(_RUSH_JOURNAL.c.sequence))
            return [RushEntry(*row) for row in ordered]

    def waiting(self, limit: int) -> list[StoredRush]:
        """List the newest listed rooms that wait for players."""
        return self._in_turns(_listed().where(_RUSHES.c.started_ms.is_(None)), limit)

    def in_play(self, limit: int) -> list[StoredRush]:
        """List the newest listed rooms whose rush has started and is not over."""
        return self._in_turns(_listed().where(_RUSHES.c.started_ms.is_not(None)), limit)

    def played_by(self, user_id: str, limit: int) -> list[StoredRush]:
        """List the newest rooms that a user opened, plays in or has played in."""
        played = sa.select(_RUSH_PLAYERS.c.rush_id).where(_RUSH_PLAYERS.c.user_id == user_id)
        is_theirs = sa.or_(_RUSHES.c.owner == user_id, _RUSHES.c.id.in_(played))
        return self._newest(sa.select(_RUSHES).where(is_theirs), limit)

    def _in_turns(self, query: "sa.Select[Any]", limit: int) -> list[StoredRush]:
        """Return the newest rooms, newest first, taking turns among users."""
        newest = _RUSHES.c.created_ms.desc(), _RUSHES.c.id
        with self._readers.connect() as connection:
            rows = connection.execute(in_turns(_RUSHES, query, newest, LISTED_PER_OWNER, limit))
            return sorted((StoredRush(*row) for row in rows), key=lambda row: (-row.created_ms, row.id))

    def _newest(self, query: "sa.Select[Any]", limit: int) -> list[StoredRush]:
        ordered = query.order_by(_RUSHES.c.created_ms.desc(), _RUSHES.c.id).limit(limit)
        with self._readers.connect() as connection:
            return [StoredRush(*row) for row in connection.execute(ordered)]


def _listed() -> "sa.Select[Any]":
    return sa.select(_RUSHES).where(_RUSHES.c.listing == "open", _RUSHES.c.finished_ms.is_(None))

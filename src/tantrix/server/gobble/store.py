"""Rooms of Gobble in the database, and their journals.

A rush is stored as text: its room, the secret that determines its deal, and the lines of its journal, which
are the lines of its record (`tantrix.gobble.record`). Writes go through the writer thread, like all others.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.reading import in_turns
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writes import MustMatch
from tantrix.server.gobble.room_codes import ENDING_LETTERS
from tantrix.server.settings import ID_LENGTH

LISTED_PER_OWNER = 5  # rooms of one user in a list


@dataclass(frozen=True, slots=True)
class StoredRush(Row):
    """A room, and its host as `owner`. `settings` and `seats` are JSON.

    `started_ms`: when the rush begins; `result`: how it ended.
    """

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


_RUSHES = table_of(StoredRush, "rushes", sa.Index(None, "listing", "created_ms"), key=("id",))


@dataclass(frozen=True, slots=True)
class RushEntry(Row):
    """An accepted command. `message_key` names the message that caused it; commands of robots have none."""

    rush_id: str
    sequence: int
    line: str
    message_key: str | None


_RUSH_JOURNAL = table_of(
    RushEntry,
    "rush_journal",
    sa.Index(None, "rush_id", "message_key", unique=True),
    key=("rush_id", "sequence"),
    references={"rush_id": "rushes.id"},
)


@dataclass(frozen=True, slots=True)
class StoredRushPlayer(Row):
    """A person who plays a rush, so that their rushes can be listed."""

    rush_id: str
    seat: int
    user_id: str


_RUSH_PLAYERS = table_of(
    StoredRushPlayer,
    "rush_players",
    key=("rush_id", "seat"),
    indexed=("user_id",),
    references={"rush_id": "rushes.id"},
)


SEATED = (_RUSH_PLAYERS.c.user_id,)  # the column with all users who have ever sat in a room


def change_rush(
    id: str,
    settings: str,
    seats: str,
    started_ms: int | None,
    known_owner: str,
    known_settings: str,
    known_seats: str,
) -> MustMatch:
    """Change a room before its rush has begun. `started_ms` is set if the rush was started.

    `known_owner`, `known_settings`, `known_seats`: the state before the change, in case another server has
    changed it too.
    """
    changed = {"settings": settings, "seats": seats, "started_ms": started_ms}
    is_known = (
        _RUSHES.c.id == id,
        _RUSHES.c.owner == known_owner,
        _RUSHES.c.settings == known_settings,
        _RUSHES.c.seats == known_seats,
        _RUSHES.c.started_ms.is_(None),
    )
    return MustMatch(_RUSHES.update().where(*is_known).values(**changed))


def change_host(rush_id: str, owner: str, known_owner: str) -> MustMatch:
    """Make another player the host of a rush that is not over; a conflict if the host has changed."""
    is_known = _RUSHES.c.id == rush_id, _RUSHES.c.owner == known_owner, _RUSHES.c.finished_ms.is_(None)
    return MustMatch(_RUSHES.update().where(*is_known).values(owner=owner))


def finish_rush(rush_id: str, at_ms: int, result: str) -> sa.Update:
    """Finish a rush. `result` is the kind of end and the ranks, such as "played-out 2 1 3"."""
    finished = {"finished_ms": at_ms, "result": result}
    return _RUSHES.update().where(_RUSHES.c.id == rush_id).values(**finished)


def link_rematch(rush_id: str, rematch: str) -> MustMatch:
    """Save the rematch of a rush; a conflict if there already is one."""
    is_first = _RUSHES.c.id == rush_id, _RUSHES.c.rematch.is_(None)
    return MustMatch(_RUSHES.update().where(*is_first).values(rematch=rematch))


@dataclass(frozen=True, slots=True)
class RushStamp:
    """Values that change whenever a room changes."""

    rush_id: str
    n_lines: int
    owner: str
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
            _RUSHES.c.owner,
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

    def with_endings(self, endings: Collection[str], since_ms: int) -> list[StoredRush]:
        """List the rooms opened since a time whose ids have one of some endings: open ones, then newest."""
        is_theirs = (
            _RUSHES.c.listing.in_(("private", "open", "linked")),  # all of them, for the index
            _RUSHES.c.created_ms >= since_ms,
            sa.func.substr(_RUSHES.c.id, ID_LENGTH + 1 - ENDING_LETTERS).in_(endings),
        )
        ordered = _RUSHES.c.finished_ms.is_not(None), _RUSHES.c.created_ms.desc(), _RUSHES.c.id
        with self._readers.connect() as connection:
            found = connection.execute(sa.select(_RUSHES).where(*is_theirs).order_by(*ordered))
            return [StoredRush(*row) for row in found]

    def unfinished_with(self, user_id: str) -> list[str]:
        """List the ids of the rooms with a seat of a user whose rush is not over."""
        is_theirs = _RUSHES.c.seats.contains(user_id), _RUSHES.c.finished_ms.is_(None)
        with self._readers.connect() as connection:
            return list(connection.scalars(sa.select(_RUSHES.c.id).where(*is_theirs)))

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

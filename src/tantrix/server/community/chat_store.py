"""Chat messages and mutes in the database. Users are guests or accounts, by their user id."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of


@dataclass(frozen=True, slots=True)
class StoredMessage(Row):
    """The `number`-th message at a table. `name` is stored for guests; names of accounts are looked up.

    `is_shadow`: the author was silenced, so only they see the message.
    """

    game_id: str
    number: int
    user_id: str
    message_id: str
    channel: str
    seat: int | None
    name: str | None
    body: str
    preset: str | None
    is_shadow: bool
    at_ms: int


_CHAT_MESSAGES = table_of(
    StoredMessage,
    "chat_messages",
    sa.UniqueConstraint("game_id", "user_id", "message_id"),
    key=("game_id", "number"),
    indexed=("user_id",),
)


@dataclass(frozen=True, slots=True)
class NewMute(Row):
    """`muter` mutes `muted`, whose name was `name` at the time."""

    muter: str
    muted: str
    name: str
    at_ms: int


_MUTES = table_of(
    NewMute, "mutes", sa.UniqueConstraint("muter", "muted"), key=("id",), indexed=("muted",), numbered=True
)


def delete_chat(game_id: str) -> sa.Delete:
    """Delete all messages at a table."""
    return _CHAT_MESSAGES.delete().where(_CHAT_MESSAGES.c.game_id == game_id)


def delete_mute(id: int, muter: str) -> sa.Delete:
    """Delete a mute of `muter`."""
    return _MUTES.delete().where(_MUTES.c.id == id, _MUTES.c.muter == muter)


@dataclass(frozen=True, slots=True)
class MuteRow:
    """A mute in a list of mutes."""

    id: int
    muted: str
    name: str


def mutes_of(user_ids: Collection[str]) -> "sa.Select[Any]":
    """Select all mutes by or of some users: who muted whom."""
    involved = sa.or_(_MUTES.c.muter.in_(user_ids), _MUTES.c.muted.in_(user_ids))
    return sa.select(_MUTES.c.muter, _MUTES.c.muted).where(involved)


def muted_by(muter: "str | sa.ColumnElement[str] | None") -> "sa.Select[tuple[str]]":
    """Select the users whom a user has muted."""
    return sa.select(_MUTES.c.muted).where(_MUTES.c.muter == muter)


class ChatStore(Store):
    """Reads chat messages and mutes."""

    def newest(self, game_id: str) -> int:
        """Return the number of the last message at a table, 0 if there is none."""
        query = sa.select(sa.func.coalesce(sa.func.max(_CHAT_MESSAGES.c.number), 0))
        return int(self.read_all(query.where(_CHAT_MESSAGES.c.game_id == game_id))[0][0])

    def newest_of(self, game_ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last message at each of some tables, by one query."""
        query = sa.select(_CHAT_MESSAGES.c.game_id, sa.func.max(_CHAT_MESSAGES.c.number))
        found = query.where(_CHAT_MESSAGES.c.game_id.in_(game_ids)).group_by(_CHAT_MESSAGES.c.game_id)
        return {game_id: number for game_id, number in self.read_all(found)}

    def since(self, game_id: str, number: int) -> list[StoredMessage]:
        """List the messages after a number in order, on all channels."""
        query = sa.select(_CHAT_MESSAGES).where(
            _CHAT_MESSAGES.c.game_id == game_id, _CHAT_MESSAGES.c.number > number
        )
        return self.read_each(StoredMessage, query.order_by(_CHAT_MESSAGES.c.number))

    def sent(self, game_id: str, user_id: str, message_id: str) -> StoredMessage | None:
        """Find a message by the id that its author gave it."""
        query = sa.select(_CHAT_MESSAGES).where(
            _CHAT_MESSAGES.c.game_id == game_id,
            _CHAT_MESSAGES.c.user_id == user_id,
            _CHAT_MESSAGES.c.message_id == message_id,
        )
        return self.read_one(StoredMessage, query)

    def message(self, game_id: str, number: int) -> StoredMessage | None:
        """Find a message by its number."""
        query = sa.select(_CHAT_MESSAGES).where(
            _CHAT_MESSAGES.c.game_id == game_id, _CHAT_MESSAGES.c.number == number
        )
        return self.read_one(StoredMessage, query)

    def messages(
        self, game_id: str, channels: Sequence[str], reader: str | None, limit: int
    ) -> list[StoredMessage]:
        """List the newest messages of some channels in order, except by authors whom `reader` has muted."""
        query = sa.select(_CHAT_MESSAGES).where(
            _CHAT_MESSAGES.c.game_id == game_id,
            _CHAT_MESSAGES.c.channel.in_(channels),
            sa.or_(_CHAT_MESSAGES.c.is_shadow.is_(False), _CHAT_MESSAGES.c.user_id == reader),
            _CHAT_MESSAGES.c.user_id.not_in(muted_by(reader)),
        )
        rows = self.read_all(query.order_by(_CHAT_MESSAGES.c.number.desc()).limit(limit))
        return [StoredMessage(*row) for row in reversed(rows)]

    def around(self, game_id: str, number: int, n: int) -> list[StoredMessage]:
        """List a message and the `n` messages before and after it, on all channels."""
        query = sa.select(_CHAT_MESSAGES).where(
            _CHAT_MESSAGES.c.game_id == game_id, _CHAT_MESSAGES.c.number.between(number - n, number + n)
        )
        return self.read_each(StoredMessage, query.order_by(_CHAT_MESSAGES.c.number))

    def messages_of(self, user_id: str, limit: int) -> list[StoredMessage]:
        """List the newest messages of a user at all tables."""
        query = (
            sa.select(_CHAT_MESSAGES)
            .where(_CHAT_MESSAGES.c.user_id == user_id)
            .order_by(_CHAT_MESSAGES.c.at_ms.desc())
            .limit(limit)
        )
        return self.read_each(StoredMessage, query)

    def muters_of(self, user_id: str) -> frozenset[str]:
        """Return the ids of the users who have muted a user."""
        return frozenset(
            row[0] for row in self.read_all(sa.select(_MUTES.c.muter).where(_MUTES.c.muted == user_id))
        )

    def is_muted(self, by: str, other: str) -> bool:
        """Return whether `by` has muted `other`."""
        query = sa.select(_MUTES.c.id).where(_MUTES.c.muter == by, _MUTES.c.muted == other)
        return bool(self.read_all(query))

    def are_muted(self, one: str, other: str) -> bool:
        """Return whether one of two users has muted the other."""
        return self.is_muted(one, other) or self.is_muted(other, one)

    def mutes_of(self, user_id: str) -> list[MuteRow]:
        """List the users that a user has muted, newest mute first."""
        query = sa.select(_MUTES.c.id, _MUTES.c.muted, _MUTES.c.name).where(_MUTES.c.muter == user_id)
        return self.read_each(MuteRow, query.order_by(_MUTES.c.id.desc()))

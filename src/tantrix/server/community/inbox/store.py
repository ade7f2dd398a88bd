"""Private messages in the database, numbered within their conversation.

A conversation has a row for each of its two accounts once that account has something to see in it. A message
of a silenced user is a row that only its author sees.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256

import sqlalchemy as sa

from tantrix.server.community.chat_store import muted_by
from tantrix.server.community.inbox.permissions import BEGUN_WITHIN_MS, SENT_WITHIN_MS, SentLately
from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of
from tantrix.server.notices.service import UnreadMessages


@dataclass(frozen=True, slots=True)
class PrivateMessage(Row):
    """A message of a conversation; `is_shadow`: its author was silenced, so only they see it."""

    conversation: str
    number: int
    sender: str
    message_id: str
    body: str
    is_shadow: bool
    at_ms: int


_MESSAGES = table_of(
    PrivateMessage,
    "private_messages",
    sa.UniqueConstraint("sender", "message_id"),
    sa.Index(None, "sender", "at_ms"),
    key=("conversation", "number"),
)


@dataclass(frozen=True, slots=True)
class ConversationSide(Row):
    """A conversation as one of its accounts has it.

    `newest`: the number of the last message that it sees, of `at_ms`; `read_to`: of the last one it has read.
    """

    user_id: str
    other: str
    conversation: str
    newest: int
    read_to: int
    at_ms: int

    @property
    def is_unread(self) -> bool:
        """Whether the account has not read all of it."""
        return self.newest > self.read_to


_SIDES = table_of(
    ConversationSide,
    "conversations",
    sa.Index(None, "user_id", "at_ms"),
    sa.Index(None, "other"),
    key=("user_id", "other"),
)

_IS_UNREAD = _SIDES.c.newest > _SIDES.c.read_to
sa.Index("ix_conversations_unread", _SIDES.c.user_id, sqlite_where=_IS_UNREAD, postgresql_where=_IS_UNREAD)


def continue_conversation(user_id: str, other: str, newest: int, at_ms: int) -> sa.Update:
    """Show an account a new message in a conversation."""
    return _side(user_id, other).values(newest=newest, at_ms=at_ms)


def read_to(user_id: str, other: str, number: int) -> sa.Update:
    """Save that an account has read a conversation up to a number."""
    side = _side(user_id, other).where(_SIDES.c.read_to < number)
    return side.values(read_to=number)


def delete_orphans(user_id: str) -> sa.Delete:
    """Delete the messages of a closed account where nobody else has the conversation."""
    own = sa.select(_SIDES.c.conversation).where(_SIDES.c.user_id == user_id)
    others = sa.select(_SIDES.c.conversation).where(_SIDES.c.other == user_id)
    conversation = _MESSAGES.c.conversation
    return _MESSAGES.delete().where(conversation.in_(own), conversation.not_in(others))


def delete_conversations(user_id: str) -> sa.Delete:
    """Delete the conversations of a closed account; those who wrote with it keep theirs."""
    return _SIDES.delete().where(_SIDES.c.user_id == user_id)


def conversation_of(one: str, other: str) -> str:
    """Return the id of the conversation of two users."""
    return sha256(" ".join(sorted((one, other))).encode()).hexdigest()[:32]


class InboxStore(Store):
    """Queries of private messages. Every method reads the database."""

    def newest(self, conversation: str) -> int:
        """Return the number of the last message of a conversation, 0 if there is none."""
        query = sa.select(sa.func.coalesce(sa.func.max(_MESSAGES.c.number), 0))
        return int(self.read_all(query.where(_MESSAGES.c.conversation == conversation))[0][0])

    def sent(self, sender: str, message_id: str) -> PrivateMessage | None:
        """Find a message by the id that its author gave it."""
        found = self._messages(_MESSAGES.c.sender == sender, _MESSAGES.c.message_id == message_id)
        return found[0] if found else None

    def messages(
        self, conversation: str, reader: str, limit: int | None, *, after: int = 0, before: int | None = None
    ) -> list[PrivateMessage]:
        """List the newest messages of a conversation that a reader sees, in order, between two numbers."""
        columns = _MESSAGES.c
        seen = [columns.conversation == conversation, columns.number > after, *_visible_to(reader)]
        if before is not None:
            seen.append(columns.number < before)
        return self._messages(*seen, limit=limit)[::-1]

    def side(self, user_id: str, other: str) -> ConversationSide | None:
        """Find a user's side of the conversation with another."""
        query = sa.select(_SIDES).where(_SIDES.c.user_id == user_id, _SIDES.c.other == other)
        return self.read_one(ConversationSide, query)

    def page(self, user_id: str, limit: int, offset: int) -> list[tuple[ConversationSide, PrivateMessage]]:
        """List conversations with their last messages, the last changed first, except with muted users."""
        is_newest = _MESSAGES.c.conversation == _SIDES.c.conversation, _MESSAGES.c.number == _SIDES.c.newest
        query = (
            sa.select(*_SIDES.c, *_MESSAGES.c)
            .join_from(_SIDES, _MESSAGES, sa.and_(*is_newest))
            .where(*_not_muted(user_id))
            .order_by(_SIDES.c.at_ms.desc(), _SIDES.c.conversation)
            .limit(limit)
            .offset(offset)
        )
        n = len(_SIDES.c)
        rows = self.read_all(query)
        return [(ConversationSide(*row[:n]), PrivateMessage(*row[n:])) for row in rows]

    def n_conversations(self, user_id: str) -> int:
        """Count the conversations of a user, except those with muted users."""
        query = sa.select(sa.func.count()).select_from(_SIDES).where(*_not_muted(user_id))
        return int(self.read_all(query)[0][0])

    def unread(self, user_ids: Collection[str]) -> dict[str, UnreadMessages]:
        """Count the conversations that users have not read; users without any are left out."""
        columns = _SIDES.c
        query = (
            sa.select(columns.user_id, sa.func.count(), sa.func.sum(columns.newest))
            .where(columns.user_id.in_(user_ids), _IS_UNREAD, columns.other.not_in(muted_by(columns.user_id)))
            .group_by(columns.user_id)
        )
        rows = self.read_all(query)
        return {user_id: UnreadMessages(int(n), int(version)) for user_id, n, version in rows}

    def sent_lately(self, sender: str, now_ms: int) -> SentLately:
        """Count the conversations that a user has begun in a day, and the messages sent in an hour."""
        columns = _MESSAGES.c
        is_begun = columns.number == 1, columns.at_ms > now_ms - BEGUN_WITHIN_MS
        is_recent = columns.at_ms > now_ms - SENT_WITHIN_MS
        return SentLately(self._count(sender, *is_begun), self._count(sender, is_recent))

    def conversations(self, user_id: str) -> list[ConversationSide]:
        """List all conversations of a user."""
        query = sa.select(_SIDES).where(_SIDES.c.user_id == user_id).order_by(_SIDES.c.at_ms)
        return self.read_each(ConversationSide, query)

    def _count(self, sender: str, *conditions: "sa.ColumnElement[bool]") -> int:
        query = sa.select(sa.func.count()).select_from(_MESSAGES)
        return int(self.read_all(query.where(_MESSAGES.c.sender == sender, *conditions))[0][0])

    def _messages(
        self, *conditions: "sa.ColumnElement[bool]", limit: int | None = None
    ) -> list[PrivateMessage]:
        query = sa.select(_MESSAGES).where(*conditions).order_by(_MESSAGES.c.number.desc()).limit(limit)
        return self.read_each(PrivateMessage, query)


def _visible_to(reader: str) -> "Sequence[sa.ColumnElement[bool]]":
    sender = _MESSAGES.c.sender
    is_public = sa.or_(_MESSAGES.c.is_shadow.is_(False), sender == reader)
    return is_public, sender.not_in(muted_by(reader))


def _not_muted(user_id: str) -> "Sequence[sa.ColumnElement[bool]]":
    return _SIDES.c.user_id == user_id, _SIDES.c.other.not_in(muted_by(user_id))


def _side(user_id: str, other: str) -> sa.Update:
    return _SIDES.update().where(_SIDES.c.user_id == user_id, _SIDES.c.other == other)

"""The browsers that get push messages, in the database.

A subscription belongs to the session in which it was made: when the session ends, it gets no more messages.
"""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import read_all
from tantrix.server.database.writes import columns_of

_SUBSCRIPTIONS = sa.Table(
    "push_subscriptions",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Text, nullable=False, index=True),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
    sa.Column("failing_since_ms", sa.BigInteger),
)
_COLUMNS = _SUBSCRIPTIONS.c


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser that gets push messages for a user. `id`: the hash of `endpoint`, the address to send to.

    `p256dh` and `auth`: the keys with which messages are encrypted for it. `session`: the hash of its token.
    `failing_since_ms`: since when no message to it has arrived; None if the last one has.
    """

    id: str
    user_id: str
    session: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    made_ms: int
    failing_since_ms: int | None = None

    def statement(self) -> sa.Insert:
        return _SUBSCRIPTIONS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class SetFailing:
    """Messages to a browser fail since a time; None: one has arrived."""

    id: str
    since_ms: int | None

    def statement(self) -> sa.Update:
        return _SUBSCRIPTIONS.update().where(_COLUMNS.id == self.id).values(failing_since_ms=self.since_ms)


@dataclass(frozen=True, slots=True)
class DeleteSubscription:
    """The subscription of a browser is deleted."""

    id: str

    def statement(self) -> sa.Delete:
        return _SUBSCRIPTIONS.delete().where(_COLUMNS.id == self.id)


@dataclass(frozen=True, slots=True)
class DeleteSubscriptions:
    """All subscriptions of a user are deleted."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _SUBSCRIPTIONS.delete().where(_COLUMNS.user_id == self.user_id)


class PushStore:
    """Queries of subscriptions. Every method reads the database."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def of_user(self, user_id: str) -> list[PushSubscription]:
        """List the subscriptions of a user, oldest first."""
        query = sa.select(_SUBSCRIPTIONS).where(_COLUMNS.user_id == user_id).order_by(_COLUMNS.made_ms)
        return [PushSubscription(*row) for row in read_all(self._readers, query)]

    def find(self, subscription_id: str) -> PushSubscription | None:
        """Find a subscription."""
        rows = read_all(self._readers, sa.select(_SUBSCRIPTIONS).where(_COLUMNS.id == subscription_id))
        return PushSubscription(*rows[0]) if rows else None

"""The browsers that get push messages, in the database.

A subscription belongs to the session in which it was made: when the session ends, it gets no more messages.
"""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of


@dataclass(frozen=True, slots=True)
class PushSubscription(Row):
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


_SUBSCRIPTIONS = table_of(PushSubscription, "push_subscriptions", key=("id",), indexed=("user_id",))

_COLUMNS = _SUBSCRIPTIONS.c


def set_failing(id: str, since_ms: int | None) -> sa.Update:
    """Save since when messages to a browser fail; None: one has arrived."""
    return _SUBSCRIPTIONS.update().where(_COLUMNS.id == id).values(failing_since_ms=since_ms)


def delete_subscription(id: str) -> sa.Delete:
    """Delete the subscription of a browser."""
    return _SUBSCRIPTIONS.delete().where(_COLUMNS.id == id)


def delete_subscriptions(user_id: str) -> sa.Delete:
    """Delete all subscriptions of a user."""
    return _SUBSCRIPTIONS.delete().where(_COLUMNS.user_id == user_id)


class PushStore(Store):
    """Queries of subscriptions. Every method reads the database."""

    def of_user(self, user_id: str) -> list[PushSubscription]:
        """List the subscriptions of a user, oldest first."""
        query = sa.select(_SUBSCRIPTIONS).where(_COLUMNS.user_id == user_id).order_by(_COLUMNS.made_ms)
        return self.read_each(PushSubscription, query)

    def find(self, subscription_id: str) -> PushSubscription | None:
        """Find a subscription."""
        return self.read_one(
            PushSubscription, sa.select(_SUBSCRIPTIONS).where(_COLUMNS.id == subscription_id)
        )

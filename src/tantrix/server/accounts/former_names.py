"""The former names of accounts, which stay taken for good: an account may take its own back.

Whoever looks for a former name finds the account under its new one. For a month after a change the friends of
the account see how it was called. If the account is closed, a hash of each former name stays, as of its last.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.clock import DAY_MS
from tantrix.server.accounts.names import closed_skeleton
from tantrix.server.database.reading import read_all
from tantrix.server.database.rows import Row, Statement, table_of
from tantrix.server.database.writes import Computed, Write

SHOWN_MS = 30 * DAY_MS  # how long friends see a former name


@dataclass(frozen=True, slots=True)
class FormerName(Row):
    """A name that an account had until `at_ms`; friends see it until `shown_ms`.

    `shown_ms` is None if it was the operator who changed the name, perhaps because nobody should read it.
    """

    skeleton: str
    name: str
    user_id: str
    at_ms: int
    shown_ms: int | None


FORMER_NAMES = table_of(FormerName, "former_names", key=("skeleton",), indexed=("user_id",))
_COLUMNS = FORMER_NAMES.c


def keep_name(row: FormerName, new_shape: str) -> tuple[Write, ...]:
    """Return the writes that keep the name an account gives up, and let go of the one that it takes back."""
    is_given = _COLUMNS.skeleton.in_((row.skeleton, new_shape)), _COLUMNS.user_id == row.user_id
    return FORMER_NAMES.delete().where(*is_given), row


def close_names(user_id: str, pseudonym: str) -> Computed:
    """Return the writes that leave only hashes of the former names of a closed account."""
    return Computed(lambda connection: _closed(connection, user_id, pseudonym))


def holder_of(shape: str) -> "sa.Select[tuple[str]]":
    """Return the query for the user id of the account, open or closed, that once had a name."""
    return sa.select(_COLUMNS.user_id).where(_COLUMNS.skeleton.in_((shape, closed_skeleton(shape))))


class FormerNames:
    """All former names, cached in memory like the accounts themselves."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers
        self._by_skeleton: dict[str, FormerName] = {}
        self._by_user: dict[str, tuple[FormerName, ...]] = {}

    def refresh(self) -> None:
        """Read all former names again."""
        self._by_skeleton = {
            row.skeleton: FormerName(*row) for row in read_all(self._readers, sa.select(FORMER_NAMES))
        }
        self._by_user = {}
        for each in self._by_skeleton.values():
            self._by_user[each.user_id] = (*self.of(each.user_id), each)

    def holder(self, shape: str) -> str | None:
        """Return the user id of the account that once had a name."""
        former = self._by_skeleton.get(shape)
        return former.user_id if former else None

    def of(self, user_id: str) -> tuple[FormerName, ...]:
        """Return the former names of an account."""
        return self._by_user.get(user_id, ())

    def shown(self, user_id: str, now_ms: int) -> str | None:
        """Return the name by which friends knew an account until lately."""
        shown = [each for each in self.of(user_id) if each.shown_ms is not None and each.shown_ms > now_ms]
        return max(shown, key=lambda each: each.at_ms).name if shown else None

    def changed_ms(self, user_id: str) -> int | None:
        """Return when the user of an account last changed its name; None if never."""
        return max((each.at_ms for each in self.of(user_id) if each.shown_ms is not None), default=None)


def _closed(connection: sa.Connection, user_id: str, pseudonym: str) -> Iterator[Statement]:
    is_own = _COLUMNS.user_id == user_id
    for shape in connection.scalars(sa.select(_COLUMNS.skeleton).where(is_own)).all():
        closed = {"skeleton": closed_skeleton(shape), "name": pseudonym, "shown_ms": None}
        yield FORMER_NAMES.update().where(_COLUMNS.skeleton == shape).values(**closed)

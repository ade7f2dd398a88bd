"""Notices, their deliveries and the settings of their readers in the database.

A notice is written in the commit of the event that it reports. `is_shown` is empty until a server has
decided, by the settings of the reader, whether the bell shows it and by which channels it is delivered; one
commit saves both. A delivery is a row until it has been made: a server claims it for a while (`until_ms`),
and if that server dies, another one claims it. So each notice is delivered at least once.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import read_all
from tantrix.server.database.writes import columns_of
from tantrix.server.games.vacations.store import addresses_of_waiting
from tantrix.server.protocol.notices import NoticeSettings

_NOTICES = sa.Table(
    "notices",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("read_ms", sa.BigInteger),
    sa.Column("is_shown", sa.Boolean),
    sa.Column("moment_ms", sa.BigInteger),
    sa.Index(None, "user_id", "at_ms"),
    sa.Index(None, "user_id", "url"),
)
_COLUMNS = _NOTICES.c
_IS_NEW = _COLUMNS.is_shown.is_(None)
_IS_UNREAD = sa.and_(_COLUMNS.is_shown.is_(True), _COLUMNS.read_ms.is_(None))
sa.Index("ix_notices_new", _COLUMNS.at_ms, sqlite_where=_IS_NEW, postgresql_where=_IS_NEW)
sa.Index("ix_notices_unread", _COLUMNS.user_id, sqlite_where=_IS_UNREAD, postgresql_where=_IS_UNREAD)

_DELIVERIES = sa.Table(
    "notice_deliveries",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("notice_id", sa.Text, primary_key=True),
    sa.Column("channel", sa.Text, primary_key=True),
    sa.Column("target", sa.Text, primary_key=True),
    sa.Column("due_ms", sa.BigInteger, nullable=False, index=True),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("n_tries", sa.Integer, nullable=False),
)

_SETTINGS = sa.Table(
    "notice_settings",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("settings", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A notice for a user. `id` is made from the event, so that the same event cannot be reported twice.

    `kind` and `variant` choose the sentence, `name` is the person or thing that it names, and `url` the page
    that it is about; `moment_ms`: a time that the sentence names. A notice in the future, such as a reminder,
    is held until `at_ms`; if it is marked as read before, it is never shown.
    """

    user_id: str
    id: str
    kind: str
    name: str
    url: str
    at_ms: int
    variant: str = ""
    read_ms: int | None = None
    is_shown: bool | None = None
    moment_ms: int | None = None

    def statement(self) -> sa.Insert:
        return _NOTICES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class NoticeOnce:
    """A notice that is written only if none has its id: the event that it reports may happen repeatedly."""

    notice: NoticeRow

    def statement(self) -> sa.Insert:
        values = columns_of(self.notice)
        row = sa.select(*(sa.cast(sa.literal(value), _COLUMNS[name].type) for name, value in values.items()))
        is_it = _COLUMNS.user_id == self.notice.user_id, _COLUMNS.id == self.notice.id
        return _NOTICES.insert().from_select(list(values), row.where(~sa.exists().where(*is_it)))


@dataclass(frozen=True, slots=True)
class DeletePlannedNotices:
    """Notices of a user that have not come yet and whose ids begin with `prefix` are deleted."""

    user_id: str
    prefix: str
    at_ms: int

    def statement(self) -> sa.Delete:
        is_planned = _COLUMNS.id.startswith(self.prefix, autoescape=True), _COLUMNS.at_ms > self.at_ms
        return _NOTICES.delete().where(_COLUMNS.user_id == self.user_id, *is_planned)


@dataclass(frozen=True, slots=True)
class PostponeReminders:
    """Reminders of a user about the games that wait for them come later; with a negative `ms`, earlier."""

    user_id: str
    ms: int
    at_ms: int

    def statement(self) -> sa.Update:
        is_planned = _COLUMNS.kind == "reminder", _COLUMNS.at_ms > self.at_ms, _COLUMNS.read_ms.is_(None)
        of_games = _COLUMNS.url.in_(addresses_of_waiting(self.user_id))
        planned = _NOTICES.update().where(_COLUMNS.user_id == self.user_id, *is_planned, of_games)
        return planned.values(at_ms=_COLUMNS.at_ms + self.ms)


@dataclass(frozen=True, slots=True)
class RouteNotice:
    """The channels of a notice are decided; a conflict if another server has decided them."""

    user_id: str
    id: str
    is_shown: bool
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        is_it = _COLUMNS.user_id == self.user_id, _COLUMNS.id == self.id, _IS_NEW
        return _NOTICES.update().where(*is_it).values(is_shown=self.is_shown)


@dataclass(frozen=True, slots=True)
class MarkRead:
    """A user has read notices whose time has come: some by id, all about a page, or all.

    `is_settled`: what they ask for is done, so future ones, such as reminders, are marked too.
    """

    user_id: str
    at_ms: int
    ids: tuple[str, ...] | None = None
    url: str | None = None
    is_settled: bool = False

    def statement(self) -> sa.Update:
        which = [_COLUMNS.user_id == self.user_id, _COLUMNS.read_ms.is_(None)]
        if self.ids is not None:
            which.append(_COLUMNS.id.in_(self.ids))
        if self.url is not None:
            which.append(_COLUMNS.url == self.url)
        if not self.is_settled:
            which.append(_COLUMNS.at_ms <= self.at_ms)
        return _NOTICES.update().where(*which).values(read_ms=self.at_ms)


@dataclass(frozen=True, slots=True)
class DeleteNotices:
    """All notices of a user are deleted."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _NOTICES.delete().where(_COLUMNS.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class DeleteOldNotices:
    """Notices from before a time are deleted."""

    before_ms: int

    def statement(self) -> sa.Delete:
        return _NOTICES.delete().where(_COLUMNS.at_ms < self.before_ms)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A pending delivery of a notice by a channel, due from `due_ms` on.

    `target`: the id of the subscription for push, empty for mail. `until_ms`: until when a server has claimed
    it.
    """

    user_id: str
    notice_id: str
    channel: str
    target: str
    due_ms: int
    until_ms: int = 0
    n_tries: int = 0

    def statement(self) -> sa.Insert:
        return _DELIVERIES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class LeaseDelivery:
    """A server claims a delivery for a while; a conflict if another one has claimed or made it."""

    seen: Delivery
    until_ms: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        of_seen = _DELIVERIES.c.until_ms == self.seen.until_ms
        return _DELIVERIES.update().where(*_is(self.seen), of_seen).values(until_ms=self.until_ms)


@dataclass(frozen=True, slots=True)
class RetryDelivery:
    """A delivery failed and will be retried later."""

    delivery: Delivery
    due_ms: int

    def statement(self) -> sa.Update:
        later = {"due_ms": self.due_ms, "until_ms": 0, "n_tries": self.delivery.n_tries + 1}
        return _DELIVERIES.update().where(*_is(self.delivery)).values(**later)


@dataclass(frozen=True, slots=True)
class EndDelivery:
    """A delivery has been made, or is no longer needed."""

    delivery: Delivery

    def statement(self) -> sa.Delete:
        return _DELIVERIES.delete().where(*_is(self.delivery))


@dataclass(frozen=True, slots=True)
class DeleteDeliveries:
    """The pending deliveries to a user are deleted, all of them or those to one target."""

    user_id: str
    target: str | None = None

    def statement(self) -> sa.Delete:
        of_user = _DELIVERIES.delete().where(_DELIVERIES.c.user_id == self.user_id)
        return of_user if self.target is None else of_user.where(_DELIVERIES.c.target == self.target)


@dataclass(frozen=True, slots=True)
class NewNoticeSettings:
    """The first settings of a user."""

    user_id: str
    settings: NoticeSettings

    def statement(self) -> sa.Insert:
        return _SETTINGS.insert().values(user_id=self.user_id, settings=self.settings.model_dump_json())


@dataclass(frozen=True, slots=True)
class DeleteNoticeSettings:
    """The settings of a user are deleted, so that the defaults apply."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _SETTINGS.delete().where(_SETTINGS.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class Unread:
    """The number of unread notices of a user, and the id of the newest one."""

    n: int = 0
    newest: str | None = None


class NoticeStore:
    """Queries of notices. Every method reads the database."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def newest(self, user_id: str, limit: int) -> list[NoticeRow]:
        """List the newest notices that the bell of a user shows."""
        mine = sa.select(_NOTICES).where(_COLUMNS.user_id == user_id, _COLUMNS.is_shown.is_(True))
        return self._rows(mine.order_by(_COLUMNS.at_ms.desc(), _COLUMNS.id).limit(limit))

    def all_of(self, user_id: str) -> list[NoticeRow]:
        """List all notices of a user, newest first."""
        mine = sa.select(_NOTICES).where(_COLUMNS.user_id == user_id)
        return self._rows(mine.order_by(_COLUMNS.at_ms.desc(), _COLUMNS.id))

    def unread(self, user_ids: Collection[str]) -> dict[str, Unread]:
        """Count the unread notices of users; users without any are left out."""
        query = sa.select(_COLUMNS.user_id, _COLUMNS.at_ms, _COLUMNS.id).where(
            _COLUMNS.user_id.in_(user_ids), _IS_UNREAD
        )
        found: dict[str, Unread] = {}
        for user_id, _at_ms, notice_id in read_all(
            self._readers, query.order_by(_COLUMNS.at_ms, _COLUMNS.id)
        ):
            found[user_id] = Unread(found.get(user_id, Unread()).n + 1, notice_id)
        return found

    def unrouted(self, now_ms: int, limit: int) -> list[NoticeRow]:
        """List notices whose time has come and whose channels are not decided, oldest first."""
        query = sa.select(_NOTICES).where(_IS_NEW, _COLUMNS.at_ms <= now_ms)
        return self._rows(query.order_by(_COLUMNS.at_ms).limit(limit))

    def due(self, now_ms: int, limit: int, except_users: Collection[str] = ()) -> list[Delivery]:
        """List due deliveries that no server has claimed, oldest first, except those to some users."""
        columns = _DELIVERIES.c
        query = sa.select(_DELIVERIES).where(columns.due_ms <= now_ms, columns.until_ms <= now_ms)
        query = query.where(columns.user_id.not_in(except_users))
        return [
            Delivery(*row) for row in read_all(self._readers, query.order_by(columns.due_ms).limit(limit))
        ]

    def holders(self, notice_id: str, user_ids: Collection[str]) -> set[str]:
        """Return those of some users who have had a notice with an id."""
        query = sa.select(_COLUMNS.user_id).where(_COLUMNS.user_id.in_(user_ids), _COLUMNS.id == notice_id)
        return {user_id for (user_id,) in read_all(self._readers, query)}

    def notices(self, user_id: str, ids: Collection[str]) -> list[NoticeRow]:
        """List some notices of a user, oldest first."""
        query = sa.select(_NOTICES).where(_COLUMNS.user_id == user_id, _COLUMNS.id.in_(ids))
        return self._rows(query.order_by(_COLUMNS.at_ms, _COLUMNS.id))

    def settings(self, user_id: str) -> NoticeSettings:
        """Return the settings of a user, or the defaults."""
        query = sa.select(_SETTINGS.c.settings).where(_SETTINGS.c.user_id == user_id)
        rows = read_all(self._readers, query)
        return NoticeSettings.model_validate_json(rows[0][0]) if rows else NoticeSettings()

    def _rows(self, query: "sa.Select[Any]") -> list[NoticeRow]:
        return [_row(row) for row in read_all(self._readers, query)]


def _row(row: Any) -> NoticeRow:
    return NoticeRow(**row._asdict())


def _is(delivery: Delivery) -> "tuple[sa.ColumnElement[bool], ...]":
    columns = _DELIVERIES.c
    return (
        columns.user_id == delivery.user_id,
        columns.notice_id == delivery.notice_id,
        columns.channel == delivery.channel,
        columns.target == delivery.target,
    )

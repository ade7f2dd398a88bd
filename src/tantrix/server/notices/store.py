"""Notices, their deliveries and the settings of their readers in the database.

A notice is written in the commit of the event that it reports. `is_shown` is empty until a server has
decided, by the settings of the reader, whether the bell shows it and by which channels it is delivered; one
commit saves both. A delivery is a row until it has been made: a server claims it for a while (`until_ms`),
and if that server dies, another one claims it. So each notice is delivered at least once.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Prepared, Row, columns_of, table_of
from tantrix.server.database.writes import MustMatch
from tantrix.server.games.vacations.store import addresses_of_waiting
from tantrix.server.protocol.notices import NoticeSettings


@dataclass(frozen=True, slots=True)
class NoticeRow(Row):
    """A notice for a user. `id` is made from the event, so that the same event cannot be reported twice.

    `kind` and `variant` choose the sentence, `name` is the person or thing that it names, and `url` the page
    that it is about; `moment_ms`: a time that the sentence names. A notice in the future, such as a reminder,
    is held until `at_ms`; if it is marked as read before, it is never shown.
    """

    user_id: str
    id: str
    kind: str
    variant: str = field(default="", kw_only=True)
    name: str
    url: str
    at_ms: int
    read_ms: int | None = None
    is_shown: bool | None = None
    moment_ms: int | None = None


_NOTICES = table_of(
    NoticeRow,
    "notices",
    sa.Index(None, "user_id", "at_ms"),
    sa.Index(None, "user_id", "url"),
    key=("user_id", "id"),
)

_COLUMNS = _NOTICES.c
_IS_NEW = _COLUMNS.is_shown.is_(None)
_IS_UNREAD = sa.and_(_COLUMNS.is_shown.is_(True), _COLUMNS.read_ms.is_(None))
sa.Index("ix_notices_new", _COLUMNS.at_ms, sqlite_where=_IS_NEW, postgresql_where=_IS_NEW)
sa.Index("ix_notices_unread", _COLUMNS.user_id, sqlite_where=_IS_UNREAD, postgresql_where=_IS_UNREAD)


@dataclass(frozen=True, slots=True)
class Delivery(Row):
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


_DELIVERIES = table_of(
    Delivery, "notice_deliveries", key=("user_id", "notice_id", "channel", "target"), indexed=("due_ms",)
)


_SETTINGS = sa.Table(
    "notice_settings",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("settings", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class NoticeOnce:
    """A notice that is written only if none has its id: the event that it reports may happen repeatedly."""

    notice: NoticeRow

    @property
    def prepared(self) -> Prepared:
        return Prepared(_ADD_ONCE, {f"new_{name}": value for name, value in columns_of(self.notice).items()})


_NEW = {each.name: sa.bindparam(f"new_{each.name}", type_=each.type) for each in _COLUMNS}
_IS_KNOWN = sa.exists().where(_COLUMNS.user_id == _NEW["user_id"], _COLUMNS.id == _NEW["id"])
_ADD_ONCE = _NOTICES.insert().from_select(
    list(_NEW), sa.select(*(sa.cast(each, each.type) for each in _NEW.values())).where(~_IS_KNOWN)
)


def delete_planned_notices(user_id: str, prefix: str, at_ms: int) -> sa.Delete:
    """Delete the notices of a user that have not come yet and whose ids begin with `prefix`."""
    is_planned = _COLUMNS.id.startswith(prefix, autoescape=True), _COLUMNS.at_ms > at_ms
    return _NOTICES.delete().where(_COLUMNS.user_id == user_id, *is_planned)


def postpone_reminders(user_id: str, ms: int, at_ms: int) -> sa.Update:
    """Postpone a user's reminders about games that wait for them; a negative `ms` advances them."""
    is_planned = _COLUMNS.kind == "reminder", _COLUMNS.at_ms > at_ms, _COLUMNS.read_ms.is_(None)
    of_games = _COLUMNS.url.in_(addresses_of_waiting(user_id))
    planned = _NOTICES.update().where(_COLUMNS.user_id == user_id, *is_planned, of_games)
    return planned.values(at_ms=_COLUMNS.at_ms + ms)


def route_notice(user_id: str, id: str, is_shown: bool) -> MustMatch:
    """Save that the channels of a notice are decided; a conflict if another server has decided them."""
    is_it = _COLUMNS.user_id == user_id, _COLUMNS.id == id, _IS_NEW
    return MustMatch(_NOTICES.update().where(*is_it).values(is_shown=is_shown))


def mark_read(
    user_id: str,
    at_ms: int,
    ids: tuple[str, ...] | None = None,
    url: str | None = None,
    is_settled: bool = False,
) -> sa.Update:
    """Mark notices of a user whose time has come as read: some by id, all about a page, or all.

    `is_settled`: what they ask for is done, so future ones, such as reminders, are marked too.
    """
    which = [_COLUMNS.user_id == user_id, _COLUMNS.read_ms.is_(None)]
    if ids is not None:
        which.append(_COLUMNS.id.in_(ids))
    if url is not None:
        which.append(_COLUMNS.url == url)
    if not is_settled:
        which.append(_COLUMNS.at_ms <= at_ms)
    return _NOTICES.update().where(*which).values(read_ms=at_ms)


def delete_notices(user_id: str) -> sa.Delete:
    """Delete all notices of a user."""
    return _NOTICES.delete().where(_COLUMNS.user_id == user_id)


def delete_old_notices(before_ms: int) -> sa.Delete:
    """Delete the notices from before a time."""
    return _NOTICES.delete().where(_COLUMNS.at_ms < before_ms)


def lease_delivery(seen: Delivery, until_ms: int) -> MustMatch:
    """Claim a delivery for a while; a conflict if another server has claimed or made it."""
    of_seen = _DELIVERIES.c.until_ms == seen.until_ms
    return MustMatch(_DELIVERIES.update().where(*_is(seen), of_seen).values(until_ms=until_ms))


def retry_delivery(delivery: Delivery, due_ms: int) -> sa.Update:
    """Let a delivery that failed be retried later."""
    later = {"due_ms": due_ms, "until_ms": 0, "n_tries": delivery.n_tries + 1}
    return _DELIVERIES.update().where(*_is(delivery)).values(**later)


def end_delivery(delivery: Delivery) -> sa.Delete:
    """Delete a delivery that has been made, or is no longer needed."""
    return _DELIVERIES.delete().where(*_is(delivery))


def delete_deliveries(user_id: str, target: str | None = None) -> sa.Delete:
    """Delete the pending deliveries to a user, all of them or those to one target."""
    of_user = _DELIVERIES.delete().where(_DELIVERIES.c.user_id == user_id)
    return of_user if target is None else of_user.where(_DELIVERIES.c.target == target)


def add_notice_settings(user_id: str, settings: NoticeSettings) -> sa.Insert:
    """Insert the first settings of a user."""
    return _SETTINGS.insert().values(user_id=user_id, settings=settings.model_dump_json())


def delete_notice_settings(user_id: str) -> sa.Delete:
    """Delete the settings of a user, so that the defaults apply."""
    return _SETTINGS.delete().where(_SETTINGS.c.user_id == user_id)


@dataclass(frozen=True, slots=True)
class Unread:
    """The number of unread notices of a user, and the id of the newest one."""

    n: int = 0
    newest: str | None = None


class NoticeStore(Store):
    """Queries of notices. Every method reads the database."""

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
        for user_id, _at_ms, notice_id in self.read_all(query.order_by(_COLUMNS.at_ms, _COLUMNS.id)):
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
        return self.read_each(Delivery, query.order_by(columns.due_ms).limit(limit))

    def holders(self, notice_id: str, user_ids: Collection[str]) -> set[str]:
        """Return those of some users who have had a notice with an id."""
        query = sa.select(_COLUMNS.user_id).where(_COLUMNS.user_id.in_(user_ids), _COLUMNS.id == notice_id)
        return {user_id for (user_id,) in self.read_all(query)}

    def notices(self, user_id: str, ids: Collection[str]) -> list[NoticeRow]:
        """List some notices of a user, oldest first."""
        query = sa.select(_NOTICES).where(_COLUMNS.user_id == user_id, _COLUMNS.id.in_(ids))
        return self._rows(query.order_by(_COLUMNS.at_ms, _COLUMNS.id))

    def settings(self, user_id: str) -> NoticeSettings:
        """Return the settings of a user, or the defaults."""
        query = sa.select(_SETTINGS.c.settings).where(_SETTINGS.c.user_id == user_id)
        rows = self.read_all(query)
        return NoticeSettings.model_validate_json(rows[0][0]) if rows else NoticeSettings()

    def _rows(self, query: "sa.Select[Any]") -> list[NoticeRow]:
        return [_row(row) for row in self.read_all(query)]


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

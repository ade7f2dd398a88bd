"""Reports, silences and moderators in the database."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tantrix.server.community.chat_text import OF_RECORD
from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of
from tantrix.server.ratings.aborts import abort_history


@dataclass(frozen=True, slots=True)
class Silence(Row):
    """Until the silence ends, only `user_id` can see what they write."""

    user_id: str
    name: str
    until_ms: int


_SILENCES = table_of(Silence, "silences", key=("user_id",))


@dataclass(frozen=True, slots=True)
class AddModerator(Row):
    """An account becomes a moderator."""

    user_id: str
    at_ms: int


_MODERATORS = table_of(AddModerator, "moderators", key=("user_id",))


def end_silence(user_id: str) -> sa.Delete:
    """End the silence of `user_id`; also used before a new one starts."""
    return _SILENCES.delete().where(_SILENCES.c.user_id == user_id)


def remove_moderator(user_id: str) -> sa.Delete:
    """Let an account be a moderator no longer."""
    return _MODERATORS.delete().where(_MODERATORS.c.user_id == user_id)


@dataclass(frozen=True, slots=True)
class NewReport(Row):
    """A user reports a message or a player; `message_text` is the text of the message.

    `closed_ms` and `verdict`: when a moderator has decided, and what.
    """

    reporter: str
    reporter_name: str
    accused: str
    accused_name: str
    reason: str
    note: str
    game_id: str | None
    number: int | None
    message_text: str | None
    at_ms: int
    closed_ms: int | None = None
    verdict: str | None = None


_REPORTS = table_of(NewReport, "reports", key=("id",), indexed=("accused", "closed_ms"), numbered=True)


@dataclass(frozen=True, slots=True)
class Report(NewReport):
    """A stored report, with its number."""

    id: int = 0


def close_report(id: int, at_ms: int, verdict: str) -> sa.Update:
    """Save what a moderator has decided about a report."""
    is_it = sa.and_(_REPORTS.c.id == id, _REPORTS.c.closed_ms.is_(None))
    return _REPORTS.update().where(is_it).values(closed_ms=at_ms, verdict=verdict)


def close_reports_of(accused: str, at_ms: int, verdict: str) -> sa.Update:
    """Save what a moderator has decided about all open reports about a user."""
    are_they = sa.and_(_REPORTS.c.accused == accused, _REPORTS.c.closed_ms.is_(None))
    return _REPORTS.update().where(are_they).values(closed_ms=at_ms, verdict=verdict)


def close_requests(game_id: str, at_ms: int, verdict: str) -> sa.Update:
    """Save that a record is removed, in all open requests to do so."""
    return _REPORTS.update().where(*_asks_about(game_id)).values(closed_ms=at_ms, verdict=verdict)


def _asks_about(game_id: str) -> "tuple[sa.ColumnElement[bool], ...]":
    columns = _REPORTS.c
    return columns.game_id == game_id, columns.reason == OF_RECORD, columns.closed_ms.is_(None)


class ModerationStore(Store):
    """Reads reports, silences and moderators."""

    def silenced_until(self, user_id: str) -> int:
        """Return when the silence of a user ends, 0 if there never was one."""
        rows = self.read_all(sa.select(_SILENCES.c.until_ms).where(_SILENCES.c.user_id == user_id))
        return rows[0][0] if rows else 0

    def silences(self, now_ms: int) -> list[Silence]:
        """List the silences that have not ended, the last to end first."""
        query = sa.select(_SILENCES).where(_SILENCES.c.until_ms > now_ms)
        return self.read_each(Silence, query.order_by(_SILENCES.c.until_ms.desc()))

    def is_moderator(self, user_id: str) -> bool:
        """Return whether an account is a moderator."""
        return bool(self.read_all(sa.select(_MODERATORS.c.user_id).where(_MODERATORS.c.user_id == user_id)))

    def report(self, report_id: int) -> Report | None:
        """Find a report."""
        rows = self.read_all(sa.select(_REPORTS).where(_REPORTS.c.id == report_id))
        return _report(rows[0]) if rows else None

    def requests_about(self, game_id: str) -> list[Report]:
        """List the open requests to remove an imported record."""
        rows = self.read_all(sa.select(_REPORTS).where(*_asks_about(game_id)))
        return [_report(row) for row in rows]

    def reports(self, limit: int, *, is_open: bool) -> list[Report]:
        """List the open reports, oldest first, or the closed ones, newest first."""
        if is_open:
            query = sa.select(_REPORTS).where(_REPORTS.c.closed_ms.is_(None)).order_by(_REPORTS.c.id)
        else:
            query = sa.select(_REPORTS).where(_REPORTS.c.closed_ms.is_not(None))
            query = query.order_by(_REPORTS.c.closed_ms.desc())
        return [_report(row) for row in self.read_all(query.limit(limit))]

    def n_reports_of(self, accused: str) -> int:
        """Count the reports about a user so far."""
        query = sa.select(sa.func.count()).select_from(_REPORTS).where(_REPORTS.c.accused == accused)
        return int(self.read_all(query)[0][0])

    def n_aborts_of(self, accused: str, now_ms: int) -> int:
        """Count the aborts among the last rated games of a user."""
        return len(abort_history(self.readers, accused).counted(now_ms))

    def reports_by(self, reporter: str) -> list[Report]:
        """List the reports that a user has made."""
        query = sa.select(_REPORTS).where(_REPORTS.c.reporter == reporter).order_by(_REPORTS.c.id)
        return [_report(row) for row in self.read_all(query)]


def _report(row: Any) -> Report:
    return Report(**row._asdict())

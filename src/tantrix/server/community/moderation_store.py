"""Reports, silences and moderators in the database."""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import read_all
from tantrix.server.database.writes import columns_of
from tantrix.server.ratings.aborts import abort_history

_SILENCES = sa.Table(
    "silences",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)

_MODERATORS = sa.Table(
    "moderators",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

_REPORTS = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("reporter", sa.Text, nullable=False),
    sa.Column("reporter_name", sa.Text, nullable=False),
    sa.Column("accused", sa.Text, nullable=False, index=True),
    sa.Column("accused_name", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("game_id", sa.Text),
    sa.Column("number", sa.Integer),
    sa.Column("message_text", sa.Text),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("closed_ms", sa.BigInteger, index=True),
    sa.Column("verdict", sa.Text),
)


@dataclass(frozen=True, slots=True)
class Silence:
    """Until the silence ends, only `user_id` can see what they write."""

    user_id: str
    name: str
    until_ms: int

    def statement(self) -> sa.Insert:
        return _SILENCES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class EndSilence:
    """The silence of `user_id` ends; also used before a new one starts."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _SILENCES.delete().where(_SILENCES.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class AddModerator:
    """An account becomes a moderator."""

    user_id: str
    at_ms: int

    def statement(self) -> sa.Insert:
        return _MODERATORS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class RemoveModerator:
    """An account is no longer a moderator."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _MODERATORS.delete().where(_MODERATORS.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class NewReport:
    """A user reports a message or a player; `message_text` is the text of the message."""

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

    def statement(self) -> sa.Insert:
        return _REPORTS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class Report:
    """A stored report; `verdict` is a moderator's decision."""

    id: int
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
    closed_ms: int | None
    verdict: str | None


@dataclass(frozen=True, slots=True)
class CloseReport:
    """A moderator has decided a report."""

    id: int
    at_ms: int
    verdict: str

    def statement(self) -> sa.Update:
        is_it = sa.and_(_REPORTS.c.id == self.id, _REPORTS.c.closed_ms.is_(None))
        return _REPORTS.update().where(is_it).values(closed_ms=self.at_ms, verdict=self.verdict)


@dataclass(frozen=True, slots=True)
class CloseReportsOf:
    """A moderator has decided all open reports about a user."""

    accused: str
    at_ms: int
    verdict: str

    def statement(self) -> sa.Update:
        are_they = sa.and_(_REPORTS.c.accused == self.accused, _REPORTS.c.closed_ms.is_(None))
        return _REPORTS.update().where(are_they).values(closed_ms=self.at_ms, verdict=self.verdict)


class ModerationStore:
    """Reads reports, silences and moderators."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def silenced_until(self, user_id: str) -> int:
        """Return when the silence of a user ends, 0 if there never was one."""
        rows = read_all(self._readers, sa.select(_SILENCES.c.until_ms).where(_SILENCES.c.user_id == user_id))
        return rows[0][0] if rows else 0

    def silences(self, now_ms: int) -> list[Silence]:
        """List the silences that have not ended, the last to end first."""
        query = sa.select(_SILENCES).where(_SILENCES.c.until_ms > now_ms)
        return [Silence(*row) for row in read_all(self._readers, query.order_by(_SILENCES.c.until_ms.desc()))]

    def is_moderator(self, user_id: str) -> bool:
        """Return whether an account is a moderator."""
        return bool(
            read_all(self._readers, sa.select(_MODERATORS.c.user_id).where(_MODERATORS.c.user_id == user_id))
        )

    def report(self, report_id: int) -> Report | None:
        """Find a report."""
        rows = read_all(self._readers, sa.select(_REPORTS).where(_REPORTS.c.id == report_id))
        return Report(*rows[0]) if rows else None

    def reports(self, limit: int, *, is_open: bool) -> list[Report]:
        """List the open reports, oldest first, or the closed ones, newest first."""
        if is_open:
            query = sa.select(_REPORTS).where(_REPORTS.c.closed_ms.is_(None)).order_by(_REPORTS.c.id)
        else:
            query = sa.select(_REPORTS).where(_REPORTS.c.closed_ms.is_not(None))
            query = query.order_by(_REPORTS.c.closed_ms.desc())
        return [Report(*row) for row in read_all(self._readers, query.limit(limit))]

    def n_reports_of(self, accused: str) -> int:
        """Count the reports about a user so far."""
        query = sa.select(sa.func.count()).select_from(_REPORTS).where(_REPORTS.c.accused == accused)
        return int(read_all(self._readers, query)[0][0])

    def n_aborts_of(self, accused: str, now_ms: int) -> int:
        """Count the aborts among the last rated games of a user."""
        return len(abort_history(self._readers, accused).counted(now_ms))

    def reports_by(self, reporter: str) -> list[Report]:
        """List the reports that a user has made."""
        query = sa.select(_REPORTS).where(_REPORTS.c.reporter == reporter).order_by(_REPORTS.c.id)
        return [Report(*row) for row in read_all(self._readers, query)]

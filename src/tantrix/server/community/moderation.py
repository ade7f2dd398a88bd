"""Moderation: players report, moderators decide, and every decision is in the audit log.

Silenced users are not notified: until the silence ends, only they can see what they write. Moderators cannot
decide reports about themselves. Nothing is cached, so what `tantrix admin` does takes effect at once.
"""

import asyncio
from dataclasses import dataclass

from tantrix.clock import DAY_MS
from tantrix.server.accounts.accounts import Accounts, Identity
from tantrix.server.accounts.store import Account, Audit
from tantrix.server.community.chat_store import StoredMessage
from tantrix.server.community.chat_text import OF_RECORD, PRESETS
from tantrix.server.community.moderation_store import (
    AddModerator,
    ModerationStore,
    NewReport,
    Report,
    Silence,
    close_report,
    close_reports_of,
    end_silence,
    remove_moderator,
)
from tantrix.server.database.writer import Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.http.networks import network_of
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.protocol.chat import ReportRequest
from tantrix.server.settings import Settings

MAX_DAYS = 365
REPORT_RATE = "6/hour"  # per person
ADDRESS_REPORT_RATE = "20/hour"  # per address


@dataclass(frozen=True, slots=True)
class Reporter:
    """The user who reports, and their address."""

    identity: Identity
    client_address: str


class Moderation:
    """Reports and silences of a server."""

    def __init__(
        self, settings: Settings, store: ModerationStore, writer: Writer, accounts: Accounts
    ) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._accounts = accounts
        self._rates = RateLimiter()

    async def report_message(self, by: Reporter, message: StoredMessage, request: ReportRequest) -> None:
        """Report a message to the moderators."""
        name = self._accounts.name_of(message.user_id) or message.name or ""
        text = PRESETS.get(message.preset or "", message.body)
        place = (message.game_id, message.number, text)
        await self._report(by, message.user_id, name, request.reason, request.note, place)

    async def report_player(self, by: Reporter, name: str, request: ReportRequest) -> None:
        """Report a player to the moderators."""
        account = self._account(name)
        place = (None, None, None)
        await self._report(by, account.user_id, account.name, request.reason, request.note, place)

    async def ask_removal(self, by: Reporter, game_id: str, importer: tuple[str, str], note: str) -> None:
        """Ask the moderators to remove an imported record, for somebody it names; only for accounts."""
        if by.identity.account is None:
            raise Refusal("signed_out")
        await self._report(by, *importer, OF_RECORD, note, (game_id, None, None))

    async def is_moderator(self, identity: Identity) -> bool:
        """Return whether a request comes from a moderator."""
        if identity.account is None or identity.user_id is None:
            return False
        return await asyncio.to_thread(self._store.is_moderator, identity.user_id)

    async def dismiss(self, report_id: int, moderator: Account) -> None:
        """Close a report without a penalty."""
        report = await self._open_report(report_id, moderator.user_id)
        now_ms = self._settings.now_ms()
        audit = Audit(now_ms, moderator.name, f"dismiss report {report.id}", self._subject(report))
        await self._writer.append(close_report(report.id, now_ms, f"dismissed by {moderator.name}"), audit)

    async def silence_reported(self, report_id: int, days: int, moderator: Account) -> None:
        """Silence a reported user, and close all reports about them."""
        report = await self._open_report(report_id, moderator.user_id)
        now_ms = self._settings.now_ms()
        subject, verdict = self._subject(report), f"silenced for {days} days by {moderator.name}"
        await self._writer.append(
            end_silence(report.accused),
            Silence(report.accused, subject, now_ms + days * DAY_MS),
            close_reports_of(report.accused, now_ms, verdict),
            Audit(now_ms, moderator.name, f"silence for {days} days, report {report.id}", subject),
        )

    async def ban_reported(self, report_id: int, moderator: Account) -> None:
        """Ban a reported account, and close all reports about it; not for guests."""
        report = await self._open_report(report_id, moderator.user_id)
        name = self._accounts.name_of(report.accused)
        if name is None:
            raise Refusal("no_account")
        await self._accounts.ban(name, True, moderator.name)
        now_ms = self._settings.now_ms()
        close = close_reports_of(report.accused, now_ms, f"banned by {moderator.name}")
        await self._writer.append(close, Audit(now_ms, moderator.name, f"ban, report {report.id}", name))

    async def silence(self, name: str, days: int, actor: str) -> None:
        """Silence an account."""
        account, now_ms = self._account(name), self._settings.now_ms()
        await self._writer.append(
            end_silence(account.user_id),
            Silence(account.user_id, account.name, now_ms + days * DAY_MS),
            Audit(now_ms, actor, f"silence for {days} days", account.name),
        )

    async def unsilence(self, name: str, actor: str) -> None:
        """End the silence of an account."""
        account = self._account(name)
        await self._unsilence(account.user_id, account.name, actor)

    async def unsilence_listed(self, number: int, moderator: Account) -> None:
        """End the silence with this number, as returned by `silence_id`. Raises Refusal if there is none."""
        silences = await asyncio.to_thread(self._store.silences, self._settings.now_ms())
        found = next((one for one in silences if silence_id(one) == number), None)
        if found is None:
            raise Refusal("no_report")
        await self._unsilence(found.user_id, found.name, moderator.name)

    async def set_moderator(self, name: str, is_one: bool, actor: str) -> None:
        """Make an account a moderator, or an ordinary account again."""
        account, now_ms = self._account(name), self._settings.now_ms()
        appoint = [AddModerator(account.user_id, now_ms)] if is_one else []
        action = "make moderator" if is_one else "no longer moderator"
        await self._writer.append(
            remove_moderator(account.user_id), *appoint, Audit(now_ms, actor, action, account.name)
        )

    async def _report(
        self,
        by: Reporter,
        accused: str,
        name: str,
        reason: str,
        note: str,
        place: tuple[str | None, int | None, str | None],
    ) -> None:
        if by.identity.user_id is None:
            raise Refusal("signed_out")
        if by.identity.user_id == accused:
            raise Refusal("yourself")
        if not (
            self._rates.take(f"by {by.identity.user_id}", REPORT_RATE)
            and self._rates.take(f"from {network_of(by.client_address)}", ADDRESS_REPORT_RATE)
        ):
            raise Refusal("too_often")
        reporter = by.identity.account.name if by.identity.account else ""
        values = (reason, note, *place, self._settings.now_ms())
        await self._writer.append(NewReport(by.identity.user_id, reporter, accused, name, *values))

    async def _open_report(self, report_id: int, moderator: str) -> Report:
        report = await asyncio.to_thread(self._store.report, report_id)
        if report is None or report.closed_ms is not None:
            raise Refusal("no_report")
        if report.accused == moderator:
            raise Refusal("yourself")
        return report

    async def _unsilence(self, user_id: str, name: str, actor: str) -> None:
        audit = Audit(self._settings.now_ms(), actor, "end silence", name)
        await self._writer.append(end_silence(user_id), audit)

    def _subject(self, report: Report) -> str:
        """Return a reported user's name in a form that no guest can use to pass for an account."""
        account = self._accounts.name_of(report.accused)
        return account or f"{report.accused_name} (guest {report.accused[:8]})"

    def _account(self, name: str) -> Account:
        account = self._accounts.named(name)
        if account is None:
            raise Refusal("no_account")
        return account


def silence_id(silence: Silence) -> int:
    """Return a number that identifies a silence on a page without revealing the user id."""
    return int(silence.user_id[:12], 16)

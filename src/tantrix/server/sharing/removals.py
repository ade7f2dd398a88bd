"""Removing imported records: by who imported them, by moderators for somebody they name, or by the operator.

A record that is removed leaves no trace but its import: the address says that it is gone, and the record is
not imported again. Who has imported it and removes it may import it anew, at another address.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tantrix.server.accounts.accounts import Accounts, Identity
from tantrix.server.accounts.store import Account, Audit
from tantrix.server.archive.store import ArchiveStore, removal_writes
from tantrix.server.archive.tables import Imported
from tantrix.server.community.chat_store import delete_chat
from tantrix.server.community.moderation_store import ModerationStore, Report, close_requests
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.database.writes import Write
from tantrix.server.games.hub import Hub
from tantrix.server.http.errors import Refusal
from tantrix.server.notices.store import NoticeRow
from tantrix.server.settings import Settings

TOPIC = "removals"  # on the bus: an imported record was removed


@dataclass(frozen=True, slots=True)
class Removal:
    """Who removes which record, and why; `reason` is None for who has imported it."""

    imported: Imported
    actor: str
    reason: str | None
    at_ms: int

    def writes(self, requests: Sequence[Report], importer: Account | None) -> list[Write]:
        """List what removes the record, answers the open requests, and tells all who are concerned."""
        game_id, variant = self.imported.game_id, "withdrawn" if self.reason is None else "removed"
        verdict = f"record removed by {self.actor}" + (f": {self.reason}" if self.reason else "")
        told = {each.reporter for each in requests}
        if importer is not None and self.reason is not None:
            told.add(importer.user_id)
        notices = (
            NoticeRow(
                user_id,
                f"removed-{game_id}",
                "result",
                variant=variant,
                name=self.reason or "",
                url="/archive",
                at_ms=self.at_ms,
            )
            for user_id in sorted(told)
        )
        subject = importer.name if importer else self.imported.user_id
        return [
            *removal_writes(self.imported, may_return=self.reason is None),
            delete_chat(game_id),
            close_requests(game_id, self.at_ms, verdict),
            Audit(self.at_ms, self.actor, f"remove record {game_id}", subject),
            *notices,
        ]


class RecordRemovals:
    """Removes imported records. `publish` tells other servers, `notify` the readers of new notices."""

    def __init__(
        self,
        settings: Settings,
        archive: ArchiveStore,
        reports: ModerationStore,
        writer: Writer,
        accounts: Accounts,
        hub: Hub,
        publish: Callable[[str], None],
        notify: Callable[[], object],
    ) -> None:
        self._settings = settings
        self._archive = archive
        self._reports = reports
        self._writer = writer
        self._accounts = accounts
        self._hub = hub
        self._publish = publish
        self._notify = notify

    async def imported(self, game_id: str) -> Imported:
        """Return who has imported a game. Raises Refusal if nobody has, or its record is removed."""
        return await asyncio.to_thread(imported_record, self._archive, game_id)

    def importer_of(self, imported: Imported) -> tuple[str, str]:
        """Return the user id and the name of who has imported a game."""
        return imported.user_id, self._accounts.name_of(imported.user_id) or imported.user_id[:8]

    async def requests(self, game_id: str) -> list[Report]:
        """List the open requests to remove a record."""
        return await asyncio.to_thread(self._reports.requests_about, game_id)

    async def remove(self, game_id: str, identity: Identity, reason: str) -> None:
        """Remove a record, for who has imported it, or with a reason for a moderator. Raises Refusal."""
        imported, account = await self.imported(game_id), identity.account
        if account is None:
            raise Refusal("signed_out")
        is_own = imported.user_id == account.user_id
        if not is_own and not await asyncio.to_thread(self._reports.is_moderator, account.user_id):
            raise Refusal("not_moderator")
        if not is_own and not reason:
            raise Refusal("reason_needed")
        now_ms = self._settings.now_ms()
        removal = Removal(imported, account.name, None if is_own else reason, now_ms)
        requests = await self.requests(game_id)
        try:
            await self._writer.append(*removal.writes(requests, self._accounts.find(imported.user_id)))
        except Conflict:
            raise Refusal("record_removed") from None
        await self._hub.forget_removed()
        self._publish(TOPIC)
        self._notify()


def imported_record(archive: ArchiveStore, game_id: str) -> Imported:
    """Return who has imported a game. Raises Refusal if nobody has, or its record is removed."""
    imported = archive.imported(game_id)
    if imported is None:
        raise Refusal("unknown_game")
    if archive.removed([game_id]):
        raise Refusal("record_removed")
    return imported

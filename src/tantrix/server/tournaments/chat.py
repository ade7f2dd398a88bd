"""The chat of a tournament: everyone can read it, and accounts can write in it."""

import asyncio

from tantrix.server.accounts.store import Account
from tantrix.server.community.chat_store import ChatStore, StoredMessage
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.protocol.text import clean_line
from tantrix.server.settings import Settings
from tantrix.server.tournaments.store import TournamentMessage, TournamentStore

N_SHOWN = 100
MESSAGE_RATE = "5/10 seconds"  # per account, as is the next one
HOURLY_RATE = "120/hour"


class TournamentChat:
    """Saves and lists messages."""

    def __init__(
        self,
        settings: Settings,
        store: TournamentStore,
        moderation: ModerationStore,
        mutes: ChatStore,
        writer: Writer,
    ) -> None:
        self._settings = settings
        self._store = store
        self._moderation = moderation
        self._mutes = mutes
        self._writer = writer
        self._rates = RateLimiter()

    async def messages(self, tournament_id: str, viewer: str | None) -> list[TournamentMessage]:
        """List the newest messages for a viewer, except those of muted players."""
        rows = await asyncio.to_thread(self._store.messages, tournament_id, N_SHOWN)
        if viewer is None:
            return rows
        muted = {row.muted for row in await asyncio.to_thread(self._mutes.mutes_of, viewer)}
        return [row for row in rows if row.user_id not in muted]

    async def reported(self, tournament_id: str, number: int) -> StoredMessage:
        """Return a message in the form for reports. Raises Refusal if there is none."""
        row = await asyncio.to_thread(self._store.message, tournament_id, number)
        if row is None:
            raise Refusal("no_chat_message")
        return StoredMessage(
            game_id=f"tournaments/{tournament_id}",
            number=number,
            user_id=row.user_id,
            message_id="",
            channel="tournament",
            seat=None,
            name=None,
            body=row.text,
            preset=None,
            is_shadow=False,
            at_ms=row.at_ms,
        )

    async def post(self, tournament_id: str, account: Account, text: str) -> None:
        """Save a message, unless its author is silenced. Raises Refusal if it is empty or one too many."""
        cleaned = clean_line(text)
        if not cleaned:
            raise Refusal("empty_chat_message")
        now_ms = self._settings.now_ms()
        if not self._rates.take(f"chat {account.user_id}", MESSAGE_RATE):
            raise Refusal("too_many_chat_messages")
        if not self._rates.take(f"chat {account.user_id}", HOURLY_RATE):
            raise Refusal("too_often")
        if await asyncio.to_thread(self._moderation.silenced_until, account.user_id) > now_ms:
            return  # silenced users are not notified

        async def act() -> None:
            rows = await asyncio.to_thread(self._store.messages, tournament_id, 1)
            number = rows[-1].number + 1 if rows else 1
            message = TournamentMessage(tournament_id, number, account.user_id, cleaned, now_ms)
            await self._writer.append(message)

        await retry_on_conflict(act)

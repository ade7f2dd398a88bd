"""Chat in the lobby: everyone can read it, and accounts can write in it.

It is stored like the chat of a table named LOBBY, so mutes, silences, reports and the export of an account
cover it as well. The lobby's socket announces new messages.
"""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.community.chat import MESSAGE_RATE, N_SHOWN, Chat, sent_before
from tantrix.server.community.chat_store import ChatStore, StoredMessage
from tantrix.server.community.chat_text import clean_message
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.protocol.chat import ChatHistory, ChatSent, SendChat
from tantrix.server.settings import Settings

LOBBY = "lobby"
CHANNEL = "spectators"


class LobbyChat:
    """The chat in the lobby of a server. `notify` makes all servers reread the lobby soon."""

    def __init__(
        self,
        settings: Settings,
        store: ChatStore,
        moderation: ModerationStore,
        writer: Writer,
        accounts: Accounts,
        chat: Chat,
        notify: Callable[[], None],
    ) -> None:
        self._settings = settings
        self._store = store
        self._moderation = moderation
        self._writer = writer
        self._accounts = accounts
        self._chat = chat
        self._notify = notify
        self._rates = RateLimiter()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def history(self, user_id: str | None) -> ChatHistory:
        """Return the newest messages that a user can read, except by people whom the user has muted."""
        rows = await asyncio.to_thread(self._store.messages, LOBBY, [CHANNEL], user_id, N_SHOWN)
        name = self._accounts.name_of(user_id)
        return ChatHistory(
            newest=rows[-1].number if rows else 0,
            messages=[self._chat.view(row) for row in rows],
            reads=["spectators"],
            writes=["spectators"] if name is not None and self._accounts.may_play(user_id) else [],
            account=name,
            may_act=user_id is not None,
        )

    async def post(self, message: SendChat, user_id: str | None) -> ChatSent:
        """Save a message once; the same `id` sent again is acknowledged again. Raises Refusal.

        An `id` that the user has already used for a different text is refused.
        """
        message = message.model_copy(update={"channel": CHANNEL})
        if user_id is None or self._accounts.name_of(user_id) is None:
            raise Refusal("sign_in_to_chat")
        body = clean_message(message.text or "")
        if not body and not message.preset:
            raise Refusal("empty_chat_message")
        async with self._locks.setdefault(user_id, asyncio.Lock()):
            if (known := await self._sent_before(message, user_id, body)) is not None:
                return known
            if not self._rates.take(f"lobby chat {user_id}", MESSAGE_RATE):
                raise Refusal("too_many_chat_messages")

            async def save() -> ChatSent:
                # Another server may have saved the same message.
                if (known := await self._sent_before(message, user_id, body)) is not None:
                    return known
                stored = await asyncio.to_thread(self._message, message, user_id, body)
                await self._writer.append(stored)
                self._notify()
                return ChatSent(id=message.id, number=stored.number)

            return await retry_on_conflict(save)

    async def _sent_before(self, message: SendChat, user_id: str, body: str) -> ChatSent | None:
        known = await sent_before(self._store, LOBBY, message, user_id, body)
        if isinstance(known, Refusal):
            raise known
        return known

    async def visible(self, number: int, user_id: str | None) -> StoredMessage:
        """Return a message that a user can read. Raises Refusal if there is none."""
        stored = await asyncio.to_thread(self._store.message, LOBBY, number)
        if stored is None or (stored.is_shadow and stored.user_id != user_id):
            raise Refusal("no_chat_message")
        return stored

    def _message(self, message: SendChat, user_id: str, body: str) -> StoredMessage:
        now_ms = self._settings.now_ms()
        return StoredMessage(
            game_id=LOBBY,
            number=self._store.newest(LOBBY) + 1,
            user_id=user_id,
            message_id=message.id,
            channel=CHANNEL,
            seat=None,
            name=None,
            body=body,
            preset=message.preset,
            is_shadow=self._moderation.silenced_until(user_id) > now_ms,
            at_ms=now_ms,
        )

"""Private messages: who may write, sending each message once, and reading conversations.

A message is on the disk before anybody sees it. The bell tells the pages of its reader that it has come, on
all servers. Nothing is cached, so mutes and settings take effect at once.
"""

import asyncio
from collections.abc import Callable, Sequence
from urllib.parse import quote
from weakref import WeakValueDictionary

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.store import Account
from tantrix.server.community.chat import MESSAGE_RATE
from tantrix.server.community.chat_store import ChatStore, StoredMessage
from tantrix.server.community.chat_text import clean_message
from tantrix.server.community.inbox.permissions import Side, limit_refusal, refusal_to_write
from tantrix.server.community.inbox.store import (
    ConversationSide,
    InboxStore,
    PrivateMessage,
    continue_conversation,
    conversation_of,
    read_to,
)
from tantrix.server.community.inbox.views import ConversationRow, MessageLine, MessagePage, Overview
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.friends.store import FollowStore
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.notices.store import NoticeRow, mark_read
from tantrix.server.protocol.inbox import PrivateMessageSent, SendPrivateMessage
from tantrix.server.protocol.times import print_time
from tantrix.server.settings import Settings

PER_PAGE = 30  # conversations
N_SHOWN = 50  # messages
REPORTED = "inbox"  # the place of a reported private message


class Inbox:
    """The private messages of all accounts."""

    def __init__(
        self,
        settings: Settings,
        store: InboxStore,
        writer: Writer,
        accounts: Accounts,
        chat: ChatStore,
        follows: FollowStore,
        moderation: ModerationStore,
        notify: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._accounts = accounts
        self._chat = chat
        self._follows = follows
        self._moderation = moderation
        self._notify = notify
        self._rates = RateLimiter()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def post(
        self, sender: Account, recipient: Account, message: SendPrivateMessage
    ) -> PrivateMessageSent:
        """Save a message once; the same `id` sent again is acknowledged again. Raises Refusal and NotSaved.

        An `id` that the sender has already used for something else is refused.
        """
        body = clean_message(message.text)
        if not body:
            raise Refusal("empty_chat_message")
        conversation = conversation_of(sender.user_id, recipient.user_id)
        async with self._locks.setdefault(sender.user_id, asyncio.Lock()):
            if (known := await self._sent_before(sender, conversation, message.id, body)) is not None:
                return known
            refusal = await self.refusal(sender, recipient)
            if refusal is not None:
                raise refusal
            if not self._rates.take(sender.user_id, MESSAGE_RATE):
                raise Refusal("too_many_chat_messages")

            async def save() -> PrivateMessageSent:
                # Another server may have saved the same message, or another one in this conversation.
                if (known := await self._sent_before(sender, conversation, message.id, body)) is not None:
                    return known
                row = await asyncio.to_thread(self._checked, sender, conversation, message.id, body)
                await self._writer.append(*await asyncio.to_thread(self._writes, row, sender, recipient))
                return PrivateMessageSent(id=message.id, number=row.number)

            sent = await retry_on_conflict(save)
        self._notify(recipient.user_id)
        return sent

    async def refusal(self, sender: Account, recipient: Account) -> Refusal | None:
        """Return why an account may not write to another; None if it may."""
        if sender.user_id == recipient.user_id:
            return Refusal("yourself")
        if recipient.closed_ms is not None:
            return Refusal("no_account")
        if not self._accounts.may_play(sender.user_id):
            return Refusal("banned")
        sides = await asyncio.to_thread(
            lambda: (self._side(sender, recipient), self._side(recipient, sender))
        )
        code = refusal_to_write(*sides)
        return None if code is None else Refusal(code)

    async def overview(self, user_id: str, page: int) -> Overview:
        """Return a page of the conversations of a user, the last changed first."""
        rows = await asyncio.to_thread(self._store.page, user_id, PER_PAGE, (page - 1) * PER_PAGE)
        n_pages = -(-await asyncio.to_thread(self._store.n_conversations, user_id) // PER_PAGE)
        return Overview([self._row(*row) for row in rows], page, max(1, n_pages))

    async def messages(
        self, reader: Account, other: Account, *, after: int = 0, before: int | None = None
    ) -> MessagePage:
        """Return the newest messages of a conversation that the reader sees, between two numbers."""
        conversation = conversation_of(reader.user_id, other.user_id)
        rows = await asyncio.to_thread(
            lambda: self._store.messages(
                conversation, reader.user_id, N_SHOWN + 1, after=after, before=before
            )
        )
        lines = [self._line(row, reader.user_id) for row in rows[-N_SHOWN:]]
        return MessagePage(lines, has_older=len(rows) > N_SHOWN)

    async def read(self, reader: Account, other: Account, number: int) -> None:
        """Mark a conversation as read up to a message. Raises NotSaved."""
        side = await asyncio.to_thread(self._store.side, reader.user_id, other.user_id)
        if side is None or side.read_to >= min(number, side.newest):
            return
        now_ms, url = self._settings.now_ms(), address_of(other.name)
        read = read_to(reader.user_id, other.user_id, min(number, side.newest))
        await self._writer.append(read, mark_read(reader.user_id, now_ms, url=url))
        self._notify(reader.user_id)

    async def visible(self, reader: Account, other: Account, number: int) -> StoredMessage:
        """Return a message of another to a reader, in the form for reports. Raises Refusal without one."""
        conversation = conversation_of(reader.user_id, other.user_id)
        found = await asyncio.to_thread(
            lambda: self._store.messages(conversation, reader.user_id, 1, after=number - 1, before=number + 1)
        )
        if not found or found[0].sender != other.user_id:
            raise Refusal("no_chat_message")
        return _reported(found[0])

    async def export(self, user_id: str) -> list[dict[str, object]]:
        """Return all conversations of a user, as JSON."""
        return await asyncio.to_thread(self._exported, user_id)

    async def _sent_before(
        self, sender: Account, conversation: str, message_id: str, body: str
    ) -> PrivateMessageSent | None:
        """Return the earlier answer to a message that was sent again; None if its id is new."""
        known = await asyncio.to_thread(self._store.sent, sender.user_id, message_id)
        if known is None:
            return None
        if (known.conversation, known.body) != (conversation, body):
            raise Refusal("id_in_use")
        return PrivateMessageSent(id=message_id, number=known.number)

    def _side(self, account: Account, other: Account) -> Side:
        return Side(
            account.written_by,
            self._follows.follows(account.user_id, other.user_id),
            self._chat.is_muted(account.user_id, other.user_id),
        )

    def _checked(self, sender: Account, conversation: str, message_id: str, body: str) -> PrivateMessage:
        """Return the next message of a conversation. Raises Refusal if its author has written too much."""
        now_ms, newest = self._settings.now_ms(), self._store.newest(conversation)
        lately = self._store.sent_lately(sender.user_id, now_ms)
        code = limit_refusal(now_ms - sender.created_ms, lately, is_first=newest == 0)
        if code is not None:
            raise Refusal(code)
        is_silenced = self._moderation.silenced_until(sender.user_id) > now_ms
        return PrivateMessage(conversation, newest + 1, sender.user_id, message_id, body, is_silenced, now_ms)

    def _writes(self, row: PrivateMessage, sender: Account, recipient: Account) -> Sequence[Write]:
        """List the writes of a message: itself, both sides, and a notice unless one is still unread."""
        own = self._store.side(sender.user_id, recipient.user_id)
        writes: list[Write] = [row, _continued(own, row, sender, recipient)]
        if own is not None:
            writes.append(read_to(sender.user_id, recipient.user_id, row.number))
        if row.is_shadow:
            return writes
        theirs = self._store.side(recipient.user_id, sender.user_id)
        writes.append(_continued(theirs, row, recipient, sender))
        if theirs is None or not theirs.is_unread:
            writes.append(_notice(row, sender, recipient))
        return writes

    def _row(self, side: ConversationSide, last: PrivateMessage) -> ConversationRow:
        account = self._accounts.account_of(side.other)
        is_open = account is not None and account.closed_ms is None
        return ConversationRow(
            name=account.name if account is not None and is_open else "",
            url=address_of(account.name if account is not None else ""),
            face=self._accounts.face_of(side.other),
            text=last.body,
            at=print_time(last.at_ms),
            is_mine=last.sender == side.user_id,
            is_unread=side.is_unread,
        )

    def _line(self, row: PrivateMessage, reader: str) -> MessageLine:
        name = self._accounts.name_of(row.sender)
        is_mine = row.sender == reader
        return MessageLine(row.number, name or "", is_mine, row.body, print_time(row.at_ms))

    def _exported(self, user_id: str) -> list[dict[str, object]]:
        return [
            {
                "with": self._accounts.name_of(side.other),
                "messages": [
                    {"at": print_time(row.at_ms), "is_mine": row.sender == user_id, "text": row.body}
                    for row in self._store.messages(side.conversation, user_id, None)
                ],
            }
            for side in self._store.conversations(user_id)
        ]


def address_of(name: str) -> str:
    """Return the address of the conversation with a player."""
    return f"/inbox/{quote(name)}"


def _continued(side: ConversationSide | None, row: PrivateMessage, account: Account, other: Account) -> Write:
    """Return the write by which an account sees a message; its author has read it."""
    if side is not None:
        return continue_conversation(account.user_id, other.user_id, row.number, row.at_ms)
    read_to = row.number if row.sender == account.user_id else row.number - 1
    return ConversationSide(account.user_id, other.user_id, row.conversation, row.number, read_to, row.at_ms)


def _notice(row: PrivateMessage, sender: Account, recipient: Account) -> NoticeRow:
    return NoticeRow(
        recipient.user_id,
        f"message-{row.conversation}-{row.number}",
        "message",
        sender.name,
        address_of(sender.name),
        row.at_ms,
    )


def _reported(row: PrivateMessage) -> StoredMessage:
    return StoredMessage(
        game_id=REPORTED,
        number=row.number,
        user_id=row.sender,
        message_id="",
        channel=REPORTED,
        seat=None,
        name=None,
        body=row.body,
        preset=None,
        is_shadow=False,
        at_ms=row.at_ms,
    )

"""Chat at the tables: permissions to write and read, and mutes.

Players and spectators have a channel each; players can read the spectators' channel once the game is over.
Guests can write where they have a seat; spectators need an account. Messages are sent to others once they are
on the disk. Nothing is cached, so changes by other processes take effect at once.
"""

import asyncio
from collections.abc import Container
from dataclasses import dataclass
from typing import get_args
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.background import SharedWork, Tasks, on_thread
from tantrix.server.cluster.bus import Bus
from tantrix.server.community.chat_store import ChatStore, MuteRow, NewMute, StoredMessage, delete_mute
from tantrix.server.community.chat_text import clean_message
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.database.writer import NotSaved, Writer, retry_on_conflict
from tantrix.server.friends.store import delete_follow
from tantrix.server.games.events import CHAT_TOPIC, GAME_TOPIC
from tantrix.server.games.hub import Hub
from tantrix.server.games.room import Room
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.protocol.chat import ChannelName, ChatHistory, ChatMessage, ChatSent, PresetName, SendChat
from tantrix.server.settings import Settings

N_SHOWN = 200
MESSAGE_RATE = "5/10 seconds"  # per user
MUTE_RATE = "30/minute"


class Chat:
    """The chat at all tables of a server."""

    def __init__(
        self,
        settings: Settings,
        store: ChatStore,
        moderation: ModerationStore,
        writer: Writer,
        hub: Hub,
        accounts: Accounts,
        bus: Bus,
    ) -> None:
        self._settings = settings
        self._store = store
        self._moderation = moderation
        self._writer = writer
        self._hub = hub
        self._accounts = accounts
        self._bus = bus
        self._rates = RateLimiter()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks = Tasks(Exception)  # the author of the message gets the error
        self._missing = SharedWork(self._send_missing, SQLAlchemyError)
        self._sent: dict[str, int] = {}  # by game: the number of the last message sent to the table here

    async def history(self, game_id: str, user_id: str | None) -> ChatHistory:
        """Return the messages at a table that a user may read. Raises UnknownGame."""
        room = await self._hub.table(game_id)
        reads = readable(room, user_id)
        store, name_of = self._store, self._accounts.name_of
        newest = await asyncio.to_thread(store.newest, game_id)
        self._sent.setdefault(game_id, newest)
        rows = await asyncio.to_thread(store.messages, game_id, reads, user_id, N_SHOWN)
        return ChatHistory(
            newest=newest,
            messages=[self.view(row) for row in rows],
            reads=list(reads),
            writes=list(self._writable(room, user_id)),
            account=name_of(user_id),
            may_act=user_id is not None,
        )

    async def post(self, game_id: str, message: SendChat, user_id: str | None) -> ChatSent | Refusal:
        """Post a message; return once it is on the disk and sent."""
        # A message that is being saved must reach the others even if its author disconnects.
        return await asyncio.shield(self._tasks.start(self._post(game_id, message, user_id)))

    async def compare(self) -> None:
        """Send messages written on other servers to the tables that are open here. Raises SQLAlchemyError."""
        self._sent = {game_id: number for game_id, number in self._sent.items() if self._hub.is_open(game_id)}
        if not self._sent:
            return
        newest = await on_thread("compare", lambda: self._store.newest_of(list(self._sent)))
        for game_id, number in newest.items():
            if number > self._sent.get(game_id, number):
                await self._send_missing(game_id)

    def changed_elsewhere(self, game_id: str) -> None:
        """Send what another server has written at a table, if that is shown here."""
        if game_id in self._sent:
            self._missing.start(game_id)

    def view(self, stored: StoredMessage) -> ChatMessage:
        """Return a message in the form in which it is sent, with the current name of its author."""
        account = self._accounts.name_of(stored.user_id)
        return ChatMessage(
            number=stored.number,
            channel=_one_of(stored.channel),
            seat=stored.seat,
            name=self._accounts.shown_name(stored.user_id) or stored.name or "",
            account=account,
            face=self._accounts.face_of(stored.user_id),
            text=None if stored.preset else stored.body,
            preset=_preset(stored.preset),
        )

    async def visible(self, game_id: str, number: int, user_id: str | None) -> StoredMessage:
        """Return a message that a user can read. Raises Refusal if there is none."""
        reads = readable(await self._hub.table(game_id), user_id)
        stored = await asyncio.to_thread(self._store.message, game_id, number)
        if stored is None or stored.channel not in reads or (stored.is_shadow and stored.user_id != user_id):
            raise Refusal("no_chat_message")
        return stored

    async def mute(self, by: str, other: str, name: str) -> MuteRow:
        """Hide the messages and invitations of a user from `by`; neither follows the other any more."""
        if by == other:
            raise Refusal("yourself")
        if not self._rates.take(f"mute {by}", MUTE_RATE):
            raise Refusal("too_often")
        if not await asyncio.to_thread(self._store.is_muted, by, other):
            unfollow = delete_follow(by, other), delete_follow(other, by)
            now_ms = self._settings.now_ms()
            await self._writer.append(NewMute(by, other, name, now_ms), *unfollow)
        return next(row for row in await self.mutes_of(by) if row.muted == other)

    async def unmute(self, by: str, mute_id: int) -> None:
        """Remove a mute."""
        if mute_id not in {row.id for row in await self.mutes_of(by)}:
            raise Refusal("no_mute")
        await self._writer.append(delete_mute(mute_id, by))

    async def mutes_of(self, user_id: str) -> list[MuteRow]:
        """List the users that a user has muted, with their current names, newest mute first."""
        rows = await asyncio.to_thread(self._store.mutes_of, user_id)
        name_of = self._accounts.name_of
        return [MuteRow(row.id, row.muted, name_of(row.muted) or row.name) for row in rows]

    async def is_muted(self, by: str, other: str) -> bool:
        """Return whether `by` has muted `other`: their messages, invitations and challenges."""
        return await asyncio.to_thread(self._store.is_muted, by, other)

    async def _post(self, game_id: str, message: SendChat, user_id: str | None) -> ChatSent | Refusal:
        room = await self._hub.table(game_id)
        if user_id is None or message.channel not in self._writable(room, user_id):
            return Refusal(_refusal_code(room, message.channel, user_id))
        body = clean_message(message.text or "")
        if not body and not message.preset:
            return Refusal("empty_chat_message")
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            store = self._store
            if (known := await sent_before(store, game_id, message, user_id, body)) is not None:
                return known
            if not self._rates.take(f"chat {user_id}", MESSAGE_RATE):
                return Refusal("too_many_chat_messages")

            async def save() -> ChatSent | Refusal:
                known = await sent_before(store, game_id, message, user_id, body)
                return known or await self._save(room, message, user_id, body)

            try:
                # Another server may write a message at this table at the same time.
                return await retry_on_conflict(save)
            except NotSaved as error:
                return Refusal(error.code)

    async def _save(self, room: Room, message: SendChat, user_id: str, body: str) -> ChatSent:
        stored = await asyncio.to_thread(self._message, room, message, user_id, body)
        await self._writer.append(stored)
        known = self._sent.get(room.setup.id)
        if known is None or stored.number <= known + 1:
            await self._send_once(stored)
        else:
            await self._send_all_since(room.setup.id, known)
        self._bus.publish(f"{CHAT_TOPIC} {room.setup.id}", f"{GAME_TOPIC} {room.setup.id}")
        return ChatSent(id=message.id, number=stored.number)

    async def _send_missing(self, game_id: str) -> None:
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            if (known := self._sent.get(game_id)) is not None:
                await self._send_all_since(game_id, known)

    async def _send_all_since(self, game_id: str, number: int) -> None:
        for missed in await on_thread("chat", lambda: self._store.since(game_id, number)):
            await self._send_once(missed)

    async def _send_once(self, stored: StoredMessage) -> None:
        await self._send(stored)
        if stored.game_id in self._sent:
            self._sent[stored.game_id] = stored.number

    def _message(self, room: Room, message: SendChat, user_id: str, body: str) -> StoredMessage:
        setup, now_ms = room.setup, self._settings.now_ms()
        seats = [seat for seat in range(len(setup.seats)) if setup.owns(user_id, seat)]
        is_guest = self._accounts.name_of(user_id) is None
        return StoredMessage(
            game_id=setup.id,
            number=self._store.newest(setup.id) + 1,
            user_id=user_id,
            message_id=message.id,
            channel=message.channel,
            seat=seats[0] if seats else None,
            name=setup.seats[seats[0]].name if is_guest and seats else None,
            body=body,
            preset=message.preset,
            is_shadow=self._moderation.silenced_until(user_id) > now_ms,
            at_ms=now_ms,
        )

    async def _send(self, stored: StoredMessage) -> None:
        """Send a message to the table, except to those who have muted its author."""
        hub, text = self._hub, self.view(stored).model_dump_json()
        if stored.is_shadow:
            hub.send(stored.game_id, text, except_user_ids=_AllExcept(stored.user_id))
            return
        muters = await asyncio.to_thread(self._store.muters_of, stored.user_id)
        room = await hub.known(stored.game_id)
        if stored.channel == "players":
            hub.send(stored.game_id, text, to="players", except_user_ids=muters)
        else:
            hub.send(
                stored.game_id, text, to="all" if room.game.is_over else "spectators", except_user_ids=muters
            )

    def _writable(self, room: Room, user_id: str | None) -> tuple[ChannelName, ...]:
        if not self._accounts.may_play(user_id):
            return ()
        may_write = room.setup.plays(user_id) or self._accounts.name_of(user_id) is not None
        return readable(room, user_id) if may_write else ()


def readable(room: Room, user_id: str | None) -> tuple[ChannelName, ...]:
    """List the channels that a user may read now: players may read both once the game is over."""
    if not room.setup.plays(user_id):
        return ("spectators",)
    return ("players", "spectators") if room.game.is_over else ("players",)


async def sent_before(
    store: ChatStore, table: str, message: SendChat, user_id: str, body: str
) -> ChatSent | Refusal | None:
    """Return the earlier answer to a message that was sent again; None if its id is new."""
    known = await asyncio.to_thread(store.sent, table, user_id, message.id)
    if known is None:
        return None
    is_same = (known.channel, known.body, known.preset) == (message.channel, body, message.preset)
    return ChatSent(id=message.id, number=known.number) if is_same else Refusal("id_in_use")


def _refusal_code(room: Room, channel: ChannelName, user_id: str | None) -> str:
    if room.setup.plays(user_id):
        return "after_the_game"
    return "players_only" if channel == "players" else "sign_in_to_chat"


@dataclass(frozen=True, slots=True)
class _AllExcept(Container[str | None]):
    """All users except one."""

    user_id: str

    def __contains__(self, user_id: object) -> bool:
        return user_id != self.user_id


def _one_of(channel: str) -> ChannelName:
    return "players" if channel == "players" else "spectators"


def _preset(code: str | None) -> PresetName | None:
    return next((name for name in get_args(PresetName) if name == code), None)

"""Chat at the tables: who may write and read, and who is muted.

Players and spectators have a channel each; players can read the spectators' channel once the game is over.
Guests can write where they have a seat; spectators need an account. Messages are sent once they are on the
disk. Nothing is cached, so changes by other processes take effect at once.
"""

import asyncio
from collections.abc import Container
from dataclasses import dataclass
from typing import get_args
from weakref import WeakValueDictionary

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.background import Tasks
from tantrix.server.community.chat_store import ChatStore, MuteRow, Muting, Unmuting, Words
from tantrix.server.community.chat_text import clean_words
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.games.hub import Hub
from tantrix.server.games.room import Room
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.protocol.chat import ChannelName, Heard, PresetName, Said, Say, Talk
from tantrix.server.settings import Settings

N_TOLD = 200
SAYS = "5/10 seconds"  # per user
MUTES = "30/minute"


@dataclass(frozen=True, slots=True)
class ChatParts:
    """What chat needs from the rest of the server."""

    settings: Settings
    store: ChatStore
    moderation: ModerationStore
    writer: Writer
    hub: Hub
    people: Accounts


class Chat:
    """The chat at all tables of a server."""

    def __init__(self, parts: ChatParts) -> None:
        self._parts = parts
        self._rates = RateLimiter()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks = Tasks(Exception)  # the author of the message gets the error

    async def talk(self, game_id: str, user_id: str | None) -> Talk:
        """Return the messages at a table that a user may read. Raises UnknownGame."""
        room = await self._parts.hub.table(game_id)
        reads = readable(room, user_id)
        store, name_of = self._parts.store, self._parts.people.name_of
        newest = await asyncio.to_thread(store.newest, game_id)
        said = await asyncio.to_thread(store.said, game_id, reads, user_id, N_TOLD)
        return Talk(
            newest=newest,
            said=[self.said(words) for words in said],
            reads=list(reads),
            writes=list(self._writable(room, user_id)),
            account=name_of(user_id),
            may_act=user_id is not None,
        )

    async def say(self, game_id: str, message: Say, user_id: str | None) -> Heard | Refusal:
        """Post a message; return once it is on the disk and sent."""
        # A message that is being saved must be sent even if its author disconnects.
        return await asyncio.shield(self._tasks.start(self._say(game_id, message, user_id)))

    def said(self, words: Words) -> Said:
        """Return a message as it is sent, with the current name of its author."""
        account = self._parts.people.name_of(words.user_id)
        return Said(
            number=words.number,
            channel=_one_of(words.channel),
            seat=words.seat,
            name=self._parts.people.shown_name(words.user_id) or words.name or "",
            account=account,
            text=None if words.preset else words.body,
            preset=_preset(words.preset),
        )

    async def visible(self, game_id: str, number: int, user_id: str | None) -> Words:
        """Return a message that a user can read. Raises Refusal if there is none."""
        reads = readable(await self._parts.hub.table(game_id), user_id)
        words = await asyncio.to_thread(self._parts.store.word, game_id, number)
        if words is None or words.channel not in reads or (words.is_shadow and words.user_id != user_id):
            raise Refusal("no_words")
        return words

    async def mute(self, by: str, whom: str, name: str) -> MuteRow:
        """Stop the messages and invitations of a user from reaching `by`."""
        if by == whom:
            raise Refusal("yourself")
        if not self._rates.take(f"mute {by}", MUTES):
            raise Refusal("too_often")
        if not await asyncio.to_thread(self._parts.store.is_muted, by, whom):
            await self._parts.writer.append(Muting(by, whom, name, self._parts.settings.now_ms()))
        return next(row for row in await self.mutes_of(by) if row.muted == whom)

    async def unmute(self, by: str, mute_id: int) -> None:
        """Remove a mute."""
        if mute_id not in {row.id for row in await self.mutes_of(by)}:
            raise Refusal("no_mute")
        await self._parts.writer.append(Unmuting(mute_id, by))

    async def mutes_of(self, user_id: str) -> list[MuteRow]:
        """List the users that a user has muted, with their current names, the newest first."""
        rows = await asyncio.to_thread(self._parts.store.mutes_of, user_id)
        name_of = self._parts.people.name_of
        return [MuteRow(row.id, row.muted, name_of(row.muted) or row.name) for row in rows]

    async def is_muted(self, by: str, whom: str) -> bool:
        """Return whether `by` has muted `whom`: their messages, invitations and challenges."""
        return await asyncio.to_thread(self._parts.store.is_muted, by, whom)

    async def _say(self, game_id: str, message: Say, user_id: str | None) -> Heard | Refusal:
        room = await self._parts.hub.table(game_id)
        if user_id is None or message.channel not in self._writable(room, user_id):
            return Refusal(_why_not(room, message.channel, user_id))
        body = clean_words(message.text or "")
        if not body and not message.preset:
            return Refusal("nothing_said")
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            number = await asyncio.to_thread(self._parts.store.number_of, game_id, user_id, message.id)
            if number is not None:
                return Heard(id=message.id, number=number)
            if not self._rates.take(f"say {user_id}", SAYS):
                return Refusal("too_much_talk")
            return await self._keep(room, message, user_id, body)

    async def _keep(self, room: Room, message: Say, user_id: str, body: str) -> Heard | Refusal:
        words = await asyncio.to_thread(self._words, room, message, user_id, body)
        try:
            await self._parts.writer.append(words)
        except NotSaved:
            return Refusal("not_saved")
        await self._send(words)
        return Heard(id=message.id, number=words.number)

    def _words(self, room: Room, message: Say, user_id: str, body: str) -> Words:
        setup, now_ms = room.setup, self._parts.settings.now_ms()
        seats = [seat for seat in range(len(setup.seats)) if setup.owns(user_id, seat)]
        is_guest = self._parts.people.name_of(user_id) is None
        return Words(
            game_id=setup.id,
            number=self._parts.store.newest(setup.id) + 1,
            user_id=user_id,
            message_id=message.id,
            channel=message.channel,
            seat=seats[0] if seats else None,
            name=setup.seats[seats[0]].name if is_guest and seats else None,
            body=body,
            preset=message.preset,
            is_shadow=self._parts.moderation.silenced_until(user_id) > now_ms,
            at_ms=now_ms,
        )

    async def _send(self, words: Words) -> None:
        """Send a message to the table, except to those who have muted its author."""
        hub, text = self._parts.hub, self.said(words).model_dump_json()
        if words.is_shadow:
            hub.send(words.game_id, text, except_user_ids=_AllBut(words.user_id))
            return
        deaf = await asyncio.to_thread(self._parts.store.muters_of, words.user_id)
        room = await hub.table(words.game_id)
        if words.channel == "players":
            hub.send(words.game_id, text, to="players", except_user_ids=deaf)
        else:
            hub.send(words.game_id, text, to="all" if room.game.is_over else "watchers", except_user_ids=deaf)

    def _writable(self, room: Room, user_id: str | None) -> tuple[ChannelName, ...]:
        if not self._parts.people.may_play(user_id):
            return ()
        is_heard = room.setup.plays(user_id) or self._parts.people.name_of(user_id) is not None
        return readable(room, user_id) if is_heard else ()


def readable(room: Room, user_id: str | None) -> tuple[ChannelName, ...]:
    """List the channels that a user may read now: players may read both once the game is over."""
    if not room.setup.plays(user_id):
        return ("watchers",)
    return ("players", "watchers") if room.game.is_over else ("players",)


def _why_not(room: Room, channel: ChannelName, user_id: str | None) -> str:
    if room.setup.plays(user_id):
        return "after_the_game"
    return "players_only" if channel == "players" else "sign_in_to_talk"


@dataclass(frozen=True, slots=True)
class _AllBut(Container[str | None]):
    """All users except one."""

    user_id: str

    def __contains__(self, user_id: object) -> bool:
        return user_id != self.user_id


def _one_of(channel: str) -> ChannelName:
    return "players" if channel == "players" else "watchers"


def _preset(code: str | None) -> PresetName | None:
    return next((name for name in get_args(PresetName) if name == code), None)

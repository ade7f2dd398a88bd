"""Talk at the tables: who may say what, whom it reaches, and who is muted.

Who sits at a table talks among the players, who looks on among the watchers; players read the watchers' talk
once the game is over. Guests talk where they sit, as watchers only accounts do. Words are told when they are
on the disk. Nothing is kept in memory, so what another process has written counts at once.
"""

import asyncio
from collections.abc import Container
from dataclasses import dataclass
from typing import get_args
from weakref import WeakValueDictionary

from tantrix.server.accounts.accounts import AccountError, Accounts
from tantrix.server.community.chat_store import ChatStore, MuteRow, Muting, Unmuting, Words
from tantrix.server.community.chat_text import clean_words
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.games.hub import Hub
from tantrix.server.games.room import Room
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.http.refusals import Refusal
from tantrix.server.protocol.chat import ChannelName, Heard, PresetName, Said, Say, Talk
from tantrix.server.settings import Settings

N_TOLD = 200
SAYS = "5/10 seconds"  # a person
MUTES = "30/minute"


@dataclass(frozen=True, slots=True)
class ChatParts:
    """What talk needs of the rest of the server."""

    settings: Settings
    store: ChatStore
    moderation: ModerationStore
    journal: Writer
    hub: Hub
    people: Accounts


class Chat:
    """The talk at all tables of a server."""

    def __init__(self, parts: ChatParts) -> None:
        self._parts = parts
        self._rates = RateLimiter()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Heard | Refusal]] = set()

    async def talk(self, game_id: str, owner: str | None) -> Talk:
        """Return what was said at a table, as it reaches somebody; raises UnknownGame."""
        room = await self._parts.hub.table(game_id)
        reads = readable(room, owner)
        store, name_of = self._parts.store, self._parts.people.name_of
        newest = await asyncio.to_thread(store.newest, game_id)
        said = await asyncio.to_thread(store.said, game_id, reads, owner, N_TOLD)
        return Talk(
            newest=newest,
            said=[self.said(words) for words in said],
            reads=list(reads),
            writes=list(self._writable(room, owner)),
            account=name_of(owner),
            may_act=owner is not None,
        )

    async def say(self, game_id: str, message: Say, owner: str | None) -> Heard | Refusal:
        """Say something for somebody; the answer comes when it is on the disk and told."""
        # What is being saved must be told even if the speaker is gone.
        task = asyncio.create_task(self._say(game_id, message, owner))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    def said(self, words: Words) -> Said:
        """Show words as they are sent, under the speaker's present name."""
        account = self._parts.people.name_of(words.owner)
        return Said(
            number=words.number,
            channel=_one_of(words.channel),
            seat=words.seat,
            name=self._parts.people.shown_name(words.owner) or words.name or "",
            account=account,
            text=None if words.preset else words.body,
            preset=_preset(words.preset),
        )

    async def visible(self, game_id: str, number: int, owner: str | None) -> Words:
        """Return words that somebody can read. Raises PeopleError if there are none."""
        reads = readable(await self._parts.hub.table(game_id), owner)
        words = await asyncio.to_thread(self._parts.store.word, game_id, number)
        if words is None or words.channel not in reads or (words.is_shadow and words.owner != owner):
            raise AccountError("no_words")
        return words

    async def mute(self, by: str, whom: str, name: str) -> MuteRow:
        """Keep the words and invitations of somebody from reaching `by` from now on."""
        if by == whom:
            raise AccountError("yourself")
        if not self._rates.take(f"mute {by}", MUTES):
            raise AccountError("too_often")
        if not await asyncio.to_thread(self._parts.store.is_muted, by, whom):
            await self._parts.journal.append(Muting(by, whom, name, self._parts.settings.now_ms()))
        return next(row for row in await self.mutes_of(by) if row.muted == whom)

    async def unmute(self, by: str, mute_id: int) -> None:
        """Take a mute back."""
        if mute_id not in {row.id for row in await self.mutes_of(by)}:
            raise AccountError("no_mute")
        await self._parts.journal.append(Unmuting(mute_id, by))

    async def mutes_of(self, owner: str) -> list[MuteRow]:
        """List whom somebody has muted, by present names, the newest first."""
        rows = await asyncio.to_thread(self._parts.store.mutes_of, owner)
        name_of = self._parts.people.name_of
        return [MuteRow(row.id, row.muted, name_of(row.muted) or row.name) for row in rows]

    async def is_muted(self, by: str, whom: str) -> bool:
        """Tell whether `by` wants to hear nothing of `whom`: neither words nor invitations nor challenges."""
        return await asyncio.to_thread(self._parts.store.is_muted, by, whom)

    async def _say(self, game_id: str, message: Say, owner: str | None) -> Heard | Refusal:
        room = await self._parts.hub.table(game_id)
        if owner is None or message.channel not in self._writable(room, owner):
            return Refusal(_why_not(room, message.channel, owner))
        body = clean_words(message.text or "")
        if not body and not message.preset:
            return Refusal("nothing_said")
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            number = await asyncio.to_thread(self._parts.store.number_of, game_id, owner, message.id)
            if number is not None:
                return Heard(id=message.id, number=number)
            if not self._rates.take(f"say {owner}", SAYS):
                return Refusal("too_much_talk")
            return await self._keep(room, message, owner, body)

    async def _keep(self, room: Room, message: Say, owner: str, body: str) -> Heard | Refusal:
        words = await asyncio.to_thread(self._words, room, message, owner, body)
        try:
            await self._parts.journal.append(words)
        except NotSaved:
            return Refusal("not_saved")
        await self._tell(words)
        return Heard(id=message.id, number=words.number)

    def _words(self, room: Room, message: Say, owner: str, body: str) -> Words:
        setup, now_ms = room.setup, self._parts.settings.now_ms()
        seats = [seat for seat in range(len(setup.seats)) if setup.owns(owner, seat)]
        is_guest = self._parts.people.name_of(owner) is None
        return Words(
            game_id=setup.id,
            number=self._parts.store.newest(setup.id) + 1,
            owner=owner,
            message_id=message.id,
            channel=message.channel,
            seat=seats[0] if seats else None,
            name=setup.seats[seats[0]].name if is_guest and seats else None,
            body=body,
            preset=message.preset,
            is_shadow=self._parts.moderation.silenced_until(owner) > now_ms,
            at_ms=now_ms,
        )

    async def _tell(self, words: Words) -> None:
        """Tell the table what was said, save those who do not want to hear the speaker."""
        hub, text = self._parts.hub, self.said(words).model_dump_json()
        if words.is_shadow:
            hub.tell(words.game_id, text, except_owners=_AllBut(words.owner))
            return
        deaf = await asyncio.to_thread(self._parts.store.muters_of, words.owner)
        room = await hub.table(words.game_id)
        if words.channel == "players":
            hub.tell(words.game_id, text, to="players", except_owners=deaf)
        else:
            hub.tell(words.game_id, text, to="all" if room.game.is_over else "watchers", except_owners=deaf)

    def _writable(self, room: Room, owner: str | None) -> tuple[ChannelName, ...]:
        if not self._parts.people.may_play(owner):
            return ()
        is_heard = room.setup.plays(owner) or self._parts.people.name_of(owner) is not None
        return readable(room, owner) if is_heard else ()


def readable(room: Room, owner: str | None) -> tuple[ChannelName, ...]:
    """Name the channels that somebody may read now: players have the watchers' once the game is over."""
    if not room.setup.plays(owner):
        return ("watchers",)
    return ("players", "watchers") if room.game.is_over else ("players",)


def _why_not(room: Room, channel: ChannelName, owner: str | None) -> str:
    if room.setup.plays(owner):
        return "after_the_game"
    return "players_only" if channel == "players" else "sign_in_to_talk"


@dataclass(frozen=True, slots=True)
class _AllBut(Container[str | None]):
    """Everybody save one."""

    owner: str

    def __contains__(self, owner: object) -> bool:
        return owner != self.owner


def _one_of(channel: str) -> ChannelName:
    return "players" if channel == "players" else "watchers"


def _preset(code: str | None) -> PresetName | None:
    return next((name for name in get_args(PresetName) if name == code), None)

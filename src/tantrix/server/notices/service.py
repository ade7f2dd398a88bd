"""The notices of accounts: lists, the bell on every page, and settings.

Parts of the server add `NoticeRow`s to the commits of their events, and then call `notify`. The bell changes
once any server has decided the channels of a notice (`deliverer.py`).
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.profiles import AreMuted
from tantrix.server.background import attempt, wait_and_clear
from tantrix.server.cluster.bus import Bus
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.games.room import Room
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.notices.game_notices import game_notices
from tantrix.server.notices.sentences import is_about_player, sentence_of
from tantrix.server.notices.store import (
    NoticeRow,
    NoticeStore,
    Unread,
    add_notice_settings,
    delete_deliveries,
    delete_notice_settings,
    mark_read,
    postpone_reminders,
)
from tantrix.server.protocol.notices import Bell, NoticeList, NoticeSettings, NoticeView, ReadNotices
from tantrix.server.protocol.times import print_time
from tantrix.server.settings import Settings

TOPIC = "notices"  # on the bus, before the ids of users whose bells may have changed; a channel for each
MAX_LISTED = 50
COMPARE_S = 20.0  # how often bells are compared with the database even without news of a change
PAUSE_S = 0.1  # the least time between two comparisons
SHARE = 0.1  # the most of the time that comparing takes, however many users are here and much happens
PER_QUERY = 500  # users
RETRY_S = 1.0  # how long after a failure the bells that changed are read again


@dataclass(frozen=True, slots=True)
class UnreadMessages:
    """The number of conversations that a user has not read; `version` changes with every message in them."""

    n: int = 0
    version: int = 0


WaitingOf = Callable[[Collection[str]], Mapping[str, int]]
"""Counts the games that wait for users; reads the database."""

MessagesOf = Callable[[Collection[str]], Mapping[str, UnreadMessages]]
"""Counts the unread private messages of users; reads the database."""


_FROM_PLAYERS = ("invitation", "message")  # kinds of notices that are dropped if a mute is between the two


class NoticeService:
    """The notices of a server. `accounts` is needed because guests get no notices."""

    def __init__(
        self,
        settings: Settings,
        store: NoticeStore,
        writer: Writer,
        bus: Bus,
        accounts: Accounts,
        waiting_of: WaitingOf = lambda _user_ids: {},
        messages_of: MessagesOf = lambda _user_ids: {},
        are_muted: AreMuted = lambda _one, _other: False,
    ) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._bus = bus
        self._accounts = accounts
        self._waiting_of = waiting_of
        self._messages_of = messages_of
        self._are_muted = are_muted
        self._bells: defaultdict[str, dict[Outbox, Bell | None]] = defaultdict(dict)
        self._changed: set[str] = set()  # whose bells are read next
        self._bells_changed = asyncio.Event()
        self.written = asyncio.Event()  # a notice was written here, and its channels have not been decided

    def game_writes(self, before: Room | None, after: Room, at_ms: int) -> list[Write]:
        """List the notices to save with a change of a game."""
        accounts = self._accounts
        return game_notices(
            before, after, at_ms, accounts.name_of, self._settings.ahead_ms, accounts.may_play
        )

    def postpone_writes(self, user_id: str, ms: int, at_ms: int) -> list[Write]:
        """List the writes that move the reminders of a user whose vacation begins or ends."""
        return [postpone_reminders(user_id, ms, at_ms + self._settings.ahead_ms)]

    def game_changed(self, room: Room) -> None:
        """Look for new notices after a change of a game."""
        if room.is_correspondence or room.game.is_over:
            self.notify(*room.setup.user_ids)

    def notify(self, *user_ids: str) -> None:
        """Look for new notices at once, because one was written; the bells of some users may have changed.

        A notice alone changes the bell of its reader only once its channels have been decided.
        """
        self.written.set()
        self.notify_bells(*user_ids)

    def notify_bells(self, *user_ids: str) -> None:
        """Update the bells of some users at once, on all servers, because they may have changed."""
        if user_ids:
            self.bells_changed(" ".join(user_ids))
        self._bus.publish_each(TOPIC, user_ids)

    def bells_changed(self, user_ids: str) -> None:
        """Update the bells of some users here, or all if an older server does not say whose changed."""
        self._changed.update(each for each in user_ids.split() or self._bells if each in self._bells)
        if self._changed:
            self._bells_changed.set()

    async def list_of(self, user_id: str, language: str) -> NoticeList:
        """Return the newest notices of a user."""
        rows = await asyncio.to_thread(self._store.newest, user_id, MAX_LISTED)
        unread = await asyncio.to_thread(self._store.unread, [user_id])
        zone = (await self.settings_of(user_id)).zone
        views = [_view(row, language, zone, self._accounts) for row in rows]
        return NoticeList(notices=views, n_unread=unread.get(user_id, Unread()).n)

    def is_from_muted(self, notice: NoticeRow) -> bool:
        """Return whether a notice comes from a player whom its reader has muted, or the other way round."""
        author = self._accounts.named(notice.name) if notice.kind in _FROM_PLAYERS else None
        return author is not None and self._are_muted(notice.user_id, author.user_id)

    async def bell_of(self, user_id: str) -> Bell:
        """Return the current bell of a user."""
        found = await asyncio.to_thread(self._read_bells, [user_id])
        return found[user_id]

    async def read(self, user_id: str, which: ReadNotices) -> None:
        """Mark notices of a user as read. Raises NotSaved."""
        ids = None if which.ids is None else tuple(which.ids)
        await self._writer.append(mark_read(user_id, self._settings.now_ms(), ids, which.url))
        self.notify_bells(user_id)

    async def settings_of(self, user_id: str) -> NoticeSettings:
        """Return which notices a user gets by which channel."""
        return await asyncio.to_thread(self._store.settings, user_id)

    async def change_settings(self, user_id: str, settings: NoticeSettings) -> None:
        """Save the settings of a user. Raises Refusal for an unknown time zone, and NotSaved."""
        if settings.zone != "UTC" and settings.zone not in await asyncio.to_thread(_zones):
            raise Refusal("invalid", f"expected a time zone like Europe/Warsaw, got {settings.zone!r}")

        async def save() -> None:
            await self._writer.append(delete_notice_settings(user_id), add_notice_settings(user_id, settings))

        await retry_on_conflict(save)

    async def stop_mail(self, user_id: str) -> None:
        """Stop all mail to a user, including mail that is already due. Raises NotSaved."""
        settings = await self.settings_of(user_id)
        await self.change_settings(user_id, settings.model_copy(update={"mail": []}))
        await self._writer.append(delete_deliveries(user_id, ""))

    async def export(self, user_id: str, language: str) -> dict[str, object]:
        """Return everything that is stored about the notices of a user, as JSON."""
        rows = await asyncio.to_thread(self._store.all_of, user_id)
        settings = await self.settings_of(user_id)
        return {
            "notices": [_view(row, language, settings.zone, self._accounts).model_dump() for row in rows],
            "notice_settings": settings.model_dump(),
        }

    def join(self, outbox: Outbox) -> None:
        """Send a connection the bell of its user, now and whenever it changes."""
        user_id = outbox.user_id or ""
        self._bells[user_id][outbox] = None
        self._bus.follow(f"{TOPIC} {user_id}", f"{TOPIC} {user_id}")
        self.bells_changed(user_id)

    def leave(self, outbox: Outbox) -> None:
        """Forget a connection."""
        user_id = outbox.user_id or ""
        self._bells[user_id].pop(outbox, None)
        if not self._bells[user_id]:
            del self._bells[user_id]
            self._bus.unfollow(f"{TOPIC} {user_id}")

    def places(self) -> dict[str, str]:
        """Return who has a page with a bell open; no page with a game has one, so the texts are empty."""
        return dict.fromkeys(self._bells, "")

    def end_session(self, token: str) -> None:
        """Drop the connections of a session that has ended."""
        for outboxes in tuple(self._bells.values()):
            for outbox in tuple(outboxes):
                if outbox.token == token:
                    outbox.drop()

    async def run(self) -> None:
        """Keep the bells up to date, until cancelled."""
        now_s = asyncio.get_running_loop().time
        compared_s = now_s()
        while True:
            await wait_and_clear(self._bells_changed, max(0.0, compared_s + COMPARE_S - now_s()))
            if (began_s := now_s()) >= compared_s + COMPARE_S:
                compared_s = began_s
                self._changed.update(self._bells)
            await attempt(self._send_bells, "notices not read", SQLAlchemyError)
            await asyncio.sleep(pause_after(now_s() - began_s))

    async def _send_bells(self) -> None:
        """Read and send the bells that may have changed; those that cannot be read are read again soon."""
        changed, self._changed = [*self._changed], set()
        try:
            while changed:
                self._send(await asyncio.to_thread(self._read_bells, changed[:PER_QUERY]))
                del changed[:PER_QUERY]
        except SQLAlchemyError:
            self._changed.update(changed)
            asyncio.get_running_loop().call_later(RETRY_S, self._bells_changed.set)
            raise

    def _send(self, found: Mapping[str, Bell]) -> None:
        for user_id, bell in found.items():
            text = bell.model_dump_json()
            bells = self._bells.get(user_id, {})
            for outbox, shown in tuple(bells.items()):
                if shown != bell:
                    bells[outbox] = bell
                    outbox.post(text)

    def _read_bells(self, user_ids: Collection[str]) -> dict[str, Bell]:
        unread, waiting = self._store.unread(user_ids), self._waiting_of(user_ids)
        messages = self._messages_of(user_ids)
        return {
            user_id: _bell(
                unread.get(user_id, Unread()),
                waiting.get(user_id, 0),
                messages.get(user_id, UnreadMessages()),
            )
            for user_id in user_ids
        }


def pause_after(took_s: float) -> float:
    """Return how long to wait after comparing bells, which took some time."""
    return max(PAUSE_S, took_s * (1 / SHARE - 1))


def _bell(notices: Unread, n_waiting: int, messages: UnreadMessages) -> Bell:
    return Bell(
        n_unread=notices.n,
        newest=notices.newest,
        n_waiting=n_waiting,
        n_messages=messages.n,
        message_version=messages.version,
    )


def _view(row: NoticeRow, language: str, zone: str, accounts: Accounts) -> NoticeView:
    player = accounts.named(row.name) if is_about_player(row) else None
    return NoticeView.model_validate(
        {
            "id": row.id,
            "kind": row.kind,
            "text": sentence_of(row, language, zone),
            "url": row.url,
            "at": print_time(row.at_ms),
            "is_read": row.read_ms is not None,
            "player": player and player.name,
            "face": player and player.face,
        }
    )


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())

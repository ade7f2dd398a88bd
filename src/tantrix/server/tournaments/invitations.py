"""Invitations to a tournament: who takes part in it or runs it notifies friends, each of them once."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.store import Account
from tantrix.server.database.writer import Writer
from tantrix.server.friends.store import FollowStore
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.notices.store import NoticeOnce, NoticeRow, NoticeStore
from tantrix.server.settings import Settings
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.commands import may_enter

INVITATION_RATE = "30/hour"
MAX_FRIENDS = 500  # as many as a user can follow


class FriendToInvite(NamedTuple):
    """A friend who has not entered; `is_invited`: by anybody."""

    name: str
    face: str | None
    is_invited: bool


class TournamentInvitations:
    """Invites friends: users who follow each other."""

    def __init__(
        self,
        settings: Settings,
        follows: FollowStore,
        notices: NoticeStore,
        writer: Writer,
        accounts: Accounts,
        notify: Callable[[], None],
    ) -> None:
        self._settings = settings
        self._follows = follows
        self._notices = notices
        self._writer = writer
        self._accounts = accounts
        self._notify = notify
        self._rates = RateLimiter()

    async def friends(self, found: StoredTournament, user_id: str | None) -> list[FriendToInvite]:
        """List the friends whom a user may invite to a tournament, in the order of their names."""
        if user_id is None or self._refusal(found, user_id) is not None:
            return []
        return await asyncio.to_thread(self._friends, found, user_id)

    async def invite(self, found: StoredTournament, account: Account, name: str) -> None:
        """Invite a friend; does nothing if they have entered or are invited. Raises Refusal and NotSaved."""
        refusal = self._refusal(found, account.user_id)
        if refusal is not None:
            raise refusal
        friend = await self._accounts.find_named(name)
        if friend is None:
            raise Refusal("no_account")
        if not await asyncio.to_thread(self._are_friends, account.user_id, friend.user_id):
            raise Refusal("not_friend")
        if found.now.entrant_of(friend.user_id) is not None:
            return
        if not self._rates.take(account.user_id, INVITATION_RATE):
            raise Refusal("too_often")
        notice = NoticeRow(
            friend.user_id,
            _notice_id(found.row.id),
            "invitation",
            account.name,
            f"/tournaments/{found.row.id}",
            self._settings.now_ms(),
            variant="tournament",
        )
        await self._writer.append(NoticeOnce(notice))
        self._notify()

    def _refusal(self, found: StoredTournament, user_id: str) -> Refusal | None:
        """Return why a user may not invite anybody."""
        if user_id not in found.now.staff and found.now.entrant_of(user_id) is None:
            return Refusal("not_entrant")
        if found.now.terms.is_by_hand or not may_enter(found.now, self._settings.now_ms()):
            return Refusal("entries_closed")
        return None if self._accounts.may_play(user_id) else Refusal("banned")

    def _are_friends(self, one: str, other: str) -> bool:
        return self._follows.follows(one, other) and self._follows.follows(other, one)

    def _friends(self, found: StoredTournament, user_id: str) -> list[FriendToInvite]:
        rows = self._follows.followed(user_id, MAX_FRIENDS)
        ids = [row.user_id for row in rows if row.is_friend and found.now.entrant_of(row.user_id) is None]
        invited = self._notices.holders(_notice_id(found.row.id), ids)
        accounts = [account for each in ids if (account := self._accounts.find(each)) is not None]
        friends = [FriendToInvite(each.name, each.face, each.user_id in invited) for each in accounts]
        return sorted(friends, key=lambda friend: friend.name.casefold())


def _notice_id(tournament_id: str) -> str:
    return f"invitation-{tournament_id}"

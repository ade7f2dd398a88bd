"""Following players, and seeing which of them are here.

Everybody decides who sees that they are here: everyone, the players that they follow, or nobody. Users who
have muted each other do not follow each other.
"""

import asyncio
from collections.abc import Mapping
from urllib.parse import quote

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.profiles import AreMuted
from tantrix.server.accounts.store import Account
from tantrix.server.cluster.online import OnlineUsers
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.friends.store import FollowRow, FollowStore, NewFollow, delete_follow
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.protocol.friends import FollowList, FollowListName, FollowState, FriendList, FriendView
from tantrix.server.protocol.times import print_time
from tantrix.server.settings import Settings

MAX_FOLLOWED = 500
PER_PAGE = 50
FOLLOW_RATE = "30/minute"


class Friends:
    """Who follows whom."""

    def __init__(
        self,
        settings: Settings,
        store: FollowStore,
        writer: Writer,
        accounts: Accounts,
        online: OnlineUsers,
        are_muted: AreMuted,
    ) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._accounts = accounts
        self._online = online
        self._are_muted = are_muted
        self._rates = RateLimiter()

    async def follow(self, user_id: str, other: Account) -> None:
        """Follow a player; does nothing if the user follows them already. Raises Refusal and NotSaved."""
        if user_id == other.user_id:
            raise Refusal("yourself")
        if not self._accounts.may_play(user_id):
            raise Refusal("banned")
        if not self._rates.take(user_id, FOLLOW_RATE):
            raise Refusal("too_often")
        follow = NewFollow(user_id, other.user_id, self._settings.now_ms())

        async def save() -> None:
            if await asyncio.to_thread(self._may_follow, user_id, other.user_id):
                await self._writer.append(follow)

        await retry_on_conflict(save)

    async def unfollow(self, user_id: str, other: Account) -> None:
        """No longer follow a player. Raises NotSaved."""
        await self._writer.append(delete_follow(user_id, other.user_id))

    async def friends_here(self, user_id: str) -> FriendList:
        """Return the players that a user follows and who are here, friends first."""
        store = self._store
        rows = await asyncio.to_thread(store.followed, user_id, MAX_FOLLOWED)
        online = await self._online.among([row.user_id for row in rows])
        views = [self._view(row, online, "following") for row in rows if row.user_id in online]
        here = [view for view in views if view is not None and view.is_here]
        return FriendList(
            here=sorted(here, key=lambda view: (not view.is_friend, view.name.casefold())),
            n_following=len(rows),
            n_followers=await asyncio.to_thread(store.n_followers, user_id),
        )

    async def listed(self, user_id: str, which: FollowListName, page: int) -> FollowList:
        """Return a page of the players that a user follows, or of the user's followers."""
        store, is_following = self._store, which == "following"
        read, count = (
            (store.followed, store.n_followed) if is_following else (store.followers, store.n_followers)
        )
        rows = await asyncio.to_thread(read, user_id, PER_PAGE, (page - 1) * PER_PAGE)
        online = await self._online.among([row.user_id for row in rows])
        views = [self._view(row, online, which) for row in rows]
        n_pages = -(-await asyncio.to_thread(count, user_id) // PER_PAGE)
        return FollowList(players=[view for view in views if view], page=page, n_pages=max(1, n_pages))

    async def follow_state(self, viewer: str | None, other: Account) -> FollowState:
        """Return whether the viewer follows a player and sees that they are here; None is a stranger."""
        is_followed, is_friend, may_see = await asyncio.to_thread(self._relation, viewer, other)
        online = await self._online.among([other.user_id]) if may_see else {}
        place = online.get(other.user_id)
        return FollowState(
            is_followed=is_followed,
            is_here=place is not None,
            playing=place or None,
            formerly=self._accounts.former_name(other.user_id) if is_friend else None,
        )

    async def export(self, user_id: str) -> dict[str, object]:
        """Return the players that a user follows, as JSON."""
        rows = await asyncio.to_thread(self._store.followed, user_id, MAX_FOLLOWED)
        name_of = self._accounts.name_of
        return {"following": [{"name": name_of(row.user_id), "since": print_time(row.at_ms)} for row in rows]}

    def _may_follow(self, user_id: str, other: str) -> bool:
        """Return False if the user follows the other already. Raises Refusal."""
        if self._store.follows(user_id, other):
            return False
        if self._are_muted(user_id, other):
            raise Refusal("no_contact")
        if self._store.n_followed(user_id) >= MAX_FOLLOWED:
            raise Refusal("too_many_followed")
        return True

    def _relation(self, viewer: str | None, other: Account) -> tuple[bool, bool, bool]:
        """Return whether the viewer follows a player, is their friend, and may see whether they are here."""
        if viewer is None:
            return False, False, _may_see(other, follows_viewer=False)
        follows, are_muted = self._store.follows, self._are_muted(viewer, other.user_id)
        is_followed, follows_viewer = follows(viewer, other.user_id), follows(other.user_id, viewer)
        may_see = _may_see(other, follows_viewer=follows_viewer) and not are_muted
        return is_followed, is_followed and follows_viewer, may_see

    def _view(self, row: FollowRow, online: Mapping[str, str], which: FollowListName) -> FriendView | None:
        account = self._accounts.find(row.user_id)
        if account is None:
            return None
        may_see = _may_see(account, follows_viewer=which == "followers" or row.is_friend)
        place = online.get(row.user_id) if may_see else None
        return FriendView(
            name=account.name,
            url=f"/players/{quote(account.name)}",
            face=account.face,
            is_robot=account.is_robot,
            is_friend=row.is_friend,
            is_followed=which == "following" or row.is_friend,
            is_here=place is not None,
            playing=place or None,
            formerly=self._accounts.former_name(account.user_id) if row.is_friend else None,
        )


def _may_see(account: Account, *, follows_viewer: bool) -> bool:
    """Return whether a viewer sees that a player is here."""
    return account.seen_by is None or (account.seen_by == "friends" and follows_viewer)

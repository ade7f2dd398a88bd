"""Players who follow each other, and which of them are online."""

from typing import Literal

from tantrix.server.protocol.base import Message

FollowListName = Literal["following", "followers"]


class FriendView(Message):
    """A player in a list. `is_friend`: you follow each other; `is_followed`: you follow this player.

    `is_here`: the player is online, and you may see it; `playing`: the address of the public game that they
    play, else null. `face`: as composed by the player, null for the face that follows from the name.
    `formerly`: the name that a friend has changed within the last 30 days, else null.
    """

    name: str
    url: str
    face: str | None
    is_robot: bool
    is_friend: bool
    is_followed: bool
    is_here: bool
    playing: str | None
    formerly: str | None


class FriendList(Message):
    """The players you follow who are here, friends first, and how many you follow and are followed by."""

    here: list[FriendView]
    n_following: int
    n_followers: int


class FollowList(Message):
    """A page of the players that you follow, or of your followers, newest first; pages begin at 1."""

    players: list[FriendView]
    page: int
    n_pages: int


class FollowState(Message):
    """Your relation to a player. `is_followed`: you follow them; the rest as in FriendView."""

    is_followed: bool
    is_here: bool
    playing: str | None
    formerly: str | None

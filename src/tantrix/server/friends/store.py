"""Who follows whom, in the database. Two players who follow each other are friends."""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of


@dataclass(frozen=True, slots=True)
class NewFollow(Row):
    """A user follows another one."""

    follower: str
    followed: str
    at_ms: int


_FOLLOWS = table_of(
    NewFollow,
    "follows",
    sa.Index(None, "follower", "at_ms"),
    sa.Index(None, "followed", "at_ms"),
    key=("follower", "followed"),
)

_BACK = _FOLLOWS.alias("back")


def delete_follow(follower: str, followed: str) -> sa.Delete:
    """Let a user no longer follow another one."""
    columns = _FOLLOWS.c
    return _FOLLOWS.delete().where(columns.follower == follower, columns.followed == followed)


def delete_follows(user_id: str) -> sa.Delete:
    """Let a user follow nobody, and nobody follow the user."""
    is_of_user = sa.or_(_FOLLOWS.c.follower == user_id, _FOLLOWS.c.followed == user_id)
    return _FOLLOWS.delete().where(is_of_user)


@dataclass(frozen=True, slots=True)
class FollowRow:
    """A user in a list of users that somebody follows, or of followers; `is_friend`: both follow."""

    user_id: str
    at_ms: int
    is_friend: bool


class FollowStore(Store):
    """Queries of follows. Every method reads the database."""

    def follows(self, follower: str, followed: str) -> bool:
        """Return whether a user follows another one."""
        is_it = _FOLLOWS.c.follower == follower, _FOLLOWS.c.followed == followed
        return bool(self.read_all(sa.select(_FOLLOWS.c.at_ms).where(*is_it)))

    def n_followed(self, user_id: str) -> int:
        """Count the users that a user follows."""
        return self._count(_FOLLOWS.c.follower == user_id)

    def n_followers(self, user_id: str) -> int:
        """Count the followers of a user."""
        return self._count(_FOLLOWS.c.followed == user_id)

    def followed(self, user_id: str, limit: int, offset: int = 0) -> list[FollowRow]:
        """List the users that a user follows, newest first."""
        return self._rows(_FOLLOWS.c.followed, _FOLLOWS.c.follower == user_id, limit, offset)

    def followers(self, user_id: str, limit: int, offset: int = 0) -> list[FollowRow]:
        """List the followers of a user, newest first."""
        return self._rows(_FOLLOWS.c.follower, _FOLLOWS.c.followed == user_id, limit, offset)

    def _count(self, condition: "sa.ColumnElement[bool]") -> int:
        query = sa.select(sa.func.count()).select_from(_FOLLOWS).where(condition)
        return int(self.read_all(query)[0][0])

    def _rows(
        self, user: "sa.Column[str]", condition: "sa.ColumnElement[bool]", limit: int, offset: int
    ) -> list[FollowRow]:
        is_back = _BACK.c.follower == _FOLLOWS.c.followed, _BACK.c.followed == _FOLLOWS.c.follower
        query = (
            sa.select(user, _FOLLOWS.c.at_ms, _BACK.c.at_ms)
            .join_from(_FOLLOWS, _BACK, sa.and_(*is_back), isouter=True)
            .where(condition)
            .order_by(_FOLLOWS.c.at_ms.desc(), user)
        )
        rows = self.read_all(query.limit(limit).offset(offset))
        return [FollowRow(user_id, at_ms, back_ms is not None) for user_id, at_ms, back_ms in rows]

"""Challenges, seeks, notices of started games and visitors in the database, which all servers share.

Every change of a challenge names the version that it is based on. If another change was faster, nothing in
the transaction is written, and the change is decided again on the new version. A seek is deleted only once,
by the server that pairs it.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writes import MustMatch


@dataclass(frozen=True, slots=True)
class ChallengeRow(Row):
    """An offer to play; `new_game` is the JSON of a NewGame, `points` is None for guests.

    `invited`: the only account that it is for. `is_slow`: by correspondence, so it stays while its owner is
    away.
    """

    id: str
    owner: str
    name: str
    points: int | None
    invited: str | None
    new_game: str
    low: int | None
    high: int | None
    is_slow: bool
    version: int
    made_ms: int


_CHALLENGES = table_of(ChallengeRow, "challenges", key=("id",), indexed=("owner", "invited"))


@dataclass(frozen=True, slots=True)
class SeatRow(Row):
    """A seat taken in a challenge; when the last one is taken, the game begins."""

    challenge_id: str
    seat: int
    user_id: str
    name: str
    points: int | None
    colour_preferences: str
    at_ms: int


_SEATS = table_of(
    SeatRow, "challenge_seats", sa.UniqueConstraint("challenge_id", "user_id"), key=("challenge_id", "seat")
)


@dataclass(frozen=True, slots=True)
class SeekRow(Row):
    """A user who waits in a pool; guests have the points of a newcomer."""

    user_id: str
    pool: str
    name: str
    points: int
    since_ms: int


_SEEKS = table_of(SeekRow, "seeks", key=("user_id",))


@dataclass(frozen=True, slots=True)
class GameStartedNotice(Row):
    """The notice to a player that a game has started; any server may deliver it."""

    game_id: str
    user_id: str
    at_ms: int


_NOTICES = table_of(GameStartedNotice, "game_started_notices", key=("game_id", "user_id"), indexed=("at_ms",))


@dataclass(frozen=True, slots=True)
class VisitorRow(Row):
    """A user connected to a server, in the lobby or at a table."""

    server: str
    user_id: str
    is_playing: bool
    seen_ms: int


_VISITORS = table_of(VisitorRow, "visitors", key=("server", "user_id"))


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge and the seats taken so far, in seat order."""

    row: ChallengeRow
    seats: tuple[SeatRow, ...]

    @property
    def user_ids(self) -> frozenset[str]:
        """The users who would play: the owner, and the users who took a seat."""
        return frozenset((self.row.owner, *(seat.user_id for seat in self.seats)))


def bump_challenge(id: str, version: int) -> MustMatch:
    """Increment the version of a challenge; a conflict if it has changed since it was read."""
    return MustMatch(_CHALLENGES.update().where(*_is(id, version)).values(version=version + 1))


def delete_challenge(id: str, version: int) -> MustMatch:
    """Delete a challenge; a conflict if it has changed since it was read."""
    return MustMatch(_CHALLENGES.delete().where(*_is(id, version)))


def delete_challenge_seats(challenge_id: str, user_id: str | None = None) -> sa.Delete:
    """Free all taken seats of a challenge, or the one of `user_id`."""
    of_challenge = _SEATS.delete().where(_SEATS.c.challenge_id == challenge_id)
    return of_challenge if user_id is None else of_challenge.where(_SEATS.c.user_id == user_id)


def delete_seek(user_id: str, since_ms: int) -> MustMatch:
    """Remove a seeker from the pool; a conflict if the user has entered again or left since."""
    return MustMatch(_SEEKS.delete().where(_SEEKS.c.user_id == user_id, _SEEKS.c.since_ms == since_ms))


def delete_game_started_notices(before_ms: int) -> sa.Delete:
    """Delete the notices of games that started before a given time."""
    return _NOTICES.delete().where(_NOTICES.c.at_ms < before_ms)


def delete_visitors(server: str, before_ms: int) -> sa.Delete:
    """Delete the visitors at a server, which are written again, and outdated ones at any server."""
    is_mine, is_old = _VISITORS.c.server == server, _VISITORS.c.seen_ms < before_ms
    return _VISITORS.delete().where(sa.or_(is_mine, is_old))


class LobbyStore(Store):
    """Queries of the lobby. Every method reads the database.

    `mutes_of`: selects all mutes by or of some users.
    """

    def __init__(self, readers: sa.Engine, mutes_of: Callable[[Collection[str]], "sa.Select[Any]"]) -> None:
        super().__init__(readers)
        self._mutes_of = mutes_of

    def challenges(self) -> list[Challenge]:
        """List all challenges, newest first."""
        return self._challenges(sa.select(_CHALLENGES))

    def challenge(self, challenge_id: str) -> Challenge | None:
        """Find a challenge."""
        found = self._challenges(sa.select(_CHALLENGES).where(_CHALLENGES.c.id == challenge_id))
        return found[0] if found else None

    def seeks(self) -> list[SeekRow]:
        """List the seekers in all pools, longest waiting first."""
        query = sa.select(_SEEKS).order_by(_SEEKS.c.since_ms, _SEEKS.c.user_id)
        return self.read_each(SeekRow, query)

    def game_started_notices(self, since_ms: int) -> list[GameStartedNotice]:
        """List the notices since a given time, oldest first."""
        query = sa.select(_NOTICES).where(_NOTICES.c.at_ms >= since_ms).order_by(_NOTICES.c.at_ms)
        return self.read_each(GameStartedNotice, query)

    def visitors(self, but: str, since_ms: int) -> list[VisitorRow]:
        """List the users seen at servers other than `but` since a given time."""
        query = sa.select(_VISITORS).where(_VISITORS.c.server != but, _VISITORS.c.seen_ms >= since_ms)
        return self.read_each(VisitorRow, query)

    def mutes_about(self, user_ids: Collection[str]) -> frozenset[tuple[str, str]]:
        """Return the mutes by and of some users, as pairs: who has muted whom."""
        if not user_ids:
            return frozenset()
        return frozenset((row.muter, row.muted) for row in self.read_all(self._mutes_of(user_ids)))

    def _challenges(self, query: "sa.Select[Any]") -> list[Challenge]:
        with self.readers.connect() as connection:
            ordered = query.order_by(_CHALLENGES.c.made_ms.desc(), _CHALLENGES.c.id)
            rows = [ChallengeRow(*row) for row in connection.execute(ordered)]
            of_rows = _SEATS.c.challenge_id.in_([row.id for row in rows])
            query = sa.select(_SEATS).where(of_rows).order_by(_SEATS.c.seat)
            seats = [SeatRow(*row) for row in connection.execute(query)]
        return [Challenge(row, tuple(seat for seat in seats if seat.challenge_id == row.id)) for row in rows]


def _is(challenge_id: str, version: int) -> "tuple[sa.ColumnElement[bool], ...]":
    return _CHALLENGES.c.id == challenge_id, _CHALLENGES.c.version == version

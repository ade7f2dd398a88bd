"""Challenges, seeks, notices of started games and visitors in the database, which all servers share.

Every change of a challenge names the version that it is based on. If another change was faster, nothing in
the transaction is written, and the change is decided again on the new version. A seek is deleted only once,
by the server that pairs it.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, ClassVar

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import read_all
from tantrix.server.database.writes import columns_of

_CHALLENGES = sa.Table(
    "challenges",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("points", sa.Integer),
    sa.Column("invited", sa.Text, index=True),
    sa.Column("new_game", sa.Text, nullable=False),
    sa.Column("low", sa.Integer),
    sa.Column("high", sa.Integer),
    sa.Column("is_slow", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
)

_SEATS = sa.Table(
    "challenge_seats",
    METADATA,
    sa.Column("challenge_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("points", sa.Integer),
    sa.Column("colour_preferences", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("challenge_id", "user_id"),
)

_SEEKS = sa.Table(
    "seeks",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
)

_NOTICES = sa.Table(
    "game_started_notices",
    METADATA,
    sa.Column("game_id", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False, index=True),
)

_VISITORS = sa.Table(
    "visitors",
    METADATA,
    sa.Column("server", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("is_playing", sa.Boolean, nullable=False),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class ChallengeRow:
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

    def statement(self) -> sa.Insert:
        return _CHALLENGES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat taken in a challenge; when the last one is taken, the game begins."""

    challenge_id: str
    seat: int
    user_id: str
    name: str
    points: int | None
    colour_preferences: str
    at_ms: int

    def statement(self) -> sa.Insert:
        return _SEATS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge and the seats taken so far, in seat order."""

    row: ChallengeRow
    seats: tuple[SeatRow, ...]

    @property
    def user_ids(self) -> frozenset[str]:
        """The users who would play: the owner, and the users who took a seat."""
        return frozenset((self.row.owner, *(seat.user_id for seat in self.seats)))


@dataclass(frozen=True, slots=True)
class BumpChallenge:
    """Increments the version of a challenge; a conflict if it has changed since it was read."""

    id: str
    version: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        return _CHALLENGES.update().where(*_is(self.id, self.version)).values(version=self.version + 1)


@dataclass(frozen=True, slots=True)
class DeleteChallenge:
    """Removes a challenge; a conflict if it has changed since it was read."""

    id: str
    version: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Delete:
        return _CHALLENGES.delete().where(*_is(self.id, self.version))


@dataclass(frozen=True, slots=True)
class DeleteChallengeSeats:
    """Frees all taken seats of a challenge, or the one of `user_id`."""

    challenge_id: str
    user_id: str | None = None

    def statement(self) -> sa.Delete:
        of_challenge = _SEATS.delete().where(_SEATS.c.challenge_id == self.challenge_id)
        return of_challenge if self.user_id is None else of_challenge.where(_SEATS.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class SeekRow:
    """A user who waits in a pool; guests have the points of a newcomer."""

    user_id: str
    pool: str
    name: str
    points: int
    since_ms: int

    def statement(self) -> sa.Insert:
        return _SEEKS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class DeleteSeek:
    """Removes a seeker from the pool; a conflict if the user has entered again or left since."""

    user_id: str
    since_ms: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Delete:
        return _SEEKS.delete().where(_SEEKS.c.user_id == self.user_id, _SEEKS.c.since_ms == self.since_ms)


@dataclass(frozen=True, slots=True)
class GameStartedNotice:
    """The notice to a player that a game has started; any server may deliver it."""

    game_id: str
    user_id: str
    at_ms: int

    def statement(self) -> sa.Insert:
        return _NOTICES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class DeleteGameStartedNotices:
    """Removes the notices of games that started before a given time."""

    before_ms: int

    def statement(self) -> sa.Delete:
        return _NOTICES.delete().where(_NOTICES.c.at_ms < self.before_ms)


@dataclass(frozen=True, slots=True)
class VisitorRow:
    """A user connected to a server, in the lobby or at a table."""

    server: str
    user_id: str
    is_playing: bool
    seen_ms: int

    def statement(self) -> sa.Insert:
        return _VISITORS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class DeleteVisitors:
    """Removes the visitors at a server, which are written again, and outdated ones at any server."""

    server: str
    before_ms: int

    def statement(self) -> sa.Delete:
        is_mine, is_old = _VISITORS.c.server == self.server, _VISITORS.c.seen_ms < self.before_ms
        return _VISITORS.delete().where(sa.or_(is_mine, is_old))


class LobbyStore:
    """Queries of the lobby. Every method reads the database.

    `mutes_of`: selects all mutes by or of some users.
    """

    def __init__(self, readers: sa.Engine, mutes_of: Callable[[Collection[str]], "sa.Select[Any]"]) -> None:
        self._readers = readers
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
        return [SeekRow(*row) for row in read_all(self._readers, query)]

    def game_started_notices(self, since_ms: int) -> list[GameStartedNotice]:
        """List the notices since a given time, oldest first."""
        query = sa.select(_NOTICES).where(_NOTICES.c.at_ms >= since_ms).order_by(_NOTICES.c.at_ms)
        return [GameStartedNotice(*row) for row in read_all(self._readers, query)]

    def visitors(self, but: str, since_ms: int) -> list[VisitorRow]:
        """List the users seen at servers other than `but` since a given time."""
        query = sa.select(_VISITORS).where(_VISITORS.c.server != but, _VISITORS.c.seen_ms >= since_ms)
        return [VisitorRow(*row) for row in read_all(self._readers, query)]

    def mutes_about(self, user_ids: Collection[str]) -> frozenset[tuple[str, str]]:
        """Return the mutes by and of some users, as pairs: who has muted whom."""
        if not user_ids:
            return frozenset()
        return frozenset((row.muter, row.muted) for row in read_all(self._readers, self._mutes_of(user_ids)))

    def _challenges(self, query: "sa.Select[Any]") -> list[Challenge]:
        with self._readers.connect() as connection:
            ordered = query.order_by(_CHALLENGES.c.made_ms.desc(), _CHALLENGES.c.id)
            rows = [ChallengeRow(*row) for row in connection.execute(ordered)]
            of_rows = _SEATS.c.challenge_id.in_([row.id for row in rows])
            query = sa.select(_SEATS).where(of_rows).order_by(_SEATS.c.seat)
            seats = [SeatRow(*row) for row in connection.execute(query)]
        return [Challenge(row, tuple(seat for seat in seats if seat.challenge_id == row.id)) for row in rows]


def _is(challenge_id: str, version: int) -> "tuple[sa.ColumnElement[bool], ...]":
    return _CHALLENGES.c.id == challenge_id, _CHALLENGES.c.version == version

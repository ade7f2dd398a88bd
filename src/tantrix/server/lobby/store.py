"""Challenges, seeks, meetings and visitors in the database, which all servers of it share.

Whoever changes a challenge names the version that he saw; if somebody else was quicker, nothing of his
transaction is written, and he decides again on what is there. A seek is deleted by whoever pairs it, once.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.writes import columns_of

_CHALLENGES = sa.Table(
    "challenges",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("points", sa.Integer),
    sa.Column("invited", sa.Text, index=True),
    sa.Column("wish", sa.Text, nullable=False),
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
    sa.Column("wishes", sa.Text, nullable=False),
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

_MEETINGS = sa.Table(
    "meetings",
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
    """A game that somebody wishes for, as JSON of a NewGame in `wish`; `points` is None for guests.

    `invited`: the one account it is for. `is_slow`: by correspondence, so it waits for an owner who is away.
    """

    id: str
    owner: str
    name: str
    points: int | None
    invited: str | None
    wish: str
    low: int | None
    high: int | None
    is_slow: bool
    version: int
    made_ms: int

    def statement(self) -> sa.Insert:
        return _CHALLENGES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Somebody has taken a seat of a challenge; the game begins with the last one."""

    challenge_id: str
    seat: int
    user_id: str
    name: str
    points: int | None
    wishes: str
    at_ms: int

    def statement(self) -> sa.Insert:
        return _SEATS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge and who has sat down to it so far, in the order of the seats."""

    row: ChallengeRow
    seats: tuple[SeatRow, ...]

    @property
    def user_ids(self) -> frozenset[str]:
        """Return all who would play: who posted it, and who sat down."""
        return frozenset((self.row.owner, *(seat.user_id for seat in self.seats)))


@dataclass(frozen=True, slots=True)
class BumpChallenge:
    """A challenge has changed, if it is still as it was seen; written beside the change itself."""

    id: str
    version: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        return _CHALLENGES.update().where(*_is(self.id, self.version)).values(version=self.version + 1)


@dataclass(frozen=True, slots=True)
class DropChallenge:
    """A challenge is gone, if it is still as it was seen."""

    id: str
    version: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Delete:
        return _CHALLENGES.delete().where(*_is(self.id, self.version))


@dataclass(frozen=True, slots=True)
class DropChallengeSeats:
    """Nobody sits down to a challenge any more, or `user_id` alone does not."""

    challenge_id: str
    user_id: str | None = None

    def statement(self) -> sa.Delete:
        of_challenge = _SEATS.delete().where(_SEATS.c.challenge_id == self.challenge_id)
        return of_challenge if self.user_id is None else of_challenge.where(_SEATS.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class SeekRow:
    """Somebody waits in a pool; `points` are a newcomer's for guests."""

    user_id: str
    pool: str
    name: str
    points: int
    since_ms: int

    def statement(self) -> sa.Insert:
        return _SEEKS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class DropSeek:
    """Somebody waits no more; it must have been so until now, since the moment that was seen."""

    user_id: str
    since_ms: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Delete:
        return _SEEKS.delete().where(_SEEKS.c.user_id == self.user_id, _SEEKS.c.since_ms == self.since_ms)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game has begun for somebody by the lobby, who may be told at any server."""

    game_id: str
    user_id: str
    at_ms: int

    def statement(self) -> sa.Insert:
        return _MEETINGS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class ForgetMeetings:
    """What began before a moment needs no telling any more."""

    before_ms: int

    def statement(self) -> sa.Delete:
        return _MEETINGS.delete().where(_MEETINGS.c.at_ms < self.before_ms)


@dataclass(frozen=True, slots=True)
class VisitorRow:
    """Somebody is at a server, in the lobby or at a table."""

    server: str
    user_id: str
    is_playing: bool
    seen_ms: int

    def statement(self) -> sa.Insert:
        return _VISITORS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class DropVisitors:
    """The visitors of a server are told anew, and what is too old of any server goes."""

    server: str
    before_ms: int

    def statement(self) -> sa.Delete:
        is_mine, is_old = _VISITORS.c.server == self.server, _VISITORS.c.seen_ms < self.before_ms
        return _VISITORS.delete().where(sa.or_(is_mine, is_old))


class LobbyStore:
    """What the database has of the lobby. Every method reads it.

    `mutes_of`: selects who has muted whom, of all mutes that concern some users.
    """

    def __init__(self, readers: sa.Engine, mutes_of: Callable[[Collection[str]], "sa.Select[Any]"]) -> None:
        self._readers = readers
        self._mutes_of = mutes_of

    def challenges(self) -> list[Challenge]:
        """List all challenges, the newest first."""
        return self._challenges(sa.select(_CHALLENGES))

    def challenge(self, challenge_id: str) -> Challenge | None:
        """Find a challenge."""
        found = self._challenges(sa.select(_CHALLENGES).where(_CHALLENGES.c.id == challenge_id))
        return found[0] if found else None

    def seeks(self) -> list[SeekRow]:
        """List who waits in any pool, who came first before the others."""
        query = sa.select(_SEEKS).order_by(_SEEKS.c.since_ms, _SEEKS.c.user_id)
        return [SeekRow(*row) for row in self._all(query)]

    def meetings(self, since_ms: int) -> list[Meeting]:
        """List what has begun since a moment, the oldest first."""
        query = sa.select(_MEETINGS).where(_MEETINGS.c.at_ms >= since_ms).order_by(_MEETINGS.c.at_ms)
        return [Meeting(*row) for row in self._all(query)]

    def visitors(self, but: str, since_ms: int) -> list[VisitorRow]:
        """List who was at other servers than `but` since a moment."""
        query = sa.select(_VISITORS).where(_VISITORS.c.server != but, _VISITORS.c.seen_ms >= since_ms)
        return [VisitorRow(*row) for row in self._all(query)]

    def mutes_about(self, user_ids: Collection[str]) -> frozenset[tuple[str, str]]:
        """Return who has muted whom, of all mutes by some people and of them."""
        if not user_ids:
            return frozenset()
        return frozenset((row.muter, row.muted) for row in self._all(self._mutes_of(user_ids)))

    def _challenges(self, query: "sa.Select[Any]") -> list[Challenge]:
        with self._readers.connect() as connection:
            ordered = query.order_by(_CHALLENGES.c.made_ms.desc(), _CHALLENGES.c.id)
            rows = [ChallengeRow(*row) for row in connection.execute(ordered)]
            of_rows = _SEATS.c.challenge_id.in_([row.id for row in rows])
            query = sa.select(_SEATS).where(of_rows).order_by(_SEATS.c.seat)
            seats = [SeatRow(*row) for row in connection.execute(query)]
        return [Challenge(row, tuple(seat for seat in seats if seat.challenge_id == row.id)) for row in rows]

    def _all(self, query: "sa.Select[Any]") -> Sequence[Any]:
        with self._readers.connect() as connection:
            return connection.execute(query).all()


def _is(challenge_id: str, version: int) -> "tuple[sa.ColumnElement[bool], ...]":
    return _CHALLENGES.c.id == challenge_id, _CHALLENGES.c.version == version

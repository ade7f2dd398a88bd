"""Vacations in the database, and what their beginning and end change there.

A game's row and its reminders say when something is due. A vacation moves that for all games in which it is
the player's turn, in the commit that saves the vacation.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.games.store import GAMES, SITTINGS
from tantrix.server.games.vacations.allowance import Vacation, Vacations

_VACATIONS = sa.Table(
    "vacations",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("from_ms", sa.BigInteger, primary_key=True),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
_COLUMNS = _VACATIONS.c


@dataclass(frozen=True, slots=True)
class BeginVacation:
    """A vacation that begins; a user can have only one at a time."""

    user_id: str
    vacation: Vacation

    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Insert:
        from_ms, until_ms = self.vacation
        values = sa.select(
            sa.cast(sa.literal(self.user_id), sa.Text),
            sa.cast(sa.literal(from_ms), sa.BigInteger),
            sa.cast(sa.literal(until_ms), sa.BigInteger),
        )
        is_away = sa.exists().where(_COLUMNS.user_id == self.user_id, _COLUMNS.until_ms > from_ms)
        return _VACATIONS.insert().from_select(["user_id", "from_ms", "until_ms"], values.where(~is_away))


@dataclass(frozen=True, slots=True)
class EndVacation:
    """A vacation ends earlier than it was planned."""

    user_id: str
    planned: Vacation
    at_ms: int

    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        is_it = _COLUMNS.user_id == self.user_id, _COLUMNS.from_ms == self.planned.from_ms
        is_planned = _COLUMNS.until_ms == self.planned.until_ms
        return _VACATIONS.update().where(*is_it, is_planned).values(until_ms=self.at_ms)


@dataclass(frozen=True, slots=True)
class DeleteVacations:
    """All vacations of a user are deleted."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _VACATIONS.delete().where(_COLUMNS.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class PostponeGames:
    """Postpone the due times of the games that wait for a user; a negative `ms` advances them."""

    user_id: str
    ms: int

    def statement(self) -> sa.Update:
        waiting = GAMES.update().where(*_waits_for(self.user_id), GAMES.c.due_ms.is_not(None))
        return waiting.values(due_ms=GAMES.c.due_ms + self.ms)


@dataclass(frozen=True, slots=True)
class CheckGames:
    """The games that wait for a user are checked at once, because it is unknown when something is due."""

    user_id: str

    def statement(self) -> sa.Update:
        waiting = GAMES.update().where(*_waits_for(self.user_id), GAMES.c.due_ms.is_not(None))
        return waiting.values(due_ms=0)


def addresses_of_waiting(user_id: str) -> "sa.Select[Any]":
    """Return the query for the addresses of the games in which a vacation of a user counts."""
    return sa.select(sa.literal("/games/") + GAMES.c.id).where(*_waits_for(user_id))


def read_vacations(readers: sa.Engine, user_ids: Collection[str]) -> Vacations:
    """Return the vacations of users. Raises SQLAlchemyError."""
    query = sa.select(_VACATIONS).where(_COLUMNS.user_id.in_(user_ids)).order_by(_COLUMNS.from_ms)
    found: dict[str, tuple[Vacation, ...]] = {}
    with readers.connect() as connection:
        for row in connection.execute(query):
            found[row.user_id] = (*found.get(row.user_id, ()), Vacation(row.from_ms, row.until_ms))
    return found


def _waits_for(user_id: str) -> "tuple[sa.ColumnElement[bool], ...]":
    """Return the conditions for correspondence games outside tournaments that wait for a user."""
    is_turn = sa.and_(SITTINGS.c.game_id == GAMES.c.id, SITTINGS.c.seat == GAMES.c.to_play)
    joined = sa.select(SITTINGS.c.game_id).where(SITTINGS.c.user_id == user_id, SITTINGS.c.is_over.is_(False))
    has_joined = sa.and_(
        GAMES.c.id.in_(joined), sa.exists().where(is_turn, SITTINGS.c.user_id == user_id).correlate(GAMES)
    )
    has_opened = sa.and_(GAMES.c.owner == user_id, ~sa.exists().where(is_turn).correlate(GAMES))
    return (
        sa.or_(has_joined, has_opened),
        GAMES.c.finished_ms.is_(None),
        GAMES.c.started_ms.is_not(None),
        GAMES.c.control.like("% days%"),
        GAMES.c.match_id.is_(None),
        GAMES.c.is_paused.is_(False),
    )

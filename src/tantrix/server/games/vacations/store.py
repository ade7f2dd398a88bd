"""Vacations in the database, and what their beginning and end change there.

A game's row and its reminders say when something is due. A vacation moves that for all games in which it is
the player's turn, in the commit that saves the vacation.
"""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.writes import MustMatch
from tantrix.server.games.store import GAMES, TAKEN_SEATS
from tantrix.server.games.vacations.allowance import Vacation, Vacations

_VACATIONS = sa.Table(
    "vacations",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("from_ms", sa.BigInteger, primary_key=True),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
_COLUMNS = _VACATIONS.c


def save_vacation(user_id: str, vacation: Vacation) -> MustMatch:
    """Begin a vacation; a user can have only one at a time."""
    from_ms, until_ms = vacation
    values = sa.select(
        sa.cast(sa.literal(user_id), sa.Text),
        sa.cast(sa.literal(from_ms), sa.BigInteger),
        sa.cast(sa.literal(until_ms), sa.BigInteger),
    )
    is_away = sa.exists().where(_COLUMNS.user_id == user_id, _COLUMNS.until_ms > from_ms)
    return MustMatch(
        _VACATIONS.insert().from_select(["user_id", "from_ms", "until_ms"], values.where(~is_away))
    )


def shorten_vacation(user_id: str, planned: Vacation, at_ms: int) -> MustMatch:
    """End a vacation earlier than it was planned."""
    is_it = _COLUMNS.user_id == user_id, _COLUMNS.from_ms == planned.from_ms
    is_planned = _COLUMNS.until_ms == planned.until_ms
    return MustMatch(_VACATIONS.update().where(*is_it, is_planned).values(until_ms=at_ms))


def delete_vacations(user_id: str) -> sa.Delete:
    """Delete all vacations of a user."""
    return _VACATIONS.delete().where(_COLUMNS.user_id == user_id)


def postpone_games(user_id: str, ms: int) -> sa.Update:
    """Postpone the due times of the games that wait for a user; a negative `ms` advances them."""
    waiting = GAMES.update().where(*_waits_for(user_id), GAMES.c.due_ms.is_not(None))
    return waiting.values(due_ms=GAMES.c.due_ms + ms)


def check_games(user_id: str) -> sa.Update:
    """Let the games that wait for a user be checked at once: it is unknown when something is due."""
    waiting = GAMES.update().where(*_waits_for(user_id), GAMES.c.due_ms.is_not(None))
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
    is_turn = sa.and_(TAKEN_SEATS.c.game_id == GAMES.c.id, TAKEN_SEATS.c.seat == GAMES.c.to_play)
    joined = sa.select(TAKEN_SEATS.c.game_id).where(
        TAKEN_SEATS.c.user_id == user_id, TAKEN_SEATS.c.is_over.is_(False)
    )
    has_joined = sa.and_(
        GAMES.c.id.in_(joined), sa.exists().where(is_turn, TAKEN_SEATS.c.user_id == user_id).correlate(GAMES)
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

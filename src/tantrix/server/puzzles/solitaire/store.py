"""Results of solitaires in the database, one for each player, game and day."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import sqlalchemy as sa

from tantrix.server.accounts.store import ALL_ACCOUNTS
from tantrix.server.database.reading import Store
from tantrix.server.database.rows import columns_of, table_of
from tantrix.server.database.writes import Write


class SolitaireGame(StrEnum):
    """`stack`: the solitaire of the day, tile by tile; `open`: all 56 tiles for the sum of the colours."""

    STACK = "stack"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class SolitaireResult:
    """A player's result of a day; `name` is the displayed name."""

    game: SolitaireGame
    day: str
    user_id: str
    name: str
    result: int
    at_ms: int


class RankedResult(NamedTuple):
    """A result in the table of a day."""

    name: str
    result: int
    user_id: str
    is_guest: bool


_RESULTS = table_of(SolitaireResult, "solitaire_results", key=("game", "day", "user_id"))


def add_result(result: SolitaireResult) -> sa.Insert:
    """Insert a result, unless the player has one for this game and day."""
    values = columns_of(result)
    known = sa.exists().where(*_of(result.game, result.day, result.user_id))
    row = sa.select(*(sa.literal(value, _RESULTS.c[name].type) for name, value in values.items()))
    return _RESULTS.insert().from_select(list(values), row.where(~known))


def delete_worse(better: SolitaireResult) -> sa.Delete:
    """Delete a result that is worse than a new one."""
    one = better
    return _RESULTS.delete().where(*_of(one.game, one.day, one.user_id), _RESULTS.c.result < one.result)


def result_writes(result: SolitaireResult) -> list[Write]:
    """Return the writes that save a result: for a stack the first one is kept, for all 56 tiles the best."""
    added = add_result(result)
    return [added] if result.game is SolitaireGame.STACK else [delete_worse(result), added]


class SolitaireStore(Store):
    """Reads results from the database; `readers` is its engine for reading."""

    def best(self, game: SolitaireGame, day: str, limit: int) -> list[RankedResult]:
        """List the best results of a day, accounts before guests, and of equal results the earlier first.

        Every browser is a new guest, so that one person could fill a table in which guests had places.
        """
        is_guest = _RESULTS.c.user_id.not_in(ALL_ACCOUNTS)
        query = sa.select(_RESULTS.c.name, _RESULTS.c.result, _RESULTS.c.user_id, is_guest)
        shown = query.where(_RESULTS.c.game == game, _RESULTS.c.day == day)
        order = (is_guest, _RESULTS.c.result.desc(), _RESULTS.c.at_ms, _RESULTS.c.user_id)
        return [
            RankedResult(name, result, user_id, bool(guest))
            for name, result, user_id, guest in self.read_all(shown.order_by(*order).limit(limit))
        ]

    def of(self, game: SolitaireGame, day: str, user_id: str) -> SolitaireResult | None:
        """Find a player's result of a day."""
        with self.readers.connect() as connection:
            row = connection.execute(sa.select(_RESULTS).where(*_of(game, day, user_id))).one_or_none()
        return None if row is None else SolitaireResult(SolitaireGame(row[0]), *row[1:])


def _of(game: SolitaireGame, day: str, user_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return _RESULTS.c.game == game, _RESULTS.c.day == day, _RESULTS.c.user_id == user_id

"""Reading rows, each time on a connection of the pool, and lists that no user can crowd out for others."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa

RECENT = 1000  # only this many of the newest rows are considered

_T = TypeVar("_T")


def read_all(readers: sa.Engine, query: sa.Select[Any]) -> Sequence[Any]:
    """Return all rows of a query."""
    with readers.connect() as connection:
        return connection.execute(query).all()


class Store:
    """The base of what reads tables: the engine for reading, and the usual ways to read rows."""

    def __init__(self, readers: sa.Engine) -> None:
        self.readers = readers

    def read_all(self, query: sa.Select[Any]) -> Sequence[Any]:
        """Return all rows of a query."""
        return read_all(self.readers, query)

    def read_each(self, kind: Callable[..., _T], query: sa.Select[Any]) -> list[_T]:
        """Return all rows as values of a class, which is called with the columns."""
        return [kind(*row) for row in self.read_all(query)]

    def read_one(self, kind: Callable[..., _T], query: sa.Select[Any]) -> _T | None:
        """Return the first row as a value of a class, None if there is no row."""
        return next(iter(self.read_each(kind, query)), None)


def in_turns(
    table: sa.Table, rows: "sa.Select[Any]", newest: "tuple[Any, ...]", per_owner: int, limit: int
) -> "sa.Select[Any]":
    """Select the newest row of every owner, then the second newest of each, and so on, up to `per_owner`.

    `rows` selects the columns of `table`, which has an `owner` and `created_ms`; `newest` orders them.
    """
    recent = rows.order_by(*newest).limit(RECENT).subquery()
    within = recent.c.created_ms.desc(), recent.c.id
    turn = sa.func.row_number().over(partition_by=recent.c.owner, order_by=within)
    ranked = sa.select(recent, turn.label("turn")).subquery()
    columns = [ranked.c[column.name] for column in table.c]
    chosen = sa.select(*columns).where(ranked.c.turn <= per_owner)
    return chosen.order_by(ranked.c.turn, ranked.c.created_ms.desc(), ranked.c.id).limit(limit)

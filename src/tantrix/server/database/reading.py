"""Reading rows, each time on a connection of the pool."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa

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

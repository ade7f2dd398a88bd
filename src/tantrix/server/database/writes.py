"""Writes: rows to insert, and statements that change or delete rows."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

import sqlalchemy as sa

from tantrix.server.database.rows import Prepared, Statement


class SharedWrite(Protocol):
    """A write that shares its statement with others of its kind, such as a row."""

    @property
    def prepared(self) -> Prepared: ...


class MustMatch(NamedTuple):
    """A statement that has to change exactly one row."""

    statement: Statement


Write = SharedWrite | Statement | MustMatch


class RowConflict(Exception):
    """A write had to change one row, but another server had already changed it."""


def write_all(connection: sa.Connection, writes: Sequence[Write]) -> None:
    """Write within the open transaction.

    Raises IntegrityError if a row is refused, for example because the number of a journal entry is taken, and
    RowConflict if a write that must match does not change a row.
    """
    for write in writes:
        if isinstance(write, MustMatch):
            if connection.execute(write.statement).rowcount != 1:
                raise RowConflict(str(write.statement))
        elif isinstance(write, Statement):
            connection.execute(write)
        else:
            connection.execute(*write.prepared)


def write_together(connection: sa.Connection, requests: Sequence[Sequence[Write]]) -> None:
    """Write several requests within the open transaction, like calling `write_all` for each of them in turn.

    Consecutive requests with the same shared statements, like placements in many games, run each statement
    once.
    """
    for shared, group in groupby(requests, _shared):
        alike = list(group)
        if not shared or len(alike) == 1:
            for writes in alike:
                write_all(connection, writes)
            continue
        for column in zip(*alike, strict=True):
            made = [write.prepared for write in column]
            connection.execute(made[0].statement, [each.values for each in made])


def _shared(writes: Sequence[Write]) -> tuple[type[Write], ...]:
    """Return the types of some writes, or an empty tuple unless all of them share their statements."""
    is_shared = not any(isinstance(write, MustMatch | Statement) for write in writes)
    return tuple(type(write) for write in writes) if is_shared else ()

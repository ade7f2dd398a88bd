"""Writes: rows to insert, and statements that change or delete rows."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.database.rows import Prepared, Statement


class SharedWrite(Protocol):
    """A write that shares its statement with others of its kind, such as a row."""

    @property
    def prepared(self) -> Prepared: ...


class MustMatch(NamedTuple):
    """A statement that has to change exactly one row."""

    statement: Statement


class Computed(NamedTuple):
    """Statements that follow from rows as they are in the transaction itself."""

    compute: Callable[[sa.Connection], Iterable[Statement]]


Write = SharedWrite | Statement | MustMatch | Computed


class NotComputed(Exception):
    """What a computed write should have changed could not be computed."""


class RowConflict(Exception):
    """A write had to change one row, but another server had already changed it."""


def write_all(connection: sa.Connection, writes: Sequence[Write]) -> None:
    """Write within the open transaction.

    Raises IntegrityError if a row is refused, for example because the number of a journal entry is taken,
    RowConflict if a write that must match does not change a row, and NotComputed.
    """
    for write in writes:
        if isinstance(write, MustMatch):
            if connection.execute(write.statement).rowcount != 1:
                raise RowConflict(str(write.statement))
        elif isinstance(write, Computed):
            for statement in _computed(write, connection):
                connection.execute(statement)
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


def _computed(write: Computed, connection: sa.Connection) -> list[Statement]:
    try:
        return list(write.compute(connection))
    except SQLAlchemyError:
        raise
    except Exception as error:
        raise NotComputed(repr(error)) from error


def _shared(writes: Sequence[Write]) -> tuple[type[Write], ...]:
    """Return the types of some writes, or an empty tuple unless all of them share their statements."""
    is_shared = not any(isinstance(write, MustMatch | Statement | Computed) for write in writes)
    return tuple(type(write) for write in writes) if is_shared else ()

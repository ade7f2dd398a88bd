"""Rows that know the statement that writes them."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Protocol

import sqlalchemy as sa

Prepared = tuple[sa.Insert | sa.Update | sa.Delete, dict[str, Any]]


class Write(Protocol):
    """Something to write: it knows its statement.

    A write whose class says `must_match = True` has to change exactly one row. One that is written very often
    has a property `prepared`: a statement that is made only once, for all of its type, and the values for it.
    """

    def statement(self) -> sa.Insert | sa.Update | sa.Delete: ...


class Clash(Exception):
    """A write that had to change one row found that another server had changed it."""


def write_all(connection: sa.Connection, writes: Sequence[Write]) -> None:
    """Write within the open transaction.

    Raises IntegrityError if a row is refused, for example because the number of a journal entry is taken,
    and Clash if a write with `must_match` changes no row.
    """
    for write in writes:
        prepared = prepared_of(write)
        result = connection.execute(write.statement()) if prepared is None else connection.execute(*prepared)
        if getattr(write, "must_match", False) and result.rowcount != 1:
            raise Clash(str(write))


def write_together(connection: sa.Connection, requests: Sequence[Sequence[Write]]) -> None:
    """Write several requests within the open transaction, as `write_all` does with each of them in turn.

    Neighbours with the same prepared statements, like placements in many games, run each of them once.
    """
    for is_prepared, group in groupby(requests, _shape):
        alike = list(group)
        if not is_prepared or len(alike) == 1:
            for writes in alike:
                write_all(connection, writes)
            continue
        for column in zip(*([prepared_of(write) for write in writes] for writes in alike), strict=True):
            made = [prepared for prepared in column if prepared is not None]
            connection.execute(made[0][0], [values for _, values in made])


def _shape(writes: Sequence[Write]) -> tuple[type[Write], ...]:
    """Return the types of some writes; nothing unless all of them have prepared statements."""
    is_prepared = all(hasattr(type(write), "prepared") for write in writes)
    must_match = any(getattr(write, "must_match", False) for write in writes)
    return tuple(type(write) for write in writes) if is_prepared and not must_match else ()


def prepared_of(write: Write) -> Prepared | None:
    """Return the prepared statement of a write that has one."""
    prepared: Prepared | None = getattr(write, "prepared", None)
    return prepared


def columns_of(row: Any) -> dict[str, Any]:
    """Return the fields of a row, a dataclass, by the names of their columns."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}

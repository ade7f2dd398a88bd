"""Writes: values that provide the statement to save them."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Protocol

import sqlalchemy as sa

Prepared = tuple[sa.Insert | sa.Update | sa.Delete, dict[str, Any]]


class Write(Protocol):
    """Something to write, with its statement.

    A write whose class sets `must_match = True` has to change exactly one row. A class that is written very
    often has a property `prepared`: a statement that is built only once for the class, and the values for it.
    """

    def statement(self) -> sa.Insert | sa.Update | sa.Delete: ...


class RowConflict(Exception):
    """A write had to change one row, but another server had already changed it."""


def write_all(connection: sa.Connection, writes: Sequence[Write]) -> None:
    """Write within the open transaction.

    Raises IntegrityError if a row is refused, for example because the number of a journal entry is taken, and
    Clash if a write with `must_match` does not change a row.
    """
    for write in writes:
        prepared = prepared_of(write)
        result = connection.execute(write.statement()) if prepared is None else connection.execute(*prepared)
        if getattr(write, "must_match", False) and result.rowcount != 1:
            raise RowConflict(str(write))


def write_together(connection: sa.Connection, requests: Sequence[Sequence[Write]]) -> None:
    """Write several requests within the open transaction, like calling `write_all` for each of them in turn.

    Consecutive requests with the same prepared statements, like placements in many games, run each statement
    once.
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
    """Return the types of some writes, or an empty tuple unless all of them have prepared statements."""
    is_prepared = all(hasattr(type(write), "prepared") for write in writes)
    must_match = any(getattr(write, "must_match", False) for write in writes)
    return tuple(type(write) for write in writes) if is_prepared and not must_match else ()


def prepared_of(write: Write) -> Prepared | None:
    """Return the prepared statement of a write that has one."""
    prepared: Prepared | None = getattr(write, "prepared", None)
    return prepared


def columns_of(row: Any) -> dict[str, Any]:
    """Return the fields of a row (a dataclass) as a dict by column name."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}

"""Rows that know the statement that writes them."""

from collections.abc import Sequence
from typing import Any, Protocol

import sqlalchemy as sa

Prepared = tuple[sa.Insert | sa.Update | sa.Delete, dict[str, Any]]


class Write(Protocol):
    """Something to write: it knows its statement.

    A write whose class says `must_match = True` has to change exactly one row. One that is written very often
    has a property `prepared`: a statement that is made only once, and the values for it.
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
        prepared: Prepared | None = getattr(write, "prepared", None)
        result = connection.execute(write.statement()) if prepared is None else connection.execute(*prepared)
        if getattr(write, "must_match", False) and result.rowcount != 1:
            raise Clash(str(write))


def columns_of(row: Any) -> dict[str, Any]:
    """Return the fields of a row, a dataclass, by the names of their columns."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}

"""Rows: dataclasses whose fields are the columns of a table, so that a table is declared once.

A field of text is a TEXT column, a number is an INTEGER, or a BIGINT if its name ends with `ms`; `Annotated`
with a type of SQLAlchemy chooses another one. A field that may be None is a column that may be NULL.
"""

from collections.abc import Mapping
from dataclasses import fields
from types import NoneType
from typing import Annotated, Any, ClassVar, NamedTuple, get_args, get_origin, get_type_hints

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA

Statement = sa.Insert | sa.Update | sa.Delete


class Prepared(NamedTuple):
    """A statement that is built only once, and the values for it."""

    statement: Statement
    values: dict[str, Any]


class Row:
    """A base of frozen dataclasses that are written as new rows, into the table made by `table_of`."""

    __slots__ = ()
    insertion: ClassVar[sa.Insert]

    @property
    def prepared(self) -> Prepared:
        return Prepared(self.insertion, columns_of(self))


def columns_of(row: Any) -> dict[str, Any]:
    """Return the fields of a row (a dataclass) as a dict by column name."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


def table_of(
    row: type,
    name: str,
    *rest: sa.schema.SchemaItem,
    key: tuple[str, ...],
    indexed: tuple[str, ...] = (),
    unique: tuple[str, ...] = (),
    references: Mapping[str, str] | None = None,
    numbered: bool = False,
) -> sa.Table:
    """Declare the table of a dataclass. `rest`: constraints, and indexes over several columns.

    `references`: the columns of other tables that some columns refer to. `numbered`: the database numbers the
    rows in the column `key`, which the dataclass does not have.
    """
    referred = {column: [sa.ForeignKey(other)] for column, other in (references or {}).items()}
    columns = [sa.Column(column, sa.Integer, primary_key=True) for column in key if numbered]
    for column, (kind, may_be_null) in _kinds(row).items():
        options: dict[str, Any] = {"nullable": may_be_null}
        options |= {"primary_key": True, "autoincrement": False} if column in key else {}
        options |= {"index": True} if column in indexed else {}
        options |= {"unique": True} if column in unique else {}
        columns.append(sa.Column(column, kind, *referred.pop(column, ()), **options))
    unknown = {*key, *indexed, *unique, *referred} - {column.name for column in columns}
    assert not unknown, f"{row.__name__} has no fields {sorted(unknown)}"
    table = sa.Table(name, METADATA, *columns, *rest)
    if issubclass(row, Row):
        row.insertion = table.insert()
    return table


def _kinds(row: type) -> dict[str, tuple[Any, bool]]:
    """Return the type of each column, and whether it may be NULL."""
    hints = get_type_hints(row, include_extras=True)
    return {each.name: _kind(each.name, hints[each.name]) for each in fields(row)}


def _kind(column: str, hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) is Annotated:
        return hint.__metadata__[0], NoneType in get_args(hint.__origin__)
    python = next((each for each in get_args(hint) if each is not NoneType), hint)
    return _sql_type(column, python), NoneType in get_args(hint)


def _sql_type(column: str, python: type) -> Any:
    if issubclass(python, bool):
        return sa.Boolean
    if issubclass(python, int):
        return sa.BigInteger if column.endswith("ms") else sa.Integer
    return sa.Float if issubclass(python, float) else sa.Text

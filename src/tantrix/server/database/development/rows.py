"""Copying the rows of a development version into the tables of the first release."""

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from tantrix._tools.languages import gettext as _
from tantrix.server.database.development.changes import ADDED, FIRST_TABLES, TABLES, VALUES, new_column
from tantrix.server.database.found_columns import Columns
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.schema_errors import UnfitSchema

VERSIONS = "alembic_version"


@dataclass(frozen=True, slots=True)
class TableCopy:
    """How the rows of a table become rows of a present one. `values`: SQL for each present column."""

    source: str
    table: str
    values: dict[str, str]

    def statement(self, old: str) -> str:
        """Return the statement that copies from the schema `old`."""
        columns = ", ".join(self.values)
        values = ", ".join(value.replace("{old}", f"{old}.") for value in self.values.values())
        return f"INSERT INTO {self.table} ({columns}) SELECT {values} FROM {old}.{self.source}"


def plan_copies(found: Columns, expected: Columns) -> list[TableCopy]:
    """Plan how all rows become rows of the `expected` tables, in an order that references allow.

    Raises UnfitSchema if there is a table or column that no development version had, or if one is missing
    that all of them had.
    """
    by_table = {TABLES.get(name, name): name for name in found if name != VERSIONS}
    for table in sorted(FIRST_TABLES):
        if table not in by_table:
            raise UnfitSchema(_("the table {table} is missing").format(table=table))
    for table, source in by_table.items():
        if table not in expected:
            raise UnfitSchema(_("no version is known that has the table {table}").format(table=source))
    order = [table.name for table in METADATA.sorted_tables if table.name in by_table]
    return [
        TableCopy(by_table[table], table, dict(_values(table, by_table[table], found, expected)))
        for table in order
    ]


def copy_rows(connection: sa.Connection, old: str, copies: list[TableCopy]) -> int:
    """Copy the rows from the tables in the schema `old` within the open transaction; return their number.

    Raises UnfitSchema if a row does not fit.
    """
    n_rows = 0
    for copy in copies:
        try:
            n_copied = connection.execute(sa.text(copy.statement(old))).rowcount
        except sa.exc.IntegrityError as error:
            reason = str(error.orig).partition("\n")[0]
            raise UnfitSchema(f"{copy.source}: {reason}") from error
        n_before = connection.scalar(sa.text(f"SELECT count(*) FROM {old}.{copy.source}"))
        assert n_copied == n_before, f"{n_copied} of {n_before} rows of {copy.source} were copied"
        n_rows += n_copied
    return n_rows


def _values(table: str, source: str, found: Columns, expected: Columns) -> Iterator[tuple[str, str]]:
    names = {new_column(table, column, expected[table]): column for column in sorted(found[source])}
    for new, column in names.items():
        if new not in expected[table]:
            sentence = _("no version is known whose table {table} has the column {column}")
            raise UnfitSchema(sentence.format(table=source, column=column))
        value = VALUES.get((table, new), "{}")
        is_renamed = new != column or "{}" not in value
        yield new, value.replace("{}", column) if is_renamed else column
    for column in sorted(expected[table] - set(names)):
        if (table, column) not in ADDED:
            missing = _("the table {table} has no column {column}")
            raise UnfitSchema(missing.format(table=source, column=column))
        yield column, ADDED[table, column].replace(f"{table}.", f"{source}.")

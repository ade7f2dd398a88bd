"""The tables and columns that a database has."""

import sqlalchemy as sa

Columns = dict[str, set[str]]  # the names of the columns of each table

# SQLAlchemy would ask SQLite about each table.
_SQLITE = "SELECT t.name, c.name FROM {schema}.sqlite_master t, pragma_table_info(t.name, :schema) c"
_POSTGRES = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = :schema"


def found_columns(connection: sa.Connection, schema: str | None = None) -> Columns:
    """Return the columns of all tables in a schema, by default the one that servers use."""
    if connection.dialect.name == "sqlite":
        schema = schema or "main"
        query = f"{_SQLITE.format(schema=schema)} WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'"
    else:
        schema = schema or connection.scalar(sa.select(sa.func.current_schema()))
        query = _POSTGRES
    found: Columns = {}
    for table, column in connection.execute(sa.text(query), {"schema": schema}):
        found.setdefault(table, set()).add(column)
    return found

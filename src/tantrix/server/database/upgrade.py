"""Running the migrations with Alembic, which is needed only if a database is not up to date."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tantrix._tools.languages import gettext as _
from tantrix.server.database.schema_errors import (
    DevelopmentSchema,
    NewerSchema,
    UnfitSchema,
    UpgradeUnderWay,
)

WAIT_MS = 600_000  # how long a process waits while another one upgrades the same database
_LOCK = 0x74616E74726978  # "tantrix", the number of PostgreSQL's advisory lock
_LOCK_NOT_AVAILABLE = "55P03"  # PostgreSQL's code for a lock that was not granted in time


@contextmanager
def sole_upgrade(
    connection: sa.Connection, on_wait: Callable[[], object] = lambda: None
) -> Iterator[sa.Connection]:
    """Begin a transaction in which no other process upgrades the database.

    `on_wait` is called before waiting for one. Raises UpgradeUnderWay after ten minutes.
    """
    if connection.dialect.name == "sqlite":  # where every transaction of the writer has the file to itself
        driver: Any = connection.connection.driver_connection
        driver.execute(f"PRAGMA busy_timeout={WAIT_MS}")
        with connection.begin():
            yield connection
        return
    with connection.begin():
        if not connection.scalar(sa.select(sa.func.pg_try_advisory_xact_lock(_LOCK))):
            on_wait()
            _wait_for_lock(connection)
        yield connection


def upgrade(connection: sa.Connection, to: str = "head") -> None:
    """Upgrade the schema to a revision within the open transaction.

    Raises NewerSchema, DevelopmentSchema or UnfitSchema.
    """
    config = _config()
    _check_schema(connection, ScriptDirectory.from_config(config))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def pending(connection: sa.Connection) -> list[str]:
    """Return the revisions that `upgrade` would apply, in order. Raises what `upgrade` raises."""
    scripts = ScriptDirectory.from_config(_config())
    _check_schema(connection, scripts)
    steps = scripts.iterate_revisions("head", version_of(connection) or "base")
    return [step.revision for step in steps][::-1]


def version_of(connection: sa.Connection) -> str | None:
    """Return the version of the schema that a database has; None if it has none."""
    heads = MigrationContext.configure(connection).get_current_heads()
    return heads[0] if heads else None


def heads() -> list[str]:
    """Return the newest schema versions that have migrations; there is exactly one."""
    return list(ScriptDirectory.from_config(_config()).get_heads())


def _wait_for_lock(connection: sa.Connection) -> None:
    connection.execute(sa.text(f"SET LOCAL lock_timeout = {WAIT_MS}"))
    try:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    except sa.exc.OperationalError as error:
        if getattr(error.orig, "sqlstate", None) != _LOCK_NOT_AVAILABLE:
            raise
        raise UpgradeUnderWay(_("another process has been upgrading it for ten minutes")) from error
    connection.execute(sa.text("SET LOCAL lock_timeout = DEFAULT"))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "tantrix.server.database:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _check_schema(connection: sa.Connection, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    heads = MigrationContext.configure(connection).get_current_heads()
    if not heads and (tables := sa.inspect(connection).get_table_names()):
        raise UnfitSchema(_("it has the table {table}, but no version of a schema").format(table=tables[0]))
    for found in heads:
        if found in known:
            continue
        if found < min(known):
            raise DevelopmentSchema(_("its schema is {found}").format(found=found))
        raise NewerSchema(found, max(known))

"""Running the migrations with Alembic, which is needed only if a database is not up to date."""

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tantrix._tools.languages import gettext as _
from tantrix.server.database.schema_errors import NewerSchema, UnfitSchema


def upgrade(connection: sa.Connection) -> None:
    """Upgrade the schema within the open transaction. Raises NewerSchema or UnfitSchema."""
    config = _config()
    _check_schema(connection, ScriptDirectory.from_config(config))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def heads() -> list[str]:
    """Return the newest schema versions that have migrations; there is exactly one."""
    return list(ScriptDirectory.from_config(_config()).get_heads())


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
        if found not in known:
            raise NewerSchema(found, max(known))

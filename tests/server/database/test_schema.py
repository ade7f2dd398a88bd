import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

import tantrix.server.app  # noqa: F401  # imports all stores, so that their tables are in METADATA
from tantrix.server.database.database import HEAD, Database
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.schema_errors import DevelopmentSchema, NewerSchema
from tantrix.server.database.upgrade import heads


# Alembic cannot read an index on an expression back from SQLite; PostgreSQL compares this one too.
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified expression-based index")
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
def test_the_migrations_make_the_tables_that_the_stores_declare(any_database: Path | str) -> None:
    database = Database(any_database)
    database.migrate()

    with database.readers.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)
    database.close()

    assert differences == []
    assert len(METADATA.tables) == 69


@pytest.mark.parametrize("change", ["UPDATE audit SET at_ms = 2", "DELETE FROM audit"])
def test_the_audit_log_refuses_to_be_rewritten(change: str, any_database: Path | str) -> None:
    database = Database(any_database)
    database.migrate()
    with database.connect_writer() as connection, connection.begin():
        connection.execute(sa.text("INSERT INTO audit VALUES (1, 1, 'ann', 'ban', 'bob')"))

    with database.connect_writer() as connection, pytest.raises(IntegrityError, match="only grows"):
        connection.execute(sa.text(change))
    database.close()


@pytest.mark.parametrize(
    ("revision", "error"), [("0001", DevelopmentSchema), ("0012", DevelopmentSchema), ("9999", NewerSchema)]
)
def test_the_schema_of_another_version_is_refused(
    revision: str, error: type[Exception], any_database: Path | str
) -> None:
    database = Database(any_database)
    database.migrate()
    with database.connect_writer() as connection, connection.begin():
        connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{revision}'"))

    with pytest.raises(error, match=revision):
        database.migrate()
    database.close()


def test_the_schema_accepted_as_up_to_date_is_the_newest() -> None:
    assert heads() == [HEAD]


def test_starting_on_an_up_to_date_database_does_not_load_alembic(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.sqlite3")
    database.migrate()
    database.close()
    program = (
        "import sys; from pathlib import Path; from tantrix.server.database.database import Database\n"
        "database = Database(Path(sys.argv[1])); database.migrate(); database.close()\n"
        "sys.exit('alembic' in sys.modules)"
    )

    ended = subprocess.run([sys.executable, "-c", program, tmp_path / "a.sqlite3"], check=False)

    assert ended.returncode == 0

"""Databases with all tables and no rows, copied from one that each process of tests migrates only once."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE, open_folder
from tests.server.support.external_servers import new_database


def migrated_folder(folder: Path) -> Path:
    """Make a data folder whose database is up to date; return the folder. An existing database is kept."""
    if not (folder / DATABASE).exists():
        open_folder(folder).write_bytes(_migrated_file())
    return folder


def migrated_file(file: Path) -> Path:
    """Make a database file that is up to date; return the file."""
    file.write_bytes(_migrated_file())
    return file


def migrated_database(address: str) -> str:
    """Create an up-to-date database beside the one at an address of PostgreSQL; return its address."""
    return new_database(address, template=_migrated_beside(address))


@cache
def _migrated_file() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / DATABASE
        _migrate(file)
        return file.read_bytes()


@cache
def _migrated_beside(address: str) -> str:
    made = new_database(address)
    _migrate(made)
    return made


def _migrate(where: Path | str) -> None:
    database = Database(where)
    database.migrate()
    database.close()

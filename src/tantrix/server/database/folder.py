"""The data folder, readable only by its owner because it holds the secrets of all bags."""

from pathlib import Path

import structlog

_LOG = structlog.get_logger()

DATABASE = "tantrix.sqlite3"
FOLDER_MODE, FILE_MODE = 0o700, 0o600


def open_folder(folder: Path) -> Path:
    """Create the folder and its database if missing, deny both to other users; return the database's path.

    A folder that also holds other files keeps its mode. Raises OSError if the folder cannot be used.
    """
    folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    if all(_is_ours(file) for file in folder.iterdir()):
        _close(folder, FOLDER_MODE)
    database = folder / DATABASE
    database.touch(FILE_MODE)
    for file in filter(_is_ours, folder.iterdir()):
        _close(file, FILE_MODE)
    return database


def _is_ours(file: Path) -> bool:
    # SQLite creates -wal and -shm with the mode of the database.
    return file.name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")


def _close(path: Path, mode: int) -> None:
    """Deny other users access to a file, if this user may change its mode."""
    try:
        if path.stat().st_mode & 0o077:
            path.chmod(mode)
    except FileNotFoundError:
        return  # a server that has just stopped removed its -wal and -shm
    except PermissionError:
        _LOG.warning("other users can read the data folder", path=str(path))

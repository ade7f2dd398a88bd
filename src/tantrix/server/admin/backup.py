"""Backup of all data to one file, also while people play, and restore of a server's folder from it.

The file is a complete SQLite database, consistent as of one moment, and checked before the backup succeeds.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tantrix.server.database.folder import DATABASE

PAGES_A_STEP = 1_000  # pages copied at a time; writers can write between two steps
Progress = Callable[[int, int], None]  # pages done, total pages


class BackupError(ValueError):
    """A backup that cannot be made or restored; the message says why and what is expected."""


def back_up(folder: Path, target: Path, on_progress: Progress = lambda _done, _all: None) -> int:
    """Copy the data of a server to a new file, and return its size in bytes. Raises BackupError."""
    if not (folder / DATABASE).is_file():
        raise BackupError(f"expected the folder of a server's data, got {folder}")
    if target.exists():
        raise BackupError(f"expected a file that is not there yet, got {target}")
    draft = target.with_name(f".{target.name}.part")
    try:
        _copy(folder / DATABASE, draft, on_progress)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return target.stat().st_size


def restore(source: Path, folder: Path, on_progress: Progress = lambda _done, _all: None) -> None:
    """Restore a server's folder from a backup. Raises BackupError if the folder already holds data."""
    if not source.is_file():
        raise BackupError(f"expected a backup, got {source}, which is no file")
    if (folder / DATABASE).exists():
        raise BackupError(f"expected a folder without data, got {folder}; move its files away first")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder / f"{DATABASE}.part"
    try:
        _copy(source, draft, on_progress)
        draft.replace(folder / DATABASE)
    finally:
        draft.unlink(missing_ok=True)


def _copy(source: Path, target: Path, on_progress: Progress) -> None:
    """Copy a database page by page and check the copy, which only the current system user can read."""
    os.close(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as whole,
            closing(sqlite3.connect(target)) as copy,
        ):
            whole.backup(copy, pages=PAGES_A_STEP, progress=lambda _, left, n: on_progress(n - left, n))
            copy.execute("PRAGMA journal_mode=DELETE")
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
            copy.execute("SELECT count(*) FROM games")
    except sqlite3.DatabaseError as error:
        raise BackupError(f"expected the data of a server, got {source}: {error}") from error
    if verdict != "ok":
        raise BackupError(f"expected sound data in {source}, got: {verdict}")

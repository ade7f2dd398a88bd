"""Back up all data to one file, even while people play, and restore a server's folder from it.

The file is a complete SQLite database, consistent as of one moment, and checked before the backup succeeds.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tantrix.server.cluster.uptime import write_alive
from tantrix.server.database.copies import (
    CopyError,
    Progress,
    copies_in,
    copy_database,
    is_sound,
    record_backup,
)
from tantrix.server.database.folder import DATABASE


def back_up(folder: Path, target: Path, on_progress: Progress = lambda _done, _all: None) -> int:
    """Copy the data of a server to a new file, and return its size in bytes. Raises CopyError."""
    if not (folder / DATABASE).is_file():
        raise CopyError(f"expected the folder of a server's data, got {folder}")
    if target.exists():
        raise CopyError(f"expected a file that does not exist yet, got {target}")
    copy_database(folder / DATABASE, target, on_progress)
    with suppress(OSError):  # a full disk must not prevent a backup to another one
        record_backup(folder, target)
    return target.stat().st_size


def restore(source: Path, folder: Path, on_progress: Progress = lambda _done, _all: None) -> int | None:
    """Restore a server's folder from a backup, or from the newest intact copy in the folder of a replica.

    Return the time of the last event of any game in it, or None if there is none. Clocks do not count the
    time from then until the next start. Raises CopyError, for example if the folder already holds data.
    """
    if not source.exists():
        raise CopyError(f"expected a backup, got {source}, which is not a file")
    if (folder / DATABASE).exists():
        raise CopyError(f"expected a folder without data, got {folder}; move its files away first")
    backup = _newest(source) if source.is_dir() else source
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy_database(backup, folder / DATABASE, on_progress)
    with closing(sqlite3.connect(folder / DATABASE)) as restored:
        (last_ms,) = restored.execute("SELECT max(at_ms) FROM journal").fetchone()
    if last_ms is not None:
        write_alive(folder, last_ms)
    return None if last_ms is None else int(last_ms)


def _newest(replica: Path) -> Path:
    found = next(filter(is_sound, copies_in(replica)), None)
    if found is None:
        raise CopyError(f"expected a folder with copies of a server's data, got {replica}")
    return found

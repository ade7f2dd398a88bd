"""Copies of a database file: made while the server writes, checked, and named by their time.

A copy is a complete SQLite database as of one moment. Once it has its final name, it is complete and never
changes.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from tantrix.server.database.folder import FILE_MODE

Progress = Callable[[int, int], None]  # pages done, total pages

PAGES_PER_STEP = 1_000  # copied between two calls of `on_progress`
KEEP_NEWEST = 5
KEEP_HOURS, KEEP_DAYS = 24, 7  # the newest copy of each of these hours and days is kept
LAST_BACKUP = "last-backup"  # in the data folder: the path of the last file that `tantrix backup` wrote

_NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR")
_NAME = re.compile(r"tantrix-([0-9]{8}T[0-9]{6}\.[0-9]{3})Z\.sqlite3")
_TIME = "%Y%m%dT%H%M%S.%f"


class CopyError(ValueError):
    """A copy failed; the message says what is wrong with the source or the copy."""


def copy_database(source: Path, target: Path, on_progress: Progress = lambda _done, _all: None) -> None:
    """Copy a database to a new file that only this system user can read; check the copy and sync it to disk.

    The copy shows one moment, so copying ends even if the source is written to all the time. Raises CopyError
    if the source or the copy is damaged, OSError if the copy cannot be written.
    """
    draft = target.with_name(f".{target.name}.part")
    try:
        _copy(source, draft, on_progress)
        _sync(draft)
        draft.replace(target)
        _sync(target.parent)
    finally:
        draft.unlink(missing_ok=True)


def is_sound(file: Path) -> bool:
    """Return whether a copy is a complete database. Reads all of it."""
    try:
        with closing(_open(file, "immutable=1")) as copy:
            return _verdict(copy) == "ok"
    except sqlite3.DatabaseError:
        return False


def copy_name(now_ms: int) -> str:
    """Return the name of a copy made at a time; names sort by time."""
    time = datetime.fromtimestamp(now_ms / 1000, UTC)
    return f"tantrix-{time.strftime(_TIME)[:-3]}Z.sqlite3"


def copy_ms(file: Path) -> int | None:
    """Return the time when a copy was made, from its name; None for any other file."""
    found = _NAME.fullmatch(file.name)
    if found is None:
        return None
    return round(datetime.strptime(found[1], _TIME).replace(tzinfo=UTC).timestamp() * 1000)


def copies_in(folder: Path) -> list[Path]:
    """List the copies in a folder, newest first; none if the folder does not exist."""
    return sorted((file for file in folder.glob("*") if copy_ms(file) is not None), reverse=True)


def expendable(copies: Iterable[Path]) -> list[Path]:
    """List the copies that need not be kept: neither among the newest, nor newest of an hour or day."""
    newest_first = sorted(copies, reverse=True)
    retained = set(newest_first[:KEEP_NEWEST])
    for letters, n in ((len("tantrix-20261122T20"), KEEP_HOURS), (len("tantrix-20261122"), KEEP_DAYS)):
        newest_of: dict[str, Path] = {}
        for file in newest_first:
            newest_of.setdefault(file.name[:letters], file)
        retained.update(list(newest_of.values())[:n])
    return [file for file in newest_first if file not in retained]


def record_backup(folder: Path, file: Path) -> None:
    """Note in the data folder where its last backup is."""
    note = folder / LAST_BACKUP
    note.unlink(missing_ok=True)  # it may have been readable for others
    note.touch(FILE_MODE)
    note.write_text(f"{file.absolute()}\n")


def newest_backup(folder: Path, replica: Path | None) -> Path | None:
    """Return the newest known intact copy of a data folder, from its replica or from `tantrix backup`."""
    known = [] if replica is None else copies_in(replica)
    with suppress(FileNotFoundError):
        known.append(Path((folder / LAST_BACKUP).read_text().rstrip("\n")))
    there = sorted((file for file in known if file.is_file()), key=lambda file: file.stat().st_mtime)
    return next((file for file in reversed(there) if is_sound(file)), None)


def _copy(source: Path, target: Path, on_progress: Progress) -> None:
    os.close(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, FILE_MODE))
    try:
        with closing(_open(source)) as whole, closing(sqlite3.connect(target)) as copy:
            # One read transaction for all steps: otherwise SQLite would start again after each commit.
            whole.execute("BEGIN")
            whole.execute("SELECT 1 FROM games LIMIT 1")
            whole.backup(copy, pages=PAGES_PER_STEP, progress=lambda _, left, n: on_progress(n - left, n))
            copy.execute("PRAGMA journal_mode=DELETE")
            verdict = _verdict(copy)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "").startswith(_NO_ROOM):
            raise CopyError(f"cannot write the copy {target}: {error}") from error
        raise CopyError(f"expected the data of a server, got {source}: {error}") from error
    if verdict != "ok":
        raise CopyError(f"expected undamaged data in {source}, got: {verdict}")


def _open(file: Path, *options: str) -> sqlite3.Connection:
    address = "&".join((f"{file.absolute().as_uri()}?mode=ro", *options))
    return sqlite3.connect(address, uri=True, isolation_level=None)


def _verdict(database: sqlite3.Connection) -> str:
    (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
    return str(verdict)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)

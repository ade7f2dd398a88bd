"""Bringing the data of a server up to this version, and the rehearsal of that on a copy.

A file is backed up first. Whatever ends the upgrade early, the data are what they were or what they become,
and the next upgrade goes on.
"""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Literal

import sqlalchemy as sa

from tantrix._tools.languages import gettext as _
from tantrix.server.admin.accounts import settings_of
from tantrix.server.admin.unusable_data import UNUSABLE, explain
from tantrix.server.cluster.uptime import read_uptime
from tantrix.server.database.copies import copy_database, copy_name
from tantrix.server.database.damage import check_file
from tantrix.server.database.database import HEAD, Database
from tantrix.server.database.development.conversion import (
    UNFINISHED,
    convert_file,
    convert_schema,
    is_convertible,
)
from tantrix.server.database.folder import DATABASE, open_folder
from tantrix.server.database.schema_errors import DevelopmentSchema, UpgradeUnderWay
from tantrix.server.database.upgrade import pending, sole_upgrade, version_of
from tantrix.server.database.writer import Writer
from tantrix.server.games.replay import replayed
from tantrix.server.games.room import progress_row
from tantrix.server.games.store import GameStore
from tantrix.server.settings import Settings

_DRAFT = ".upgrade-"
_BATCH = 200  # games in one commit

Action = Literal["none", "migrate", "convert"]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What an upgrade does or did. `found` and `known`: versions of the schema, before and after.

    `migrate` applies `revisions`; `convert` copies all rows of a development version, `n_rows`, into new
    tables. `seconds`: how long it took, None if it was not tried; `backup`: the file with the old data.
    """

    action: Action
    found: str | None
    known: str = HEAD
    revisions: tuple[str, ...] = ()
    n_rows: int | None = None
    seconds: float | None = None
    backup: Path | None = None


def upgrade_data(folder: Path) -> Upgrade:
    """Bring the data up to this version. Raises ValueError, with a sentence for the operator."""
    with _explained(settings_of(folder)) as settings:
        began = time.monotonic()
        done = _upgrade_shared(settings) if settings.database else _upgrade_file(settings)
        return replace(done, seconds=time.monotonic() - began) if done.action != "none" else done


def rehearse(folder: Path) -> Upgrade:
    """Return what `upgrade_data` would do, and how long it takes on a copy that is deleted again.

    Only PostgreSQL is not copied. The server may be running. Raises ValueError like `upgrade_data`.
    """
    with _explained(settings_of(folder)) as settings:
        where = settings.database or open_folder(folder)
        if settings.database is None:
            check_file(folder, was_used=True)
        with closing(Database(where)) as database:
            plan = _plan(database)
        if plan.action == "none" or settings.database is not None:
            return plan
        with TemporaryDirectory(prefix=".rehearsal-", dir=folder) as place:
            copy_database(folder / DATABASE, Path(place) / DATABASE)
            began = time.monotonic()
            done = _upgrade_file(replace(settings, data_dir=Path(place)))
            return replace(done, seconds=time.monotonic() - began, backup=None)


@contextmanager
def _explained(settings: Settings) -> Iterator[Settings]:
    try:
        yield settings
    except UNUSABLE as error:
        raise ValueError(explain(settings, error)) from error


def _plan(database: Database) -> Upgrade:
    """Find out what has to be done, without changing anything."""
    with database.readers.connect() as connection:
        found = version_of(connection)
        try:
            revisions = tuple(pending(connection))
            if is_convertible(connection, found):
                return Upgrade("convert", found)
        except DevelopmentSchema:
            return Upgrade("convert", found)
    if revisions:
        return Upgrade("migrate", found, revisions=revisions)
    database.migrate()  # only checks the tables
    return Upgrade("none", found)


def _upgrade_file(settings: Settings) -> Upgrade:
    folder = settings.data_dir
    file = open_folder(folder)
    check_file(folder, was_used=True)
    with closing(Database(file)) as database:
        plan = _plan(database)
    if plan.action == "none":
        return plan
    with _alone(file):
        _remove_drafts(folder)
        backup = folder / f"before-{HEAD}-{copy_name(settings.now_ms())}"
        copy_database(file, backup)
        if plan.action == "convert":
            return replace(plan, n_rows=_convert(backup, file, settings), backup=backup)
    with closing(Database(file)) as database:
        database.migrate()
    return replace(plan, backup=backup)


def _convert(backup: Path, file: Path, settings: Settings) -> int:
    """Replace a file with the converted rows of its backup; return their number."""
    with TemporaryDirectory(prefix=_DRAFT, dir=file.parent) as place:
        draft = Path(place) / DATABASE
        n_rows = convert_file(backup, draft)
        with closing(Database(draft)) as converted:
            _finish(converted, settings)
        copy_database(draft, file)
    return n_rows


def _remove_drafts(folder: Path) -> None:
    """Remove what an upgrade that was killed has left behind."""
    for draft in folder.glob(f"{_DRAFT}*"):
        rmtree(draft)
    for part in (*folder.glob(".before-*.part"), folder / f".{DATABASE}.part"):
        part.unlink(missing_ok=True)


def _upgrade_shared(settings: Settings) -> Upgrade:
    assert settings.database is not None, "a shared database has an address"
    with closing(Database(settings.database)) as database:
        plan, n_rows = _plan(database), None
        if plan.action == "convert":
            with database.connect_writer() as writer, sole_upgrade(writer) as connection:
                if version_of(connection) == plan.found != UNFINISHED:
                    n_rows = convert_schema(connection)
            _finish(database, settings)
            with database.connect_writer() as writer, sole_upgrade(writer) as connection:
                is_unfinished = f"WHERE version_num = '{UNFINISHED}'"
                connection.execute(
                    sa.text(f"UPDATE alembic_version SET version_num = '{HEAD}' {is_unfinished}")
                )
        database.migrate()
        return replace(plan, n_rows=n_rows)


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Keep everybody else from writing to a file. Raises UpgradeUnderWay if somebody else has it open.

    The file's log is merged into it, so that it can be replaced.
    """
    inode = file.stat().st_ino
    with closing(sqlite3.connect(file, isolation_level=None, timeout=1)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise UpgradeUnderWay(_("a server or another upgrade is using it")) from error
        if file.stat().st_ino != inode:
            raise UpgradeUnderWay(_("a server or another upgrade is using it"))
        yield


def _finish(database: Database, settings: Settings) -> None:
    """Save of each game what lists show of it, which development versions did not store."""
    store, uptime = GameStore(database.readers), read_uptime(database.readers)
    with closing(Writer(database.connect_writer)) as writer:
        for ids in _batches(store.unlisted_ids()):
            rows = (store.game(game_id) for game_id in ids)
            rooms = (replayed(database.readers, row, settings, uptime) for row in rows if row is not None)
            asyncio.run(writer.append(*(progress_row(room, settings.now_ms()) for room in rooms)))


def _batches(ids: list[str]) -> Iterator[list[str]]:
    return (ids[first : first + _BATCH] for first in range(0, len(ids), _BATCH))

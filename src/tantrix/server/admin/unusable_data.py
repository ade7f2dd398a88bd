"""Sentences about data that this version cannot use, for operators."""

import os
from pathlib import Path
from shlex import quote

from sqlalchemy.exc import SQLAlchemyError

from tantrix._tools.languages import gettext as _
from tantrix.server.database.copies import newest_backup
from tantrix.server.database.damage import DamagedFile
from tantrix.server.database.engine import shown
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.schema_errors import (
    DevelopmentSchema,
    NewerSchema,
    UnfitSchema,
    UpgradeUnderWay,
)
from tantrix.server.settings import Settings

UNUSABLE = (
    OSError,
    SQLAlchemyError,
    DamagedFile,
    DevelopmentSchema,
    NewerSchema,
    UnfitSchema,
    UpgradeUnderWay,
)


def explain(settings: Settings, error: Exception) -> str:
    """Return a sentence on why the data cannot be used and what to do; `error` is one of `UNUSABLE`."""
    folder = settings.data_dir
    place: Path | str = folder if settings.database is None else shown(settings.database)
    match error:
        case NewerSchema():
            sentence = _(
                "the folder {folder} was written by a newer version of tantrix (schema {found}, this one "
                "knows up to {known}); take that version or another --data"
            )
            return sentence.format(folder=place, found=error.found, known=error.known)
        case DevelopmentSchema():
            sentence = _(
                "the data in {folder} were written by an older development version of tantrix ({reason}); "
                "stop its server and bring them up: tantrix admin upgrade{option}"
            )
            option = "" if settings.database is not None else f" --data {quote(str(folder))}"
            return sentence.format(folder=place, reason=error, option=option)
        case DamagedFile() | UnfitSchema():
            file = getattr(error, "file", folder / DATABASE)
            return _unusable(settings, place if settings.database else file, error)
        case UpgradeUnderWay():
            return _("cannot use {file}: {reason}; try again later").format(file=place, reason=error)
        case OSError() | SQLAlchemyError() if settings.database is not None:
            sentence = _("cannot use the database {address}: {reason}; try another --database")
            return sentence.format(address=place, reason=reason_of(error))
        case OSError() | SQLAlchemyError():
            refusal = _("cannot use the folder {folder}: {reason}; try another --data")
            return refusal.format(folder=folder, reason=reason_of(error))
    raise error


def reason_of(error: OSError | SQLAlchemyError) -> str:
    """Return what the operating system or the database says, in one line."""
    if isinstance(error, OSError):
        number = error.errno or 0  # negative if a name was not found
        return os.strerror(number) if number > 0 else error.strerror or str(error)
    return str(error.__cause__ or error).strip().partition("\n")[0]


def _unusable(settings: Settings, file: Path | str, error: Exception) -> str:
    """Return a sentence on what is wrong with a database, and how to restore its newest backup."""
    folder, backup = settings.data_dir, None
    if settings.database is None:
        backup = newest_backup(folder, settings.replica)
    if backup is None:
        sentence = _("cannot use {file}: {reason}; restore a backup: tantrix restore FILE --data NEW-DIR")
        return sentence.format(file=file, reason=error)
    restored = folder.with_name(f"{folder.name}-restored")
    sentence = _(
        "cannot use {file}: {reason}; restore its newest backup: tantrix restore {backup} --data {restored}"
    )
    quoted = {"backup": quote(str(backup)), "restored": quote(str(restored))}
    return sentence.format(file=file, reason=error, **quoted)

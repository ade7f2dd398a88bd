"""Export and import of the archive from the command line, whether or not the server is running."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

from tantrix.server.account_data import account_store
from tantrix.server.admin.accounts import OPERATOR, open_data
from tantrix.server.archive.import_reading import Limits
from tantrix.server.archive.importer import Importer
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.archive import ImportReport
from tantrix.server.settings import Settings
from tantrix.server.sharing.removals import Removal, imported_record
from tantrix.server.warmup import warm_up_rules

_ANY_NUMBER = Limits(10_000_000, 10_000_000)

Progress = Callable[[int], None]  # the number of records written so far


def export(
    folder: Path, out: Path, month: str, with_private: bool, on_progress: Progress = lambda _n: None
) -> int:
    """Write the records of a month like 2026-11, or of all time, to a file; return their number.

    The file appears under its name only when it is complete; until then it is written as a draft next to it.
    Raises OSError.
    """
    database = open_data(folder)
    draft = out.with_name(f".{out.name}.part")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            texts = ArchiveStore(database.readers).every_record(month, with_private)
            n_records = write_records(texts, file.write, on_progress)
        draft.replace(out)
    finally:
        draft.unlink(missing_ok=True)
        database.close()
    return n_records


def write_records(texts: Iterator[str], write: Callable[[str], object], on_progress: Progress) -> int:
    """Write records one after the other with a blank line in between; return their number."""
    n_records = 0
    for text in texts:
        write(text if n_records == 0 else f"\n{text}")
        n_records += 1
        on_progress(n_records)
    return n_records


def remove(folder: Path, game_id: str, reason: str) -> None:
    """Remove an imported record, for a reason that those concerned are told. Raises ValueError, OSError."""
    database = open_data(folder)
    writer, store = Writer(database.connect_writer), ArchiveStore(database.readers)
    try:
        imported = imported_record(store, game_id)
        removal = Removal(imported, OPERATOR, reason, Settings(folder).now_ms())
        requests = ModerationStore(database.readers).requests_about(game_id)
        importer = account_store(database).account(imported.user_id)
        asyncio.run(writer.append(*removal.writes(requests, importer)))
    except Refusal as error:
        raise ValueError(f"{game_id}: {error.sentence_in('en')}") from error
    except NotSaved as error:
        raise OSError(f"not saved: {error}") from error
    finally:
        writer.close()
        database.close()


def import_text(folder: Path, text: str, listing: str) -> ImportReport:
    """Save the valid records of a text as games imported by the operator, without the usual limits.

    Raises ValueError if the folder holds no data, OSError if the games could not be saved.
    """
    database = open_data(folder)
    writer = Writer(database.connect_writer)
    importer = Importer(Settings(folder), ArchiveStore(database.readers), writer)
    try:
        warm_up_rules()
        return asyncio.run(importer.import_text(text, OPERATOR, listing, _ANY_NUMBER))
    except NotSaved as error:
        raise OSError(f"not saved: {error}") from error
    finally:
        writer.close()
        database.close()

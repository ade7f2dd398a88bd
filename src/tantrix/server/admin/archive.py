"""The archive as a file, and back: what an operator does, whether the server runs or not."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

from tantrix.server.admin.accounts import OPERATOR, open_data
from tantrix.server.archive.importer import Importer, Limits
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.protocol.archive import ImportReport
from tantrix.server.settings import Settings
from tantrix.server.warmup import warm_up_rules

_ANY_NUMBER = Limits(10_000_000, 10_000_000)

Tell = Callable[[int], None]  # how many records are done


def export(folder: Path, out: Path, month: str, with_private: bool, tell: Tell = lambda _n: None) -> int:
    """Write the records of a month like 2026-11, or of all time, into a file; return how many there are.

    The file is there when it is whole: what is being written stands beside it until then. Raises OSError.
    """
    database = open_data(folder)
    draft = out.with_name(f".{out.name}.part")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            texts = ArchiveStore(database.readers).every_record(month, with_private)
            n_records = write_records(texts, file.write, tell)
        draft.replace(out)
    finally:
        draft.unlink(missing_ok=True)
        database.close()
    return n_records


def write_records(texts: Iterator[str], write: Callable[[str], object], tell: Tell) -> int:
    """Write records one after the other, a blank line between; return how many there are."""
    n_records = 0
    for text in texts:
        write(text if n_records == 0 else f"\n{text}")
        n_records += 1
        tell(n_records)
    return n_records


def take_in(folder: Path, text: str, listing: str) -> ImportReport:
    """Keep the sound records of a text as imported games of the operator, however many.

    Raises ValueError if there are no data in the folder, OSError if they could not be saved.
    """
    database = open_data(folder)
    writer = Writer(database.connect_writer)
    importer = Importer(Settings(folder), ArchiveStore(database.readers), writer)
    try:
        warm_up_rules()
        return asyncio.run(importer.take_in(text, OPERATOR, listing, _ANY_NUMBER))
    except NotSaved as error:
        raise OSError(f"not saved: {error}") from error
    finally:
        writer.close()
        database.close()

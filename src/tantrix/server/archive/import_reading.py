"""Reading and checking the records of an import in a worker process, without the database."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from tantrix.server.archive.imported_rooms import import_writes, room_of
from tantrix.server.archive.records import ParsedRecord, digest, read_all
from tantrix.server.database.writes import Write
from tantrix.server.http.worker_process import WorkerJob
from tantrix.server.protocol.text import visible_text
from tantrix.server.settings import random_id

MAX_IMPORTED = 500  # records in one text from a browser or a program
MAX_WRONG = 50  # invalid records; after these the rest of the text is not read
RECORDS_PER_REPORT = 50  # records that are reported to the server and saved at a time


class Limits(NamedTuple):
    """How many records of a text are read at most, and how many may be invalid before the import stops."""

    n_records: int = MAX_IMPORTED
    n_wrong: int = MAX_WRONG


USUAL = Limits()


@dataclass(frozen=True, slots=True)
class ImportTask:
    """A text to import, its importer and the time; `listing`: who can find the games."""

    text: str
    limits: Limits
    user_id: str
    listing: str
    now_ms: int


@dataclass(frozen=True, slots=True)
class PreparedRecord:
    """A record of a text: its problems, or the rows to write if it is new.

    `game`: its number in the text, from 1. `line`: the line where it begins, or of its first problem.
    """

    game: int
    line: int
    problems: tuple[str, ...] = ()
    game_id: str = ""
    digest: str = ""
    writes: Sequence[Write] = ()


def prepare_records(job: WorkerJob, task: ImportTask) -> None:
    """Read and check the records of a text, and report them in batches. Takes 10 ms per record."""
    for chunk in prepared_records(task, random_id):
        job.report(chunk)


def prepared_records(task: ImportTask, make_id: Callable[[], str]) -> Iterator[list[PreparedRecord]]:
    """Yield the records of a text in batches."""
    reads = _read_some(task.text, task.limits)
    while chunk := [_prepared(read, task, make_id) for read in islice(reads, RECORDS_PER_REPORT)]:
        yield chunk


def _prepared(read: ParsedRecord, task: ImportTask, make_id: Callable[[], str]) -> PreparedRecord:
    if read.record is None:
        return PreparedRecord(read.game, read.line, read.problems)
    its_digest = digest(read.record)
    room = room_of(make_id(), read.record, task.now_ms, task.listing)
    writes = tuple(import_writes(room, its_digest, task.user_id, task.now_ms))
    return PreparedRecord(read.game, read.line, (), room.setup.id, its_digest, writes)


def _read_some(text: str, limits: Limits) -> Iterator[ParsedRecord]:
    n_wrong = 0
    for n_read, read in enumerate(read_all(visible_text(text.replace("\r\n", "\n").replace("\r", "\n")))):
        n_wrong += bool(read.problems)
        if n_read == limits.n_records or n_wrong > limits.n_wrong:
            most = f"{limits.n_records} records, {limits.n_wrong} of them wrong"
            yield ParsedRecord(read.game, read.line, None, (f"at most {most} at a time; read no further",))
            return
        yield read

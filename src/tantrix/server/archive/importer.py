"""Import of records: read them, check them, skip known games, and save the rest as imported games."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tantrix.server.archive.import_reading import (
    RECORDS_PER_REPORT,
    USUAL,
    ImportTask,
    Limits,
    PreparedRecord,
    prepare_records,
    prepared_records,
)
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.protocol.archive import ImportedGame, ImportProblem, ImportReport
from tantrix.server.settings import Settings


@dataclass(frozen=True, slots=True)
class _SortedRecords:
    """The records of a text: the new ones by digest, the known ones, and the problems found."""

    new: dict[str, PreparedRecord]
    known: list[ImportedGame]
    problems: list[ImportProblem]


class Importer:
    """Imports records into the archive. Without a `pool`, they are read on a thread."""

    def __init__(
        self, settings: Settings, store: ArchiveStore, writer: Writer, pool: WorkerPool | None = None
    ) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._pool = pool

    async def import_text(
        self, text: str, user_id: str, listing: str, limits: Limits = USUAL
    ) -> ImportReport:
        """Save the valid records of a text as a user's imported games, and report problems with the others.

        Games that are already in the archive are listed, but not saved twice. A record takes about 10 ms of
        processor time. Raises NotSaved, and Refusal if the user has used too much computing time.
        """
        task = ImportTask(text, limits, user_id, listing, self._settings.now_ms())
        prepared = await self._prepared(task)
        found = await asyncio.to_thread(self._sorted, prepared)
        imported: list[ImportedGame] = []
        rows = list(found.new.values())
        for first in range(0, len(rows), RECORDS_PER_REPORT):
            saved = await asyncio.gather(*map(self._saved, rows[first : first + RECORDS_PER_REPORT]))
            imported += [game for game, is_new in saved if is_new]
            found.known.extend(game for game, is_new in saved if not is_new)
        return ImportReport(imported=imported, known=found.known, problems=found.problems)

    async def _prepared(self, task: ImportTask) -> list[PreparedRecord]:
        if self._pool is None:
            chunks = await asyncio.to_thread(lambda: list(prepared_records(task, self._settings.make_id)))
        else:
            chunks = []
            await self._pool.follow(task.user_id, chunks.append, prepare_records, task)
        return [each for chunk in chunks for each in chunk]

    async def _saved(self, new: PreparedRecord) -> tuple[ImportedGame, bool]:
        """Save a game; return it and whether it is new: another import may just have saved the same game."""
        try:
            await self._writer.append(*new.writes)
        except NotSaved:
            there = await asyncio.to_thread(self._store.known, [new.digest])
            if new.digest not in there:
                raise
            return _named(new, there[new.digest]), False
        return _named(new, new.game_id), True

    def _sorted(self, prepared: Sequence[PreparedRecord]) -> _SortedRecords:
        """Look up which records are already in the archive."""
        sound = [each for each in prepared if not each.problems]
        there = self._store.known([each.digest for each in sound])
        removed = self._store.removed_digests([each.digest for each in sound])
        new: dict[str, PreparedRecord] = {}
        wrong = [each for each in prepared if each.problems]
        for each in sound:
            if each.digest in new:
                problem = f"this is record {new[each.digest].game} once more"
                wrong.append(replace(each, problems=(problem,)))
            elif each.digest in removed:
                wrong.append(replace(each, problems=("this game was removed from the archive",)))
            elif each.digest not in there:
                new[each.digest] = each
        known = [_named(each, there[each.digest]) for each in sound if each.digest in there]
        return _SortedRecords(new, known, _problems(wrong))


def _problems(reads: Iterable[PreparedRecord]) -> list[ImportProblem]:
    return [
        ImportProblem(game=read.game, line=read.line, problem=problem)
        for read in sorted(reads, key=lambda read: read.game)
        for problem in read.problems
    ]


def _named(read: PreparedRecord, game_id: str) -> ImportedGame:
    return ImportedGame(game=read.game, line=read.line, id=game_id, url=f"/games/{game_id}")

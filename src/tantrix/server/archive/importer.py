"""Import of records: read them, check them, skip known games, and save the rest as imported games."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tantrix.server.archive.imported_rooms import room_of, writes_of
from tantrix.server.archive.records import Read, digest, read_all
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.protocol.archive import ImportedGame, ImportProblem, ImportReport
from tantrix.server.settings import Settings

MAX_IMPORTED = 500  # records in one text from a browser or a program
MAX_WRONG = 50  # invalid records; the rest of the text is not read
_TOGETHER = 50  # records saved at a time


class Limits(NamedTuple):
    """How many records of a text are read, and how many may be invalid before the import stops."""

    n_records: int = MAX_IMPORTED
    n_wrong: int = MAX_WRONG


USUAL = Limits()


@dataclass(frozen=True, slots=True)
class _New:
    """A valid record that is not in the archive yet."""

    read: Read
    digest: str
    game: ImportedGame
    writes: Sequence[Write]


@dataclass(frozen=True, slots=True)
class _Sorted:
    """The records of a text: new ones by digest, those already known, and the problems found."""

    new: dict[str, Read]
    known: list[ImportedGame]
    problems: list[ImportProblem]


class Importer:
    """Imports records into the archive."""

    def __init__(self, settings: Settings, store: ArchiveStore, writer: Writer) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer

    async def take_in(self, text: str, user_id: str, listing: str, limits: Limits = USUAL) -> ImportReport:
        """Save the valid records of a text as a user's imported games, and report problems with the others.

        Games that are already in the archive are listed, but not saved twice. A record takes about 10 ms of
        CPU, on a thread. Raises NotSaved.
        """
        found = await asyncio.to_thread(self._sorted, text, limits)
        imported: list[ImportedGame] = []
        rows = list(found.new.items())
        for first in range(0, len(rows), _TOGETHER):
            made = await asyncio.to_thread(self._made, rows[first : first + _TOGETHER], user_id, listing)
            saved = await asyncio.gather(*map(self._saved, made))
            imported += [game for game, is_new in saved if is_new]
            found.known.extend(game for game, is_new in saved if not is_new)
        return ImportReport(imported=imported, known=found.known, problems=found.problems)

    async def _saved(self, new: _New) -> tuple[ImportedGame, bool]:
        """Save a game; return it and whether it is new: another import may have just saved the same one."""
        try:
            await self._writer.append(*new.writes)
        except NotSaved:
            there = await asyncio.to_thread(self._store.known, [new.digest])
            if new.digest not in there:
                raise
            return _named(new.read, there[new.digest]), False
        return new.game, True

    def _made(self, rows: Iterable[tuple[str, Read]], user_id: str, listing: str) -> list[_New]:
        return [self._new(its_digest, read, user_id, listing) for its_digest, read in rows]

    def _new(self, its_digest: str, read: Read, user_id: str, listing: str) -> _New:
        assert read.record is not None, f"expected a sound record, got {read.problems}"
        now_ms = self._settings.now_ms()
        room = room_of(self._settings.make_id(), read.record, now_ms, listing)
        return _New(
            read, its_digest, _named(read, room.setup.id), writes_of(room, its_digest, user_id, now_ms)
        )

    def _sorted(self, text: str, limits: Limits) -> _Sorted:
        """Read and check the records of a text, and look up which are already in the archive."""
        reads = _read_some(text, limits)
        sound = [(digest(read.record), read) for read in reads if read.record is not None]
        there = self._store.known([each for each, _ in sound])
        new: dict[str, Read] = {}
        wrong = [read for read in reads if read.problems]
        for its_digest, read in sound:
            if its_digest in new:
                problem = f"expected a game once, got game {new[its_digest].game} again"
                wrong.append(replace(read, problems=(problem,)))
            elif its_digest not in there:
                new[its_digest] = read
        known = [_named(read, there[each]) for each, read in sound if each in there]
        return _Sorted(new, known, _problems(wrong))


def _read_some(text: str, limits: Limits) -> list[Read]:
    reads: list[Read] = []
    n_wrong = 0
    for read in read_all(text):
        n_wrong += bool(read.problems)
        if len(reads) == limits.n_records or n_wrong > limits.n_wrong:
            return [*reads, _given_up(read, limits)]
        reads.append(read)
    return reads


def _given_up(read: Read, limits: Limits) -> Read:
    most = f"{limits.n_records} records, {limits.n_wrong} of them wrong"
    return Read(read.game, read.line, None, (f"expected at most {most}; read no further",))


def _problems(reads: Iterable[Read]) -> list[ImportProblem]:
    return [
        ImportProblem(game=read.game, line=read.line, problem=problem)
        for read in sorted(reads, key=lambda read: read.game)
        for problem in read.problems
    ]


def _named(read: Read, game_id: str) -> ImportedGame:
    return ImportedGame(game=read.game, line=read.line, id=game_id, url=f"/games/{game_id}")

"""Records of finished games as the archive stores them: text, day, and a digest that identifies the game."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from tantrix.game import Termination
from tantrix.record import Entry, Record, RecordError, check, print_record, scan_records, verify
from tantrix.server.archive.tables import ArchivedRecord
from tantrix.server.games.room import Room, record_of
from tantrix.server.ratings.results import UNCOUNTED

_AT_LINE = re.compile(r"line (\d+), column \d+: ")
_FIRST_TAG = re.compile(r"^[ \t]*\[[ \t]*Tantrix\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """A record of a text, or its problems.

    `game`: its number in the text, from 1. `line`: the line where it begins, or of its first problem.
    """

    game: int
    line: int
    record: Record | None
    problems: tuple[str, ...] = ()


def archive_rows(room: Room) -> tuple[ArchivedRecord, ...]:
    """Return the row that the archive saves for a finished game, or no row if the game was aborted."""
    outcome = room.game.outcome
    if outcome is None or outcome.termination.value in UNCOUNTED:
        return ()
    return (archived_record(room.setup.id, record_of(room)),)


def archived_record(game_id: str, record: Record) -> ArchivedRecord:
    """Return the row for a record."""
    return ArchivedRecord(game_id, record.date or "", digest(record), print_record(record))


def digest(record: Record) -> str:
    """Return a hash that identifies a game: of the deal, the placements, the draws and the end.

    Names, dates, times, comments, and the commitment and secret of the shuffle are ignored.
    """
    entries = tuple(Entry(entry.placement, entry.draw) for entry in record.entries)
    anonymous = replace(
        record,
        entries=entries,
        drawn=(),
        seats=(),
        date=None,
        commitment=None,
        secret=None,
        comments=(),
        tags=(),
    )
    return sha256(print_record(anonymous).encode()).hexdigest()


def read_all(text: str) -> Iterator[ParsedRecord]:
    """Read the records of a text one by one; after an invalid one, continue at the next.

    Lines are numbered from 1 through the whole text. Each record is replayed, which takes about 5 ms.
    """
    begins = _first_lines(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    for game, read in enumerate(scan_records(text), start=1):
        if isinstance(read, RecordError):
            yield ParsedRecord(game, read.line, None, (read.problem,))
        else:
            yield _checked(game, read, begins)


def _checked(game: int, record: Record, begins: Sequence[int]) -> ParsedRecord:
    problems = (*check(record), *_unfit(record))
    texts = tuple(_AT_LINE.sub("", problem) for problem in problems)
    named = _AT_LINE.match(problems[0]) if problems else None
    line = int(named[1]) if named else _begin(record, begins)
    return ParsedRecord(game, line, None if problems else record, texts)


def _first_lines(text: str) -> list[int]:
    """Return the lines on which records with a `Tantrix` tag begin."""
    ends = [found.start() for found in re.finditer("\n", text)]
    return [bisect_left(ends, tag.start()) + 1 for tag in _FIRST_TAG.finditer(text)]


def _begin(record: Record, begins: Sequence[int]) -> int:
    """Return the line of a record's `Tantrix` tag, or the line of its hands if it has no such tag."""
    before = bisect_right(begins, record.location.line)
    return begins[before - 1] if before else record.location.line


def _unfit(record: Record) -> Iterator[str]:
    """Yield the reasons why the archive does not accept a record that replays."""
    if record.end is None:
        yield "the game has no result"
    elif record.end.termination is Termination.ABORTED:
        yield "the game was aborted"
    if record.secret is not None:
        yield from verify(record)

"""What `record check` and `verify` share: reading files of records and listing their problems.

A file holds records of games, or of Gobble rushes, which begin with the tag `Gobble`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from tantrix._tools.languages import gettext as _
from tantrix._tools.languages import ngettext
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import print_json, read_text
from tantrix.cli.terminal.status import NEGATIVE, UNUSABLE, explained, print_error

if TYPE_CHECKING:
    from tantrix.record import Record, RecordError

T = TypeVar("T")
Problems = tuple[str, ...]
_Report = dict[str, Any]  # file, games, sound, problems, as `--json` prints them
NOT_UTF8 = "surrogateescape"  # a byte that is not UTF-8 damages only the record that it is in
_GOBBLE = re.compile(r"[\s\ufeff]*\[\s*Gobble\b")


def report_checks(files: Sequence[Path], as_json: bool, judge: Callable[["Record"], Problems]) -> None:
    """Check every record of all files; print each problem as it is found, then a verdict per file.

    The exit status is 1 if there are any problems, and 2 if one of several files cannot be read; the others
    are still checked. Gobble records are always dealt again from their secret and replayed; `judge` applies
    only to games.
    """
    reports = []
    n_unread = 0
    for file in files:
        prefix = f"{file}: " if len(files) > 1 else ""
        try:
            found = _report(file, judge, None if as_json else prefix)
        except (OSError, ValueError) as error:
            if len(files) == 1:
                raise
            print_error(explained(error) if isinstance(error, OSError) else str(error))
            n_unread += 1
        else:
            reports.append(found)
    if as_json:
        print_json(reports[0] if len(files) == 1 else {"files": reports})
    if n_unread:
        raise typer.Exit(UNUSABLE)
    if any(found["problems"] for found in reports):
        raise typer.Exit(NEGATIVE)


def _report(file: Path, judge: Callable[["Record"], Problems], prefix: str | None) -> _Report:
    """Check every record of a file; print each line with `prefix`, or nothing if it is None."""
    wrong: list[dict[str, Any]] = []
    n = 0
    for n, problems in enumerate(_judged(file, judge), 1):
        if problems:
            wrong.append({"game": n, "problems": list(problems)})
        if prefix is not None:
            for problem in problems:
                print(prefix + _("game {game}: {problem}").format(game=n, problem=problem))
    if prefix is not None:
        print(prefix + _verdict(n, len(wrong)))
    return {"file": str(file), "games": n, "sound": n - len(wrong), "problems": wrong}


def _judged(file: Path, judge: Callable[["Record"], Problems]) -> Iterator[Problems]:
    """Yield the problems of each record of a file."""
    text = read_text(file, NOT_UTF8)
    if _is_gobble(text):
        return _judged_rushes(file, text)
    compile_kernel()
    return ((str(read),) if isinstance(read, ValueError) else judge(read) for read in _scanned(file, text))


def read_records(file: Path) -> Iterator["Record | RecordError"]:
    """Read game records one by one; in place of a damaged one comes its error.

    Raises ValueError if there are none, or a single one that cannot be read.
    """
    text = read_text(file, NOT_UTF8)
    if _is_gobble(text):
        problem = _("{file} has Gobble games, which can only be checked and verified")
        raise ValueError(problem.format(file=file))
    return _scanned(file, text)


def _is_gobble(text: str) -> bool:
    return _GOBBLE.match(text) is not None


def _judged_rushes(file: Path, text: str) -> Iterator[Problems]:
    from tantrix.gobble import check, scan_rushes

    for read in _several(file, scan_rushes(text)):
        yield (str(read),) if isinstance(read, ValueError) else check(read)


def _scanned(file: Path, text: str) -> Iterator["Record | RecordError"]:
    from tantrix.record import scan_records

    return _several(file, scan_records(text))


def _several(file: Path, records: Iterator[T]) -> Iterator[T]:
    """Pass on records and errors. Raises ValueError if there are none, or nothing but one error."""
    first, second = next(records, None), next(records, None)
    if first is None:
        raise ValueError(_("{file} has no record").format(file=file))
    if second is None and isinstance(first, ValueError):
        raise ValueError(f"{file}: {first}")
    yield first
    if second is not None:
        yield second
    yield from records


def record_at(file: Path, game: int) -> "Record":
    """Return one record of a file, counted from 1. Raises ValueError if there are fewer, or it is damaged."""
    n = 0
    for record in read_records(file):
        n += 1
        if n == game:
            return readable(file, record)
    raise ValueError(_("{file} has the games 1 to {n}, not {game}").format(file=file, n=n, game=game))


def readable(file: Path, read: "Record | RecordError") -> "Record":
    """Return a record. Raises ValueError, with the file, for one that is damaged."""
    if isinstance(read, ValueError):
        raise ValueError(f"{file}: {read}")
    return read


def _verdict(n: int, n_wrong: int) -> str:
    games = ngettext("{n} game", "{n} games", n).format(n=n)
    return (
        _("{games}, no errors").format(games=games)
        if not n_wrong
        else _("{games}, {wrong} with errors").format(games=games, wrong=n_wrong)
    )

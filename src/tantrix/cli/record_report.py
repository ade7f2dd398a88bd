"""What `record check` and `verify` share: read a file of records and list the problems.

A file holds records of games, or of rushes of Gobble, which begin with a tag of that name.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tantrix.cli.compile_progress import compile_kernel
from tantrix.cli.output import print_json, read_text
from tantrix.cli.status import NEGATIVE
from tantrix.i18n import gettext as _
from tantrix.i18n import ngettext

if TYPE_CHECKING:
    from tantrix.record import Record

Problems = tuple[str, ...]


def report(file: Path, as_json: bool, judge: Callable[["Record"], Problems]) -> None:
    """Check every record of a file and print the problems; the status is 1 if there are any.

    Records of Gobble are dealt again from their secret and replayed, whatever the judge of games.
    """
    text = read_text(file)
    if not _is_gobble(text):
        compile_kernel()
    wrong: list[dict[str, object]] = []
    n = 0
    for problems in _judged_rushes(file, text) if _is_gobble(text) else map(judge, _records_in(file, text)):
        n += 1
        if problems:
            wrong.append({"game": n, "problems": list(problems)})
        for problem in () if as_json else problems:
            print(_("game {game}: {problem}").format(game=n, problem=problem))
    if as_json:
        print_json({"file": str(file), "games": n, "sound": n - len(wrong), "problems": wrong})
    else:
        print(_verdict(n, len(wrong)))
    if wrong:
        raise typer.Exit(NEGATIVE)


def records_of(file: Path) -> Iterator["Record"]:
    """Read the records of games one by one. Raises ValueError if they cannot be read, or there are none."""
    text = read_text(file)
    if _is_gobble(text):
        problem = _(
            "{file}: expected records of games, got rushes of Gobble, which can be checked and verified"
        )
        raise ValueError(problem.format(file=file))
    return _records_in(file, text)


def _is_gobble(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("[Gobble ")


def _judged_rushes(file: Path, text: str) -> Iterator[Problems]:
    from tantrix.gobble import RushRecordError, check, parse_rushes

    try:
        yield from map(check, parse_rushes(text.lstrip("\ufeff")))
    except RushRecordError as error:
        raise ValueError(f"{file}: {error}") from None


def _records_in(file: Path, text: str) -> Iterator["Record"]:
    from tantrix.record import RecordError, parse_records

    n = 0
    try:
        for record in parse_records(text):
            n += 1
            yield record
    except RecordError as error:
        raise ValueError(f"{file}: {error}") from None
    if n == 0:
        raise ValueError(_("{file}: expected a record, got none").format(file=file))


def record_at(file: Path, game: int) -> "Record":
    """Return one record of a file, counted from 1. Raises ValueError if there are fewer."""
    n = 0
    for record in records_of(file):
        n += 1
        if n == game:
            return record
    raise ValueError(_("{file}: expected a game 1 to {n}, got {game}").format(file=file, n=n, game=game))


def _verdict(n: int, n_wrong: int) -> str:
    games = ngettext("{n} game", "{n} games", n).format(n=n)
    return (
        _("{games}, nothing wrong").format(games=games)
        if not n_wrong
        else _("{games}, {wrong} with something wrong").format(games=games, wrong=n_wrong)
    )

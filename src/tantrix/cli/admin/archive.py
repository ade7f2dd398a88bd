"""`tantrix export` and `tantrix admin import`: the archive of a server as a text of records, and back."""

import re
from pathlib import Path
from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix._tools.languages import ngettext
from tantrix.cli.admin.accounts import Data, data_folder
from tantrix.cli.options import Json
from tantrix.cli.record_report import NOT_UTF8
from tantrix.cli.terminal.output import print_json, progress, read_text
from tantrix.cli.terminal.status import NEGATIVE

_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


def export(
    out: Annotated[Path, typer.Option("--out", "-o", help=_("The file to write."))],
    month: Annotated[
        str | None, typer.Option(metavar="YYYY-MM", help=_("Only games that began in this month."))
    ] = None,
    with_private: Annotated[
        bool, typer.Option("--with-private", help=_("Include games of private tables."))
    ] = False,
    data: Data = None,
) -> None:
    """Write the records of all finished games at open tables as one text."""
    if month is not None and not _MONTH.fullmatch(month):
        raise ValueError(_("the month must be like 2026-11, not {month!r}").format(month=month))
    from tantrix.server.admin.archive import export as write

    with progress() as shown:
        task = shown.add_task(_("writing"), total=None)
        n_records = write(
            data_folder(data), out, month or "", with_private, lambda n: shown.update(task, completed=n)
        )
    games = ngettext("{n} game", "{n} games", n_records).format(n=n_records)
    print(_("{games} in {file}").format(games=games, file=out))


def import_records(
    file: Annotated[Path, typer.Argument(help=_("A file of one or more records; - for standard input."))],
    listing_private: Annotated[
        bool, typer.Option("--private", help=_("Do not list the games publicly."))
    ] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Check records and store them as imported games; the exit status is 1 if any is invalid."""
    from tantrix.server.admin.archive import import_text

    text = read_text(file, NOT_UTF8)
    report = import_text(data_folder(data), text, "private" if listing_private else "open")
    if json:
        print_json(report.model_dump(mode="json"))
    else:
        for each in report.problems:
            fields = {"game": each.game, "line": each.line, "problem": each.problem}
            print(_("game {game}, line {line}: {problem}").format(**fields))
        n, known = len(report.imported), len(report.known)
        taken = ngettext("{n} game imported", "{n} games imported", n).format(n=n)
        print(_("{taken}, {known} already present").format(taken=taken, known=known))
    if report.problems:
        raise typer.Exit(NEGATIVE)


def remove(
    game_id: Annotated[str, typer.Argument(metavar="ID", help=_("The id of the game, from its address."))],
    reason: Annotated[str, typer.Option(help=_("What those concerned are told."))],
    data: Data = None,
) -> None:
    """Remove an imported record from the archive; its address then says so."""
    from tantrix.server.admin.archive import remove as removed

    removed(data_folder(data), game_id, reason)
    print(_("{id} is removed from the archive.").format(id=game_id))

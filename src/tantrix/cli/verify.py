"""`tantrix verify`."""

from pathlib import Path
from typing import Annotated

import typer

from tantrix.cli.options import Json
from tantrix.cli.record_report import report
from tantrix.i18n import gettext as _

File = Annotated[Path, typer.Argument(help=_("A file of one or more records; - for standard input."))]


def verify(file: File, json: Json = False) -> None:
    """Check each record and derive its deal and every draw from its secret again."""
    from tantrix.record import check
    from tantrix.record import verify as verified

    report(file, json, lambda record: tuple(dict.fromkeys((*check(record), *verified(record)))))

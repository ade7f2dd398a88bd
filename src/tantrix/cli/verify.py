"""`tantrix verify`."""

from pathlib import Path
from typing import Annotated

import typer

from tantrix.cli.options import Json
from tantrix.cli.record_report import report_checks
from tantrix.i18n import gettext as _

Files = Annotated[list[Path], typer.Argument(help=_("Files of records; - for standard input."))]


def verify(files: Files, json: Json = False) -> None:
    """Check each record, and derive its deal and every draw again from its secret."""
    from tantrix.record import check
    from tantrix.record import verify as verified

    report_checks(files, json, lambda record: tuple(dict.fromkeys((*check(record), *verified(record)))))

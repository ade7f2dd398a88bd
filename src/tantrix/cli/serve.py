"""`tantrix serve`."""

from pathlib import Path
from typing import Annotated

import typer

from tantrix.words import gettext as _


def serve(
    host: Annotated[str, typer.Option(help=_("The address to listen on."))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=_("The port; 0 takes a free one."))] = 8064,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help=_("Where games are kept; made if missing."))
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help=_("Do not open a browser."))] = False,
) -> None:
    """Serve until stopped."""
    from tantrix.server.serve import run

    raise typer.Exit(run(host, port, data, not no_open))

"""`tantrix serve`."""

import gc
import os
import socket
from pathlib import Path
from typing import Annotated

import typer

from tantrix.i18n import gettext as _


def serve(
    host: Annotated[str, typer.Option(help=_("The address to listen on."))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=_("The port; 0 takes a free one."))] = 8064,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help=_("Where games are kept; made if missing."))
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="TANTRIX_DATABASE",
            help=_("A PostgreSQL that several servers share, instead of a file in --data."),
        ),
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="TANTRIX_BUS",
            help=_("A Redis by which those servers hear of each other; by default PostgreSQL's own."),
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="TANTRIX_ADDRESS",
            help=_("Under which address people reach it; links in mails begin with it."),
        ),
    ] = None,
    mail_command: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            envvar="TANTRIX_MAIL_COMMAND",
            help=_("What sends a mail that it reads, like `sendmail -t`; needs --address."),
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            envvar="TANTRIX_HOSTS",
            help=_("The only names it answers under, like *.tantrix.example; once for each."),
        ),
    ] = None,
    replica: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            envvar="TANTRIX_REPLICA",
            help=_("A second folder, best on another disk, for copies of the data while the server runs."),
        ),
    ] = None,
    replica_every: Annotated[
        float,
        typer.Option(
            min=1,
            metavar="SECONDS",
            envvar="TANTRIX_REPLICA_EVERY",
            help=_("How often a copy is made."),
        ),
    ] = 60,
    no_open: Annotated[bool, typer.Option("--no-open", help=_("Do not open a browser."))] = False,
) -> None:
    """Serve until stopped."""
    _check_host(host)
    gc.disable()  # the imports make half a million objects, and all of them stay
    from tantrix.server.http.origins import check_pattern
    from tantrix.server.serve import ServeOptions, run

    gc.freeze()
    gc.enable()

    if bus is not None and database is None:
        raise ValueError(_("--bus is for several servers, which share a --database; there is none"))
    if mail_command is not None and address is None:
        raise ValueError(_("--mail-command needs --address, for the links in the mails"))
    if address is not None and not address.startswith(("https://", "http://")):
        raise ValueError(
            _("--address begins with https:// or http://, got {address}").format(address=address)
        )
    if replica is not None and database is not None:
        raise ValueError(_("--replica is for the file in --data; a --database has backups of its own"))
    hosts = tuple(check_pattern(name) for name in allow_host or ())
    place = ServeOptions(data, database, bus, address, mail_command, hosts, replica, replica_every)
    raise typer.Exit(run(host, port, place, not no_open))


def _check_host(host: str) -> None:
    """Bind a free port for a moment. Raises ValueError for an address of another machine."""
    try:
        family, _kind, _protocol, _name, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        socket.create_server(address[:2], family=family).close()
    except (OSError, UnicodeError) as error:
        refusal = _("cannot serve at {host}: {reason}; try another --host")
        raise ValueError(refusal.format(host=host, reason=_reason(error))) from None


def _reason(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return _("this is no name of a machine")
    if isinstance(error, socket.gaierror):
        return error.strerror or str(error)
    return os.strerror(error.errno) if error.errno else str(error)

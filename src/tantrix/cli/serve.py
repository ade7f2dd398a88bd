"""`tantrix serve`."""

import gc
import os
import socket
from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import takes_groups
from tantrix.server.options import ServerOptions


@takes_groups
def serve(
    *,
    host: Annotated[str, typer.Option(help=_("The address to listen on."))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=_("The port; 0 takes a free one."))] = 8064,
    server: ServerOptions,
    no_open: Annotated[bool, typer.Option("--no-open", help=_("Do not open a browser."))] = False,
) -> None:
    """Serve until stopped."""
    _check_host(host)
    server.check()
    gc.disable()  # the imports create half a million objects that are never freed
    from tantrix.server.serve import run

    gc.freeze()
    gc.enable()
    raise typer.Exit(run(host, port, server, not no_open))


def _check_host(host: str) -> None:
    """Bind a free port briefly, to raise ValueError for an address that is not of this machine."""
    try:
        family, _kind, _protocol, _name, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        socket.create_server(address[:2], family=family).close()
    except (OSError, UnicodeError) as error:
        refusal = _("cannot serve at {host}: {reason}; try another --host")
        raise ValueError(refusal.format(host=host, reason=_reason(error))) from None


def _reason(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return _("this is not a host name")
    if isinstance(error, socket.gaierror):
        return error.strerror or str(error)
    return os.strerror(error.errno) if error.errno else str(error)

"""The options of a server, as `tantrix serve` and the environment give them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _


@dataclass(frozen=True)
class ServerOptions:
    """Where a server keeps its data and how others reach it."""

    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help=_("The folder of the server's data; created if missing.")),
    ] = None
    database: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="TANTRIX_DATABASE",
            help=_("A PostgreSQL that several servers share, instead of a file in --data."),
        ),
    ] = None
    bus: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="TANTRIX_BUS",
            help=_("A Redis through which these servers notify each other; by default PostgreSQL does it."),
        ),
    ] = None
    workers: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="NUMBER",
            envvar="TANTRIX_WORKERS",
            help=_("How many processes serve the port; more than one needs --database."),
        ),
    ] = 1
    address: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="TANTRIX_ADDRESS",
            help=_("The address at which players reach the server; links in mails begin with it."),
        ),
    ] = None
    mail_command: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            envvar="TANTRIX_MAIL_COMMAND",
            help=_("A command that sends the mail it reads, like `sendmail -t`; needs --address."),
        ),
    ] = None
    smtp: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="TANTRIX_SMTP",
            help=_("A mail server like smtp://name:password@mail.example:587; needs --mail-from, --address."),
        ),
    ] = None
    mail_from: Annotated[
        str | None,
        typer.Option(
            metavar="MAIL",
            envvar="TANTRIX_MAIL_FROM",
            help=_("The sender of all mail, like Tantrix <games@tantrix.example>."),
        ),
    ] = None
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            envvar="TANTRIX_HOSTS",
            help=_("A host name that the server answers for, like *.tantrix.example; repeat for each name."),
        ),
    ] = None
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="TANTRIX_PROXIES",
            help=_("A proxy that says who its clients are: an address, a network or *; repeat for each."),
        ),
    ] = None
    known_network: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="TANTRIX_KNOWN_NETWORKS",
            help=_(
                "An address or network of many people, like a school, with wider limits; repeat for each."
            ),
        ),
    ] = None
    rename_days: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="DAYS",
            envvar="TANTRIX_RENAME_DAYS",
            help=_("How long users have to keep a name before they may change it again."),
        ),
    ] = 90
    replica: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            envvar="TANTRIX_REPLICA",
            help=_("A second folder, preferably on another disk, that the server copies its data to."),
        ),
    ] = None
    replica_every: Annotated[
        float,
        typer.Option(
            min=1, metavar="SECONDS", envvar="TANTRIX_REPLICA_EVERY", help=_("Seconds between two copies.")
        ),
    ] = 60
    series: Annotated[
        bool,
        typer.Option(
            "--series/--no-series",
            envvar="TANTRIX_SERIES",
            help=_("Hold regular events of the server's own, such as a weekly Open."),
        ),
    ] = True
    exhibition: Annotated[
        bool,
        typer.Option(
            "--exhibition/--no-exhibition",
            envvar="TANTRIX_EXHIBITION",
            help=_("Let the two strongest robots play while somebody watches."),
        ),
    ] = True

    def check(self) -> None:
        """Raise ValueError for contradictory options."""
        if self.bus is not None and self.database is None:
            raise ValueError(_("--bus needs --database, which the servers share"))
        if self.workers > 1 and self.database is None:
            raise ValueError(
                _("--workers needs --database: only a PostgreSQL can be shared by several processes")
            )
        if self.mail_command is not None and self.address is None:
            raise ValueError(_("--mail-command needs --address, for the links in the mails"))
        if self.smtp is not None and (self.address is None or self.mail_from is None):
            raise ValueError(_("--smtp needs --mail-from and --address"))
        if self.smtp is not None and self.mail_command is not None:
            raise ValueError(_("--smtp and --mail-command exclude each other"))
        if self.address is not None and not self.address.startswith(("https://", "http://")):
            raise ValueError(
                _("--address must begin with https:// or http://, unlike {address}").format(
                    address=self.address
                )
            )
        if self.replica is not None and self.database is not None:
            raise ValueError(_("--replica is for the file in --data; a --database has backups of its own"))

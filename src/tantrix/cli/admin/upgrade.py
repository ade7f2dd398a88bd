"""`tantrix admin upgrade`."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.admin.accounts import Data, data_folder
from tantrix.cli.options import Json
from tantrix.cli.terminal.output import print_json

if TYPE_CHECKING:
    from tantrix.server.admin.upgrade import Upgrade


def upgrade(
    check: Annotated[
        bool, typer.Option("--check", help=_("Only say what would happen, and try it on a copy."))
    ] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Bring the data of a stopped server up to this version, after a backup."""
    from tantrix.server.admin.upgrade import rehearse, upgrade_data

    done = rehearse(data_folder(data)) if check else upgrade_data(data_folder(data))
    if json:
        print_json({**asdict(done), "backup": None if done.backup is None else str(done.backup)})
        return
    if check:
        print(_("A rehearsal: the data are unchanged."))
    for sentence in _sentences(done):
        print(sentence)


def _sentences(done: "Upgrade") -> list[str]:
    if done.action == "none":
        return [_("The data are up to date: schema {known}.").format(known=done.known)]
    if done.action == "convert":
        what = _("conversion of development version {found} to schema {known}")
    else:
        what = _("upgrade of schema {found} to {known}: {revisions}")
    names = {"found": done.found or "-", "known": done.known, "revisions": ", ".join(done.revisions)}
    sentences = [what.format(**names)]
    if done.seconds is not None:
        sentences.append(_("duration: {seconds:.1f} s").format(seconds=done.seconds))
    if done.backup is not None:
        sentences.append(_("backup of the data before: {file}").format(file=done.backup))
    return sentences

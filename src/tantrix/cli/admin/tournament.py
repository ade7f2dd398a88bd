"""`tantrix tournament check` and `tantrix admin transfer-tournament`."""

from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.admin.accounts import Data, Name, data_folder
from tantrix.cli.options import Json
from tantrix.cli.terminal.output import print_json
from tantrix.cli.terminal.status import NEGATIVE

Id = Annotated[str | None, typer.Argument(help=_("The id of a tournament; all tournaments by default."))]
OneId = Annotated[str, typer.Argument(help=_("The id of a tournament."))]


def check(tournament: Id = None, data: Data = None, json: Json = False) -> None:
    """Repeat the pairing of every tournament round from its stored inputs, and compare."""
    from tantrix.server.admin.tournaments import check_tournaments

    checked = list(check_tournaments(data_folder(data), tournament))
    if json:
        print_json({"tournaments": [each._asdict() for each in checked]})
    else:
        for each in checked:
            for problem in each.problems:
                print(f"{each.id}  {each.name}: {problem}")
        print(_("{n} tournaments checked").format(n=len(checked)))
    if any(each.problems for each in checked):
        raise typer.Exit(NEGATIVE)


def transfer_tournament(tournament: OneId, name: Name, data: Data = None) -> None:
    """Let another account organise a tournament."""
    from tantrix.server.admin.tournaments import name_organiser

    name_organiser(data_folder(data), tournament, name)
    print(_("{name} can now organise the tournament.").format(name=name))

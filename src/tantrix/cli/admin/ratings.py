"""`tantrix admin results` and `tantrix admin ratings`: count results and ratings, or rebuild them."""

from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.admin.accounts import Data, data_folder
from tantrix.cli.options import Json
from tantrix.cli.terminal.output import print_json, progress

Rebuild = Annotated[bool, typer.Option("--rebuild", help=_("Rebuild all of them."))]


def results(rebuild: Rebuild = False, data: Data = None, json: Json = False) -> None:
    """Count the results of finished games, or rebuild them from the journals."""
    from tantrix.server.admin.rebuild import count_results, rebuild_results

    folder = data_folder(data)
    if rebuild:
        with progress() as shown:
            task = shown.add_task(_("replaying"), total=None)
            n_games = rebuild_results(folder, lambda done, n: shown.update(task, completed=done, total=n))
    else:
        n_games = count_results(folder)
    _print_outcome(n_games, _("{n} finished games").format(n=n_games), json)


def ratings(rebuild: Rebuild = False, data: Data = None, json: Json = False) -> None:
    """Count the rated games, or rebuild ratings and ladders from their results."""
    from tantrix.server.admin.rebuild import count_rated, rebuild_ratings

    folder = data_folder(data)
    n_games = rebuild_ratings(folder) if rebuild else count_rated(folder)
    _print_outcome(n_games, _("{n} rated games").format(n=n_games), json)


def _print_outcome(n_games: int, sentence: str, json: bool) -> None:
    if json:
        print_json({"n_games": n_games})
    else:
        print(sentence)

"""`tantrix league`."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantrix.cli.arena import ArenaOptions, follow, spread, stop_interrupted
from tantrix.cli.options import Json, RuleOptions, takes_groups
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import print_json
from tantrix.i18n import gettext as _

if TYPE_CHECKING:
    from tantrix.arena.match import Match
    from tantrix.arena.pairing import Matchup

Names = Annotated[list[str], typer.Argument(metavar="A B …", help=_("The names of the robots."))]


@takes_groups
def league(
    names: Names,
    *,
    rules: RuleOptions,
    arena: ArenaOptions,
    json: Json = False,
) -> None:
    """Play a match between every two robots and rank them; Ctrl-C stops and reports the results so far."""
    rule_set = rules.rules()
    arena.check()
    compile_kernel()
    from tantrix.arena.league import pairings
    from tantrix.workers import workers

    pairs = pairings(rule_set, names, arena.seed)
    with ExitStack() as stack:
        matches = [_match(pairing, arena, stack) for pairing in pairs]
        is_whole = follow(matches, stack.enter_context(workers(arena.jobs, arena.dask)))
        for match in matches:
            if match.store:
                match.store.write_games(match.tally.rounds)
    _print(names, matches, is_whole, json)
    if not is_whole:
        stop_interrupted(sum(match.tally.games for match in matches), arena.folder)


def _match(pairing: "Matchup", arena: ArenaOptions, stack: ExitStack) -> "Match":
    from tantrix.arena.league import folder_of
    from tantrix.arena.match import Match
    from tantrix.arena.store import stored

    n_rounds = pairing.n_rounds(arena.games)
    store = stack.enter_context(stored(folder_of(arena.folder, pairing), pairing, arena.resume))
    return Match(pairing, n_rounds, store=store)


def _print(names: Sequence[str], matches: Sequence["Match"], is_whole: bool, as_json: bool) -> None:
    from tantrix import __version__
    from tantrix.arena.league import crosses, standings

    tallies = [match.tally for match in matches]
    table = standings(names, tallies)
    if as_json:
        played = [tally.figures() for tally in tallies]
        print_json({"robots": table, "matches": played, "is_whole": is_whole, "version": __version__})
    else:
        _print_table(table, crosses(tallies))


def _print_table(standings: Sequence[dict[str, Any]], shares: dict[tuple[str, str], float]) -> None:
    """Print the robots from strongest to weakest, each with its share of the points against every other."""
    from rich.table import Table

    from tantrix.cli.terminal.console import Console

    names = [row["robot"] for row in standings]
    table = Table(
        "", _("robot"), "Elo", _("95 %"), _("games"), _("points"), *map(str, range(1, len(names) + 1))
    )
    for place, row in enumerate(standings, start=1):
        against = [_percent(shares.get((row["robot"], other))) for other in names]
        elo = "-" if row["elo"] is None else f"{row['elo']:.0f}"
        bounds = "-" if row["elo"] is None else spread(*row["elo_interval"])
        table.add_row(
            str(place), row["robot"], elo, bounds, str(row["games"]), _percent(row["score"]), *against
        )
    Console().print(table)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"

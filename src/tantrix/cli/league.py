"""`tantrix league`."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.arena import ArenaOptions, follow, report_failures, spread, stop_interrupted
from tantrix.cli.options import Json, RuleOptions, takes_groups
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import print_json

if TYPE_CHECKING:
    from tantrix.lab.arena.match import Match
    from tantrix.lab.arena.matchup import Matchup
    from tantrix.lab.arena.swiss import PlayedRound, SwissField
    from tantrix.lab.workers import Workers
    from tantrix.rules import Rules


class LeagueFormat(StrEnum):
    """Which robots meet."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"


Names = Annotated[list[str], typer.Argument(metavar="A B …", help=_("The names of the robots."))]
Format = Annotated[
    LeagueFormat,
    typer.Option("--format", help=_("All robots meet, or in a Swiss those with nearly the same points.")),
]
Rounds = Annotated[
    int | None,
    typer.Option(metavar="N", help=_("How many rounds a Swiss has, by default as many as an Open.")),
]


@takes_groups
def league(
    names: Names,
    *,
    rules: RuleOptions,
    arena: ArenaOptions,
    format: Format = LeagueFormat.ROUND_ROBIN,
    rounds: Rounds = None,
    json: Json = False,
) -> None:
    """Play matches between robots and rank them; Ctrl-C stops and reports the results so far."""
    rule_set = rules.rules()
    arena.check()
    if rounds is not None and format is not LeagueFormat.SWISS:
        raise ValueError(_("--rounds needs --format swiss"))
    compile_kernel()
    from tantrix.lab.arena.swiss import SwissField
    from tantrix.lab.workers import workers

    with ExitStack() as stack:
        pool = stack.enter_context(workers(arena.jobs, arena.dask))
        if format is LeagueFormat.SWISS:
            field = SwissField(rule_set, tuple(names), arena.seed, arena.seconds)
            matches, played, is_complete = _play_swiss(field, field.n_rounds(rounds), arena, pool, stack)
            swiss = _swiss_figures(field, played)
        else:
            matches, is_complete = _play_all(rule_set, names, arena, pool, stack)
            swiss = {}
        for match in matches:
            if match.store:
                match.store.write_games(match.tally.rounds)
    _print(names, matches, is_complete, json, format, swiss)
    report_failures(matches)
    if not is_complete:
        stop_interrupted(sum(match.tally.games for match in matches), arena.folder)


def _play_all(
    rules: "Rules", names: Sequence[str], arena: ArenaOptions, pool: "Workers", stack: ExitStack
) -> tuple[list["Match"], bool]:
    """Play all against all; return the matches, and whether they ended without Ctrl-C."""
    from tantrix.lab.arena.league import matchups

    matches = [_match(matchup, arena, stack) for matchup in matchups(rules, names, arena.seed, arena.seconds)]
    return matches, follow(matches, pool)


def _play_swiss(
    field: "SwissField", n_rounds: int, arena: ArenaOptions, pool: "Workers", stack: ExitStack
) -> tuple[list["Match"], list["PlayedRound"], bool]:
    """Play a Swiss round by round; return all matches, the complete rounds, and whether all are complete.

    Each round has its own folder. Rounds that are there already are read, and pair the next ones again.
    """
    from tantrix.lab.arena.swiss import PlayedRound, matchups, pair_round

    matches: list[Match] = []
    played: list[PlayedRound] = []
    for number in range(1, n_rounds + 1):
        paired = pair_round(field, played)
        folder = None if arena.folder is None else arena.folder / f"round-{number}"
        own = replace(arena, folder=folder)
        now = [_match(matchup, own, stack) for matchup in matchups(field, paired, played)]
        matches += now
        if not follow(now, pool):
            return matches, played, False
        played.append(PlayedRound(tuple(match.tally for match in now), paired.bye))
    return matches, played, True


def _swiss_figures(field: "SwissField", played: Sequence["PlayedRound"]) -> dict[str, Any]:
    """Return the complete rounds and the standings after them."""
    from tantrix.lab.arena.swiss import table

    return {
        "rounds": [
            {"pairs": [list(tally.matchup.names) for tally in each.tallies], "bye": each.bye}
            for each in played
        ],
        "standings": [
            {
                "place": row.place,
                "robot": row.entrant,
                "points": row.tenths / 10,
                "buchholz": float(row.tie_break) / 10,
            }
            for row in table(field, played)
        ],
    }


def _match(matchup: "Matchup", arena: ArenaOptions, stack: ExitStack) -> "Match":
    from tantrix.lab.arena.league import folder_of
    from tantrix.lab.arena.match import Match
    from tantrix.lab.arena.store import stored

    n_rounds = matchup.n_rounds(arena.games)
    store = stack.enter_context(stored(folder_of(arena.folder, matchup), matchup, arena.resume))
    return Match(matchup, n_rounds, store=store)


def _print(
    names: Sequence[str],
    matches: Sequence["Match"],
    is_complete: bool,
    as_json: bool,
    format: LeagueFormat,
    swiss: dict[str, Any],
) -> None:
    from tantrix import __version__
    from tantrix.lab.arena.league import crosses, rank_robots

    tallies = [match.tally for match in matches]
    table = rank_robots(names, tallies)
    if as_json:
        played = [tally.figures() for tally in tallies]
        found = {"format": format.value, "robots": table, "matches": played, **swiss}
        print_json({**found, "is_complete": is_complete, "version": __version__})
    else:
        if swiss:
            _print_swiss(swiss["standings"])
        _print_table(table, crosses(tallies))


def _print_swiss(standings: Sequence[dict[str, Any]]) -> None:
    """Print the standings of a Swiss."""
    from rich.table import Table

    from tantrix.cli.terminal.console import Console

    table = Table("", _("robot"), _("tournament points"), "Buchholz")
    for row in standings:
        table.add_row(str(row["place"]), row["robot"], f"{row['points']:.1f}", f"{row['buchholz']:.1f}")
    Console().print(table)


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

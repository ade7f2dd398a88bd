"""`tantrix match`."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.arena import ArenaOptions, follow, report_failures, spread, stop_interrupted
from tantrix.cli.options import Json, RecordsOut, RuleOptions, takes_groups
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import STANDARD, pipes_records, print_json
from tantrix.cli.terminal.status import NEGATIVE

if TYPE_CHECKING:
    from tantrix.lab.arena.match import Match

First = Annotated[str, typer.Argument(metavar="A", help=_("The robot whose wins are counted."))]
Second = Annotated[str, typer.Argument(metavar="B", help=_("The robot it plays against."))]
Sprt = Annotated[
    str | None,
    typer.Option(
        metavar="ELO0,ELO1", help=_("Stop as soon as a sequential test accepts one of these Elo differences.")
    ),
]


@takes_groups
def match(
    a: First,
    b: Second,
    *,
    rules: RuleOptions,
    arena: ArenaOptions,
    sprt: Sprt = None,
    records: RecordsOut = None,
    json: Json = False,
) -> None:
    """Play two robots against each other; Ctrl-C stops and reports the results so far."""
    rule_set = rules.rules()
    arena.check()
    is_piped = pipes_records(records, json)
    compile_kernel()
    from tantrix.lab.arena.match import Match
    from tantrix.lab.arena.matchup import Matchup
    from tantrix.lab.arena.sprt import Test
    from tantrix.lab.arena.store import stored
    from tantrix.lab.workers import workers

    matchup = Matchup(rule_set, (a, b), arena.seed, arena.seconds)
    n_rounds = matchup.n_rounds(arena.games)
    test = None if sprt is None else Test.parse(sprt)
    with ExitStack() as stack:
        store = stack.enter_context(stored(arena.folder, matchup, arena.resume))
        out = _opened(records, stack)
        played = Match(matchup, n_rounds, test, store, out.write if out and not store else None)
        is_complete = follow([played], stack.enter_context(workers(arena.jobs, arena.dask)))
        if store:
            store.write_games(played.tally.rounds)
        if store and out:
            out.writelines(store.records(played.tally.rounds))
        _print(played, is_complete, json, to_stderr=is_piped)
    report_failures([played])
    if not is_complete:
        stop_interrupted(played.tally.games, arena.folder)
    if played.tally.verdict is False:
        raise typer.Exit(NEGATIVE)


def _opened(records: Path | None, stack: ExitStack) -> TextIO | None:
    if records is None:
        return None
    if str(records) == STANDARD:
        return sys.stdout
    return stack.enter_context(records.open("w", encoding="utf-8"))


def _print(played: "Match", is_complete: bool, as_json: bool, to_stderr: bool) -> None:
    from tantrix import __version__

    figures = {**played.tally.figures(), "is_complete": is_complete, "version": __version__}
    if as_json:
        print_json(figures)
    else:
        _print_figures(figures, to_stderr)


def _print_figures(figures: dict[str, Any], to_stderr: bool) -> None:
    from rich.table import Table

    from tantrix.cli.terminal.console import Console

    console = Console(stderr=to_stderr)
    a, b = figures["robots"]
    heading = _("{a} against {b}: {rules}, seed {seed}")
    console.print(heading.format(a=a, b=b, rules=figures["rules"], seed=figures["seed"]), highlight=False)
    table = Table("", "", show_header=False)
    for name, value in _rows(figures):
        table.add_row(name, value)
    console.print(table)


def _rows(figures: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the figures as pairs of a name and a value."""
    low, high = figures["score_interval"]
    rows = [
        (_("games"), str(figures["games"])),
        (_("wins, draws, losses"), " ".join(str(figures[name]) for name in ("wins", "draws", "losses"))),
    ]
    if figures["games"]:
        rows += [
            (_("share of the points"), f"{figures['score']:.1%} ({low:.1%} … {high:.1%})"),
            (_("Elo difference"), f"{_number(figures['elo'])} ({spread(*figures['elo_interval'])})"),
        ]
    rows += [
        (_("rounds by points of A"), " ".join(map(str, figures["round_points"]))),
        (_("mean scores"), _both(figures["mean_scores"])),
        (_("mean winning score"), _number(figures["mean_winning_score"])),
        (_("decided games won by a loop"), _share(figures["won_by_loop_share"])),
        (_("processor ms per decision"), _both(figures["cpu_ms_a_decision"])),
    ]
    if any(figures["failures"]):
        rows.append((_("games forfeited"), " : ".join(map(str, figures["failures"]))))
    return [*rows, *_test_rows(figures["sprt"])]


def _test_rows(test: dict[str, Any] | None) -> list[tuple[str, str]]:
    if test is None:
        return []
    low, high = test["bounds"]
    elo0, elo1 = test["elo0"], test["elo1"]
    accepted = _("undecided") if test["accepted"] is None else f"{test[test['accepted']]:g} Elo"
    ratio = f"{test['llr']:.2f} ({low:.2f} … {high:.2f})"
    return [
        (_("log-likelihood ratio of {elo1:g} to {elo0:g} Elo").format(elo0=elo0, elo1=elo1), ratio),
        (_("accepted"), accepted),
    ]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _both(values: list[float | None]) -> str:
    return " : ".join("-" if value is None else f"{value:.4g}" for value in values)

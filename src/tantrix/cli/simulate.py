"""`tantrix simulate`."""

import sys
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from enum import StrEnum
from time import process_time
from typing import Annotated, Any, TextIO

import typer

from tantrix._tools.languages import gettext as _
from tantrix._tools.languages import ngettext
from tantrix.cli.options import Json, RecordsOut, RuleOptions, takes_groups
from tantrix.cli.simulated_games import GobbleRun, Run, TantrixRun
from tantrix.cli.terminal.output import pipes_records, print_json, progress
from tantrix.cli.terminal.status import INTERRUPTED, print_error


class GameName(StrEnum):
    """Which game is played."""

    TANTRIX = "tantrix"
    GOBBLE = "gobble"


GameOption = Annotated[GameName, typer.Option("--game", help=_("The game to play."))]
Games = Annotated[int, typer.Option(min=1, help=_("How many games."))]
DoubleGobble = Annotated[
    bool, typer.Option("--double-gobble", help=_("Gobble: a filled four-sided space gives two tiles away."))
]
OpenTiles = Annotated[
    bool, typer.Option("--open-tiles", help=_("Gobble: tiles put aside may later be placed anywhere."))
]
Tiles = Annotated[
    str | None, typer.Option(metavar="14,13", help=_("Gobble: how many tiles each player is dealt."))
]
Robots = Annotated[
    str | None,
    typer.Option(
        help=_(
            "The robots in seat order, separated by commas; one name is for all seats, two are for teams. "
            "Gobble has gentle, calm, balanced and hasty."
        )
    ),
]
Seed = Annotated[int, typer.Option(help=_("The same seed gives the same games."))]
Jobs = Annotated[int, typer.Option(min=1, help=_("How many processes."))]


@dataclass(frozen=True)
class SimulatedRules(RuleOptions):
    """The rules to simulate; in Gobble only the number of players counts."""

    players: Annotated[
        int | None,
        typer.Option(min=1, max=8, help=_("The number of players: 2 to 4, in Gobble 1 to 8; 2 by default.")),
    ] = None


@takes_groups
def simulate(
    *,
    game: GameOption = GameName.TANTRIX,
    games: Games = 1000,
    rules: SimulatedRules,
    double_gobble: DoubleGobble = False,
    open_tiles: OpenTiles = False,
    tiles: Tiles = None,
    robots: Robots = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    records: RecordsOut = None,
    json: Json = False,
) -> None:
    """Play games in bulk; Ctrl-C stops and reports the results so far."""
    if game is GameName.GOBBLE:
        run: Run = GobbleRun(rules.players or 2, tiles, double_gobble, open_tiles, robots or "balanced", seed)
    else:
        run = TantrixRun(rules.rules(), robots or "random", seed)
    is_piped = pipes_records(records, json)
    with ExitStack() as stack:
        out = sys.stdout if is_piped else None
        if records and not is_piped:
            out = stack.enter_context(records.open("w", encoding="utf-8"))
        _report(run, run.batches(games, jobs, out is not None), games, out, json)


def _report(
    run: Run, batches: Generator[tuple[int, str], None, None], n_games: int, out: TextIO | None, as_json: bool
) -> None:
    """Play, then print the figures of the finished games; the exit status shows an interrupt."""
    began = process_time()
    is_complete = _play(batches, n_games, out)
    figures = run.figures()
    if as_json:
        print_json(figures)
    else:
        _print_figures(figures, run, process_time() - began, to_stderr=out is sys.stdout)
    if not is_complete:
        done = ngettext("{n} game was finished", "{n} games were finished", figures["games"])
        print_error(_("interrupted") + ": " + done.format(n=figures["games"]))
        raise typer.Exit(INTERRUPTED)


def _play(batches: Generator[tuple[int, str], None, None], n_games: int, out: TextIO | None) -> bool:
    with progress() as line, closing(batches):
        task = line.add_task(_("playing"), total=n_games)
        try:
            for n_done, records in batches:
                if out:
                    out.write(records)
                line.update(task, completed=n_done)
        except KeyboardInterrupt:
            return False
    return True


def _print_figures(figures: dict[str, Any], run: Run, seconds: float, to_stderr: bool) -> None:
    """Print a table of the numeric figures, then a line per seat.

    It goes to standard error if the records go to standard output.
    """
    from rich.table import Table

    from tantrix.cli.terminal.console import Console

    console = Console(stderr=to_stderr)
    table = Table("", "", show_header=False)
    for name, sentence in run.names().items():
        value = figures[name]
        shown = "-" if value is None else f"{value:.1%}" if name.endswith("share") else f"{value:g}"
        table.add_row(sentence, shown)
    heading = _("{rules}, seed {seed}").format(rules=figures["rules"], seed=figures["seed"])
    console.print(heading, highlight=False)
    console.print(table)
    for number, seat in enumerate(figures["seats"], start=1):
        console.print(run.seat_line(number, seat), highlight=False)
    console.print(_("{seconds:.1f} s of processor time in this process").format(seconds=seconds))

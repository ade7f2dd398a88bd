"""`tantrix simulate`."""

import sys
from collections.abc import Generator
from contextlib import ExitStack, closing
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from tantrix.cli.compiling import compile_kernel
from tantrix.cli.options import (
    Colours,
    DeadlockOption,
    ForcedSidesOption,
    HandSize,
    Json,
    Players,
    StartOption,
    Teams,
    TileSet,
    rules_from,
    seat_names,
)
from tantrix.cli.output import STANDARD, print_json, progress
from tantrix.cli.status import INTERRUPTED, complain
from tantrix.rules import Deadlock, ForcedSides, Start
from tantrix.words import gettext as _
from tantrix.words import ngettext

if TYPE_CHECKING:
    from tantrix.jobs import Batch, Job

Games = Annotated[int, typer.Option(min=1, help=_("How many games."))]
Robots = Annotated[
    str,
    typer.Option(help=_("A robot a seat, parted by commas; one name stands for all seats, two for teams.")),
]
Seed = Annotated[int, typer.Option(help=_("The same seed gives the same games."))]
Jobs = Annotated[int, typer.Option(min=1, help=_("How many processes."))]
Records = Annotated[Path | None, typer.Option(help=_("Write the records of all games to this file."))]


def simulate(
    games: Games = 1000,
    players: Players = None,
    colours: Colours = None,
    tile_set: TileSet = 56,
    start: StartOption = Start.DRAW_KEEP,
    hand_size: HandSize = 6,
    forced_sides: ForcedSidesOption = ForcedSides.THREE_OR_MORE,
    deadlock: DeadlockOption = Deadlock.DRAW,
    teams: Teams = False,
    robots: Robots = "random",
    seed: Seed = 0,
    jobs: Jobs = 1,
    records: Records = None,
    json: Json = False,
) -> None:
    """Play games in bulk; Ctrl-C stops and reports what is done."""
    rules = rules_from(players, colours, tile_set, start, hand_size, forced_sides, deadlock, teams)
    compile_kernel()
    from tantrix.jobs import Job, simulate

    job = Job(rules, seat_names(rules, robots), seed)
    is_piped = records is not None and str(records) == STANDARD
    if is_piped and json:
        raise ValueError(_("expected --json or --records -, for both write to standard output, got both"))
    with ExitStack() as stack:
        out = sys.stdout if is_piped else None
        if records and not is_piped:
            out = stack.enter_context(records.open("w", encoding="utf-8"))
        _Run(job, games, out).report(simulate(job, games, jobs, records is not None), json)


class _Run:
    """One run: the sums so far, and what is said at the end.

    Where the records go to standard output, the figures in words go to standard error.
    """

    def __init__(self, job: "Job", n_games: int, out: TextIO | None) -> None:
        from tantrix.summary import Summary

        self._job = job
        self._n_games = n_games
        self._out = out
        self._summary = Summary(job.rules)

    def report(self, batches: Generator["Batch", None, None], as_json: bool) -> None:
        """Play, then print the figures of the games that were finished; the status tells of an interrupt."""
        began = process_time()
        is_whole = self._play(batches)
        figures = self._figures()
        if as_json:
            print_json(figures)
        else:
            _print_figures(figures, process_time() - began, to_stderr=self._out is sys.stdout)
        if not is_whole:
            done = ngettext("{n} game was finished", "{n} games were finished", figures["games"])
            complain(_("interrupted") + ": " + done.format(n=figures["games"]))
            raise typer.Exit(INTERRUPTED)

    def _play(self, batches: Generator["Batch", None, None]) -> bool:
        with progress() as line, closing(batches):
            task = line.add_task(_("playing"), total=self._n_games)
            try:
                for batch in batches:
                    self._summary.add(batch.rows)
                    if self._out:
                        self._out.write(batch.records)
                    line.update(task, completed=self._summary.games)
            except KeyboardInterrupt:
                return False
        return True

    def _figures(self) -> dict[str, Any]:
        from tantrix import __version__
        from tantrix.notation import print_rules

        figures = self._summary.figures()
        for seat, name in zip(figures["seats"], self._job.robots, strict=True):
            seat["robot"] = name
        return {
            **figures,
            "rules": print_rules(self._job.rules),
            "seed": self._job.seed,
            "version": __version__,
        }


def _print_figures(figures: dict[str, Any], seconds: float, to_stderr: bool) -> None:
    """Print a table of the figures that are numbers, then a line a seat."""
    from rich.table import Table

    from tantrix.cli.console import Console

    console = Console(stderr=to_stderr)
    table = Table("", "", show_header=False)
    for name, sentence in _figure_names().items():
        value = figures[name]
        shown = "-" if value is None else f"{value:.1%}" if name.endswith("share") else f"{value:g}"
        table.add_row(sentence, shown)
    heading = _("{rules}, seed {seed}").format(rules=figures["rules"], seed=figures["seed"])
    console.print(heading, highlight=False)
    console.print(table)
    for number, seat in enumerate(figures["seats"], start=1):
        line = _("seat {number}, {colour}, {robot}: wins {share:.1%}, mean score {score:.2f}").format(
            number=number,
            colour=seat["colour"],
            robot=seat["robot"],
            share=seat["win_share"] or 0,
            score=seat["mean_score"] or 0,
        )
        console.print(line, highlight=False)
    console.print(_("{seconds:.1f} s of processor time in this process").format(seconds=seconds))


def _figure_names() -> dict[str, str]:
    return {
        "games": _("games"),
        "mean_winning_score": _("mean highest score"),
        "mean_losing_score": _("mean lowest score"),
        "draw_share": _("draws"),
        "first_seat_share": _("won by who began"),
        "forced_share": _("placements that were forced"),
        "mean_turns": _("turns a game"),
        "mean_free_placements": _("legal free placements"),
        "own_loop_share": _("games with a loop in a player's colour"),
        "loop_share": _("games with a loop"),
        "won_by_loop_share": _("decided games won by a loop"),
        "deadlocks": _("games ended by a deadlock"),
        "turns_passed": _("turns without a legal free placement"),
    }

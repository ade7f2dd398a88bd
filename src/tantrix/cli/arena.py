"""What `match` and `league` share: options, workers, the progress line, and how an interrupt ends."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix._tools.languages import ngettext
from tantrix.cli.terminal.output import progress
from tantrix.cli.terminal.status import INTERRUPTED, print_error

if TYPE_CHECKING:
    from tantrix.lab.arena.match import Match
    from tantrix.lab.arena.tally import MatchTally
    from tantrix.lab.workers import Workers

Resume = Annotated[bool, typer.Option("--resume", help=_("Play only what is missing in the folder."))]


@dataclass(frozen=True)
class ArenaOptions:
    """Options of games between robots: how many games, and on which processes."""

    games: Annotated[
        int, typer.Option(help=_("How many games between two robots, rounded to whole rounds of a deal."))
    ] = 1000
    seed: Annotated[int, typer.Option(help=_("The same seed gives the same games."))] = 0
    jobs: Annotated[int, typer.Option(min=1, help=_("How many processes."))] = 1
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=_("Play on the Dask cluster at this address."))
    ] = None
    folder: Annotated[
        Path | None, typer.Option(help=_("Save every finished game here, so that --resume can continue."))
    ] = None
    resume: Resume = False
    seconds: Annotated[
        float, typer.Option(help=_("How many seconds an external program has for each placement."))
    ] = 10.0

    def check(self) -> None:
        """Raise ValueError for contradictory options."""
        if self.resume and self.folder is None:
            raise ValueError(_("--resume needs --folder"))
        if self.dask is not None and self.jobs > 1:
            raise ValueError(_("give --jobs or --dask, not both"))


def follow(matches: Sequence["Match"], workers: "Workers") -> bool:
    """Play what is missing with a progress line; return whether it finished without Ctrl-C."""
    from tantrix.lab.arena.match import play_matches

    total = sum(match.matchup.n_games(match.n_rounds) for match in matches)
    before = sum(match.tally.games for match in matches)
    began = monotonic()
    try:
        with progress() as line, closing(play_matches(matches, workers)) as played:
            task = line.add_task(_("playing"), total=total, completed=before)
            for match in played:
                games = sum(each.tally.games for each in matches)
                rate = (games - before) / max(monotonic() - began, 1e-9)
                line.update(task, completed=games, description=f"{summary(match.tally)} {rate:.3g}/s")
    except KeyboardInterrupt:
        return False
    return True


def summary(tally: "MatchTally") -> str:
    """Summarise a match so far, with the likelihood ratio of the test and its nearer bound."""
    text = " - ".join(tally.matchup.names)
    share = tally.share()
    if share is not None:
        text += f" {share[0]:.1%} ±{(share[2] - share[1]) / 2:.1%}"
    if tally.test is not None:
        low, high = tally.test.bounds
        text += f" LLR {tally.llr:.2f}/{low if tally.llr < 0 else high:.2f}"
    return text


def report_failures(matches: Sequence["Match"]) -> None:
    """Print for each match how many games were lost because a robot failed, and the first reason."""
    for tally in (match.tally for match in matches):
        if n := sum(tally.failures):
            lost = ngettext("{n} game was forfeited", "{n} games were forfeited", n).format(n=n)
            print_error(f"{lost}: {tally.first_failure}")


def stop_interrupted(n_games: int, folder: Path | None) -> None:
    """Print the results so far and how to resume, and exit with the status of an interrupt."""
    done = ngettext("{n} game was finished", "{n} games were finished", n_games).format(n=n_games)
    way = _("the same command with --resume continues") if folder else _("with --folder it could be resumed")
    print_error(f"{_('interrupted')}: {done}; {way}")
    raise typer.Exit(INTERRUPTED)


def spread(low: float | None, high: float | None) -> str:
    """Format an interval; infinite bounds are shown as infinite."""
    return f"{'-∞' if low is None else f'{low:.1f}'} … {'∞' if high is None else f'{high:.1f}'}"

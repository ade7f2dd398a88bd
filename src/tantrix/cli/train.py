"""`tantrix train`."""

from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.arena import Resume
from tantrix.cli.options import Json, PlayerCount, RuleOptions, Teams, TileSet
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import check_writable, print_json, progress
from tantrix.cli.terminal.status import INTERRUPTED, print_error

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from tantrix.lab.training.fit import Training, TrainingRound
    from tantrix.lab.training.store import TrainStore

Out = Annotated[Path, typer.Argument(metavar="FILE", help=_("Write the weights here, as an npz file."))]
Games = Annotated[str, typer.Option(help=_("The numbers of games of the rounds, separated by commas."))]
Searched = Annotated[
    int, typer.Option(min=0, help=_("The number of games of a last round, played with a small search."))
]
Epochs = Annotated[int, typer.Option(min=1, max=1000, help=_("How often each sample is used."))]
Seed = Annotated[int, typer.Option(min=0, help=_("The same seed gives the same weights."))]
Threads = Annotated[int, typer.Option(min=1, help=_("How many threads play; the weights stay the same."))]
Folder = Annotated[
    Path | None, typer.Option(help=_("Save every finished part here, so that --resume can continue."))
]


def train(
    out: Out,
    players: PlayerCount = None,
    teams: Teams = False,
    tile_set: TileSet = 56,
    games: Games = "4000,20000,80000",
    searched: Searched = 0,
    epochs: Epochs = 20,
    seed: Seed = 1,
    threads: Threads = 1,
    folder: Folder = None,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Fit the forecast to games against itself; the file is rewritten after each round."""
    rules = RuleOptions(players=players, tile_set=tile_set, teams=teams).rules()
    rounds = _rounds(games)
    if resume and folder is None:
        raise ValueError(_("--resume needs --folder"))
    check_writable(out)
    compile_kernel()
    from tantrix.lab.training.fit import Training, train
    from tantrix.robots.forecast.weights import write_weights

    training = Training(rules, rounds, searched, epochs, seed, threads)
    made: dict[str, Any] = {}
    try:
        store = _store(folder, training, resume)
        with progress() as line:
            for done in train(training, _Progress(line).on_progress, store):
                made = _made(training, done, store.seconds if store else 0.0)
                write_weights(out, done.nets, made)
    except KeyboardInterrupt:
        _stop(folder)
    if json:
        print_json(made)
    else:
        _print_fits(made)


def _store(folder: Path | None, training: "Training", resume: bool) -> "TrainStore | None":
    from tantrix import __version__
    from tantrix.lab.training.store import TrainStore

    if folder is None:
        return None
    return TrainStore(folder, {"version": __version__, "command": _command(training)}, resume)


def _stop(folder: Path | None) -> None:
    """Print how to resume, and exit with the status of an interrupt."""
    resumable, not_resumable = (
        _("the same command with --resume continues"),
        _("with --folder it could be resumed"),
    )
    print_error(f"{_('interrupted')}: {resumable if folder else not_resumable}")
    raise typer.Exit(INTERRUPTED)


class _Progress:
    """One progress line for each kind of work."""

    def __init__(self, line: "Progress") -> None:
        self._line = line
        self._tasks: dict[str, TaskID] = {}

    def on_progress(self, what: str, done: int, of: int) -> None:
        names = {"games": _("playing"), "stages": _("fitting")}
        if what not in self._tasks:
            self._tasks[what] = self._line.add_task(names[what], total=of)
        self._line.update(self._tasks[what], completed=done, total=of)


def _rounds(text: str) -> tuple[int, ...]:
    """Read `4000,20000`. Raises ValueError unless these are numbers of at least 100 games."""
    numbers = tuple(int(part) if part.strip().isdigit() else 0 for part in text.split(","))
    if min(numbers) < 100:
        raise ValueError(
            _("each round needs 100 games or more, such as 4000,20000, not {text}").format(text=text)
        )
    return numbers


def _command(training: "Training") -> str:
    """Return the command that reproduces the weights."""
    who = " --teams" if training.rules.teams else f" --players {training.rules.n_seats}"
    which = "" if training.rules.tile_set == 56 else f" --tile-set {training.rules.tile_set}"
    games = ",".join(map(str, training.games))
    return (
        f"tantrix train FILE{who}{which} --games {games} --searched {training.searched}"
        f" --epochs {training.epochs} --seed {training.seed}"
    )


def _made(training: "Training", done: "TrainingRound", seconds_before: float) -> dict[str, Any]:
    from tantrix import __version__
    from tantrix.notation import print_rules

    return {
        "command": _command(training),
        "rules": print_rules(training.rules),
        "seed": training.seed,
        "rounds": done.number + 1,
        "games": sum(training.rounds[: done.number + 1]),
        "processor_seconds": round(seconds_before + process_time(), 1),
        "version": __version__,
        "mean_score": round(done.mean_score, 3),
        "stages": [
            {name: round(value, 4) for name, value in fitted._asdict().items()} for fitted in done.fits
        ],
    }


def _print_fits(made: dict[str, Any]) -> None:
    from rich.table import Table

    from tantrix.cli.terminal.console import Console

    table = Table(_("stage"), _("samples"), _("explained"), _("explained in games held out"), _("by a line"))
    for stage in made["stages"]:
        table.add_row(
            str(stage["stage"]),
            f"{stage['n_samples']:,}",
            f"{stage['explained']:.1%}",
            f"{stage['explained_held_out']:.1%}",
            f"{stage['linear_held_out']:.1%}",
        )
    console = Console()
    console.print(table)
    console.print(
        _("{seconds:.1f} s of processor time in this process").format(seconds=made["processor_seconds"])
    )

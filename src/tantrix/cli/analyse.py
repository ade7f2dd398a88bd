"""`tantrix analyse`."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.analysis_table import print_analysis
from tantrix.cli.options import Json, RecordFile, RecordNumber
from tantrix.cli.record_report import record_at
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import STANDARD, check_writable, print_json, progress, write_out
from tantrix.cli.terminal.status import INTERRUPTED, print_error

if TYPE_CHECKING:
    from tantrix.analysis import Analysis, PlyAnalysis
    from tantrix.record import Record

RobotName = Annotated[
    str | None, typer.Option(help=_("The robot that judges; a stronger one takes longer and judges better."))
]
Picture = Annotated[
    Path | None, typer.Option(help=_("Draw the curve of the expected margin into this .svg or .png file."))
]
Seed = Annotated[int, typer.Option(help=_("The same seed gives the same analysis."))]
Draws = Annotated[
    int,
    typer.Option(
        min=0, max=64, help=_("How many random draws to compare with each draw to measure luck; 0 for none.")
    ),
]
First = Annotated[int | None, typer.Option("--from", min=1, help=_("The first tile to judge."))]
Last = Annotated[int | None, typer.Option("--to", min=1, help=_("The last tile to judge."))]
Width = Annotated[int, typer.Option(min=64, max=8192, help=_("Width of a .png picture in pixels."))]

_SVG, _PNG = ".svg", ".png"


def analyse(
    file: RecordFile,
    game: RecordNumber = 1,
    robot: RobotName = None,
    picture: Picture = None,
    seed: Seed = 0,
    draws: Draws = 8,
    first: First = None,
    last: Last = None,
    width: Width = 1200,
    json: Json = False,
) -> None:
    """Analyse every placement and draw of a game; Ctrl-C stops and reports the results so far."""
    _check_picture(picture)
    record = record_at(file, game)
    compile_kernel()
    from tantrix.analysis import PREFERRED, find_judge, to_json
    from tantrix.analysis.explained import explained_json

    name = robot or PREFERRED
    judge = find_judge(name)
    with _progress(record) as on_progress, _interrupts() as is_interrupted:
        from tantrix.analysis import analyse as analysed

        found = analysed(
            record,
            judge,
            name,
            seed=seed,
            first=first,
            last=last,
            n_samples=draws,
            should_stop=is_interrupted,
            on_progress=on_progress,
        )
    if json:
        print_json({**to_json(found), "reasons": explained_json(found, record)})
    else:
        print_analysis(found, record)
    if picture:
        write_out(_drawn(found, picture, width), picture)
    if not found.is_complete:
        print_error(_("interrupted"))
        raise typer.Exit(INTERRUPTED)


def _check_picture(path: Path | None) -> None:
    if path is None:
        return
    if str(path) == STANDARD or path.suffix.lower() not in (_SVG, _PNG):
        raise ValueError(
            _("the name of the picture must end in .svg or .png, unlike {path}").format(path=path)
        )
    check_writable(path)


def _drawn(found: "Analysis", path: Path, width: int) -> bytes:
    from tantrix.analysis import curve_svg
    from tantrix.pictures.draw import png

    text = curve_svg(found)
    return png(text, width) if path.suffix.lower() == _PNG else text.encode()


@contextmanager
def _progress(record: "Record") -> "Iterator[Callable[[int, int, PlyAnalysis], None]]":
    with progress() as line:
        task = line.add_task(_("thinking"), total=len(record.entries) or None)

        def on_progress(done: int, total: int, _step: "PlyAnalysis") -> None:
            line.update(task, completed=done, total=total)

        yield on_progress


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C stop the analysis and keep the results so far."""
    was_pressed = False

    def note(_number: int, _frame: Any) -> None:
        nonlocal was_pressed
        was_pressed = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: was_pressed
    finally:
        signal.signal(signal.SIGINT, before)

"""`tantrix record check|show|svg|png|gif|json`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json, RecordFile, RecordFiles, RecordNumber
from tantrix.cli.record_report import read_records, record_at, report_checks
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import print_json, write_out
from tantrix.cli.terminal.status import NEGATIVE, print_error

if TYPE_CHECKING:
    from tantrix.game import Game

Ply = Annotated[int | None, typer.Option(min=0, help=_("The number of tiles to place; all by default."))]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", help=_("The file to write; standard output by default."))
]
Numbers = Annotated[bool, typer.Option("--numbers", help=_("Show the tiles' numbers."))]
Marks = Annotated[bool, typer.Option("--marks", help=_("Show the colours' letters."))]
Width = Annotated[int, typer.Option(min=1, max=8192, help=_("Width of the picture in pixels."))]


def check(files: RecordFiles, json: Json = False) -> None:
    """Replay every record of all files; the exit status is 1 if any is illegal."""
    from tantrix.record import check as checked

    report_checks(files, json, checked)


def show(file: RecordFile, game: RecordNumber = 1, ply: Ply = None) -> None:
    """Show the table, the hands and the scores."""
    position = _position(file, game, ply)
    from tantrix.cli.table import print_table

    print_table(position)


def svg(
    file: RecordFile,
    game: RecordNumber = 1,
    ply: Ply = None,
    output: Output = None,
    numbers: Numbers = False,
    marks: Marks = False,
) -> None:
    """Write the picture as SVG."""
    write_out(_picture(_position(file, game, ply), numbers, marks).encode(), output)


def png(
    file: RecordFile,
    game: RecordNumber = 1,
    ply: Ply = None,
    output: Output = None,
    numbers: Numbers = False,
    marks: Marks = False,
    width: Width = 800,
) -> None:
    """Write the picture as PNG."""
    from tantrix.pictures import draw

    write_out(draw.png(_picture(_position(file, game, ply), numbers, marks), width), output)


def gif(
    file: RecordFile,
    game: RecordNumber = 1,
    first: Annotated[
        int, typer.Option("--from", min=0, help=_("The number of tiles in the first frame."))
    ] = 0,
    ply: Annotated[
        int | None, typer.Option("--to", min=0, help=_("The number of tiles in the last frame."))
    ] = None,
    output: Output = None,
    numbers: Numbers = False,
    marks: Marks = False,
    width: Annotated[int, typer.Option(min=64, max=1200, help=_("Width of the picture in pixels."))] = 480,
    frame_ms: Annotated[
        int, typer.Option("--ms", min=50, max=10_000, help=_("Milliseconds per frame."))
    ] = 600,
    dark: Annotated[bool, typer.Option("--dark", help=_("Dark tiles on a dark background."))] = False,
) -> None:
    """Write the game as an animated GIF that adds a tile in each frame."""
    from tantrix.pictures import gif as animation

    laid = [laid.placement for laid in _position(file, game, ply).laid]
    theme = animation.THEMES["dark" if dark else "light"]
    data = animation.gif(
        laid, first=first, width=width, frame_ms=frame_ms, theme=theme, numbers=numbers, marks=marks
    )
    write_out(data, output)


def json(
    file: RecordFile,
    game: Annotated[int | None, typer.Option(min=1, help=_("Read only this record of the file."))] = None,
) -> None:
    """Print one record as an object, several as `{"records": [...]}`."""
    from tantrix.record.json_view import to_json

    records = [record_at(file, game)] if game else list(read_records(file))
    sound = [record for record in records if not isinstance(record, ValueError)]
    if len(records) == 1:
        print_json(to_json(sound[0]))
    else:
        print_json({"records": [to_json(record) for record in sound]})
    for n, record in enumerate(records, start=1):
        if isinstance(record, ValueError):
            print_error(f"{file}: " + _("game {game}: {problem}").format(game=n, problem=record))
    if len(sound) < len(records):
        raise typer.Exit(NEGATIVE)


def _position(file: Path, game: int, ply: int | None) -> "Game":
    record = record_at(file, game)
    compile_kernel()
    return record.game(ply)


def _picture(game: "Game", numbers: bool, marks: bool) -> str:
    from tantrix.pictures import draw

    return draw.svg([laid.placement for laid in game.laid], numbers=numbers, marks=marks)

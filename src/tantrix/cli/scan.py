"""`tantrix scan`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json
from tantrix.cli.terminal.output import print_json, write_out
from tantrix.cli.terminal.status import NEGATIVE

if TYPE_CHECKING:
    from tantrix.eye.reading import Reading

Photographs = Annotated[list[Path], typer.Argument(metavar="FILE...", help=_("Photographs of tiles."))]
Drawn = Annotated[Path | None, typer.Option("--svg", help=_("Draw what was read over the photograph."))]


def scan(files: Photographs, json: Json = False, svg: Drawn = None) -> None:
    """Read the tiles in photographs; the status is 1 if one of them has no tiles."""
    from tantrix.eye.printing import to_json

    if svg is not None and len(files) > 1:
        raise ValueError(_("--svg draws one photograph, not {n}").format(n=len(files)))
    readings = {str(file): _scanned(file, svg) for file in files}
    if json:
        views = {name: to_json(reading) for name, reading in readings.items()}
        print_json(views if len(views) > 1 else next(iter(views.values())))
    else:
        for name, reading in readings.items():
            _print(name, reading)
    if not all(reading.counted for reading in readings.values()):
        raise typer.Exit(NEGATIVE)


def _scanned(file: Path, svg: Path | None) -> "Reading":
    """Read a photograph, and draw what was read if there is a file for it."""
    from tantrix.eye.photograph import load_photograph
    from tantrix.eye.printing import to_svg
    from tantrix.eye.reader import read_picture

    picture, scale = load_photograph(file)
    reading = read_picture(picture, scale)
    if svg is not None:
        write_out(to_svg(reading, picture, scale).encode(), svg)
    return reading


def _print(name: str, reading: "Reading") -> None:
    """Print groups as placements, then loose tiles, lines and what is doubtful."""
    from tantrix.eye.reading import SURE

    doubtful = [tile for tile in reading.counted if tile.confidence <= SURE]
    print(f"{name}:")
    for group in reading.groups():
        print("  " + _("group of {n}:").format(n=len(group)), " ".join(map(str, group)))
    if reading.loose():
        print("  " + _("loose tiles:"), " ".join(map(str, reading.loose())))
    if reading.groups():
        lines = " ".join(f"{line.colour.letter} {line.score}" for line in reading.lines())
        print("  " + _("points of each colour:"), lines)
    for tile in doubtful:
        told = _("tile {number} at {x:.0f}, {y:.0f} is doubtful: {confidence:.0%}")
        print("  " + told.format(number=tile.number, x=tile.x, y=tile.y, confidence=tile.confidence))
    for note in reading.notes:
        print(f"  {note}")

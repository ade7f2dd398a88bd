"""Reading and writing for all commands: files, JSON, progress."""

import json
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tantrix._tools.languages import gettext as _

if TYPE_CHECKING:
    from rich.progress import Progress

STANDARD = "-"


def read_text(path: Path, errors: str = "strict") -> str:
    """Read a UTF-8 file, or UTF-16 with its byte order mark, or standard input for `-`.

    `errors` as in `bytes.decode`. Raises ValueError if it is not text.
    """
    data = sys.stdin.buffer.read() if str(path) == STANDARD else path.read_bytes()
    is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) and len(data) % 2 == 0
    try:
        return data.decode("utf-16" if is_wide else "utf-8-sig", "strict" if is_wide else errors)
    except UnicodeDecodeError as error:
        raise ValueError(
            _("{path}: the text must be in UTF-8, but the byte {byte:#04x} at {at} is not").format(
                path=path, byte=data[error.start], at=error.start
            )
        ) from None


def write_out(data: bytes, path: Path | None) -> None:
    """Write to a file, or to standard output if there is none."""
    if path is None or str(path) == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        path.write_bytes(data)


def pipes_records(records: Path | None, json: bool) -> bool:
    """Return whether records go to standard output. Raises ValueError if JSON was requested there too."""
    is_piped = records is not None and str(records) == STANDARD
    if is_piped and json:
        raise ValueError(_("give --json or --records -, not both: both write to standard output"))
    return is_piped


def check_writable(path: Path) -> None:
    """Create the file if it is missing, without changing it. Raises OSError if it cannot be written."""
    if str(path) != STANDARD:
        path.open("ab").close()


def print_json(value: Any) -> None:
    """Print one JSON object on one or more lines; output that is not UTF-8 gets escapes."""
    is_wide = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=not is_wide, indent=2))


def report_part(part: str) -> None:
    """Print on standard error which part of a measurement begins."""
    print(_("measuring: {part}").format(part=part), file=sys.stderr, flush=True)


def progress() -> "Progress":
    """Return a progress line on standard error that disappears when done and is not shown in pipes."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )

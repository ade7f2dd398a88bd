"""The command line: `main` is the program, each command is a file, and slow imports are deferred."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path

from tantrix._tools.languages import gettext, preferred, set_language


def main() -> None:
    """Run the program with the arguments of the process."""
    _open_closed_streams()
    _accept_all_characters()
    language = _language_option(sys.argv[1:])
    set_language([language] if language else preferred(os.environ))
    try:
        # Help texts are translated when the commands are defined, so the language must be set first.
        from tantrix.cli.app import run

        run()
    except KeyboardInterrupt:
        print(f"tantrix: {gettext('interrupted')}", file=sys.stderr)
        sys.exit(130)
    finally:
        _settle_output()


def _settle_output() -> None:
    """Flush the streams, dropping what cannot be written, so that Python keeps our exit status."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed_streams() -> None:
    """Replace streams that were closed before the program started with the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _accept_all_characters() -> None:
    """Let output that is not UTF-8 show "?" for what it lacks, so that no result is lost while printing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            stream.reconfigure(errors="replace")


def _language_option(arguments: list[str]) -> str | None:
    """Find `--lang` before anything else is parsed."""
    for at, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and at + 1 < len(arguments):
            return arguments[at + 1]
    return None

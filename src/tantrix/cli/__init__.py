"""The command line: `main` is the program, each command a file; what is heavy is imported when it is used."""

import os
import sys

from tantrix.words import preferred, speak


def main() -> None:
    """Run the program with the arguments of the process."""
    asked = _asked_language(sys.argv[1:])
    speak([asked] if asked else preferred(os.environ))
    # Help texts are translated when the commands are defined, so the language comes first.
    from tantrix.cli.app import run

    run()


def _asked_language(arguments: list[str]) -> str | None:
    """Find `--lang` before anything else is read."""
    for at, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and at + 1 < len(arguments):
            return arguments[at + 1]
    return None

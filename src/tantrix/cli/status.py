"""How a command ends: exit statuses, and one line instead of a traceback."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import typer

from tantrix.i18n import gettext as _

GOOD, NEGATIVE, UNUSABLE = 0, 1, 2
FAULT = 70
INTERRUPTED = 130
UNREAD = 141  # as a shell reports a program whose reader went away

_Given = ParamSpec("_Given")


def complain(problem: str) -> None:
    """Say on standard error, in one line, what is wrong."""
    print(f"tantrix: {' '.join(problem.split())}", file=sys.stderr)


def guarded(command: Callable[_Given, None]) -> Callable[_Given, None]:
    """Answer what may go wrong in a command with one line and a status."""

    @wraps(command)
    def run(*args: _Given.args, **kwargs: _Given.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:
            raise typer.Exit(UNREAD) from None
        except KeyboardInterrupt:
            complain(_("interrupted"))
            raise typer.Exit(INTERRUPTED) from None
        except OSError as error:
            complain(explained(error))
            raise typer.Exit(UNUSABLE) from None
        except ValueError as error:
            complain(str(error))
            raise typer.Exit(UNUSABLE) from None

    return run


def explained(error: OSError) -> str:
    """Say in words what the system refused, and which file it was about."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason

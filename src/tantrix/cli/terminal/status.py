"""How a command ends: exit statuses, and one line instead of a traceback."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import typer

from tantrix._tools.languages import gettext as _

GOOD, NEGATIVE, UNUSABLE = 0, 1, 2
FAULT = 70
INTERRUPTED = 130
UNREAD = 141  # the status that a shell reports for a broken pipe

# The extra to install for modules that plain `pip install tantrix` lacks; any other belongs to `serve`.
EXTRAS = {
    "PIL": "pictures",
    "cv2": "eye-train",
    "resvg_py": "pictures",
    "distributed": "cluster",
    "gymnasium": "env",
    "pettingzoo": "env",
    "psycopg": "postgres",
    "redis": "redis",
}

_Given = ParamSpec("_Given")


def print_error(problem: str) -> None:
    """Print a problem in one line on standard error."""
    print(f"tantrix: {' '.join(problem.split())}", file=sys.stderr)


def guarded(command: Callable[_Given, None]) -> Callable[_Given, None]:
    """Turn the errors of a command into one line and an exit status."""

    @wraps(command)
    def run(*args: _Given.args, **kwargs: _Given.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:
            raise typer.Exit(UNREAD) from None
        except KeyboardInterrupt:
            print_error(_("interrupted"))
            raise typer.Exit(INTERRUPTED) from None
        except OSError as error:
            print_error(explained(error))
            raise typer.Exit(UNUSABLE) from None
        except ValueError as error:
            print_error(str(error))
            raise typer.Exit(UNUSABLE) from None
        except ModuleNotFoundError as error:
            print_error(what_to_install(error))
            raise typer.Exit(UNUSABLE) from None

    return run


def what_to_install(error: ModuleNotFoundError) -> str:
    """Name the extra that provides a missing module. Re-raises the error if the module is our own."""
    module = (error.name or "").partition(".")[0]
    if module in ("", "tantrix"):
        raise error
    extra = EXTRAS.get(module, "serve")
    return _("this needs a part that is not installed: pip install 'tantrix[{extra}]'").format(extra=extra)


def explained(error: OSError) -> str:
    """Describe an operating-system error, with the file that it concerns."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason

"""`tantrix engine`."""

from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.terminal.compile_progress import compile_kernel

Name = Annotated[str, typer.Argument(help=_("The robot to run."))]


def engine(name: Name) -> None:
    """Let a robot speak the engine protocol on standard input and output."""
    import sys
    from time import monotonic

    from tantrix.robots import find
    from tantrix.robots.engine.server import EngineServer

    robot = find(name)
    compile_kernel()
    EngineServer(name, robot, lambda line: print(line, flush=True), monotonic).serve(sys.stdin)

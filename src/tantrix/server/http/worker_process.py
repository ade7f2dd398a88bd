"""What runs in a process of the worker pool; it imports next to nothing, so that a process starts quickly."""

import os
import signal
import time
from collections.abc import Callable
from typing import Any, TypeVar

NICENESS = 5  # players come first

_T = TypeVar("_T")


def begin() -> None:
    """Prepare a process: the server alone decides when it ends, so Ctrl-C does nothing here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)


def timed(function: Callable[..., _T], arguments: tuple[Any, ...]) -> tuple[_T, float]:
    """Call a function; return what it returns, and the seconds of processor time it took."""
    began = time.process_time()
    result = function(*arguments)
    return result, time.process_time() - began

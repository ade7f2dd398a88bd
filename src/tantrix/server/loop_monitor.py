"""The lag of the event loop: counted in `/metrics`, and logged with the code that was running.

A task sleeps for a few milliseconds at a time; how late it wakes up is the lag of the loop. The processor
time of the loop's thread in between distinguishes the server's own work from other load on the machine and
from other threads: only that is logged. A thread looks at the stack of the loop when it is late.
"""

import asyncio
import re
import threading
import time
from collections.abc import Callable
from faulthandler import dump_traceback
from tempfile import TemporaryFile

import structlog

from tantrix.server.background import start_thread

TICK_S = 0.02
LATE_S = 0.05  # from this lag on, the stack that blocked the loop is captured and logged
N_FRAMES = 8  # how many of the innermost frames are logged

_THREAD = re.compile(r"^(?:Current thread|Thread) 0x([0-9a-f]+) .*$", re.MULTILINE)
_FRAME = re.compile(r'^  File "(.*)", line (\d+) in (.*)$', re.MULTILINE)

_LOG = structlog.get_logger()

Observe = Callable[[float], object]  # counts a number of seconds, like the `observe` of a histogram


class LoopMonitor:
    """Watches the event loop that runs it. `lag`: how late it was; `busy`: its processor time."""

    def __init__(self, lag: Observe, busy: Observe) -> None:
        self._lag = lag
        self._busy = busy
        self._due_s = float("inf")
        self._seen: list[str] = []
        self._ended = threading.Event()

    async def run(self) -> None:
        """Watch until cancelled."""
        watched = threading.get_ident()
        start_thread("loop monitor", lambda: self._watch(watched))
        try:
            while True:
                await self._tick()
        finally:
            self._ended.set()

    async def _tick(self) -> None:
        self._seen = []
        self._due_s, began_s = time.monotonic() + TICK_S, time.thread_time()
        await asyncio.sleep(TICK_S)
        lag_s = max(0.0, time.monotonic() - self._due_s)
        busy_s = time.thread_time() - began_s
        self._due_s = float("inf")
        self._lag(lag_s)
        self._busy(busy_s)
        if busy_s > LATE_S:
            _LOG.warning(
                "the event loop was blocked",
                lag_ms=round(lag_s * 1000),
                processor_ms=round(busy_s * 1000),
                where=self._seen,
            )

    def _watch(self, watched: int) -> None:
        """Record the stack of the loop when it is late; runs on a thread."""
        while not self._ended.wait(TICK_S):
            if not self._seen and time.monotonic() - self._due_s > LATE_S:
                self._seen = _stack_of(watched)


def _stack_of(thread: int) -> list[str]:
    """Return the innermost functions that a thread is in, the innermost last.

    `faulthandler` reads the stacks in one go; walking the frames of a running thread from here would be a
    race.
    """
    with TemporaryFile() as file:
        dump_traceback(file)
        file.seek(0)
        text = file.read().decode("utf-8", "replace")
    parts = _THREAD.split(text)
    frames = dict(zip(parts[1::2], parts[2::2], strict=True)).get(f"{thread:016x}", "")
    found = _FRAME.findall(frames)[:N_FRAMES]
    return [f"{file}:{line} {name}" for file, line, name in reversed(found)]

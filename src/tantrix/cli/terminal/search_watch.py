"""A long search in a terminal or a log: its progress, its time limit, and Ctrl-C."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from tantrix._tools.languages import gettext as _

if TYPE_CHECKING:
    from tantrix.solver import Solution, SolveProgress

REPORT_SECONDS = 0.5
LOG_SECONDS = 60.0  # between two lines where standard error is no terminal


class SearchWatch:
    """Decides when a search stops, and shows its progress.

    In a terminal that is one line, which is rewritten; in a file or a pipe a new line every minute.
    """

    def __init__(
        self,
        limit_seconds: float | None,
        with_progress: bool,
        out: TextIO | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._out = sys.stderr if out is None else out
        self._now = now
        self._began = self._reported_at = now()
        self._until = None if limit_seconds is None else self._began + limit_seconds
        self._is_terminal = self._out.isatty()
        self._with_progress = with_progress or not self._is_terminal
        self.is_interrupted = False

    def interrupt(self) -> None:
        """Stop the search after its current slice."""
        self.is_interrupted = True

    def should_stop(self) -> bool:
        return self.is_interrupted or (self._until is not None and self._now() >= self._until)

    def part(self) -> float | None:
        """Return the elapsed fraction of the time limit, or None if there is no limit."""
        if self._until is None:
            return None
        return (self._now() - self._began) / max(self._until - self._began, 1e-9)

    def on_progress(self, progress: "SolveProgress") -> None:
        now = self._now()
        pause = REPORT_SECONDS if self._is_terminal else LOG_SECONDS
        if not self._with_progress or now < self._reported_at + pause:
            return
        self._reported_at = now
        spent = now - self._began
        left = spent / progress.part - spent if progress.part > 0.001 else 0.0
        text = _("{nodes:,} nodes, {rate:,.0f} a second, {found:,} found, {part:.1%} done, {left:.0f} s left")
        line = text.format(
            nodes=progress.nodes,
            rate=progress.nodes / spent,
            found=progress.found,
            part=progress.part,
            left=left,
        )
        if self._is_terminal:
            print(f"\r\x1b[K{line}", end="", file=self._out, flush=True)
        else:
            print(line, file=self._out, flush=True)

    def print_found(self, solution: "Solution") -> None:
        """Print a solution as soon as it is found."""
        self.clear()
        print(" ".join(map(str, solution)), flush=True)

    def clear(self) -> None:
        if self._with_progress and self._is_terminal:
            print("\r\x1b[K", end="", file=self._out, flush=True)


@contextmanager
def watching(limit_seconds: float | None, *, with_progress: bool) -> Iterator[SearchWatch]:
    """Let Ctrl-C end the search between two slices, so that the result so far can be reported.

    A second Ctrl-C does not wait for the end of the slice.
    """
    watch = SearchWatch(limit_seconds, with_progress)
    before = signal.getsignal(signal.SIGINT)

    def interrupt(_number: int, _frame: object) -> None:
        watch.interrupt()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield watch
    finally:
        signal.signal(signal.SIGINT, before)
        watch.clear()

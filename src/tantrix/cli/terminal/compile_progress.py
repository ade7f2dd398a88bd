"""The progress line during compilation of the kernel, so that no command seems to hang."""

import sys
from typing import Any

from tantrix._tools.languages import gettext as _


def compile_kernel() -> None:
    """Compile what is not compiled yet, with a message on standard error if there is anything to do."""
    # NumPy and Numba take a third of a second to import; `--help` must not wait for them.
    from tantrix import warmup as warming

    if warming.is_warm():
        return
    show_steps()


def show_steps() -> None:
    """Run all compilation steps, with a progress line from the first function that must be compiled on."""
    from numba.core import event

    from tantrix import warmup as warming

    progress = _CompileProgress(sys.stderr.isatty())
    events: Any = event  # Numba has no types
    listener = events.RecordingListener()
    listener.on_start = progress.start
    with events.install_listener("numba:compile", listener):
        for step in warming.steps():
            progress.show(step.name)
            step.run()
    progress.clear()


class _CompileProgress:
    """A message on standard error, with the names of the steps on a terminal; nothing before it starts."""

    def __init__(self, is_terminal: bool) -> None:
        self._is_terminal = is_terminal
        self._has_started = False
        self._step = ""

    def start(self, _event: object) -> None:
        """Say that something is being compiled, the first time."""
        if not self._has_started:
            self._has_started = True
            print(self._message(), end="" if self._is_terminal else "\n", file=sys.stderr, flush=True)
            self.show(self._step)

    def show(self, step: str) -> None:
        """Name the step on a terminal."""
        self._step = step
        if self._has_started and self._is_terminal:
            print(f"\r\x1b[K{self._message()}: {step}", end="", file=sys.stderr, flush=True)

    def _message(self) -> str:
        return _("compiling the kernel, once, about 15 s")

    def clear(self) -> None:
        """Remove the line from a terminal."""
        if self._has_started and self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

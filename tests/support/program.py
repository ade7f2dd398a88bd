"""The program `tantrix` as a process of its own."""

import os
import signal
import subprocess
import sys


def run_program(*arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Run the program to its end; `settings` are environment variables."""
    command = [sys.executable, "-m", "tantrix", *arguments]
    return subprocess.run(
        command, env={**os.environ, **settings}, capture_output=True, text=True, check=False
    )


def problems_of(done: "subprocess.CompletedProcess[str]") -> list[str]:
    """Return the lines of the error output, without the one about compiling that the first program prints."""
    return [line for line in done.stderr.splitlines() if not line.startswith("compiling the kernel")]


def start_program(*arguments: str, **settings: str) -> "subprocess.Popen[str]":
    """Start the program in a session of its own, so that Ctrl-C can be sent to all of its processes."""
    return subprocess.Popen(
        [sys.executable, "-m", "tantrix", *arguments],
        env={**os.environ, **settings},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heed_interrupts,
        start_new_session=True,
    )


def _heed_interrupts() -> None:
    """Restore the default handling of Ctrl-C, which is ignored where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)

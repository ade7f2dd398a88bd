"""External programs as robots: a command that exchanges lines with us (docs/robots/engine.md)."""

import os
import shutil
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from random import Random
from threading import Lock, Thread
from time import monotonic

from tantrix.game import Game
from tantrix.notation import print_position
from tantrix.placement import Placement

VERSION = 1
SECONDS = 10.0  # for each placement, unless something else was agreed
START_SECONDS = 60.0  # until `ready`: a program may have to compile first
GRACE_SECONDS = 2.0  # how late an answer may be
END_SECONDS = 2.0  # how long a program may take to end after `quit`
MAX_LINE = 100_000  # characters of a line
_Lines = Queue[str | None]


class EngineError(ValueError):
    """A program cannot be started, ends, is late, or breaks the protocol."""


class External:
    """A robot that is a program: `command` and its arguments, `seconds` for each placement.

    `start_seconds`: how long it may take until it is ready; `grace_seconds`: how late an answer may be. The
    program is started for the first choice and kept until `close`, the end of this process, or an error,
    after which the next choice restarts it. Its standard error goes to ours. It makes one choice at a time;
    concurrent calls wait.
    """

    def __init__(
        self,
        command: Sequence[str],
        seconds: float = SECONDS,
        start_seconds: float = START_SECONDS,
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        if not command:
            raise EngineError("expected a command to start as a robot, got none")
        if shutil.which(command[0]) is None:
            raise EngineError(f"the program {' '.join(command)!r} cannot be started: no such command")
        self.command = tuple(command)
        self.seconds = seconds
        self.start_seconds = start_seconds
        self.grace_seconds = grace_seconds
        self._lock = Lock()
        self._running: _Running | None = None

    def choose(self, game: Game, rng: Random) -> Placement:
        """Ask the program. Raises EngineError with the command if it does not answer properly."""
        with self._lock:
            try:
                return self._ask(game, rng.getrandbits(32))
            except EngineError as error:
                self._end()
                raise EngineError(f"the program {' '.join(self.command)!r} {error}") from error

    def close(self) -> None:
        """End the program, by force if necessary. The next choice starts it again."""
        with self._lock:
            self._end()

    def __enter__(self) -> "External":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, game: Game, seed: int) -> Placement:
        if self._running is None:
            self._running = _Running(self.command)
            weakref.finalize(self, self._running.end)
            self._running.send(f"tantrix {VERSION}")
            self._running.read("ready", self.start_seconds)
        running = self._running
        running.send(f"position {print_position(game)}")
        running.send(f"legal {' '.join(map(str, game.placements()))}")
        running.forget()
        running.send(f"go ms {int(self.seconds * 1000)} seed {seed}")
        answer = running.read("best", self.seconds + self.grace_seconds)
        try:
            placement = Placement.parse(answer)
            verdict = game.verdict(placement)
        except ValueError as error:
            raise EngineError(f"answered {answer!r}: {error}") from error
        if verdict:
            raise EngineError(f"chose {placement}: {verdict.sentence}")
        return placement

    def _end(self) -> None:
        if self._running is not None:
            self._running.end()
            self._running = None


class _Running:
    """A running program, with a thread that reads its output.

    The program leads its own process group, so that ending it ends the programs that it started as well.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                process_group=0,
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"cannot be started: {error}") from error
        self._has_ended = False
        self._lines: _Lines = Queue()
        Thread(target=_read_all, args=(self._process, self._lines), daemon=True).start()

    def send(self, line: str) -> None:
        """Send a line; if the program has ended, reading its answer will fail."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            return

    def read(self, word: str, seconds: float) -> str:
        """Return the rest of the next line that begins with `word`."""
        ends = monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, ends - monotonic()))
            except Empty:
                raise EngineError(f"did not say {word!r} within {seconds:g} s") from None
            if line is None:
                raise EngineError(f"ended with status {self._status()} before it said {word!r}")
            first, *rest = line.removeprefix("\ufeff").split(maxsplit=1) or [""]
            if first == "error":
                raise EngineError(f"says: {' '.join(rest).strip()}")
            if first == word:
                return " ".join(rest).strip()

    def forget(self) -> None:
        """Drop the lines that have arrived, which answer nothing that is still to be asked."""
        with suppress(Empty):
            while self._lines.get_nowait() is not None:
                pass
            self._lines.put(None)  # it has ended, which the next read must see

    def _status(self) -> int | None:
        try:
            return self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        """End the program and everything it started, and close its pipes; later calls do nothing."""
        if self._has_ended:
            return
        self._has_ended = True
        self.send("quit")
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        self._status()
        with suppress(ProcessLookupError):  # nothing of the group is left
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def _read_all(process: "subprocess.Popen[str]", lines: _Lines) -> None:
    """Put every line of a program on a queue, and None after the last line."""
    assert process.stdout is not None
    with process.stdout:
        while line := process.stdout.readline(MAX_LINE):
            lines.put(line)
    lines.put(None)

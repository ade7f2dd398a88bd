"""A worker process from the server's side: it runs one call at a time and can be killed."""

import asyncio
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress

from tantrix.server.http.worker_process import LENGTH_BYTES, STOP, Call, CallOutcome, CallReport, frame

_PROGRAM = "from tantrix.server.http.worker_process import main; main()"


class WorkerDied(Exception):
    """The process ended before it finished its call."""


class Worker:
    """A process that runs calls, one after the other."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> "Worker":
        """Start a process; this takes the event loop some milliseconds, and the process half a second."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # do not import anything from the current folder
            "-c",
            _PROGRAM,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
        )
        return cls(process)

    async def run(self, call: bytes, on_report: Callable[[object], None]) -> CallOutcome:
        """Run a pickled call until it ends. Raises WorkerDied if the process ends first."""
        try:
            self._write(call)
            while isinstance(message := await self._read(), CallReport):
                on_report(message.value)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise WorkerDied(repr(error)) from None
        assert isinstance(message, CallOutcome), message
        return message

    def ask_to_stop(self) -> None:
        """Ask the running call to stop; only a call with a `WorkerJob` notices."""
        with suppress(OSError):
            self._write(STOP)

    async def end(self) -> None:
        """Kill the process and wait until it is gone."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(frame(data))

    async def _read(self) -> object:
        assert self._process.stdout is not None
        length = int.from_bytes(await self._process.stdout.readexactly(LENGTH_BYTES))
        message: object = pickle.loads(await self._process.stdout.readexactly(length))
        return message


def pickled(call: Call) -> bytes:
    """Pickle a call. Raises the errors of pickle if the function is not at the top level of a module."""
    return pickle.dumps(call)

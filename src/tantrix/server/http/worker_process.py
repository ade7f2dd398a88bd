"""The program of a worker process: it reads calls from standard input and writes results to standard output.

It imports almost nothing, so that a process starts quickly; each call imports what it needs. A frame is its
length in four bytes, followed by a pickle.
"""

import os
import pickle
import queue
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

NICENESS = 5  # the server has priority
MAX_DATA_BYTES = 2 << 30  # a call that needs more gets a MemoryError
LENGTH_BYTES = 4
STOP = b""  # the frame that asks the running call to stop

_PAGE_BYTES = resource.getpagesize()


class WorkerJob:
    """What a call can use besides returning a result: report progress, and notice that it should stop."""

    def __init__(self, send: Callable[[object], None]) -> None:
        self._send = send
        self._stopped = threading.Event()

    def report(self, value: object) -> None:
        """Send a report to the server before the call returns."""
        self._send(CallReport(value))

    def should_stop(self) -> bool:
        """Return whether the result is no longer needed."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Ask the call to stop."""
        self._stopped.set()


@dataclass(frozen=True, slots=True)
class Call:
    """A function of a module and its arguments. If `is_followed`, its first argument is a `WorkerJob`."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    is_followed: bool = False


@dataclass(frozen=True, slots=True)
class CallReport:
    """A progress report of a call."""

    value: Any


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """The outcome of a call: `result`, or the `error` that it raised.

    `seconds`: the processor time that it took; `n_bytes`: the memory that the process occupies now.
    """

    result: Any
    error: Exception | None
    seconds: float
    n_bytes: int


def frame(data: bytes) -> bytes:
    """Return a frame: a pickle with its length before it."""
    return len(data).to_bytes(LENGTH_BYTES) + data


def main() -> None:
    """Serve calls until the server closes the input, which also happens when the server dies."""
    source, sink = _begin()
    lock = threading.Lock()

    def send(value: object) -> None:
        data = frame(pickle.dumps(value))
        with lock:
            sink.write(data)
            sink.flush()

    waiting: queue.SimpleQueue[tuple[bytes, WorkerJob]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(source, send, waiting), daemon=True).start()
    while True:
        data, job = waiting.get()
        send(_outcome(data, job))


def _begin() -> tuple[BinaryIO, BinaryIO]:
    """Prepare the process; anything that it prints goes to the log of the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the server decides when the process ends
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_DATA_BYTES, MAX_DATA_BYTES))
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, sink


def _read(
    source: BinaryIO, send: Callable[[object], None], waiting: "queue.SimpleQueue[tuple[bytes, WorkerJob]]"
) -> None:
    """Read calls and requests to stop them; end the process at the end of the input."""
    job = WorkerJob(send)
    while len(length := source.read(LENGTH_BYTES)) == LENGTH_BYTES:
        data = source.read(int.from_bytes(length))
        if data == STOP:
            job.stop()
        else:
            job = WorkerJob(send)
            waiting.put((data, job))
    os._exit(0)


def _outcome(data: bytes, job: WorkerJob) -> CallOutcome:
    began = time.process_time()
    result, error = None, None
    try:
        call: Call = pickle.loads(data)  # from the server, over its own pipe
        first = (job,) if call.is_followed else ()
        result = call.function(*first, *call.arguments)
        pickle.dumps(result)
    except Exception as problem:
        result, error = None, _sendable(problem)
    return CallOutcome(result, error, time.process_time() - began, _occupied_bytes())


def _sendable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an exception class with its own arguments may fail in any way
        return RuntimeError(repr(error))
    return error


def _occupied_bytes() -> int:
    """Return the memory that this process occupies, or its peak where the system only reports that."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE_BYTES
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024

"""The program of a worker process: it reads calls from its standard input and answers on its standard output.

It imports next to nothing, so that a process starts quickly; what a call needs is imported by that call.
A frame is four bytes with its length, and then a pickle.
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

NICENESS = 5  # players come first
MAX_DATA_BYTES = 2 << 30  # a call that needs more gets a MemoryError
LENGTH_BYTES = 4
STOP = b""  # the frame that asks the call under way to end

_PAGE_BYTES = resource.getpagesize()


class WorkerJob:
    """What a call can do besides returning: report on the way, and notice that it should end."""

    def __init__(self, send: Callable[[object], None]) -> None:
        self._send = send
        self._stopped = threading.Event()

    def report(self, news: object) -> None:
        """Send something to the server before the call returns."""
        self._send(CallReport(news))

    def should_stop(self) -> bool:
        """Return whether nobody needs the result any more."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Ask the call to end."""
        self._stopped.set()


@dataclass(frozen=True, slots=True)
class Call:
    """A function of a module and its arguments. If `is_followed`, its first argument is a `WorkerJob`."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    is_followed: bool = False


@dataclass(frozen=True, slots=True)
class CallReport:
    """What a call reported on the way."""

    news: Any


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """How a call ended: `result`, or the `error` that it raised.

    `seconds`: the processor time it took; `n_bytes`: the memory that the process occupies now.
    """

    result: Any
    error: Exception | None
    seconds: float
    n_bytes: int


def frame(data: bytes) -> bytes:
    """Put the length before a pickle."""
    return len(data).to_bytes(LENGTH_BYTES) + data


def main() -> None:
    """Serve calls until the server closes the input, which it also does by dying."""
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
    """Prepare the process; whatever it prints goes to the log of the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server alone decides when it ends
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
    except Exception:  # an exception with arguments of its own may fail in any way
        return RuntimeError(repr(error))
    return error


def _occupied_bytes() -> int:
    """Return the memory that this process occupies; where the system does not say, the most it ever did."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE_BYTES
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024

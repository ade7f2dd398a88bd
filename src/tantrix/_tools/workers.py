"""Work spread over processes or a cluster: one call per piece, results as they arrive.

A piece must be a function of its arguments alone, so that it does not matter where it runs. Joblib
distributes the work: over processes of this machine with loky, or over a Dask cluster if an address is given.
"""

import atexit
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from typing import Any, Protocol, TypeVar

__all__ = ["Workers", "workers"]

Result = TypeVar("Result")

CONNECT_SECONDS = 10
WATCH_SECONDS = 1.0
STOP_SECONDS = 0.1
END_SECONDS = 5.0

_one_at_a_time = threading.Lock()  # who changes the hook for errors of threads, and later restores it


class Workers(Protocol):
    """Run calls somewhere: in this process, in others, or on a cluster."""

    def __call__(
        self,
        function: Callable[..., Result],
        calls: Iterable[tuple[Any, ...]],
        in_order: bool = False,
        should_stop: Callable[[], bool] | None = None,
    ) -> Generator[Result, None, None]:
        """Call a function with each tuple of arguments; yield the results as they arrive, or in order.

        `calls` is read as needed, not far ahead of the results. Closing the generator drops the rest; so does
        `should_stop`, which another thread asks ten times a second, and which ends the processes of this
        machine in the middle of their calls. Without other processes it is asked between two calls.
        Raises OSError if a process was killed from outside, and whatever the function raises.
        """
        ...


@contextmanager
def workers(n_processes: int = 1, dask: str | None = None) -> Iterator[Workers]:
    """Provide workers while the block runs: this process, several local processes, or a Dask cluster.

    `dask` is the address of a scheduler, such as `tcp://10.0.0.1:8786`. Raises ValueError if Dask is not
    installed, and OSError if no cluster answers within ten seconds.
    """
    if dask is not None:
        with _cluster(dask) as n_threads:
            yield partial(_parallel, n_threads)
    elif n_processes > 1:
        yield partial(_parallel, n_processes)
    else:
        yield _sequential


def _sequential(
    function: Callable[..., Result],
    calls: Iterable[tuple[Any, ...]],
    in_order: bool = False,
    should_stop: Callable[[], bool] | None = None,
) -> Generator[Result, None, None]:
    for call in calls:
        yield function(*call)
        if should_stop is not None and should_stop():
            return


def _parallel(
    n_workers: int,
    function: Callable[..., Result],
    calls: Iterable[tuple[Any, ...]],
    in_order: bool = False,
    should_stop: Callable[[], bool] | None = None,
) -> Generator[Result, None, None]:
    # Importing Joblib takes a third of a second, which a single process does not need.
    from joblib import Parallel, delayed

    _outlive_feeders()
    order = "generator" if in_order else "generator_unordered"
    pool = Parallel(n_jobs=n_workers, return_as=order, batch_size=1, pre_dispatch=2 * n_workers)
    with _ending(should_stop) as stopping:
        with _deaf_children():
            results = pool(delayed(_piece)(os.getpid(), function, call) for call in calls)
        try:
            # `yield from` would close Joblib's generator before the warnings below are silenced.
            for result in results:  # noqa: UP028
                yield result
        except (CancelledError, RuntimeError) as error:
            if stopping.is_set():
                return
            if isinstance(error, BrokenProcessPool):
                raise OSError(f"a worker process was killed: {error}") from None
            raise
        finally:
            with lost_work_ignored():
                results.close()


@contextmanager
def _ending(should_stop: Callable[[], bool] | None) -> Iterator[threading.Event]:
    """End the processes as soon as `should_stop` says so; yield an event that is set from then on."""
    stopping, has_ended = threading.Event(), threading.Event()

    def watch() -> None:
        assert should_stop is not None
        while not has_ended.wait(STOP_SECONDS):
            if should_stop():
                stopping.set()
                _end_processes()
                return

    watching = None if should_stop is None else threading.Thread(target=watch, daemon=True)
    if watching is not None:
        watching.start()
    try:
        yield stopping
    finally:
        has_ended.set()
        if watching is not None:
            watching.join()


def _end_processes() -> None:
    """End the processes that Loky keeps for Joblib."""
    from joblib.externals.loky import get_reusable_executor

    with lost_work_ignored():
        get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)


@cache
def _outlive_feeders() -> None:
    """Let the threads that feed calls to Loky's processes end before this process does.

    Nobody joins them, and after an error they can be the last to hold semaphores of their pool: if the
    interpreter stops one between removing a semaphore and reporting it, Loky's tracker warns about a leak.
    """
    atexit.register(_join_feeders)


def _join_feeders() -> None:
    for thread in threading.enumerate():
        if thread.name == "QueueFeederThread":
            thread.join(END_SECONDS)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Start processes that never get Ctrl-C, which would kill them before `_piece` ignores it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def lost_work_ignored() -> Iterator[None]:
    """Suppress the warnings about lost work after an early stop.

    Joblib warns about it, and Loky's own thread can fail on a call that it has not handed out yet, because
    the calls are dropped before the thread has ended.
    """
    with _one_at_a_time:
        hook = threading.excepthook

        def filtered(problem: threading.ExceptHookArgs) -> None:
            if type(problem.thread).__name__ != "_ExecutorManagerThread":
                hook(problem)

        threading.excepthook = filtered
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield
        finally:
            threading.excepthook = hook


def _piece(parent: int, function: Callable[..., Result], call: tuple[Any, ...]) -> Result:
    """Run a piece; its process ignores interrupts and ends with its parent."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.getppid() == parent:
        _end_with(parent)
        _may_grow()
    return function(*call)


@cache
def _may_grow() -> None:
    """Keep this process for the next piece, even if its memory has grown by more than 300 MB.

    With psutil installed, Loky takes growth for a leak and starts a new process, which would have to build
    again whatever is kept between pieces.
    """
    from joblib.externals.loky import process_executor

    process_executor._MAX_MEMORY_LEAK_SIZE = sys.maxsize


@cache
def _end_with(parent: int) -> None:
    """End this process once its parent is gone: a parent that is killed cannot stop its children."""

    def watch() -> None:
        while os.getppid() == parent:
            threading.Event().wait(WATCH_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _cluster(address: str) -> Iterator[int]:
    """Make Joblib use a cluster; yield the number of its threads."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ValueError("expected Dask for --dask, got none: pip install 'tantrix[cluster]'") from None
    from joblib import parallel_config

    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except ValueError as error:
        raise ValueError(
            f"expected the address of a Dask scheduler like tcp://10.0.0.1:8786, got {address!r}: {error}"
        ) from None
    with client:
        n_threads = sum(client.nthreads().values())
        if n_threads == 0:
            raise ValueError(f"expected a Dask cluster with workers, got none at {address}")
        with parallel_config(backend="dask"):
            yield n_threads

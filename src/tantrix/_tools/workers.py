"""Work spread over processes or a cluster: one call per piece, results as they arrive.

A piece must be a function of its arguments alone, so that it does not matter where it runs. Joblib
distributes the work: over processes of this machine with loky, or over a Dask cluster if an address is given.
"""

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from typing import Any, Protocol, TypeVar

__all__ = ["Workers", "workers"]

Result = TypeVar("Result")

CONNECT_SECONDS = 10
WATCH_SECONDS = 1.0


class Workers(Protocol):
    """Run calls somewhere: in this process, in others, or on a cluster."""

    def __call__(
        self, function: Callable[..., Result], calls: Iterable[tuple[Any, ...]], in_order: bool = False
    ) -> Generator[Result, None, None]:
        """Call a function with each tuple of arguments; yield the results as they arrive, or in order.

        `calls` is read as needed, not far ahead of the results. Closing the generator drops the rest.
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
    function: Callable[..., Result], calls: Iterable[tuple[Any, ...]], in_order: bool = False
) -> Generator[Result, None, None]:
    for call in calls:
        yield function(*call)


def _parallel(
    n_workers: int, function: Callable[..., Result], calls: Iterable[tuple[Any, ...]], in_order: bool = False
) -> Generator[Result, None, None]:
    # Importing Joblib takes a third of a second, which a single process does not need.
    from joblib import Parallel, delayed

    order = "generator" if in_order else "generator_unordered"
    pool = Parallel(n_jobs=n_workers, return_as=order, batch_size=1, pre_dispatch=2 * n_workers)
    results = pool(delayed(_piece)(os.getpid(), function, call) for call in calls)
    try:
        # `yield from` would close Joblib's generator before the warnings below are silenced.
        for result in results:  # noqa: UP028
            yield result
    except BrokenProcessPool as error:
        raise OSError(f"a worker process was killed: {error}") from None
    finally:
        with lost_work_ignored():
            results.close()


@contextmanager
def lost_work_ignored() -> Iterator[None]:
    """Suppress the warnings about lost work after an early stop.

    Joblib warns about it, and Loky's own thread can fail on a call that it has not handed out yet, because
    the calls are dropped before the thread has ended.
    """
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

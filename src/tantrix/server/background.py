"""Work outside of requests: background tasks, threads for slow work, and timers.

Reads of the database and other work that surely ends go to `asyncio.to_thread`, whose threads are few; work
that may hang runs on a separate thread, `on_thread`.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import structlog

_LOG = structlog.get_logger()
_T = TypeVar("_T")


class Tasks:
    """Running tasks, referenced so that they are not garbage-collected. `expected` errors are not logged."""

    def __init__(self, *expected: type[Exception]) -> None:
        self._expected = expected
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Start a task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def start_all(self, works: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Start a task for each piece of work."""
        for work in works:
            self.start(work)

    async def finish(self) -> None:
        """Wait for all running tasks."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def cancel(self) -> None:
        """Cancel all running tasks, and wait for them."""
        for task in self._tasks:
            task.cancel()
        await self.finish()

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, self._expected):
            _LOG.error("task failed", exc_info=error)


class SharedWork:
    """Work for each of many keys that begins after it was asked for; all who wait for a key share it.

    `expected` errors are raised in those who wait, and not logged.
    """

    def __init__(self, work: Callable[[str], Coroutine[Any, Any, None]], *expected: type[Exception]) -> None:
        self._work = work
        self._tasks = Tasks(*expected)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._next: dict[str, asyncio.Task[None]] = {}

    def start(self, key: str) -> asyncio.Task[None]:
        """Return the task of a run that has not begun yet: at most one waits for the one that runs."""
        if key not in self._next:
            self._next[key] = self._tasks.start(self._run(key, self._running.get(key)))
        return self._next[key]

    async def run(self, key: str) -> None:
        """Wait for a run that begins from now on."""
        await asyncio.shield(self.start(key))

    async def cancel(self) -> None:
        """Cancel all work."""
        await self._tasks.cancel()

    async def _run(self, key: str, before: "asyncio.Task[None] | None") -> None:
        if before is not None:
            await asyncio.wait({before})
        task = self._running[key] = self._next.pop(key)
        try:
            await self._work(key)
        finally:
            if self._running.get(key) is task:
                del self._running[key]


@asynccontextmanager
async def running(work: Coroutine[Any, Any, _T]) -> AsyncIterator[asyncio.Task[_T]]:
    """Run work as a task within a block, at whose end the task is cancelled."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def wait_and_clear(event: asyncio.Event, timeout_s: float) -> None:
    """Wait until an event is set, or for a maximum time, and clear the event."""
    # Not `wait_for`: in Python 3.11 it may swallow the cancellation of the task.
    with suppress(TimeoutError):
        async with asyncio.timeout(timeout_s):
            await event.wait()
    event.clear()


async def attempt(work: Callable[[], Awaitable[None]], failure: str, *expected: type[Exception]) -> None:
    """Run one round of a loop that must continue after errors: an error is logged as `failure`.

    `expected` errors are logged as warnings, others with their traceback.
    """
    try:
        await work()
    except expected as error:
        _LOG.warning(failure, reason=str(error))
    except Exception:  # whatever the error, the next round may succeed
        _LOG.exception(failure)


class Backoff:
    """Growing waits for work that fails repeatedly, tracked by a key for each piece of work.

    There is no wait after the first `n_tries` failures in a row; then it is `first_s`, doubling each time up
    to `max_wait_s`. Times are seconds of any one clock.
    """

    def __init__(self, n_tries: int, first_s: float, max_wait_s: float) -> None:
        self._n_tries = n_tries
        self._first_s = first_s
        self._max_wait_s = max_wait_s
        self._failures: dict[str, tuple[int, float]] = {}

    def may_try(self, key: str, now_s: float) -> bool:
        """Return whether the work need not wait, or has waited long enough."""
        _, until_s = self._failures.get(key, (0, now_s))
        return now_s >= until_s

    def failed(self, key: str, now_s: float) -> int:
        """Count a failure. Return how many failures in a row have led to a wait, including this one."""
        n, _ = self._failures.get(key, (0, now_s))
        n_waits = max(0, n + 1 - self._n_tries)
        wait_s = min(self._max_wait_s, self._first_s * 2.0 ** min(n_waits - 1, 60)) if n_waits else 0.0
        self._failures[key] = n + 1, now_s + wait_s
        return n_waits

    def succeeded(self, key: str) -> None:
        """Forget the failures of some work."""
        self._failures.pop(key, None)


async def on_thread(name: str, work: Callable[[], _T]) -> _T:
    """Run a function on a new thread; an exception in it is raised here.

    The thread is a daemon, so work that never ends cannot keep the server from stopping.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_T] = loop.create_future()

    def settle(settle_it: Callable[[], None]) -> None:
        if not done.done():
            settle_it()

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # the caller handles any exception
            failed = error
            call_on(loop, lambda: settle(lambda: done.set_exception(failed)))
        else:
            call_on(loop, lambda: settle(lambda: done.set_result(result)))

    start_thread(name, run)
    return await done


def start_thread(name: str, work: Callable[[], object]) -> threading.Thread:
    """Start a daemon thread: one that cannot keep the process from ending."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    return thread


def start_timer(seconds: float, act: Callable[[], object]) -> threading.Timer:
    """Call a function on a daemon thread, after a delay."""
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()
    return timer


def call_on(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Call a function on the event loop from a thread; do nothing if the server has stopped."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(callback)


class Timer:
    """A callback that is due later; starting the timer again replaces the previous callback."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        """Return whether the callback is still due."""
        return self._handle is not None

    def start(self, wait_s: float, callback: Callable[[], object]) -> None:
        """Call a function once, after a delay."""
        self.stop()

        def run() -> None:
            self._handle = None
            callback()

        self._handle = asyncio.get_running_loop().call_later(wait_s, run)

    def stop(self) -> None:
        """Cancel the callback."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

"""Processes that compute for the server, so that long computations do not hold the interpreter's lock.

Every computation of more than 20 ms belongs here: robots that search, hints, puzzles, imports, drawing. Games
come first, then pages, then long analyses and work done in advance, which never take all processes. The queue
is bounded, and so are the processor time that a client may use in a minute, and the time and memory of a
call. If a call takes too long, its process is killed and replaced.
"""

import asyncio
import os
from bisect import insort
from collections import Counter
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar

import structlog

from tantrix.server.background import Tasks
from tantrix.server.http.budgets import ANALYSIS_WINDOW_S, WINDOW_S, Budgets, ByteCache
from tantrix.server.http.errors import Refusal
from tantrix.server.http.worker import Worker, WorkerDied, pickled
from tantrix.server.http.worker_process import Call
from tantrix.server.settings import ComputingLimits

MAX_WAITING = 24  # calls for clients, waiting or running
MAX_OF_CLIENT = 8  # calls for one client among them
IDLE_S = 120.0  # how long an idle process is kept
MAX_WORKER_BYTES = 400 << 20  # a process that occupies more after a call is replaced

_LOG = structlog.get_logger()
_T = TypeVar("_T")


class Priority(IntEnum):
    """The priority of a call, by who waits for it; lower values come first.

    `TABLE`: the players of a game. `PAGE`: a person. `ANALYSIS`: a person who sees the progress. `AHEAD`: no
    one; the work is done in advance.
    """

    TABLE = 0
    PAGE = 1
    ANALYSIS = 2
    AHEAD = 3

    @property
    def is_long(self) -> bool:
        """Return whether calls of this priority must leave a process free for others."""
        return self >= Priority.ANALYSIS


@dataclass(slots=True, eq=False)
class _Job:
    """A waiting or running call. Its time is charged to `client`; None is the server itself."""

    priority: Priority
    number: int
    client: str | None
    name: str
    call: bytes
    on_report: Callable[[Any], None]
    timeout_s: float
    future: "asyncio.Future[Any]"
    n_waiters: int = 0
    worker: Worker | None = field(default=None)

    @property
    def rank(self) -> tuple[Priority, int]:
        return self.priority, self.number

    def begin_on(self, worker: Worker) -> None:
        self.worker = worker

    def receive(self, report: object) -> None:
        if self.n_waiters:
            self.on_report(report)

    def count_waiters(self, more: int) -> int:
        self.n_waiters += more
        return self.n_waiters


class WorkerPool:
    """Processes that are started when they are needed and stopped when idle. `budgets`: of all clients."""

    def __init__(
        self, limits: ComputingLimits, n_processes: int | None = None, *, budgets: Budgets | None = None
    ) -> None:
        self.limits = limits
        self._n_processes = n_processes or max(3, (os.cpu_count() or 1) + 1)
        self._timeouts_s = {
            Priority.TABLE: limits.call_s,
            Priority.PAGE: limits.call_s,
            Priority.ANALYSIS: limits.analysis_call_s,
            Priority.AHEAD: limits.ahead_call_s,
        }
        self._numbers = count()
        self._waiting: list[_Job] = []
        self._running: set[_Job] = set()
        self._idle: dict[Worker, asyncio.TimerHandle] = {}
        self._shared: dict[Hashable, _Job] = {}
        self._cache = ByteCache()
        self._tasks, self._endings = Tasks(), Tasks()
        self._is_closed = False
        self.budgets = budgets or Budgets(limits.client_s, WINDOW_S)
        self.analysis_budgets = Budgets(limits.client_analysis_s, ANALYSIS_WINDOW_S)

    @property
    def n_waiting(self) -> int:
        """The number of calls that are running or waiting."""
        return len(self._waiting) + len(self._running)

    @property
    def n_processes(self) -> int:
        """The number of processes."""
        return len(self._running) + len(self._idle)

    async def compute(
        self,
        client: str | None,
        function: Callable[..., _T],
        *arguments: object,
        priority: Priority = Priority.PAGE,
    ) -> _T:
        """Call a function of a module with picklable arguments in another process.

        The result is unpickled on the event loop: return text rather than thousands of small objects. Takes
        half a second more when a process must be started. Raises Refusal("busy") if too much waits or the
        call takes too long, Refusal("over_budget") if the client has used its budget; and any error of the
        function.
        """
        job = self._job(client, Call(function, arguments), priority)
        result: _T = await self._result(job)
        return result

    async def compute_once(
        self,
        client: str | None,
        function: Callable[..., _T],
        *arguments: Hashable,
        priority: Priority = Priority.PAGE,
    ) -> _T:
        """Compute like `compute`; equal calls that are running share one computation."""
        key = (function, arguments)
        job = self._shared.get(key)
        if job is None:
            job = self._shared[key] = self._job(client, Call(function, arguments), priority)
            job.future.add_done_callback(lambda _: self._shared.pop(key, None))
        result: _T = await self._result(job)
        return result

    async def compute_bytes(self, client: str, function: Callable[..., bytes], *arguments: Hashable) -> bytes:
        """Return bytes from the cache, or compute them for a client like `compute_once`."""
        key = sha256(pickled(Call(function, arguments))).digest()
        if (found := self._cache.get(key)) is None:
            found = await self.compute_once(client, function, *arguments)
            self._cache.put(key, found)
        return found

    async def follow(
        self,
        client: str | None,
        on_report: Callable[[Any], None],
        function: Callable[..., _T],
        *arguments: object,
    ) -> _T:
        """Call a function that takes a `WorkerJob` first and reports its progress; otherwise like `compute`.

        Cancelling this call asks the function to stop.
        """
        job = self._job(client, Call(function, arguments, is_followed=True), Priority.ANALYSIS, on_report)
        result: _T = await self._result(job)
        return result

    async def close(self) -> None:
        """End the processes; running and waiting work is abandoned."""
        self._is_closed = True
        for job in (*self._waiting, *self._running):
            job.future.cancel()
        self._waiting.clear()
        await self._tasks.cancel()
        idle, self._idle = self._idle, {}
        for worker, timer in idle.items():
            timer.cancel()
            self._endings.start(worker.end())
        await self._endings.finish()

    def _job(
        self,
        client: str | None,
        call: Call,
        priority: Priority,
        on_report: Callable[[Any], None] = lambda _news: None,
    ) -> _Job:
        """Put a call into the queue, or refuse it."""
        if self._is_closed:
            raise Refusal("busy")
        if client is not None:
            self._check(client, priority)
        job = _Job(
            priority=priority,
            number=next(self._numbers),
            client=client,
            name=call.function.__name__,
            call=pickled(call),
            on_report=on_report,
            timeout_s=self._timeouts_s[priority],
            future=asyncio.get_running_loop().create_future(),
        )
        insort(self._waiting, job, key=lambda each: each.rank)
        self._begin_next()
        return job

    def _check(self, client: str, priority: Priority) -> None:
        """Raise Refusal if a client may not add another call now."""
        of_clients = Counter(each.client for each in (*self._waiting, *self._running))
        if of_clients.total() - of_clients[None] >= MAX_WAITING or of_clients[client] >= MAX_OF_CLIENT:
            raise Refusal("busy")
        if self._budgets_of(priority).is_spent(client) and not self._is_spare(priority):
            raise Refusal("over_budget")

    def _is_spare(self, priority: Priority) -> bool:
        """Return whether a call takes nothing from anybody: a long thought while nobody else has one."""
        return priority is Priority.ANALYSIS and all(
            each.priority is not Priority.ANALYSIS for each in (*self._waiting, *self._running)
        )

    async def _result(self, job: _Job) -> Any:
        """Wait for a call; when its last waiter is cancelled, the call is withdrawn or asked to stop."""
        job.count_waiters(1)
        try:
            return await asyncio.shield(job.future)
        finally:
            if job.count_waiters(-1) == 0 and not job.future.done():
                if job in self._waiting:
                    self._waiting.remove(job)
                if job.worker is None:
                    job.future.cancel()
                else:
                    job.worker.ask_to_stop()

    def _begin_next(self) -> None:
        """Start the calls for which a process is free."""
        for job in tuple(self._waiting):
            n_long = sum(each.priority.is_long for each in self._running)
            if len(self._running) >= self._n_processes:
                return
            if not job.priority.is_long or n_long < max(1, self._n_processes - 1):
                self._waiting.remove(job)
                self._running.add(job)
                self._tasks.start(self._run(job))

    async def _run(self, job: _Job) -> None:
        began_s = asyncio.get_running_loop().time()
        worker: Worker | None = None
        try:
            worker = await self._take()
            if job.future.cancelled():  # the caller has stopped waiting
                worker = self._put_back(worker)
                return
            job.begin_on(worker)
            async with asyncio.timeout(job.timeout_s):
                outcome = await worker.run(job.call, job.receive)
        except (TimeoutError, WorkerDied, OSError) as error:
            _LOG.warning("computation abandoned", function=job.name, reason=repr(error))
            self._charge(job, asyncio.get_running_loop().time() - began_s)
            _settle(job, error=Refusal("busy"))
        else:
            self._charge(job, outcome.seconds)
            _settle(job, outcome.result, outcome.error)
            worker = self._put_back(worker, outcome.n_bytes)
        finally:
            self._running.discard(job)
            if not self._is_closed:
                self._begin_next()
            if worker is not None:
                self._endings.start(worker.end())

    def _charge(self, job: _Job, seconds: float) -> None:
        if job.client is not None:
            self._budgets_of(job.priority).charge(job.client, seconds)

    def _budgets_of(self, priority: Priority) -> Budgets:
        """Return the budgets for a priority: analyses leave a client the budget for pages."""
        return self.analysis_budgets if priority is Priority.ANALYSIS else self.budgets

    async def _take(self) -> Worker:
        """Return the idle process that was used last, or a new one."""
        if not self._idle:
            return await Worker.start()
        worker, timer = self._idle.popitem()
        timer.cancel()
        return worker

    def _put_back(self, worker: Worker, n_bytes: int = 0) -> Worker | None:
        """Keep a process for the next call; return it instead if it has grown too large."""
        if n_bytes > MAX_WORKER_BYTES or self._is_closed:
            return worker
        timer = asyncio.get_running_loop().call_later(IDLE_S, self._retire, worker)
        self._idle[worker] = timer
        return None

    def _retire(self, worker: Worker) -> None:
        if self._idle.pop(worker, None) is not None:
            self._endings.start(worker.end())


def _settle(job: _Job, result: object = None, error: Exception | None = None) -> None:
    with suppress(asyncio.InvalidStateError):  # the caller has stopped waiting
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)
            job.future.exception()  # the callers have been notified; all may be gone

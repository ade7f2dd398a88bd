"""Processes that compute for requests, so that no request holds the interpreter's lock while others wait.

Whatever computes for more than 20 ms because somebody asked belongs here: drawing, making puzzles. Results
are cached, equal requests under way share one computation, the queue is bounded, and so is the processor time
that an address may use in a minute.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

import structlog
from joblib.externals.loky import ProcessPoolExecutor
from joblib.externals.loky.process_executor import TerminatedWorkerError

from tantrix.server.http.errors import Refusal
from tantrix.server.http.worker_process import begin, timed

MAX_WAITING = 24  # computations, those under way included
MAX_CACHE_BYTES = 32 * 1024 * 1024
BUDGET_S, WINDOW_S = 10.0, 60.0  # processor time for one address, and for how long it is remembered
LONGEST_S = 60.0  # a computation that takes longer is given up, and its process ended
IDLE_S = 60  # so long a process without work is kept

_LOG = structlog.get_logger()
_T = TypeVar("_T")


class Budgets:
    """How much processor time each address has used; a minute's worth drains away in a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}  # by address: seconds, and when that was

    def is_spent(self, address: str) -> bool:
        """Return whether an address must wait."""
        return self._used_by(address) >= BUDGET_S

    def charge(self, address: str, seconds: float) -> None:
        """Note what an address has cost."""
        self._used = {each: since for each, since in self._used.items() if self._used_by(each) > 0}
        self._used[address] = (self._used_by(address) + seconds, self._clock())

    def _used_by(self, address: str) -> float:
        seconds, at = self._used.get(address, (0.0, 0.0))
        return max(0.0, seconds - (self._clock() - at) * BUDGET_S / WINDOW_S)


class ByteCache:
    """The results last used, as many as fit."""

    def __init__(self, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._max_bytes = max_bytes
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._n_bytes = 0

    def get(self, key: Hashable) -> bytes | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: Hashable, value: bytes) -> None:
        self._n_bytes += len(value) - len(self._kept.pop(key, b""))
        self._kept[key] = value
        while self._n_bytes > self._max_bytes:
            _, dropped = self._kept.popitem(last=False)
            self._n_bytes -= len(dropped)


class WorkerPool:
    """Processes that start when they are needed and end when they are not. `budgets`: of all addresses."""

    def __init__(self, n_processes: int = 1, longest_s: float = LONGEST_S) -> None:
        self._n_processes = n_processes
        self._longest_s = longest_s
        self._executor: Any = None
        self._starting = asyncio.Lock()
        self._under_way: dict[Hashable, asyncio.Task[Any]] = {}
        self._cache = ByteCache()
        self.budgets = Budgets()

    @property
    def n_waiting(self) -> int:
        """How many computations are under way or wait."""
        return len(self._under_way)

    async def compute_bytes(
        self, address: str, function: Callable[..., bytes], *arguments: Hashable
    ) -> bytes:
        """Compute bytes for an address, or find them in the cache; else as `compute`."""
        key = (function, arguments)
        if (found := self._cache.get(key)) is None:
            found = await self.compute(address, function, *arguments)
            self._cache.put(key, found)
        return found

    async def compute(self, address: str, function: Callable[..., _T], *arguments: Hashable) -> _T:
        """Call a function of a module with picklable arguments in another process.

        Costs 1 to 2 s when a process must be started. Raises Refusal("busy") if too much waits, the address
        has used its budget, or the computation takes too long; and whatever the function raises.
        """
        key = (function, arguments)
        task = self._under_way.get(key)
        if task is None:
            if self.n_waiting >= MAX_WAITING or self.budgets.is_spent(address):
                raise Refusal("busy")
            task = asyncio.create_task(self._compute(address, function, arguments))
            self._under_way[key] = task
            task.add_done_callback(partial(self._forget, key))
        result: _T = await asyncio.shield(task)
        return result

    async def close(self) -> None:
        """End the processes; what is under way is given up."""
        for task in tuple(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await self._end_processes()

    async def _compute(self, address: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        began = time.monotonic()
        try:
            future = await self._submit(function, arguments)
            async with asyncio.timeout(self._longest_s):
                result, seconds = await asyncio.wrap_future(future)
        except (TimeoutError, TerminatedWorkerError) as error:
            _LOG.warning("computation given up", function=function.__name__, reason=repr(error))
            self.budgets.charge(address, time.monotonic() - began)
            await self._end_processes()
            raise Refusal("busy") from None
        self.budgets.charge(address, seconds)
        return result

    async def _submit(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        async with self._starting:
            if self._executor is None:
                self._executor = ProcessPoolExecutor(self._n_processes, timeout=IDLE_S, initializer=begin)
            # Starting a process takes a tenth of a second, which the event loop does not have.
            return await asyncio.to_thread(self._executor.submit, timed, function, arguments)

    async def _end_processes(self) -> None:
        async with self._starting:
            executor, self._executor = self._executor, None
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, wait=True, kill_workers=True)

    def _forget(self, key: Hashable, task: "asyncio.Task[Any]") -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # whoever asked has been told; they may all be gone

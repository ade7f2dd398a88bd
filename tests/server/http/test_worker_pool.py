"""The worker pool: computations in other processes, shared, cached and bounded."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from tantrix.server.http.budgets import ENTRY_BYTES, WINDOW_S, Budgets, ByteCache
from tantrix.server.http.errors import Refusal
from tantrix.server.http.worker_pool import MAX_OF_CLIENT, MAX_WAITING, MAX_WORKER_BYTES, Priority, WorkerPool
from tantrix.server.http.worker_process import WorkerJob
from tantrix.server.settings import ComputingLimits
from tests.support.computing import UNHURRIED

T = TypeVar("T")
BUDGET_S = 10.0  # of a client
LIMITS = replace(UNHURRIED, client_s=BUDGET_S)
_GROWN: list[bytes] = []


def with_pool(
    act: Callable[[WorkerPool], Awaitable[T]],
    limits: ComputingLimits = LIMITS,
    n_processes: int | None = 1,
    budgets: Budgets | None = None,
) -> T:
    async def run() -> T:
        pool = WorkerPool(limits, n_processes, budgets=budgets)
        try:
            return await act(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def write_line(path: Path) -> bytes:
    with path.open("a") as file:
        file.write("called\n")
    return b"done"


def write_name(path: Path, name: str) -> None:
    with path.open("a") as file:
        file.write(f"{name}\n")


def wait_for_file(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)


def report_until_stopped(job: WorkerJob, path: Path) -> None:
    job.report(0)
    while not job.should_stop():
        time.sleep(0.01)
    path.write_text("stopped")


def grow() -> int:
    _GROWN.append(b"." * MAX_WORKER_BYTES)
    return os.getpid()


def work_and_fail() -> None:
    end = time.process_time() + BUDGET_S / 4
    while time.process_time() < end:
        pass
    raise ValueError("as it should")


def fail() -> None:
    raise ValueError("as it should")


def test_a_computation_runs_in_another_process() -> None:
    async def act(pool: WorkerPool) -> int:
        return await pool.compute("here", os.getpid)

    assert with_pool(act) != os.getpid()


def test_an_exception_of_a_computation_reaches_its_caller() -> None:
    async def act(pool: WorkerPool) -> None:
        with pytest.raises(ValueError, match="as it should"):
            await pool.compute("here", fail)

    with_pool(act)


def test_equal_requests_share_one_computation_and_later_ones_its_result(tmp_path: Path) -> None:
    path = tmp_path / "calls"

    async def act(pool: WorkerPool) -> list[bytes]:
        asked = [pool.compute_bytes(f"host {n}", write_line, path) for n in range(2 * MAX_WAITING)]
        found = await asyncio.gather(*asked)
        return [*found, await pool.compute_bytes("late", write_line, path)]

    assert set(with_pool(act)) == {b"done"}
    assert path.read_text() == "called\n"


def test_requests_beyond_the_queue_are_refused() -> None:
    async def act(pool: WorkerPool) -> list[object]:
        asked = [pool.compute(f"host {n}", abs, n) for n in range(MAX_WAITING + 3)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    found = with_pool(act)

    assert found[:MAX_WAITING] == list(range(MAX_WAITING))
    assert found[MAX_WAITING:] == [Refusal("busy")] * 3


def test_one_client_does_not_fill_the_queue() -> None:
    async def act(pool: WorkerPool) -> tuple[list[object], int]:
        asked = [pool.compute("greedy", abs, n) for n in range(MAX_OF_CLIENT + 1)]
        *_, modest = found = await asyncio.gather(
            *asked, pool.compute("modest", abs, -7), return_exceptions=True
        )
        assert isinstance(modest, int)
        return list(found[:-1]), modest

    of_greedy, of_modest = with_pool(act)

    assert of_greedy == [*range(MAX_OF_CLIENT), Refusal("busy")]
    assert of_modest == 7


def test_games_come_before_pages_and_pages_before_what_is_made_ahead(tmp_path: Path) -> None:
    path, may_end = tmp_path / "order", tmp_path / "may end"

    async def act(pool: WorkerPool) -> None:
        first = asyncio.create_task(pool.compute(None, wait_for_file, may_end))
        priorities = (Priority.AHEAD, Priority.PAGE, Priority.TABLE)
        others = [
            asyncio.create_task(pool.compute(None, write_name, path, priority.name, priority=priority))
            for priority in priorities
        ]
        while pool.n_waiting < 1 + len(priorities):
            await asyncio.sleep(0)
        may_end.touch()
        await asyncio.gather(first, *others)

    with_pool(act)

    assert path.read_text().split() == ["TABLE", "PAGE", "AHEAD"]


def test_long_calls_leave_a_process_to_the_others() -> None:
    async def act(pool: WorkerPool) -> int:
        ahead = [
            asyncio.create_task(pool.compute(None, time.sleep, 1000, priority=Priority.AHEAD))
            for _ in range(3)
        ]
        await asyncio.sleep(0)
        answer = await pool.compute("here", abs, -3)
        for each in ahead:
            each.cancel()
        return answer

    assert with_pool(act, n_processes=2) == 3


def test_a_followed_call_reports_and_stops_when_nobody_waits(tmp_path: Path) -> None:
    path = tmp_path / "stopped"

    async def act(pool: WorkerPool) -> list[int]:
        heard: list[int] = []
        reported = asyncio.Event()

        def hear(report: int) -> None:
            heard.append(report)
            reported.set()

        following = asyncio.create_task(pool.follow("here", hear, report_until_stopped, path))
        await reported.wait()
        following.cancel()
        assert await pool.compute("here", abs, -1) == 1  # in the same process, so the call has ended
        return heard

    assert with_pool(act)[0] == 0
    assert path.read_text() == "stopped"


def test_a_failed_computation_is_charged_too() -> None:
    async def act(pool: WorkerPool) -> None:
        pool.budgets.charge("here", BUDGET_S - 0.1)
        with pytest.raises(ValueError, match="as it should"):
            await pool.compute("here", work_and_fail)
        with pytest.raises(Refusal, match="over_budget"):
            await pool.compute("here", abs, -1)

    budgets = Budgets(BUDGET_S, WINDOW_S, lambda: 0.0)  # a slow machine must not restore it meanwhile

    with_pool(act, budgets=budgets)


def test_without_a_budget_one_may_think_only_while_nobody_else_does(tmp_path: Path) -> None:
    async def act(pool: WorkerPool) -> None:
        pool.analysis_budgets.charge("spent", 2 * LIMITS.client_analysis_s)
        reported = asyncio.Event()

        def hear(_report: int) -> None:
            reported.set()

        alone = asyncio.create_task(pool.follow("spent", hear, report_until_stopped, tmp_path / "stopped"))
        await reported.wait()
        with pytest.raises(Refusal, match="over_budget"):
            await pool.follow("spent", hear, report_until_stopped, tmp_path / "refused")
        alone.cancel()

    with_pool(act)


def test_a_process_that_has_grown_is_replaced() -> None:
    async def act(pool: WorkerPool) -> tuple[int, int, int]:
        first = await pool.compute("here", os.getpid)
        grown = await pool.compute("here", grow)
        return first, grown, await pool.compute("here", os.getpid)

    first, grown, then = with_pool(act)

    assert first == grown != then


def test_a_call_that_wants_all_memory_fails_alone() -> None:
    async def act(pool: WorkerPool) -> int:
        with pytest.raises(MemoryError):
            await pool.compute("here", bytearray, 1 << 40)
        return await pool.compute("here", abs, -7)

    assert with_pool(act) == 7


def test_a_process_that_dies_is_replaced() -> None:
    async def act(pool: WorkerPool) -> int:
        with pytest.raises(Refusal):
            await pool.compute("here", die)
        return await pool.compute("here", abs, -7)

    assert with_pool(act) == 7


def test_an_endless_computation_is_stopped() -> None:
    async def act(pool: WorkerPool) -> int:
        with pytest.raises(Refusal):
            await pool.compute("here", time.sleep, 10_000)
        return pool.n_waiting

    assert with_pool(act, replace(LIMITS, call_s=1)) == 0


def test_closing_stops_running_computations() -> None:
    async def act(pool: WorkerPool) -> bool:
        asked = asyncio.create_task(pool.compute("here", time.sleep, 10_000))
        await asyncio.sleep(0)
        await pool.close()
        return (await asyncio.gather(asked, return_exceptions=True))[0] is not None

    assert with_pool(act)


def test_a_budget_is_spent_and_drains_away() -> None:
    now = 1_000.0
    budgets = Budgets(BUDGET_S, WINDOW_S, lambda: now)
    budgets.charge("a", BUDGET_S)

    assert budgets.is_spent("a") and not budgets.is_spent("b")
    now += WINDOW_S / 2
    assert not budgets.is_spent("a")
    budgets.charge("a", BUDGET_S / 2)
    assert budgets.is_spent("a")


def test_an_address_that_has_spent_its_budget_waits_while_others_are_served() -> None:
    async def act(pool: WorkerPool) -> int:
        pool.budgets.charge("greedy", 10 * BUDGET_S)
        with pytest.raises(Refusal):
            await pool.compute("greedy", abs, -1)
        return await pool.compute("modest", abs, -1)

    assert with_pool(act) == 1


def test_the_cache_keeps_what_was_used_last() -> None:
    cache = ByteCache(max_bytes=2 * ENTRY_BYTES + 10)
    for key in "abc":
        cache.put(key, b"....")
        cache.get("a")

    assert [cache.get(key) for key in "abc"] == [b"....", None, b"...."]


def test_the_cache_counts_what_its_entries_take_beside_their_values() -> None:
    cache = ByteCache(max_bytes=10 * ENTRY_BYTES)
    for key in range(1000):
        cache.put(key, b"")

    assert len(cache) == 10

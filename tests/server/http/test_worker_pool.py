"""The worker pool: computations in other processes, shared, cached and bounded."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from tantrix.server.http.errors import Refusal
from tantrix.server.http.worker_pool import BUDGET_S, MAX_WAITING, WINDOW_S, Budgets, ByteCache, WorkerPool

T = TypeVar("T")


def with_pool(act: Callable[[WorkerPool], Awaitable[T]], longest_s: float = 120) -> T:
    async def run() -> T:
        pool = WorkerPool(longest_s=longest_s)
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


def fail() -> None:
    raise ValueError("as it should")


def test_a_computation_runs_in_another_process() -> None:
    async def act(pool: WorkerPool) -> int:
        return await pool.compute("here", os.getpid)

    assert with_pool(act) != os.getpid()


def test_what_a_computation_raises_reaches_who_asked() -> None:
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


def test_more_than_may_wait_are_refused() -> None:
    async def act(pool: WorkerPool) -> list[object]:
        asked = [pool.compute(f"host {n}", abs, n) for n in range(MAX_WAITING + 3)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    found = with_pool(act)

    assert found[:MAX_WAITING] == list(range(MAX_WAITING))
    assert [type(each) for each in found[MAX_WAITING:]] == [Refusal] * 3


def test_a_process_that_dies_is_replaced() -> None:
    async def act(pool: WorkerPool) -> int:
        with pytest.raises(Refusal):
            await pool.compute("here", die)
        return await pool.compute("here", abs, -7)

    assert with_pool(act) == 7


def test_a_computation_without_an_end_is_given_up() -> None:
    async def act(pool: WorkerPool) -> int:
        with pytest.raises(Refusal):
            await pool.compute("here", time.sleep, 10_000)
        return pool.n_waiting

    assert with_pool(act, longest_s=1) == 0


def test_closing_gives_up_what_is_under_way() -> None:
    async def act(pool: WorkerPool) -> bool:
        asked = asyncio.create_task(pool.compute("here", time.sleep, 10_000))
        await asyncio.sleep(0)
        await pool.close()
        return (await asyncio.gather(asked, return_exceptions=True))[0] is not None

    assert with_pool(act)


def test_a_budget_is_spent_and_drains_away() -> None:
    now = 1_000.0
    budgets = Budgets(clock=lambda: now)
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
    cache = ByteCache(max_bytes=10)
    for key in "abc":
        cache.put(key, b"....")
        cache.get("a")

    assert [cache.get(key) for key in "abc"] == [b"....", None, b"...."]

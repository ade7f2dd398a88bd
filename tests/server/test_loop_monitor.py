"""The lag of the event loop is measured, and what blocked it is named."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from structlog.testing import capture_logs

from tantrix.server.loop_monitor import LATE_S, LoopMonitor


def hold_the_loop() -> None:
    end = time.thread_time() + 10 * LATE_S
    while time.thread_time() < end:
        pass


def hold_from_a_thread() -> None:
    """Start a thread that keeps the interpreter's lock for one long call of C."""
    threading.Thread(target=sum, args=(range(20_000_000),)).start()


async def watched(hold: Callable[[], None] = hold_the_loop) -> tuple[list[float], list[float]]:
    """Watch the loop while it is blocked once."""
    lag: list[float] = []
    busy: list[float] = []
    task = asyncio.create_task(LoopMonitor(lag.append, busy.append).run())
    while len(busy) < 3:
        await asyncio.sleep(0.01)
    hold()
    n_before = len(lag)
    while max(lag[n_before:], default=0.0) < LATE_S:
        await asyncio.sleep(0.01)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return lag, busy


def test_a_function_that_holds_the_loop_is_counted_and_named() -> None:
    with capture_logs() as logs:
        lag, busy = asyncio.run(watched())

    assert max(busy) >= 10 * LATE_S
    assert max(lag) >= 9 * LATE_S
    stacks = [log["where"] for log in logs if log["event"] == "the event loop was blocked"]
    assert any(stack and stack[-1].endswith(" hold_the_loop") for stack in stacks)


def test_a_thread_that_keeps_the_interpreters_lock_is_counted_as_lag_and_not_as_work_of_the_loop() -> None:
    with capture_logs() as logs:
        lag, busy = asyncio.run(watched(hold_from_a_thread))

    assert max(lag) > LATE_S > max(busy)
    assert [log for log in logs if log["event"] == "the event loop was blocked"] == []

"""The lag of the event loop is measured, and what held it is named."""

import asyncio
import time
from contextlib import suppress

from structlog.testing import capture_logs

from tantrix.server.loop_monitor import LATE_S, LoopMonitor


def hold_the_loop() -> None:
    end = time.thread_time() + 10 * LATE_S
    while time.thread_time() < end:
        pass


async def watched() -> tuple[list[float], list[float]]:
    """Watch the loop while it is held once."""
    lag: list[float] = []
    busy: list[float] = []
    task = asyncio.create_task(LoopMonitor(lag.append, busy.append).run())
    while len(busy) < 3:
        await asyncio.sleep(0.01)
    hold_the_loop()
    n_before = len(busy)
    while len(busy) == n_before:
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
    stacks = [log["where"] for log in logs if log["event"] == "the event loop was held"]
    assert any(stack and stack[-1].endswith(" hold_the_loop") for stack in stacks)

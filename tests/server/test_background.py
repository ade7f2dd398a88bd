"""The pieces of loops that run beside the requests."""

import asyncio
import logging

import pytest

from tantrix.server.background import attempt, wait_and_clear


@pytest.mark.parametrize(
    ("error", "level"), [(KeyError("gone"), logging.WARNING), (ValueError("unexpected"), logging.ERROR)]
)
def test_a_round_that_fails_is_logged_and_the_loop_goes_on(
    caplog: pytest.LogCaptureFixture, error: Exception, level: int
) -> None:
    async def fail() -> None:
        raise error

    asyncio.run(attempt(fail, "not done", KeyError))

    [record] = caplog.records
    assert record.levelno == level
    assert "not done" in record.getMessage()


def test_a_cancelled_round_ends_its_loop() -> None:
    async def cancelled() -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(attempt(cancelled, "not done", Exception))


@pytest.mark.parametrize("is_set", [True, False])
def test_a_wait_ends_with_the_event_or_without_and_leaves_it_cleared(is_set: bool) -> None:
    async def wait() -> bool:
        event = asyncio.Event()
        if is_set:
            event.set()
        await wait_and_clear(event, 3600 if is_set else 0)
        return event.is_set()

    assert not asyncio.run(wait())

"""Loops that run beside the requests, and their parts."""

import asyncio
import logging

import pytest

from tantrix.server.background import Backoff, attempt, running, wait_and_clear


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


def test_work_that_runs_within_a_block_is_cancelled_at_its_end() -> None:
    async def leave_early() -> "asyncio.Task[None]":
        async with running(asyncio.sleep(3600)) as task:
            await asyncio.sleep(0)
        return task

    assert asyncio.run(leave_early()).cancelled()


def test_an_error_in_a_block_stays_the_error_while_its_work_is_cancelled() -> None:
    async def fail() -> None:
        async with running(asyncio.sleep(3600)):
            raise KeyError("gone")

    with pytest.raises(KeyError):
        asyncio.run(fail())


def test_work_that_fails_again_waits_longer_each_time() -> None:
    backoff = Backoff(2, first_s=1, max_wait_s=5)
    assert [backoff.failed("a", now_s=0) for _ in range(2)] == [0, 0]
    assert backoff.may_try("a", now_s=0)

    for n_waits, wait_s in enumerate((1, 2, 4, 5, 5), start=1):
        assert backoff.failed("a", now_s=100) == n_waits
        assert not backoff.may_try("a", now_s=100 + wait_s - 0.5)
        assert backoff.may_try("a", now_s=100 + wait_s)


def test_a_success_ends_the_waits_and_other_work_never_has_any() -> None:
    backoff = Backoff(0, first_s=10, max_wait_s=60)
    backoff.failed("a", now_s=0)
    backoff.failed("a", now_s=0)
    assert not backoff.may_try("a", now_s=19)
    assert backoff.may_try("b", now_s=0)

    backoff.succeeded("a")

    assert backoff.may_try("a", now_s=0)
    assert backoff.failed("a", now_s=0) == 1
    assert backoff.may_try("a", now_s=10)

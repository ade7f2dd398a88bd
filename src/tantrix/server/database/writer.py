"""The one writer of the database: many writes, one commit.

A caller waits until the commit with its writes is on the disk. While one commit runs, the next batch is
collected, so that many callers share the cost of a commit. If a commit fails, all its callers get an error
and nothing is saved; reads are not affected.
"""

import asyncio
import queue
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.background import call_on, start_thread
from tantrix.server.database.writes import NotComputed, RowConflict, Write, write_all, write_together

_LOG = structlog.get_logger()
_T = TypeVar("_T")

MAX_TRIES = 10
WAIT_S = 0.005  # the longest wait after the first conflict
FAILING_S = 10.0
BATCH = 256  # the most requests in one commit, so that the first one does not wait long


OnCommit = Callable[[float, int, bool], None]  # seconds, number of requests, whether the commit succeeded


def _ignore(_seconds: float, _n_saved: int, _is_done: bool) -> None:
    pass


class NotSaved(Exception):
    """Nothing of a request was saved. `code`: what a client is told."""

    code = "not_saved"


class Conflict(NotSaved):
    """Another server or request was faster: decide again with the current data."""

    code = "conflict"


async def retry_on_conflict(act: Callable[[], Awaitable[_T]]) -> _T:
    """Repeat something while it ends in a conflict, each time after a longer wait of random length.

    Raises Conflict after `MAX_TRIES`, which is after a second or two.
    """
    for n in range(MAX_TRIES - 1):
        with suppress(Conflict):
            return await act()
        await asyncio.sleep(random.random() * WAIT_S * 2**n)
    return await act()


@dataclass(frozen=True, slots=True)
class _Request:
    writes: Sequence[Write]
    loop: asyncio.AbstractEventLoop
    saved: "asyncio.Future[None]"


class Writer:
    """A writer thread with its own connection, opened by `connect` and reopened after a failure."""

    def __init__(self, connect: Callable[[], sa.Connection], on_commit: OnCommit = _ignore) -> None:
        self._connect = connect
        self._on_commit = on_commit
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._is_closed = False
        self._failed_at: float | None = None
        self._thread = start_thread("writer", self._run)

    @property
    def is_failing(self) -> bool:
        """Return whether the last commit failed, within the last ten seconds."""
        return self._failed_at is not None and time.monotonic() - self._failed_at < FAILING_S

    async def append(self, *writes: Write) -> None:
        """Save all the writes or none, and return once they are on the disk.

        Raises NotSaved if they are not.
        """
        if self._is_closed:
            raise NotSaved("the writer is closed")
        loop = asyncio.get_running_loop()
        request = _Request(writes, loop, loop.create_future())
        self._requests.put(request)
        await request.saved

    def close(self) -> None:
        """Save what is queued, then stop."""
        self._is_closed = True
        self._requests.put(None)
        self._thread.join()

    def _run(self) -> None:
        connection: sa.Connection | None = None
        while (batch := self._collect()) is not None:
            began = time.perf_counter()
            try:
                connection = connection or self._connect()
                outcomes = _commit(connection, batch)
                self._failed_at = None
            except (SQLAlchemyError, OSError) as error:
                reason = str(_first_cause(error))
                _LOG.error("commit failed", reason=reason, n_writes=len(batch))
                outcomes = [NotSaved(reason)] * len(batch)
                _discard(connection)
                connection = None
                self._failed_at = time.monotonic()
            n_saved = sum(outcome is None for outcome in outcomes)
            self._on_commit(time.perf_counter() - began, n_saved, connection is not None)
            _settle_all(batch, outcomes)
        _discard(connection)

    def _collect(self) -> list[_Request] | None:
        first = self._requests.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < BATCH and not self._requests.empty():
            request = self._requests.get()
            if request is None:
                self._requests.put(None)
                break
            batch.append(request)
        return batch


def _commit(connection: sa.Connection, batch: list[_Request]) -> list[NotSaved | None]:
    """Write the batch in one transaction; a request that fails by itself fails alone."""
    try:
        with connection.begin():
            write_together(connection, [request.writes for request in batch])
    except (sa.exc.IntegrityError, RowConflict, NotComputed):
        return _commit_apart(connection, batch)  # conflicts are rare, and savepoints a quarter of the cost
    return [None] * len(batch)


def _commit_apart(connection: sa.Connection, batch: list[_Request]) -> list[NotSaved | None]:
    """Write the batch in one transaction, with a savepoint before each request."""
    outcomes: list[NotSaved | None] = []
    with connection.begin():
        for request in batch:
            try:
                with connection.begin_nested():
                    write_all(connection, request.writes)
                outcomes.append(None)
            except (sa.exc.IntegrityError, RowConflict) as error:
                outcomes.append(Conflict(str(getattr(error, "orig", error))))
            except NotComputed as error:
                _LOG.error("write not computed", exc_info=error)
                outcomes.append(NotSaved(str(error)))
    return outcomes


def _settle_all(batch: Sequence[_Request], outcomes: Sequence[NotSaved | None]) -> None:
    """Pass the outcomes to all callers, with one call per event loop: a call per caller would cost more."""
    settled = list(zip(batch, outcomes, strict=True))
    for loop in {request.loop for request in batch}:
        call_on(loop, partial(_settle, [each for each in settled if each[0].loop is loop]))


def _settle(settled: Sequence[tuple[_Request, NotSaved | None]]) -> None:
    for request, outcome in settled:
        if request.saved.done():  # its caller was cancelled
            continue
        if outcome is None:
            request.saved.set_result(None)
        else:
            request.saved.set_exception(outcome)


def _first_cause(error: BaseException) -> BaseException:
    """Return the first error: a full disk causes a rollback, and later statements fail because of that."""
    while error.__context__ is not None:
        error = error.__context__
    return error


def _discard(connection: sa.Connection | None) -> None:
    if connection is not None:
        connection.invalidate()
        connection.close()

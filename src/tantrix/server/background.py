"""Work that is begun and waited for by nobody; what it raises is logged."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog

_LOG = structlog.get_logger()
_T = TypeVar("_T")


class Tasks:
    """Tasks under way, held so that none is lost. Errors that are `expected` are not logged."""

    def __init__(self, *expected: type[Exception]) -> None:
        self._expected = expected
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Begin some work."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self) -> None:
        """Wait for all that is under way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, self._expected):
            _LOG.error("task failed", exc_info=error)

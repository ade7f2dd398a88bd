"""Compare what is open on this server with the database every few seconds, independently of the bus.

A message on the bus may be lost, or the database may be unreadable when it arrives. So everything shown from
memory is compared with the database again and again. While that is impossible, it is marked as possibly out
of date.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.background import running, wait_and_clear

_LOG = structlog.get_logger()

COMPARE_S = 2.0
ANSWER_S = 2.0  # if a comparison takes longer, everything is stale until it ends
RETRY_S = (0.25, 0.5, 1.0)  # waits after failed comparisons; the last one is repeated


@dataclass(slots=True)
class _Comparison:
    """`compare` raises SQLAlchemyError if the database cannot be read; `mark_stale` is called then."""

    compare: Callable[[], Coroutine[Any, Any, None]]
    mark_stale: Callable[[], None]
    is_requested: asyncio.Event = field(default_factory=asyncio.Event)


class DatabaseWatch:
    """The comparisons of one server; each runs by itself, one at a time."""

    def __init__(self) -> None:
        self._comparisons: list[_Comparison] = []

    def add(self, compare: Callable[[], Coroutine[Any, Any, None]], mark_stale: Callable[[], None]) -> None:
        """Add a comparison, before the watch runs."""
        self._comparisons.append(_Comparison(compare, mark_stale))

    def compare_soon(self) -> None:
        """Run all comparisons now, because a read has failed."""
        for comparison in self._comparisons:
            comparison.is_requested.set()

    async def run(self) -> None:
        """Run the comparisons until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for comparison in self._comparisons:
                tasks.create_task(_keep_comparing(comparison))


async def _keep_comparing(comparison: _Comparison) -> None:
    n_failed = 0
    while True:
        wait_s = RETRY_S[min(n_failed, len(RETRY_S)) - 1] if n_failed else COMPARE_S
        await wait_and_clear(comparison.is_requested, wait_s)
        n_failed = 0 if await _is_compared(comparison) else n_failed + 1


async def _is_compared(comparison: _Comparison) -> bool:
    """Run a comparison once; return whether it succeeded."""
    try:
        async with running(comparison.compare()) as task:
            done, _ = await asyncio.wait({task}, timeout=ANSWER_S)
            if not done:
                comparison.mark_stale()
                # A second one would only wait for the same network link; a dead connection ends by itself.
            await task
    except SQLAlchemyError as error:
        _LOG.warning("not compared with the database", reason=str(error).partition("\n")[0])
        comparison.mark_stale()
        return False
    except Exception:  # whatever the error, the next comparison may succeed
        _LOG.exception("not compared with the database")
        return False
    return True

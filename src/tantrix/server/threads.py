"""Work that takes long, on a thread of its own.

The threads are daemons, so work that never ends cannot hold up the end of the server.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

_T = TypeVar("_T")


async def on_thread(name: str, work: Callable[[], _T]) -> _T:
    """Do some work on a new thread; what it raises is raised here."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_T] = loop.create_future()

    def settle(settle_it: Callable[[], None]) -> None:
        if not done.done():
            settle_it()

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # whatever the work raises is its caller's to answer
            failed = error
            _post(loop, settle, lambda: done.set_exception(failed))
        else:
            _post(loop, settle, lambda: done.set_result(result))

    threading.Thread(target=run, name=name, daemon=True).start()
    return await done


def call_on(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Call something on the event loop from a thread; in vain if the server has stopped meanwhile."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(callback)


def _post(
    loop: asyncio.AbstractEventLoop,
    settle: Callable[[Callable[[], None]], None],
    settle_it: Callable[[], None],
) -> None:
    call_on(loop, lambda: settle(settle_it))

"""Garbage collections that do not hold the event loop.

A full collection visits every object that there is, which takes 0.1 s in an idle server and several times as
long with thousands of connections. Here each full collection sets aside what it has found to be in use
(`gc.freeze`), so that the next one visits only what has been created since. An object that is set aside is
still freed when its last reference goes; only if it is part of a cycle does it wait for `sweep`.

Python also puts off a full collection until the new objects are a quarter of those that the last one found in
use. A second collection right after a large one, with nothing left to visit, keeps this quarter small, and so
the collections that follow.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

SWEEP_S = 1800
_OLDEST = 2


@contextmanager
def set_survivors_aside() -> Iterator[None]:
    """Set aside all objects that exist now, and from now on the survivors of each full collection."""
    gc.freeze()
    gc.callbacks.append(_freeze_after)
    try:
        gc.collect()
        yield
    finally:
        gc.callbacks.remove(_freeze_after)
        gc.unfreeze()


def sweep() -> int:
    """Collect among all objects, those set aside included; return how many could not be reached."""
    gc.unfreeze()
    n_unreachable = gc.collect()
    gc.collect()
    return n_unreachable


async def collect_garbage() -> None:
    """Set survivors aside until cancelled; sweep every half an hour."""
    with set_survivors_aside():
        while True:
            await asyncio.sleep(SWEEP_S)
            sweep()


def _freeze_after(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == _OLDEST:
        gc.freeze()

"""Waiting until a room's decision is saved."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from tantrix.server.database.writer import NotSaved

_T = TypeVar("_T")
_F = TypeVar("_F")


async def when_saved(work: Awaitable[_T], refusal: _F) -> _T | _F:
    """Wait for work that saves something, and return its result, or `refusal` if it could not be saved.

    The work continues even if the caller is cancelled: a room must take over the saved state even though the
    client that requested the change is gone.
    """
    try:
        return await asyncio.shield(work)
    except NotSaved:
        return refusal

"""When a room announces who is connected to it."""

from collections.abc import Callable
from typing import Any, TypeVar

from tantrix.server.rooms.live_room import LiveRoom

PRESENCE_S = 0.2
PRESENCES_A_SECOND = 500  # messages that one room may send to all its connections

_LiveT = TypeVar("_LiveT", bound=LiveRoom[Any])


def announce_soon(live: _LiveT, announce: Callable[[_LiveT], None]) -> None:
    """Announce soon who is here; many who come or leave at once cause a single announcement."""
    if not live.presence_timer.is_running:
        wait_s = PRESENCE_S + len(live.outboxes) / PRESENCES_A_SECOND
        live.presence_timer.start(wait_s, lambda: announce(live))

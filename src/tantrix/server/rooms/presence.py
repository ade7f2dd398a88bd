"""The timing of presence announcements in a room."""

from collections.abc import Callable
from typing import Any, TypeVar

from tantrix.server.rooms.live_room import LiveRoom

PRESENCE_S = 0.2
PRESENCES_PER_S = 500  # presence messages that one room may send to all its connections

_LiveT = TypeVar("_LiveT", bound=LiveRoom[Any])


def announce_soon(live: _LiveT, announce: Callable[[_LiveT], None]) -> None:
    """Schedule an announcement of who is connected; several joins or leaves share one announcement."""
    if not live.presence_timer.is_running:
        wait_s = PRESENCE_S + len(live.outboxes) / PRESENCES_PER_S
        live.presence_timer.start(wait_s, lambda: announce(live))

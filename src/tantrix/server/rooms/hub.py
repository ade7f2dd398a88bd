"""The part of a hub that does not depend on the game played in its rooms."""

from typing import Any, Generic, TypeVar

from tantrix.server.rooms.live_rooms import LiveRooms

_RoomsT = TypeVar("_RoomsT", bound=LiveRooms[Any])


class RoomHub(Generic[_RoomsT]):
    """A hub over the rooms that are open on this server."""

    def __init__(self, rooms: _RoomsT) -> None:
        self._rooms = rooms

    @property
    def n_open(self) -> int:
        """The number of open rooms."""
        return len(self._rooms)

    @property
    def n_connections(self) -> int:
        """The number of connections to the open rooms."""
        return self._rooms.n_connections

    def read_uptime(self) -> None:
        """Load the outages of the servers. Reads the database."""
        self._rooms.read_uptime()

    def end_session(self, token: str) -> None:
        """Drop the connections of a session that has ended."""
        self._rooms.end_session(token)

    def evict(self) -> None:
        """Close rooms that have been idle for a while."""
        self._rooms.evict()

"""Who is in a Gobble room, and the host who goes away: after a minute the player who is here longest follows.

Players may be connected to different servers. The absence of the host counts only while somebody is here who
could follow, and starts again after a restart, so nobody loses a room because the server or everybody's
network was away.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tantrix.clock import MINUTE_MS
from tantrix.server.gobble.room import RushSetup

HOST_AWAY_MS = MINUTE_MS


class HostAbsence(NamedTuple):
    """A host who is away, and since when."""

    user_id: str
    since_ms: int


@dataclass(frozen=True, slots=True)
class RushAttendance:
    """The users who are in a room, with the time since when, and the absence of its host, if that counts.

    `elsewhere`: those connected to other servers.
    """

    connected: Mapping[str, int] = field(default_factory=dict)
    elsewhere: Mapping[str, int] = field(default_factory=dict)
    absence: HostAbsence | None = None

    @property
    def since_ms(self) -> Mapping[str, int]:
        """Return everybody who is here, whichever server they are connected to."""
        return {**self.elsewhere, **self.connected}

    def seen(self, user_ids: Collection[str], setup: RushSetup, now_ms: int) -> "RushAttendance":
        """Return the attendance after connections have changed; `user_ids` are connected to this server."""
        connected = {user_id: self.connected.get(user_id, now_ms) for user_id in user_ids}
        return replace(self, connected=connected)._counted(setup, now_ms)

    def seen_elsewhere(self, elsewhere: Mapping[str, int], setup: RushSetup, now_ms: int) -> "RushAttendance":
        """Return the attendance with the users who are connected to other servers."""
        return replace(self, elsewhere=elsewhere)._counted(setup, now_ms)

    def alive(self, user_id: str | None, now_ms: int) -> "RushAttendance":
        """Return the attendance after a request of a user: the absence of a host starts again."""
        if self.absence is None or self.absence.user_id != user_id:
            return self
        return replace(self, absence=HostAbsence(user_id, now_ms))

    def successor(self, setup: RushSetup) -> str | None:
        """Return the player who is here longest, besides the host; equal times count in seat order."""
        since_ms = self.since_ms
        seated = [seat.user_id for seat in setup.seats if seat.user_id in since_ms]
        others = [user_id for user_id in seated if user_id is not None and user_id != setup.owner]
        return min(others, key=since_ms.__getitem__, default=None)

    def passes_in_ms(self, setup: RushSetup, now_ms: int) -> int | None:
        """Return the time until somebody else becomes the host; None while nobody would."""
        if self.absence is None or self.absence.user_id != setup.owner:
            return None
        return max(0, self.absence.since_ms + HOST_AWAY_MS - now_ms)

    def _counted(self, setup: RushSetup, now_ms: int) -> "RushAttendance":
        """Return the attendance with the absence of the host begun or ended."""
        if setup.owner in self.since_ms or self.successor(setup) is None:
            return replace(self, absence=None)
        if self.absence is not None and self.absence.user_id == setup.owner:
            return self
        return replace(self, absence=HostAbsence(setup.owner, now_ms))


NOBODY_HERE = RushAttendance()

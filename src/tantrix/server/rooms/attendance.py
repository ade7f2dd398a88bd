"""Who is here, and an owner who goes away: after a while whoever is here longest follows.

People may be connected to different servers. The absence of the owner counts only while somebody is here who
could follow, and starts again after a restart, so nobody loses a room or an event because the server or
everybody's network was away.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tantrix.clock import MINUTE_MS

OWNER_AWAY_MS = MINUTE_MS


class Owned(NamedTuple):
    """Whose something is, who could follow, and how long the owner may be away.

    `heirs`: users in the order that counts for those who came at the same time.
    """

    owner: str
    heirs: tuple[str, ...]
    span_ms: int = OWNER_AWAY_MS


class OwnerAbsence(NamedTuple):
    """An owner who is away, and since when."""

    user_id: str
    since_ms: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """The users who are here, with the time since when, and the absence of the owner, if that counts.

    `elsewhere`: those connected to other servers.
    """

    connected: Mapping[str, int] = field(default_factory=dict)
    elsewhere: Mapping[str, int] = field(default_factory=dict)
    absence: OwnerAbsence | None = None

    @property
    def since_ms(self) -> Mapping[str, int]:
        """Return everybody who is here, whichever server they are connected to."""
        return {**self.elsewhere, **self.connected}

    def seen(self, user_ids: Collection[str], owned: Owned, now_ms: int) -> "Attendance":
        """Return the attendance after connections have changed; `user_ids` are connected to this server."""
        connected = {user_id: self.connected.get(user_id, now_ms) for user_id in user_ids}
        return replace(self, connected=connected)._counted(owned, now_ms)

    def seen_elsewhere(self, elsewhere: Mapping[str, int], owned: Owned, now_ms: int) -> "Attendance":
        """Return the attendance with the users who are connected to other servers."""
        return replace(self, elsewhere=elsewhere)._counted(owned, now_ms)

    def alive(self, user_id: str | None, now_ms: int) -> "Attendance":
        """Return the attendance after a request of a user: the absence of an owner starts again."""
        if self.absence is None or self.absence.user_id != user_id:
            return self
        return replace(self, absence=OwnerAbsence(user_id, now_ms))

    def successor(self, owned: Owned) -> str | None:
        """Return who is here longest of those who could follow."""
        since_ms = self.since_ms
        others = [each for each in owned.heirs if each in since_ms and each != owned.owner]
        return min(others, key=since_ms.__getitem__, default=None)

    def passes_in_ms(self, owned: Owned, now_ms: int) -> int | None:
        """Return the time until somebody else becomes the owner; None while nobody would."""
        if self.absence is None or self.absence.user_id != owned.owner:
            return None
        return max(0, self.absence.since_ms + owned.span_ms - now_ms)

    def _counted(self, owned: Owned, now_ms: int) -> "Attendance":
        """Return the attendance with the absence of the owner begun or ended."""
        if owned.owner in self.since_ms or self.successor(owned) is None:
            return replace(self, absence=None)
        if self.absence is not None and self.absence.user_id == owned.owner:
            return self
        return replace(self, absence=OwnerAbsence(owned.owner, now_ms))


NOBODY_HERE = Attendance()

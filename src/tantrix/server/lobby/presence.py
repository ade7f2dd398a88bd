"""Presence in the lobby: connections here, users who left a while ago, and visitors at other servers."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tantrix.clock import MINUTE_MS
from tantrix.server.http.connection import Outbox
from tantrix.server.lobby.store import VisitorRow

FORGET_MS = 10 * MINUTE_MS


@dataclass(slots=True, eq=False)
class LobbyPresence:
    """The visitors of the lobby. `since_ms`: when this server started to track them."""

    since_ms: int
    outboxes: set[Outbox] = field(default_factory=set)
    _left_ms: dict[str, int] = field(default_factory=dict)
    _elsewhere: dict[str, VisitorRow] = field(default_factory=dict)
    _forgot_ms: int = 0

    @property
    def user_ids(self) -> frozenset[str]:
        """The users connected here, ignoring connections without a session."""
        return frozenset(outbox.user_id for outbox in self.outboxes if outbox.user_id is not None)

    @property
    def n_nameless(self) -> int:
        """The number of connections without a session."""
        return sum(outbox.user_id is None for outbox in self.outboxes)

    def leave(self, outbox: Outbox, now_ms: int) -> None:
        """Forget a connection, but remember when its user was here last."""
        self.outboxes.discard(outbox)
        if outbox.user_id is not None and outbox.user_id not in self.user_ids:
            self._left_ms[outbox.user_id] = now_ms

    def set_elsewhere(self, rows: Iterable[VisitorRow]) -> None:
        """Replace what is known about visitors at other servers."""
        self._elsewhere = {row.user_id: row for row in rows}

    def elsewhere(self, is_playing: bool) -> frozenset[str]:
        """Return the users at other servers who are at tables or in the lobby."""
        return frozenset(row.user_id for row in self._elsewhere.values() if row.is_playing is is_playing)

    def is_here(self, user_id: str) -> bool:
        """Return whether a user is in the lobby of any server."""
        return user_id in self.user_ids or user_id in self.elsewhere(is_playing=False)

    def seen_ms(self, user_id: str, now_ms: int) -> int:
        """Return when a user was last in the lobby."""
        if self.is_here(user_id):
            return now_ms
        return self._left_ms.get(user_id, self.since_ms)

    def forget(self, now_ms: int) -> bool:
        """Forget users who left long ago, once every ten minutes; return whether this was done now."""
        if now_ms < self._forgot_ms + FORGET_MS:
            return False
        left = {user_id: ms for user_id, ms in self._left_ms.items() if ms > now_ms - FORGET_MS}
        self._forgot_ms, self._left_ms = now_ms, left
        return True

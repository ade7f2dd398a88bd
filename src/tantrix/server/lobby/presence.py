"""Who is in the lobby: the connections of this server, when others left, and what other servers tell."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tantrix.server.http.connection import Outbox
from tantrix.server.lobby.store import VisitorRow

FORGET_MS = 10 * 60_000
FRESH_MS = 15_000  # so old may be what another server has told last


@dataclass(slots=True, eq=False)
class LobbyPresence:
    """The visitors of a lobby. `since_ms`: since when this server would have seen anybody."""

    since_ms: int
    outboxes: set[Outbox] = field(default_factory=set)
    _left_ms: dict[str, int] = field(default_factory=dict)
    _elsewhere: dict[str, VisitorRow] = field(default_factory=dict)
    _forgot_ms: int = 0

    @property
    def user_ids(self) -> frozenset[str]:
        """Return who is connected here, of those with a session."""
        return frozenset(outbox.user_id for outbox in self.outboxes if outbox.user_id is not None)

    @property
    def n_nameless(self) -> int:
        """How many connections have no session yet."""
        return sum(outbox.user_id is None for outbox in self.outboxes)

    def leave(self, outbox: Outbox, now_ms: int) -> None:
        """Forget a connection, but remember when its owner was here last."""
        self.outboxes.discard(outbox)
        if outbox.user_id is not None and outbox.user_id not in self.user_ids:
            self._left_ms[outbox.user_id] = now_ms

    def hear(self, rows: Iterable[VisitorRow]) -> None:
        """Take in who is at other servers."""
        self._elsewhere = {row.user_id: row for row in rows}

    def elsewhere(self, is_playing: bool) -> frozenset[str]:
        """Return who is at other servers, at a table or in the lobby."""
        return frozenset(row.user_id for row in self._elsewhere.values() if row.is_playing is is_playing)

    def is_here(self, user_id: str) -> bool:
        """Tell whether somebody is in the lobby, at whatever server."""
        return user_id in self.user_ids or user_id in self.elsewhere(is_playing=False)

    def seen_ms(self, user_id: str, now_ms: int) -> int:
        """Return when somebody was in the lobby last."""
        if self.is_here(user_id):
            return now_ms
        return self._left_ms.get(user_id, self.since_ms)

    def forget(self, now_ms: int) -> bool:
        """Forget those who left long ago, now and then; tell whether it was done now."""
        if now_ms < self._forgot_ms + FORGET_MS:
            return False
        left = {user_id: ms for user_id, ms in self._left_ms.items() if ms > now_ms - FORGET_MS}
        self._forgot_ms, self._left_ms = now_ms, left
        return True

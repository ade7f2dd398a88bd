"""Who is in the lobby: the connections of this server, when others left, and what other servers tell."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tantrix.server.games.open_room import Outbox
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
    def owners(self) -> frozenset[str]:
        """Return who is connected here, of those with a session."""
        return frozenset(outbox.owner for outbox in self.outboxes if outbox.owner is not None)

    @property
    def n_nameless(self) -> int:
        """How many connections have no session yet."""
        return sum(outbox.owner is None for outbox in self.outboxes)

    def leave(self, outbox: Outbox, now_ms: int) -> None:
        """Forget a connection, but remember when its owner was here last."""
        self.outboxes.discard(outbox)
        if outbox.owner is not None and outbox.owner not in self.owners:
            self._left_ms[outbox.owner] = now_ms

    def hear(self, rows: Iterable[VisitorRow]) -> None:
        """Take in who is at other servers."""
        self._elsewhere = {row.owner: row for row in rows}

    def elsewhere(self, is_playing: bool) -> frozenset[str]:
        """Return who is at other servers, at a table or in the lobby."""
        return frozenset(row.owner for row in self._elsewhere.values() if row.is_playing is is_playing)

    def is_here(self, owner: str) -> bool:
        """Tell whether somebody is in the lobby, at whatever server."""
        return owner in self.owners or owner in self.elsewhere(is_playing=False)

    def seen_ms(self, owner: str, now_ms: int) -> int:
        """Return when somebody was in the lobby last."""
        if self.is_here(owner):
            return now_ms
        return self._left_ms.get(owner, self.since_ms)

    def forget(self, now_ms: int) -> bool:
        """Forget those who left long ago, now and then; tell whether it was done now."""
        if now_ms < self._forgot_ms + FORGET_MS:
            return False
        left = {owner: ms for owner, ms in self._left_ms.items() if ms > now_ms - FORGET_MS}
        self._forgot_ms, self._left_ms = now_ms, left
        return True

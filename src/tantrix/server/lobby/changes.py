"""Changes of the lobby: saved, then announced to all servers."""

import asyncio

from tantrix.server.database.writes import Write
from tantrix.server.lobby.matching import leaving_writes
from tantrix.server.lobby.parts import LobbyParts

TOPIC = "lobby"  # published on the bus after each change


class LobbyChanges:
    """Saves changes. `happened` is set when the lobby must be reread."""

    def __init__(self, parts: LobbyParts) -> None:
        self._parts = parts
        self.happened = asyncio.Event()
        parts.hub.listen(TOPIC, lambda _rest: self.happened.set())

    async def save(self, *writes: Write) -> None:
        """Save writes, if there are any, and notify all servers. Raises NotSaved."""
        if writes:
            await self._parts.writer.append(*writes)
            self.notify()

    def notify(self) -> None:
        """Make all servers reread the lobby soon."""
        self.happened.set()
        self._parts.bus.publish(TOPIC)

    async def leaving(self, user_ids: frozenset[str], but: str = "") -> list[Write]:
        """List the writes that remove users who start a live game from everything else in the lobby.

        The challenge `but` is not touched.
        """
        store = self._parts.store
        challenges, seeks = await asyncio.to_thread(lambda: (store.challenges(), store.seeks()))
        return leaving_writes(user_ids, challenges, seeks, but)

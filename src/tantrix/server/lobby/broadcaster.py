"""What is sent to the connections of the lobby: a welcome, then only what changes for each of them."""

import asyncio

from tantrix.server.http.connection import Outbox
from tantrix.server.lobby import views
from tantrix.server.lobby.parts import LobbyParts
from tantrix.server.lobby.snapshot import SnapshotReader
from tantrix.server.lobby.views import LobbyContents, Snapshot
from tantrix.server.protocol.lobby import Begun, Lobby, LobbyWelcome, Me
from tantrix.server.ratings.results import RatingPool

NOTICE_MS = 60_000  # for so long after its start, a game is announced to players who enter the lobby


class LobbyBroadcaster:
    """Remembers what was sent to each connection, and sends the difference."""

    def __init__(self, parts: LobbyParts, reader: SnapshotReader) -> None:
        self._parts = parts
        self._reader = reader
        self._version = 0
        self._snapshot = Snapshot()
        self._sent: dict[Outbox, LobbyContents] = {}
        self._announced: set[tuple[str, str]] = set()
        self._lock = asyncio.Lock()

    async def lobby(self, user_id: str | None) -> Lobby:
        """Return the lobby as currently seen by a user."""
        return views.lobby(self._contents(await self._reader.read(), user_id), await self._me(user_id))

    async def welcome(self, outbox: Outbox) -> None:
        """Send a connection the whole lobby; from then on it gets the changes."""
        async with self._lock:
            await self._welcome(outbox)

    async def sync(self, outbox: Outbox, version: int) -> None:
        """Send a connection the whole lobby if it has missed something since `version`."""
        async with self._lock:
            if version != self._version:
                await self._welcome(outbox)

    def leave(self, outbox: Outbox) -> None:
        """Stop sending to a connection."""
        self._sent.pop(outbox, None)

    async def send_changes(self) -> None:
        """Send each connection what has changed for it."""
        async with self._lock:
            snapshot = await self._reader.read()
            if snapshot == self._snapshot:
                return
            self._snapshot, self._version = snapshot, self._version + 1
            contents: dict[views.Viewer, LobbyContents] = {}
            texts: dict[tuple[int, int], str] = {}
            for outbox, before in list(self._sent.items()):
                viewer = views.viewer_of(snapshot, outbox.user_id)
                after = contents[viewer] = contents.get(viewer) or self._contents_for(snapshot, viewer)
                key = (id(before), id(after))
                if key not in texts:
                    texts[key] = views.changed(before, after, self._version).model_dump_json()
                outbox.post(texts[key])
                self._sent[outbox] = after

    async def announce_games(self, outboxes: list[Outbox]) -> None:
        """Announce started games to the players among some connections, once each."""
        since_ms = self._parts.settings.play_ms() - NOTICE_MS
        notices = await asyncio.to_thread(self._parts.store.game_started_notices, since_ms)
        self._announced &= {(notice.game_id, notice.user_id) for notice in notices}
        for notice in notices:
            key = (notice.game_id, notice.user_id)
            theirs = [outbox for outbox in outboxes if outbox.user_id == notice.user_id]
            if theirs and key not in self._announced:
                self._announced.add(key)
                for outbox in theirs:
                    outbox.post(Begun(url=f"/games/{notice.game_id}").model_dump_json())

    async def _welcome(self, outbox: Outbox) -> None:
        # The snapshot last sent to all others, so that the next change applies to this connection too.
        if not self._sent:
            self._snapshot = await self._reader.read()
        contents = self._contents(self._snapshot, outbox.user_id)
        self._sent[outbox] = contents
        shown = views.lobby(contents, await self._me(outbox.user_id))
        outbox.post(LobbyWelcome(version=self._version, lobby=shown).model_dump_json())

    def _contents(self, snapshot: Snapshot, user_id: str | None) -> LobbyContents:
        return self._contents_for(snapshot, views.viewer_of(snapshot, user_id))

    def _contents_for(self, snapshot: Snapshot, viewer: views.Viewer) -> LobbyContents:
        return views.contents_for(snapshot, viewer, self._parts.accounts)

    async def _me(self, user_id: str | None) -> Me:
        account = self._parts.accounts.name_of(user_id)
        if user_id is None or account is None:
            return Me(account=None, has_session=user_id is not None, two=None, many=None)
        points = await asyncio.to_thread(self._reader.points_of, user_id)
        two, many = points[RatingPool.TWO], points[RatingPool.MANY]
        return Me(account=account, has_session=True, two=two, many=many)

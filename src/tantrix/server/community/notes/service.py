"""Private notes: what a player writes about a game, for nobody else to read."""

import asyncio

from tantrix.server.community.notes.store import GameNoteRow, NoteStore, delete_note
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.games.hub import Hub
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.chat import GameNote
from tantrix.server.settings import Settings


class GameNotes:
    """The notes of the players of a server."""

    def __init__(self, settings: Settings, store: NoteStore, writer: Writer, hub: Hub) -> None:
        self._now_ms = settings.now_ms
        self._store = store
        self._writer = writer
        self._hub = hub

    async def note(self, user_id: str, game_id: str) -> GameNote:
        """Return what a user has noted about a game, empty if it is nothing."""
        found = await asyncio.to_thread(self._store.note, user_id, game_id)
        return GameNote(text="" if found is None else found.body)

    async def save(self, user_id: str, game_id: str, text: str) -> None:
        """Save the note of a player about a game, or delete it if it is empty.

        Raises UnknownGame, Refusal to those who do not play the game, and NotSaved.
        """
        room = await self._hub.table(game_id)
        if not room.setup.plays(user_id):
            raise Refusal("not_your_seat")
        row = [GameNoteRow(user_id, game_id, text, self._now_ms())] if text else []
        await retry_on_conflict(lambda: self._writer.append(delete_note(user_id, game_id), *row))

    async def export(self, user_id: str) -> list[dict[str, object]]:
        """Return all notes of a user, as JSON."""
        rows = await asyncio.to_thread(self._store.notes_of, user_id)
        return [{"game": row.game_id, "text": row.body, "at_ms": row.at_ms} for row in rows]

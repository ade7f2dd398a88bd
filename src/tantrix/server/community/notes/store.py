"""Private notes of players about their games, in the database."""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of


@dataclass(frozen=True, slots=True)
class GameNoteRow(Row):
    """What a user has noted about a game, and when it was last changed."""

    user_id: str
    game_id: str
    body: str
    at_ms: int


_NOTES = table_of(GameNoteRow, "game_notes", key=("user_id", "game_id"))


def delete_note(user_id: str, game_id: str) -> sa.Delete:
    """Delete the note of a user about a game."""
    return _NOTES.delete().where(_NOTES.c.user_id == user_id, _NOTES.c.game_id == game_id)


def delete_notes(user_id: str) -> sa.Delete:
    """Delete all notes of a user."""
    return _NOTES.delete().where(_NOTES.c.user_id == user_id)


class NoteStore(Store):
    """Queries of notes. Every method reads the database."""

    def note(self, user_id: str, game_id: str) -> GameNoteRow | None:
        """Return the note of a user about a game; None if there is none."""
        found = self._rows(_NOTES.c.user_id == user_id, _NOTES.c.game_id == game_id)
        return found[0] if found else None

    def notes_of(self, user_id: str) -> list[GameNoteRow]:
        """List the notes of a user, the last changed first."""
        return self._rows(_NOTES.c.user_id == user_id)

    def _rows(self, *conditions: "sa.ColumnElement[bool]") -> list[GameNoteRow]:
        query = sa.select(_NOTES).where(*conditions).order_by(_NOTES.c.at_ms.desc(), _NOTES.c.game_id)
        return self.read_each(GameNoteRow, query)
